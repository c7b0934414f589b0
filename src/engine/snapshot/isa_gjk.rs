//! ISA-GJK as plain data.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// How the test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `v·w > 0` beyond rounding: `v` is a separating axis.
    Separated,
    /// The origin lies in `conv(W)`, a tetrahedron, deeper than rounding: the shapes overlap.
    Inside,
    /// `|v|` is less than the round margins: the cores are apart, the shapes overlap.
    Shallow,
    /// The full answer, asked where rounding had stopped the test, proves an overlap.
    Overlapping,
    /// `v·v ≤ ε²`: the origin lies on `conv(W)` as far as numbers tell. The full answer does not know better: its bracket holds
    /// 0. They touch, or nearly so.
    Vanished,
    /// Nothing got better, and the bracket of the full answer holds 0: rounding is all that is left. They touch, or nearly so.
    Stalled,
    /// The cap on iterations.
    IterationLimit,
    /// The pair or the simplex has no usable numbers.
    Degenerate,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct IsaGjk {
    /// `W`: up to four vertices, in the order of their slots.
    pub simplex: Vec<Vertex>,
    /// Barycentric coordinates of `v` in `W`.
    pub lambda: Vec<f64>,
    /// The point of `conv(W)` nearest the origin; before the first iteration the first guess.
    pub v: DVec3,
    /// `−v/|v|`: where the next support point is looked for, from A towards B.
    pub d: DVec3,
    /// `w = S(A−B, −v)` of the last iteration.
    pub w: Option<Vertex>,
    /// Whether `w` joined `W` in the last iteration.
    pub joined: bool,
    /// `v·w/|v|`: the gap along the axis tried last; negative: an overlap.
    pub g: f64,
    /// The widest gap (or least overlap) of all axes tried.
    pub mu: f64,
    /// `μ_A + μ_B`: radii of the balls around the cores.
    pub margin: f64,
    /// What rounding may have done to a gap.
    pub rounding: f64,
    /// Iterations so far.
    pub k: u32,
    /// Whether it was started from a guess, such as the axis of the frame before.
    pub warm: bool,
    /// What the full answer knows by now, once rounding has stopped the test.
    pub full: Option<Answer>,
    /// How the test ends if that decides nothing either.
    pub doubt: Option<Outcome>,
    /// `v·w/|v| > margins + rounding`
    pub by_axis: Comparison<f64>,
    /// `ρ > rounding`, of a tetrahedron
    pub by_inside: Comparison<f64>,
    /// `|v| ≤ ε max|w|`
    pub by_vanishing: Comparison<f64>,
    /// `|v| + rounding < margins`
    pub by_margins: Comparison<f64>,
    /// `k ≥ limit`
    pub by_limit: Comparison<f64>,
}

impl Snapshot for IsaGjk {
    type Outcome = Outcome;
}
