//! Patches of planes in a pane. A plane is unbounded, so the drawn size is free: a patch that the edge of the pane
//! would clip is drawn smaller.

use glam::{DVec2, DVec3};

use crate::picture::marks::curve_points::{across, plane_patch};
use crate::picture::{Camera, Form, Lens, Mark, Picture};

/// Least scale of a patch, relative to its given size.
const MIN_SCALE: f64 = 0.3;

/// Distance of patches from the edge of the pane, points.
const EDGE_MARGIN: f64 = 5.0;

/// Distance from a plane, in half sizes of its patch, below which a point lies on it.
const PLANE_TOLERANCE: f64 = 1e-6;

/// Number of bisections for the size.
const BISECTIONS: usize = 12;

/// Patch of a plane.
#[derive(Clone, Copy)]
struct Patch {
    /// Center of the patch, meters.
    point: DVec3,
    /// Unit normal of the plane.
    normal: DVec3,
    /// Half the side of the patch, meters.
    half: f64,
}

/// A mark's patch; `None` for other marks and for half-planes.
fn patch_of(form: &Form) -> Option<Patch> {
    match *form {
        Form::Plane { point, normal, half_size } | Form::HalfSpace { point, normal, half_size, flat: false } => {
            Some(Patch { point, normal: normal.try_normalize()?, half: half_size })
        }
        _ => None,
    }
}

/// Center and half size of a drawn patch, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    point: DVec3,
    half: f64,
}

/// Drawn size of each patch among the marks, in their order, so that it fits into a pane of `size` points below its
/// first `top` points. Points shown on a patch, such as the end of a measured distance, stay on it. A patch whose
/// center is outside of the pane is unchanged.
pub fn placed_patches<'a>(
    marks: impl Iterator<Item = &'a Mark> + Clone,
    camera: &Camera,
    size: DVec2,
    top: f64,
) -> Vec<Placed> {
    let lens = camera.lens();
    let area = [DVec2::new(EDGE_MARGIN, top.max(EDGE_MARGIN)), size - EDGE_MARGIN];
    let patches = marks.clone().filter_map(|mark| patch_of(&mark.form));
    let view = PatchArea { lens, size, area };
    patches.map(|patch| placed(patch, extent_of_points(marks.clone(), patch), &view)).collect()
}

/// Margin of a patch around the points on it, so that none is on its border.
const CLEARANCE: f64 = 1.04;

/// End points that a mark shows, which may be on a patch; `None` for marks without.
fn end_points(form: &Form) -> Option<[DVec3; 2]> {
    match form {
        Form::Point(p) => Some([*p; 2]),
        Form::Segment(ends) => Some(*ends),
        Form::Arrow { from, to } => Some([*from, *to]),
        _ => None,
    }
}

/// Range of the points shown on a patch along its two sides, in half sizes from the center.
fn extent_of_points<'a>(marks: impl Iterator<Item = &'a Mark>, patch: Patch) -> [DVec2; 2] {
    let Patch { point, normal, half } = patch;
    let (u, v) = across(normal);
    let offsets = marks.filter_map(|mark| end_points(&mark.form)).flatten().map(|p| p - point);
    let in_plane = offsets.filter(|offset| offset.dot(normal).abs() <= PLANE_TOLERANCE * half);
    let places = in_plane
        .map(|offset| DVec2::new(offset.dot(u), offset.dot(v)) / half)
        .filter(|at| at.abs().max_element() <= 1.0);
    places.fold([DVec2::ZERO; 2], |[low, high], at| [low.min(at), high.max(at)])
}

/// Largest patch that fits around its own center; if that is too small for off-center points on it, around their
/// middle; if that does not fit either, the smallest patch around its center that contains them, although it is
/// clipped.
fn placed(patch: Patch, [low, high]: [DVec2; 2], view: &PatchArea) -> Placed {
    let Patch { point, normal, half } = patch;
    if !view.shows(point) || view.shows_patch(patch, 1.0) {
        return Placed { point, half };
    }
    let centered_scale = min_scale(low.abs().max(high).max_element());
    if view.shows_patch(patch, centered_scale) {
        return Placed { point, half: view.largest_scale(patch, centered_scale) * half };
    }
    let (u, v) = across(normal);
    let middle = 0.5 * (low + high);
    let shifted = Patch { point: point + (u * middle.x + v * middle.y) * half, ..patch };
    let shifted_scale = min_scale((0.5 * (high - low)).max_element());
    if view.shows_patch(shifted, shifted_scale) {
        return Placed { point: shifted.point, half: view.largest_scale(shifted, shifted_scale) * half };
    }
    Placed { point, half: centered_scale * half }
}

/// The mark with its patch resized.
pub fn resized(mark: &Mark, placed: Placed) -> Mark {
    let mut mark = mark.clone();
    if let Form::Plane { point, half_size, .. } | Form::HalfSpace { point, half_size, .. } = &mut mark.form {
        *point = placed.point;
        *half_size = placed.half;
    }
    mark
}

