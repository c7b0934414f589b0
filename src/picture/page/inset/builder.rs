//! Construction of an inset: its size, camera, place and drawing.

use glam::{DVec2, DVec3};

use super::clipping::{clip_to_box, is_in_box, translate};
use super::place::{covered_length, place_inset};
use super::{Inset, InsetPurpose, MIN_SIDE, OpenDetail, OwnView, PaneExtent, SHOWN_RADIUS, name_box};
use crate::flat::{Draw, Flat};
use crate::sphere::{self, is_subject_on_sphere};
use crate::{Camera, Detail, Form, Mark, Picture, Role, Theme, ViewKind, digits, space};

/// Greatest side of an inset, points.
const MAX_SIDE: f64 = 220.0;

/// Side of an inset relative to the pane's shorter side.
const RELATIVE_SIDE: f64 = 0.36;

/// Aspect (width over height) above which a pane is wide and its inset larger.
const WIDE_ASPECT: f64 = 1.8;

/// Side of an inset in a wide pane relative to the pane's height.
const RELATIVE_SIDE_IN_WIDE_PANE: f64 = 0.48;

/// Greatest side of an inset in a wide pane, points.
const MAX_SIDE_IN_WIDE_PANE: f64 = 250.0;

/// Magnification from which an inset may cover any number of lines.
const MIN_COVERING_MAGNIFICATION: f64 = 4.5;

/// Length of lines that an inset of a lower magnification may cover, relative to its side.
const MAX_COVERED: f64 = 1.0;

/// Magnification below which an inset is useless.
const MIN_MAGNIFICATION: f64 = 1.6;

/// Radius that an inset shows from the detail's own side, relative to the radius of the detail; the detail is in the
/// space below the name.
const SHOWN_RADIUS_BELOW_NAME: f64 = 1.15;

/// Height of the name, points.
const NAME_HEIGHT: f64 = 20.0;

/// Space to the left of the name and above it that numbers on faces leave free, points.
const NAME_MARGIN: f64 = 8.0;

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

/// Side of an inset relative to the shorter side of a pane with a sphere, which leaves the corners free.
const RELATIVE_SIDE_OF_SPHERE: f64 = 0.42;

/// Radius of a detail below which a round body's facets are too coarse for it, in half diagonals of the body; its
/// supporting plane then represents the surface.
const FACET_SCALE: f64 = 4e-3;

/// The pane of an inset and everything else that the inset depends on, except its detail.
pub(super) struct InsetBuilder<'a> {
    pub kind: ViewKind,
    pub picture: &'a Picture,
    /// Camera of the pane.
    pub camera: &'a Camera,
    pub pane: PaneExtent,
    pub theme: Theme,
    pub purpose: InsetPurpose<'a>,
}

