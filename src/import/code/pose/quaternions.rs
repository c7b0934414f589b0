//! Quaternions that a text sets component by component: `pose.orientation.z = 0.7; pose.orientation.w = 0.7`.
//!
//! [`Store::set_pose_component`] and [`Store::set_entity_component`] collect the components, of a variable and of a
//! body; [`Store::close_quaternions`] reports those that stay incomplete.
//!
//! **Rule.** Components that are not set are 0, but the initial value of w depends on the library. A rotation is
//! understood if it is the identity or if w is set and the length is 1; otherwise its pose is not understood.

use std::ops::Range;

use crate::code::evaluate::value::{Data, NamedValue, Value, quaternion};
use crate::code::join::store;
use crate::code::join::store::Store;
use crate::names::normalized;
use crate::pose::IDENTITY_ROTATION;

/// Components x, y, z, w of a quaternion, as far as the text sets them.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// `None` for a component that is not set, NaN for one whose value is not known.
    numbers: [Option<f64>; 4],
    /// Range of the last assignment in the text, bytes.
    at: Range<usize>,
}

impl Components {
    /// Returns the rotation that the components state; `None` if they are incomplete or unknown.
    fn rotation(&self) -> Option<[f64; 4]> {
        let [x, y, z, w] = self.numbers;
        let vector = [x, y, z].map(|part| part.unwrap_or(0.0));
        match w {
            Some(w) => quaternion([vector[0], vector[1], vector[2], w]),
            None => (vector == [0.0; 3]).then_some(IDENTITY_ROTATION),
        }
    }
}

/// Path that ends with a component of a quaternion: `pose.orientation.w`.
struct ComponentPath<'n, 's> {
    /// Names before the quaternion: `pose`.
    owner: &'n [&'s str],
    /// Index of the component in the order x, y, z, w.
    index: usize,
}

/// Parses a path that ends with a component of a quaternion; `None` for any other path.
fn component<'n, 's>(names: &'n [&'s str]) -> Option<ComponentPath<'n, 's>> {
    let [owner @ .., field, last] = names else { return None };
    let index = ["x", "y", "z", "w"].iter().position(|name| name == last)?;
    let is_quaternion = ["orientation", "quaternion"].contains(&normalized(field).as_str());
    is_quaternion.then_some(ComponentPath { owner, index })
}

impl Store {
    /// Sets a component of the quaternion of a pose in a variable. Returns whether the names are such a component.
    pub fn set_pose_component(&mut self, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let Some(path) = component(names).filter(|path| !path.owner.is_empty()) else { return false };
        let Some((known, owner)) = self.lookup(path.owner) else { return false };
        let Data::Pose(mut pose) = owner.data else { return false };
        if known != path.owner.len() {
            return false;
        }
        let key = path.owner.join(".");
        if let Some(rotation) = self.set_component(&key, path.index, arguments, at) {
            pose.rotation = rotation;
        }
        let used = [&owner.used[..], &store::ranges_of(arguments)[..]].concat();
        self.rebind(&key, Value { data: Data::Pose(pose), used, at: owner.at });
        true
    }

    /// Sets a component of the quaternion of an entity. Returns whether the names are such a component.
    pub fn set_entity_component(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let Some(path) = component(names) else { return false };
        // No variable has a name with a space.
        let key = format!("thing {id}");
        if let Some(rotation) = self.set_component(&key, path.index, arguments, &(at..at + 1)) {
            self.entities[id].rotation = Some(rotation);
        }
        true
    }

    /// Stores a component of the quaternion with the name `key`; returns the rotation if it is complete.
    fn set_component(
        &mut self,
        key: &str,
        index: usize,
        arguments: &[NamedValue],
        at: &Range<usize>,
    ) -> Option<[f64; 4]> {
        let value = match arguments {
            [(_, value)] => value.number(),
            _ => None,
        };
        let components = self.components.entry(key.to_owned()).or_default();
        components.numbers[index] = Some(value.unwrap_or(f64::NAN));
        components.at = at.clone();
        components.rotation()
    }

    /// Records each incomplete quaternion as a pose that is not understood, after all statements.
    pub fn close_quaternions(&mut self) {
        let incomplete = self.components.values().filter(|components| components.rotation().is_none());
        self.unread_poses.extend(incomplete.map(|components| components.at.clone()));
    }
}

/// Returns the identity if `value`, the only component w of a quaternion that is set, is 1.
pub fn identity_from_w(value: &Value) -> Option<[f64; 4]> {
    value.number().filter(|w| *w == 1.0).map(|_| IDENTITY_ROTATION)
}
