//! Changes of what a world has beside shapes and places: how bodies move, and the joints between them.

use super::fresh_name;
use crate::scene::model::{Body, Dynamics, Joint, JointKind, Motion, Scene};

/// Joints that hold nothing that moves any more go.
pub(super) fn set_dynamics(scene: &mut Scene, index: usize, velocity: Option<[f64; 3]>, dynamics: &Dynamics) {
    let Some(body) = scene.bodies.get_mut(index) else { return };
    body.velocity = velocity;
    body.dynamics.clone_from(dynamics);
    let joints = std::mem::take(&mut scene.joints);
    scene.joints = joints.into_iter().filter(|joint| scene.can_join(joint)).collect();
}

/// A hinge of a body that can be moved and another one, as they stand.
pub(super) fn add_joint(scene: &mut Scene, body: Option<usize>) {
    let moves = |body: &&Body| body.dynamics.motion == Motion::Dynamic;
    let chosen = body.and_then(|index| scene.bodies.get(index)).filter(moves);
    let Some(b) = chosen.or_else(|| scene.bodies.iter().find(moves)).map(|body| body.name.clone()) else { return };
    let a = scene.bodies.iter().map(|body| body.name.clone()).find(|name| *name != b);
    let taken: Vec<&str> = scene.joints.iter().map(|joint| joint.name.as_str()).collect();
    let kind = JointKind::Point { anchor_a: None, anchor_b: Some([0.0; 2]), frequency: None, damping_ratio: None };
    let joint = Joint { name: fresh_name("joint", &taken), a, b, collide: false, kind };
    scene.joints.push(joint);
}

/// The kinds of joints, as the panel lists them.
pub(in crate::app) const JOINT_KINDS: [&str; 6] = ["distance", "point", "line", "angle", "motor", "mouse"];

/// A joint of this kind with nothing said that need not be.
pub(in crate::app) fn joint_of(kind: &str) -> JointKind {
    let (frequency, damping_ratio) = (None, None);
    let (anchor_a, anchor_b) = (None, Some([0.0; 2]));
    match kind {
        "distance" => {
            let (lower, upper) = (None, Some(1.0));
            JointKind::Distance { anchor_a, anchor_b, length: None, lower, upper, frequency, damping_ratio }
        }
        "line" => {
            let (axis, lower, upper) = (None, None, None);
            JointKind::Line { anchor_a, anchor_b, axis, lower, upper, frequency, damping_ratio }
        }
        "angle" => JointKind::Angle { angle: None, lower: None, upper: None, frequency, damping_ratio },
        "motor" => JointKind::Motor { speed: 1.0, max_torque: 10.0 },
        "mouse" => JointKind::Mouse { anchor_b, target: [0.0; 2], max_force: 100.0, frequency, damping_ratio },
        _ => JointKind::Point { anchor_a, anchor_b, frequency, damping_ratio },
    }
}
