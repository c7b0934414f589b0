//! Data model of scene files, in `f64`; engines in either precision are built from it.
//!
//! The doc comments and ranges here become the JSON Schema against which files are checked (`scene/schema.rs`), so
//! every field has its rules in one place. Options are defined by their own rows (`ask`). Rules that a schema cannot
//! express are in `scene/rules.rs`.

mod access;
mod body;
mod captured_step;
mod compound;
mod convex_pieces;
mod course;
mod dynamics;
mod frustum;
mod joint;
mod joint_bodies;
mod points;
mod poses_for_engine;
mod query;
mod recorded;
mod shape;
mod up_axis;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::access::{Access, Exclusive, Shared};
pub use self::captured_step::CapturedStep;
pub use self::compound::Surface;
pub(crate) use self::compound::is_thin;
pub use self::convex_pieces::LeafShape;
pub use self::points::RoundedHull;
pub use self::poses_for_engine::PoseRounding;
pub use super::list::List;
pub use super::mesh::{Content, Up};
pub use contact_lens_model::ask::{
    Axis, BooleanGjkOptions, CastMethod, CastOptions, Clamp, ContactReference, CullOptions, DepthRange, Dimension,
    DistanceOptions, EdgePairs, EpaOptions, GjkOptions, HierarchyOptions, Horizon, IsaGjkOptions, ManifoldOptions,
    MatrixLayout, Method, Motion, PositionMode, RayOptions, SatOptions, Search, SolveOrder, Solver, Stop,
    SupportOptions, WorldOptions, WorldSolver,
};
pub use course::{Chapter, Course, Report, ReportedFault};
pub use dynamics::Dynamics;
pub(crate) use dynamics::UNMOVED;
pub use frustum::{Frustum, FrustumForm};
pub use joint::{JOINT_KINDS, Joint, JointField, JointKind, JointRow, Spring};

pub use self::up_axis::Upward;
pub use query::{
    Algorithm, Ask, AuditExpect, BrokenExpect, CapturedAnswer, CapturedField, CapturedPoint, CastExpect, ClassesExpect,
    DifferenceExpect, DistanceExpect, Expectation, ExpectedNumber, FarthestExpect, HullExpect, IntersectionExpect,
    ManifoldExpect, PairsExpect, PlanarHullExpect, Query, RayExpect, Selection, SeparationExpect, StateExpect,
    SubjectKind, Subjects, SubjectsMut, SupportExpect, WorldExpect,
};
pub use recorded::Recorded;
pub use shape::{FieldValue, Part, SHAPE_KINDS, Shape, ShapeField, ShapeKind, ShapeSpace};

/// Scene: bodies and queries about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Address of the format's JSON Schema, for editors; this program does not read it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2_000))]
    pub schema: Option<String>,
    /// Version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// Title of the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Note about what to look at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 10_000))]
    pub note: String,
    /// Place in the course; absent outside of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// Source of a case that another library got wrong or tests; absent for other scenes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Dimension of all bodies: 2 for the plane z = 0, or 3. Selects the planar or the spatial engine.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dimension: Dimension,
    /// Axis that points up in pictures; the ground is perpendicular to it. Coordinates do not change with it. 3D only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub up: Upward,
    /// Bodies, with distinct names.
    #[schemars(with = "Vec<Body>", length(min = 1, max = 10_000))]
    pub bodies: List<Body>,
    /// View frusta of cameras, with distinct names; bodies can be culled by them. 3D only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub frusta: Vec<Frustum>,
    /// Acceleration of all dynamic bodies of a world, m/s². 2D only.
    #[serde(default, skip_serializing_if = "is_weightless")]
    #[schemars(inner(range(min = -1e9, max = 1e9)))]
    pub gravity: [f64; 2],
    /// Joints between bodies of a world, in the order in which they are solved. 2D only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100_000))]
    pub joints: Vec<Joint>,
    /// Queries. The first is shown when the scene is opened.
    #[schemars(length(max = 1_000))]
    pub queries: Vec<Query>,
    /// Recorded poses, in order of time; empty for a static scene.
    #[serde(default, skip_serializing_if = "List::is_empty")]
    #[schemars(with = "Vec<Frame>", length(max = 100_000))]
    pub frames: List<Frame>,
    /// Gravity, time step and masses of the recorded engine, by which its impulses are checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// Captured steps of an engine, which `audit` queries judge. 3D only.
    #[serde(default, skip_serializing_if = "List::is_empty")]
    #[schemars(with = "Vec<CapturedStep>", length(max = 10_000))]
    pub steps: List<CapturedStep>,
    /// Cameras by view (`world`, `cso`); the program chooses those of other views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cameras: Option<Cameras>,
    /// Rounding of poses before an engine gets them; not part of the file.
    #[serde(skip)]
    pub pose_rounding: PoseRounding,
}

