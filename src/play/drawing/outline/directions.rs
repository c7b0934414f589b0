//! Support directions for drawing the Minkowski difference A − B of two bodies, at least one of them round: the picture
//! is the hull of the support points in these directions.
//!
//! The boundary of `A − B` consists of patches: a vertex of A with a round surface of B, an edge with a strip, a face
//! with a translated copy. Evenly spread directions would miss every flat face. Each body therefore contributes the
//! directions in which its own patches begin and end: face normals tilted slightly toward each vertex, and arcs across
//! creases.

use std::collections::HashMap;

use contact_lens_picture::Solid;
use glam::DVec3;

use super::weld_coplanar::area_normal;

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

    /// Directions for one end of the edge, whose mean normal is `mean`: the arc from one face normal to the other, then
    /// a direction just beyond each face, all tilted toward the end.
    fn directions_at_end(&self, mean: DVec3) -> Vec<DVec3> {
        // An arc has at least one step, also between coplanar faces.
        let steps = (self.angle / ARC_STEP).ceil().max(1.0);
        let arc = (0..=steps as u32).map(|k| self.normal(f64::from(k) / steps) + mean * TILT);
        let mut directions: Vec<DVec3> = arc.collect();
        for (normal, outward) in self.faces.into_iter().zip(self.outward) {
            directions.push(normal + (outward + mean * TILT) * TILT);
        }
        directions
    }
}

/// Directions in which the flat faces, arcs and tips of one body begin and end, in the solid's frame; not normalized.
pub fn patch_directions(solid: &Solid) -> Vec<DVec3> {
    if solid.faces.is_empty()
        && let &[[i, j]] = &solid.creases[..]
    {
        return around_segment((solid.vertices[j as usize] - solid.vertices[i as usize]).normalize_or_zero());
    }
    let normals = normals(solid);
    let mean_normals = normals.means();
    let mut directions = mean_normals.clone();
    for (mean, face_normals) in mean_normals.iter().zip(&normals.at_vertices) {
        for normal in face_normals {
            let is_tip = normal.dot(*mean) < TIP_COSINE;
            if is_tip {
                directions.push(normal + mean * TILT);
            }
        }
    }
    for crease in &normals.creases {
        for mean in crease.ends.map(|i| mean_normals[i as usize]) {
            directions.extend(crease.directions_at_end(mean));
        }
    }
    directions
}

/// Face normals and creases of a solid.
struct Normals {
    /// Unit normals of the faces around every vertex.
    at_vertices: Vec<Vec<DVec3>>,
    creases: Vec<Crease>,
}

impl Normals {
    /// Direction inside the normal cone of each vertex, as a unit vector: the mean of the normals of its faces and
    /// creases. Zero for a vertex without faces.
    fn means(&self) -> Vec<DVec3> {
        let mut means: Vec<DVec3> = self.at_vertices.iter().map(|normals| normals.iter().sum::<DVec3>()).collect();
        for crease in &self.creases {
            for end in crease.ends {
                means[end as usize] += crease.normal(0.5);
            }
        }
        means.into_iter().map(DVec3::normalize_or_zero).collect()
    }
}

/// Normals of the faces around every vertex of a solid, and its creases between two faces.
fn normals(solid: &Solid) -> Normals {
    let mut at_vertices = vec![Vec::new(); solid.vertices.len()];
    let mut normal_left_of: HashMap<[u32; 2], DVec3> = HashMap::new();
    for corners in &solid.faces {
        let normal = area_normal(corners.iter().map(|&i| solid.vertices[i as usize])).normalize_or_zero();
        for (k, &start) in corners.iter().enumerate() {
            let end = corners[(k + 1) % corners.len()];
            at_vertices[start as usize].push(normal);
            normal_left_of.insert([start, end], normal);
        }
    }
    let creases = solid.creases.iter().filter_map(|&[i, j]| {
        let left_normal = *normal_left_of.get(&[i, j])?;
        let right_normal = *normal_left_of.get(&[j, i])?;
        let along = (solid.vertices[j as usize] - solid.vertices[i as usize]).normalize_or_zero();
        let outward = [along.cross(left_normal), right_normal.cross(along)];
        let angle = right_normal.dot(outward[0]).max(0.0).atan2(right_normal.dot(left_normal));
        Some(Crease { ends: [i, j], faces: [left_normal, right_normal], outward, angle })
    });
    Normals { at_vertices, creases: creases.collect() }
}

/// Directions spread over the sphere, for patches where both bodies are round.
pub fn on_sphere() -> impl Iterator<Item = DVec3> {
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

/// Directions for a segment along the unit vector `along`: a circle around it, tilted toward either end.
fn around_segment(along: DVec3) -> Vec<DVec3> {
    let x = along.any_orthonormal_vector();
    let y = along.cross(x);
    let circle = (0..ARC_STEPS).map(|k| rotated(x, y, ARC_STEP * f64::from(k)));
    circle.flat_map(|d| [1.0, -1.0].map(|end| d + along * (end * TILT))).collect()
}
