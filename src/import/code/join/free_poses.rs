//! Poses in variables that no body has: all of one kind, or positions and rotations by the names of their bodies.

use super::pose_names::MAX_NAMED;
use super::store::LoosePose;
use crate::import::code::evaluate::value::{Data, Ranges};
use crate::import::code::pose::rotations;
use crate::import::pose::Pose;

/// Pose of the text that no body has yet.
pub struct FreePose {
    /// Variable that holds the pose; empty if none does.
    pub name: String,
    pub pose: Pose,
    /// Ranges of the text that state the pose, bytes.
    pub used: Ranges,
}

/// Returns the poses in variables if all are complete poses or all are positions; else none.
pub fn poses_of_one_kind(loose: Vec<(Pose, &LoosePose)>) -> Vec<FreePose> {
    let alike =
        loose.iter().all(|(_, one)| is_pose(one)) || loose.iter().all(|(_, one)| !is_pose(one) && !is_rotation(one));
    if !alike {
        return Vec::new();
    }
    let mut poses = Vec::with_capacity(loose.len());
    for (pose, one) in loose {
        let used = [one.value.used.clone(), vec![one.range.clone()]].concat();
        poses.push(FreePose { name: one.name.clone(), pose, used });
    }
    poses
}

/// Joins a position and a rotation whose names both contain that of one body: `boxPos` and `boxRot`. `None` unless
/// every pose belongs to a body, and every body has one.
pub fn poses_by_body(loose: &[(Pose, &LoosePose)], names: &[&str]) -> Option<Vec<FreePose>> {
    let many = names.len() > MAX_NAMED || loose.len() > MAX_NAMED;
    if many || !loose.iter().any(|(_, one)| is_rotation(one)) || names.iter().any(|name| name.is_empty()) {
        return None;
    }
    let mut poses: Vec<Option<FreePose>> = names.iter().map(|_| None).collect();
    for are_rotations in [false, true] {
        for (pose, one) in loose.iter().filter(|(_, one)| is_rotation(one) == are_rotations) {
            let own = rotations::normalized(&one.name);
            let mut owners = (0..names.len()).filter(|k| own.contains(&rotations::normalized(names[*k])));
            let k = owners.next().filter(|_| owners.next().is_none())?;
            let used = [one.value.used.clone(), vec![one.range.clone()]].concat();
            match (&mut poses[k], are_rotations) {
                (None, false) => poses[k] = Some(FreePose { name: names[k].to_owned(), pose: *pose, used }),
                (Some(free), true) if free.pose.rotation == Pose::default().rotation => {
                    free.pose.rotation = pose.rotation;
                    free.used.extend(used);
                }
                _ => return None,
            }
        }
    }
    poses.into_iter().collect()
}

pub fn is_rotation(one: &LoosePose) -> bool {
    matches!(one.value.data, Data::Rotation(_))
}

pub fn is_pose(one: &LoosePose) -> bool {
    matches!(one.value.data, Data::Pose(_))
}
