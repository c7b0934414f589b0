//! Mass properties of bodies made of parts (convex shapes and meshes), added around a common point. Where parts
//! overlap, their common volume counts twice. Everything is in the frame of the body, unless stated otherwise.

use std::collections::HashMap;

use glam::DVec3;

use super::kinds::{Solid, UniformBody, body_of};
use super::moments::{Matrix, Moments, Vector, apply};
use super::{MassError, Properties, properties_of_solid};
use crate::dim3::parts::{Body, Part, Piece, Triangles, Workspace};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::support::farthest;
use crate::double_double::{DoubleDouble, unit_scale};

/// Mass properties of a body of parts, in the frame of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropertiesOfParts {
    /// Sum of the parts' properties.
    pub properties: Properties,
    /// Whether any two parts with a volume overlap, so that their common volume counts twice.
    pub has_overlaps: bool,
}

/// Returns the mass properties of a body of parts, all of the same uniform `density`, kg/m³.
///
/// # Errors
/// As [`properties`](super::properties), and if a surface is not closed or a mesh has a margin; with the index of the
/// part in [`Body::pieces`] if a single part is the cause.
pub fn properties_of_parts(body: &Body, density: Real) -> Result<PropertiesOfParts, (Option<usize>, MassError)> {
    if !(density > 0.0 && density.is_finite()) {
        return Err((None, MassError::Density));
    }
    let pieces = body.pieces();
    let mut solids = Vec::new();
    let mut has_volume = vec![false; pieces.len()];
    let mut flat_center = None;
    for (i, Part { piece, pose, margin }) in pieces.iter().enumerate() {
        let part = match piece {
            Piece::Convex(shape) => body_of(shape, f64::from(*margin)),
            Piece::Mesh(_) if *margin > 0.0 => Err(MassError::NoClosedForm),
            Piece::Mesh(mesh) => enclosed_solid(mesh.vertices(), mesh.triangles()),
            Piece::Field(_) => Err(MassError::Open),
        };
        match part.map_err(|error| (Some(i), error))? {
            UniformBody::Solid(solid) => {
                solids.push(in_body_frame(&solid, pose));
                has_volume[i] = true;
            }
            // The center of a flat body is known only for a single part.
            UniformBody::Flat(center) if pieces.len() == 1 => {
                flat_center = center.map(|center| pose.rotation * center + pose.position);
            }
            UniformBody::Flat(_) => {}
        }
    }
    if solids.is_empty() {
        let properties = Properties { volume: 0.0, mass: 0.0, center: flat_center, inertia: None, principal: None };
        return Ok(PropertiesOfParts { properties, has_overlaps: false });
    }
    let properties = properties_of_solid(&sum_of_solids(&solids), density).map_err(|error| (None, error))?;
    Ok(PropertiesOfParts { properties, has_overlaps: has_overlaps(body, &has_volume) })
}

/// Whether any two pieces with a volume overlap: their surfaces intersect, or one is inside a mesh. `has_volume` has an
/// entry for each piece.
fn has_overlaps(body: &Body, has_volume: &[bool]) -> bool {
    let pieces = body.pieces();
    if pieces.len() < 2 {
        return false;
    }
    let intersects = Workspace::default().overlaps_itself(body, |parts| {
        let [a, b] = parts.map(|part| body.place(part).0);
        a < b && has_volume[a] && has_volume[b]
    });
    intersects || is_any_enclosed(pieces, has_volume)
}

/// Whether a piece with a volume has a point inside another piece that is a closed mesh.
fn is_any_enclosed(pieces: &[Part], has_volume: &[bool]) -> bool {
    for (i, Part { piece, pose, .. }) in pieces.iter().enumerate() {
        let Piece::Mesh(mesh) = piece else { continue };
        // A mesh with a volume is closed.
        if !has_volume[i] {
            continue;
        }
        for (other, other_piece) in pieces.iter().enumerate() {
            if other == i || !has_volume[other] {
                continue;
            }
            let point = pose.rotation.conjugate() * (any_point(other_piece) - pose.position);
            if winds_around(mesh, point) {
                return true;
            }
        }
    }
    false
}

