//! The data of a scene, as it stands in the file. Plain `f64`; an engine is built from it in either precision.

use serde::{Deserialize, Serialize};

/// A scene: bodies, and questions about them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Format version, 1.
    pub version: u32,
    /// Title.
    pub name: String,
    /// What to look at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The bodies, with names that differ.
    pub bodies: Vec<Body>,
    /// The questions. The first is shown when the scene is opened.
    pub queries: Vec<Query>,
    /// Recorded poses, in order of time; empty for a scene that stands still.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// From where the panes look; absent means that the program frames them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cameras: Option<Cameras>,
}

/// The poses of some bodies at one moment. Bodies that are not named stay where they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// At most one a body.
    pub poses: Vec<FramePose>,
}

/// Where one body is in a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FramePose {
    /// Its name.
    pub body: String,
    /// As in [`Body`].
    pub position: [f64; 3],
    /// As in [`Body`].
    #[serde(default = "identity")]
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
    pub name: String,
    /// In the body's own frame.
    pub shape: Shape,
    /// Of the body's origin in the world, metres.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion x, y, z, w from the body's frame to the world; normalised on use.
    #[serde(default = "identity")]
    pub rotation: [f64; 4],
    /// Radius of a ball that is added to the shape, metres.
    #[serde(default)]
    pub margin: f64,
}

fn identity() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
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

/// A convex shape in its own frame. Lengths in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// Centred at the origin.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// Axis-aligned, centred.
    Box {
        /// Half the sides.
        half_extents: [f64; 3],
    },
    /// Flat ends at ± half_height.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// Axis.
        #[serde(default)]
        axis: Axis,
    },
    /// Apex at + half_height, base disc at − half_height.
    Cone {
        /// Of the base.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// Axis.
        #[serde(default)]
        axis: Axis,
    },
    /// Segment of ± half_height swept by the radius.
    Capsule {
        /// Radius.
        radius: f64,
        /// Half the length of the segment.
        half_height: f64,
        /// Axis.
        #[serde(default)]
        axis: Axis,
    },
    /// Semi-axes along x, y, z.
    Ellipsoid {
        /// Semi-axes.
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
        points: Vec<[f64; 3]>,
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
    /// Support mapping in one direction.
    Support,
}

/// A question about two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Unique in the scene.
    pub name: String,
    /// Who answers.
    pub algorithm: Algorithm,
    /// Name of body A.
    pub a: String,
    /// Name of body B.
    pub b: String,
    /// How it is to be answered.
    #[serde(default)]
    pub options: Options,
    /// What must be true of the answer.
    #[serde(default)]
    pub expect: Expect,
}

/// How a query is answered. Everything has a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// First search direction (world frame), or the direction of a support query.
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the distance.
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, metres.
    pub absolute_tolerance: Option<f64>,
    /// Cap on turns.
    pub max_iterations: Option<u32>,
    /// In a scene with frames: start from the previous frame's answer.
    pub warm_start: bool,
}

/// What must be true. Absent fields demand nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Whether the bodies overlap.
    pub intersects: Option<bool>,
    /// Signed distance, metres.
    pub signed_distance: Option<f64>,
    /// Allowed error of the signed distance, metres.
    pub tolerance: Option<f64>,
    /// Unit vector from A towards B.
    pub normal: Option<[f64; 3]>,
}
