//! Origin of a scene: its place in the course and the report it comes from.

use serde::{Deserialize, Serialize};

/// Place of a scene in the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Chapter of the scene.
    pub chapter: Chapter,
    /// Place in the chapter, from 1, unique in the chapter.
    #[schemars(range(min = 1, max = 1_000))]
    pub place: u32,
}

/// Chapter of the course; later chapters build on earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chapter {
    /// Support mappings: the farthest point in a direction.
    Support,
    /// The Minkowski difference A − B.
    Difference,
    /// Nearest point of a simplex.
    Simplex,
    /// GJK for the distance, and its variants that only test for overlap.
    Gjk,
    /// EPA and the full distance query: penetration depth.
    Depth,
    /// Separating axis tests of two bodies.
    Sat,
    /// Casts of moving bodies: time of the first contact.
    Cast,
    /// Ray casts at bodies of all kinds.
    Ray,
    /// Convex hull algorithms for points.
    Hull,
    /// Hierarchies of convex hulls.
    Hierarchy,
    /// Many bodies: sweep and prune, frustum culling.
    Crowd,
    /// Contact manifolds between two bodies.
    Manifold,
    /// Bodies of many child shapes: compounds, meshes, height fields and their trees of boxes.
    Parts,
    /// One constraint: its row, target velocity and impulse.
    Row,
    /// Clamping of accumulated impulses.
    Clamp,
    /// Warm starting from the impulses of the last solve.
    WarmStart,
    /// Many constraints together: stacks and joints.
    Stack,
    /// Audits of captured steps: verdicts stage by stage.
    Audit,
}

impl Chapter {
    /// All chapters, in order.
    pub const ALL: [Self; 18] = [
        Self::Support,
        Self::Difference,
        Self::Simplex,
        Self::Gjk,
        Self::Depth,
        Self::Sat,
        Self::Cast,
        Self::Ray,
        Self::Hull,
        Self::Hierarchy,
        Self::Crowd,
        Self::Manifold,
        Self::Parts,
        Self::Row,
        Self::Clamp,
        Self::WarmStart,
        Self::Stack,
        Self::Audit,
    ];

    /// Title of the chapter.
    pub fn title(self) -> &'static str {
        match self {
            Self::Support => "Support mappings",
            Self::Difference => "Minkowski difference",
            Self::Simplex => "Nearest point of a simplex",
            Self::Gjk => "GJK",
            Self::Depth => "EPA: penetration depth",
            Self::Sat => "Separating axes",
            Self::Cast => "Moving bodies",
            Self::Ray => "Rays",
            Self::Hull => "Convex hulls",
            Self::Hierarchy => "Hull hierarchies",
            Self::Crowd => "Many bodies",
            Self::Manifold => "Contact manifolds",
            Self::Parts => "Bodies of many parts",
            Self::Row => "One constraint",
            Self::Clamp => "Clamped impulses",
            Self::WarmStart => "Warm starting",
            Self::Stack => "Stacks and joints",
            Self::Audit => "Audits of captured steps",
        }
    }
}

/// Source of a case that another library got wrong or tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Name of the library: `Jolt`.
    #[schemars(length(min = 1, max = 100))]
    pub project: String,
    /// Issue (`jrouwe/JoltPhysics#671`), or file and name of a test.
    #[schemars(length(min = 1, max = 300))]
    pub reference: String,
    /// Fault that the issue reports.
    pub fault: ReportedFault,
}

/// Fault of a library as its issue reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportedFault {
    /// A contact was missed, or a visible object culled.
    MissedContact,
    /// Separate bodies were reported to touch.
    FalseContact,
    /// Distance or penetration depth was wrong.
    WrongDistance,
    /// Direction of the normal was wrong.
    WrongNormal,
    /// Witness points were wrong.
    WrongPoints,
    /// Convex hull was wrong.
    WrongHull,
    /// No answer: an iteration limit, an exception or a NaN.
    NoAnswer,
    /// A stack, a chain or a single body does not come to rest, or breaks apart.
    Unstable,
    /// A body that should rest sinks, creeps or drifts.
    Drift,
    /// A bounce gains or loses energy.
    WrongBounce,
    /// A reported impulse or force was wrong.
    WrongImpulse,
    /// Runs of the same scene end differently.
    NotRepeatable,
    /// No fault: one of the library's own tests.
    Tested,
}

impl ReportedFault {
    /// All faults, in order.
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

    /// Title of the fault.
    pub fn title(self) -> &'static str {
        match self {
            Self::MissedContact => "Contact missed",
            Self::FalseContact => "False contact",
            Self::WrongDistance => "Wrong distance or depth",
            Self::WrongNormal => "Wrong normal",
            Self::WrongPoints => "Wrong points",
            Self::WrongHull => "Wrong hull",
            Self::NoAnswer => "No answer",
            Self::Unstable => "Jitter or instability",
            Self::Drift => "Sinking, creep or drift",
            Self::WrongBounce => "Wrong bounce",
            Self::WrongImpulse => "Wrong impulse",
            Self::NotRepeatable => "Not reproducible",
            Self::Tested => "From a library's tests",
        }
    }
}
