//! The GJK distance algorithm as plain data.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::simplex::Subset;
use super::support::Vertex;
use crate::step::Comparison;

/// How GJK ended. Whether the answer is good enough is told by its bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `|v|² − v·w ≤ ε_abs²`: theorem 4 bounds the error of `v` by `ε_abs`.
    AbsoluteGap,
    /// `|v| − μ ≤ ε_rel · |signed distance|`.
    RelativeGap,
    /// `|v| − μ` is within the rounding of the two numbers themselves.
    RoundingGap,
    /// `w` is in `W` already: no point of `A − B` is nearer along `−v`, and rounding hides it.
    Repeated,
    /// Neither `|v|` fell nor `μ` rose.
    NoProgress,
    /// The origin lies in `conv(W)`, a tetrahedron: what is mapped overlaps.
    Inside,
    /// `|v|² ≤ ε² max|w|²`: the origin lies on `conv(W)` as far as numbers tell. Touching or overlapping.
    Vanished,
    /// The cap on iterations.
    IterationLimit,
    /// The pair has no usable numbers: a pose that is not finite, or a pair so large that squares of distances overflow, or
    /// so small that they vanish. No scene gets here, since all are rejected with the field's name.
    Degenerate,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Gjk {
    /// `W`: the simplex's vertices in fixed slots; only those in `filled` count.
    pub simplex: [Vertex; 4],
    /// Which slots of `simplex` are vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of `v`, 0 in slots that are not filled.
    pub lambda: [f64; 4],
    /// `v`: the point of `conv(W)` nearest the origin. Before the first iteration the first guess, which need not lie in
    /// `A − B`.
    pub v: DVec3,
    /// The unit direction of the next support point, from A towards B.
    pub d: DVec3,
    /// `w = S(A−B, d)` of the last iteration; none before the first.
    pub w: Option<Vertex>,
    /// `W ∪ {w}` as the last iteration reduced it; empty when the iteration ended before or gave `w` back.
    pub joined: Subset,
    /// Whether the last iteration's sub-algorithm came no nearer, so that every face was searched.
    pub backup: bool,
    /// `g = −d·w`: the plane through `w` keeps `A − B` at least that far from the origin; < 0 proves nothing.
    pub g: f64,
    /// `μ = max g`: the best lower bound of the signed distance of what the support mapping maps.
    pub mu: f64,
    /// The least `|v|` with `v ∈ A − B`: the upper bound; infinite before the first iteration.
    pub upper: f64,
    /// Iterations so far.
    pub k: u32,
    /// Radii of the balls that were taken off the cores.
    pub margin: f64,
    /// What the next iteration compares, in this order up to the test that ends it, each with the ending that it decides:
    /// both sides have numbers of the state before and of the state after.
    pub next_tests: Vec<(Outcome, Comparison<f64>)>,
    /// What is known, with margins taken off: of a run that goes on, as if the cap on iterations had ended it here.
    pub answer: Answer,
}

impl Snapshot for Gjk {
    type Outcome = Outcome;
}
