//! Conversion of a scene's world to the engine's input, a [`Problem`]: bodies, joints, gravity and options in the
//! engine's precision.

use std::collections::HashMap;

use contact_lens_scene::model::{self, Scene, WorldOptions};

use super::super::QueryError;
use super::super::convert::dim2::Dim2;
use super::super::convert::half_space::half_space;
use super::super::convert::pair::Space as _;
use super::super::engine::dim2::dynamics::{
    Anchors, Body, Fault, Grasp, Joint, JointKind, Limits, Mass, Owner, Problem, ProblemError, Softness,
    ValueConstraint,
};
use super::super::engine::dim3::half_space::HalfSpace;
use super::super::engine::prelude::*;

/// Frequency of the spring of a mouse joint without one, hertz: soft enough to follow a hand without jerks.
const MOUSE_FREQUENCY: f64 = 5.0;

/// Damping ratio of the spring of a mouse joint without one: slightly below critical, so that it does not lag.
const MOUSE_DAMPING: f64 = 0.7;

/// Damping ratio of the springs of other joints without one: no oscillation.
const CRITICAL_DAMPING: f64 = 1.0;

/// A scene's world in the engine's precision; `options_path` is the path of its options, for errors.
///
/// # Errors
/// A body, a joint or an option is invalid; the error names the field.
pub(super) fn problem_of_scene(
    scene: &Scene,
    requested: &WorldOptions,
    options_path: &str,
) -> Result<Problem, QueryError> {
    let bodies = scene.bodies.iter().enumerate().map(|(i, body)| convert_body(body, i)).collect::<Result<_, _>>()?;
    let body_indices: HashMap<&str, u32> =
        scene.bodies.iter().zip(0..).map(|(body, i)| (body.name.as_str(), i)).collect();
    let joints = scene.joints.iter().enumerate().map(|(i, joint)| convert_joint(joint, i, &body_indices));
    let joints = joints.collect::<Result<_, _>>()?;
    Problem::new(vector(scene.gravity), bodies, joints, requested.into())
        .map_err(|error| error_at_field(error, options_path))
}

/// The engine's error at the field of the scene.
fn error_at_field(error: ProblemError, options_path: &str) -> QueryError {
    let owner_path = match error.owner {
        Owner::World => String::new(),
        Owner::Options => format!("{options_path}."),
        Owner::Body(index) => format!("bodies[{index}]."),
        Owner::Joint(index) => format!("joints[{index}]."),
    };
    let message = match error.fault {
        Fault::NoArea => String::from("needs a shape with an area, which this one does not have; set `mass` instead"),
        fault => fault.to_string(),
    };
    QueryError::new(owner_path + error.field, message)
}

/// Rounds a vector to the engine's precision.
fn vector([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as Real, y as Real)
}

/// Body number `index` of the scene in the engine's type.
fn convert_body(body: &model::Body, index: usize) -> Result<Body, QueryError> {
    let path: &dyn Fn(&str) -> String = &|field| format!("bodies[{index}].{field}");
    let defaults = if body.shape.is_half_space() {
        ground(&half_space(body, true, path)?)
    } else {
        Body::new(Dim2::shape(body, true, path)?)
    };
    let [x, y, z] = body.position;
    let [tilt_x, tilt_y, ..] = body.orientation();
    if z != 0.0 {
        return Err(QueryError::new(path("position[2]"), "must be 0 in 2D"));
    }
    if tilt_x != 0.0 || tilt_y != 0.0 {
        let message = "must be a rotation about z in 2D: x and y must be 0";
        return Err(QueryError::new(path("rotation"), message));
    }
    let dynamics = &body.dynamics;
    Ok(Body {
        position: vector([x, y]),
        angle: body.rotation_angle() as Real,
        motion: dynamics.motion,
        mass: match (dynamics.mass, dynamics.density) {
            (Some(mass), _) => Mass::Mass(mass as Real),
            (None, Some(density)) => Mass::Density(density as Real),
            (None, None) => defaults.mass,
        },
        inertia: dynamics.inertia.map(|inertia| inertia as Real),
        velocity: body.velocity.map_or(defaults.velocity, |[x, y, _]| vector([x, y])),
        angular_velocity: dynamics.angular_velocity.unwrap_or(0.0) as Real,
        force: vector(dynamics.force.unwrap_or_default()),
        torque: dynamics.torque.unwrap_or(0.0) as Real,
        friction: dynamics.friction.map_or(defaults.friction, |friction| friction as Real),
        restitution: dynamics.restitution.map_or(defaults.restitution, |restitution| restitution as Real),
        ..defaults
    })
}

