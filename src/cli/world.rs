//! A frame of a world for programs, the same in every answer: SI units, world frame, radians.

use serde::Serialize;

use super::exact::Float;
use crate::lesson::{BodyState, ContactState, JointState, PointState, WorldFinding};

/// A world in one frame.
#[derive(Debug, Serialize)]
pub(super) struct WorldObject {
    frame: usize,
    time: Float,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    joints: Vec<Joint>,
    energy: Energy,
    momentum: Momentum,
}

#[derive(Debug, Serialize)]
struct Body {
    name: String,
    position: [Float; 2],
    angle: Float,
    velocity: [Float; 2],
    angular_velocity: Float,
}

#[derive(Debug, Serialize)]
struct Contact {
    a: String,
    b: String,
    normal: [Float; 2],
    friction: Float,
    points: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    position: [Float; 2],
    depth: Float,
    id: String,
    normal_impulse: Float,
    tangent_impulse: Float,
}

#[derive(Debug, Serialize)]
struct Joint {
    name: String,
    error: Vec<Float>,
    impulse: Vec<Float>,
}

#[derive(Debug, Serialize)]
struct Energy {
    kinetic: Float,
    potential: Float,
}

#[derive(Debug, Serialize)]
struct Momentum {
    linear: [Float; 2],
    angular: Float,
}

fn two(v: glam::DVec2) -> [Float; 2] {
    v.to_array().map(Float)
}

impl From<&WorldFinding> for WorldObject {
    fn from(found: &WorldFinding) -> Self {
        let bodies = found.bodies.iter().zip(found.names.iter()).map(|(state, name)| Body::of(name, state));
        let joints = found.joints.iter().zip(found.joint_names.iter()).map(|(state, name)| Joint::of(name, state));
        Self {
            frame: found.frame,
            time: Float(found.time),
            bodies: bodies.collect(),
            contacts: found.contacts.iter().map(|contact| Contact::of(found, contact)).collect(),
            joints: joints.collect(),
            energy: Energy { kinetic: Float(found.kinetic), potential: Float(found.potential) },
            momentum: Momentum { linear: two(found.linear), angular: Float(found.angular) },
        }
    }
}

impl Body {
    fn of(name: &str, state: &BodyState) -> Self {
        Self {
            name: name.to_owned(),
            position: two(state.position),
            angle: Float(state.angle),
            velocity: two(state.velocity),
            angular_velocity: Float(state.angular_velocity),
        }
    }
}

impl Contact {
    fn of(found: &WorldFinding, contact: &ContactState) -> Self {
        let point = |point: &PointState| Point {
            position: two(point.position),
            depth: Float(point.depth),
            id: point.id.clone(),
            normal_impulse: Float(point.normal_impulse),
            tangent_impulse: Float(point.tangent_impulse),
        };
        Self {
            a: found.name(contact.a).to_owned(),
            b: found.name(contact.b).to_owned(),
            normal: two(contact.normal),
            friction: Float(contact.friction),
            points: contact.points.iter().map(point).collect(),
        }
    }
}

impl Joint {
    fn of(name: &str, state: &JointState) -> Self {
        let floats = |numbers: &[f64]| numbers.iter().copied().map(Float).collect();
        Self { name: name.to_owned(), error: floats(&state.error), impulse: floats(&state.impulse) }
    }
}
