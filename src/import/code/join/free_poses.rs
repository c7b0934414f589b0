//! Poses in variables that no body has yet, such as `boxPos = [0, 1, 0]` and `boxRot = …`: returns one pose for each
//! body, if the variables are all of one kind, or if their names say to which body each position and rotation belongs.

use super::pose_names::MAX_NAMED;
use super::store::LoosePose;
use crate::code::evaluate::value::{Data, Ranges};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Pose of the text that no body has yet.
pub struct FreePose {
    /// Variable that holds the pose; empty if none does.
    pub name: String,
    pub pose: Pose,
    /// Ranges of the text that state the pose, bytes.
    pub used: Ranges,
}

/// Returns the poses in variables if all are complete poses or all are positions, in the same order; else none.
pub fn poses_of_one_kind(loose: Vec<(Pose, &LoosePose)>) -> Vec<FreePose> {
    let are_poses = loose.iter().all(|(_, variable)| is_pose(variable));
    let are_positions = loose.iter().all(|(_, variable)| !is_pose(variable) && !is_rotation(variable));
    if !are_poses && !are_positions {
        return Vec::new();
    }
    let mut poses = Vec::with_capacity(loose.len());
    for (pose, variable) in loose {
        poses.push(FreePose { name: variable.name.clone(), pose, used: ranges_of(variable) });
    }
    poses
}

/// Joins a position and a rotation whose names both contain that of one body: `boxPos` and `boxRot`. `None` unless
/// every pose belongs to a body, and every body has one.
pub fn poses_by_body(loose: &[(Pose, &LoosePose)], names: &[&str]) -> Option<Vec<FreePose>> {
    let are_many = names.len() > MAX_NAMED || loose.len() > MAX_NAMED;
    let has_rotations = loose.iter().any(|(_, variable)| is_rotation(variable));
    if are_many || !has_rotations || names.iter().any(|name| name.is_empty()) {
        return None;
    }
    let mut poses: Vec<Option<FreePose>> = names.iter().map(|_| None).collect();
    for (pose, variable) in loose.iter().filter(|(_, variable)| !is_rotation(variable)) {
        let owner = owner_by_name(variable, names)?;
        if poses[owner].is_some() {
            return None;
        }
        let free = FreePose { name: names[owner].to_owned(), pose: *pose, used: ranges_of(variable) };
        poses[owner] = Some(free);
    }
    for (pose, variable) in loose.iter().filter(|(_, variable)| is_rotation(variable)) {
        let owner = owner_by_name(variable, names)?;
        // A second rotation, or one without a position.
        let free = poses[owner].as_mut().filter(|free| free.pose.rotation == IDENTITY_ROTATION)?;
        free.pose.rotation = pose.rotation;
        free.used.extend(ranges_of(variable));
    }
    poses.into_iter().collect()
}

/// Returns the index of the only name that the name of a variable contains; `None` for no or several names.
fn owner_by_name(variable: &LoosePose, names: &[&str]) -> Option<usize> {
    let variable_name = normalized(&variable.name);
    let mut owners = (0..names.len()).filter(|k| variable_name.contains(&normalized(names[*k])));
    let owner = owners.next()?;
    if owners.next().is_some() { None } else { Some(owner) }
}

/// Returns the ranges of the text that state the pose in a variable, bytes, also that of its name.
fn ranges_of(variable: &LoosePose) -> Ranges {
    let mut ranges = variable.value.used.clone();
    ranges.push(variable.range.clone());
    ranges
}

/// Whether a variable holds a rotation alone.
pub fn is_rotation(variable: &LoosePose) -> bool {
    matches!(variable.value.data, Data::Rotation(_))
}

/// Whether a variable holds a position together with a rotation.
pub fn is_pose(variable: &LoosePose) -> bool {
    matches!(variable.value.data, Data::Pose(_))
}
