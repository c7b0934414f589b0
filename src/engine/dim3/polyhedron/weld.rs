//! Welds vertices of a hull that coincide to rounding.
//!
//! Points that were meant to coincide carry rounding errors. Clusters of them are tiny hulls whose edges and facets
//! have arbitrary directions; merged faces would inherit short edges, on which a climb can get stuck.

use super::super::hull::{self, Dimension};
use super::super::prelude::*;
use super::PolyhedronError;
use super::connect::Topology;
use super::fit::Scaled;

/// Largest number of hulls computed: the remainder of a cluster may have near vertices that were not connected before.
const MAX_HULLS: usize = 4;

/// Hull without the vertices that were welded to others.
pub(super) struct Welded {
    /// Its vertices, as indices into the full hull.
    pub kept: Vec<u32>,
    /// Its facets, as indices into `kept`.
    pub loops: Vec<Vec<u32>>,
    /// Its half-edges, built from the facets.
    pub topology: Topology,
}

/// Removes vertices that share an edge with one that stays and whose coordinates differ from it by at most `rounding`
/// (scaled), and computes the exact hull of the rest; keeps all if the rest is flat. With a rounding of 0 nothing
/// changes.
pub(super) fn weld(
    points: &[Vec3],
    scaled: &Scaled,
    full: &Topology,
    loops: &[Vec<u32>],
    rounding: f64,
) -> Result<Welded, PolyhedronError> {
    let all = (0..points.len() as u32).collect();
    let mut this = Welded { kept: all, loops: loops.to_vec(), topology: full.clone() };
    for _ in 0..MAX_HULLS {
        let stays = kept_vertices(&scaled.select(&this.kept), &this.topology, rounding);
        let numbers: Vec<u32> = this.kept.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(&i, _)| i).collect();
        if numbers.len() == this.kept.len() {
            break;
        }
        let positions: Vec<Vec3> = numbers.iter().map(|&i| points[i as usize]).collect();
        let hull = hull::hull(&positions)?;
        if hull.dimension != Dimension::Solid {
            break;
        }
        let loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let kept = hull.vertices.iter().map(|&i| numbers[i as usize]).collect();
        this = Welded { kept, topology: Topology::new(hull.vertices.len(), &loops)?, loops };
    }
    Ok(this)
}

/// Whether each vertex stays. In the order of the indices, a vertex stays if no neighbor that stays is near.
fn kept_vertices(points: &Scaled, topology: &Topology, rounding: f64) -> Vec<bool> {
    let mut stays = vec![true; points.points.len()];
    for vertex in 0..stays.len() as u32 {
        let mut neighbors = topology.vertex_half_edges(vertex).map(|h| topology.head(h));
        stays[vertex as usize] = !neighbors.any(|q| {
            q < vertex && stays[q as usize] && (points.at(q) - points.at(vertex)).abs().max_element() <= rounding
        });
    }
    stays
}
