//! Insets: details that are too small, or face away from the eye, are drawn again in a corner of the pane, magnified or
//! from their own side. The result is flat, in the pane's points, so that figures and the window show the
//! same.

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
const SMALL: f64 = 44.0;

/// Diameter below which the subject of the current step (role `Simplex`) is magnified, points.
const SMALL_SUBJECT: f64 = 72.0;

/// Least and greatest side of an inset, points.
const SIDE: [f64; 2] = [96.0, 220.0];

/// Side of an inset relative to the pane's shorter side.
const RELATIVE_SIDE: f64 = 0.36;

/// Aspect (width over height) above which a pane is wide and its inset larger.
const WIDE: f64 = 1.8;

/// Side of an inset in a wide pane relative to the pane's height.
const RELATIVE_SIDE_IN_WIDE: f64 = 0.48;

/// Greatest side of an inset in a wide pane, points.
const LARGEST_SIDE_IN_WIDE: f64 = 250.0;

/// Least size of a pane with an inset, in least sides of an inset.
const LEAST_PANE: f64 = 1.7;

/// Magnification from which an inset may cover any number of lines.
const WORTH_COVERING: f64 = 4.5;

/// Length of lines that an inset of a lower magnification may cover, in its sides.
const MOST_COVERED: f64 = 1.0;

/// Magnification below which there is no inset.
const LEAST_MAGNIFICATION: f64 = 1.6;

/// Radius that an inset shows, relative to the radius of the detail.
const SHOWN_RADIUS: f64 = 1.25;

/// Radius that an inset shows from the detail's own side, relative to the radius of the detail; the detail is in the
/// space below the name.
const SHOWN_RADIUS_BELOW_NAME: f64 = 1.15;

/// Distance of labels from the sides, points.
const LABEL_MARGIN: f64 = 4.0;

/// Height of the name, points.
const NAME_HEIGHT: f64 = 20.0;

/// Side above which an inset has space for labels of lengths, points.
const SIDE_FOR_LENGTHS: f64 = 150.0;

/// Least radius of the ring around the magnified area, points.
const LEAST_RING: f64 = 5.0;

/// Diameter above which the magnified area has no ring, points.
const LARGEST_RING: f64 = 90.0;

/// Radius shown around a sphere relative to its own, which leaves space for the inset's name.
const SHOWN_RADIUS_OF_SPHERE: f64 = 1.4;

/// Sine (about 12°) of the angle between a direction and the pane below which the direction counts as facing away.
const FACING_AWAY: f64 = 0.2;

/// Upward part of the direction of view from the mark's own side, so that depth is visible.
const SLANT: f64 = 0.4;

/// Side of an inset relative to the shorter side of a pane with a sphere, which leaves the corners free.
const RELATIVE_SIDE_OF_SPHERE: f64 = 0.42;

/// Letter height of the name, points.
pub(in crate::picture) const LETTERS: f64 = 11.5;

/// Share of a round body's size below which details do not lie on its facets; there its supporting plane represents the
/// surface.
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
    /// Direction of view and its name, if the subject faces away from this camera.
    fn turned(&self, camera: &Camera) -> Option<(DVec3, &'static str)> {
        let faces = self.faces?.try_normalize()?;
        let axes = camera.axes();
        let front = faces.dot(axes.back);
        let name = if front < -FACING_AWAY { "from behind" } else { "from the side" };
        (front < FACING_AWAY).then_some((faces + axes.up.reject_from(faces).normalize_or_zero() * SLANT, name))
    }

    /// The detail in a pane; `None` where it is large enough and faces the eye.
    fn opened(&self, is_sphere: bool, camera: &Camera, (size, top): (DVec2, f64)) -> Option<Opened> {
        if !self.center.is_finite() || self.radius <= 0.0 || self.radius.is_nan() {
            return None;
        }
        let lens = camera.lens();
        let below = DVec2::new(0.0, if is_sphere { top } else { 0.0 });
        let middle = lens.project(self.center, size - below)? + below;
        let rim = lens.project(self.center + lens.axes().right * self.radius, size - below)? + below;
        let reach = middle.distance(rim);
        let turned = self.turned(camera);
        let small = if self.is_subject { SMALL_SUBJECT } else { SMALL };
        (turned.is_some() || 2.0 * reach < small).then_some(Opened { middle, reach, turned })
    }
}

