//! Functions that make a pose of a rotation or a translation: `glm::rotate(m, angle, axis)`,
//! `transformations.rotation_matrix(angle, axis)`, MATLAB's `eul2tform`, `Matrix4x4.CreateTranslation(v)`.
//!
//! [`pose_by_function`] is the entry; each function below evaluates those of one library. `name` is the last name of a
//! call and `kind` the name before it, in lower case without underscores. Angles are radians.

use super::angles::ordered;
use super::arguments::{Z, last_axis, numbers, only_number, turn};
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, three_numbers};
use crate::code::join::store::Store;
use crate::code::libraries::calls::axis_and_angle;
use crate::names::normalized;
use crate::pose::{Pose, about, z_onto};

/// Whether a call reads the pose of an object, such as `actor->getGlobalPose()`, rather than making a pose.
pub fn is_getter(names: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    let name = normalized(last);
    // `getIdentity()` makes a pose.
    if name.starts_with("get") && !name.contains("identity") {
        return true;
    }
    let is_method = names.len() > 1 && last.starts_with(|first: char| first.is_lowercase());
    let begins_as_getter = GETTER_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    is_method && (begins_as_getter || name == "pose" || name == "isometry")
}

/// Beginnings of methods that read the pose of an object: `body.worldTransform()`, `link.toPose()`.
const GETTER_PREFIXES: [&str; 10] =
    ["world", "global", "local", "current", "absolute", "compute", "body", "link", "node", "to"];

/// Endings of functions that return a pose, in lower case without underscores.
const POSE_ENDINGS: [&str; 3] = ["transform", "pose", "isometry"];

/// Words in functions that make a pose by themselves: `identityTransform()`.
const MAKER_WORDS: [&str; 6] = ["identity", "new", "create", "default", "empty", "unit"];

/// Beginnings of types of poses: `btTransform()`, `rigid_transform()`.
const TYPE_PREFIXES: [&str; 11] = ["rigid", "affine", "bt", "px", "b2", "b3", "nd", "motion", "rp3d", "fcl", "cp"];

/// Whether a function without arguments returns a pose that the text does not state: `computeTransform()`.
pub fn reads_pose(names: &[&str]) -> bool {
    let Some(last) = names.last().filter(|last| last.starts_with(|c: char| c.is_lowercase())) else { return false };
    let name = normalized(last);
    let Some(prefix) = POSE_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)) else { return false };
    // A verb or noun before the pose has at least three letters.
    prefix.len() > 2 && !TYPE_PREFIXES.contains(&prefix) && !MAKER_WORDS.iter().any(|word| name.contains(word))
}

/// Returns the pose that a function makes of a rotation or a translation; the outer `None` for any other function, the
/// inner one if the arguments are not understood. `is_trimesh` states that the text uses trimesh's `transformations`.
pub fn pose_by_function(names: &[&str], arguments: &[NamedValue], is_trimesh: bool) -> Option<Option<Pose>> {
    let name = normalized(names.last()?);
    let kind = names.len().checked_sub(2).map_or(String::new(), |k| normalized(names[k]));
    if let Some(pose) = pose_of_engine(&kind, &name, names, arguments) {
        return Some(pose);
    }
    if let Some(pose) = pose_by_matlab(&name, arguments) {
        return Some(pose);
    }
    if let Some(pose) = pose_by_transformations(&name, names, arguments, is_trimesh) {
        return Some(pose);
    }
    if kind == "transform"
        && let Some(pose) = pose_by_planar_transform(&name, arguments)
    {
        return Some(pose);
    }
    match (kind.as_str(), name.as_str()) {
        // Pinocchio: `pin.utils.rotate("x", angle)`.
        ("utils", "rotate") => Some(rotation_about_named_axis(arguments)),
        ("glm", "translate" | "rotate") => Some(glm(&name, arguments)),
        _ if name.starts_with("cptransform") => Some(cp_transform(&name, arguments)),
        // pymunk's `Transform(a=1, b=0, tx=2, ty=3)`.
        (_, "transform") if arguments.iter().any(|(key, _)| matches!(key.as_deref(), Some("tx" | "ty"))) => {
            Some(planar_matrix(arguments))
        }
        ("matrix" | "matrix4x4", _) => pose_by_row_vector_matrix(&name, arguments),
        _ => None,
    }
}

