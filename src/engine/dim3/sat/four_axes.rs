//! Projections of a solid on four axes at once, one per lane.

use super::super::prelude::*;
use super::solid::Solid;

/// Least number of vertices for which four walks over the edges are faster than a projection of all vertices.
const WALK_FROM_VERTICES: usize = 96;

/// Projections of a solid on four axes.
pub(super) struct FourProjections {
    /// Least and greatest coordinates.
    pub(super) interval: [Lanes; 2],
    /// The vertex of the least coordinate on each axis.
    pub(super) lowest: [u32; 4],
    /// The least coordinate of all other vertices on each axis, or a lower bound of it.
    pub(super) second: Lanes,
}

impl Solid {
    /// Projections on four axes along unit vectors of the solid's frame. `near` contains the initial vertices of the
    /// walks to the least and to the greatest coordinate, and receives the vertices found.
    #[inline(always)]
    pub(super) fn project_on_four(&self, n: [Lanes; 3], near: &mut [u32; 2]) -> FourProjections {
        if self.vertices.len() >= WALK_FROM_VERTICES {
            return self.walk_on_four(n, near);
        }
        let [mut low, mut second] = [Lanes::splat(Real::INFINITY); 2];
        let mut high = Lanes::splat(Real::NEG_INFINITY);
        // Vertex indices as numbers, which are exact: there are fewer than `WALK_FROM_VERTICES`.
        let [mut lowest, mut index] = [Lanes::splat(0.0); 2];
        for v in &self.vertices {
            let coordinate = n[0] * Lanes::splat(v.x) + n[1] * Lanes::splat(v.y) + n[2] * Lanes::splat(v.z);
            lowest = coordinate.simd_lt(low).select(index, lowest);
            second = second.fast_min(coordinate.fast_max(low));
            low = low.fast_min(coordinate);
            high = high.fast_max(coordinate);
            index += Lanes::splat(1.0);
        }
        FourProjections { interval: [low, high], lowest: lowest.to_array().map(|x| x as u32), second }
    }

    /// Projections by a walk for each axis. The second least coordinate stays unknown, so it equals the least.
    #[inline(never)]
    fn walk_on_four(&self, n: [Lanes; 3], near: &mut [u32; 2]) -> FourProjections {
        let [x, y, z] = n.map(Lanes::to_array);
        let four: [_; 4] = std::array::from_fn(|k| {
            let projection = self.project(Vec3::new(x[k], y[k], z[k]), *near);
            *near = projection.vertices;
            projection
        });
        let interval = [0, 1].map(|end| Lanes::new(four.map(|projection| projection.interval[end])));
        FourProjections { interval, lowest: four.map(|projection| projection.vertices[0]), second: interval[0] }
    }
}