impl Scene {
    /// Creates a scene of these bodies, without queries, note, gravity and frames.
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
            steps: List::new(),
            cameras: None,
            pose_rounding: PoseRounding::default(),
        }
    }

    /// Whether queries have the same answers in both scenes: compares bodies, frusta, joints, gravity, frames,
    /// captured steps, dimension and rounding of poses.
    pub fn has_same_answers(&self, other: &Self) -> bool {
        // All fields are named, so that a new field does not compile until it is compared or excluded.
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
            steps,
            cameras: _,
            pose_rounding,
        } = self;
        (dimension, gravity, pose_rounding) == (&other.dimension, &other.gravity, &other.pose_rounding)
            && (frusta, joints) == (&other.frusta, &other.joints)
            && *bodies == other.bodies
            && *frames == other.frames
            && *steps == other.steps
    }
}

/// Poses of some bodies at one moment. Other bodies keep their pose or stay absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Time of the frame, seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Poses of the bodies that move, at most one per body.
    pub poses: Vec<FramePose>,
    /// Bodies that are absent from this frame on, until a frame gives them a pose again. Absent bodies cannot be
    /// queried, and sweep and prune skips them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// Pose of one body in a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FramePose {
    /// Name of the body.
    pub body: String,
    /// Position of the body's origin, meters, world frame.
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
}

/// Converts the name of a body, its position, and its rotation as a quaternion.
impl From<(&str, [f64; 3], [f64; 4])> for FramePose {
    fn from((body, position, rotation): (&str, [f64; 3], [f64; 4])) -> Self {
        Self { body: body.to_owned(), position, rotation }
    }
}

/// Cameras by the id of their view: `world`, `cso`.
pub type Cameras = BTreeMap<String, Camera>;

/// Camera that orbits a target point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Point that the camera orbits and looks at, meters.
    pub target: [f64; 3],
    /// Distance from the target to the eye, meters.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub distance: f64,
    /// Angle about the up axis, degrees; at 0 the camera looks along −z if y is up, along y if z is up.
    pub azimuth: f64,
    /// Angle above the horizon, degrees.
    pub elevation: f64,
}

/// Body: a shape, its pose and its motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Body {
    /// Name, unique in the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Shape, in the body's own frame.
    pub shape: Shape,
    /// Position of the body's origin, meters, world frame.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalized on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
    /// Rotation angle, radians, counter-clockwise; replaces `rotation`. 2D only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -1e9, max = 1e9))]
    pub angle: Option<f64>,
    /// Radius of a ball added to the shape, meters.
    #[serde(default, skip_serializing_if = "is_plus_zero")]
    #[schemars(range(min = 0.0))]
    pub margin: f64,
    /// Velocity, m/s, world frame; in a `world` of the center of mass, in a `cast` of the body's origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 3]>,
    /// Angular velocity about the body's origin, rad/s, world axes. Used by `cast` with `advance` or `bilateral`. 3D
    /// only; 2D bodies have `angular_velocity`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin: Option<[f64; 3]>,
    /// Mass, motion, forces and material in a world.
    #[serde(flatten)]
    pub dynamics: Dynamics,
}

/// Identity quaternion x, y, z, w: the default rotation.
fn identity() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// Whether a rotation is the identity to the bit: a quaternion with a negative zero is saved as it is.
fn is_identity(rotation: &[f64; 4]) -> bool {
    rotation.map(f64::to_bits) == identity().map(f64::to_bits)
}

/// Whether gravity is absent, and so not written; −0 is written.
fn is_weightless(gravity: &[f64; 2]) -> bool {
    gravity.iter().all(is_plus_zero)
}

/// Whether a number is +0, the default of its field; −0 is written.
fn is_plus_zero(number: &f64) -> bool {
    number.to_bits() == 0
}

/// Whether a value is the default of its field, and so not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
