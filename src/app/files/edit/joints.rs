//! Edits of a world's dynamics and joints.

use super::fresh_name;
use crate::scene::model::{Body, Dynamics, Joint, JointKind, Motion, Scene};

/// Sets the dynamics of a body, and removes joints that no longer hold a movable body.
pub(super) fn set_dynamics(scene: &mut Scene, index: usize, velocity: Option<[f64; 3]>, dynamics: &Dynamics) {
    let Some(body) = scene.bodies.get_mut(index) else { return };
    body.velocity = velocity;
    body.dynamics.clone_from(dynamics);
    let joints = std::mem::take(&mut scene.joints);
    scene.joints = joints.into_iter().filter(|joint| scene.can_join(joint)).collect();
}

/// Adds a hinge between a movable body and another one, in their current poses.
pub(super) fn add_joint(scene: &mut Scene, body: Option<usize>) {
    let chosen = body.and_then(|index| scene.bodies.get(index)).filter(|body| is_movable(body));
    let movable = chosen.or_else(|| scene.bodies.iter().find(|body| is_movable(body)));
    let Some(b) = movable.map(|body| body.name.clone()) else { return };
    let a = scene.bodies.iter().map(|body| body.name.clone()).find(|name| *name != b);
    let taken: Vec<&str> = scene.joints.iter().map(|joint| joint.name.as_str()).collect();
    let kind = JointKind::Point { anchor_a: None, anchor_b: Some([0.0; 2]), frequency: None, damping_ratio: None };
    let joint = Joint { name: fresh_name("joint", &taken), a, b, collide: false, kind };
    scene.joints.push(joint);
}

fn is_movable(body: &Body) -> bool {
    body.dynamics.motion == Motion::Dynamic
}

/// Target of a pointer drag in the frame after `frame`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    /// Name of the joint that stores the drag.
    pub joint: String,
    /// Name of the dragged body.
    pub body: String,
    /// Grabbed point, in the body's frame, meters.
    pub anchor: [f64; 2],
    /// Largest force, newtons.
    pub max_force: f64,
    /// Frame before the target's.
    pub frame: u32,
    /// Target in the world, meters.
    pub target: [f64; 2],
}

/// Unused name for the joint of the next drag.
pub(in crate::app) fn new_drag_joint_name(scene: &Scene) -> String {
    fresh_name("hand", &scene.joints.iter().map(|joint| joint.name.as_str()).collect::<Vec<_>>())
}

/// Adds a target to a drag. Targets in later frames belong to another run and are removed.
pub(super) fn pulled(scene: &mut Scene, pull: &Pull) {
    scene.joints.retain_mut(|joint| {
        let JointKind::Mouse { from, track: Some(track), .. } = &mut joint.kind else { return true };
        let since = (pull.frame + 1).checked_sub(from.unwrap_or(1));
        track.truncate(since.map_or(0, |since| since.saturating_sub(1) as usize));
        since.is_some_and(|since| since > 0)
    });
    let known = scene.joints.iter_mut().find(|joint| joint.name == pull.joint).map(|joint| &mut joint.kind);
    match known {
        Some(JointKind::Mouse { from, track: Some(track), .. })
            if from.unwrap_or(1) as usize + track.len() == pull.frame as usize =>
        {
            track.push(pull.target);
        }
        _ => {
            let name = if known.is_some() { new_drag_joint_name(scene) } else { pull.joint.clone() };
            let kind = JointKind::Mouse {
                anchor_b: Some(pull.anchor),
                target: pull.target,
                max_force: pull.max_force,
                frequency: None,
                damping_ratio: None,
                from: Some(pull.frame + 1),
                track: Some(Vec::new()),
            };
            scene.joints.push(Joint { name, a: None, b: pull.body.clone(), collide: false, kind });
        }
    }
}

/// Kinds of joints, in the panel's order.
pub(in crate::app) const JOINT_KINDS: [&str; 6] = ["distance", "point", "line", "angle", "motor", "mouse"];

/// Joint of this kind without its optional fields.
pub(in crate::app) fn joint_of(kind: &str) -> JointKind {
    let frequency = None;
    let damping_ratio = None;
    let anchor_a = None;
    let anchor_b = Some([0.0; 2]);
    match kind {
        "distance" => {
            let lower = None;
            let upper = Some(1.0);
            JointKind::Distance { anchor_a, anchor_b, length: None, lower, upper, frequency, damping_ratio }
        }
        "line" => {
            let axis = None;
            let lower = None;
            let upper = None;
            JointKind::Line { anchor_a, anchor_b, axis, lower, upper, frequency, damping_ratio }
        }
        "angle" => JointKind::Angle { angle: None, lower: None, upper: None, frequency, damping_ratio },
        "motor" => JointKind::Motor { speed: 1.0, max_torque: 10.0 },
        "mouse" => JointKind::Mouse {
            anchor_b,
            target: [0.0; 2],
            max_force: 100.0,
            frequency,
            damping_ratio,
            from: None,
            track: None,
        },
        _ => JointKind::Point { anchor_a, anchor_b, frequency, damping_ratio },
    }
}
