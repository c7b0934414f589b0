//! State of Boolean GJK, an overlap test, in the plane and in space as plain data.
//!
//! The test looks for a simplex of points of `A − B`, the set of all differences of points of A and B, that contains
//! the origin. Signs of vector products decide which vertices to keep and where to search next.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// Ending of the overlap test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No point of `A − B` lies as far along the direction as the origin: the shapes are separate.
    Separated,
    /// The origin lies inside the tetrahedron (in the plane, the triangle), deeper than the rounding error: the shapes
    /// overlap.
    Inside,
    /// The distance solver, run after rounding had stopped the test, proved an overlap.
    Overlapping,
    /// A product is 0 because the origin lies on an edge of the simplex or at a vertex, and the bracket of the distance
    /// solver contains 0: the shapes touch, to rounding.
    OnEdge,
    /// In space only: the origin lies on a face of the simplex, and the bracket of the distance solver contains 0: the
    /// shapes touch, to rounding.
    OnFace,
    /// The last iteration came no nearer to the origin, and the bracket of the distance solver contains 0. The shapes
    /// touch, to rounding.
    Stalled,
    /// The iteration limit was reached.
    IterationLimit,
    /// The pair or the simplex has no usable numbers.
    Degenerate,
}

/// A product of vectors whose sign decides how the search continues from a simplex with the newest vertex `a`. The
/// vectors `ab = b − a` and `ac = c − a` lead from `a` to other vertices, `ao = −a` leads to the origin, and
/// `abc = ab × ac` is normal to the triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// `ab·ao > 0`: the origin lies on b's side of a.
    Line,
    /// `(abc × ac)·ao > 0`: the origin lies beyond the edge ac.
    BeyondAc,
    /// `ac·ao > 0`: the origin lies on c's side of a.
    Ac,
    /// `(ab × abc)·ao > 0`: the origin lies beyond the edge ab.
    BeyondAb,
    /// `abc·ao > 0`: the origin lies above the triangle, on the side to which `abc` points.
    Above,
    /// `n·ao > 0` with the outward normal n of a face of the tetrahedron: the origin lies beyond the face.
    BeyondFace,
}

/// A sign test and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignTest {
    /// Product whose sign was tested.
    pub product: Product,
    /// Indices in the simplex of the points that the product uses, in the order of their names; unused entries repeat
    /// the last.
    pub slots: [u8; 3],
    /// Value of the product, in units of the pair's magnitude to the power of the product's degree.
    pub value: f64,
}

/// Decision by the signs of the products of an edge, a triangle or a tetrahedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep part of the simplex and continue the search.
    Search,
    /// By the signs, the origin lies in the simplex. The test then proves it, or continues without signs.
    Inside,
    /// No decision: a product has no certain sign.
    NoSign,
}

/// State of Boolean GJK. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct BooleanGjk {
    /// `a, b, c, d`: vertices of the simplex, newest first; in the plane, at most three.
    pub points: Vec<Vertex>,
    /// Barycentric coordinates in `points` of the point nearest the origin; empty if it was not computed.
    pub lambda: Vec<f64>,
    /// Direction of the next support point; not a unit vector.
    pub d: DVec3,
    /// Support point of the last iteration; `None` before the first.
    pub w: Option<Vertex>,
    /// `−w·d/|d|`: gap along the direction of the last iteration, meters; negative where the shapes overlap along it.
    pub g: f64,
    /// Widest gap of all directions tried, meters; negative (the least overlap) if all overlap.
    pub mu: f64,
    /// Bound of the rounding error of a gap, meters.
    pub rounding: f64,
    /// Simplex of the last iteration before vertices were removed, newest first.
    pub joined: Vec<Vertex>,
    /// Sign tests of the last iteration, in order; empty if it made no decision by signs.
    pub sign_tests: Vec<SignTest>,
    /// Decision by the signs of the last iteration; `None` without one.
    pub decision: Option<Decision>,
    /// Whether directions now come from the nearest point, because a product lost its sign or the signs led in a cycle.
    pub uses_nearest_point: bool,
    /// Result of the distance solver, which takes over when rounding has stopped the test; `None` before.
    pub fallback_answer: Option<Answer>,
    /// Ending of the test if the distance solver cannot decide either.
    pub outcome_if_undecided: Option<Outcome>,
    /// `−w·d/|d| > rounding`: the direction separates the shapes.
    pub by_axis: Comparison<f64>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
}

impl Snapshot for BooleanGjk {
    type Outcome = Outcome;
}
