//! Conversion of the engine's shapes to solids for pictures, in `f64`: one body, or the configuration-space obstacle
//! `A − B` of two.
//!
//! - **Frames**: [`solid`] and [`coarse`] are in the frame of the pose, usually the world's. [`cso`] has the axes of
//!   the world, and its origin is where the origins of the body frames of A and B coincide.
//! - **Method**: a primitive becomes a mesh, a polytope its hull. Hulls with very many vertices are sampled.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use contact_lens_model::snapshot::ToF64;
use contact_lens_picture::{Key, Picture, Role, Solid};
use glam::{DMat3, DQuat, DVec3};

use super::super::engine::dim3::shape::{Affine, Axis, Kind, Shape};
use super::super::engine::dim3::support;
use super::super::engine::pose::Pose;
use super::super::engine::prelude::*;
use crate::drawing::outline::directions::spread;
use crate::drawing::outline::mesh::{self, COARSE, FINE, Facets};
use crate::drawing::outline::{ALL_EDGES, SMOOTH, difference, moved, sampled, weld_coplanar};

/// Maximum number of vertices of a coarse solid.
const MAX_COARSE_VERTICES: usize = 64;

/// Determinant of the unit columns of an affine map below which its image is flat.
const FLAT_VOLUME: f64 = 1e-9;

/// Solid of a body, moved to its pose.
pub(in super::super) fn solid(shape: &Shape, pose: &Pose) -> Solid {
    placed(in_body_frame(shape), pose)
}

/// An outline in the body frame, moved to a pose.
pub(in super::super) fn placed(outline: Solid, pose: &Pose) -> Solid {
    moved(outline, pose.rotation().to_f64(), pose.position.to_f64())
}

/// Solid of a body with few facets, moved to its pose; for drawings of very many bodies.
pub(in super::super) fn coarse(shape: &Shape, pose: &Pose) -> Solid {
    placed(coarse_in_body_frame(shape), pose)
}

/// The configuration-space obstacle of two bodies in the world. Only the difference of their positions enters, so the
/// result does not depend on the distance from the world's origin. Each shape comes with its outline, body frame.
pub(in super::super) fn cso(
    (a, outline_a): (&Shape, &Solid),
    pose_a: &Pose,
    (b, outline_b): (&Shape, &Solid),
    pose_b: &Pose,
) -> Solid {
    let rotations = [pose_a, pose_b].map(|pose| pose.rotation().to_f64());
    let offset = pose_b.position.to_f64() - pose_a.position.to_f64();
    if hull_vertex_count(a).max(hull_vertex_count(b)) <= sampled::MAX_SAMPLED_VERTICES {
        let a = moved(outline_a.clone(), rotations[0], DVec3::ZERO);
        let b = moved(outline_b.clone(), rotations[1], offset);
        if let Some(exact) = difference(&a, &b) {
            return exact;
        }
    }
    let farthest_of_a = support_mapping(a);
    let farthest_of_b = support_mapping(b);
    let [rotation_a, rotation_b] = rotations.map(DQuat::normalize);
    sampled::sample(|d| {
        let on_a = rotation_a * farthest_of_a(rotation_a.conjugate() * d);
        let on_b = rotation_b * farthest_of_b(rotation_b.conjugate() * -d);
        on_a - on_b - offset
    })
}

/// Support mapping of a shape, body frame, in `f64`.
fn support_mapping(shape: &Shape) -> impl Fn(DVec3) -> DVec3 {
    |d| support::farthest(shape, Vec3::new(d.x as Real, d.y as Real, d.z as Real)).point.to_f64()
}

/// Number of hull vertices of a shape; 0 for a primitive.
fn hull_vertex_count(shape: &Shape) -> usize {
    match shape.kind() {
        Kind::Polytope(polytope) => polytope.hull().vertices.len(),
        Kind::Affine(affine) => hull_vertex_count(affine.shape()),
        Kind::Inflate { shape, .. } => hull_vertex_count(shape),
        Kind::Sphere { .. } | Kind::Ellipsoid { .. } | Kind::Box { .. } => 0,
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Capsule(_) | Kind::Segment(_) | Kind::Triangle(_) => 0,
    }
}

/// Solid of a shape, body frame.
pub(in super::super) fn in_body_frame(shape: &Shape) -> Solid {
    with_facets(shape, FINE)
}

