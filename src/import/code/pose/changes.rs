//! Changes of poses, rotations and vectors by methods and assignments: `pose.setOrigin(…)`, `pose.position.x = …`,
//! `rotation.inverse()`.

use super::arithmetic;
use super::functions::point_with_w;
use super::product;
use super::quaternions::identity_from_w;
use super::rotations::normalized;
use crate::import::code::evaluate::setters::point;
use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Slot, Store, ranges_of, slot};
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Returns the index of the coordinate that a field or a setter of a position means: `position.x = 1`, or Bullet's
/// `getOrigin().setX(1)`.
pub fn component(names: &[&str]) -> Option<usize> {
    let last = names.last()?;
    let is_of_position = matches!(names, [.., before, _] if slot(before) == Some(Slot::Position));
    let setters = ["setX", "setY", "setZ"].iter().position(|set| set == last).filter(|_| is_of_position);
    ["x", "y", "z"].iter().position(|axis| axis == last).or(setters)
}

impl Store {
    /// Returns a pose after a method or an assignment has changed it.
    fn changed_pose(&self, mut pose: Pose, names: &[&str], arguments: &[NamedValue]) -> Option<Pose> {
        let last = normalized(names.last()?);
        if let [only] = names
            && let Some(moved) = self.moved_pose(pose, only, arguments)
        {
            return Some(moved);
        }
        let found = match names {
            // Isaac Gym's `pose.r`.
            ["r"] => Some(Slot::Rotation),
            _ => names.iter().rev().find_map(|name| slot(name)),
        };
        let by_index = ["x", "y", "z"].iter().position(|axis| *axis == last);
        match found {
            _ if arguments.is_empty() && last == "setidentity" => pose = Pose::default(),
            _ if arguments.is_empty() && ["clone", "copy", "isometry", "into", "topose"].contains(&last.as_str()) => {}
            Some(Slot::Position) if by_index.is_some() => pose.position[by_index?] = arguments.first()?.1.number()?,
            Some(Slot::Position) => {
                let with_w = arguments.first().filter(|_| arguments.len() == 1 && self.uses("newton-dynamics"));
                pose.position = with_w.and_then(|(_, value)| point_with_w(value)).or_else(|| point(arguments))?;
            }
            // A component of a quaternion: if w is 1, the others are 0.
            Some(Slot::Rotation) if last == "w" => {
                let identity = identity_from_w(&arguments.first()?.1);
                pose.rotation = identity.filter(|_| pose.rotation == IDENTITY_ROTATION)?;
            }
            Some(Slot::Rotation) if by_index.is_some() => return None,
            Some(Slot::Rotation) => pose.rotation = self.rotation(&last, arguments)?,
            Some(Slot::Pose) if arguments.len() == 1 => pose = arguments[0].1.pose()?,
            _ => return None,
        }
        Some(pose)
    }

    /// Returns a pose, rotation or vector after a method or an assignment has changed it.
    pub fn changed(&self, owner: &Value, names: &[&str], arguments: &[NamedValue]) -> Option<Value> {
        let last = normalized(names.last()?);
        let data = match &owner.data {
            Data::Pose(pose) => Data::Pose(self.changed_pose(*pose, names, arguments)?),
            Data::Rotation(rotation) => match last.as_str() {
                "normalize" | "normalized" | "clone" | "into" | "toquaternion" | "asquat" | "asmatrix" | "toscipy"
                | "torotationmatrix" | "matrix" | "tomatrix" | "getmatrix" | "torotation" | "quaternion"
                | "rotator" | "toquat" | "asdmat" | "tounit" => Data::Rotation(*rotation),
                "inverse" | "invert" | "conjugate" | "getinverse" | "inverted" | "conjugated" | "conj"
                    if arguments.is_empty() =>
                {
                    Data::Rotation(product::conjugate(*rotation))
                }
                _ if arguments.is_empty() && !last.contains("identity") => return None,
                _ => match product::of(*rotation, &last, arguments) {
                    Some(product) => Data::Rotation(product?),
                    None => Data::Rotation(self.rotation(&last, arguments)?),
                },
            },
            Data::Vector(all) => match (last.as_str(), arguments) {
                ("normalized" | "normalize" | "unit", []) => {
                    let length = all.iter().map(|x| x * x).sum::<f64>().sqrt();
                    Data::Vector(all.iter().map(|x| if length > 0.0 { x / length } else { *x }).collect())
                }
                ("set" | "setvalue", _) => Data::Vector(point(arguments)?.to_vec()),
                ("getx" | "x", []) => Data::Number(*all.first()?),
                ("gety" | "y", []) => Data::Number(*all.get(1)?),
                ("getz" | "z", []) => Data::Number(*all.get(2)?),
                ("clone" | "into" | "copy" | "tolist" | "coords" | "vector", []) => Data::Vector(all.clone()),
                _ if self.computes_in_place().is_some() => Data::Vector(arithmetic::result(all, &last, arguments)?),
                _ => return None,
            },
            _ => return None,
        };
        let mut value = Value { data, ..owner.clone() };
        value.used.extend(ranges_of(arguments));
        // Sums of a vector with itself double its ranges.
        Some(value.with(&[]))
    }
}
