//! Tests all questions for all pairs of kinds: against the queries of single parts, closed forms, swapped arguments and
//! invalid input.

use super::answers::Answer;
use super::numbers::narrow;
use super::parts::{Leaf, Part, Piece, Triangles};
use super::pose::Pose;
use super::prelude::*;
use super::shape::{Axis, Shape};
use super::*;
use crate::dim3::random::Random;

mod contacts;
mod distance;
mod invalid;
mod motion;
mod one_body;
#[cfg(feature = "serde")]
mod serialized;

/// Vertices and outward triangles of a box.
fn box_mesh(half: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let vertices = (0..8).map(|i| {
        let signs = [0, 1, 2].map(|k| if i >> k & 1 == 0 { 1.0 } else { -1.0 });
        Vec3::from_array(signs) * half
    });
    let quads = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    (vertices.collect(), triangles.collect())
}

fn pose(random: &mut Random, spread: Real) -> Pose {
    Pose::new(random.vector() * spread, random.turn())
}

/// Heights of a small terrain.
fn heights(random: &mut Random) -> Vec<Vec<Real>> {
    (0..4).map(|_| (0..5).map(|_| random.unit() * 0.5).collect()).collect()
}

/// A compound of convex shapes, and one of a mesh and a shape with a margin.
fn compounds(random: &mut Random) -> [Collider; 2] {
    let children = [
        Shape::sphere(0.3).unwrap(),
        Shape::cuboid(Vec3::new(0.2, 0.4, 0.3)).unwrap(),
        Shape::capsule(0.2, 0.3, Axis::Y).unwrap(),
        Shape::cylinder(0.3, 0.2, Axis::X).unwrap(),
    ];
    let children: Vec<_> = children.into_iter().map(|shape| (pose(random, 0.6), shape)).collect();
    let (vertices, triangles) = box_mesh(Vec3::new(0.3, 0.2, 0.4));
    let mesh = Piece::Mesh(Triangles::new(vertices, triangles, false).unwrap());
    let parts = vec![
        Part { piece: mesh, pose: pose(random, 0.5), margin: 0.0 },
        Part { pose: pose(random, 0.5), margin: 0.1, ..Part::convex(Shape::cuboid(Vec3::splat(0.2)).unwrap()) },
    ];
    [Collider::compound(children).unwrap(), Collider::parts(parts).unwrap()]
}

/// Colliders of every kind, about 1 m in size.
fn colliders(random: &mut Random) -> Vec<Collider> {
    let cloud: Vec<Vec3> = (0..12).map(|_| random.vector() * 0.7).collect();
    let (vertices, triangles) = box_mesh(Vec3::new(0.5, 0.4, 0.6));
    let [compound, mixed] = compounds(random);
    vec![
        Collider::ball(0.5).unwrap(),
        Collider::cuboid(Vec3::new(0.6, 0.3, 0.5)).unwrap(),
        Collider::capsule(0.3, 0.4, Axis::Z).unwrap(),
        Collider::cone(0.4, 0.5, Axis::X).unwrap(),
        Collider::convex_hull(&cloud).unwrap(),
        Collider::half_space(random.direction() * 2.0, random.signed() * 0.3).unwrap(),
        compound,
        mixed,
        Collider::mesh(vertices, triangles).unwrap(),
        Collider::height_field(&heights(random), [0.4, 0.3]).unwrap(),
    ]
}

/// All ordered pairs of colliders, with a pose of each, whose distances are of either sign.
fn pairs(seed: u64, spread: Real) -> Vec<[(Collider, Pose); 2]> {
    let random = &mut Random(seed);
    let all = colliders(random);
    let mut pairs = Vec::new();
    for a in &all {
        for b in &all {
            pairs.push([(a.clone(), pose(random, spread)), (b.clone(), pose(random, spread))]);
        }
    }
    pairs
}

/// Parts of a body of the pair frame, which has the pose `at`.
fn placed_parts(collider: &Collider, at: &Pose) -> Vec<(Leaf, Pose)> {
    let body = collider.body().unwrap();
    (0..body.count()).map(|part| (body.leaf(part).0, *at * *body.leaf(part).1)).collect()
}

/// Least coordinate of a convex body along a unit vector.
fn least_along(leaf: &Leaf, at: &Pose, n: Vec3) -> Real {
    n.dot(at.point(support::farthest(leaf, at.inverse().vector(-n)).point))
}

/// Outward unit normal of a placed half-space, and the coordinate of its surface along it.
fn plane(half_space: &half_space::HalfSpace, at: &Pose) -> (Vec3, Real) {
    let n = at.vector(narrow(half_space.normal));
    (n, n.dot(at.position) + half_space.offset as Real)
}

/// Least signed distance over all pairs of parts; `None` for two half-spaces.
fn brute_distance(a: &Collider, pose_a: &Pose, b: &Collider, pose_b: &Pose) -> Option<Real> {
    let of_half_space = |half_space: &half_space::HalfSpace, at: &Pose, body: &Collider, body_pose: &Pose| {
        let (n, offset) = plane(half_space, at);
        let heights = placed_parts(body, body_pose).into_iter().map(|(leaf, at)| least_along(&leaf, &at, n) - offset);
        Some(heights.fold(Real::INFINITY, Real::min))
    };
    match (a.as_half_space(), b.as_half_space()) {
        (Some(_), Some(_)) => None,
        (Some(half_space), None) => of_half_space(half_space, pose_a, b, pose_b),
        (None, Some(half_space)) => of_half_space(half_space, pose_b, a, pose_a),
        (None, None) => {
            let mut least = Real::INFINITY;
            for (leaf_a, at_a) in placed_parts(a, pose_a) {
                for (leaf_b, at_b) in placed_parts(b, pose_b) {
                    let options = distances::Options::default();
                    let found: Answer = distances::signed_distance(&leaf_a, &at_a, &leaf_b, &at_b, &options);
                    least = least.min(found.signed_distance.unwrap());
                }
            }
            Some(least)
        }
    }
}

/// Error of a distance that is computed in another way, meters.
const ERROR: Real = 2000.0 * EPS;
