//! GJK in the plane as plain data.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::ask::Search;
use crate::step::Comparison;

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The new corner repeats one or brings no more than rounding: the simplex holds the CSO's nearest point.
    Apart,
    /// The origin is inside of the triangle.
    Contained,
    /// The origin is on a corner, within rounding. `d` stays the direction in which that corner was found, so the pair
    /// just touches along it.
    OnVertex,
    /// The origin is on an edge, within rounding.
    OnEdge,
    /// The cap on iterations.
    IterationLimit,
}

impl Outcome {
    /// Whether the origin is in the simplex.
    pub fn overlaps(self) -> bool {
        matches!(self, Self::Contained | Self::OnVertex | Self::OnEdge)
    }
}

/// The point of the simplex nearest the origin. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// `v`.
    pub v: DVec3,
    /// `λ`: how much of each corner; they sum to 1.
    pub weights: [f64; 3],
}

/// What the iteration that goes on from a state compares. The state after it has another simplex, so it is asked before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopTests {
    /// `d·(w − v) ≤ rounding`, both sides squared with their signs, and times `|d|²`.
    pub by_rounding: Comparison<f64>,
    /// `d·(w − v) ≤ ε`, times `|d|`, where more than rounding was asked for.
    pub by_tolerance: Option<Comparison<f64>>,
    /// `k ≥ limit`
    pub by_limit: Comparison<f64>,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Gjk {
    /// `W`: one to three corners, the newest last.
    pub simplex: Vec<Vertex>,
    /// Its point nearest the origin.
    pub nearest: Nearest,
    /// `d`: where the next corner is sought, not a unit vector.
    pub d: DVec3,
    /// `w`: the corner found in the last iteration.
    pub w: Vertex,
    /// `d·(w − v)`, for the `d` in which `w` was found.
    pub gain: f64,
    /// Whether the search started from an earlier answer that is not refuted.
    pub remembers: bool,
    /// So far.
    pub iterations: u32,
    /// Where the search goes from an edge.
    pub search: Search,
    /// `μ_A + μ_B`: radii of the balls around the cores.
    pub margin: f64,
    /// Of the next iteration, unless the search is at its end.
    pub next: Option<StopTests>,
}

impl Snapshot for Gjk {
    type Outcome = Outcome;
}