/// Middle of points, and the radius around it, as seen from the direction of an inset that looks at them from
/// outside along `faces`.
pub fn from_own_side(points: &[DVec3], faces: DVec3) -> Option<(DVec3, f64)> {
    let seen = Camera::straight(faces + DVec3::Y.reject_from(faces).normalize_or_zero() * SLANT);
    let all: Vec<DVec3> = points.iter().map(|p| seen.to_view(*p)).collect();
    let low = all.iter().copied().reduce(DVec3::min)?;
    let middle = low.midpoint(all.iter().copied().reduce(DVec3::max)?);
    let reach = all.iter().map(|p| (*p - middle).truncate().length()).fold(0.0, f64::max);
    Some((seen.from_view(middle), reach))
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
struct Opened {
    /// Middle of the detail in the pane, points.
    middle: DVec2,
    /// Radius of the detail in the pane, points.
    reach: f64,
    /// Direction from which it is shown, with a name, if it faces away from the eye.
    turned: Option<(DVec3, &'static str)>,
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
        let details = picture.requests.details.iter().rev();
        let wide = size.min_element() >= LEAST_PANE * SIDE[0];
        details.filter(|_| wide).find_map(|detail| {
            let opened = detail.opened(kind == ViewKind::Sphere, camera, (size, top))?;
            Self::build(kind, *detail, opened, picture, camera, (size, top), theme, purpose)
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
        size.min_element() >= LEAST_PANE * SIDE[0]
            && details.any(|detail| detail.opened(is_sphere, camera, (size, top)).is_some())
    }

    /// Draws the inset of a detail; `None` where it would be of no use.
    #[expect(clippy::too_many_arguments, reason = "everything that the drawing depends on")]
    fn build(
        kind: ViewKind,
        detail: Detail,
        opened: Opened,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        purpose: Purpose<'_>,
    ) -> Option<Self> {
        let is_sphere = kind == ViewKind::Sphere;
        let side = side_of_inset(is_sphere, size);
        let Detail { center, radius, .. } = detail;
        let Opened { middle, reach, turned } = opened;
        let seen = turned.map_or(*camera, |(back, _)| Camera { fov: camera.fov, ..Camera::straight(back) });
        let whole = is_sphere && turned.is_some();
        let near = match turned {
            Some(_) if !whole => below_name(center, radius, side, &seen),
            _ => camera_around(center, if whole { SHOWN_RADIUS_OF_SPHERE } else { SHOWN_RADIUS } * radius, &seen),
        };
        let times = 0.5 * side / (SHOWN_RADIUS * reach);
        // An inset that hardly magnifies is useless.
        if turned.is_none() && times < LEAST_MAGNIFICATION {
            return None;
        }
        let name = match turned {
            Some((_, name)) => name.to_owned(),
            None => format!("× {}", digits(times.round())),
        };
        let sketched = match (purpose, kind) {
            (Purpose::Figure(_), _) => Flat::default(),
            (Purpose::Screen, ViewKind::Sphere) => sphere::flatten(picture, camera, size, theme, top),
            (Purpose::Screen, _) => space::sketch(picture, camera, size, theme),
        };
        let drawn = if let Purpose::Figure(drawn) = purpose { drawn } else { &sketched };
        let area = place_inset(size, side, drawn, (middle, top));
        if turned.is_none() && times < WORTH_COVERING && covered_length(drawn, area) > MOST_COVERED * side {
            return None;
        }
        let pane = DVec2::splat(side);
        let mut flat = if is_sphere {
            sphere::flatten(picture, &near, pane, theme, 0.0)
        } else {
            let picture = without_coarse_bodies(picture, radius, turned.is_some());
            let draw = if matches!(purpose, Purpose::Figure(_)) { space::flatten } else { space::close_up };
            draw(&picture, &near, pane, theme)
        };
        flat.words
            .retain(|(mark, _)| has_space_for_label(picture.marks[*mark].role, turned.is_some(), is_sphere, side));
        translate(&mut flat, area[0]);
        let [low, high] = title(area, &name);
        // Signs on faces stay off the name.
        let plate = [low - 8.0, high + DVec2::new(13.0, 16.0)];
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if is_in_box(at, plate)));
        // A ring around a large area adds nothing.
        let ring = (2.0 * reach < LARGEST_RING).then_some((middle, reach.max(LEAST_RING)));
        Some(Self { area, ring, name, flat: clip_to_box(flat, area), is_from_own_side: turned.is_some() })
    }

    /// Start of the name on the base line.
    pub(in crate::picture) fn name_at(&self) -> DVec2 {
        self.area[0] + DVec2::new(8.0, 16.0)
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
            && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= 0.97 * SHOWN_RADIUS * radius + 1.0)
    }

    /// Removes the words that the inset shows from the pane's drawing. Labels avoid the inset's leaders.
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
            let offs = corners.map(|corner| (side * (corner - center).dot(across), corner));
            let farthest = offs.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
            [middle + across * (side * radius), farthest.map_or(center, |(_, corner)| corner)]
        });
        leaders.to_vec()
    }
}

