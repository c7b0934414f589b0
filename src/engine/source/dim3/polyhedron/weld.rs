//! Welds vertices of a hull that coincide to rounding.
//!
//! Points that were meant to coincide carry rounding errors. Clusters of them are tiny hulls whose edges and facets
//! have arbitrary directions; merged faces would inherit short edges, on which a climb can get stuck.

use super::PolyhedronError;
use super::connect::Topology;
use super::fit::Scaled;
use crate::dim3::hull::{self, Dimension};
use crate::dim3::prelude::*;

/// Largest number of hulls computed. Each hull may connect close vertices of a cluster that were not connected before.
const MAX_HULLS: usize = 4;

/// Hull without the vertices that were welded to others.
pub(super) struct Welded {
    /// Vertices of this hull, as indices into the full hull.
    pub kept: Vec<u32>,
    /// Facets of this hull, as indices into `kept`.
    pub loops: Vec<Vec<u32>>,
    /// Half-edges of this hull, built from the facets.
    pub topology: Topology,
}

/// Removes vertices whose coordinates differ by at most `rounding` (scaled) from those of a neighbor that stays, and
/// computes the exact hull of the remaining vertices. If these are flat, keeps the vertices of the previous hull. With
/// a rounding of 0 nothing changes.
pub(super) fn weld(
    points: &[Vec3],
    scaled: &Scaled,
    full: &Topology,
    loops: &[Vec<u32>],
    rounding: f64,
) -> Result<Welded, PolyhedronError> {
    let all = (0..points.len() as u32).collect();
    let mut welded = Welded { kept: all, loops: loops.to_vec(), topology: full.clone() };
    for _ in 0..MAX_HULLS {
        let stays = which_vertices_stay(&scaled.select(&welded.kept), &welded.topology, rounding);
        let kept_and_stays = welded.kept.iter().zip(&stays);
        let staying: Vec<u32> = kept_and_stays.filter(|(_, stays)| **stays).map(|(&i, _)| i).collect();
        if staying.len() == welded.kept.len() {
            break;
        }
        let positions: Vec<Vec3> = staying.iter().map(|&i| points[i as usize]).collect();
        let hull = hull::hull(&positions)?;
        if hull.dimension != Dimension::Solid {
            break;
        }
        let loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let kept = hull.vertices.iter().map(|&i| staying[i as usize]).collect();
        welded = Welded { kept, topology: Topology::new(hull.vertices.len(), &loops)?, loops };
    }
    Ok(welded)
}

/// Whether each vertex stays: in the order of the indices, a vertex stays if no neighbor that stays is within
/// `rounding`.
fn which_vertices_stay(points: &Scaled, topology: &Topology, rounding: f64) -> Vec<bool> {
    let mut stays = vec![true; points.count()];
    for vertex in 0..stays.len() as u32 {
        let mut neighbors = topology.vertex_half_edges(vertex).map(|h| topology.head(h));
        stays[vertex as usize] = !neighbors.any(|q| {
            q < vertex && stays[q as usize] && (points.at(q) - points.at(vertex)).abs().max_element() <= rounding
        });
    }
    stays
}
