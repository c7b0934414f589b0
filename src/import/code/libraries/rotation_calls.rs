//! Functions of libraries that make a pose or a rotation: in, Roblox's `CFrame.new(x, y, z)`, Godot's
//! `Quaternion(axis, angle)`, Open3D's `get_rotation_matrix_from_xyz(angles)`; out, the pose or rotation as a value.

use super::calls::{axis_and_angle, by_key};
use crate::code::evaluate::calls::looks_like_shape;
use crate::code::evaluate::value;
use crate::code::evaluate::value::three_numbers;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::code::join::store::Store;
use crate::code::pose::angles;
use crate::code::pose::angles::by_function;
use crate::code::pose::arguments::last_axis;
use crate::code::pose::functions::pose_by_function;
use crate::code::pose::rotations::scaled_axis;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Parts of the names of functions that return numbers although their names look like shapes: `box_inertia`.
const NUMERIC: [&str; 5] = ["moment", "inertia", "volume", "mass", "area"];

/// Functions of an axis and an angle in radians, in either order, by their names in lower case without underscores.
const AXIS_ANGLE_FUNCTIONS: [&str; 10] = [
    "createfromaxisangle",
    "quatfromaxisangle",
    "rotationaxis",
    "fromangleaxis",
    "fromanglenormalaxis",
    "qfromangaxis",
    "quatfromangleaxis",
    "qangaxis",
    "getquaternionfromaxisangle",
    "axisangletoquat",
];

