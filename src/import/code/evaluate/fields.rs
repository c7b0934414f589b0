//! Fields that are stored as variables: those of the object that a method belongs to, `self.half = 0.5`, and the
//! constants of its class, `Scene.HALF`. Also aliases of types: `V` after `var V = SAT.Vector`.

use super::constants;
use super::value::{Data, NamedValue, Value};
use crate::code::join::store::{Slot, Store, slot};
use crate::code::libraries::calls::word;
use crate::code::parser::syntax::Path;
use crate::code::shape::dictionary;

/// Words for the object or class that a method belongs to.
const OWN_OBJECTS: [&str; 3] = ["this", "self", "cls"];

impl Store {
    /// Returns the value of a constant of a class, `self.HALF`, or of a field without its object, `half`; and the
    /// number of leading `names` that it consists of, 2 or 1. `None` for any other path.
    pub fn lookup_field(&self, names: &[&str]) -> Option<(usize, Value)> {
        match names {
            [owner, name, ..] if OWN_OBJECTS.contains(owner) || self.classes.iter().any(|class| class == owner) => {
                Some((2, self.class_values.get(*name)?.clone()))
            }
            // Methods of C++, C# and Java have the fields in scope.
            [name, ..] if self.has_fields => Some((1, self.variables.get(&format!("this.{name}"))?.clone())),
            _ => None,
        }
    }

    /// Returns a field of a record, or the argument `key` of the shape or body that a record became; `None` if there is
    /// no such field.
    pub fn field_of(&self, record: &Value, key: &str) -> Option<Value> {
        match &record.data {
            Data::Entity(id) => {
                let arguments = &self.entities[*id].arguments;
                let found = arguments.iter().find(|(name, _)| name.as_deref() == Some(key));
                found.map(|(_, value)| value.clone())
            }
            _ => record.field(&[key]).cloned(),
        }
    }

    /// Stores a value that the text assigns to a field of the object itself: `self.half = 0.5`. Returns whether `names`
    /// is such a field. A part of a pose is one only in a text with classes of its own; in a script of Godot or
    /// three.js it moves the object.
    pub fn set_own_field(&mut self, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [owner, name] = names else { return false };
        let [(None, value)] = arguments else { return false };
        let is_set = name.starts_with("set") || name.starts_with("Set");
        let moves_itself = self.classes.is_empty() || self.uses("godot") || self.uses("godot3") || self.uses("three");
        let is_pose = matches!(slot(name), Some(Slot::Position | Slot::Rotation | Slot::Pose));
        let is_value = !matches!(value.data, Data::Entity(_) | Data::Unknown);
        if !OWN_OBJECTS.contains(owner) || is_set || is_pose && moves_itself || !is_value {
            return false;
        }
        self.has_fields = true;
        self.max_names = self.max_names.max(2);
        self.variables.insert(names.join("."), value.clone());
        true
    }

    /// Returns the path of a type that begins with an alias in a variable, with dots: `SAT.Vector` for `V` after
    /// `var V = SAT.Vector`. `None` if the first name is no alias.
    pub fn aliased(&self, path: &Path<'_>) -> Option<String> {
        let [name, rest @ ..] = &path.names[..] else { return None };
        let aliased = word(self.variables.get(*name)?).filter(|aliased| aliased != name)?;
        let names: Vec<&str> = aliased.split('.').chain(rest.iter().copied()).collect();
        let is_of_sat = names.len() == 2 && names[0] == "SAT";
        if is_of_sat || is_type(&names) { Some(names.join(".")) } else { None }
    }
}

/// Whether a path of one or two names is a type of vectors or of the dictionary: `Vec3`, `Box.new`.
fn is_type(names: &[&str]) -> bool {
    let [first, rest @ ..] = names else { return false };
    if !first.starts_with(char::is_uppercase) || rest.len() > 1 {
        return false;
    }
    names.last().is_some_and(|last| constants::is_vector(last)) || !dictionary::rows(names).is_empty()
}