/// A point of a part, in the frame of the body.
fn any_point(part: &Part) -> Vec3 {
    let point = match &part.piece {
        Piece::Convex(shape) => farthest(shape, Vec3::Y).point,
        Piece::Mesh(mesh) => mesh.corners(0)[0],
        Piece::Field(field) => field.corners(0)[0],
    };
    part.pose.rotation * point + part.pose.position
}

/// Whether a closed surface winds around a point, given in the frame of the mesh. The solid angles of its triangles,
/// seen from the point, add to 4π times the number of windings, whose sign is that of the orientation; outside to 0.
pub(in crate::dim3) fn winds_around(mesh: &Triangles, point: Vec3) -> bool {
    let angles = (0..mesh.count()).map(|i| {
        let [a, b, c] = mesh.corners(i).map(|v| DVec3::from_array(to_f64(v - point)));
        let [x, y, z] = [a, b, c].map(DVec3::length);
        // The formula of van Oosterom and Strackee.
        let volume = a.dot(b.cross(c));
        2.0 * volume.atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
    });
    // Halfway between the sums without a winding and with one.
    angles.sum::<f64>().abs() > std::f64::consts::TAU
}

/// Converts a vector to `f64`.
fn to_f64(v: Vec3) -> [f64; 3] {
    v.to_array().map(f64::from)
}

/// A solid given in the frame of a part, rotated and moved to the frame of the body; `pose` is that of the part in the
/// body.
fn in_body_frame(solid: &Solid, pose: &Pose) -> Solid {
    if *pose == Pose::IDENTITY {
        return *solid;
    }
    let rotation = rotation_matrix(pose.rotation.to_array().map(f64::from));
    let origin = apply(&rotation, solid.origin).plus(Vector::of(to_f64(pose.position)));
    Solid { moments: solid.moments.mapped(&rotation, DoubleDouble::from(1.0)), origin, unit: solid.unit }
}

/// The rotation matrix of the quaternion `[x, y, z, w]`, of any length but 0.
fn rotation_matrix(q: [f64; 4]) -> Matrix {
    let [x, y, z, w] = q.map(DoubleDouble::from);
    let square = x * x + y * y + z * z + w * w;
    // Half of the matrix; on the diagonal, half of the difference from 1.
    let halves = [
        [y * y + z * z, x * y - z * w, x * z + y * w],
        [x * y + z * w, x * x + z * z, y * z - x * w],
        [x * z - y * w, y * z + x * w, x * x + y * y],
    ];
    let mut rows = halves.map(|row| row.map(|a| a * 2.0 / square));
    for (k, row) in rows.iter_mut().enumerate() {
        row[k] = DoubleDouble::from(1.0) - row[k];
    }
    rows
}

/// `x` times `factor` to the power of `power`.
fn scaled(x: DoubleDouble, factor: f64, power: usize) -> DoubleDouble {
    (0..power).fold(x, |x, _| x * factor)
}

/// Sum of all solids, in the frame of the body: moments around the reference point of the first solid, in a unit in
/// which the size of the sum is about 1.
fn sum_of_solids(solids: &[Solid]) -> Solid {
    let origin = solids[0].origin;
    let sizes = solids.iter().map(|solid| {
        let offset = solid.origin.minus(origin).0.map(|x| x.to_f64().abs());
        let distance = offset.into_iter().fold(0.0, f64::max);
        // The size of the solid itself is about 1 in its own unit.
        distance.max(1.0 / solid.unit)
    });
    let unit = unit_scale(sizes.fold(0.0, f64::max));
    let mut sum = Moments::default();
    for solid in solids {
        // Scaling by powers of two is exact.
        let scale = unit / solid.unit;
        let Moments { volume, first, second } = solid.moments;
        let volume = scaled(volume, scale, 3);
        let first = first.map(|x| scaled(x, scale, 4));
        let second = second.map(|row| row.map(|x| scaled(x, scale, 5)));
        // Moved by the offset `o`, the first moments are `∫ (x + o)`, the second ones `∫ (x + o)(x + o)ᵀ`.
        let offset = solid.origin.minus(origin).map(|x| x * unit);
        sum.volume = sum.volume + volume;
        sum.first = sum.first.plus(first).plus(offset.times(volume));
        sum.add_second(&second, DoubleDouble::from(1.0));
        sum.add_symmetric_product(first, offset, DoubleDouble::from(1.0));
        sum.add_second(&offset.outer(offset), volume);
    }
    Solid { moments: sum, origin, unit }
}