/// Returns the pose of a function of MATLAB's Robotics System Toolbox, which takes an axis and an angle, a quaternion
/// with w first, or angles about z, y, x. The outer `None` for any other function, the inner one for other arguments.
fn pose_by_matlab(name: &str, arguments: &[NamedValue]) -> Option<Option<Pose>> {
    let rotation = match name {
        "axang2tform" => four_numbers(arguments).and_then(|[x, y, z, angle]| about([x, y, z], angle)),
        "quat2tform" => four_numbers(arguments).and_then(|four| Order::First.quaternion(four)),
        "eul2tform" if arguments.len() == 1 => three_numbers(arguments).and_then(|[z, y, x]| ordered("zyx", [x, y, z])),
        _ => return None,
    };
    Some(rotation.map(turn))
}

/// Returns the pose of a function of transformations.py, which ROS and trimesh have copies of: `translation_matrix(v)`,
/// `concatenate_matrices(a, b)`. The outer `None` for any other function, the inner one for other arguments.
fn pose_by_transformations(
    name: &str,
    names: &[&str],
    arguments: &[NamedValue],
    is_trimesh: bool,
) -> Option<Option<Pose>> {
    match name {
        "translationmatrix" => Some(point(arguments).map(Pose::at)),
        "rotationmatrix" if arguments.len() >= 2 => Some(rotation_matrix(arguments)),
        "quaternionmatrix" => Some(quaternion_matrix(names, arguments, is_trimesh)),
        "concatenatematrices" => {
            let poses: Option<Vec<Pose>> = arguments.iter().map(|(_, value)| value.pose()).collect();
            Some(poses.map(|poses| poses.into_iter().fold(Pose::default(), Pose::then)))
        }
        "eulermatrix" => Some(euler_matrix(arguments)),
        _ => None,
    }
}

/// Pose of `euler_matrix(x, y, z)` about the fixed axes x, y and z.
fn euler_matrix(arguments: &[NamedValue]) -> Option<Pose> {
    let angles: [f64; 3] = numbers(arguments)?.try_into().ok()?;
    ordered("zyx", angles).map(turn)
}

/// Returns the planar pose of pymunk's `Transform.rotation(angle)` or `Transform.translation(x, y)`; the outer `None`
/// for any other method or arguments, the inner one for an angle that is not finite.
fn pose_by_planar_transform(name: &str, arguments: &[NamedValue]) -> Option<Option<Pose>> {
    let numbers = numbers(arguments)?;
    match (name, &numbers[..]) {
        ("rotation", [angle]) => Some(about(Z, *angle).map(turn)),
        ("translation", [_, _]) => Some(point(arguments).map(Pose::at)),
        _ => None,
    }
}

/// Returns the pose of a method of the matrices of .NET and Babylon.js, `Matrix4x4.CreateRotationX(angle)`; their
/// products are those of row vectors. The outer `None` for any other method, the inner one for other arguments.
fn pose_by_row_vector_matrix(name: &str, arguments: &[NamedValue]) -> Option<Option<Pose>> {
    match name {
        "translation" | "createtranslation" => Some(point(arguments).map(Pose::at)),
        "rotationx" | "rotationy" | "rotationz" | "createrotationx" | "createrotationy" | "createrotationz" => {
            Some(rotation_about_last_axis(name, arguments))
        }
        "rotationaxis" | "createfromaxisangle" => {
            let rotation = axis_and_angle(arguments).and_then(|(axis, angle)| about(axis, angle));
            Some(rotation.map(turn))
        }
        "rotationquaternion" | "createfromquaternion" => Some(match arguments {
            [(_, Value { data: Data::Rotation(rotation), .. })] => Some(turn(*rotation)),
            _ => None,
        }),
        _ => None,
    }
}

/// Returns the pose of a rotation by the only argument about the axis whose letter ends the name.
fn rotation_about_last_axis(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let angle = only_number(arguments)?;
    about(last_axis(name)?, angle).map(turn)
}

