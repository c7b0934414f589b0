//! How questions are to be answered. Everything has a default.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::ask::{CastMethod, ContactReference, EdgePairs, Horizon, Method, Search, Solver, Stop};

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
