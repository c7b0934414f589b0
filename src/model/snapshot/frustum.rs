//! State of the culling of bodies by the planes of a camera's view frustum as plain data.
//!
//! A plane rejects a body that lies on its outer side. A body that no single plane rejects may still be outside, near
//! an edge or a vertex of the frustum: a *false positive*. An exact test finds such bodies by a weighted sum of planes.

use glam::DVec3;

use super::Snapshot;
use crate::step::Comparison;

/// A plane of the frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left of the screen: `x = −w` in clip space.
    Left,
    /// Right of the screen: `x = w` in clip space.
    Right,
    /// Bottom of the screen: `y = −w` in clip space.
    Bottom,
    /// Top of the screen: `y = w` in clip space.
    Top,
    /// Near plane, closest to the eye.
    Near,
    /// Far plane; absent if the projection is infinite.
    Far,
}

impl Side {
    /// All planes, in the order of testing.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Bottom, Self::Top, Self::Near, Self::Far];

    /// Returns the name in lower case: `left`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Top => "top",
            Self::Near => "near",
            Self::Far => "far",
        }
    }

    /// Returns the index in [`Side::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Position of a body relative to the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The body lies outside one plane.
    Outside,
    /// The body crosses or touches at least one plane and lies outside none.
    Crossing,
    /// The body lies inside all planes.
    Inside,
}

/// Ending of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every body has a class.
    Classified,
    /// There were no bodies.
    NoBodies,
}

/// Reason why a weighted sum of planes is the separating plane of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parallel {
    /// The plane is parallel to this face of the body: the index of an axis of a box, of a face axis of a polytope.
    Face(u32),
    /// The plane is parallel to the common edge of two frustum planes and to this edge of the body: the index of an
    /// axis of a box, of an edge of a polytope.
    Edges(u32),
    /// The body is a ball, and the point of the frustum nearest its center is on an edge. The plane goes through that
    /// point, perpendicular to the line to the center.
    NearestEdge,
    /// The body is a ball, and the point of the frustum nearest its center is a vertex. The plane goes through that
    /// point, perpendicular to the line to the center.
    NearestCorner,
}

/// The points with `normal · x + offset ≥ 0`: the inner side of a plane of a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit normal, pointing into the frustum.
    pub normal: DVec3,
    /// Signed distance of the origin, meters; positive inside.
    pub offset: f64,
}

impl HalfSpace {
    /// Returns the signed distance of a point from the plane, meters; positive inside.
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.offset
    }
}

/// Constants of a run. Planes and bodies are in one frame, whichever the caller chose; meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Planes in the order of [`Side::ALL`]; `None` for an absent plane.
    pub planes: [Option<HalfSpace>; 6],
    /// Bodies in the order of testing.
    pub bodies: Vec<Body>,
}

impl Problem {
    /// Returns the number of planes of the frustum: 6, or 5 without a far plane.
    pub fn count(&self) -> usize {
        self.planes.iter().flatten().count()
    }
}

/// Position of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Center of a box or ball, origin of the body's frame for other shapes; meters.
    pub center: DVec3,
    /// Radius of a ball, meters; `None` for other shapes.
    pub radius: Option<f64>,
}

/// Test of a body against a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTest {
    /// The plane under test.
    pub side: Side,
    /// Signed distance from the plane to the center of the body's interval along the normal, meters; positive inside.
    pub d: f64,
    /// Half-width of that interval, meters.
    pub r: f64,
    /// `ρ`: bound of the rounding error of `d` and `r` together, meters.
    pub rounding: f64,
    /// `d + r < −ρ`: whether the body lies outside the plane.
    pub rejects: Comparison<f64>,
    /// `d − r ≥ ρ`: whether the body lies inside the plane.
    pub contains: Comparison<f64>,
    /// Class of the body by this plane alone.
    pub class: Class,
}

