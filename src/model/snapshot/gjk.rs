//! State of the GJK distance algorithm in space as plain data. GJK moves a simplex of up to four points of `A − B`, the
//! set of all differences of points of A and B, towards the origin.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::simplex::Subset;
use super::support::Vertex;
use crate::step::Comparison;

/// Stop test that ended GJK. A rounding or limit test does not imply the requested accuracy: see the bracket of the
/// answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `|v|² − v·w ≤ ε_abs²`, so that the error of `v` is at most `ε_abs` (`[ACD11]`, theorem 4).
    AbsoluteGap,
    /// `|v| − μ ≤ ε_rel · |signed distance|`.
    RelativeGap,
    /// `|v| − μ` is below the rounding error of the two numbers.
    RoundingGap,
    /// `w` is already a vertex of `W`: no point of `A − B` is nearer along `−v` except by rounding.
    Repeated,
    /// Neither `|v|` fell nor `μ` rose.
    NoProgress,
    /// The origin lies in the tetrahedron `conv(W)`: the bodies that GJK works on, usually the cores, overlap.
    Inside,
    /// `|v|² ≤ ε² max|w|²`: the origin lies on `conv(W)` to rounding. The bodies touch or overlap.
    Vanished,
    /// The iteration limit was reached.
    IterationLimit,
    /// The pair has no usable numbers: a pose is not finite, or the pair is so large that squared distances overflow,
    /// or so small that they underflow. Scenes are validated first, so no scene ends here.
    Degenerate,
}

/// State of GJK. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Gjk {
    /// `W`: vertices of the simplex in fixed slots; only slots in `filled` are valid.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that hold vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of `v`; 0 in empty slots.
    pub lambda: [f64; 4],
    /// `v`: the point of `conv(W)` nearest the origin. Before the first iteration, the initial guess, which need not
    /// lie in `A − B`.
    pub v: DVec3,
    /// Unit direction of the next support point, from A towards B.
    pub d: DVec3,
    /// `w = S(A−B, d)` of the last iteration; `None` before the first.
    pub w: Option<Vertex>,
    /// `W ∪ {w}` before the last iteration reduced it; empty when that iteration ended earlier or rejected `w`.
    pub joined: Subset,
    /// Whether the sub-algorithm of the last iteration failed to come nearer, so that every face was searched.
    pub backup: bool,
    /// `g = −d·w`: signed distance of the supporting plane through `w` from the origin, a lower bound of the distance
    /// to `A − B`; a negative value proves no gap.
    pub g: f64,
    /// `μ = max g`: the best lower bound of the signed distance of the bodies that GJK works on, usually the cores.
    pub mu: f64,
    /// Upper bound of the same distance: the least `|v|` of all iterations, meters. Infinite before the first
    /// iteration.
    pub upper: f64,
    /// Number of iterations done.
    pub k: u32,
    /// Sum of the radii of the balls that were removed from the cores of A and B, meters.
    pub margin: f64,
    /// Stop tests of the next iteration in order of evaluation, up to the one that passes: the ending that a test gives
    /// if it passes, and its comparison of numbers of this state with numbers after that iteration.
    pub next_tests: Vec<(Outcome, Comparison<f64>)>,
    /// Distance and bracket with the margins subtracted; before the end, as if the iteration limit had been reached.
    pub answer: Answer,
}

impl Snapshot for Gjk {
    type Outcome = Outcome;
}
