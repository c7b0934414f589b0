//! Compares the farthest points of `A − B` with those of A and B, in every direction.

use super::{Cso, Mapping, Outcome, Whole};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::shape::{Axis, Shape};

/// Directions all around, with very different lengths.
fn directions() -> impl Iterator<Item = Vec3> {
    let steps = [-1.0, -0.4, 0.0, 0.3, 1.0];
    let all = move |x: Real| steps.map(move |y: Real| steps.map(move |z: Real| Vec3::new(x, y, z)));
    steps.into_iter().flat_map(all).flatten().filter(|d| *d != Vec3::ZERO).flat_map(|d| [d, d * 1e-6, d * 1e6])
}

fn shapes() -> Vec<Shape> {
    let points = [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::ONE, Vec3::ZERO];
    [
        Shape::sphere(0.7),
        Shape::cuboid(Vec3::new(1.0, 0.5, 0.25)),
        Shape::cylinder(0.5, 1.0, Axis::X),
        Shape::cone(0.5, 1.0, Axis::Y),
        Shape::capsule(0.25, 1.0, Axis::Z),
        Shape::ellipsoid(Vec3::new(1.0, 0.1, 0.4)),
        Shape::segment([Vec3::X, -Vec3::Y]),
        Shape::triangle([Vec3::X, Vec3::Y, Vec3::Z]),
        Shape::polytope(&points),
    ]
    .into_iter()
    .map(|shape| shape.expect("a valid shape"))
    .collect()
}

/// Pairs of whole shapes.
fn pairs() -> impl Iterator<Item = Cso<Whole<Shape>, Whole<Shape>>> {
    cores().map(Cso::whole)
}

/// The same pairs, of cores with margins.
fn cores() -> impl Iterator<Item = Cso<Shape, Shape>> {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.8);
    let (pose_a, pose_b) =
        (Pose::new(Vec3::new(1.0, 2.0, 3.0), turned), Pose::new(Vec3::new(-1.0, 0.5, 2.0), turned * turned));
    shapes().into_iter().flat_map(move |a| shapes().into_iter().map(move |b| Cso::new(a.clone(), &pose_a, b, &pose_b)))
}

#[test]
fn no_difference_of_other_support_points_is_farther() {
    for cso in pairs() {
        let seen: Vec<_> = directions().map(|d| cso.support(d)).collect();
        for d in directions() {
            let best = cso.support(d).w.dot(d);
            let rounding = 64.0 * EPS * cso.magnitude() * d.length();
            for a in &seen {
                assert!(a.w.dot(d) <= best + rounding, "{:?} beats {d}", a.w);
            }
        }
    }
}

#[test]
fn the_stepper_is_the_mapping() {
    for cores in cores() {
        let cso = cores.clone().whole();
        for d in directions() {
            let mut mapping = Mapping::new(cores.clone(), d);
            assert_eq!(mapping.run(), Outcome::Farthest);
            let w = mapping.w.expect("a step has been made");
            assert_eq!(w, cso.support(d));
            assert_eq!(w.w, w.a - w.b);
            assert_eq!(mapping.value, d.dot(w.w));
        }
    }
}

#[test]
fn without_a_direction_some_point_of_the_bodies_is_returned() {
    for cso in cores() {
        let mut mapping = Mapping::new(cso.clone(), Vec3::ZERO);
        assert_eq!(mapping.run(), Outcome::NoDirection);
        let w = mapping.w.expect("a step has been made");
        assert!(w.w.is_finite() && w.a.length() <= cso.bounding_radii()[0] * (1.0 + 8.0 * EPS), "{w:?}");
    }
}

#[test]
fn a_core_with_its_ball_is_the_shape() {
    for cores in cores() {
        let cso = cores.clone().whole();
        for d in directions() {
            let whole = cso.support(d).w.dot(d);
            let sum = cores.support(d).w.dot(d) + cores.margin() * d.length();
            assert!((whole - sum).abs() <= 64.0 * EPS * cso.magnitude() * d.length(), "{whole} is not {sum}");
        }
    }
}