/// A weighted sum of frustum planes that separates a body from the frustum although no single plane does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// Reason why this sum is the separating plane.
    pub parallel: Parallel,
    /// Summed planes: two or three.
    pub sides: [Option<Side>; 3],
    /// Weight of each plane, positive.
    pub weights: [f64; 3],
    /// The sum of the weighted planes with a unit normal, pointing towards the frustum.
    pub plane: HalfSpace,
    /// Distance of the body beyond the plane, meters.
    pub gap: f64,
}

/// Result of the exact test of a body. `S` is the sum of planes in the tester's precision, `f32` or `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exact<S = Sum> {
    /// The body lies outside a plane of the frustum.
    ByPlane,
    /// The body crosses planes, but this sum of planes separates it from the frustum: a false positive.
    Outside(S),
    /// The body has a point in common with the frustum, to rounding.
    Crossing,
    /// The body lies inside all planes.
    Inside,
    /// The body crosses planes, and its shape has no exact test.
    Unknown,
}

impl<S> Exact<S> {
    /// Converts the sum by `convert` and keeps the result.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Exact<T> {
        match self {
            Self::ByPlane => Exact::ByPlane,
            Self::Outside(sum) => Exact::Outside(convert(sum)),
            Self::Crossing => Exact::Crossing,
            Self::Inside => Exact::Inside,
            Self::Unknown => Exact::Unknown,
        }
    }
}

/// Result of the tests of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Index of the body.
    pub body: usize,
    /// Tests of single planes, in order of evaluation; `None` after the last.
    pub tests: [Option<PlaneTest>; 6],
    /// Class by the single planes.
    pub class: Class,
    /// Plane that rejected the body in the previous frame, and was therefore tested first; `None` without one.
    pub cached: Option<Side>,
    /// Result of the exact test; `None` if it did not run.
    pub exact: Option<Exact>,
}

impl Record {
    /// Returns the tests of single planes, in order of evaluation.
    pub fn tested(&self) -> impl DoubleEndedIterator<Item = &PlaneTest> {
        self.tests.iter().flatten()
    }

    /// Returns the plane that the body lies outside; `None` if no single plane rejects it.
    pub fn rejected_by(&self) -> Option<Side> {
        self.tested().next_back().filter(|test| test.class == Class::Outside).map(|test| test.side)
    }

    /// Returns whether the body crosses planes but lies outside the frustum.
    pub fn is_false_positive(&self) -> bool {
        matches!(self.exact, Some(Exact::Outside(_)))
    }
}

/// Result of a step: tests of its body and the body's extreme points along the normals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyResult {
    /// Tests of the body.
    pub record: Record,
    /// For each plane, in the order of [`Side::ALL`], the body's points with the least (n-vertex) and the greatest
    /// (p-vertex) signed distance from it, meters; `None` for an absent plane.
    pub extremes: [Option<[DVec3; 2]>; 6],
    /// Position relative to the separating sum of planes; `None` if there is no such sum.
    pub sum_position: Option<SumPosition>,
}

/// Position of a body relative to the sum of planes that separates it from the frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SumPosition {
    /// Point of the body closest to the plane, meters.
    pub nearest: DVec3,
    /// Half-width of the body's interval along the normal, meters.
    pub half_width: f64,
}

/// State of the run. Constants are in the [`Problem`]; results of earlier bodies are in earlier states.
#[derive(Clone, Debug, PartialEq)]
pub struct Cull {
    /// Index of the body that the next step tests.
    pub next: usize,
    /// Result for the body of the last step; `None` before the first.
    pub last_result: Option<BodyResult>,
    /// Number of tests of a body against a single plane, over all bodies tested.
    pub planes: u64,
    /// Number of bodies per class by single planes: outside, crossing, inside.
    pub counts: [u32; 3],
    /// Number of bodies that cross planes and are proven to lie outside the frustum.
    pub false_positives: u32,
}

impl Snapshot for Cull {
    type Outcome = Outcome;
}
