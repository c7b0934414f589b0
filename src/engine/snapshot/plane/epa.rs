//! EPA in the plane as plain data.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::step::Comparison;

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The nearest edge is on the CSO's boundary, within rounding or as near to it as was asked for.
    Converged,
    /// The CSO has no area: a segment or a point, and the origin on it. The depth is 0.
    Flat,
    /// The cap on iterations.
    IterationLimit,
}

/// An edge of the polygon, counter-clockwise. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it begins.
    pub from: Vertex,
    /// Where it ends.
    pub to: Vertex,
    /// The square of its distance from the origin, negative when the origin is outside of it: the queue goes by this.
    pub rank: f64,
    /// The unit outward normal.
    pub normal: DVec3,
    /// Of the origin from the edge's line: positive when the origin is inside.
    pub distance: f64,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Epa {
    /// The polygon's edges, in no order. There are no more of them than the stepper reads in each iteration.
    pub edges: Vec<Edge>,
    /// The edge expanded in the last iteration; at the end, the answer.
    pub nearest: usize,
    /// The edge nearest the origin now.
    pub closest: usize,
    /// `w`: the corner found in the last iteration.
    pub w: Vertex,
    /// Least `n·w` so far: the depth of the cores is not above it. Infinite before the first.
    pub upper: f64,
    /// So far.
    pub iterations: u32,
    /// `μ_A` and `μ_B`: radii of the balls around the cores.
    pub margins: [f64; 2],
    /// `μ_A + μ_B`
    pub margin: f64,
    /// `n·w − distance ≤ ε`, times the length of the edge that was expanded last, once one was.
    pub by_gap: Option<Comparison<f64>>,
    /// `k ≥ limit`
    pub by_limit: Comparison<f64>,
}

impl Snapshot for Epa {
    type Outcome = Outcome;
}
