//! Changes of poses by setters of single libraries: in, the name of a setter in lower case and its arguments, such as
//! Unreal's `SetWorldLocation(position)`; out, the part of the pose that it sets.
//!
//! The functions return `None` for a setter that is not theirs, and `Some(None)` for arguments that are not understood.

use super::calls::word;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::code::join::store::{Slot, slot};
use crate::code::pose::angles;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Change of the pose of an entity by a setter.
pub enum PoseChange {
    Position([f64; 3]),
    Rotation([f64; 4]),
    Whole(Pose),
    /// A setting that leaves the pose as it is.
    Unchanged,
}

/// Change to a pose; `None` unless the position and the rotation are both understood.
pub fn whole(position: Option<[f64; 3]>, rotation: Option<[f64; 4]>) -> Option<PoseChange> {
    Some(PoseChange::Whole(Pose { position: position?, rotation: rotation? }))
}

/// Rotation of Panda3D's heading, pitch and roll in degrees, which are about z, x and y.
pub fn hpr_rotation(angles: [f64; 3]) -> Option<[f64; 4]> {
    let [heading, pitch, roll] = angles.map(f64::to_radians);
    angles::ordered("zxy", [pitch, roll, heading])
}

/// Returns the change by SceneKit's `node.rotation = SCNVector4(x, y, z, angle)`, an axis and an angle in radians, as
/// the header of this module explains.
pub fn scenekit_rotation(arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
    let [(_, value)] = arguments else { return None };
    let [x, y, z, angle] = <[f64; 4]>::try_from(value.coordinates()?).ok()?;
    // The axis of no rotation may be 0.
    let rotation = if angle == 0.0 { Some(IDENTITY_ROTATION) } else { about([x, y, z], angle) };
    Some(rotation.map(PoseChange::Rotation))
}

/// Returns the change by a setter of Unreal's actors and components, as the header of this module explains.
pub fn unreal_change(method: &str, arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
    match (method, arguments) {
        ("setworldlocation" | "setactorlocation" | "setrelativelocation", [(_, position), ..]) => {
            Some(position.vector().map(PoseChange::Position))
        }
        ("setworldrotation" | "setactorrotation" | "setrelativerotation", [(_, rotation), ..]) => {
            Some(rotation.rotation(Some(Order::Last)).map(PoseChange::Rotation))
        }
        (
            "setworldlocationandrotation" | "setrelativelocationandrotation" | "setactorlocationandrotation",
            [(_, position), (_, rotation), ..],
        ) => Some(whole(position.vector(), rotation.rotation(Some(Order::Last)))),
        _ => None,
    }
}

/// Returns the change by a setting of the order of Euler angles, three.js's `mesh.rotation.order = "XYZ"`: none for the
/// usual order; any other order is not understood.
pub fn angle_order_change(name: &str, owner: Option<&str>, arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
    let [(_, value)] = arguments else { return None };
    let is_order = ["rotationorder", "rotationmode"].contains(&name) || name == "order" && owner == Some("rotation");
    if !is_order {
        return None;
    }
    let is_usual = word(value).is_some_and(|word| ["XYZ", "QUATERNION"].contains(&word));
    Some(is_usual.then_some(PoseChange::Unchanged))
}

/// Returns the change by a setter of rotations or frames of Roblox, SpriteKit and three.js, as the header of this
/// module explains; `owner` is the name before the method.
pub fn rotation_change(name: &str, owner: Option<&str>, arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
    let rotation = match (name, arguments) {
        ("cframe", [(_, frame)]) => return Some(frame.pose().map(PoseChange::Whole)),
        ("zrotation", [(_, angle)]) => angle.number().and_then(|angle| about([0.0, 0.0, 1.0], angle)),
        ("setrotationfromquaternion" | "setrotationfromeuler", [(_, rotation)]) => rotation.rotation(None),
        ("setrotationfromaxisangle", [(_, axis), (_, angle)]) => {
            axis.vector().zip(angle.number()).and_then(|(axis, angle)| about(axis, angle))
        }
        // `mesh.quaternion.copy(rotation)`.
        ("copy" | "setfromeuler" | "set", [(_, Value { data: Data::Rotation(rotation), .. })])
            if owner.and_then(slot) == Some(Slot::Rotation) =>
        {
            Some(*rotation)
        }
        _ => return None,
    };
    Some(rotation.map(PoseChange::Rotation))
}
