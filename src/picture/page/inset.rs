//! Insets: details that are too small, or face away from the eye, are drawn again at the side of the pane, magnified or
//! from their own side. The result is flat, in the pane's points, so that figures and the window show the same.

mod builder;
mod clipping;
mod place;

use glam::{DVec2, DVec3};

use super::label::{LabelPane, Memory, PlacedLabel, place_labels};
use crate::flat::{Draw, Flat};
use crate::font::{self, Weight};
use crate::{Backing, Camera, Detail, Picture, Theme, ViewKind};
use builder::InsetBuilder;
use clipping::is_in_box;

/// Diameter of a detail below which it is magnified, points.
const MAX_MAGNIFIED: f64 = 44.0;

/// Diameter below which the subject of the current step ([`Detail::is_subject`]) is magnified, points.
const MAX_MAGNIFIED_SUBJECT: f64 = 72.0;

/// Least side of an inset, points.
const MIN_SIDE: f64 = 96.0;

/// Least width and height of a pane with an inset, points.
const MIN_PANE_SIDE: f64 = 1.7 * MIN_SIDE;

/// Radius that an inset shows, relative to the radius of the detail.
const SHOWN_RADIUS: f64 = 1.25;

/// Share of the radius that an inset shows up to which numbers in dots are not clipped.
const UNCLIPPED: f64 = 0.97;

/// Distance outside of the ring up to which a label belongs to the inset, points.
const RING_TOLERANCE: f64 = 1.0;

/// Distance of labels from the sides of the inset, points.
const LABEL_MARGIN: f64 = 4.0;

/// Space to the right of the name's letters in its bounding box, points.
const SPACE_AFTER_NAME: f64 = 6.0;

/// Height of the name's bounding box below the base line, as a share of the letter height.
const DESCENT: f64 = 0.35;

/// Start of the name on its base line, from the top left of the inset, points.
const NAME_AT: DVec2 = DVec2::new(8.0, 16.0);

/// Sine of the angle (about 12°) between a direction and the plane of the pane up to which the direction counts as
/// sideways: with more towards the eye a detail faces the eye, with more away from it the detail faces backwards.
const SIDEWAYS: f64 = 0.2;

/// Upward part of the direction towards the eye in a view from a detail's own side, for an outward direction of length
/// 1, so that depth is visible.
const SLANT: f64 = 0.4;

/// Letter height of the name, points.
pub(crate) const NAME_SIZE: f64 = 11.5;

/// Size of a pane that may have an inset.
#[derive(Clone, Copy, Debug)]
pub struct PaneExtent {
    /// Width and height of the pane, points.
    pub size: DVec2,
    /// Height of the strip at the top that the inset, and the drawing of a sphere, leave free for the title, points.
    pub top: f64,
}

impl PaneExtent {
    /// Whether the pane is large enough for an inset.
    fn fits_inset(&self) -> bool {
        self.size.min_element() >= MIN_PANE_SIDE
    }
}

/// An inset of a pane. Coordinates are in points from the pane's top left, y down.
#[derive(Clone, Debug)]
pub struct Inset {
    /// Top left and bottom right corner.
    pub area: [DVec2; 2],
    /// Ring around the magnified area: center and radius; `None` where the area is large.
    pub ring: Option<(DVec2, f64)>,
    /// Name, such as `× 12` or `from behind`.
    pub name: String,
    /// Drawing, clipped at the sides, with the labels to place in it.
    pub flat: Flat,
    /// Whether it shows its subject from another direction than the pane.
    is_from_own_side: bool,
    /// Marks of the picture whose labels are lengths that only the inset shows, by index.
    lengths: Vec<usize>,
}

/// A view of a detail from its own side: a direction from which it is visible, other than that of the pane.
struct OwnView {
    /// Direction towards the eye, not of unit length.
    back: DVec3,
    /// Name of the inset; `None` for an inset that is named by its magnification.
    name: Option<&'static str>,
}

/// Position in a pane of a detail that is small there, or faces away from the eye, so that an inset may show it.
struct OpenDetail {
    /// Middle of the detail in the pane, points.
    middle: DVec2,
    /// Radius of the detail in the pane, points.
    radius: f64,
    /// View from the detail's own side; `None` where the detail faces the eye.
    own_view: Option<OwnView>,
}