/// The marks with their patches resized to `placed`, in the order of the patches.
pub fn with_patches<'a>(marks: impl Iterator<Item = &'a Mark>, placed: &[Placed]) -> Vec<Mark> {
    let mut placed = placed.iter();
    marks
        .map(|mark| match patch_of(&mark.form).and_then(|_| placed.next()) {
            Some(at) => resized(mark, *at),
            None => mark.clone(),
        })
        .collect()
}

/// Resizes the patches of a picture to fit into a pane.
pub fn fit_patches(picture: &mut Picture, camera: &Camera, size: DVec2, top: f64) {
    let placed = placed_patches(picture.marks.iter(), camera, size, top);
    if !placed.is_empty() {
        picture.marks = with_patches(picture.marks.iter(), &placed);
    }
}

/// A pane and the area of it that patches may take.
struct PatchArea {
    lens: Lens,
    /// Size of the pane, points.
    size: DVec2,
    /// Least and greatest corner of the area for patches.
    area: [DVec2; 2],
}

impl PatchArea {
    /// Whether the area contains a point.
    fn shows(&self, p: DVec3) -> bool {
        let at = self.lens.project(p, self.size);
        at.is_some_and(|at| at.cmpge(self.area[0]).all() && at.cmple(self.area[1]).all())
    }

    /// Whether the area contains a patch at the scale `scale`.
    fn shows_patch(&self, patch: Patch, scale: f64) -> bool {
        let corners = plane_patch(patch.point, patch.normal, scale * patch.half);
        corners.is_some_and(|all| all.into_iter().all(|p| self.shows(p)))
    }

    /// Largest scale of a patch, from `least` to 1, that the area contains.
    fn largest_scale(&self, patch: Patch, least: f64) -> f64 {
        let mut low = least;
        let mut high = 1.0;
        for _ in 0..BISECTIONS {
            let scale = 0.5 * (low + high);
            if self.shows_patch(patch, scale) { low = scale } else { high = scale }
        }
        low
    }
}

/// Least scale of a patch that still contains points whose distance from its center is `farthest`, in half sizes.
fn min_scale(farthest: f64) -> f64 {
    MIN_SCALE.max(CLEARANCE * farthest).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Bounds, Role, ViewKind};

    #[test]
    fn a_patch_ends_before_the_edge_and_keeps_what_is_on_it() {
        let mut picture = Picture::default();
        let plane = |x: f64| Form::Plane { point: DVec3::X * x, normal: DVec3::Z, half_size: 1.0 };
        picture.add(Role::Bound, "middle", plane(0.0));
        picture.add(Role::Bound, "edge", plane(1.5));
        picture.add(Role::Bound, "outside", plane(9.0));
        let size = DVec2::splat(400.0);
        let mut bounds = Bounds::default();
        [-2.0, 2.0].into_iter().for_each(|x| bounds.include(DVec3::new(x, x, 0.0)));
        let ahead = Camera { azimuth: 0.0, elevation: 0.0, orthographic: true, ..Camera::default() };
        let camera = ViewKind::Space.framing(ahead, &bounds, 1.0, 0.0);
        let right = camera.project(DVec3::X * 1.5, size).unwrap();
        assert!((right - DVec2::new(350.0, 200.0)).length() < 1.0, "{right}");
        let all = |picture: &Picture| placed_patches(picture.marks.iter(), &camera, size, 30.0);
        let fitted = |picture: &Picture| all(picture).iter().map(|patch| patch.half).collect::<Vec<_>>();
        let sizes = fitted(&picture);
        assert_eq!((sizes[0], sizes[2]), (1.0, 1.0), "what fits, and what is not in the pane");
        assert!((sizes[1] - 0.45).abs() < 0.01, "up to five points before the edge: {sizes:?}");
        picture.point(Role::NewSupport, "w", DVec3::new(1.5, 0.8, 0.0));
        let up = all(&picture)[1];
        assert!((up.half - 0.45).abs() < 0.01 && up.point.y + up.half > 0.8, "the point stays on the patch: {up:?}");
        picture.point(Role::NewSupport, "w", DVec3::new(0.9, 0.8, 0.0));
        let aside = all(&picture)[1];
        assert!(aside.point.x < 1.45 && aside.half < 0.76, "it goes to the side where they are: {aside:?}");
        let reach = DVec2::new(aside.point.x, aside.point.y);
        for at in [DVec2::new(1.5, 0.0), DVec2::new(1.5, 0.8), DVec2::new(0.9, 0.8)] {
            assert!((at - reach).abs().max_element() < aside.half, "{at} lies on {aside:?}");
        }
        fit_patches(&mut picture, &camera, size, 30.0);
        assert_eq!(fitted(&picture)[0], 1.0);
        assert!(matches!(picture.marks[1].form, Form::Plane { half_size, .. } if half_size == aside.half));
    }
}