/// The solid enclosed by a surface, in the frame of its vertices: the sum of the tetrahedra from one vertex to every
/// triangle, with their signs.
///
/// # Errors
/// The surface is not closed.
fn enclosed_solid(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<UniformBody, MassError> {
    if !is_closed(vertices, triangles) {
        return Err(MassError::Open);
    }
    let origin = to_f64(vertices[triangles[0][0] as usize]);
    let from_origin: Vec<Vector> = vertices.iter().map(|v| Vector::difference(to_f64(*v), origin)).collect();
    let corners = triangles.iter().flatten().flat_map(|&i| from_origin[i as usize].0);
    let largest = corners.map(|x| x.to_f64().abs()).fold(0.0, f64::max);
    let unit = unit_scale(largest);
    let mut sum = Moments::default();
    for corners in triangles {
        let [a, b, c] = corners.map(|i| from_origin[i as usize].map(|x| x * unit));
        let volume = a.dot(b.cross(c)) / 6.0;
        let vertex_sum = a.plus(b).plus(c);
        sum.volume = sum.volume + volume;
        sum.first = sum.first.plus(vertex_sum.times(volume / 4.0));
        // `∫ x xᵀ = V/20 (Σ v vᵀ + (Σ v)(Σ v)ᵀ)` over the tetrahedron of the vertices 0, a, b, c.
        for v in [a, b, c, vertex_sum] {
            sum.add_second(&v.outer(v), volume / 20.0);
        }
    }
    // A surface with inward triangles encloses the same solid.
    if sum.volume.to_f64() < 0.0 {
        sum = Moments {
            volume: -sum.volume,
            first: sum.first.map(|x| -x),
            second: sum.second.map(|row| row.map(|x| -x)),
        };
    }
    if !(sum.volume.to_f64() > 0.0) {
        return Ok(UniformBody::Flat(None));
    }
    Ok(UniformBody::Solid(Box::new(Solid { moments: sum, origin: Vector::of(origin), unit })))
}

/// Key of a position in a hash map, the same for 0 and −0.
fn position_key(v: &Vec3) -> [u64; 3] {
    v.to_array().map(|x| (f64::from(x) + 0.0).to_bits())
}

/// Whether the triangles form a closed surface: each edge belongs to as many triangles in one direction as in the
/// other. Coinciding vertices count as one.
pub(in crate::dim3) fn is_closed(vertices: &[Vec3], triangles: &[[u32; 3]]) -> bool {
    let mut indices: HashMap<[u64; 3], u32> = HashMap::with_capacity(vertices.len());
    let vertex_indices = vertices.iter().zip(0..).map(|(v, i)| *indices.entry(position_key(v)).or_insert(i));
    let merged: Vec<u32> = vertex_indices.collect();
    // For each edge the number of triangles in one direction minus that in the other.
    let mut edges: HashMap<[u32; 2], i32> = HashMap::with_capacity(2 * triangles.len());
    for corners in triangles {
        for k in 0..3 {
            let [a, b] = [k, (k + 1) % 3].map(|k| merged[corners[k] as usize]);
            if a != b {
                *edges.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
            }
        }
    }
    !triangles.is_empty() && edges.values().all(|difference| *difference == 0)
}
