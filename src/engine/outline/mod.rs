//! What bodies and their difference look like: drawable solids, in `f64` and world axes (spec §1, §2).
//!
//! Polytopes are their exact hulls. Round primitives are meshes with 48 facets around, inked at their rims only. The
//! CSO `A − B` of two polytopes is the hull of all vertex differences; with a round body it is the hull of the points
//! that both meshes support in directions chosen so that flats, strips and rims come out (`directions.rs`). Affine maps
//! and rounding leave faces that are only nearly flat; `tidy.rs` makes them one. Flat, straight and single-point results
//! are solids with two faces, one crease, or one vertex.
//!
//! Frames: [`solid`] is in world coordinates; [`cso`] is in configuration space with axes parallel to the world's,
//! `w = a − b` for world points. Round meshes lie inside of the true shape, by at most 0.3 % of the radius.

mod body;
mod directions;
mod mesh;
#[cfg(test)]
mod tests;
mod tidy;

use glam::{DQuat, DVec2, DVec3};

use super::pose::Pose;
use super::shape::Shape;
use crate::lesson::Wide;
use crate::picture::Solid;

/// The cosine above which two facets of a sampled round body belong to one smooth surface.
const SMOOTH: f64 = 0.9;
/// Every edge of a polytope is inked.
const ALL_EDGES: f64 = 2.0;

/// A body as it stands in the world.
pub fn solid(shape: &Shape, pose: &Pose) -> Solid {
    moved(body::of(shape), pose.rotation.wide(), pose.position.wide())
}

/// The configuration-space obstacle of two bodies in the world. Only the difference of their positions enters, so a pair
/// far from the world's origin looks like one at it.
pub fn cso(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Solid {
    let a = moved(body::of(a), pose_a.rotation.wide(), DVec3::ZERO);
    let b = moved(body::of(b), pose_b.rotation.wide(), pose_b.position.wide() - pose_a.position.wide());
    difference(&a, &b)
}

fn moved(mut solid: Solid, rotation: DQuat, position: DVec3) -> Solid {
    let rotation = rotation.normalize();
    solid.vertices.iter_mut().for_each(|p| *p = rotation * *p + position);
    solid
}

/// Points of the plane z = 0 with a ball of radius `ball` added: a flat outline, 96 corners around.
pub(super) fn flat(points: &[DVec2], ball: f64) -> Solid {
    let turn = |k: u32| DVec2::from_angle(std::f64::consts::TAU * f64::from(k) / 96.0);
    let rim = points.iter().flat_map(|p| (0..if ball > 0.0 { 96 } else { 1 }).map(move |k| p + turn(k) * ball));
    tidy::solid(&rim.map(|p| p.extend(0.0)).collect::<Vec<_>>(), ALL_EDGES)
}

/// The Minkowski difference of two solids that stand in the same frame.
fn difference(a: &Solid, b: &Solid) -> Solid {
    if !a.round && !b.round {
        let all: Vec<DVec3> = a.vertices.iter().flat_map(|p| b.vertices.iter().map(move |q| p - q)).collect();
        return tidy::solid(&all, ALL_EDGES);
    }
    let own = directions::of(a).into_iter();
    let other = directions::of(b).into_iter().map(|d| -d);
    let points: Vec<DVec3> =
        own.chain(other).chain(directions::everywhere()).map(|d| farthest(a, d) - farthest(b, -d)).collect();
    Solid { round: true, ..tidy::solid(&points, SMOOTH) }
}

/// The vertex of `solid` farthest in direction `d`.
fn farthest(solid: &Solid, d: DVec3) -> DVec3 {
    let first = (f64::NEG_INFINITY, DVec3::ZERO);
    let better = |best: (f64, DVec3), p: &DVec3| if p.dot(d) > best.0 { (p.dot(d), *p) } else { best };
    solid.vertices.iter().fold(first, better).1
}
