//! Insets: details that are too small, or face away from the eye, are drawn again at the side of the pane, magnified or
//! from their own side. The result is flat, in the pane's points, so that figures and the window show the same.

mod clipping;
mod place;

use glam::{DVec2, DVec3};

use super::label::{Memory, Pane, PlacedLabel, place_labels};
use crate::picture::flat::{Draw, Flat};
use crate::picture::font::{self, Weight};
use crate::picture::sphere::{self, is_chosen};
use crate::picture::{Backing, Camera, Detail, Form, Mark, Picture, Role, Theme, ViewKind, digits, space};
use clipping::{clip_to_box, is_in_box, translate};
use place::{covered_length, place_inset};

/// Diameter of a detail below which it is magnified, points.
const MAX_MAGNIFIED: f64 = 44.0;

/// Diameter below which the subject of the current step ([`Detail::is_subject`]) is magnified, points.
const MAX_MAGNIFIED_SUBJECT: f64 = 72.0;

/// Least and greatest side of an inset, points.
const SIDE_LIMITS: [f64; 2] = [96.0, 220.0];

/// Side of an inset relative to the pane's shorter side.
const RELATIVE_SIDE: f64 = 0.36;

/// Aspect (width over height) above which a pane is wide and its inset larger.
const WIDE_ASPECT: f64 = 1.8;

/// Side of an inset in a wide pane relative to the pane's height.
const RELATIVE_SIDE_IN_WIDE_PANE: f64 = 0.48;

/// Greatest side of an inset in a wide pane, points.
const MAX_SIDE_IN_WIDE_PANE: f64 = 250.0;

/// Least size of a pane with an inset, in least sides of an inset.
const MIN_PANE_RATIO: f64 = 1.7;

/// Magnification from which an inset may cover any number of lines.
const MIN_COVERING_MAGNIFICATION: f64 = 4.5;

/// Length of lines that an inset of a lower magnification may cover, in its sides.
const MAX_COVERED: f64 = 1.0;

/// Magnification below which there is no inset.
const MIN_MAGNIFICATION: f64 = 1.6;

/// Radius that an inset shows, relative to the radius of the detail.
const SHOWN_RADIUS: f64 = 1.25;

/// Radius that an inset shows from the detail's own side, relative to the radius of the detail; the detail is in the
/// space below the name.
const SHOWN_RADIUS_BELOW_NAME: f64 = 1.15;

/// Share of the radius that an inset shows up to which numbers in dots are not clipped.
const UNCLIPPED: f64 = 0.97;

/// Distance of labels from the sides, points.
const LABEL_MARGIN: f64 = 4.0;

/// Height of the name, points.
const NAME_HEIGHT: f64 = 20.0;

/// Start of the name on its base line, from the top left of the inset, points.
const NAME_AT: DVec2 = DVec2::new(8.0, 16.0);

/// Space to the right of the name and below it that numbers on faces leave free, points.
const NAME_CLEARANCE: DVec2 = DVec2::new(13.0, 16.0);

/// Side above which an inset has space for labels of lengths, points.
const SIDE_FOR_LENGTHS: f64 = 150.0;

/// Least radius of the ring around the magnified area, points.
const MIN_RING: f64 = 5.0;

/// Diameter above which the magnified area has no ring, points.
const MAX_RING: f64 = 90.0;

/// Radius shown around a sphere relative to its own, which leaves space for the inset's name.
const SHOWN_RADIUS_OF_SPHERE: f64 = 1.4;

/// Largest sine (about 12°) of the angle by which a direction may rise out of the pane towards the eye and still count
/// as facing away.
const FACING_AWAY: f64 = 0.2;

/// Upward part of the direction of view from a detail's own side, for an outward direction of length 1, so that depth
/// is visible.
const SLANT: f64 = 0.4;

/// Side of an inset relative to the shorter side of a pane with a sphere, which leaves the corners free.
const RELATIVE_SIDE_OF_SPHERE: f64 = 0.42;

/// Letter height of the name, points.
pub(in crate::picture) const LETTERS: f64 = 11.5;

/// Radius of a detail below which a round body's facets are too coarse for it, in half diagonals of the body; its
/// supporting plane then represents the surface.
const FACET_SCALE: f64 = 4e-3;

