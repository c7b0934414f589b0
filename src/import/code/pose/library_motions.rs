//! Motions that methods of Open3D, dyn4j, three.js and Godot state: `mesh.rotate(R, center)`, `object.rotateX(0.5)`.
//!
//! Names of methods are in lower case without underscores. Each library documents the frame of its methods.

use super::arguments::{Z, last_axis, numbers, only_number, turn};
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::libraries::calls::axis_and_angle;
use crate::pose::{Pose, about};

/// Motion of a body.
pub struct Motion {
    pub pose: Pose,
    /// Whether the motion is in the frame of the body itself, rather than of the world or parent.
    pub is_local: bool,
}

/// Creates a motion in the frame of the world or parent.
pub fn in_world(pose: Pose) -> Motion {
    Motion { pose, is_local: false }
}

/// Creates a motion in the frame of the body.
pub fn in_body(pose: Pose) -> Motion {
    Motion { pose, is_local: true }
}

/// Returns the motion of a mesh of Open3D in the world: `translate(vector)`, `rotate(R, center)`, `transform(T)`;
/// `None` for any other method.
pub fn open3d(method: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match (method, arguments) {
        ("translate", [(_, vector)]) => Some(in_world(Pose::at(vector.vector()?))),
        // `relative=False` moves the center of the mesh to the vector.
        ("translate", [(_, vector), (Some(key), Value { data: Data::Word(flag), .. })])
            if key == "relative" && flag == "True" =>
        {
            Some(in_world(Pose::at(vector.vector()?)))
        }
        ("rotate", [(_, rotation), (_, center)]) => {
            Some(in_world(rotated_about(center.vector()?, rotation.rotation(None)?)))
        }
        ("transform", [(_, pose)]) => Some(in_world(pose.pose()?)),
        _ => None,
    }
}

/// Returns the motion of a transform of dyn4j, in the frame of the world: `translate(x, y)`, `rotate(angle)`,
/// `rotate(angle, x, y)` or `rotate(angle, center)` about a point. `None` for other arguments. Angles are radians.
pub fn dyn4j_transform(method: &str, arguments: &[NamedValue]) -> Option<Pose> {
    if method == "translate" {
        return point(arguments).map(Pose::at);
    }
    match numbers(arguments).as_deref() {
        Some([angle]) => about(Z, *angle).map(turn),
        Some([angle, x, y]) => Some(rotated_about([*x, *y, 0.0], about(Z, *angle)?)),
        Some(_) => None,
        None => {
            let [(_, angle), (_, center)] = arguments else { return None };
            Some(rotated_about(center.vector()?, about(Z, angle.number()?)?))
        }
    }
}

/// Pose of a rotation about a point.
fn rotated_about(center: [f64; 3], rotation: [f64; 4]) -> Pose {
    Pose::at(center).then(turn(rotation)).then(Pose::at(center.map(|x| -x)))
}

/// Returns the motion of a body or shape of dyn4j: a rotation about the origin of the world or about the body's center,
/// or a translation in the world. `None` for any other method. Angles are radians.
pub fn dyn4j(method: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match (method, numbers(arguments).as_deref()) {
        ("rotate", Some([angle])) => Some(in_world(turn(about(Z, *angle)?))),
        ("rotateaboutcenter", Some([angle])) => Some(in_body(turn(about(Z, *angle)?))),
        ("translate", _) => Some(in_world(Pose::at(point(arguments)?))),
        _ => None,
    }
}

/// Returns the motion of an object of three.js in its own frame: `rotateX(angle)`, `translateZ(distance)`,
/// `rotateOnAxis(axis, angle)`; `None` for any other method. Angles are radians. [`Store::turn_entity`] rotates about
/// axes of the world.
///
/// [`Store::turn_entity`]: crate::code::join::store::Store::turn_entity
pub fn three(method: &str, arguments: &[NamedValue]) -> Option<Motion> {
    match method {
        "rotatex" | "rotatey" | "rotatez" => {
            let rotation = about(last_axis(method)?, only_number(arguments)?)?;
            Some(in_body(turn(rotation)))
        }
        "translatex" | "translatey" | "translatez" => {
            let distance = only_number(arguments)?;
            Some(in_body(Pose::at(last_axis(method)?.map(|x| distance * x))))
        }
        "rotateonaxis" => {
            let (axis, angle) = axis_and_angle(arguments)?;
            Some(in_body(turn(about(axis, angle)?)))
        }
        _ => None,
    }
}

/// Returns the motion of a node of Godot about or along its own axes; a planar node is translated along the axes of its
/// parent. `None` for any other method. Angles are radians. [`Store::turn_entity`] rotates about axes of the parent.
///
/// [`Store::turn_entity`]: crate::code::join::store::Store::turn_entity
pub fn godot(method: &str, arguments: &[NamedValue], is_planar: bool) -> Option<Motion> {
    match method {
        "rotate" if is_planar => Some(in_body(turn(about(Z, only_number(arguments)?)?))),
        "rotateobjectlocal" => {
            let (axis, angle) = axis_and_angle(arguments)?;
            Some(in_body(turn(about(axis, angle)?)))
        }
        "translate" if is_planar => Some(in_world(Pose::at(point(arguments)?))),
        "translateobjectlocal" | "translate" => Some(in_body(Pose::at(point(arguments)?))),
        _ => None,
    }
}
