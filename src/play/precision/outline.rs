//! From a shape of this engine to its solid.
//!
//! Frames: [`solid`] is in world coordinates; [`cso`] is in configuration space with axes parallel to the world's,
//! `w = a − b` for world points.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use super::engine::dim3::shape::{Affine, Axis, Kind, Shape};
use super::engine::dim3::support;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use crate::picture::{Key, Picture, Role, Solid};
use crate::play::outline::directions::spread;
use crate::play::outline::mesh::{self, COARSE, FINE, Facets};
use crate::play::outline::{ALL_EDGES, SMOOTH, difference, moved, sampled, weld_coplanar};
use crate::snapshot::ToF64;

/// A body as it stands in the world.
pub(super) fn solid(shape: &Shape, pose: &Pose) -> Solid {
    placed(whole(shape), pose)
}

/// An outline of a body's own frame as the body stands in the world.
pub(super) fn placed(outline: Solid, pose: &Pose) -> Solid {
    moved(outline, pose.rotation().to_f64(), pose.position.to_f64())
}

/// A body that is one of very many, as it stands in the world: its round sides have few facets.
pub(super) fn coarse(shape: &Shape, pose: &Pose) -> Solid {
    placed(few(shape), pose)
}

/// The configuration-space obstacle of two bodies in the world. Only the difference of their positions enters, so a pair
/// far from the world's origin looks like one at it. Each shape comes with its outline, in its own frame.
pub(super) fn cso((a, of_a): (&Shape, &Solid), pose_a: &Pose, (b, of_b): (&Shape, &Solid), pose_b: &Pose) -> Solid {
    let turns = [pose_a, pose_b].map(|pose| pose.rotation().to_f64());
    let between = pose_b.position.to_f64() - pose_a.position.to_f64();
    if corners(a).max(corners(b)) <= sampled::BUDGET {
        let whole = difference(&moved(of_a.clone(), turns[0], DVec3::ZERO), &moved(of_b.clone(), turns[1], between));
        if let Some(whole) = whole {
            return whole;
        }
    }
    let own = farthest_of(a);
    let other = farthest_of(b);
    let [own_turn, other_turn] = turns.map(DQuat::normalize);
    let turned = |of: &dyn Fn(DVec3) -> DVec3, turn: DQuat, d: DVec3| turn * of(turn.conjugate() * d);
    sampled::of(|d| turned(&own, own_turn, d) - turned(&other, other_turn, -d) - between)
}

/// The support mapping of a shape in its own frame, in `f64`.
fn farthest_of(shape: &Shape) -> impl Fn(DVec3) -> DVec3 {
    |d| support::farthest(shape, Vec3::new(d.x as Real, d.y as Real, d.z as Real)).point.to_f64()
}

/// Corners of the hull that a shape is made of; 0 of a primitive.
fn corners(shape: &Shape) -> usize {
    match shape.kind() {
        Kind::Polytope(polytope) => polytope.hull().vertices.len(),
        Kind::Affine(affine) => corners(affine.shape()),
        Kind::Inflate { shape, .. } => corners(shape),
        _ => 0,
    }
}

/// Corners that one of very many is drawn with at most.
const MOST_CORNERS: usize = 64;

/// The solid of a shape, in the shape's own frame.
pub(super) fn whole(shape: &Shape) -> Solid {
    cut(shape, FINE)
}

/// One of very many, in its own frame: round sides of few facets, large hulls of few corners.
fn few(shape: &Shape) -> Solid {
    if corners(shape) > MOST_CORNERS {
        let all: Vec<DVec3> = spread(MOST_CORNERS).map(farthest_of(shape)).collect();
        return Solid { sampled: Some(0.0), ..weld_coplanar::solid(&all, ALL_EDGES) };
    }
    cut(shape, COARSE)
}

