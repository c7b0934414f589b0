//! Edits of a world's dynamics, joints and pointer drags.

use contact_lens_scene::model::{Body, Dynamics, JOINT_KINDS, Joint, JointKind, Motion, Scene};

use super::fresh_name;

/// Names of the kinds of joints, in the panel's order.
pub(crate) fn joint_kinds() -> impl Iterator<Item = &'static str> {
    JOINT_KINDS.iter().map(|row| row.name)
}

/// Sets the velocity and the dynamics of a body, and removes joints that no longer hold a movable body.
pub(super) fn set_dynamics(scene: &mut Scene, index: usize, velocity: Option<[f64; 3]>, dynamics: &Dynamics) {
    let Some(body) = scene.bodies.get_mut(index) else { return };
    body.velocity = velocity;
    body.dynamics.clone_from(dynamics);
    let joints = std::mem::take(&mut scene.joints);
    scene.joints = joints.into_iter().filter(|joint| scene.can_join(joint)).collect();
}

/// Adds a hinge at the origin of a movable body B: the body with the index `body` if it is movable, else the first
/// movable body. The hinge joins B to the first other body A, or to the world if B is the only one. Without a movable
/// body, nothing changes.
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

/// Whether forces move a body.
fn is_movable(body: &Body) -> bool {
    body.dynamics.motion == Motion::Dynamic
}

/// A pointer drag of a body, with the target for one frame.
///
/// A drag is stored as a joint of kind `mouse`, so that the run can be reproduced: `target` is the point to which the
/// body is pulled in frame `from`, and `track[k]` the one in frame `from + 1 + k`.
#[derive(Clone, Debug, PartialEq)]
pub struct PointerDrag {
    /// Name of the joint that stores the drag.
    pub joint: String,
    /// Name of the dragged body.
    pub body: String,
    /// Grabbed point, in the body's frame, meters.
    pub anchor: [f64; 2],
    /// Largest force of the drag, newtons.
    pub max_force: f64,
    /// Frame shown when the target was set; the target is that of the next frame.
    pub frame: u32,
    /// Point to which the grabbed point is pulled, world, meters.
    pub target: [f64; 2],
}

/// Returns an unused name for the joint of the next drag.
pub(crate) fn new_drag_name(scene: &Scene) -> String {
    fresh_name("hand", &scene.joints.iter().map(|joint| joint.name.as_str()).collect::<Vec<_>>())
}

/// Stores the target of a drag. Targets of all drags for the same frame or later ones are removed: they belong to a
/// run with another past.
pub(super) fn set_drag_target(scene: &mut Scene, drag: &PointerDrag) {
    let frame = drag.frame + 1;
    scene.joints.retain_mut(|joint| keep_targets_before(frame, &mut joint.kind));
    let stored = scene.joints.iter_mut().find(|joint| joint.name == drag.joint).map(|joint| &mut joint.kind);
    match stored {
        Some(JointKind::Mouse { from, track: Some(track), .. }) if next_frame(*from, track) == frame as usize => {
            track.push(drag.target);
        }
        _ => {
            // A joint with a track cannot skip frames, so a drag that continues after a gap becomes another joint.
            let name = if stored.is_some() { new_drag_name(scene) } else { drag.joint.clone() };
            let kind = JointKind::Mouse {
                anchor_b: Some(drag.anchor),
                target: drag.target,
                max_force: drag.max_force,
                frequency: None,
                damping_ratio: None,
                from: Some(frame),
                track: Some(Vec::new()),
            };
            scene.joints.push(Joint { name, a: None, b: drag.body.clone(), collide: false, kind });
        }
    }
}

/// Removes the targets of a drag for frame `frame` and later. Returns whether the joint stays: a drag that has targets
/// left, or a joint that is no drag, which is unchanged.
fn keep_targets_before(frame: u32, kind: &mut JointKind) -> bool {
    let JointKind::Mouse { from, track: Some(track), .. } = kind else { return true };
    let count = frame.saturating_sub(from.unwrap_or(1)) as usize;
    // The first target is not in the track.
    track.truncate(count.saturating_sub(1));
    count > 0
}

/// First frame after the targets of a drag that starts in frame `from` (1 if absent).
fn next_frame(from: Option<u32>, track: &[[f64; 2]]) -> usize {
    from.unwrap_or(1) as usize + 1 + track.len()
}

/// Default joint of a kind of [`joint_kinds`]; `None` for any other name.
pub(crate) fn default_joint(kind: &str) -> Option<JointKind> {
    JOINT_KINDS.iter().find(|row| row.name == kind).map(|row| (row.default)())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_default_of_that_kind() {
        for kind in joint_kinds() {
            assert_eq!(default_joint(kind).as_ref().map(JointKind::name), Some(kind));
        }
    }
}
