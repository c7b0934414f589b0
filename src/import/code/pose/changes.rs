//! Changes of poses, rotations and vectors by methods and assignments: `pose.setOrigin(…)`, `pose.position.x = …`,
//! `rotation.inverse()`.

use super::arithmetic;
use super::functions::point_with_w;
use super::product;
use super::quaternions::identity_from_w;
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Slot, Store, ranges_of, slot};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Returns the index of the coordinate that a field or a setter of a position means: `position.x = 1`, or Bullet's
/// `getOrigin().setX(1)`; `None` for any other path.
pub fn component(names: &[&str]) -> Option<usize> {
    let last = names.last()?;
    if let Some(axis) = ["x", "y", "z"].iter().position(|axis| axis == last) {
        return Some(axis);
    }
    let is_of_position = matches!(names, [.., before, _] if slot(before) == Some(Slot::Position));
    if !is_of_position {
        return None;
    }
    ["setX", "setY", "setZ"].iter().position(|setter| setter == last)
}

impl Store {
    /// Returns a pose after a method or an assignment has changed it; `None` if it is not understood.
    fn changed_pose(&self, mut pose: Pose, names: &[&str], arguments: &[NamedValue]) -> Option<Pose> {
        let last = normalized(names.last()?);
        if let [only] = names
            && let Some(moved) = self.moved_pose(pose, only, arguments)
        {
            return Some(moved);
        }
        if arguments.is_empty() {
            match last.as_str() {
                "setidentity" => return Some(Pose::default()),
                "clone" | "copy" | "isometry" | "into" | "topose" => return Some(pose),
                _ => {}
            }
        }
        let part = match names {
            // Isaac Gym's `pose.r`.
            ["r"] => Slot::Rotation,
            _ => names.iter().rev().find_map(|name| slot(name))?,
        };
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == last);
        match (part, axis) {
            (Slot::Position, Some(axis)) => pose.position[axis] = arguments.first()?.1.number()?,
            (Slot::Position, None) => pose.position = self.position_of_arguments(arguments)?,
            // Three angles or components, one by one, are not a rotation.
            (Slot::Rotation, Some(_)) => return None,
            (Slot::Rotation, None) if last == "w" => {
                // A component of a quaternion: if w is 1, the others are 0.
                let identity = identity_from_w(&arguments.first()?.1);
                pose.rotation = identity.filter(|_| pose.rotation == IDENTITY_ROTATION)?;
            }
            (Slot::Rotation, None) => pose.rotation = self.rotation(&last, arguments)?,
            (Slot::Pose, _) => {
                let [(_, whole)] = arguments else { return None };
                pose = whole.pose()?;
            }
        }
        Some(pose)
    }

    /// Returns the position that arguments state; a vector of Newton Dynamics may have a fourth component 1.
    fn position_of_arguments(&self, arguments: &[NamedValue]) -> Option<[f64; 3]> {
        if let [(_, only)] = arguments
            && self.uses("newton-dynamics")
            && let Some(position) = point_with_w(only)
        {
            return Some(position);
        }
        point(arguments)
    }

    /// Returns a pose, rotation or vector after a method or an assignment has changed it; `None` if it is not
    /// understood.
    pub fn changed(&self, owner: &Value, names: &[&str], arguments: &[NamedValue]) -> Option<Value> {
        let last = normalized(names.last()?);
        let data = match &owner.data {
            Data::Pose(pose) => Data::Pose(self.changed_pose(*pose, names, arguments)?),
            Data::Rotation(rotation) => Data::Rotation(self.changed_rotation(*rotation, &last, arguments)?),
            Data::Vector(vector) => self.changed_vector(vector, &last, arguments)?,
            _ => return None,
        };
        let mut value = Value { data, ..owner.clone() };
        value.used.extend(ranges_of(arguments));
        // Sums of a vector with itself double its ranges.
        Some(value.with(&[]))
    }

    /// Returns a rotation after a method in lower case without underscores; `None` if its result is not known.
    fn changed_rotation(&self, rotation: [f64; 4], method: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        if CONVERSIONS.contains(&method) {
            return Some(rotation);
        }
        if arguments.is_empty() {
            if INVERSES.contains(&method) {
                return Some(product::conjugate(rotation));
            }
            if !method.contains("identity") {
                return None;
            }
        }
        match product::of(rotation, method, arguments) {
            Some(product) => product,
            None => self.rotation(method, arguments),
        }
    }

    /// Returns the result of a method of a vector in lower case without underscores; `None` if it is not known.
    fn changed_vector(&self, vector: &[f64], method: &str, arguments: &[NamedValue]) -> Option<Data> {
        if ["set", "setvalue"].contains(&method) {
            return Some(Data::Vector(point(arguments)?.to_vec()));
        }
        if arguments.is_empty() {
            match method {
                "normalized" | "normalize" | "unit" => return Some(Data::Vector(normalized_vector(vector))),
                "getx" | "x" => return Some(Data::Number(*vector.first()?)),
                "gety" | "y" => return Some(Data::Number(*vector.get(1)?)),
                "getz" | "z" => return Some(Data::Number(*vector.get(2)?)),
                "clone" | "into" | "copy" | "tolist" | "coords" | "vector" => {
                    return Some(Data::Vector(vector.to_vec()));
                }
                _ => {}
            }
        }
        self.computes_in_place()?;
        arithmetic::result(vector, method, arguments).map(Data::Vector)
    }
}

/// Methods of a rotation that return it as it is, perhaps as another type, in lower case without underscores.
const CONVERSIONS: [&str; 18] = [
    "normalize",
    "normalized",
    "clone",
    "into",
    "toquaternion",
    "asquat",
    "asmatrix",
    "toscipy",
    "torotationmatrix",
    "matrix",
    "tomatrix",
    "getmatrix",
    "torotation",
    "quaternion",
    "rotator",
    "toquat",
    "asdmat",
    "tounit",
];

/// Methods that return the inverse of a rotation, in lower case without underscores.
const INVERSES: [&str; 7] = ["inverse", "invert", "conjugate", "getinverse", "inverted", "conjugated", "conj"];

/// Scales a vector to length 1; a zero vector stays as it is.
fn normalized_vector(vector: &[f64]) -> Vec<f64> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter().map(|x| if length > 0.0 { x / length } else { *x }).collect()
}