/// Returns the pose of a rotation about the axis whose name is the first argument.
fn rotation_about_named_axis(arguments: &[NamedValue]) -> Option<Pose> {
    let [(_, Value { data: Data::Word(axis), .. }), (_, angle)] = arguments else { return None };
    let axis = last_axis(axis.trim_matches(['"', '\'']))?;
    about(axis, angle.number()?).map(turn)
}

/// Returns the pose of a function of Godot, Drake or Newton Dynamics, as [`pose_by_function`] does.
fn pose_of_engine(kind: &str, name: &str, names: &[&str], arguments: &[NamedValue]) -> Option<Option<Pose>> {
    Some(match (kind, name) {
        (_, "transform2d") if names.last() == Some(&"Transform2D") && !arguments.is_empty() => transform_2d(arguments),
        ("halfspace", "makepose") => half_space_pose(arguments),
        (_, "ndgetidentitymatrix" | "dgetidentitymatrix") => arguments.is_empty().then(Pose::default),
        (_, "ndpitchmatrix" | "ndyawmatrix" | "ndrollmatrix" | "dpitchmatrix" | "dyawmatrix" | "drollmatrix") => {
            newton_rotation(name, arguments)
        }
        (_, "ndmatrix") => newton_matrix(arguments),
        _ if names.last() == Some(&"dMatrix") => newton_matrix(arguments),
        _ => return None,
    })
}

/// Pose of Godot's `Transform2D`: a matrix, or an angle and a position, with a scale of 1 and no skew between them, or
/// the columns of its matrix.
fn transform_2d(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, one)] => one.pose(),
        [(_, angle), rest @ .., (_, position)] if angle.number().is_some() => {
            let is_rigid = match rest {
                [] => true,
                [(_, scale), (_, skew)] => scale.vector() == Some([1.0, 1.0, 0.0]) && skew.number() == Some(0.0),
                _ => false,
            };
            let rotation = about(Z, angle.number()?)?;
            Some(Pose { position: position.vector()?, rotation }).filter(|_| is_rigid)
        }
        [(_, x), (_, y), (_, origin)] => {
            let [a, b, _] = x.vector()?;
            let [c, d, _] = y.vector()?;
            let rows = [vec![a, c, 0.0], vec![b, d, 0.0], vec![0.0, 0.0, 1.0]];
            Some(Pose { position: origin.vector()?, rotation: value::rotation_of_rows(&rows)? })
        }
        _ => None,
    }
}

/// Pose of Drake's `HalfSpace::MakePose(normal, point)`: z is along the normal, and the origin is the point of the
/// plane next to the origin of the frame around it.
fn half_space_pose(arguments: &[NamedValue]) -> Option<Pose> {
    let [(_, normal), (_, point)] = arguments else { return None };
    let normal = normal.vector()?;
    let point = point.vector()?;
    let square: f64 = normal.iter().map(|x| x * x).sum();
    let along: f64 = (0..3).map(|k| normal[k] * point[k]).sum::<f64>() / square;
    let position = normal.map(|x| along * x);
    Some(Pose { position, rotation: z_onto(normal)? }).filter(|pose| pose.position.iter().all(|x| x.is_finite()))
}

/// Pose of Newton Dynamics' rotation matrix about x (pitch), y (yaw) or z (roll).
fn newton_rotation(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let axis = ["pitch", "yaw", "roll"].iter().position(|word| name.contains(word))?;
    let mut direction = [0.0; 3];
    direction[axis] = 1.0;
    match numbers(arguments).as_deref() {
        Some([angle]) => about(direction, *angle).map(turn),
        _ => None,
    }
}

/// Returns the point of a vector, which may have a fourth component 1.
pub fn point_with_w(value: &Value) -> Option<[f64; 3]> {
    match value.coordinates()?.as_slice() {
        [x, y, z, 1.0] => Some([*x, *y, *z]),
        _ => value.vector(),
    }
}

/// Pose of Newton Dynamics' matrix: a copy, or a rotation and a position.
fn newton_matrix(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [(_, Value { data: Data::Pose(pose), .. })] => Some(*pose),
        [(_, Value { data: Data::Rotation(rotation), .. }), (_, position)] => {
            Some(Pose { position: point_with_w(position)?, rotation: *rotation })
        }
        _ => None,
    }
}