/// Coarse solid of a shape, body frame: round surfaces with few facets, large hulls with few vertices.
fn coarse_in_body_frame(shape: &Shape) -> Solid {
    if hull_vertex_count(shape) > MAX_COARSE_VERTICES {
        let vertices: Vec<DVec3> = spread(MAX_COARSE_VERTICES).map(support_mapping(shape)).collect();
        // The height that the hull lacks is not measured: coarse solids report no error.
        return Solid { sampled: Some(0.0), ..weld_coplanar::solid(&vertices, ALL_EDGES) };
    }
    with_facets(shape, COARSE)
}

/// Solid of a shape, body frame; round surfaces have the resolution `facets`.
fn with_facets(shape: &Shape, facets: Facets) -> Solid {
    if hull_vertex_count(shape) > sampled::MAX_SAMPLED_VERTICES {
        return sampled::sample(support_mapping(shape));
    }
    match shape.kind() {
        Kind::Sphere { radius } => ellipsoid(facets, DVec3::splat(radius.to_f64())),
        Kind::Ellipsoid { radii } => ellipsoid(facets, radii.to_f64()),
        Kind::Box { half_extents } => {
            let half = half_extents.to_f64();
            hull_if_flat(mesh::cuboid(half), half.min_element() == 0.0)
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
        Kind::Affine(affine) => affine_image(affine, facets),
        Kind::Inflate { shape: inner, margin } => {
            let inner = with_facets(inner, facets);
            if !(*margin > 0.0) {
                return inner;
            }
            // A ball is symmetric about its center, so the difference with it equals the sum.
            let ball = ellipsoid(facets, DVec3::splat(margin.to_f64()));
            difference(&inner, &ball).unwrap_or_else(|| sampled::sample(support_mapping(shape)))
        }
    }
}

/// Mesh of an ellipsoid about the origin with its axes along x, y and z; `radii` in meters, 0 for a flat one.
fn ellipsoid(facets: Facets, radii: DVec3) -> Solid {
    let mut solid = mesh::ball(facets);
    solid.vertices.iter_mut().for_each(|p| *p *= radii);
    hull_if_flat(solid, radii.min_element() == 0.0)
}

/// A mesh about y with this radius and half height, meters, rotated to `axis` by a cyclic permutation of the
/// coordinates, which preserves orientation.
fn revolved(mesh: impl FnOnce(f64, f64) -> Solid, radius: f64, half: f64, axis: Axis) -> Solid {
    let mut solid = mesh(radius, half);
    for p in &mut solid.vertices {
        *p = match axis {
            Axis::X => DVec3::new(p.y, p.z, p.x),
            Axis::Y => *p,
            Axis::Z => DVec3::new(p.z, p.x, p.y),
        };
    }
    hull_if_flat(solid, radius.min(half) == 0.0)
}

/// Solid of an affine image of a shape: the map of the shape's solid.
fn affine_image(affine: &Affine, facets: Facets) -> Solid {
    let mut solid = with_facets(affine.shape(), facets);
    let [x, y, z] = [0, 1, 2].map(|k| affine.matrix().col(k).to_f64());
    let matrix = DMat3::from_cols(x, y, z);
    let offset = affine.offset().to_f64();
    solid.vertices.iter_mut().for_each(|p| *p = matrix * *p + offset);
    // The root of the sum of squares bounds the stretch in every direction.
    let stretch = DVec3::new(x.length(), y.length(), z.length()).length();
    solid.sampled = solid.sampled.map(|height| height * stretch);
    let volume = matrix.determinant() / (x.length() * y.length() * z.length());
    // A reflection turns the faces inside out.
    if volume < 0.0 {
        solid.faces.iter_mut().for_each(|face| face.reverse());
    }
    hull_if_flat(solid, !volume.is_finite() || volume.abs() < FLAT_VOLUME)
}

/// The mesh itself, or with `is_flat` (it has no volume) the hull of its vertices: a polygon, a segment or a point.
fn hull_if_flat(solid: Solid, is_flat: bool) -> Solid {
    if !is_flat {
        return solid;
    }
    let crease = if solid.round { SMOOTH } else { ALL_EDGES };
    Solid { sampled: solid.sampled, ..weld_coplanar::solid(&solid.vertices, crease) }
}

/// Adds a solid to a picture; a single point or a segment is drawn as such.
pub(in super::super) fn add_solid(picture: &mut Picture, role: Role, key: impl Into<Key>, solid: Solid) {
    picture.body(role, key, &Arc::new(solid));
}