impl Detail {
    /// View from the detail's own side; `None` where the detail faces this camera, or has no direction.
    fn own_view(&self, camera: &Camera) -> Option<OwnView> {
        let outward = self.outward?.try_normalize()?;
        let axes = camera.axes();
        let towards_eye = outward.dot(axes.back);
        let name = if towards_eye < -SIDEWAYS { "from behind" } else { "from the side" };
        let back = outward + axes.up.reject_from(outward).normalize_or_zero() * SLANT;
        (towards_eye < SIDEWAYS).then_some(OwnView { back, name: Some(name) })
    }

    /// View of a small detail across its direction, as near to the camera's line of sight as that allows; `None` for a
    /// detail without such a direction.
    fn view_across(&self, camera: &Camera) -> Option<OwnView> {
        let across = self.across?.try_normalize()?;
        let axes = camera.axes();
        let back = axes.back.reject_from(across).try_normalize();
        Some(OwnView { back: back.unwrap_or_else(|| axes.up.reject_from(across)), name: None })
    }

    /// The detail in a pane of the given kind, if it is small there, or faces away from the eye; `None` for others, and
    /// for a detail without a size.
    fn open_in(&self, kind: ViewKind, camera: &Camera, pane: PaneExtent) -> Option<OpenDetail> {
        if !self.center.is_finite() || self.radius <= 0.0 || self.radius.is_nan() {
            return None;
        }
        let lens = camera.lens();
        let below = DVec2::new(0.0, if kind == ViewKind::Sphere { pane.top } else { 0.0 });
        let middle = lens.project(self.center, pane.size - below)? + below;
        let rim = lens.project(self.center + lens.axes().right * self.radius, pane.size - below)? + below;
        let radius = middle.distance(rim);
        let own_view = self.own_view(camera);
        let max_diameter = if self.is_subject { MAX_MAGNIFIED_SUBJECT } else { MAX_MAGNIFIED };
        let is_small = 2.0 * radius < max_diameter;
        let own_view = if own_view.is_none() && is_small { self.view_across(camera) } else { own_view };
        (own_view.is_some() || is_small).then_some(OpenDetail { middle, radius, own_view })
    }
}

/// Center and radius (in the coordinates of the points) of a ball to magnify around points, for an inset whose subject
/// has the outward unit direction `outward`. The ball is centered as seen from the direction of the inset, slightly
/// above `outward` with y up, and its radius is that of the points in the plane of the inset. `None` without points.
pub fn ball_seen_from_own_side(points: &[DVec3], outward: DVec3) -> Option<(DVec3, f64)> {
    let camera = Camera::straight(outward + DVec3::Y.reject_from(outward).normalize_or_zero() * SLANT);
    let in_view: Vec<DVec3> = points.iter().map(|p| camera.to_view(*p)).collect();
    let low = in_view.iter().copied().reduce(DVec3::min)?;
    let high = in_view.iter().copied().reduce(DVec3::max)?;
    let middle = low.midpoint(high);
    let radius = in_view.iter().map(|p| (*p - middle).truncate().length()).fold(0.0, f64::max);
    Some((camera.from_view(middle), radius))
}

/// Purpose of an inset's drawing.
#[derive(Clone, Copy, Debug)]
pub enum InsetPurpose<'a> {
    /// A figure; the payload is the drawing of its pane.
    Figure(&'a Flat),
    /// A screen, redrawn on every camera motion: nothing outside of the inset is computed.
    Screen,
}

impl Inset {
    /// Inset of the last requested detail that is small in this pane, or faces away from the eye; `None` without one,
    /// and in a small pane.
    pub fn new(
        kind: ViewKind,
        picture: &Picture,
        camera: &Camera,
        pane: PaneExtent,
        theme: Theme,
        purpose: InsetPurpose<'_>,
    ) -> Option<Self> {
        if !pane.fits_inset() {
            return None;
        }
        let builder = InsetBuilder { kind, picture, camera, pane, theme, purpose };
        let mut details = picture.requests.details.iter().rev();
        details.find_map(|detail| builder.build(*detail, detail.open_in(kind, camera, pane)?))
    }

