//! Copies of shapes and bodies: `mesh.clone()`, `shape.copy()`; and the names of calls that add a body to a world,
//! remove it, or define it.
//!
//! **Problem.** A copy may be a second body, or the way in which a language passes a shape on: `insert(shape.clone())`.
//!
//! **Rule.** A copy is not a body if it equals its original and no body holds it. An original is not a body if it is a
//! bare shape or a builder and a body holds a copy of it.

use std::collections::HashSet;

use super::value::{Data, NamedValue, Value};
use crate::code::join::store::{Entity, Slot, Store, slot};
use crate::names::normalized;

/// Methods that return a copy, in lower case without underscores.
const COPYING_METHODS: [&str; 4] = ["clone", "copy", "duplicate", "deepcopy"];

/// Whether `names` is a single method that returns a copy.
pub fn is_copy(names: &[&str]) -> bool {
    matches!(names, [name] if COPYING_METHODS.contains(&normalized(name).as_str()))
}

/// Beginnings of functions that add a body to a world, in lower case without underscores.
const ADDING_PREFIXES: [&str; 3] = ["add", "insert", "register"];

/// Beginnings of functions that remove a body from a world or change its activity, in lower case without underscores.
const REMOVING_PREFIXES: [&str; 10] =
    ["remove", "destroy", "delete", "detach", "erase", "release", "dispose", "activate", "wake", "update"];

/// Parts of the types of definitions, in lower case: `b2BodyDef`, `ColliderDesc`, `BodyCreationSettings`.
const DEFINITION_WORDS: [&str; 8] = ["def", "desc", "settings", "info", "builder", "options", "config", "cfg"];

/// Whether the last name of a call begins with one of some prefixes, in lower case without underscores.
fn last_begins_with(names: &[&str], prefixes: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    let last = normalized(last);
    prefixes.iter().any(|prefix| last.starts_with(prefix))
}

/// Whether a function adds a body to a world: `world.addBody`.
pub fn adds_body(names: &[&str]) -> bool {
    last_begins_with(names, &ADDING_PREFIXES)
}

/// Whether a function removes a body from a world, or changes only its activity: `world.destroyBody`, `body.wakeUp`.
pub fn removes_body(names: &[&str]) -> bool {
    last_begins_with(names, &REMOVING_PREFIXES)
}

/// Whether a path is the type of a definition, from which a world makes bodies: `b2BodyDef`.
pub fn names_definition(names: &[&str]) -> bool {
    names.iter().any(|name| DEFINITION_WORDS.iter().any(|word| normalized(name).contains(word)))
}

/// Whether an entity is a definition, from which a world makes bodies.
pub fn is_definition(entity: &Entity) -> bool {
    let names: Vec<&str> = entity.path.iter().map(String::as_str).collect();
    names_definition(&names)
}

/// Whether an assignment to the field `names` replaces the shapes of an entity: the shape of a definition, or in
/// RealityKit the collision component, which replaces the drawn mesh.
pub fn replaces_shape(entity: &Entity, names: &[&str], is_realitykit: bool) -> bool {
    match names {
        // An entity without a path is an object whose declaration the text does not show.
        ["shape" | "m_shape"] => entity.path.is_empty() || is_definition(entity),
        ["collision"] => is_realitykit,
        _ => false,
    }
}

impl Store {
    /// Returns the copy of a position, a rotation or a pose that `mesh.position.clone()` makes; `None` for any other
    /// call. The value is unknown if the entity `id` has no such part. `at` is the offset of the call, bytes.
    pub fn copied_pose(&self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [.., part, method] = names else { return None };
        if !arguments.is_empty() || names.len() < 3 || !is_copy(&[method]) {
            return None;
        }
        let entity = &self.entities[id];
        let data = match slot(part)? {
            Slot::Position => entity.position.map(|position| Data::Vector(position.to_vec())),
            Slot::Rotation => entity.rotation.map(Data::Rotation),
            Slot::Pose => entity.is_placed().then(|| Data::Pose(entity.pose())),
        };
        Some(Value { data: data.unwrap_or(Data::Unknown), used: entity.used.clone(), at })
    }
}

/// Originals whose copies a body holds.
pub struct Copies {
    /// Indices of the originals in the store.
    with_used_copy: HashSet<usize>,
}

impl Copies {
    /// Finds the originals after all statements have run.
    pub fn of(store: &Store) -> Self {
        let used = store.entities.iter().filter(|entity| entity.attached);
        Self { with_used_copy: used.filter_map(|entity| entity.copy_of).collect() }
    }

    /// Whether an entity that no body holds is only a copy or an original, rather than a body.
    pub fn is_redundant(&self, store: &Store, id: usize) -> bool {
        let entity = &store.entities[id];
        if let Some(original) = entity.copy_of.and_then(|original| store.entities.get(original))
            && is_unchanged(entity, original)
        {
            return true;
        }
        let is_bare_shape = entity.is_shape && !entity.is_placed();
        let is_builder = entity.path.iter().any(|name| name.ends_with("Builder") || name.ends_with("Desc"));
        self.with_used_copy.contains(&id) && (is_bare_shape || is_builder)
    }
}

/// Whether a copy still equals its original. Values have no equality, so their printed forms are compared.
fn is_unchanged(copy: &Entity, original: &Entity) -> bool {
    copy.position == original.position
        && copy.rotation == original.rotation
        && copy.scale == original.scale
        && copy.rounding == original.rounding
        && copy.children == original.children
        && copy.path == original.path
        && format!("{:?}", copy.arguments) == format!("{:?}", original.arguments)
}