/// An inset of a pane.
#[derive(Clone, Debug)]
pub struct Inset {
    /// Top left and bottom right, points.
    pub area: [DVec2; 2],
    /// Ring around the magnified area: center and radius; `None` where the area is large.
    pub ring: Option<(DVec2, f64)>,
    /// Name: `× 12`, `from behind`.
    pub name: String,
    /// Drawing, clipped at the sides, with the labels that belong there.
    pub flat: Flat,
    /// Whether it shows its subject from another direction than the pane.
    is_from_own_side: bool,
}

impl Detail {
    /// Direction towards the eye of a view from the detail's own side, not of unit length, and the name of that view;
    /// `None` where the detail faces this camera.
    fn own_view(&self, camera: &Camera) -> Option<(DVec3, &'static str)> {
        let faces = self.faces?.try_normalize()?;
        let axes = camera.axes();
        let front = faces.dot(axes.back);
        let name = if front < -FACING_AWAY { "from behind" } else { "from the side" };
        (front < FACING_AWAY).then_some((faces + axes.up.reject_from(faces).normalize_or_zero() * SLANT, name))
    }

    /// The detail in a pane; `None` where it is large enough and faces the eye, and for a detail without a size. `size`
    /// is that of the pane, `top` the height of its title, points.
    fn opening(&self, is_sphere: bool, camera: &Camera, (size, top): (DVec2, f64)) -> Option<Opening> {
        if !self.center.is_finite() || self.radius <= 0.0 || self.radius.is_nan() {
            return None;
        }
        let lens = camera.lens();
        let below = DVec2::new(0.0, if is_sphere { top } else { 0.0 });
        let middle = lens.project(self.center, size - below)? + below;
        let rim = lens.project(self.center + lens.axes().right * self.radius, size - below)? + below;
        let radius = middle.distance(rim);
        let own_view = self.own_view(camera);
        let small = if self.is_subject { MAX_MAGNIFIED_SUBJECT } else { MAX_MAGNIFIED };
        (own_view.is_some() || 2.0 * radius < small).then_some(Opening { middle, radius, own_view })
    }
}

/// Middle of points, and the radius around it, as seen from about the direction of an inset whose subject has the
/// outward direction `faces` (unit length): from slightly above, with y up. `None` without points.
pub fn from_own_side(points: &[DVec3], faces: DVec3) -> Option<(DVec3, f64)> {
    let camera = Camera::straight(faces + DVec3::Y.reject_from(faces).normalize_or_zero() * SLANT);
    let all: Vec<DVec3> = points.iter().map(|p| camera.to_view(*p)).collect();
    let low = all.iter().copied().reduce(DVec3::min)?;
    let middle = low.midpoint(all.iter().copied().reduce(DVec3::max)?);
    let radius = all.iter().map(|p| (*p - middle).truncate().length()).fold(0.0, f64::max);
    Some((camera.from_view(middle), radius))
}

/// Purpose of the drawing.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// A figure, whose pane is this drawing.
    Figure(&'a Flat),
    /// A screen, redrawn on every camera motion: nothing outside of the inset is computed.
    Screen,
}

/// Detail that has an inset.
struct Opening {
    /// Middle of the detail in the pane, points.
    middle: DVec2,
    /// Radius of the detail in the pane, points.
    radius: f64,
    /// Direction from which it is shown, with a name; `None` where it faces the eye.
    own_view: Option<(DVec3, &'static str)>,
}

impl Inset {
    /// Inset of the last requested detail that is small in this pane, or faces away; in a pane of `size`
    /// points, below its first `top` points.
    pub fn of(
        kind: ViewKind,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        purpose: Purpose<'_>,
    ) -> Option<Self> {
        let mut details = picture.requests.details.iter().rev();
        if size.min_element() < MIN_PANE_RATIO * SIDE_LIMITS[0] {
            return None;
        }
        details.find_map(|detail| {
            let opening = detail.opening(kind == ViewKind::Sphere, camera, (size, top))?;
            Self::build(kind, *detail, opening, picture, camera, (size, top), theme, purpose)
        })
    }

    /// Whether any of these details opens an inset.
    pub fn opens<'a>(
        kind: ViewKind,
        mut details: impl Iterator<Item = &'a Detail>,
        camera: &Camera,
        (size, top): (DVec2, f64),
    ) -> bool {
        let is_sphere = kind == ViewKind::Sphere;
        size.min_element() >= MIN_PANE_RATIO * SIDE_LIMITS[0]
            && details.any(|detail| detail.opening(is_sphere, camera, (size, top)).is_some())
    }

