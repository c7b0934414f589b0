//! Outlines of shapes are inside the shape and have the same extent.

use std::f64::consts::TAU;

use glam::DVec2;

use super::*;
use crate::drawing::outline::{directions, farthest};

fn cso(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Solid {
    super::cso((a, &in_body_frame(a)), pose_a, (b, &in_body_frame(b)), pose_b)
}

/// Every side is used once in each direction, and nothing is above any face.
#[track_caller]
fn assert_solid(solid: &Solid) {
    let size = solid.vertices.iter().fold(0.0, |m: f64, p| m.max(p.distance(solid.vertices[0])));
    let mut sides = std::collections::HashSet::new();
    for face in &solid.faces {
        for (k, &from) in face.iter().enumerate() {
            assert!(sides.insert((from, face[(k + 1) % face.len()])), "a side is used twice");
        }
        let area = weld_coplanar::area_normal(face.iter().map(|&i| solid.vertices[i as usize]));
        let normal = area.normalize_or_zero();
        let corner = solid.vertices[face[0] as usize];
        for p in &solid.vertices {
            assert!(normal.dot(*p - corner) <= 1e-6 * size, "{} above a face", normal.dot(*p - corner));
        }
    }
    assert!(sides.iter().all(|&(i, j)| sides.contains(&(j, i))), "a hole");
    assert_eq!(solid.vertices.len() + solid.faces.len(), sides.len() / 2 + 2, "Euler");
}

fn counts(solid: &Solid) -> (usize, usize, usize) {
    (solid.vertices.len(), solid.creases.len(), solid.faces.len())
}

fn turns() -> impl Iterator<Item = DQuat> {
    (0..40).map(|i| {
        let t = f64::from(i);
        DQuat::from_euler(glam::EulerRot::XYZ, 1.7 * t, 0.9 * t + 0.3, 2.3 * t)
    })
}

#[test]
fn every_shape_has_an_outline() {
    let p = Pose::new(Vec3::new(1.0, -2.0, 3.0), Quat::from_rotation_x(0.4));
    let corner = |x: Real, y: Real, z: Real| Vec3::new(x, y, z);
    let points: Vec<Vec3> = (0..8).map(|i| corner((i & 1) as Real, (i >> 1 & 1) as Real, (i >> 2) as Real)).collect();
    let sheared = Mat3::from_cols(Vec3::X, corner(0.5, 1.0, 0.0), corner(0.0, 0.3, -2.0));
    let drum = Shape::cylinder(1.0, 0.5, Axis::Z);
    // Shape, whether it is round, and its dimension.
    let all = [
        (Shape::sphere(2.0), true, 3),
        (Shape::sphere(0.0), false, 0),
        (Shape::cuboid(corner(1.0, 2.0, 0.5)), false, 3),
        (Shape::cuboid(corner(1.0, 0.0, 0.5)), false, 2),
        (drum.clone(), true, 3),
        (Shape::cylinder(1.0, 0.0, Axis::X), false, 2),
        (Shape::cone(0.0, 1.0, Axis::Y), false, 1),
        (Shape::cone(0.5, 1.0, Axis::X), true, 3),
        (Shape::capsule(0.5, 0.0, Axis::Z), true, 3),
        (Shape::capsule(0.0, 2.0, Axis::Z), false, 1),
        (Shape::ellipsoid(corner(1.0, 100.0, 3.0)), true, 3),
        (Shape::segment([Vec3::X, Vec3::Y]), false, 1),
        (Shape::triangle([Vec3::X, Vec3::Y, Vec3::Z]), false, 2),
        (Shape::polytope(&points), false, 3),
        (drum.clone().and_then(|d| Shape::affine(sheared, Vec3::Y, d)), true, 3),
        (drum.clone().and_then(|d| Shape::affine(Mat3::ZERO, Vec3::Y, d)), false, 0),
        (drum.and_then(|d| Shape::inflate(d, 0.25)), true, 3),
    ];
    for (shape, round, dimension) in all {
        let shape = shape.expect("a valid shape");
        let outline = solid(&shape, &p);
        let spans = match (outline.vertices.len(), outline.faces.len()) {
            (1, 0) => 0,
            (2, 0) => 1,
            (_, 2) => 2,
            _ => 3,
        };
        assert_eq!((spans, outline.round), (dimension, round), "{shape:?}");
        if dimension == 3 {
            assert_solid(&outline);
        }
        // The outline is inside the shape and has the same extent, up to the sagitta of the facets.
        for d in turns().map(|t| t * DVec3::Z) {
            let local = p.rotation().conjugate() * corner(d.x as Real, d.y as Real, d.z as Real);
            let want = p.point(support::farthest(&shape, local).point).to_f64().dot(d);
            let got = farthest(&outline, d).dot(d);
            let size: f64 = shape.radius().to_f64() + 1.0;
            assert!(got <= want + 1e-5 * size && got >= want - 0.02 * size, "{shape:?}: reach {got} of {want}");
        }
        let own = cso(&shape, &p, &shape, &p);
        assert!(own.vertices.iter().all(|q| q.is_finite()) && own.vertices.len() >= outline.vertices.len().min(2));
    }
}

/// `count` points of an ellipsoid, all of them vertices of their hull.
fn ellipsoid_points(count: usize, radii: [f64; 3]) -> Vec<Vec3> {
    let radii = DVec3::from(radii);
    let narrow = |p: DVec3| Vec3::new(p.x as Real, p.y as Real, p.z as Real);
    directions::spread(count).map(|p| narrow(p * radii)).collect()
}

#[test]
fn a_hull_of_many_corners_is_sampled_by_true_corners_and_says_how_well() {
    let points = ellipsoid_points(6000, [1.0, 0.1, 0.4]);
    let shape = Shape::polytope(&points).expect("a hull");
    let outline = solid(&shape, &Pose::new(Vec3::ZERO, Quat::IDENTITY));
    assert_solid(&outline);
    let left_out = outline.sampled.expect("it is not drawn whole");
    assert!(left_out > 0.0 && left_out < 2e-3, "{left_out}");
    assert!(outline.round, "its facets are not the body's");
    assert!(outline.vertices.len() <= sampled::MAX_SAMPLED_VERTICES);
    let wide: Vec<DVec3> = points.iter().map(|p| p.to_f64()).collect();
    assert!(outline.vertices.iter().all(|p| wide.contains(p)), "a vertex that is no corner");
    let far = |points: &[DVec3], d: DVec3| points.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max);
    for d in directions::spread(500) {
        let missing = far(&wide, d) - far(&outline.vertices, d);
        assert!((-1e-12..=2.0 * left_out).contains(&missing), "{missing} is missing along {d}");
    }
}

