//! Meshes of three.js that only draw the bodies of a physics library in the same text.
//!
//! **Rule.** If a text has shapes of a physics library for JavaScript, its meshes of three.js are not bodies: each
//! draws a body, or an object that does not collide.

use std::collections::BTreeSet;

use super::join::FoundBody;
use super::things::{Store, Thing};

/// Physics libraries of programs that draw with three.js.
const PHYSICS: [&str; 9] = ["cannon", "cannon-es", "rapier.js", "bullet", "oimo", "jolt", "physx", "p2", "planck"];

/// Whether a thing is a geometry of three.js.
fn is_geometry(thing: &Thing) -> bool {
    thing.is_shape && thing.path.last().is_some_and(|name| name.ends_with("Geometry") && !name.starts_with("Px"))
}

/// Meshes and geometries that only draw, by their indices in the store.
pub(super) struct Drawings {
    all: BTreeSet<usize>,
}

/// Whether a thing is a geometry, or a mesh of geometries.
fn is_drawn(store: &Store, id: usize) -> bool {
    let thing = &store.things[id];
    let shows = !thing.children.is_empty()
        && thing.children.iter().all(|(child, _)| is_geometry(&store.things[*child]))
        && thing.path.last().is_some_and(|name| name.ends_with("Mesh"));
    is_geometry(thing) || shows
}

impl Drawings {
    /// Finds the drawings of a text.
    pub(super) fn of(store: &Store) -> Self {
        let has_physics = store.uses("three")
            && PHYSICS.iter().any(|library| store.uses(library))
            && store.things.iter().any(|thing| thing.is_shape && !is_geometry(thing) && !is_math(thing));
        let ids = 0..store.things.len();
        Self { all: ids.filter(|id| has_physics && is_drawn(store, *id)).collect() }
    }

    pub(super) fn contains(&self, id: usize) -> bool {
        self.all.contains(&id)
    }

    /// Adds the ranges of the text that describe drawings to those of the first body, so that their numbers count as
    /// read.
    pub(super) fn mark(&self, store: &Store, found: &mut [FoundBody]) {
        let Some(first) = found.first_mut() else { return };
        for id in &self.all {
            let thing = &store.things[*id];
            first.used.extend(thing.used.iter().cloned());
            first.used.extend(super::things::ranges_of(&thing.arguments));
        }
    }
}

/// Whether a thing is one of three's types for calculations.
fn is_math(thing: &Thing) -> bool {
    let first = thing.path.first().map_or("", String::as_str);
    first == "THREE" || thing.path.last().is_some_and(|name| ["Box3", "OBB", "Line3"].contains(&name.as_str()))
}
