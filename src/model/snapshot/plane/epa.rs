//! State of the planar EPA (expanding polytope algorithm) as plain data.
//!
//! The polygon lies inside the cores' `A − B` and contains the origin. An iteration takes the edge nearest the origin,
//! with the outward unit normal `n`, and computes the support point `w` of `A − B` along `n`. If `w` is beyond the
//! edge, two edges through `w` replace the edge; otherwise the distance of the edge is the depth of the cores.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::step::Comparison;

/// Ending of EPA for overlapping cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No point of `A − B` is beyond the nearest edge by more than the tolerance and rounding error: the edge's
    /// distance is the depth.
    Converged,
    /// `A − B` is a segment or a point that contains the origin: the depth is 0.
    Flat,
    /// The iteration limit was reached before the bracket was as narrow as requested.
    IterationLimit,
}

/// An edge of the polygon, directed counter-clockwise. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Start vertex of the edge.
    pub from: Vertex,
    /// End vertex of the edge.
    pub to: Vertex,
    /// Squared distance of the edge from the origin, m², which orders the edges; negative if the origin is on the outer
    /// side of the edge and its projection is between the ends.
    pub rank: f64,
    /// Outward unit normal, pair frame.
    pub normal: DVec3,
    /// Signed distance of the edge's line from the origin, meters: positive if the origin is on the inner side.
    pub distance: f64,
}

/// State of the planar EPA. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Epa {
    /// Edges of the polygon, in no order; only one edge if `A − B` is flat or an initial edge is on its boundary.
    pub edges: Vec<Edge>,
    /// Index in `edges` of the edge that the last iteration took and then shortened to end at `w`; after the end, of
    /// the edge that gives the answer.
    pub nearest: usize,
    /// Index in `edges` of the edge nearest the origin in this state, which the next iteration takes.
    pub nearest_now: usize,
    /// `w`: support point of the last iteration; the newest vertex of GJK's simplex before the first.
    pub w: Vertex,
    /// Least `n·w` of all iterations, meters: upper bound of the depth of the cores. Infinite before the first
    /// iteration.
    pub upper: f64,
    /// Number of iterations done.
    pub iterations: u32,
    /// `μ_A` and `μ_B`: radii of the balls around the cores, meters.
    pub margins: [f64; 2],
    /// `μ_A + μ_B` as the solver rounds the sum, meters.
    pub margin: f64,
    /// Stop test of the last iteration, `n·w − distance ≤ ε`, for the edge before it was split. Both sides are
    /// multiplied by the length of that edge, m². `None` before the first iteration.
    pub by_gap: Option<Comparison<f64>>,
    /// Comparison `iterations ≥ limit`: whether the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

impl Snapshot for Epa {
    type Outcome = Outcome;
}
