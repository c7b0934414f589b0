//! Pose that an SDF element states: a position, and Euler angles or a quaternion.

use roxmltree::Node;

use super::elements;
use crate::import::pose::{Pose, ZERO_QUATERNION, normalized_unless_unit, roll_pitch_yaw};
use crate::import::xml::XmlReader;
use crate::scene::SceneError;

/// Pose of an element, with the frame that it is in.
pub(super) struct StatedPose<'n> {
    /// Pose; the identity if the element states none.
    pub(super) pose: Pose,
    /// Name of the frame; `None` for the frame of the parent element.
    pub(super) relative_to: Option<&'n str>,
}

/// Reads the `pose` inside an element.
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
    let pose = match (numbers.as_slice(), is_quaternion) {
        ([], _) => Pose::default(),
        ([x, y, z, i, j, k, w], true) if [i, j, k, w].iter().any(|part| part.abs() > ZERO_QUATERNION) => {
            Pose { position: [*x, *y, *z], rotation: normalized_unless_unit([*i, *j, *k, *w]) }
        }
        ([x, y, z, roll, pitch, yaw], false) => {
            let stated = [*roll, *pitch, *yaw];
            let angles = if in_degrees { stated.map(f64::to_radians) } else { stated };
            Pose { position: [*x, *y, *z], rotation: roll_pitch_yaw(angles) }
        }
        (_, true) => {
            return Err(reader.wrong(element, "", "must be x y z and a quaternion x y z w that is not zero"));
        }
        (numbers, false) => {
            let message = format!("must be six numbers, x y z roll pitch yaw, but has {}", numbers.len());
            return Err(reader.wrong(element, "", message));
        }
    };
    Ok(StatedPose { pose, relative_to })
}