    /// Draws the inset of a detail; `None` where it would be of no use.
    #[expect(clippy::too_many_arguments, reason = "everything that the drawing depends on")]
    fn build(
        kind: ViewKind,
        detail: Detail,
        opening: Opening,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        purpose: Purpose<'_>,
    ) -> Option<Self> {
        let is_sphere = kind == ViewKind::Sphere;
        let side = side_of_inset(is_sphere, size);
        let Detail { center, radius, .. } = detail;
        let Opening { middle, radius: radius_in_pane, own_view } = opening;
        let view = own_view.map_or(*camera, |(back, _)| Camera { fov: camera.fov, ..Camera::straight(back) });
        let whole = is_sphere && own_view.is_some();
        let camera_of_inset = match own_view {
            Some(_) if !whole => below_name(center, radius, side, &view),
            _ => camera_around(center, if whole { SHOWN_RADIUS_OF_SPHERE } else { SHOWN_RADIUS } * radius, &view),
        };
        let magnification = 0.5 * side / (SHOWN_RADIUS * radius_in_pane);
        // An inset that hardly magnifies is useless.
        if own_view.is_none() && magnification < MIN_MAGNIFICATION {
            return None;
        }
        let name = match own_view {
            Some((_, name)) => name.to_owned(),
            None => format!("× {}", digits(magnification.round())),
        };
        let own_drawing = match (purpose, kind) {
            (Purpose::Figure(_), _) => Flat::default(),
            (Purpose::Screen, ViewKind::Sphere) => sphere::flatten(picture, camera, size, theme, top),
            (Purpose::Screen, _) => space::sketch(picture, camera, size, theme),
        };
        let drawing = if let Purpose::Figure(drawing) = purpose { drawing } else { &own_drawing };
        let area = place_inset(size, side, drawing, (middle, top));
        if own_view.is_none()
            && magnification < MIN_COVERING_MAGNIFICATION
            && covered_length(drawing, area) > MAX_COVERED * side
        {
            return None;
        }
        let pane = DVec2::splat(side);
        let mut flat = if is_sphere {
            sphere::flatten(picture, &camera_of_inset, pane, theme, 0.0)
        } else {
            let picture = without_coarse_bodies(picture, radius, own_view.is_some());
            let draw = if matches!(purpose, Purpose::Figure(_)) { space::flatten } else { space::close_up };
            draw(&picture, &camera_of_inset, pane, theme)
        };
        flat.words
            .retain(|(mark, _)| has_space_for_label(picture.marks[*mark].role, own_view.is_some(), is_sphere, side));
        translate(&mut flat, area[0]);
        let [low, high] = title(area, &name);
        // Signs on faces stay off the name.
        let plate = [low - 8.0, high + NAME_CLEARANCE];
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if is_in_box(at, plate)));
        // A ring around a large area adds nothing.
        let ring = (2.0 * radius_in_pane < MAX_RING).then_some((middle, radius_in_pane.max(MIN_RING)));
        Some(Self { area, ring, name, flat: clip_to_box(flat, area), is_from_own_side: own_view.is_some() })
    }

    /// Start of the name on its base line.
    pub(in crate::picture) fn name_at(&self) -> DVec2 {
        self.area[0] + NAME_AT
    }

    /// Bounding box of the name.
    pub(in crate::picture) fn title(&self) -> [DVec2; 2] {
        title(self.area, &self.name)
    }

    /// Whether labels at a point of the pane belong to the inset: the point is in the ring or covered by the inset.
    fn contains(&self, at: DVec2) -> bool {
        let [min, max] = self.area;
        at.cmpge(min).all() && at.cmple(max).all()
            || !self.is_from_own_side && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= radius + 1.0)
    }

    /// Whether numbers in dots at a point of the pane are visible in the inset, which shows slightly more than the
    /// ring.
    fn shows(&self, at: DVec2) -> bool {
        !self.is_from_own_side
            && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= UNCLIPPED * SHOWN_RADIUS * radius + 1.0)
    }

    /// Removes from the pane's drawing the labels that the inset shows or covers, and the numbers in dots that it
    /// shows. Labels avoid its leaders.
    pub fn take_words(&self, flat: &mut Flat) {
        flat.words.retain(|(_, at)| !self.contains(*at));
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
        let taken: Vec<[DVec2; 2]> = self.flat.taken.iter().copied().chain([self.title()]).collect();
        let pane = Pane::of(&self.flat, [min + LABEL_MARGIN, max - LABEL_MARGIN], &taken, backing);
        place_labels(picture, &self.flat, &pane, theme, measure, memory)
    }

    /// Lines from the ring to two corners of the inset.
    pub fn leaders(&self) -> Vec<[DVec2; 2]> {
        let ([min, max], Some((middle, radius))) = (self.area, self.ring) else { return Vec::new() };
        let center = 0.5 * (min + max);
        let across = (center - middle).normalize_or_zero().perp();
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let leaders = [1.0, -1.0].map(|side| {
            let offsets = corners.map(|corner| (side * (corner - center).dot(across), corner));
            let farthest = offsets.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
            [middle + across * (side * radius), farthest.map_or(center, |(_, corner)| corner)]
        });
        leaders.to_vec()
    }
}

