//! Where a scene is found among many: its place in the course, and whose failing case it is.

use serde::{Deserialize, Serialize};

/// A scene's place in the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The chapter that it belongs to.
    pub chapter: Chapter,
    /// Its place in the chapter, from 1; no two scenes of a chapter have the same.
    #[schemars(range(min = 1, max = 1_000))]
    pub place: u32,
}

/// A chapter of the course, in the order in which they build on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chapter {
    /// Support mappings: the farthest point in a direction.
    Support,
    /// The Minkowski difference A − B.
    Difference,
    /// The nearest point of a simplex.
    Simplex,
    /// GJK: distance, and its relatives that only say whether bodies overlap.
    Gjk,
    /// EPA and the full answer: how deep bodies overlap.
    Depth,
    /// Separating axes.
    Sat,
    /// Bodies in flight: when they first meet.
    Cast,
    /// Convex hulls.
    Hull,
    /// Hierarchies of hulls.
    Hierarchy,
    /// Many bodies: sweep and prune, frustum culling.
    Crowd,
    /// Contact manifolds.
    Manifold,
    /// Bodies made of many parts: compounds, meshes, height fields and their trees of boxes.
    Parts,
    /// One constraint: a row, its target velocity and its impulse.
    Row,
    /// Clamping accumulated impulses.
    Clamp,
    /// Warm starting.
    WarmStart,
    /// Stacks, joints, and what many constraints do together.
    Stack,
}

impl Chapter {
    /// All, in order.
    pub const ALL: [Self; 16] = [
        Self::Support,
        Self::Difference,
        Self::Simplex,
        Self::Gjk,
        Self::Depth,
        Self::Sat,
        Self::Cast,
        Self::Hull,
        Self::Hierarchy,
        Self::Crowd,
        Self::Manifold,
        Self::Parts,
        Self::Row,
        Self::Clamp,
        Self::WarmStart,
        Self::Stack,
    ];

    /// As people read it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Support => "Support mappings",
            Self::Difference => "Minkowski difference",
            Self::Simplex => "Nearest point of a simplex",
            Self::Gjk => "GJK",
            Self::Depth => "EPA: penetration depth",
            Self::Sat => "Separating axes",
            Self::Cast => "Moving bodies",
            Self::Hull => "Convex hulls",
            Self::Hierarchy => "Hull hierarchies",
            Self::Crowd => "Many bodies",
            Self::Manifold => "Contact manifolds",
            Self::Parts => "Bodies of many parts",
            Self::Row => "One constraint",
            Self::Clamp => "Clamped impulses",
            Self::WarmStart => "Warm starting",
            Self::Stack => "Stacks and joints",
        }
    }
}

/// Where a case comes from that another library got wrong, or tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The library: `Jolt`.
    #[schemars(length(min = 1, max = 100))]
    pub project: String,
    /// Where it was told: `jrouwe/JoltPhysics#671`, or a test's file and name.
    #[schemars(length(min = 1, max = 300))]
    pub reference: String,
    /// What went wrong there.
    pub fault: ReportedFault,
}

/// What a library did wrong, as its tracker tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportedFault {
    /// Bodies that touch were said to be apart, or what is in view was culled.
    MissedContact,
    /// Bodies that are apart were said to touch.
    FalseContact,
    /// A wrong distance or depth.
    WrongDistance,
    /// A wrong direction.
    WrongNormal,
    /// Wrong witness points.
    WrongPoints,
    /// A wrong hull.
    WrongHull,
    /// No answer: a cap was reached, an exception thrown, a number was not one.
    NoAnswer,
    /// A stack, a chain or a single body that does not come to rest, or breaks apart.
    Unstable,
    /// A body that should stay sinks, creeps or drifts.
    Drift,
    /// A bounce that wins or loses energy.
    WrongBounce,
    /// A wrong impulse or force is told.
    WrongImpulse,
    /// The same scene ends differently from run to run.
    NotRepeatable,
    /// Nothing: it is one of the library's own tests.
    Tested,
}

impl ReportedFault {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::MissedContact,
        Self::FalseContact,
        Self::WrongDistance,
        Self::WrongNormal,
        Self::WrongPoints,
        Self::WrongHull,
        Self::NoAnswer,
        Self::Unstable,
        Self::Drift,
        Self::WrongBounce,
        Self::WrongImpulse,
        Self::NotRepeatable,
        Self::Tested,
    ];

    /// As people read it.
    pub fn title(self) -> &'static str {
        match self {
            Self::MissedContact => "Contact missed",
            Self::FalseContact => "Contact where there is none",
            Self::WrongDistance => "Wrong distance or depth",
            Self::WrongNormal => "Wrong normal",
            Self::WrongPoints => "Wrong points",
            Self::WrongHull => "Wrong hull",
            Self::NoAnswer => "No answer",
            Self::Unstable => "Restless or falling apart",
            Self::Drift => "Sinking, creeping, drifting",
            Self::WrongBounce => "Wrong bounce",
            Self::WrongImpulse => "Wrong impulse",
            Self::NotRepeatable => "Not the same twice",
            Self::Tested => "From a library's tests",
        }
    }
}
