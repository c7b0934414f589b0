//! State of GJK in the plane as plain data.

use glam::DVec3;

use super::super::Snapshot;
use super::Vertex;
use crate::ask::Search;
use crate::step::Comparison;

/// Ending of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The new vertex repeats one or gains less than the rounding error: the simplex contains the nearest point of `A −
    /// B`.
    Apart,
    /// The origin lies inside the triangle.
    Contained,
    /// The origin coincides with a vertex, to rounding. `d` remains the direction in which the vertex was found: the
    /// pair touches along it.
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
    /// `λ`: barycentric weights of the vertices; they sum to 1.
    pub weights: [f64; 3],
}

/// Stop tests of the iteration that starts at a state. They are computed before it, because the iteration changes the
/// simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopTests {
    /// `d·(w − v) ≤ rounding`, both sides squared with sign and multiplied by `|d|²`.
    pub by_rounding: Comparison<f64>,
    /// `d·(w − v) ≤ ε`, multiplied by `|d|`; `None` unless a tolerance above the rounding error was requested.
    pub by_tolerance: Option<Comparison<f64>>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

/// State of GJK in the plane. Pair frame, meters.
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
    /// `d·(w − v)` for the `d` with which `w` was found.
    pub gain: f64,
    /// Whether the search started from the feature of an earlier answer, which no support point has refuted yet.
    pub remembers: bool,
    /// Number of iterations done.
    pub iterations: u32,
    /// Choice of the search direction from an edge.
    pub search: Search,
    /// `μ_A + μ_B`: sum of the radii of the balls around the cores, meters.
    pub margin: f64,
    /// Stop tests of the next iteration; `None` at the end.
    pub next: Option<StopTests>,
}

impl Snapshot for Gjk {
    type Outcome = Outcome;
}
