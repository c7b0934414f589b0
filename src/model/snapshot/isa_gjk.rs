//! State of ISA-GJK (incremental separating axis GJK, an overlap test) as plain data.
//!
//! The test stops at the first axis `v` with a gap, or when the simplex `W` contains the origin. `A − B` is the set of
//! all differences of points of the cores of A and B.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// Ending of the overlap test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `v·w > 0` by more than the rounding error: `v` is a separating axis.
    Separated,
    /// The origin lies in the tetrahedron `conv(W)`, deeper than the rounding error: the shapes overlap.
    Inside,
    /// `|v|` plus the rounding error is less than the sum of the margins: the shapes overlap with their margins.
    Shallow,
    /// The distance solver, run after rounding had stopped the test, proved an overlap.
    Overlapping,
    /// `v·v ≤ ε²`: the origin lies on `conv(W)` to rounding, and the bracket of the distance solver contains 0. The
    /// shapes touch, to rounding.
    Vanished,
    /// No iteration improved the simplex, and the bracket of the distance solver contains 0. The shapes touch, to
    /// rounding.
    Stalled,
    /// The iteration limit was reached.
    IterationLimit,
    /// The pair or the simplex has no usable numbers.
    Degenerate,
}

/// State of ISA-GJK. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct IsaGjk {
    /// `W`: up to four vertices in slot order.
    pub simplex: Vec<Vertex>,
    /// `λ`: barycentric coordinates of `v`, one per vertex of `simplex`.
    pub lambda: Vec<f64>,
    /// `v`: the point of `conv(W)` nearest the origin; before the first iteration, the initial guess.
    pub v: DVec3,
    /// `−v/|v|`: unit direction of the next support point, from A towards B.
    pub d: DVec3,
    /// `w = S(A−B, −v)` of the last iteration; `None` before the first.
    pub w: Option<Vertex>,
    /// Whether the last iteration added `w` to `W`.
    pub joined: bool,
    /// `v·w/|v|`: gap along the axis of the last iteration, meters; negative where the shapes overlap along it.
    pub g: f64,
    /// `μ`: widest gap of all axes tried, meters; negative (the least overlap) if all overlap.
    pub mu: f64,
    /// `μ_A + μ_B`: sum of the radii of the balls around the cores, meters.
    pub margin: f64,
    /// Bound of the rounding error of a gap, meters.
    pub rounding: f64,
    /// Number of iterations done.
    pub k: u32,
    /// Whether the test started from a guess, such as the axis of the previous frame.
    pub warm: bool,
    /// Result of the distance solver, which takes over when rounding has stopped the test; `None` before.
    pub fallback_answer: Option<Answer>,
    /// Ending of the test if the distance solver cannot decide either.
    pub outcome_if_undecided: Option<Outcome>,
    /// `v·w/|v| > margins + rounding`: the axis separates the shapes.
    pub by_axis: Comparison<f64>,
    /// `ρ > rounding`, with the radius `ρ` of a ball around the origin that is proven to be inside the tetrahedron: the
    /// origin lies in it, deeper than the rounding error.
    pub by_inside: Comparison<f64>,
    /// `|v| ≤ ε max|w|`: the origin lies on `conv(W)`.
    pub by_vanishing: Comparison<f64>,
    /// `|v| + rounding < margins`: the margins overlap.
    pub by_margins: Comparison<f64>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

impl Snapshot for IsaGjk {
    type Outcome = Outcome;
}
