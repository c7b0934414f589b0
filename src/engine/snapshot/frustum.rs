//! The culling of bodies by the planes of a frustum as plain data.

use glam::DVec3;

use super::Snapshot;
use crate::step::Comparison;

/// Which plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Of the screen, `x = −w` in clip space.
    Left,
    /// `x = w`.
    Right,
    /// `y = −w`.
    Bottom,
    /// `y = w`.
    Top,
    /// Toward the eye.
    Near,
    /// Away from the eye; absent where the projection is infinite.
    Far,
}

impl Side {
    /// All of them, in the order in which they are tested.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Bottom, Self::Top, Self::Near, Self::Far];

    /// In a word: `left`.
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

    /// Its place in the order.
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

/// Where a body is, as far as planes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// One plane has it outside.
    Outside,
    /// Some plane crosses it, and none has it outside; a body that touches from either side is of these.
    Crossing,
    /// All planes have it inside.
    Inside,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every body has a class.
    Classified,
    /// There was none.
    NoBodies,
}

/// What a sum of planes is parallel to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parallel {
    /// This face of the body: of a box the axis, of a polytope the number of the line of its solid.
    Face(u32),
    /// The edge that two planes have in common, and this edge of the body: of a box the axis, of a polytope the number of the
    /// edge of its solid.
    Edges(u32),
    /// The sphere around a ball's center through the nearest point of the frustum, which lies on an edge of it.
    NearestEdge,
    /// The same of a corner.
    NearestCorner,
}

/// The points with `normal · x + offset ≥ 0`: those inside of a plane of a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit vector, inward.
    pub normal: DVec3,
    /// The signed distance of the origin, positive inside; meters.
    pub offset: f64,
}

impl HalfSpace {
    /// How far a point lies inside, meters; negative outside.
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.offset
    }
}

/// What stays over the run. Planes and bodies are in one frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The planes, in the order of [`Side::ALL`]; `None` for one that is absent.
    pub planes: [Option<HalfSpace>; 6],
    /// The bodies, in the order in which they are tested.
    pub bodies: Vec<Body>,
}

impl Problem {
    /// How many planes there are.
    pub fn count(&self) -> usize {
        self.planes.iter().flatten().count()
    }
}

/// A body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its center; of what is neither box nor ball the origin of its frame. Meters.
    pub center: DVec3,
    /// The radius of a ball, meters.
    pub radius: Option<f64>,
}

/// A body and a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTest {
    /// Which plane.
    pub side: Side,
    /// The signed distance of the middle of the body's shadow, positive inside; meters.
    pub d: f64,
    /// Half the width of the shadow, meters.
    pub r: f64,
    /// `ρ`: what both may be off by together, meters.
    pub rounding: f64,
    /// `d + r < −ρ`: whether the plane has the body outside.
    pub rejects: Comparison<f64>,
    /// `d − r ≥ ρ`: whether the plane has the body inside.
    pub contains: Comparison<f64>,
    /// What this plane says.
    pub class: Class,
}

/// A plane that is a sum of planes of the frustum, and which has a body outside that crosses planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// What makes it the right one.
    pub parallel: Parallel,
    /// The planes that are summed: two or three.
    pub sides: [Option<Side>; 3],
    /// What each counts, above 0.
    pub weights: [f64; 3],
    /// Unit and inward.
    pub plane: HalfSpace,
    /// How far the body is beyond it, meters.
    pub gap: f64,
}

/// What is known of a body beyond planes. `S` is the sum in the numbers of whoever tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exact<S = Sum> {
    /// A plane of the frustum has it outside.
    ByPlane,
    /// It crosses planes, and this sum of planes parts it from the frustum: a false positive.
    Outside(S),
    /// It has a point in common with the frustum, within rounding.
    Crossing,
    /// The planes have it inside.
    Inside,
    /// It crosses planes, and its shape has no exact test.
    Unknown,
}

impl<S> Exact<S> {
    /// The same with another sum.
    pub fn map<T>(self, other: impl FnOnce(S) -> T) -> Exact<T> {
        match self {
            Self::ByPlane => Exact::ByPlane,
            Self::Outside(sum) => Exact::Outside(other(sum)),
            Self::Crossing => Exact::Crossing,
            Self::Inside => Exact::Inside,
            Self::Unknown => Exact::Unknown,
        }
    }
}

/// What is known of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Which.
    pub body: usize,
    /// The planes that were tested, in the order of the test.
    pub tests: [Option<PlaneTest>; 6],
    /// Where it is, by these planes.
    pub class: Class,
    /// The plane that was tested first because it rejected the body last time.
    pub cached: Option<Side>,
    /// What the exact test says, where one was made.
    pub exact: Option<Exact>,
}

impl Record {
    /// The planes that were tested, in the order of the test.
    pub fn tested(&self) -> impl DoubleEndedIterator<Item = &PlaneTest> {
        self.tests.iter().flatten()
    }

    /// The plane that has the body outside.
    pub fn rejected_by(&self) -> Option<Side> {
        self.tested().next_back().filter(|test| test.class == Class::Outside).map(|test| test.side)
    }

    /// Whether it crosses planes and is outside all the same.
    pub fn is_false_positive(&self) -> bool {
        matches!(self.exact, Some(Exact::Outside(_)))
    }
}

/// What a step found of its body, and where the body ends along the normals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// What is known of it.
    pub record: Record,
    /// Its n-vertex and its p-vertex for each plane, in the order of [`Side::ALL`]; meters.
    pub extremes: [Option<[DVec3; 2]>; 6],
    /// How it stands to the sum of planes that parts it from the frustum, where there is one.
    pub beside_sum: Option<BesideSum>,
}

/// A body beside the plane that parts it from the frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BesideSum {
    /// Its point nearest to the plane, meters.
    pub nearest: DVec3,
    /// Half the width of its shadow on the normal, meters.
    pub half: f64,
}

/// The state. The bodies stand in the [`Problem`]; what was found of those before is in the states before.
#[derive(Clone, Debug, PartialEq)]
pub struct Cull {
    /// The body of the next step.
    pub next: usize,
    /// What this step found; `None` before the first step.
    pub now: Option<Found>,
    /// Planes tested so far.
    pub planes: u64,
    /// Bodies by class so far, by planes: outside, crossing, inside.
    pub counts: [u32; 3],
    /// Bodies so far that cross planes and are proven to be outside.
    pub false_positives: u32,
}

impl Snapshot for Cull {
    type Outcome = Outcome;
}
