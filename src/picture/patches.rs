//! Patches of planes in a pane: a plane goes on for ever, so how much of it is drawn is free, and a patch that the edge of the pane
//! would cut is drawn smaller.

use glam::{DVec2, DVec3};

use super::corners::{across, plane_patch};
use super::{Camera, Form, Lens, Mark, Picture};

/// No patch becomes smaller than this share.
const LEAST: f64 = 0.3;

/// So far from the edge of the pane it ends, points.
const EDGE: f64 = 5.0;

/// So near to a plane, in sizes of its patch, a point lies on it.
const ON_IT: f64 = 1e-6;

/// Halvings by which the size is found.
const HALVINGS: usize = 12;

/// The patch of a mark: its middle, normal and half size. The surface of a half-plane is no patch.
fn patch_of(form: &Form) -> Option<(DVec3, DVec3, f64)> {
    match *form {
        Form::Plane { point, normal, half_size } | Form::HalfSpace { point, normal, half_size, flat: false } => {
            Some((point, normal.try_normalize()?, half_size))
        }
        _ => None,
    }
}

/// Half the size of each patch among the marks, in their order, so that it lies in a pane of `size` points, of which the first `top`
/// are left free. What is shown on a patch, as the point to which a distance is measured, stays on it; a patch whose middle is not in
/// the pane stays as it is.
pub fn patch_sizes<'a>(
    marks: impl Iterator<Item = &'a Mark> + Clone,
    camera: &Camera,
    size: DVec2,
    top: f64,
) -> Vec<f64> {
    let lens = camera.lens();
    let room = [DVec2::new(EDGE, top.max(EDGE)), size - EDGE];
    let patches = marks.clone().filter_map(|mark| patch_of(&mark.form));
    patches.map(|patch| patch.2 * share(patch, held(marks.clone(), patch), &lens, (size, room))).collect()
}

/// Which share of a patch holds all points that are shown on it.
fn held<'a>(marks: impl Iterator<Item = &'a Mark>, (point, normal, half): (DVec3, DVec3, f64)) -> f64 {
    let (u, v) = across(normal);
    let ends = marks.flat_map(|mark| match &mark.form {
        Form::Point(p) => [*p; 2],
        Form::Segment(ends) => *ends,
        Form::Arrow { from, to } => [*from, *to],
        _ => [DVec3::NAN; 2],
    });
    let on_it = ends.map(|p| p - point).filter(|off| off.dot(normal).abs() <= ON_IT * half);
    let shares = on_it.map(|off| off.dot(u).abs().max(off.dot(v).abs()) / half);
    shares.filter(|share| *share <= 1.0).fold(0.0, f64::max)
}

fn share((point, normal, half): (DVec3, DVec3, f64), held: f64, lens: &Lens, (size, room): (DVec2, [DVec2; 2])) -> f64 {
    let inside = |p: DVec3| lens.project(p, size).is_some_and(|at| at.cmpge(room[0]).all() && at.cmple(room[1]).all());
    let fits = |share: f64| plane_patch(point, normal, share * half).is_some_and(|all| all.into_iter().all(inside));
    if !inside(point) || fits(1.0) {
        return 1.0;
    }
    let (mut low, mut high) = (LEAST.max(1.04 * held).min(1.0), 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

/// The same mark with a patch of half that size.
pub fn resized(mark: &Mark, half: f64) -> Mark {
    let mut mark = mark.clone();
    if let Form::Plane { half_size, .. } | Form::HalfSpace { half_size, .. } = &mut mark.form {
        *half_size = half;
    }
    mark
}

/// The marks, patches among them as large as `sizes` says, in their order.
pub fn with_patches<'a>(marks: impl Iterator<Item = &'a Mark>, sizes: &[f64]) -> Vec<Mark> {
    let mut sizes = sizes.iter();
    let sized = |mark: &Mark| match patch_of(&mark.form).and_then(|_| sizes.next()) {
        Some(half) => resized(mark, *half),
        None => mark.clone(),
    };
    marks.map(sized).collect()
}

/// Makes the patches of a picture fit into a pane.
pub(super) fn fit(picture: &mut Picture, camera: &Camera, size: DVec2, top: f64) {
    let sizes = patch_sizes(picture.marks.iter(), camera, size, top);
    if !sizes.is_empty() {
        picture.marks = with_patches(picture.marks.iter(), &sizes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bounds, Role, ViewKind};
    use super::*;

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
        let fitted = |picture: &Picture| patch_sizes(picture.marks.iter(), &camera, size, 30.0);
        let sizes = fitted(&picture);
        assert_eq!((sizes[0], sizes[2]), (1.0, 1.0), "what fits, and what is not in the pane");
        assert!((sizes[1] - 0.45).abs() < 0.01, "up to five points before the edge: {sizes:?}");
        picture.point(Role::NewSupport, "w", DVec3::new(1.5, 0.8, 0.0));
        let sizes = fitted(&picture);
        assert!(sizes[1] > 0.8 && sizes[1] < 0.85, "the point stays on the patch: {sizes:?}");
        fit(&mut picture, &camera, size, 30.0);
        assert_eq!(fitted(&picture)[0], 1.0);
        assert!(matches!(picture.marks[1].form, Form::Plane { half_size, .. } if half_size == sizes[1]));
    }
}
