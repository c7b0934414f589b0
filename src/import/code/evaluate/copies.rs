//! Copies of shapes and bodies: `mesh.clone()`, `shape.copy()`.
//!
//! **Problem.** A copy may be a second body, or the way in which a language passes a shape on: `insert(shape.clone())`.
//!
//! **Rule.** A copy is not a body if it equals its original and no body holds it. An original is not a body if it is a
//! bare shape or a builder and a body holds a copy of it.

use std::collections::HashSet;

use super::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Entity, Slot, Store, slot};
use crate::import::code::pose::rotations::normalized;

/// Methods that return a copy.
const METHODS: [&str; 4] = ["clone", "copy", "duplicate", "deepcopy"];

/// Whether a method returns a copy.
pub fn is_copy(names: &[&str]) -> bool {
    matches!(names, [name] if METHODS.contains(&normalized(name).as_str()))
}

/// Whether a function adds a body to a world.
pub fn adds(names: &[&str]) -> bool {
    let last = names.last().map_or_else(String::new, |name| normalized(name));
    ["add", "insert", "register"].iter().any(|word| last.starts_with(word))
}

/// Whether a function takes a body out of a world, or reads it.
pub fn removes(names: &[&str]) -> bool {
    let last = names.last().map_or_else(String::new, |name| normalized(name));
    let words = ["remove", "destroy", "delete", "detach", "erase", "release", "dispose", "activate", "wake", "update"];
    words.iter().any(|word| last.starts_with(word))
}

/// Whether a path is the type of a definition, from which a world makes bodies.
pub fn defines(names: &[&str]) -> bool {
    let words = ["def", "desc", "settings", "info", "builder", "options", "config", "cfg"];
    names.iter().any(|name| words.iter().any(|word| normalized(name).contains(word)))
}

/// Whether an entity is a definition, from which a world makes bodies.
pub fn is_definition(entity: &Entity) -> bool {
    let names: Vec<&str> = entity.path.iter().map(String::as_str).collect();
    defines(&names)
}

/// Whether an assignment to a field replaces the shapes of an entity: the shape of a definition, or in RealityKit the
/// collision component, which replaces the drawn mesh.
pub fn replaces_shape(entity: &Entity, names: &[&str], is_realitykit: bool) -> bool {
    let defines_one = entity.path.is_empty() || is_definition(entity);
    defines_one && matches!(names, ["shape" | "m_shape"]) || is_realitykit && names == ["collision"]
}

impl Store {
    /// Returns the copy of a position or a rotation that `mesh.position.clone()` makes; `None` for any other call.
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

/// Indices of the originals with a copy that a body holds.
pub struct Copies {
    with_used_copy: HashSet<usize>,
}

impl Copies {
    pub fn of(store: &Store) -> Self {
        let used = store.entities.iter().filter(|entity| entity.attached);
        Self { with_used_copy: used.filter_map(|entity| entity.copy_of).collect() }
    }

    /// Whether an entity that no body holds is only a copy or an original, rather than a body.
    pub fn is_redundant(&self, store: &Store, id: usize) -> bool {
        let entity = &store.entities[id];
        if let Some(original) = entity.copy_of.and_then(|original| store.entities.get(original))
            && is_same(entity, original)
        {
            return true;
        }
        let builds = entity.path.iter().any(|name| name.ends_with("Builder") || name.ends_with("Desc"));
        self.with_used_copy.contains(&id) && (entity.is_shape && !entity.is_placed() || builds)
    }
}

/// Whether a copy was not changed, nor its original.
fn is_same(copy: &Entity, original: &Entity) -> bool {
    copy.position == original.position
        && copy.rotation == original.rotation
        && copy.scale == original.scale
        && copy.rounding == original.rounding
        && copy.children == original.children
        && copy.path == original.path
        && format!("{:?}", copy.arguments) == format!("{:?}", original.arguments)
}