/// A half-plane as a static body. Its offset already includes the margin.
fn ground(half_space: &HalfSpace) -> Body {
    let normal = half_space.normal.truncate();
    let offset = half_space.offset as Real;
    Body::ground(Vec2::new(normal.x as Real, normal.y as Real), offset)
}

/// Index of the body that the field `field` of a joint names.
fn body_of_joint(
    body_indices: &HashMap<&str, u32>,
    name: &str,
    joint_index: usize,
    field: &str,
) -> Result<u32, QueryError> {
    body_indices
        .get(name)
        .copied()
        .ok_or_else(|| QueryError::new(format!("joints[{joint_index}].{field}"), format!("there is no body `{name}`")))
}

/// Joint number `joint_index` of the scene in the engine's type; `body_indices` maps names of bodies to their indices.
fn convert_joint(
    joint: &model::Joint,
    joint_index: usize,
    body_indices: &HashMap<&str, u32>,
) -> Result<Joint, QueryError> {
    // A joint without a body A connects B to the world.
    let a = match &joint.a {
        Some(name) => Some(body_of_joint(body_indices, name, joint_index, "a")?),
        None => None,
    };
    let b = body_of_joint(body_indices, &joint.b, joint_index, "b")?;
    Ok(Joint { softness: softness(&joint.kind), collide: joint.collide, ..Joint::new(a, b, joint_kind(&joint.kind)) })
}

/// Spring of a joint; `None` for a rigid joint. A mouse joint always has a spring.
fn softness(requested: &model::JointKind) -> Option<Softness> {
    let spring = requested.spring()?;
    let (default_frequency, default_damping) = match requested {
        model::JointKind::Mouse { .. } => (Some(MOUSE_FREQUENCY), MOUSE_DAMPING),
        model::JointKind::Distance { .. } | model::JointKind::Point { .. } => (None, CRITICAL_DAMPING),
        model::JointKind::Line { .. } | model::JointKind::Angle { .. } | model::JointKind::Motor { .. } => {
            (None, CRITICAL_DAMPING)
        }
    };
    let frequency = spring.frequency.or(default_frequency)?;
    let damping_ratio = spring.damping_ratio.unwrap_or(default_damping);
    Some(Softness { frequency: frequency as Real, damping_ratio: damping_ratio as Real })
}

/// The value, a length or an angle, that a joint maintains: `value` if there is one, else any value within its limits,
/// else that of the initial pose.
fn value_constraint(value: Option<f64>, limits: Limits) -> ValueConstraint {
    if let Some(value) = value {
        return ValueConstraint::Fixed(value as Real);
    }
    if limits.any() { ValueConstraint::Within(limits) } else { ValueConstraint::Initial }
}

/// A kind of joint in the engine's type.
fn joint_kind(requested: &model::JointKind) -> JointKind {
    use model::JointKind as SceneJoint;
    let [a, b] = requested.anchors().map(|anchor| anchor.flatten().map(vector));
    let anchors = Anchors { a, b };
    let [lower, upper] = requested.limits().map(|limit| limit.map(|limit| limit as Real));
    let limits = Limits { lower, upper };
    match requested {
        SceneJoint::Distance { length, .. } => {
            JointKind::Distance { anchors, length: value_constraint(*length, limits) }
        }
        SceneJoint::Point { .. } => JointKind::Point { anchors },
        SceneJoint::Line { axis, .. } => JointKind::Line { anchors, axis: vector(axis.unwrap_or([1.0, 0.0])), limits },
        SceneJoint::Angle { angle, .. } => JointKind::Angle { angle: value_constraint(*angle, limits) },
        SceneJoint::Motor { speed, max_torque } => {
            JointKind::Motor { speed: *speed as Real, max_torque: *max_torque as Real }
        }
        SceneJoint::Mouse { target, max_force, from, track, .. } => JointKind::Mouse {
            anchor_b: anchors.b.unwrap_or_default(),
            target: vector(*target),
            max_force: *max_force as Real,
            grasp: Grasp {
                from: from.unwrap_or(1),
                track: track.as_ref().map(|track| track.iter().map(|target| vector(*target)).collect()),
            },
        },
    }
}
