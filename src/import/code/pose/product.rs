//! Products of rotations by methods: `a.multiply(b)` is a·b, `a.premultiply(b)` is b·a; and the conjugate of a
//! rotation. Names of methods are in lower case without underscores; quaternions are x, y, z, w.

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::pose::product;

/// Methods that return the rotation times the argument.
const RIGHT: [&str; 7] = ["multiply", "mult", "mul", "mulquat", "times", "multiplyinplace", "postmultiply"];

/// Methods that return the argument times the rotation.
const LEFT: [&str; 3] = ["premultiply", "mulleft", "premul"];

/// Methods whose result is not read: their argument is another rotation, for `vmult` a vector.
const UNREAD: [&str; 8] = ["slerp", "lerp", "nlerp", "rotatetowards", "slerpquaternions", "angleto", "dot", "vmult"];

/// Returns the conjugate of a unit quaternion, which is the inverse rotation.
pub fn conjugate([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// Returns the result of a method of a rotation that has another rotation as its argument; `None` for any other
/// method, the inner `None` if the result is not known.
pub fn of(rotation: [f64; 4], method: &str, arguments: &[NamedValue]) -> Option<Option<[f64; 4]>> {
    if UNREAD.contains(&method) {
        return Some(None);
    }
    let is_right = RIGHT.contains(&method);
    if !is_right && !LEFT.contains(&method) {
        return None;
    }
    let [(_, Value { data: Data::Rotation(other), .. })] = arguments else { return Some(None) };
    Some(Some(if is_right { product(rotation, *other) } else { product(*other, rotation) }))
}

/// Whether a method changes the rotation that it is called on, in libraries where it also returns the result.
pub fn changes_in_place(method: &str) -> bool {
    RIGHT.contains(&method) || LEFT.contains(&method) || ["invert", "conjugate", "inverse"].contains(&method)
}
