//! Functions that make the pose of a rotation or a translation: transformations.py, glm, MATLAB, matrices of .NET and
//! of Newton Dynamics, Drake's half-spaces.

use super::angles::ordered;
use super::motions::{last_axis, numbers, turn};
use super::rotations::normalized;
use crate::import::code::evaluate::setters::point;
use crate::import::code::evaluate::value;
use crate::import::code::evaluate::value::three_numbers;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::import::code::join::store::Store;
use crate::import::code::libraries::calls::axis_and_angle;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about, z_onto};

/// Whether a call reads the pose of an object, such as `actor->getGlobalPose()`, rather than making a pose.
pub fn is_getter(names: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    let name = normalized(last);
    let is_method = names.len() > 1 && last.starts_with(|first: char| first.is_lowercase());
    let readers = ["world", "global", "local", "current", "absolute", "compute", "body", "link", "node", "to"];
    name.starts_with("get") && !name.contains("identity")
        || is_method && (readers.iter().any(|word| name.starts_with(word)) || ["pose", "isometry"].contains(&&*name))
}

/// Whether a function without arguments returns a pose that the text does not state: `computeTransform()`.
pub fn reads_pose(names: &[&str]) -> bool {
    let Some(last) = names.last().filter(|last| last.starts_with(|c: char| c.is_lowercase())) else { return false };
    let name = normalized(last);
    let before = ["transform", "pose", "isometry"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or_default();
    let makers = ["identity", "new", "create", "default", "empty", "unit"];
    let types = ["rigid", "affine", "bt", "px", "b2", "b3", "nd", "motion", "rp3d", "fcl", "cp"];
    before.len() > 2 && !types.contains(&before) && !makers.iter().any(|maker| name.contains(maker))
}

/// Returns the pose that a function makes of a rotation or a translation; the outer `None` for any other function, the
/// inner one if the arguments are not understood. `is_trimesh` states that the text uses trimesh's `transformations`.
pub fn pose_by_function(names: &[&str], arguments: &[NamedValue], is_trimesh: bool) -> Option<Option<Pose>> {
    let name = normalized(names.last()?);
    let kind = names.len().checked_sub(2).map_or(String::new(), |k| normalized(names[k]));
    if let Some(pose) = pose_of_engine(&kind, &name, names, arguments) {
        return Some(pose);
    }
    Some(match (kind.as_str(), name.as_str()) {
        (_, "translationmatrix") => point(arguments).map(Pose::at),
        // MATLAB: an axis and an angle; w first; angles about z, y, x.
        (_, "axang2tform") => four_numbers(arguments).and_then(|[x, y, z, angle]| about([x, y, z], angle)).map(turn),
        (_, "quat2tform") => four_numbers(arguments).and_then(|four| Order::First.quaternion(four)).map(turn),
        (_, "eul2tform") if arguments.len() == 1 => {
            three_numbers(arguments).and_then(|[z, y, x]| ordered("zyx", [x, y, z])).map(turn)
        }
        (_, "rotationmatrix") if arguments.len() >= 2 => rotation_matrix(arguments),
        (_, "quaternionmatrix") => quaternion_matrix(names, arguments, is_trimesh),
        (_, "concatenatematrices") => {
            let all: Option<Vec<Pose>> = arguments.iter().map(|(_, value)| value.pose()).collect();
            all.map(|all| all.into_iter().fold(Pose::default(), Pose::then))
        }
        (_, "eulermatrix") => numbers(arguments)
            .and_then(|all| <[f64; 3]>::try_from(all).ok())
            .and_then(|angles| ordered("zyx", angles))
            .map(turn),
        // Pinocchio: `pin.utils.rotate("x", angle)`.
        ("utils", "rotate") => rotation_about_named_axis(arguments),
        ("glm", "translate" | "rotate") => glm(&name, arguments),
        _ if name.starts_with("cptransform") => cp_transform(&name, arguments),
        ("transform", "rotation") if arguments.len() == 1 && arguments[0].1.number().is_some() => {
            about(Z, arguments[0].1.number()?).map(turn)
        }
        ("transform", "translation") if numbers(arguments).is_some_and(|all| all.len() == 2) => {
            point(arguments).map(Pose::at)
        }
        (_, "transform")
            if arguments.iter().any(|(key, _)| key.as_deref().is_some_and(|key| ["tx", "ty"].contains(&key))) =>
        {
            planar_matrix(arguments)
        }
        // .NET and Babylon.js; their products are those of row vectors.
        ("matrix" | "matrix4x4", "translation" | "createtranslation") => point(arguments).map(Pose::at),
        ("matrix" | "matrix4x4", "rotationx" | "rotationy" | "rotationz" | "createrotationx")
        | ("matrix" | "matrix4x4", "createrotationy" | "createrotationz") => numbers(arguments)
            .filter(|all| all.len() == 1)
            .zip(last_axis(&name))
            .and_then(|(all, axis)| about(axis, all[0]))
            .map(turn),
        ("matrix" | "matrix4x4", "rotationaxis" | "createfromaxisangle") => {
            axis_and_angle(arguments).and_then(|(axis, angle)| about(axis, angle)).map(turn)
        }
        ("matrix" | "matrix4x4", "rotationquaternion" | "createfromquaternion") => match arguments {
            [(_, Value { data: Data::Rotation(rotation), .. })] => Some(turn(*rotation)),
            _ => None,
        },
        _ => return None,
    })
}

/// Returns the pose of a rotation about the axis whose name is the first argument.
fn rotation_about_named_axis(arguments: &[NamedValue]) -> Option<Pose> {
    let [(_, Value { data: Data::Word(axis), .. }), (_, angle)] = arguments else { return None };
    let axis = last_axis(axis.trim_matches(['"', '\'']))?;
    about(axis, angle.number()?).map(turn)
}

/// Axis of rotations in the plane.
const Z: [f64; 3] = [0.0, 0.0, 1.0];

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

/// Pose of Godot's `Transform2D`: an angle and a position, with a scale of 1 and no skew between them, or the columns
/// of its matrix.
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
    let mut all = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    for (k, (key, value)) in arguments.iter().enumerate() {
        let index = match key {
            Some(key) => ["a", "b", "c", "d", "tx", "ty"].iter().position(|own| own == key)?,
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
        _ => (Pose { position: [0.0; 3], rotation: IDENTITY_ROTATION }, arguments),
    };
    let own = match name {
        "translate" => Pose::at(rest.first().filter(|_| rest.len() == 1)?.1.vector()?),
        _ => {
            let (axis, angle) = axis_and_angle(rest)?;
            turn(about(axis, angle)?)
        }
    };
    Some(before.then(own))
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
