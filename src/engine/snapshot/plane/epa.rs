//! State of EPA in the plane as plain data.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::step::Comparison;

/// Ending of EPA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The nearest edge lies on the boundary of `A − B`, within the tolerance or to rounding.
    Converged,
    /// `A − B` is a segment or a point that contains the origin: the depth is 0.
    Flat,
    /// The iteration limit was reached.
    IterationLimit,
}

/// An edge of the polygon, directed counter-clockwise. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Start vertex of the edge.
    pub from: Vertex,
    /// End vertex of the edge.
    pub to: Vertex,
    /// Signed square by which edges are ordered, m²: squared distance of the edge from the origin, negative if the
    /// origin is outside and its projection is on the edge.
    pub rank: f64,
    /// Outward unit normal, pair frame.
    pub normal: DVec3,
    /// Signed distance of the edge's line from the origin, meters: positive if the origin lies inside.
    pub distance: f64,
}

/// State of EPA in the plane. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Epa {
    /// Edges of the polygon, in no order.
    pub edges: Vec<Edge>,
    /// Index of the edge that was nearest the origin in the last iteration, which expanded it; at the end, of the edge
    /// that gives the answer.
    pub nearest: usize,
    /// Index of the edge that is nearest the origin now, which the next iteration expands.
    pub nearest_now: usize,
    /// `w`: support point of the last iteration.
    pub w: Vertex,
    /// Least `n·w` found, meters: upper bound of the depth of the cores. Infinite before the first iteration.
    pub upper: f64,
    /// Number of iterations done.
    pub iterations: u32,
    /// `μ_A` and `μ_B`: radii of the balls around the cores, meters.
    pub margins: [f64; 2],
    /// `μ_A + μ_B`, meters.
    pub margin: f64,
    /// `n·w − distance ≤ ε`, multiplied by the length of the last expanded edge; `None` before the first expansion.
    pub by_gap: Option<Comparison<f64>>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

impl Snapshot for Epa {
    type Outcome = Outcome;
}
