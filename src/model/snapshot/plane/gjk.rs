//! State of the planar GJK as plain data. GJK computes the point of the cores' `A − B` nearest the origin, or proves
//! that `A − B` contains the origin.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::ask::Search;
use crate::step::Comparison;

/// Ending of the planar GJK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The last support point repeats a vertex, or gains at most the tolerance or the rounding error: the simplex
    /// contains the nearest point of `A − B`, to that accuracy.
    Apart,
    /// The origin lies inside the triangle.
    Contained,
    /// The origin coincides with a vertex, to rounding. `d` is the direction along which that vertex was found, and
    /// along which the cores touch.
    OnVertex,
    /// The origin lies on an edge, to rounding.
    OnEdge,
    /// The iteration limit was reached.
    IterationLimit,
}

impl Outcome {
    /// Returns whether the simplex contains the origin.
    pub fn overlaps(self) -> bool {
        matches!(self, Self::Contained | Self::OnVertex | Self::OnEdge)
    }
}

/// The point of the simplex nearest the origin. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// `v`: position of the point, meters.
    pub v: DVec3,
    /// `λ`: barycentric weights of the vertices, 0 to 1; 0 beyond the last vertex, sum 1 to rounding.
    pub weights: [f64; 3],
}

/// Stop tests of the iteration that starts at a state, on its support point `w` and the simplex before that iteration
/// changes it. The gain is `g = d·(w − v)`, meters times `|d|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopTests {
    /// Comparison `g·|g| ≤ ρ²·|d|²`, which is `g ≤ ρ·|d|` without a square root; `ρ` is the rounding error of a
    /// coordinate along a unit vector, meters.
    pub by_rounding: Comparison<f64>,
    /// Comparison `g ≤ ε·|d|` with the requested tolerance `ε`, meters; `None` unless a tolerance above the rounding
    /// error was requested.
    pub by_tolerance: Option<Comparison<f64>>,
    /// Comparison `iterations ≥ limit` after the iteration: whether the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

/// State of the planar GJK. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Gjk {
    /// `W`: one to three vertices, the newest last.
    pub simplex: Vec<Vertex>,
    /// Point of the simplex nearest the origin.
    pub nearest: Nearest,
    /// `d`: direction of the next support point; not a unit vector.
    pub d: DVec3,
    /// `w`: support point of the last iteration.
    pub w: Vertex,
    /// `d·(w − v)`, meters times `|d|`, with the direction `d` and the point `v` of the last iteration; 0 before the
    /// first.
    pub gain: f64,
    /// Whether the search started from the feature of an earlier answer and has not been restarted without it.
    pub is_warm_started: bool,
    /// Number of iterations done.
    pub iterations: u32,
    /// Choice of the search direction from an edge.
    pub search: Search,
    /// `μ_A + μ_B`: sum of the radii of the balls around the cores, meters.
    pub margin: f64,
    /// Stop tests of the next iteration; `None` after the end.
    pub next: Option<StopTests>,
}

impl Snapshot for Gjk {
    type Outcome = Outcome;
}
