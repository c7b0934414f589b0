//! Boolean GJK as plain data, in space and in the plane.

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// How the test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No point of `A − B` lies as far as the origin in this direction: apart.
    Separated,
    /// The origin lies inside the tetrahedron (in the plane: the triangle), deeper than rounding: the shapes overlap.
    Inside,
    /// The full answer, asked where rounding had stopped the test, proves an overlap.
    Overlapping,
    /// The triple product is 0, as the origin lies on the edge or in a vertex, and the bracket of the full answer holds 0: they
    /// touch, or nearly so.
    OnEdge,
    /// Of space alone: the origin lies on the face, and the bracket of the full answer holds 0: they touch, or nearly so.
    OnFace,
    /// Nothing got better, and the bracket of the full answer holds 0: rounding is all that is left. They touch, or nearly so.
    Stalled,
    /// The cap on iterations.
    IterationLimit,
    /// The pair or the simplex has no usable numbers.
    Degenerate,
}

/// A product whose sign was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// `ab·ao`: is the origin on b's side of a?
    Line,
    /// `(abc × ac)·ao`: beyond the edge ac?
    BeyondAc,
    /// `ac·ao`: on c's side of a?
    Ac,
    /// `(ab × abc)·ao`: beyond the edge ab?
    BeyondAb,
    /// `abc·ao`: above the face?
    Above,
    /// `n·ao` with the outward normal of a face of the tetrahedron: beyond it?
    BeyondFace,
}

/// One question and its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// What was asked.
    pub product: Product,
    /// The places in the simplex of `a`, `b`, `c`, as far as the product has them; the rest repeat the last.
    pub places: [u8; 3],
    /// The product, in units of the pair's magnitude to the power of the product's degree.
    pub value: f64,
}

/// What a case decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// To keep a part of the simplex, and to search on.
    Search,
    /// That the origin should be inside.
    Inside,
    /// Nothing, as a product has no sign.
    NoSign,
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct BooleanGjk {
    /// `a, b, c, d`: the simplex, newest first; in the plane up to three.
    pub points: Vec<Vertex>,
    /// Barycentric coordinates in `points` of the point found nearest the origin; empty where it was not looked for.
    pub lambda: Vec<f64>,
    /// Where the next support point is looked for; not a unit vector.
    pub d: DVec3,
    /// The support point of the last iteration.
    pub w: Option<Vertex>,
    /// `−w·d/|d|`: the gap along the direction asked last; negative: an overlap.
    pub g: f64,
    /// The widest gap (or least overlap) of all directions asked.
    pub mu: f64,
    /// What rounding may have done to a gap.
    pub rounding: f64,
    /// The simplex of the last iteration before its case dropped some of it, newest first.
    pub joined: Vec<Vertex>,
    /// What the last case asked, and the answers.
    pub asked: Vec<Asked>,
    /// What the last case decided.
    pub next: Option<Decided>,
    /// A product had lost its sign (or the signs lead in circles), so directions come from the nearest point now.
    pub rescued: bool,
    /// What the full answer knows by now, once rounding has stopped the test.
    pub full: Option<Answer>,
    /// How the test ends if that decides nothing either.
    pub doubt: Option<Outcome>,
    /// `−w·d/|d| > rounding`
    pub by_axis: Comparison<f64>,
    /// `k ≥ limit`
    pub by_limit: Comparison<f64>,
}

impl Snapshot for BooleanGjk {
    type Outcome = Outcome;
}