impl InsetBuilder<'_> {
    /// Draws the inset of a detail; `None` where it would hardly magnify, or would cover too many lines for its
    /// magnification.
    pub(super) fn build(&self, detail: Detail, open: OpenDetail) -> Option<Inset> {
        let is_sphere = self.kind == ViewKind::Sphere;
        let is_from_own_side = open.own_view.is_some();
        let side = side_of_inset(is_sphere, self.pane.size);
        let magnification = 0.5 * side / (SHOWN_RADIUS * open.radius);
        if !is_from_own_side && magnification < MIN_MAGNIFICATION {
            return None;
        }
        let area = self.place(side, &open, magnification)?;
        let name = match open.own_view.as_ref().and_then(|view| view.name) {
            Some(name) => name.to_owned(),
            None => format!("× {}", digits(magnification.round())),
        };
        let camera = self.camera_of_inset(&detail, open.own_view.as_ref(), side);
        let mut flat = self.draw(&camera, side, detail.radius, is_from_own_side);
        flat.words
            .retain(|(mark, _)| has_space_for_label(self.picture.marks[*mark].role, is_from_own_side, is_sphere, side));
        translate(&mut flat, area[0]);
        let [low, high] = name_box(area, &name);
        // Signs on faces stay off the name.
        let plate = [low - NAME_MARGIN, high + NAME_CLEARANCE];
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if is_in_box(at, plate)));
        // A ring around a large area adds nothing.
        let ring = (2.0 * open.radius < MAX_RING).then_some((open.middle, open.radius.max(MIN_RING)));
        // Names in the magnified area stay at their dot, but its lengths are too short for labels.
        let is_magnified = open.own_view.as_ref().is_none_or(|view| view.name.is_none());
        let lengths = if is_magnified { self.labels_of_lengths() } else { Vec::new() };
        Some(Inset { area, ring, name, flat: clip_to_box(flat, area), is_from_own_side, lengths })
    }

    /// Indices of the marks that are labels with a length in meters.
    fn labels_of_lengths(&self) -> Vec<usize> {
        let labels = self.picture.marks.iter().enumerate().filter(|(_, mark)| match &mark.form {
            Form::Label { text, .. } => text.ends_with('m') && text.contains(|c: char| c.is_ascii_digit()),
            _ => false,
        });
        labels.map(|(index, _)| index).collect()
    }

    /// Box of the inset in the pane; `None` where an inset of a low magnification would cover too many lines.
    fn place(&self, side: f64, open: &OpenDetail, magnification: f64) -> Option<[DVec2; 2]> {
        let sketch;
        let drawing = match self.purpose {
            InsetPurpose::Figure(drawing) => drawing,
            InsetPurpose::Screen => {
                sketch = self.sketch_pane();
                &sketch
            }
        };
        let subjects = match self.purpose {
            InsetPurpose::Figure(_) => Vec::new(),
            InsetPurpose::Screen => self.subjects(drawing),
        };
        let area = place_inset(self.pane, side, drawing, open.middle, &subjects);
        let may_cover_lines = open.own_view.is_some() || magnification >= MIN_COVERING_MAGNIFICATION;
        let covers_too_much = !may_cover_lines && covered_length(drawing, area) > MAX_COVERED * side;
        if covers_too_much { None } else { Some(area) }
    }

    /// Places of the dots and labels that a step is about, such as the new support point, points.
    fn subjects(&self, drawing: &Flat) -> Vec<DVec2> {
        let dots = drawing.items.iter().filter_map(|item| match &item.draw {
            Draw::Dot { at, .. } => Some((item.mark, *at)),
            Draw::Text { .. } | Draw::Fill { .. } | Draw::Line { .. } => None,
        });
        let marked = dots.chain(drawing.words.iter().copied());
        let subjects = marked.filter(|(mark, _)| {
            self.picture.marks.get(*mark).is_some_and(|mark| matches!(mark.role, Role::NewSupport | Role::Witness))
        });
        subjects.map(|(_, at)| at).collect()
    }

    /// Drawing of the pane, accurate enough to find free space in it.
    fn sketch_pane(&self) -> Flat {
        match self.kind {
            ViewKind::Sphere => sphere::flatten(self.picture, self.camera, self.pane.size, self.theme, self.pane.top),
            _ => space::sketch(self.picture, self.camera, self.pane.size, self.theme),
        }
    }

    /// Camera of an inset with the given side (points): from the detail's own side, or from the pane's direction.
    fn camera_of_inset(&self, detail: &Detail, own_view: Option<&OwnView>, side: f64) -> Camera {
        let Some(own_view) = own_view else {
            return camera_around(detail.center, SHOWN_RADIUS * detail.radius, self.camera);
        };
        let camera = self.camera.looking_against(own_view.back);
        if self.kind == ViewKind::Sphere {
            camera_around(detail.center, SHOWN_RADIUS_OF_SPHERE * detail.radius, &camera)
        } else {
            camera_below_name(detail.center, detail.radius, side, &camera)
        }
    }

    /// Drawing of the inset, in points from its top left. `radius` is that of the detail, in the picture's coordinates.
    fn draw(&self, camera: &Camera, side: f64, radius: f64, is_from_own_side: bool) -> Flat {
        let size = DVec2::splat(side);
        if self.kind == ViewKind::Sphere {
            return sphere::flatten(self.picture, camera, size, self.theme, 0.0);
        }
        let picture = without_coarse_bodies(self.picture, radius, is_from_own_side);
        match self.purpose {
            InsetPurpose::Figure(_) => space::flatten(&picture, camera, size, self.theme),
            InsetPurpose::Screen => space::close_up(&picture, camera, size, self.theme),
        }
    }
}

/// Side of an inset in a pane of the size `size`, points.
fn side_of_inset(is_sphere: bool, size: DVec2) -> f64 {
    if size.x > WIDE_ASPECT * size.y && !is_sphere {
        return (RELATIVE_SIDE_IN_WIDE_PANE * size.y).clamp(MIN_SIDE, MAX_SIDE_IN_WIDE_PANE);
    }
    let relative = if is_sphere { RELATIVE_SIDE_OF_SPHERE } else { RELATIVE_SIDE };
    (relative * size.min_element()).clamp(MIN_SIDE, MAX_SIDE)
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

/// Whether [`without_coarse_bodies`] keeps a mark. `radius` is that of the detail, in the picture's coordinates.
fn is_kept(mark: &Mark, radius: f64, is_from_own_side: bool) -> bool {
    if is_from_own_side && matches!(mark.role, Role::Mesh | Role::Bystander | Role::Idle) {
        return false;
    }
    let Form::Solid(solid) = &mark.form else { return true };
    if !solid.round && solid.sampled.is_none() {
        return true;
    }
    let low = solid.vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
    let high = solid.vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
    radius > FACET_SCALE * low.distance(high) * 0.5
}

/// Whether an inset with the side `side` (points) has space for labels of this role. On a sphere seen from the
/// subject's own side only the names of the step's subject have space, and in a small inset from there all but lengths,
/// which the pane shows anyway.
fn has_space_for_label(role: Role, is_from_own_side: bool, is_sphere: bool, side: f64) -> bool {
    if !is_from_own_side {
        return true;
    }
    if is_sphere {
        return is_subject_on_sphere(role);
    }
    let is_length = matches!(role, Role::Upper | Role::Lower | Role::Penetration);
    side >= SIDE_FOR_LENGTHS || !is_length
}

/// A parallel camera with the same direction that shows `radius` (meters) around a point.
fn camera_around(target: DVec3, radius: f64, camera: &Camera) -> Camera {
    Camera { target, distance: radius / (camera.fov * 0.5).tan(), orthographic: true, ..*camera }
}

/// A parallel camera for an inset of the side `side` (points) that shows `radius` (meters) around a point in the space
/// below the name.
fn camera_below_name(target: DVec3, radius: f64, side: f64, camera: &Camera) -> Camera {
    let shown_radius = SHOWN_RADIUS_BELOW_NAME * radius * side / (side - NAME_HEIGHT);
    camera_around(target + camera.axes().up * (shown_radius * NAME_HEIGHT / side), shown_radius, camera)
}
