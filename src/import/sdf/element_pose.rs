//! Reads the pose that an SDF element states: a position, and Euler angles or a quaternion.

use contact_lens_scene::SceneError;
use roxmltree::Node;

use super::elements;
use crate::pose::{Pose, ZERO_QUATERNION, normalized_unless_unit, roll_pitch_yaw};
use crate::xml::XmlReader;

/// Pose of an element, with the frame that it is in.
pub(super) struct StatedPose<'n> {
    /// Pose; the identity if the element states none.
    pub(super) pose: Pose,
    /// Name of the frame; `None` for the frame of the parent element.
    pub(super) relative_to: Option<&'n str>,
}

/// Reads the `pose` inside an element: x y z in meters, then roll, pitch and yaw about fixed axes in radians or
/// degrees, or a quaternion x y z w.
///
/// # Errors
/// Fails if the numbers are not of this form, or the quaternion is zero.
pub(super) fn read_pose<'n>(reader: &XmlReader<'_>, node: Node<'n, 'n>) -> Result<StatedPose<'n>, SceneError> {
    let Some(element) = elements(node, "pose").next() else {
        return Ok(StatedPose { pose: Pose::default(), relative_to: None });
    };
    let relative_to = reader.read_attribute(element, "relative_to").filter(|name| !name.is_empty());
    let in_degrees = matches!(reader.read_attribute(element, "degrees"), Some("true" | "1"));
    let is_quaternion = match reader.read_attribute(element, "rotation_format") {
        None | Some("euler_rpy") => false,
        Some("quat_xyzw") => true,
        Some(other) => {
            let message = format!("must be `euler_rpy` or `quat_xyzw`, but is `{other}`");
            return Err(reader.wrong(element, "rotation_format", message));
        }
    };
    let numbers = reader.inner_numbers(element, 0..=7)?;
    let pose = if numbers.is_empty() {
        Ok(Pose::default())
    } else if is_quaternion {
        pose_with_quaternion(&numbers)
    } else {
        pose_with_angles(&numbers, in_degrees)
    };
    let pose = pose.map_err(|why| reader.wrong(element, "", why))?;
    Ok(StatedPose { pose, relative_to })
}

/// Converts a position and a quaternion x, y, z, w; the error is the message for the element.
fn pose_with_quaternion(numbers: &[f64]) -> Result<Pose, String> {
    if let [x, y, z, rotation @ ..] = numbers
        && let Ok(rotation) = <[f64; 4]>::try_from(rotation)
        && rotation.iter().any(|component| component.abs() > ZERO_QUATERNION)
    {
        return Ok(Pose { position: [*x, *y, *z], rotation: normalized_unless_unit(rotation) });
    }
    Err(String::from("must be x y z and a quaternion x y z w that is not zero"))
}

/// Converts a position, and roll, pitch and yaw; the error is the message for the element.
fn pose_with_angles(numbers: &[f64], in_degrees: bool) -> Result<Pose, String> {
    let &[x, y, z, roll, pitch, yaw] = numbers else {
        return Err(format!("must be six numbers, x y z roll pitch yaw, but has {}", numbers.len()));
    };
    let stated = [roll, pitch, yaw];
    let angles = if in_degrees { stated.map(f64::to_radians) } else { stated };
    Ok(Pose { position: [x, y, z], rotation: roll_pitch_yaw(angles) })
}
