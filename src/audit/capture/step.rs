//! JSON form of a captured step: one type per object. SI units, world frame, quaternions `[x, y, z, w]`.

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::part::{Coefficients, Direction, Excluded, Inertia, Part, identity};
use super::row::{Generalized, Row};
use super::shape::ShapeData;

/// One captured step of an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Version of the format, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Name and version of the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Precision in which the engine computed: `f32` (default) or `f64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<String>,
    /// Duration of the step, seconds; above 0.
    pub time_step: f64,
    /// Acceleration of gravity, m/s².
    #[serde(default)]
    pub gravity: [f64; 3],
    /// Kind of coordinates: `bodies` (default), `generalized` or `reduced`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// Unknowns of the solve: `velocity` with impulses (default) or `acceleration` with forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Bodies in any order, with unique names.
    #[serde(default)]
    pub bodies: Vec<Body>,
    /// Pairs of bodies that may not touch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Excluded>,
    /// Result of the engine's broad phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broad_phase: Option<BroadPhase>,
    /// Contact points; `None` if the capture does not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contacts: Option<Vec<Contact>>,
    /// Joints between the bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<Joint>,
    /// Constraint rows in the order of the solver; `None` if the capture does not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
    /// Rules and claims of the engine.
    #[serde(default)]
    pub model: Model,
    /// Arrays of a solve in generalized coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generalized: Option<Generalized>,
    /// Further data of the engine, not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_fields: Option<serde_json::Value>,
}

/// Kind of a body's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Moved by forces and impulses.
    #[default]
    Dynamic,
    /// Fixed in the world.
    Static,
    /// Moved by the program; impulses do not change its velocity.
    Kinematic,
}

/// A body with its state before and after the step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Unique name of the body.
    pub name: String,
    /// Kind of the body's motion.
    #[serde(default)]
    pub kind: Kind,
    /// Shapes in the body's frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<PlacedShape>,
    /// Mass, kg; above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Inertia around the center of mass, body frame, kg m².
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// Center of mass in the body's frame, meters.
    #[serde(default)]
    pub center_of_mass: [f64; 3],
    /// Whether the body claims uniform density.
    #[serde(default)]
    pub uniform: bool,
    /// Claimed uniform density, kg/m³.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Collision groups of the body, as bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<i64>,
    /// Groups with which the body collides, as bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<i64>,
    /// Coefficient of friction of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// Coefficient of restitution of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// State from which the step starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<State>,
    /// State after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<State>,
    /// External force without gravity, N.
    #[serde(default)]
    pub force: [f64; 3],
    /// External torque, N m.
    #[serde(default)]
    pub torque: [f64; 3],
    /// Factor of gravity for this body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity_scale: Option<f64>,
    /// Linear damping, 1/s or as the damping rule defines it.
    #[serde(default)]
    pub linear_damping: f64,
    /// Angular damping, 1/s or as the damping rule defines it.
    #[serde(default)]
    pub angular_damping: f64,
    /// Velocity before the impulses, as the engine computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<FreeVelocity>,
    /// Velocity that moves the pose and is then discarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<FreeVelocity>,
    /// Whether the body sleeps during the step.
    #[serde(default)]
    pub sleeping: bool,
    /// Whether continuous collision detection may stop the body early.
    #[serde(default)]
    pub continuous: bool,
    /// Fraction of the step at which the body was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toi: Option<f64>,
    /// World directions in which impulses do not move the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<Direction>,
}

/// Pose and velocity of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Position of the body's origin, meters.
    pub position: [f64; 3],
    /// Quaternion from the body's frame to the world.
    #[serde(default = "identity")]
    pub rotation: [f64; 4],
    /// Velocity of the center of mass, m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 3]>,
    /// Angular velocity, rad/s, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<[f64; 3]>,
}

/// A velocity of a body without a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeVelocity {
    /// Velocity of the center of mass, m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 3]>,
    /// Angular velocity, rad/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<[f64; 3]>,
}

/// A shape of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedShape {
    /// Shape in its own frame, as in scene files.
    pub shape: ShapeData,
    /// Position in the body's frame, meters.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion from the shape's frame to the body's.
    #[serde(default = "identity")]
    pub rotation: [f64; 4],
    /// Radius of the ball that is added to the shape, meters.
    #[serde(default)]
    pub margin: f64,
    /// Name of the shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Result of a broad phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroadPhase {
    /// Pairs given to the narrow phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<[String; 2]>>,
    /// Pairs that the filter rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filtered: Option<Vec<[String; 2]>>,
    /// Boxes of the bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boxes: Option<Vec<BodyBox>>,
}

/// Axis-aligned box of a body in the broad phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyBox {
    /// Name of the body.
    pub body: String,
    /// Corner with the least coordinates, meters.
    pub min: [f64; 3],
    /// Corner with the greatest coordinates, meters.
    pub max: [f64; 3],
}

/// Contact point of two bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Name of the first body.
    pub a: String,
    /// Name of the second body.
    pub b: String,
    /// Shape of the first body: index or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape_a: Option<Part>,
    /// Shape of the second body: index or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape_b: Option<Part>,
    /// Unit normal from the first body to the second.
    pub normal: [f64; 3],
    /// Signed distance along the normal, meters; negative in overlap.
    pub gap: f64,
    /// Point in the middle between both surfaces, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 3]>,
    /// Point on the surface of the first body, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_a: Option<[f64; 3]>,
    /// Point on the surface of the second body, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_b: Option<[f64; 3]>,
    /// Coefficients of friction: one, or one per direction, torsion and rolling direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<Coefficients>,
    /// Coefficient of restitution of the contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// Normal impulse of the whole step on b, N s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<f64>,
    /// Friction impulse on b, N s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction_impulse: Option<[f64; 3]>,
    /// Angular impulse of torsion and rolling friction on b, N m s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque_impulse: Option<[f64; 3]>,
    /// Identifier of the point in the engine; not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// Number of steps since the point was found; not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<f64>,
    /// Normal and both friction directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axes: Option<[[f64; 3]; 3]>,
    /// Number of directions in which the contact acts: 1, 3, 4 or 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// Gap up to which the contact exists, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
}

/// A joint between two bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Name of the joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Kind: `ball`, `hinge`, `slider`, `distance`, `fixed`, or another name, which is not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Name of the first body.
    pub a: String,
    /// Name of the second body.
    pub b: String,
    /// Anchor in the frame of the first body, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor_a: Option<[f64; 3]>,
    /// Anchor in the frame of the second body, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor_b: Option<[f64; 3]>,
    /// Axis in the frames of both bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
    /// Length of a distance joint, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Limits of the joint's coordinate; rows of limits are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<serde_json::Value>,
    /// Motor of the joint; rows of motors are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<serde_json::Value>,
    /// Whether the bodies of the joint collide with each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collide: Option<bool>,
    /// Linear impulse on b, N s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<[f64; 3]>,
    /// Angular impulse on b, N m s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque_impulse: Option<[f64; 3]>,
}
