//! Quaternions that a text sets component by component: `pose.orientation.z = 0.7; pose.orientation.w = 0.7`.
//!
//! **Rule.** Components that are not set are 0, but the initial value of w depends on the library. A rotation is
//! understood if it is the identity or if w is set and the length is 1; otherwise its pose is not understood.

use std::ops::Range;

use super::rotations::normalized;
use crate::import::code::evaluate::value::{Data, NamedValue, Value, quaternion};
use crate::import::code::join::store;
use crate::import::code::join::store::Store;
use crate::import::pose::IDENTITY_ROTATION;

/// Components x, y, z, w of a quaternion, as far as the text sets them.
#[derive(Clone, Debug, Default)]
pub struct Components {
    all: [Option<f64>; 4],
    /// Range of the last assignment in the text, bytes.
    at: Range<usize>,
}

impl Components {
    /// Returns the rotation, if the components that are set state one.
    fn rotation(&self) -> Option<[f64; 4]> {
        let [x, y, z, w] = self.all;
        let vector = [x, y, z].map(|part| part.unwrap_or(0.0));
        match w {
            Some(w) => quaternion([vector[0], vector[1], vector[2], w]),
            None => (vector == [0.0; 3]).then_some(IDENTITY_ROTATION),
        }
    }
}

/// Splits names that end with a component of a quaternion: the names before, and the index of the component.
fn component<'n, 's>(names: &'n [&'s str]) -> Option<(&'n [&'s str], usize)> {
    let [before @ .., field, last] = names else { return None };
    let k = ["x", "y", "z", "w"].iter().position(|own| own == last)?;
    ["orientation", "quaternion"].contains(&normalized(field).as_str()).then_some((before, k))
}

impl Store {
    /// Sets a component of the quaternion of a pose in a variable. Returns whether the names are such a component.
    pub fn set_pose_component(&mut self, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let Some((before, k)) = component(names).filter(|(before, _)| !before.is_empty()) else { return false };
        let Some((known, owner)) = self.lookup(before).filter(|(known, _)| *known == before.len()) else {
            return false;
        };
        let Data::Pose(mut pose) = owner.data else { return false };
        let key = before[..known].join(".");
        if let Some(rotation) = self.component_set(&key, k, arguments, at) {
            pose.rotation = rotation;
        }
        let used = [&owner.used[..], &store::ranges_of(arguments)[..]].concat();
        self.rebind(&key, Value { data: Data::Pose(pose), used, at: owner.at });
        true
    }

    /// Sets a component of the quaternion of an entity. Returns whether the names are such a component.
    pub fn set_entity_component(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let Some((_, k)) = component(names) else { return false };
        if let Some(rotation) = self.component_set(&format!("thing {id}"), k, arguments, &(at..at + 1)) {
            self.entities[id].rotation = Some(rotation);
        }
        true
    }

    /// Stores a component; returns the rotation if it is complete.
    fn component_set(&mut self, key: &str, k: usize, arguments: &[NamedValue], at: &Range<usize>) -> Option<[f64; 4]> {
        let value = match arguments {
            [(_, value)] => value.number(),
            _ => None,
        };
        let own = self.components.entry(key.to_owned()).or_default();
        own.all[k] = Some(value.unwrap_or(f64::NAN));
        own.at = at.clone();
        own.rotation()
    }

    /// Records each incomplete quaternion as a pose that is not understood, after all statements.
    pub fn close_quaternions(&mut self) {
        let open = self.components.values().filter(|own| own.rotation().is_none()).map(|own| own.at.clone());
        self.unread_poses.extend(open);
    }
}

/// Returns the identity if `value`, the only component w of a quaternion that is set, is 1.
pub fn identity_from_w(value: &Value) -> Option<[f64; 4]> {
    value.number().filter(|w| *w == 1.0).map(|_| IDENTITY_ROTATION)
}