/// Side of an inset in a pane of `size`, points.
fn side_of_inset(is_sphere: bool, size: DVec2) -> f64 {
    if size.x > WIDE_ASPECT * size.y && !is_sphere {
        return (RELATIVE_SIDE_IN_WIDE_PANE * size.y).clamp(SIDE_LIMITS[0], MAX_SIDE_IN_WIDE_PANE);
    }
    let relative = if is_sphere { RELATIVE_SIDE_OF_SPHERE } else { RELATIVE_SIDE };
    (relative * size.min_element()).clamp(SIDE_LIMITS[0], SIDE_LIMITS[1])
}

/// Bounding box of an inset's name.
fn title([min, _]: [DVec2; 2], name: &str) -> [DVec2; 2] {
    let wide = font::width(name, LETTERS, Weight::SemiBold);
    [min, min + NAME_AT + DVec2::new(wide + 6.0, 0.35 * LETTERS)]
}

/// The picture without round bodies whose facets are too coarse for the magnified area. Where the inset shows its
/// subject from its own side, meshes, bystanders and idle bodies, which would be in front or behind, are removed as
/// well.
fn without_coarse_bodies(picture: &Picture, radius: f64, is_from_own_side: bool) -> Picture {
    // Items refer to marks by index, so removed marks are replaced by a form that draws nothing.
    let nothing = Form::Polyline { points: Vec::new(), closed: false };
    let marks = picture.marks.iter().map(|mark| {
        let form = if is_kept(mark, radius, is_from_own_side) { &mark.form } else { &nothing };
        Mark { role: mark.role, key: mark.key.clone(), form: form.clone() }
    });
    marks.collect()
}

/// Whether [`without_coarse_bodies`] keeps a mark.
fn is_kept(mark: &Mark, radius: f64, is_from_own_side: bool) -> bool {
    match &mark.form {
        _ if is_from_own_side && matches!(mark.role, Role::Mesh | Role::Bystander | Role::Idle) => false,
        Form::Solid(solid) if solid.round || solid.sampled.is_some() => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = solid.vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
            radius > FACET_SCALE * low.distance(high) * 0.5
        }
        _ => true,
    }
}

/// Whether an inset has space for labels of this role: a sphere from its own side shows the names of the step's
/// subject; a small inset from the subject's own side shows all but lengths, which the pane shows anyway.
fn has_space_for_label(role: Role, is_from_own_side: bool, is_sphere: bool, side: f64) -> bool {
    match (is_from_own_side, is_sphere) {
        (true, true) => is_chosen(role),
        (true, false) => side >= SIDE_FOR_LENGTHS || !matches!(role, Role::Upper | Role::Lower | Role::Penetration),
        _ => true,
    }
}

/// A parallel camera with the same direction that shows `radius` (meters) around a point.
fn camera_around(target: DVec3, radius: f64, camera: &Camera) -> Camera {
    Camera { target, distance: radius / (camera.fov * 0.5).tan(), orthographic: true, ..*camera }
}

/// A parallel camera for an inset of this side, centered in the space below the name.
fn below_name(target: DVec3, radius: f64, side: f64, camera: &Camera) -> Camera {
    let shown_radius = SHOWN_RADIUS_BELOW_NAME * radius * side / (side - NAME_HEIGHT);
    camera_around(target + camera.axes().up * (shown_radius * NAME_HEIGHT / side), shown_radius, camera)
}

#[cfg(test)]
mod tests;