impl Store {
    /// Evaluates a function that makes a pose, rotation, vector or number in a library; `None` for any other.
    pub fn library_value(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Data> {
        let last = normalized(names.last()?);
        let kind = names.len().checked_sub(2).map_or(String::new(), |k| normalized(names[k]));
        if looks_like_shape(&last) && NUMERIC.iter().any(|part| last.contains(part)) {
            return Some(Data::Unknown);
        }
        if let Some(pose) = pose_by_function(names, arguments, self.uses("trimesh") && !self.uses("ros")) {
            return Some(pose.map_or(Data::Unknown, Data::Pose));
        }
        if last == "initialstatecfg" {
            return initial_state(arguments).map(Data::Pose);
        }
        if kind == "cframe" {
            return Some(cframe(&last, arguments).map_or(Data::Unknown, Data::Pose));
        }
        if last.starts_with("getrotationmatrixfrom") {
            return Some(open3d_rotation(&last, arguments).map_or(Data::Unknown, Data::Rotation));
        }
        // A method of a variable moves the variable.
        let is_method = names.len() > 1
            && self.lookup(&names[..1]).is_some_and(|(_, owner)| !matches!(owner.data, Data::Word(_) | Data::Unknown));
        if is_method { None } else { self.rotation_by_function(&kind, &last, arguments).map(Data::Rotation) }
    }

    /// Returns the rotation of a function `kind.last`, both in lower case without underscores; `None` for any other
    /// function, or for arguments that are not understood.
    fn rotation_by_function(&self, kind: &str, last: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let angles = three_numbers(arguments);
        // The type of a constructor `Quaternion(…)`, or the type before a method.
        let type_name = if last == kind || kind.is_empty() { last } else { kind };
        if let Some(rotation) = angles.and_then(|angles| by_function(type_name, last, angles)) {
            return Some(rotation);
        }
        if AXIS_ANGLE_FUNCTIONS.contains(&last) {
            let (axis, angle) = axis_and_angle(arguments)?;
            return about(axis, angle);
        }
        if let Some([angle]) = numbers.as_deref()
            && is_axis_rotation(kind, last)
        {
            return about(last_axis(last)?, *angle);
        }
        if let Some((axis, angle)) = axis_and_angle(arguments) {
            // Godot's `Quaternion(axis, angle)` and `Basis(axis, angle)`, Unreal's `FQuat(axis, angle)`.
            let is_godot = ["quaternion", "basis"].contains(&last) && self.uses("godot");
            if is_godot || last == "fquat" {
                return about(axis, angle);
            }
            // libGDX's `new Quaternion(axis, degrees)`.
            if last == "quaternion" && self.uses("libgdx") {
                return about(axis, angle.to_radians());
            }
        }
        match last {
            // GLM's `glm::quat(w, x, y, z)`.
            "quat" | "dquat" if kind == "glm" => Order::First.quaternion(numbers?.try_into().ok()?),
            // Godot's `Basis.from_euler(angles)`.
            "fromeuler" if ["basis", "quaternion"].contains(&kind) && self.uses("godot") => {
                angles::by_library(&self.named.libraries, angles?, Some(false))
            }
            "fromeulerangles" if self.uses("babylon") => angles::ordered("yxz", angles?),
            // nalgebra's `UnitQuaternion::new(axis * angle)`.
            "new" if ["unitquaternion", "rotation3"].contains(&kind) && arguments.len() == 1 => scaled_axis(angles?),
            _ => None,
        }
    }
}

/// Whether a function rotates about the coordinate axis whose letter is the last of its name.
fn is_axis_rotation(kind: &str, name: &str) -> bool {
    let stem = name.trim_end_matches(['x', 'y', 'z']);
    ["createrotation", "quatfromangle", "qfromangle"].contains(&stem) || stem == "rotate" && kind == "quaternion"
}

/// Rotation of Open3D's `get_rotation_matrix_from_xyz(angles)` and its variants for an axis times its angle and for a
/// quaternion that begins with w; `name` is in lower case without underscores.
fn open3d_rotation(name: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
    match name {
        "getrotationmatrixfromaxisangle" => scaled_axis(three_numbers(arguments)?),
        "getrotationmatrixfromquaternion" => arguments.first()?.1.rotation(Some(Order::First)),
        _ => by_function("", name, three_numbers(arguments)?),
    }
}

/// Pose of Isaac Lab's `InitialStateCfg(pos=…, rot=…)`, whose quaternions begin with w.
fn initial_state(arguments: &[NamedValue]) -> Option<Pose> {
    let position = by_key(arguments, &["pos"]).map_or(Some([0.0; 3]), Value::vector)?;
    let rotation =
        by_key(arguments, &["rot"]).map_or(Some(IDENTITY_ROTATION), |turn| turn.rotation(Some(Order::First)))?;
    Some(Pose { position, rotation })
}

/// Pose of a constructor of Roblox's `CFrame`: a position with nothing, a quaternion that ends with w, or nine numbers
/// of a matrix; an axis with an angle; or Euler angles. `last` is the name of the constructor in lower case.
fn cframe(last: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    match (last, numbers.as_deref(), arguments) {
        ("new", Some([]), _) => Some(Pose::default()),
        ("new", Some([x, y, z]), _) => Some(Pose::at([*x, *y, *z])),
        ("new", Some([x, y, z, a, b, c, d]), _) => {
            Some(Pose { position: [*x, *y, *z], rotation: Order::Last.quaternion([*a, *b, *c, *d])? })
        }
        ("new", Some([x, y, z, rows @ ..]), _) if rows.len() == 9 => {
            let rows: Vec<Vec<f64>> = rows.chunks(3).map(<[f64]>::to_vec).collect();
            Some(Pose { position: [*x, *y, *z], rotation: value::rotation_of_rows(&rows)? })
        }
        ("new", _, [(_, position)]) => position.vector().map(Pose::at),
        ("fromaxisangle", ..) => {
            let (axis, angle) = axis_and_angle(arguments)?;
            Some(Pose { position: [0.0; 3], rotation: about(axis, angle)? })
        }
        (_, Some([x, y, z]), _) => {
            Some(Pose { position: [0.0; 3], rotation: by_function("cframe", last, [*x, *y, *z])? })
        }
        _ => None,
    }
}