#[test]
fn a_large_difference_is_sampled_and_a_margin_too() {
    let hull = |count, radii| Shape::polytope(&ellipsoid_points(count, radii)).expect("a hull");
    let a = hull(1000, [1.0, 0.8, 0.6]);
    let b = hull(20_000, [0.5, 0.9, 0.7]);
    let rounded = Shape::inflate(hull(1400, [0.5, 0.9, 0.7]), 0.1 as Real).expect("a margin");
    let drum = Shape::cylinder(0.5, 0.5, Axis::Y).expect("a drum");
    let pose_b = Pose::new(Vec3::new(2.0, 0.3, 0.2), Quat::from_rotation_x(0.7));
    let pose_a = Pose::new(Vec3::new(5.0, 5.0, 5.0), Quat::from_rotation_z(0.3));
    for (first, second) in [(&a, &b), (&b, &drum), (&a, &rounded), (&drum, &b)] {
        let begin = std::time::Instant::now();
        let whole = cso(first, &pose_a, second, &pose_b);
        println!("{:?} in {:?}", counts(&whole), begin.elapsed());
        assert_solid(&whole);
        assert!(whole.vertices.len() <= sampled::MAX_SAMPLED_VERTICES);
        assert!(whole.sampled.is_some_and(|left_out| left_out < 8e-3), "{:?}", whole.sampled);
        for d in turns().map(|t| t * DVec3::Z) {
            let narrow = |d: DVec3| Vec3::new(d.x as Real, d.y as Real, d.z as Real);
            let reach = |shape: &Shape, pose: &Pose, d: Vec3| {
                pose.point(support::farthest(shape, pose.rotation().conjugate() * d).point).to_f64()
            };
            let want = (reach(first, &pose_a, narrow(d)) - reach(second, &pose_b, narrow(-d))).dot(d);
            let got = farthest(&whole, d).dot(d);
            assert!(got <= want + 2e-5 && got >= want - 1.6e-2, "reach {got} of {want}");
        }
    }
}

#[test]
fn a_large_difference_of_few_corners_is_drawn_whole() {
    // Two equal prisms of 400 vertices: 160 000 differences, but their edges are parallel.
    let around = |k: u32| DVec2::from_angle(TAU * f64::from(k) / 200.0);
    let corner = |k: u32, y: Real| Vec3::new(around(k).x as Real, y, around(k).y as Real);
    let points: Vec<Vec3> = (0..200).flat_map(|k| [corner(k, 0.0), corner(k, 1.0)]).collect();
    let prism = Shape::polytope(&points).expect("a prism");
    let pose = Pose::new(Vec3::ZERO, Quat::IDENTITY);
    let whole = cso(&prism, &pose, &prism, &pose);
    assert_solid(&whole);
    assert_eq!((whole.sampled, whole.round), (None, false), "{:?}", counts(&whole));
    assert!(!whole.creases.is_empty() && whole.vertices.len() <= 800, "{:?}", counts(&whole));
}
