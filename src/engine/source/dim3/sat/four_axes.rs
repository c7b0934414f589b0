//! Projections of a solid on four axes together, one axis per lane of a SIMD vector: the inner loop of the face tests
//! of a walk (`walk.rs`).
//!
//! Solids of few vertices are projected vertex by vertex, all four axes at once. Solids of many vertices are projected
//! axis by axis, by walks over the edges to the least and to the greatest coordinate.

use super::projection::Projection;
use super::solid::Solid;
use crate::dim3::prelude::*;

/// Least number of vertices for which four walks over the edges are faster than a projection of all vertices. Larger
/// than the limit in [`Solid::project`], where a projection of all vertices serves one axis instead of four.
const FOUR_WALKS_FROM_VERTICES: usize = 96;

/// Projections of a solid on four axes, one per lane; coordinates in the solid's length unit.
pub(super) struct FourProjections {
    /// Least coordinate of a vertex on each axis.
    pub(super) low: Lanes,
    /// Greatest coordinate of a vertex on each axis.
    pub(super) high: Lanes,
    /// Index of the vertex with the least coordinate on each axis.
    pub(super) low_vertex: [u32; 4],
    /// Lower bound of the coordinates of all vertices but `low_vertex` on each axis. Equal to `low` if another vertex
    /// may be equally low.
    pub(super) second_low: Lanes,
}

impl Solid {
    /// Projections on four axes along the unit vectors whose x, y and z components are `normals`, in the solid's frame.
    /// `near` contains the initial vertices of the walks to the least and to the greatest coordinate, and receives the
    /// vertices where the last walks ended.
    #[inline(always)]
    pub(super) fn project_on_four(&self, normals: [Lanes; 3], near: &mut [u32; 2]) -> FourProjections {
        if self.vertices.len() >= FOUR_WALKS_FROM_VERTICES {
            self.project_by_four_walks(normals, near)
        } else {
            self.project_all_vertices_on_four(normals)
        }
    }

    /// Projections of all vertices, for fewer than [`FOUR_WALKS_FROM_VERTICES`].
    #[inline(always)]
    fn project_all_vertices_on_four(&self, normals: [Lanes; 3]) -> FourProjections {
        let [x, y, z] = normals;
        let mut low = Lanes::splat(Real::INFINITY);
        let mut second_low = Lanes::splat(Real::INFINITY);
        let mut high = Lanes::splat(Real::NEG_INFINITY);
        // Vertex indices as floating-point numbers, so that lanes can select them. Few vertices have exact ones.
        let mut low_vertex = Lanes::splat(0.0);
        let mut index = Lanes::splat(0.0);
        for v in &self.vertices {
            let coordinate = x * Lanes::splat(v.x) + y * Lanes::splat(v.y) + z * Lanes::splat(v.z);
            low_vertex = coordinate.simd_lt(low).select(index, low_vertex);
            // The greater of a new and the least coordinate belongs to a vertex other than the lowest.
            second_low = second_low.fast_min(coordinate.fast_max(low));
            low = low.fast_min(coordinate);
            high = high.fast_max(coordinate);
            index += Lanes::splat(1.0);
        }
        let low_vertex = low_vertex.to_array().map(|index| index as u32);
        FourProjections { low, high, low_vertex, second_low }
    }

    /// Projections by a walk to each end of each axis. A walk does not find the second lowest vertex, so `second_low`
    /// is the least coordinate.
    #[inline(never)]
    fn project_by_four_walks(&self, normals: [Lanes; 3], near: &mut [u32; 2]) -> FourProjections {
        let [x, y, z] = normals.map(Lanes::to_array);
        let projections: [Projection; 4] = std::array::from_fn(|axis| {
            let projection = self.project(Vec3::new(x[axis], y[axis], z[axis]), *near);
            *near = projection.vertices;
            projection
        });
        let low = Lanes::new(projections.map(|projection| projection.interval[0]));
        let high = Lanes::new(projections.map(|projection| projection.interval[1]));
        let low_vertex = projections.map(|projection| projection.vertices[0]);
        FourProjections { low, high, low_vertex, second_low: low }
    }
}