/// Side of an inset in a pane of `size`, points.
fn side_of_inset(is_sphere: bool, size: DVec2) -> f64 {
    if size.x > WIDE * size.y && !is_sphere {
        return (RELATIVE_SIDE_IN_WIDE * size.y).clamp(SIDE[0], LARGEST_SIDE_IN_WIDE);
    }
    let relative = if is_sphere { RELATIVE_SIDE_OF_SPHERE } else { RELATIVE_SIDE };
    (relative * size.min_element()).clamp(SIDE[0], SIDE[1])
}

/// Bounding box of an inset's name.
fn title([min, _]: [DVec2; 2], name: &str) -> [DVec2; 2] {
    let wide = font::width(name, LETTERS, Weight::SemiBold);
    [min, min + DVec2::new(8.0 + wide + 6.0, 16.0 + 0.35 * LETTERS)]
}

/// The picture without round bodies whose facets are too coarse for the magnified area. Where the inset shows its
/// subject from another direction (`turned`), meshes and bystanders, which would be in front or behind, are removed as
/// well.
fn without_coarse_bodies(picture: &Picture, radius: f64, turned: bool) -> Picture {
    // Items refer to marks by index, so removed marks are replaced by a form that draws nothing.
    let nothing = Form::Polyline { points: Vec::new(), closed: false };
    let kept = picture.marks.iter().map(|mark| match is_kept(mark, radius, turned) {
        true => mark.clone(),
        false => Mark { form: nothing.clone(), ..mark.clone() },
    });
    kept.collect()
}

/// Whether [`without_coarse_bodies`] keeps a mark.
fn is_kept(mark: &Mark, radius: f64, turned: bool) -> bool {
    match &mark.form {
        _ if turned && matches!(mark.role, Role::Mesh | Role::Bystander | Role::Idle) => false,
        Form::Solid(solid) if solid.round || solid.sampled.is_some() => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = solid.vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
            radius > FACET_SCALE * low.distance(high) * 0.5
        }
        _ => true,
    }
}

/// Whether an inset has space for labels of this role: a small sphere shows the names of the step's subject; a small
/// inset of a rotated body shows all but lengths, which the pane shows anyway.
fn has_space_for_label(role: Role, turned: bool, is_sphere: bool, side: f64) -> bool {
    match (turned, is_sphere) {
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
    let reach = SHOWN_RADIUS_BELOW_NAME * radius * side / (side - NAME_HEIGHT);
    camera_around(target + camera.axes().up * (reach * NAME_HEIGHT / side), reach, camera)
}

#[cfg(test)]
mod tests;
