//! Sizes of the square patches that represent planes. A plane is unbounded, so the size of its patch is free: a patch
//! that the edge of the pane would clip is drawn smaller, or moved along its plane.

use glam::{DVec2, DVec3};

use crate::marks::curve_points::{plane_axes, plane_patch};
use crate::{Camera, Form, Lens, Mark, Picture};

/// Least scale of a patch, relative to its given size.
const MIN_SCALE: f64 = 0.3;

/// Distance of patches from the edge of the pane, points.
const EDGE_MARGIN: f64 = 5.0;

/// Distance from a plane, in half sizes of its patch, up to which a point is on it.
const PLANE_TOLERANCE: f64 = 1e-6;

/// Number of bisections for the size: they leave an error of less than a thousandth of the patch.
const BISECTIONS: usize = 12;

/// Size of a patch relative to the extent of the points on it, so that none is on its border.
const CLEARANCE: f64 = 1.04;

/// Square patch of a plane.
#[derive(Clone, Copy)]
struct Patch {
    /// Center of the patch, meters.
    point: DVec3,
    /// Unit normal of the plane.
    normal: DVec3,
    /// Half the side of the patch, meters.
    half: f64,
}

/// The patch that a form is drawn as; `None` for forms other than planes and half-spaces, and for half-planes.
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
pub struct PatchPlacement {
    point: DVec3,
    half: f64,
}

/// Chooses center and size of each patch among the marks, in their order, so that it fits into a pane of `size` points
/// below its first `top` points. Points shown on a patch, such as the end of a measured distance, stay on it. A patch
/// whose center is outside of the pane is unchanged.
pub fn place_patches<'a>(
    marks: impl Iterator<Item = &'a Mark> + Clone,
    camera: &Camera,
    size: DVec2,
    top: f64,
) -> Vec<PatchPlacement> {
    let lens = camera.lens();
    let area = [DVec2::new(EDGE_MARGIN, top.max(EDGE_MARGIN)), size - EDGE_MARGIN];
    let patches = marks.clone().filter_map(|mark| patch_of(&mark.form));
    let view = PatchArea { lens, size, area };
    patches.map(|patch| place_patch(patch, extent_of_points(marks.clone(), patch), &view)).collect()
}

/// End points that a mark shows, which may be on a patch; `None` for marks without.
fn end_points(form: &Form) -> Option<[DVec3; 2]> {
    match form {
        Form::Point(p) => Some([*p; 2]),
        Form::Segment(ends) => Some(*ends),
        Form::Arrow { from, to } => Some([*from, *to]),
        _ => None,
    }
}

/// Least and greatest coordinates of the points shown on a patch, along the two axes of [`plane_axes`], in half sizes
/// of the patch from its center. The center is always included.
fn extent_of_points<'a>(marks: impl Iterator<Item = &'a Mark>, patch: Patch) -> [DVec2; 2] {
    let Patch { point, normal, half } = patch;
    let [u, v] = plane_axes(normal);
    let offsets = marks.filter_map(|mark| end_points(&mark.form)).flatten().map(|p| p - point);
    let in_plane = offsets.filter(|offset| offset.dot(normal).abs() <= PLANE_TOLERANCE * half);
    let coordinates = in_plane.map(|offset| DVec2::new(offset.dot(u), offset.dot(v)) / half);
    let on_patch = coordinates.filter(|at| at.abs().max_element() <= 1.0);
    on_patch.fold([DVec2::ZERO; 2], |[low, high], at| [low.min(at), high.max(at)])
}

/// Chooses the largest patch around its own center that fits into the area of `view`. If that is too small to contain
/// the points on it, which extend from `low` to `high`, the patch is centered on the middle of these points. If that
/// does not fit either, the result is the smallest patch around the own center that contains the points, although it is
/// clipped.
fn place_patch(patch: Patch, [low, high]: [DVec2; 2], view: &PatchArea) -> PatchPlacement {
    let Patch { point, normal, half } = patch;
    if !view.shows(point) || view.shows_patch(patch, 1.0) {
        return PatchPlacement { point, half };
    }
    let centered_scale = min_scale(low.abs().max(high).max_element());
    if view.shows_patch(patch, centered_scale) {
        return PatchPlacement { point, half: view.largest_scale(patch, centered_scale) * half };
    }
    let [u, v] = plane_axes(normal);
    let middle = 0.5 * (low + high);
    let shifted = Patch { point: point + (u * middle.x + v * middle.y) * half, ..patch };
    let shifted_scale = min_scale((0.5 * (high - low)).max_element());
    if view.shows_patch(shifted, shifted_scale) {
        return PatchPlacement { point: shifted.point, half: view.largest_scale(shifted, shifted_scale) * half };
    }
    PatchPlacement { point, half: centered_scale * half }
}

/// A copy of the mark with the center and size of its patch changed to `placement`.
fn resize_patch(mark: &Mark, placement: PatchPlacement) -> Mark {
    let mut mark = mark.clone();
    if let Form::Plane { point, half_size, .. } | Form::HalfSpace { point, half_size, .. } = &mut mark.form {
        *point = placement.point;
        *half_size = placement.half;
    }
    mark
}

/// Copies of the marks, with their patches changed to `placements`, which are in the order of the patches.
pub fn resize_patches<'a>(marks: impl Iterator<Item = &'a Mark>, placements: &[PatchPlacement]) -> Vec<Mark> {
    let mut placements = placements.iter();
    marks
        .map(|mark| match patch_of(&mark.form).and_then(|_| placements.next()) {
            Some(placement) => resize_patch(mark, *placement),
            None => mark.clone(),
        })
        .collect()
}

/// Changes the patches of a picture so that they fit into a pane of `size` points below its first `top` points.
pub fn fit_patches(picture: &mut Picture, camera: &Camera, size: DVec2, top: f64) {
    let placements = place_patches(picture.marks.iter(), camera, size, top);
    if !placements.is_empty() {
        picture.marks = resize_patches(picture.marks.iter(), &placements);
    }
}

/// A pane and the area of it that patches may take.
struct PatchArea {
    lens: Lens,
    /// Size of the pane, points.
    size: DVec2,
    /// Top left and bottom right corner of the area for patches, points.
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
        corners.is_some_and(|corners| corners.into_iter().all(|p| self.shows(p)))
    }

    /// Largest scale from `least` to 1 at which the area contains a patch, by bisection.
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
    use crate::{Bounds, Role, ViewKind};

    #[test]
    fn a_patch_ends_before_the_edge_and_keeps_the_points_on_it() {
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
        let all = |picture: &Picture| place_patches(picture.marks.iter(), &camera, size, 30.0);
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
