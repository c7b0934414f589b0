//! The data of a scene, as it stands in the file. Plain `f64`; an engine is built from it in either precision.
//!
//! The doc comments and ranges here become the JSON Schema, and files are checked against that very schema
//! (`scene/schema.rs`), so that a field has its rules in one place; options have rows of their own (`ask`). What a schema cannot say lies in `scene/rules.rs`.

mod body;
mod course;
mod dynamics;
mod frustum;
mod part;
mod pieces;
mod placing;
mod points;
mod query;
mod recorded;
mod shape;
mod upward;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use super::list::List;
pub use super::mesh::{Content, Up};
pub use crate::ask::{
    Axis, BooleanGjkOptions, CastMethod, CastOptions, Clamp, ContactReference, CullOptions, DepthRange, Dimension,
    DistanceOptions, EdgePairs, EpaOptions, GjkOptions, HierarchyOptions, Horizon, IsaGjkOptions, ManifoldOptions,
    MatrixLayout, Method, Motion, PositionMode, SatOptions, Search, SolveOrder, Solver, Stop, SupportOptions,
    WorldOptions, WorldSolver,
};
pub use course::{Chapter, Course, Report, ReportedFault};
pub(in crate::scene) use dynamics::UNMOVED;
pub use dynamics::{Dynamics, Joint, JointKind};
pub use frustum::{Frustum, FrustumForm};
pub use part::Surface;
pub(in crate::scene) use part::is_thin;
pub use pieces::Piece;
pub use placing::Placing;

pub use query::{
    Algorithm, Ask, CastExpect, ClassesExpect, Demand, DifferenceExpect, DistanceExpect, Expectation, FarthestExpect,
    HullExpect, IntersectionExpect, ManifoldExpect, PairsExpect, PlanarHullExpect, Query, Selection, SeparationExpect,
    StateExpect, SubjectKind, Subjects, SubjectsMut, SupportExpect, TheirField, TheirPoint, Theirs, WorldExpect,
};
pub use recorded::Recorded;
pub use shape::{Part, Shape};
pub use upward::Upward;

/// A scene: bodies, and questions about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Address of the format's JSON Schema, for editors; this program does not read it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2_000))]
    pub schema: Option<String>,
    /// Format version, 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// Title.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// What to look at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 10_000))]
    pub note: String,
    /// Its place in the course; none outside of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// Where the case was reported, if it is one of another library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Of the space that all bodies live in: 2 for the plane z = 0, or 3. It decides which engine answers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dimension: Dimension,
    /// The axis that points up in pictures; the ground is level to it. Coordinates are not changed by it. For dimension 3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub up: Upward,
    /// The bodies, with names that differ.
    #[schemars(with = "Vec<Body>", length(min = 1, max = 10_000))]
    pub bodies: List<Body>,
    /// What cameras see, with names that differ: bodies can be culled by it. For dimension 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub frusta: Vec<Frustum>,
    /// What every body of a world is accelerated by, m/s². For dimension 2.
    #[serde(default, skip_serializing_if = "is_weightless")]
    #[schemars(inner(range(min = -1e9, max = 1e9)))]
    pub gravity: [f64; 2],
    /// What holds bodies of a world together, in the order in which it is solved. For dimension 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100_000))]
    pub joints: Vec<Joint>,
    /// The questions. The first is shown when the scene is opened.
    #[schemars(length(max = 1_000))]
    pub queries: Vec<Query>,
    /// Recorded poses, in order of time; empty for a scene that stands still.
    #[serde(default, skip_serializing_if = "List::is_empty")]
    #[schemars(with = "Vec<Frame>", length(max = 100_000))]
    pub frames: List<Frame>,
    /// What the engine knows whose run this is a recording of: its impulses are audited by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// From where the views look, by view (`world`, `cso`); the program frames those that are not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cameras: Option<Cameras>,
    /// How bodies are placed before an engine sees them. No file says it.
    #[serde(skip)]
    pub placing: Placing,
}

impl Scene {
    /// Bodies that stand still, and nothing else: no question, no note, no gravity.
    pub fn new(name: impl Into<String>, dimension: Dimension, bodies: impl Into<List<Body>>) -> Self {
        Self {
            schema: None,
            version: 1,
            name: name.into(),
            note: String::new(),
            course: None,
            report: None,
            dimension,
            up: Upward::default(),
            bodies: bodies.into(),
            frusta: Vec::new(),
            gravity: [0.0; 2],
            joints: Vec::new(),
            queries: Vec::new(),
            frames: List::new(),
            recorded: None,
            cameras: None,
            placing: Placing::default(),
        }
    }

    /// Whether a query has the same answers in both, as far as the scenes decide it: names, notes, cameras and other queries
    /// do not.
    pub fn answers_as(&self, other: &Self) -> bool {
        // All fields are named, so that none that comes is forgotten.
        let Self {
            schema: _,
            version: _,
            name: _,
            note: _,
            course: _,
            report: _,
            dimension,
            up: _,
            bodies,
            frusta,
            gravity,
            joints,
            queries: _,
            frames,
            recorded: _,
            cameras: _,
            placing,
        } = self;
        (dimension, gravity, placing) == (&other.dimension, &other.gravity, &other.placing)
            && (frusta, joints) == (&other.frusta, &other.joints)
            && *bodies == other.bodies
            && *frames == other.frames
    }
}

/// The poses of some bodies at one moment. Bodies that are not named stay where they were, and away if they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// When, seconds. Shown beside the frame's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// At most one a body.
    pub poses: Vec<FramePose>,
    /// Bodies that are not there from this frame on, until one gives them a pose again. Nothing can be asked about them meanwhile,
    /// and no box of theirs meets another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// Where one body is in a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FramePose {
    /// Its name.
    pub body: String,
    /// Of the body's origin in the world, meters.
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
}

/// One camera a view, by the view's id: `world`, `cso`.
pub type Cameras = BTreeMap<String, Camera>;

/// An orbit camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// What it looks at, meters.
    pub target: [f64; 3],
    /// From the target to the eye, meters.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub distance: f64,
    /// Degrees about the axis that points up; 0 looks along −z where that is y, along y where it is z.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub elevation: f64,
}

/// A body and where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Body {
    /// Unique in the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// In the body's own frame.
    pub shape: Shape,
    /// Of the body's origin in the world, meters.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
    /// How far it is turned, radians, counter-clockwise, in place of a rotation: then `rotation` turns nothing. For dimension 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -1e9, max = 1e9))]
    pub angle: Option<f64>,
    /// Radius of a ball that is added to the shape, meters.
    #[serde(default, skip_serializing_if = "is_plus_zero")]
    #[schemars(range(min = 0.0))]
    pub margin: f64,
    /// How fast it moves, or its center of mass if it turns, meters a second, world frame. Asked about by `cast` and `world`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 3]>,
    /// How fast it turns about its origin, about x, y and z of the world, radians a second. Asked about by `cast` with `advance`. For
    /// dimension 3; in the plane `angular_velocity` says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin: Option<[f64; 3]>,
    /// What a world has to know about it.
    #[serde(flatten)]
    pub dynamics: Dynamics,
}

fn identity() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// To the bit, so that saving loses no sign of a zero.
fn is_identity(rotation: &[f64; 4]) -> bool {
    rotation.map(f64::to_bits) == identity().map(f64::to_bits)
}

fn is_weightless(gravity: &[f64; 2]) -> bool {
    gravity.iter().all(is_plus_zero)
}

fn is_plus_zero(number: &f64) -> bool {
    number.to_bits() == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
