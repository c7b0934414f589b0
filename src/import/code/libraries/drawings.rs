//! Meshes of three.js that only draw the bodies of a physics library in the same text: in, the store; out, the indices
//! of these meshes, which the scene leaves out.
//!
//! **Rule.** If a text has shapes of a physics library for JavaScript, its meshes of three.js are not bodies: each
//! draws a body, or an object that does not collide.

use std::collections::BTreeSet;

use crate::code::join::found_bodies::FoundBody;
use crate::code::join::store;
use crate::code::join::store::{Entity, Store};

/// Physics libraries of programs that draw with three.js.
const PHYSICS: [&str; 9] = ["cannon", "cannon-es", "rapier.js", "bullet", "oimo", "jolt", "physx", "p2", "planck"];

/// Whether an entity is a geometry of three.js, `BoxGeometry`; those of PhysX begin with `Px`.
fn is_geometry(entity: &Entity) -> bool {
    entity.is_shape && entity.path.last().is_some_and(|name| name.ends_with("Geometry") && !name.starts_with("Px"))
}

/// Meshes and geometries that only draw, by their indices in the store.
pub struct Drawings {
    ids: BTreeSet<usize>,
}

/// Whether an entity is a geometry, or a mesh of geometries.
fn is_drawn(store: &Store, id: usize) -> bool {
    let entity = &store.entities[id];
    let is_mesh = !entity.children.is_empty()
        && entity.children.iter().all(|(child, _)| is_geometry(&store.entities[*child]))
        && entity.path.last().is_some_and(|name| name.ends_with("Mesh"));
    is_geometry(entity) || is_mesh
}

impl Drawings {
    /// Finds the drawings of a text; none without shapes of a physics library.
    pub fn of(store: &Store) -> Self {
        let has_physics = store.uses("three")
            && PHYSICS.iter().any(|library| store.uses(library))
            && store.entities.iter().any(|entity| entity.is_shape && !is_geometry(entity) && !is_math(entity));
        if !has_physics {
            return Self { ids: BTreeSet::new() };
        }
        Self { ids: (0..store.entities.len()).filter(|id| is_drawn(store, *id)).collect() }
    }

    /// Whether the entity with this index only draws.
    pub fn contains(&self, id: usize) -> bool {
        self.ids.contains(&id)
    }

    /// Adds the ranges of the text that describe drawings to those of the first body, so that their numbers count as
    /// read.
    pub fn mark(&self, store: &Store, found: &mut [FoundBody]) {
        let Some(first) = found.first_mut() else { return };
        for id in &self.ids {
            let entity = &store.entities[*id];
            first.used.extend(entity.used.iter().cloned());
            first.used.extend(store::ranges_of(&entity.arguments));
        }
    }
}

/// Whether an entity is one of three.js's types for calculations, `Box3`.
fn is_math(entity: &Entity) -> bool {
    let first = entity.path.first().map_or("", String::as_str);
    first == "THREE" || entity.path.last().is_some_and(|name| ["Box3", "OBB", "Line3"].contains(&name.as_str()))
}