fn cut(shape: &Shape, facets: Facets) -> Solid {
    if corners(shape) > sampled::BUDGET {
        return sampled::of(farthest_of(shape));
    }
    match shape.kind() {
        Kind::Sphere { radius } => ellipsoid(facets, DVec3::splat(radius.to_f64())),
        Kind::Ellipsoid { radii } => ellipsoid(facets, radii.to_f64()),
        Kind::Box { half_extents } => {
            let half = half_extents.to_f64();
            unless_flat(mesh::cuboid(half), half.min_element() == 0.0)
        }
        Kind::Cylinder(round) => {
            revolved(|r, h| mesh::cylinder(facets, r, h), round.radius.to_f64(), round.half_height.to_f64(), round.axis)
        }
        Kind::Cone(round) => {
            revolved(|r, h| mesh::cone(facets, r, h), round.radius.to_f64(), round.half_height.to_f64(), round.axis)
        }
        Kind::Capsule(round) if round.half_height == 0.0 => ellipsoid(facets, DVec3::splat(round.radius.to_f64())),
        Kind::Capsule(round) => {
            revolved(|r, h| mesh::capsule(facets, r, h), round.radius.to_f64(), round.half_height.to_f64(), round.axis)
        }
        Kind::Segment(ends) => weld_coplanar::solid(&ends.map(|p| p.to_f64()), ALL_EDGES),
        Kind::Triangle(corners) => weld_coplanar::solid(&corners.map(|p| p.to_f64()), ALL_EDGES),
        Kind::Polytope(polytope) => {
            let corners = polytope.hull().vertices.iter().map(|&i| polytope.points()[i as usize].to_f64());
            weld_coplanar::solid(&corners.collect::<Vec<_>>(), ALL_EDGES)
        }
        Kind::Affine(affine) => image(affine, facets),
        // A ball is its own mirror image, so taking it away adds it.
        Kind::Inflate { shape: inside, margin } if *margin > 0.0 => {
            let ball = ellipsoid(facets, DVec3::splat(margin.to_f64()));
            difference(&cut(inside, facets), &ball).unwrap_or_else(|| sampled::of(farthest_of(shape)))
        }
        Kind::Inflate { shape: inside, .. } => cut(inside, facets),
    }
}

fn ellipsoid(facets: Facets, radii: DVec3) -> Solid {
    let mut solid = mesh::ball(facets);
    solid.vertices.iter_mut().for_each(|p| *p *= radii);
    unless_flat(solid, radii.min_element() == 0.0)
}

/// A mesh about y, turned to its axis by a cyclic exchange of coordinates, which keeps the orientation.
fn revolved(mesh: impl FnOnce(f64, f64) -> Solid, radius: f64, half: f64, axis: Axis) -> Solid {
    let mut solid = mesh(radius, half);
    for p in &mut solid.vertices {
        *p = match axis {
            Axis::X => DVec3::new(p.y, p.z, p.x),
            Axis::Y => *p,
            Axis::Z => DVec3::new(p.z, p.x, p.y),
        };
    }
    unless_flat(solid, radius.min(half) == 0.0)
}

fn image(affine: &Affine, facets: Facets) -> Solid {
    let mut solid = cut(affine.shape(), facets);
    let [x, y, z] = [0, 1, 2].map(|k| affine.matrix().col(k).to_f64());
    let matrix = DMat3::from_cols(x, y, z);
    let offset = affine.offset().to_f64();
    solid.vertices.iter_mut().for_each(|p| *p = matrix * *p + offset);
    // No direction is stretched by more than the root of the sum of the squares.
    let stretch = DVec3::new(x.length(), y.length(), z.length()).length();
    solid.sampled = solid.sampled.map(|height| height * stretch);
    let volume = matrix.determinant() / (x.length() * y.length() * z.length());
    if volume < 0.0 {
        solid.faces.iter_mut().for_each(|face| face.reverse());
    }
    unless_flat(solid, !volume.is_finite() || volume.abs() < 1e-9)
}

/// The mesh, or when it has no volume, the hull of its vertices: a polygon, a segment or a point.
fn unless_flat(solid: Solid, flat: bool) -> Solid {
    if !flat {
        return solid;
    }
    let flat = weld_coplanar::solid(&solid.vertices, if solid.round { SMOOTH } else { ALL_EDGES });
    Solid { sampled: solid.sampled, ..flat }
}

/// A solid; a single point or a bare segment is drawn as such.
pub(super) fn put(picture: &mut Picture, role: Role, key: impl Into<Key>, solid: Solid) {
    picture.body(role, key, &Arc::new(solid));
}
