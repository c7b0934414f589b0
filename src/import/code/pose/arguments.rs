//! Numbers, axes and rotations that the readers of poses take from the arguments and names of calls.

use crate::code::evaluate::value::NamedValue;
use crate::pose::Pose;

/// Axis of rotations in the plane.
pub const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Pose of a rotation about the origin.
pub fn turn(rotation: [f64; 4]) -> Pose {
    Pose { position: [0.0; 3], rotation }
}

/// Returns the direction of the coordinate axis whose letter is the last of a name: `rotatex`; `None` for any other
/// name.
pub fn last_axis(name: &str) -> Option<[f64; 3]> {
    Some(match name.chars().last()? {
        'x' => [1.0, 0.0, 0.0],
        'y' => [0.0, 1.0, 0.0],
        'z' => [0.0, 0.0, 1.0],
        _ => return None,
    })
}

/// Returns the numbers of arguments that are all numbers; `None` if one is not.
pub fn numbers(arguments: &[NamedValue]) -> Option<Vec<f64>> {
    arguments.iter().map(|(_, value)| value.number()).collect()
}

/// Returns the only argument if it is a number.
pub fn only_number(arguments: &[NamedValue]) -> Option<f64> {
    match arguments {
        [(_, only)] => only.number(),
        _ => None,
    }
}
