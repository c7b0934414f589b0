//! Canonical form of a finished hull: sorted lists of input points, the same for every method, with area and volume.

use std::collections::HashMap;

use super::cloud::{cross, dot, minus, size};
use super::{CanonicalHull, Hull};
use crate::dim3::prelude::*;

impl Hull {
    /// The hull by its input points, the same whatever the method and order in which the hull was built: every vertex
    /// is the first of equal points, lists are sorted, and each face starts at its lowest index. Area and volume are
    /// computed in `f64` in both precisions.
    pub fn listed(&self, points: &[Vec3]) -> CanonicalHull {
        let vertex_positions = self.vertices.iter().map(|&i| position(points, i));
        let input_positions = (0..points.len() as u32).map(|i| position(points, i));
        let first_indices = FirstIndices::new(vertex_positions.clone(), input_positions);
        let input_index: Vec<u32> = vertex_positions.map(|p| first_indices.index_of(p)).collect();
        let mut faces: Vec<Vec<u32>> = Vec::new();
        for face in self.faces() {
            faces.push(face.iter().map(|&vertex| input_index[vertex as usize]).collect());
        }
        let mut vertices = input_index;
        vertices.sort_unstable();
        for face in &mut faces {
            let lowest = (0..face.len()).min_by_key(|&k| face[k]).unwrap_or(0);
            face.rotate_left(lowest);
        }
        faces.sort_unstable();
        let origin = vertices.first().map_or([0.0; 3], |&i| position(points, i));
        let mut area = 0.0;
        let mut volume = 0.0;
        for face in &faces {
            let corners: Vec<_> = face.iter().map(|&i| minus(position(points, i), origin)).collect();
            let area_vector = doubled_area_vector(&corners);
            area += 0.5 * length(area_vector);
            // The pyramid from the origin: a third of the base times the height.
            volume += dot(corners[0], area_vector) / 6.0;
        }
        // The two sides of a flat hull cancel only to rounding.
        let volume = if faces.len() > 2 { volume } else { 0.0 };
        CanonicalHull { vertices, faces, volume, area }
    }
}

/// Outward normal of a polygon with these vertices, counter-clockwise seen from outside; its length is twice the area.
fn doubled_area_vector(corners: &[[f64; 3]]) -> [f64; 3] {
    // Relative to the polygon's own vertex, so that distant polygons lose no digits.
    let first = corners[0];
    let triangles = (2..corners.len()).map(|k| cross(minus(corners[k - 1], first), minus(corners[k], first)));
    triangles.fold([0.0; 3], |sum: [f64; 3], triangle| [0, 1, 2].map(|k| sum[k] + triangle[k]))
}

/// For every vertex, by the [`bits`] of its coordinates, the index of the first equal point of the input.
pub(crate) struct FirstIndices(HashMap<[u64; 3], u32>);

impl FirstIndices {
    /// Finds the first point that is equal to each of `vertices`.
    pub fn new(vertices: impl Iterator<Item = [f64; 3]>, points: impl Iterator<Item = [f64; 3]>) -> Self {
        let mut first: HashMap<[u64; 3], u32> = vertices.map(|p| (bits(p), u32::MAX)).collect();
        for (point, i) in points.zip(0..) {
            if let Some(slot) = first.get_mut(&bits(point)).filter(|slot| **slot == u32::MAX) {
                *slot = i;
            }
        }
        Self(first)
    }

    /// Index of the first point equal to this vertex; `u32::MAX` if it is no vertex or no point equals it.
    pub fn index_of(&self, point: [f64; 3]) -> u32 {
        self.0.get(&bits(point)).copied().unwrap_or(u32::MAX)
    }
}

/// The bits of the coordinates, the same for equal points: −0 becomes 0.
fn bits(point: [f64; 3]) -> [u64; 3] {
    point.map(|x| (x + 0.0).to_bits())
}

/// Length of a vector whose squares may overflow or underflow.
pub(crate) fn length(v: [f64; 3]) -> f64 {
    let largest = size(v);
    if largest == 0.0 { 0.0 } else { dot(v.map(|x| x / largest), v.map(|x| x / largest)).sqrt() * largest }
}

/// Position of a point in `f64`; 0 for an index out of range.
fn position(points: &[Vec3], i: u32) -> [f64; 3] {
    points.get(i as usize).map_or([0.0; 3], |p| [p.x as f64, p.y as f64, p.z as f64])
}
