//! Calls that neither make a shape by a row of the dictionary nor belong to a function of the text: records, poses,
//! rotations, vectors and calls of single libraries.

use super::calls::{is_unknown_collider, looks_like_shape, makes_volume};
use super::value::{Data, NamedValue, Value, mark};
use crate::import::code::join::placements;
use crate::import::code::join::store::{Store, entities_of, slot};
use crate::import::pose::{IDENTITY_ROTATION, Pose};

impl Store {
    /// Evaluates a call of anything but a type of the dictionary, or of a method with the name of such a type.
    pub fn other_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Value {
        let entities = entities_of(arguments);
        // Box2D's `input.proxyA.Set(&shape, index)` and `input.transformA.Set(position, angle)`.
        if matches!(names, [_, _, "Set"]) && self.set_input(names, arguments, &(at..at + 1)) {
            return Value::unknown(at);
        }
        if self.constructs_member(names, arguments) || self.set_foreign(names, arguments, at) {
            return Value::unknown(at);
        }
        if entities.is_empty()
            && let Some(value) = self.add_to_list(names, arguments, at)
        {
            return value;
        }
        if let Some((known, owner)) = self.lookup(names)
            && known < names.len()
            && !matches!(owner.data, Data::Unknown | Data::Word(_) | Data::List(_))
        {
            let key = names[..known].join(".");
            return self.call_on_variable(&[&[key.as_str()], &names[known..]].concat(), owner, arguments, at);
        }
        if names.len() > 1
            && entities.is_empty()
            && names[1..].iter().any(|name| slot(name).is_some())
            && self.sets_undeclared_pose(names, arguments)
        {
            self.set(names, arguments, at..at + 1);
            return Value::unknown(at);
        }
        if let Some(data) = self.plain_call(names, arguments) {
            if let (Data::Pose(pose), true) = (&data, arguments.iter().any(|(_, value)| !value.used.is_empty())) {
                self.pose_calls.push(at..at + 1);
                self.nonidentity_poses.extend((*pose != Pose::default()).then_some(at..at + 1));
            }
            if matches!(data, Data::Rotation(rotation) if rotation != IDENTITY_ROTATION) {
                self.nonidentity_poses.push(mark(at));
            }
            let used = arguments.iter().flat_map(|(_, value)| value.used.iter().cloned()).chain([mark(at)]).collect();
            return Value { data, used, at };
        }
        let foreign = self.add_to_foreign(names, arguments, at);
        if let Some(value) = foreign.or_else(|| self.body_call(names, arguments, at)) {
            return value;
        }
        if entities.is_empty()
            && (looks_like_shape(names.last().copied().unwrap_or_default()) || makes_volume(names))
            && arguments.iter().any(|(_, value)| value.number().is_some() || value.vector().is_some())
        {
            let id = self.shape(names, arguments, at);
            return Value::new(Data::Entity(id), at);
        }
        if entities.is_empty() && (is_unknown_collider(names) || placements::makes_shape(names, arguments)) {
            let id = self.shape(names, arguments, at);
            return Value::new(Data::Entity(id), at);
        }
        self.note_unread(names, arguments, at);
        Value::unknown(at)
    }
}
