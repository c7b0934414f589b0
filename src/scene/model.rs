//! The data of a scene, as it stands in the file. Plain `f64`; an engine is built from it in either precision.
//!
//! The doc comments and ranges here become the JSON Schema, and files are checked against that very schema
//! (`scene/schema.rs`), so that a field has its rules in one place. What a schema cannot say lies in `scene/rules.rs`.

use serde::{Deserialize, Serialize};

/// A scene: bodies, and questions about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
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
    /// The bodies, with names that differ.
    #[schemars(length(min = 1, max = 10_000))]
    pub bodies: Vec<Body>,
    /// The questions. The first is shown when the scene is opened.
    #[schemars(length(max = 1_000))]
    pub queries: Vec<Query>,
    /// Recorded poses, in order of time; empty for a scene that stands still.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100_000))]
    pub frames: Vec<Frame>,
    /// From where the panes look; absent means that the program frames them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cameras: Option<Cameras>,
}

/// The poses of some bodies at one moment. Bodies that are not named stay where they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// When, seconds. Shown beside the frame's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// At most one a body.
    pub poses: Vec<FramePose>,
}

/// Where one body is in a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FramePose {
    /// Its name.
    pub body: String,
    /// Of the body's origin in the world, metres.
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalised on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
}

/// One camera a pane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cameras {
    /// The world pane's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<Camera>,
    /// The configuration-space pane's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cso: Option<Camera>,
}

/// An orbit camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// What it looks at, metres.
    pub target: [f64; 3],
    /// From the target to the eye, metres.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub distance: f64,
    /// Degrees about y, 0 looks along −z.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub elevation: f64,
}

/// A convex body and where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Unique in the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// In the body's own frame.
    pub shape: Shape,
    /// Of the body's origin in the world, metres.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalised on use.
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub rotation: [f64; 4],
    /// Radius of a ball that is added to the shape, metres.
    #[serde(default, skip_serializing_if = "is_plus_zero")]
    #[schemars(range(min = 0.0))]
    pub margin: f64,
}

fn identity() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// To the bit, so that saving loses no sign of a zero.
fn is_identity(rotation: &[f64; 4]) -> bool {
    rotation.map(f64::to_bits) == identity().map(f64::to_bits)
}

fn is_plus_zero(number: &f64) -> bool {
    number.to_bits() == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The axis of a cylinder, cone or capsule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Along x.
    X,
    /// Along y, the default.
    #[default]
    Y,
    /// Along z.
    Z,
}

/// A convex shape in its own frame. Lengths in metres; sizes may be 0, which leaves a disc, a segment or a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// Centred at the origin.
    Sphere {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned, centred.
    Box {
        /// Half the sides.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 3],
    },
    /// Flat ends at ± half_height.
    Cylinder {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Apex at + half_height, base disc at − half_height.
    Cone {
        /// Of the base.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the height.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Segment of ± half_height swept by the radius.
    Capsule {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// Half the length of the segment.
        #[schemars(range(min = 0.0))]
        half_height: f64,
        /// Axis.
        #[serde(default, skip_serializing_if = "is_default")]
        axis: Axis,
    },
    /// Semi-axes along x, y, z.
    Ellipsoid {
        /// Semi-axes.
        #[schemars(inner(range(min = 0.0)))]
        radii: [f64; 3],
    },
    /// Two points.
    Segment {
        /// Its ends.
        points: [[f64; 3]; 2],
    },
    /// Three points.
    Triangle {
        /// Its corners.
        points: [[f64; 3]; 3],
    },
    /// The convex hull of points, which may be few, repeated, inside the hull, or all in one plane.
    Polytope {
        /// At least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 3]>,
    },
    /// A disc in the plane z = 0, centred: for the planar algorithms.
    Circle {
        /// Radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
    },
    /// Axis-aligned in the plane z = 0, centred: for the planar algorithms.
    Rectangle {
        /// Half the sides along x and y.
        #[schemars(inner(range(min = 0.0)))]
        half_extents: [f64; 2],
    },
    /// The convex hull of points of the plane z = 0, in any order: for the planar algorithms.
    Polygon {
        /// At least one.
        #[schemars(length(min = 1, max = 1_000_000))]
        points: Vec<[f64; 2]>,
    },
    /// An affine image `M·P + N`; shear and non-uniform scale included.
    Affine {
        /// Rows of M.
        matrix: [[f64; 3]; 3],
        /// N.
        #[serde(default)]
        offset: [f64; 3],
        /// P.
        shape: std::boxed::Box<Shape>,
    },
    /// A ball added all round.
    Inflate {
        /// Its radius.
        #[schemars(range(min = 0.0))]
        radius: f64,
        /// The shape inside.
        shape: std::boxed::Box<Shape>,
    },
}

/// Which lesson runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// GJK distance.
    Gjk,
    /// The full answer, signed distance and normal: GJK on the cores, then margins or EPA, as `method` says. With
    /// `warm_start` from the last frame's.
    Penetration,
    /// Penetration depth by the expanding polytope, from GJK's simplex.
    Epa,
    /// Support mapping in one direction.
    Support,
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Voronoi regions.
    Voronoi,
    /// The same by Johnson's distance algorithm.
    Johnson,
    /// The same by signed volumes.
    SignedVolumes,
    /// Do they overlap? ISA-GJK: stops at the first separating axis; with `warm_start` from the last frame's.
    Isa,
    /// Do they overlap? The direction-driven test with its line, triangle and tetrahedron cases.
    Direction,
    /// GJK distance in the plane z = 0.
    Gjk2,
    /// EPA in the plane z = 0, from where GJK found the origin; where the bodies are apart, the run of GJK.
    Epa2,
    /// The same search by directions in the plane z = 0: line and triangle cases.
    Direction2,
}

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

/// How a `penetration` query deals with the balls around the cores of round bodies and of margins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// They are taken off: where only they overlap GJK alone tells the depth. The default.
    #[default]
    Hybrid,
    /// They stay on: every overlap goes to EPA.
    Epa,
}

/// A question about two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Unique in the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Who answers.
    pub algorithm: Algorithm,
    /// Name of body A.
    pub a: String,
    /// Name of body B.
    pub b: String,
    /// How it is to be answered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Options,
    /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expect: Expect,
}

/// Where planar GJK goes from an edge of its simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Along the exact perpendicular, towards the origin: the default.
    #[default]
    Perpendicular,
    /// Along −v, with all its rounding: to see how it fails.
    MinusV,
}

/// How EPA finds the rim of what a new point sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rim {
    /// By flooding the faces from the nearest one, the default.
    #[default]
    Flood,
    /// By sorting the corners of all visible faces by angle: to see where it fails.
    AngleSorted,
}

/// How a query is answered. Everything has a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// First search direction (world frame), or the direction of a support query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub absolute_tolerance: Option<f64>,
    /// Cap on turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// The sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// What a penetration query does about margins.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
    /// Where planar GJK goes from an edge.
    #[serde(skip_serializing_if = "is_default")]
    pub search: Search,
    /// How EPA finds the rim.
    #[serde(skip_serializing_if = "is_default")]
    pub rim: Rim,
    /// In a scene with frames: start from the previous frame's answer.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// What must be true. Absent fields demand nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Whether the bodies overlap. Bodies that only touch satisfy either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// Signed distance, metres: positive apart, minus the penetration depth when they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_distance: Option<f64>,
    /// Allowed error of the signed distance, metres. Absent: the answer's proven bracket must hold the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub tolerance: Option<f64>,
    /// Unit vector from A towards B; it may be off by 0.1 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most turns of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}
