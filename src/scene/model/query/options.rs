//! How questions are to be answered. Everything has a default.

use serde::{Deserialize, Serialize};

use super::is_default;

/// The sub-algorithm that finds the nearest point of a simplex within GJK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Signed volumes, the default.
    #[default]
    SignedVolumes,
    /// Johnson's distance algorithm.
    Johnson,
    /// Voronoi regions by barycentric coordinates.
    Voronoi,
}

/// How a `distance` query deals with the balls around the cores of round bodies and of margins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// They are taken off: where only they overlap GJK alone tells the depth. The default.
    #[default]
    Hybrid,
    /// They stay on: every overlap goes to EPA.
    Epa,
}

/// Where GJK goes from an edge or face of its simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Along the exact perpendicular, towards the origin: the default.
    #[default]
    Perpendicular,
    /// Along −v, with all its rounding: to see how it fails.
    MinusV,
}

/// How EPA finds the horizon of what a new point sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Horizon {
    /// By flooding the faces from the nearest one, the default.
    #[default]
    Flood,
    /// By sorting the corners of all visible faces by angle: to see where it fails.
    AngleSorted,
}

/// Options of a search by the hierarchy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HierarchyOptions {
    /// Along which the farthest corner is asked for, world frame; any length but 0. Absent: up, along +y.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
}

/// Options of a support mapping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SupportOptions {
    /// In which direction, world frame; any length. Absent: from A's origin to B's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
}

/// Options of GJK.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GjkOptions {
    /// First search direction, world frame; any length but 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub absolute_tolerance: Option<f64>,
    /// Cap on iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// The sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// Where it goes from an edge or face.
    #[serde(skip_serializing_if = "is_default")]
    pub search: Search,
    /// In a scene with frames: start from the previous frame's answer.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of the full answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DistanceOptions {
    /// First search direction, world frame; any length but 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the distance or depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub absolute_tolerance: Option<f64>,
    /// Cap on iterations of all phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// The sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// What is done about margins. For dimension 3.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
    /// In a scene with frames: start from the previous frame's answer.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of EPA; tolerances and the cap are its own, not those of the GJK that runs before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EpaOptions {
    /// GJK's first search direction, world frame; any length but 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub absolute_tolerance: Option<f64>,
    /// Cap on expansions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// GJK's sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// How the horizon is found. For dimension 3.
    #[serde(skip_serializing_if = "is_default")]
    pub horizon: Horizon,
    /// In a scene with frames: GJK starts from the previous frame's answer.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of ISA-GJK. A yes or a no has no width.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct IsaGjkOptions {
    /// First search direction, world frame; any length but 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Cap on iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// The sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// In a scene with frames: start from the axis of the previous frame.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of boolean GJK.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BooleanGjkOptions {
    /// First search direction, world frame; any length but 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Cap on iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
}

/// Options of separating axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SatOptions {
    /// Whether the first line with a gap ends the test.
    #[serde(skip_serializing_if = "is_default")]
    pub stop: Stop,
    /// Which pairs of edges make lines. For dimension 3.
    #[serde(skip_serializing_if = "is_default")]
    pub pairs: EdgePairs,
    /// In a scene with frames: try the line that had a gap in the previous frame first; if it still has one, the test ends.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of a cast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CastOptions {
    /// How first contact is found.
    #[serde(skip_serializing_if = "is_default")]
    pub method: CastMethod,
    /// How long the bodies move, seconds; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub t_max: Option<f64>,
    /// Cap on iterations; separating axes try all their lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
}

/// How the moment of first contact is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastMethod {
    /// Separating axes over time: for polytopes, boxes, triangles and segments, in the plane for polygons, rectangles, triangles
    /// and segments; without margins.
    Sat,
    /// A GJK ray cast.
    #[default]
    Raycast,
    /// Conservative advancement.
    Advance,
}

impl CastMethod {
    /// All of them, by the names in scene files.
    pub const ALL: [(&str, Self); 3] = [("sat", Self::Sat), ("raycast", Self::Raycast), ("advance", Self::Advance)];
}

/// What makes a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactReference {
    /// The least depth decides, within the bias: the default.
    #[default]
    Auto,
    /// The best face of A, in the plane its best side.
    FaceA,
    /// The best face of B, in the plane its best side.
    FaceB,
    /// The best pair of edges.
    EdgePair,
}

/// Options of a search for points of contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ManifoldOptions {
    /// Points up to this far apart count too, meters; 0 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub margin: Option<f64>,
    /// At most so many points, 0 for all; 4 if absent, in the plane 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_points: Option<u32>,
    /// What makes the contact.
    #[serde(skip_serializing_if = "is_default")]
    pub reference: ContactReference,
    /// In a scene with frames: keep the reference of the previous frame within the bias, and match the points with its.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// Options of frustum culling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CullOptions {
    /// In a scene with frames: test the plane that rejected a body in the previous frame first.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// When a test of lines ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// When all have been tried: the answer is the line with the largest gap.
    #[default]
    All,
    /// At the first that has a gap.
    First,
}

/// Which pairs of an edge of A and an edge of B are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgePairs {
    /// Those whose arcs on the Gauss sphere cross: no other makes a face of A − B. Of very many pairs as `bounded`.
    #[default]
    Crossing,
    /// The same, found by walking the arcs of B's edges over the regions of A's vertices.
    Walk,
    /// Of these the ones that may have a larger gap than the line taken so far; a bound leaves out the others.
    Bounded,
    /// All that are not parallel.
    All,
}