    /// Whether any of these details is small in the pane, or faces away from the eye. If none is, [`new`](Self::new)
    /// returns `None`.
    pub fn may_open<'a>(
        kind: ViewKind,
        mut details: impl Iterator<Item = &'a Detail>,
        camera: &Camera,
        pane: PaneExtent,
    ) -> bool {
        pane.fits_inset() && details.any(|detail| detail.open_in(kind, camera, pane).is_some())
    }

    /// Start of the name on its base line.
    pub(crate) fn name_at(&self) -> DVec2 {
        self.area[0] + NAME_AT
    }

    /// Bounding box of the name.
    pub(crate) fn name_box(&self) -> [DVec2; 2] {
        name_box(self.area, &self.name)
    }

    /// Whether labels at a point of the pane belong to the inset: the point is in the ring or covered by the inset.
    fn contains(&self, at: DVec2) -> bool {
        is_in_box(at, self.area) || !self.is_from_own_side && self.is_in_ring(at, 1.0)
    }

    /// Whether numbers in dots at a point of the pane are visible in the inset, which shows slightly more than the
    /// ring.
    fn shows(&self, at: DVec2) -> bool {
        !self.is_from_own_side && self.is_in_ring(at, UNCLIPPED * SHOWN_RADIUS)
    }

    /// Whether a point is in a circle around the magnified area, whose radius is `scale` times that of the ring.
    fn is_in_ring(&self, at: DVec2, scale: f64) -> bool {
        self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= scale * radius + RING_TOLERANCE)
    }

    /// Removes from the pane's drawing the labels that the inset shows or covers, and the numbers in dots that it
    /// shows; adds the leaders of the inset to the lines that labels avoid.
    pub fn remove_shown_words(&self, flat: &mut Flat) {
        flat.words.retain(|(mark, at)| {
            let is_magnified_length = self.lengths.contains(mark) && self.is_in_ring(*at, 1.0);
            !self.contains(*at) && !is_magnified_length
        });
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if self.shows(at)));
        flat.lines.extend(self.leaders());
    }

    /// Places the labels of the inset. `measure` returns width and height of a text, points.
    pub fn place_labels(
        &self,
        picture: &Picture,
        theme: Theme,
        backing: Option<&Backing>,
        measure: &dyn Fn(&str) -> DVec2,
        memory: &mut Memory,
    ) -> Vec<PlacedLabel> {
        let [min, max] = self.area;
        let taken: Vec<[DVec2; 2]> = self.flat.taken.iter().copied().chain([self.name_box()]).collect();
        let pane = LabelPane::new(&self.flat, [min + LABEL_MARGIN, max - LABEL_MARGIN], &taken, backing);
        place_labels(picture, &self.flat, &pane, theme, measure, memory)
    }

    /// Lines from the ring to two corners of the inset; none without a ring.
    pub fn leaders(&self) -> Vec<[DVec2; 2]> {
        let Some((middle, radius)) = self.ring else { return Vec::new() };
        let [min, max] = self.area;
        let center = 0.5 * (min + max);
        let across = (center - middle).normalize_or_zero().perp();
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        // One leader on each side of the line from the ring to the inset's center.
        let leaders = [1.0, -1.0].map(|side| {
            let farthest = corners.into_iter().max_by(|a, b| {
                let [offset_a, offset_b] = [*a, *b].map(|corner| side * (corner - center).dot(across));
                offset_a.total_cmp(&offset_b)
            });
            [middle + across * (side * radius), farthest.unwrap_or(center)]
        });
        leaders.to_vec()
    }
}

/// Box in an inset's top left corner that contains its name.
fn name_box([min, _]: [DVec2; 2], name: &str) -> [DVec2; 2] {
    let width = font::width(name, NAME_SIZE, Weight::SemiBold);
    [min, min + NAME_AT + DVec2::new(width + SPACE_AFTER_NAME, DESCENT * NAME_SIZE)]
}

#[cfg(test)]
mod tests;