/// Pose of a function of Chipmunk's affine transforms; `None` if it is more than a rotation and a translation.
fn cp_transform(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    match (name, numbers(arguments).as_deref(), arguments) {
        ("cptransformtranslate", ..) => point(arguments).map(Pose::at),
        ("cptransformrotate", Some([angle]), _) => about(Z, *angle).map(turn),
        ("cptransformrigid", _, [(_, position), (_, angle)]) => {
            Some(Pose { position: position.vector()?, rotation: about(Z, angle.number()?)? })
        }
        ("cptransformmult", _, [(_, first), (_, second)]) => Some(first.pose()?.then(second.pose()?)),
        ("cptransformnew", Some([_, _, _, _, _, _]), _) => planar_matrix(arguments),
        _ => None,
    }
}

/// Pose of the matrix with the columns (a, b), (c, d) and (tx, ty), given in this order or by name; `None` if it is no
/// rotation.
fn planar_matrix(arguments: &[NamedValue]) -> Option<Pose> {
    // The identity.
    let mut all = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    for (k, (key, value)) in arguments.iter().enumerate() {
        let index = match key {
            Some(key) => ["a", "b", "c", "d", "tx", "ty"].iter().position(|name| name == key)?,
            None => k,
        };
        *all.get_mut(index)? = value.number()?;
    }
    let [a, b, c, d, x, y] = all;
    let rows = [vec![a, c, 0.0], vec![b, d, 0.0], vec![0.0, 0.0, 1.0]];
    Some(Pose { position: [x, y, 0.0], rotation: value::rotation_of_rows(&rows)? })
}

/// Pose of `quaternion_matrix(q)`. The module of ROS has w last, that of trimesh first.
fn quaternion_matrix(names: &[&str], arguments: &[NamedValue], is_trimesh: bool) -> Option<Pose> {
    let order = match names.first() {
        Some(&"trimesh") => Order::First,
        Some(&"tf_transformations" | &"tf") => Order::Last,
        _ if is_trimesh => Order::First,
        _ => return None,
    };
    let four: [f64; 4] = arguments.first()?.1.coordinates()?.try_into().ok()?;
    order.quaternion(four).map(turn)
}

/// Returns the four numbers of the only argument.
fn four_numbers(arguments: &[NamedValue]) -> Option<[f64; 4]> {
    match arguments {
        [(_, one)] => one.coordinates()?.try_into().ok(),
        _ => None,
    }
}

/// Pose of `rotation_matrix(angle, axis, point)` of transformations.py.
fn rotation_matrix(arguments: &[NamedValue]) -> Option<Pose> {
    let rotation = about(arguments.get(1)?.1.vector()?, arguments.first()?.1.number()?)?;
    match arguments.get(2) {
        None => Some(turn(rotation)),
        Some((_, center)) => {
            let center = Pose::at(center.vector()?);
            Some(center.then(turn(rotation)).then(center.inverse()))
        }
    }
}

/// Pose of `glm::translate(matrix, vector)` and `glm::rotate(matrix, angle, axis)`, with or without the matrix.
fn glm(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let (before, rest) = match arguments.first() {
        Some((_, Value { data: Data::Pose(pose), .. })) => (*pose, &arguments[1..]),
        _ => (Pose::default(), arguments),
    };
    let motion = match name {
        "translate" => Pose::at(rest.first().filter(|_| rest.len() == 1)?.1.vector()?),
        _ => {
            let (axis, angle) = axis_and_angle(rest)?;
            turn(about(axis, angle)?)
        }
    };
    Some(before.then(motion))
}

impl Store {
    /// Returns the pose of Havok's list of a position and a quaternion; the outer `None` for other arguments and other
    /// libraries, the inner one if the quaternion is not a rotation.
    pub fn listed_pose(&self, arguments: &[NamedValue]) -> Option<Option<Pose>> {
        let [(None, Value { data: Data::List(items), .. })] = arguments else { return None };
        let [(_, position), (_, rotation)] = &items[..] else { return None };
        let rotation = rotation.rotation(Some(Order::Last)).filter(|_| self.uses("havok"));
        let position = position.vector().filter(|_| self.uses("havok"))?;
        Some(rotation.map(|rotation| Pose { position, rotation }))
    }
}
