//! Calls of anything but a type of the dictionary or a function of the text: setters and methods of variables, vectors,
//! rotations and poses, bodies of single libraries, and shapes that are not in the dictionary.
//!
//! **Rule.** The first kind that applies is evaluated, in the order of [`Store::other_call`]. A call of none has no
//! known value and is recorded as unread.

use super::calls::{is_unknown_collider, looks_like_shape, makes_volume};
use super::value::{Data, NamedValue, Value, mark};
use crate::code::join::placements;
use crate::code::join::store::{Store, entities_of, slot};
use crate::pose::{IDENTITY_ROTATION, Pose};

impl Store {
    /// Evaluates a call of anything but a type of the dictionary, or of a method with the name of such a type. `at` is
    /// the offset of the call, bytes.
    pub fn other_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Value {
        // Box2D's `input.proxyA.Set(&shape, index)` and `input.transformA.Set(position, angle)`.
        if matches!(names, [_, _, "Set"]) && self.set_input(names, arguments, &mark(at)) {
            return Value::unknown(at);
        }
        if self.constructs_member(names, arguments) || self.set_foreign(names, arguments, at) {
            return Value::unknown(at);
        }
        let has_entities = !entities_of(arguments).is_empty();
        if !has_entities && let Some(value) = self.add_to_list(names, arguments, at) {
            return value;
        }
        if let Some(value) = self.method_of_variable(names, arguments, at) {
            return value;
        }
        if !has_entities && names_part_of_pose(names) && self.sets_undeclared_pose(names, arguments) {
            self.set(names, arguments, mark(at));
            return Value::unknown(at);
        }
        if let Some(data) = self.plain_call(names, arguments) {
            return self.value_of_plain_call(data, arguments, at);
        }
        let foreign = self.add_to_foreign(names, arguments, at);
        if let Some(value) = foreign.or_else(|| self.body_call(names, arguments, at)) {
            return value;
        }
        if !has_entities && makes_unlisted_shape(names, arguments) {
            let id = self.shape(names, arguments, at);
            return Value::new(Data::Entity(id), at);
        }
        self.note_unread(names, arguments, at);
        Value::unknown(at)
    }

    /// Evaluates a method of a variable: `body.setPosition(…)`; `None` if no variable with a body, a pose or numbers
    /// precedes the method.
    fn method_of_variable(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let (known, owner) = self.lookup(names)?;
        if known == names.len() || matches!(owner.data, Data::Unknown | Data::Word(_) | Data::List(_)) {
            return None;
        }
        let variable = names[..known].join(".");
        let path = [&[variable.as_str()], &names[known..]].concat();
        Some(self.call_on_variable(&path, owner, arguments, at))
    }

    /// Returns the value of a call that creates a vector, rotation, pose or number, and records the calls that state a
    /// pose or a rotation, so that the checks find those that are joined to no shape.
    fn value_of_plain_call(&mut self, data: Data, arguments: &[NamedValue], at: usize) -> Value {
        let states_numbers = arguments.iter().any(|(_, value)| !value.used.is_empty());
        match data {
            Data::Pose(pose) if states_numbers => {
                self.pose_calls.push(mark(at));
                if pose != Pose::default() {
                    self.nonidentity_poses.push(mark(at));
                }
            }
            Data::Rotation(rotation) if rotation != IDENTITY_ROTATION => self.nonidentity_poses.push(mark(at)),
            _ => {}
        }
        let mut used: Vec<_> = arguments.iter().flat_map(|(_, value)| value.used.iter().cloned()).collect();
        used.push(mark(at));
        Value { data, used, at }
    }
}

/// Whether a name after the first means a part of a pose: `ball.position.set`.
fn names_part_of_pose(names: &[&str]) -> bool {
    names.iter().skip(1).any(|name| slot(name).is_some())
}

/// Whether a call makes a shape or a bounding volume that is not in the dictionary: by its name, if it has sizes, by
/// the collider types of Rapier, or by its arguments. Such a body is refused later unless it is understood.
fn makes_unlisted_shape(names: &[&str], arguments: &[NamedValue]) -> bool {
    let last = names.last().copied().unwrap_or_default();
    let has_sizes = arguments.iter().any(|(_, value)| value.number().is_some() || value.vector().is_some());
    if has_sizes && (looks_like_shape(last) || makes_volume(names)) {
        return true;
    }
    is_unknown_collider(names) || placements::makes_shape(names, arguments)
}
