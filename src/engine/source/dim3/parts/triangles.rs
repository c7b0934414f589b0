//! Triangle meshes with shared vertices.

use std::sync::Arc;

use super::error::PartsError;
use super::prelude::*;
use super::rounding;
use super::tree::Bounds;

/// Largest number of triangles: the nodes of a tree, about twice as many, still have 32-bit indices.
const MAX_TRIANGLES: usize = (u32::MAX / 4) as usize;

/// A valid list of triangles. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Triangles {
    /// Positions of the vertices.
    vertices: Arc<[Vec3]>,
    /// Vertex indices of each triangle.
    corners: Arc<[[u32; 3]]>,
    /// Whether triangles are skipped when they are approached from behind.
    one_sided: bool,
}

impl Triangles {
    /// Triangles given by indices into `vertices`; vertices run counter-clockwise as seen from the front.
    ///
    /// # Errors
    /// If there is no triangle or there are too many, a vertex is not finite or too large for its square, an index is
    /// invalid, or a one-sided triangle has no normal. The error has the number of the vertex or triangle.
    pub fn new(vertices: Vec<Vec3>, corners: Vec<[u32; 3]>, one_sided: bool) -> Result<Self, PartsError> {
        if corners.is_empty() {
            return Err(PartsError::NoTriangle);
        }
        if corners.len() > MAX_TRIANGLES {
            return Err(PartsError::TooMany);
        }
        let largest = rounding::largest();
        if let Some(i) = vertices.iter().position(|p| !(p.is_finite() && p.abs().max_element() <= largest)) {
            return Err(PartsError::Vertex(i));
        }
        for (triangle, indices) in corners.iter().enumerate() {
            if let Some(corner) = indices.iter().position(|i| *i as usize >= vertices.len()) {
                return Err(PartsError::Index { triangle, corner });
            }
        }
        let triangles = Self { vertices: vertices.into(), corners: corners.into(), one_sided };
        let degenerate = (0..triangles.count()).find(|i| !(triangles.normal(*i).length_squared() > 0.0));
        match degenerate.filter(|_| one_sided) {
            Some(i) => Err(PartsError::Degenerate(i as usize)),
            None => Ok(triangles),
        }
    }

    /// Vertices of the mesh.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Vertex indices of each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.corners
    }

    /// Number of triangles in the mesh.
    #[inline]
    pub fn count(&self) -> u32 {
        self.corners.len() as u32
    }

    /// Whether triangles are skipped when they are approached from behind.
    #[inline]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// The vertices of triangle `i`.
    #[inline]
    pub fn corners(&self, i: u32) -> [Vec3; 3] {
        self.corners[i as usize].map(|corner| self.vertices[corner as usize])
    }

    /// Front normal of triangle `i`, of any length; 0 for a degenerate triangle.
    pub fn normal(&self, i: u32) -> Vec3 {
        let [a, b, c] = self.corners(i);
        let u = b - a;
        let v = c - a;
        // Scaled, so that products of short edges do not underflow.
        let size = u.abs().max(v.abs()).max_element();
        if size > 0.0 { (u / size).cross(v / size) } else { Vec3::ZERO }
    }

    /// Whether a point is behind the plane of triangle `i`; false for a degenerate triangle.
    pub fn is_behind(&self, i: u32, point: Vec3) -> bool {
        self.normal(i).dot(point - self.corners(i)[0]) < 0.0
    }

    /// Box of triangle `i`.
    pub fn bounds(&self, i: u32) -> Bounds<3> {
        let mut bounds = Bounds::EMPTY;
        self.corners(i).iter().for_each(|p| bounds.join_point(p.to_array()));
        bounds
    }
}
