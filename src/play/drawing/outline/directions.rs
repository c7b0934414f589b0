//! Support directions of two round bodies, chosen so that their difference is drawn with its flats, strips and rims.
//!
//! The boundary of `A − B` consists of patches: a vertex of A with a round surface of B, an edge with a strip, a face
//! with a translated copy. Evenly spread directions would miss every flat face. Each body therefore contributes the
//! directions in which its own patches begin and end: face normals tilted slightly toward each vertex, and arcs across
//! creases.

use std::collections::HashMap;

use glam::DVec3;

use super::weld_coplanar::area_normal;
use crate::picture::Solid;

/// Tilt of a direction from a face toward its vertex, radians: far above rounding, far below the resolution of a
/// picture.
const TILT: f64 = 1e-4;

/// Number of directions on a full circle.
const ARC_STEPS: u32 = 48;

/// Angle between successive directions of an arc, radians.
const ARC_STEP: f64 = std::f64::consts::TAU / ARC_STEPS as f64;

/// Cosine of about 20°. A vertex is a tip if a face normal differs from the mean normal by more than this angle.
const TIP_COSINE: f64 = 0.94;

/// Number of directions for patches where both bodies are round.
const ROUND_DIRECTIONS: usize = 600;

/// A drawn edge of a body, with the range of normals between its two faces.
struct Crease {
    /// Indices of the end vertices.
    ends: [u32; 2],
    /// Normals of the faces to the left and to the right.
    faces: [DVec3; 2],
    /// Unit vectors in each face's plane, perpendicular to the edge and away from the face.
    outward: [DVec3; 2],
    /// Angle between the two normals, radians.
    angle: f64,
}

impl Crease {
    /// Normal at a fraction (0 to 1) of the way from the left face to the right one. It rotates outward, also if the
    /// faces are the two sides of a flat body.
    fn normal(&self, fraction: f64) -> DVec3 {
        rotated(self.faces[0], self.outward[0], self.angle * fraction)
    }
}

/// Directions in which the flat faces, arcs and tips of one body begin and end; not normalized.
pub fn patch_directions(solid: &Solid) -> Vec<DVec3> {
    if solid.faces.is_empty()
        && let &[[i, j]] = &solid.creases[..]
    {
        return around_segment((solid.vertices[j as usize] - solid.vertices[i as usize]).normalize_or_zero());
    }
    let Normals { at_vertices, creases } = normals(solid);
    // A direction inside each vertex's normal cone.
    let mut mean: Vec<DVec3> = at_vertices.iter().map(|n| n.iter().sum::<DVec3>()).collect();
    for crease in &creases {
        crease.ends.iter().for_each(|&i| mean[i as usize] += crease.normal(0.5));
    }
    mean.iter_mut().for_each(|m| *m = m.normalize_or_zero());
    let mut all = mean.clone();
    for (mean, normals) in mean.iter().zip(&at_vertices) {
        all.extend(normals.iter().filter(|n| n.dot(*mean) < TIP_COSINE).map(|n| n + mean * TILT));
    }
    for crease in &creases {
        let steps = (crease.angle / ARC_STEP).ceil().max(1.0);
        for mean in crease.ends.map(|i| mean[i as usize]) {
            all.extend((0..=steps as u32).map(|k| crease.normal(f64::from(k) / steps) + mean * TILT));
            all.extend([0, 1].map(|side| crease.faces[side] + (crease.outward[side] + mean * TILT) * TILT));
        }
    }
    all
}

/// Face normals of a solid.
struct Normals {
    /// Unit normals of the faces around every vertex.
    at_vertices: Vec<Vec<DVec3>>,
    creases: Vec<Crease>,
}

/// Normals of the faces around every vertex, and the creases.
fn normals(solid: &Solid) -> Normals {
    let mut at_vertices = vec![Vec::new(); solid.vertices.len()];
    let mut normal_left_of: HashMap<[u32; 2], DVec3> = HashMap::new();
    for corners in &solid.faces {
        let normal = area_normal(corners.iter().map(|&i| solid.vertices[i as usize])).normalize_or_zero();
        for (k, &from) in corners.iter().enumerate() {
            at_vertices[from as usize].push(normal);
            normal_left_of.insert([from, corners[(k + 1) % corners.len()]], normal);
        }
    }
    let creases = solid.creases.iter().filter_map(|&[i, j]| {
        let left = *normal_left_of.get(&[i, j])?;
        let right = *normal_left_of.get(&[j, i])?;
        let along = (solid.vertices[j as usize] - solid.vertices[i as usize]).normalize_or_zero();
        let outward = [along.cross(left), right.cross(along)];
        let angle = right.dot(outward[0]).max(0.0).atan2(right.dot(left));
        Some(Crease { ends: [i, j], faces: [left, right], outward, angle })
    });
    Normals { at_vertices, creases: creases.collect() }
}

/// Directions spread over the sphere, for patches where both bodies are round.
pub fn everywhere() -> impl Iterator<Item = DVec3> {
    spread(ROUND_DIRECTIONS)
}

/// `count` directions spread evenly over the sphere: a Fibonacci spiral, which shares no symmetry with any shape.
pub fn spread(count: usize) -> impl Iterator<Item = DVec3> {
    let golden_angle = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |i| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
        let (sin, cos) = (golden_angle * i as f64).sin_cos();
        let radius = (1.0 - y * y).sqrt();
        DVec3::new(radius * cos, y, radius * sin)
    })
}

/// `from` rotated by `angle` toward `to`; both are unit vectors, perpendicular to each other.
fn rotated(from: DVec3, to: DVec3, angle: f64) -> DVec3 {
    let (sin, cos) = angle.sin_cos();
    from * cos + to * sin
}

/// Directions for a segment: a circle around it, tilted toward either end.
fn around_segment(along: DVec3) -> Vec<DVec3> {
    let x = along.any_orthonormal_vector();
    let y = along.cross(x);
    let circle = (0..ARC_STEPS).map(|k| rotated(x, y, ARC_STEP * f64::from(k)));
    circle.flat_map(|d| [1.0, -1.0].map(|end| d + along * (end * TILT))).collect()
}
