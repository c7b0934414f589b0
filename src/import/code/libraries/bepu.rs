//! Entities of BEPUphysics 1, which are made with their position: in, `new Box(position, width, height, length, mass)`;
//! out, a shape at this position.
//!
//! **Frame.** The position is that of the center, about which an orientation that the text sets later rotates. A
//! capsule between two points has a rotation of its own, which another orientation would replace.

use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Problem, Store, ranges_of};

/// Types of entities of BEPUphysics 1.
const ENTITIES: [&str; 4] = ["Box", "Sphere", "Capsule", "Cylinder"];

impl Store {
    /// Makes an entity with its position as the first argument; `None` for any other call.
    pub fn entity(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let kind = *names.last().filter(|kind| ENTITIES.contains(kind) && self.uses("bepu"))?;
        let [(None, first), rest @ ..] = arguments else { return None };
        let position = first.vector()?;
        // `new Capsule(start, end, radius)`.
        let is_between = rest.first().is_some_and(|(_, value)| value.vector().is_some());
        let id = if is_between {
            self.shape(&["BEPUphysics", "CapsuleBetween"], arguments, at)
        } else {
            let id = self.shape(&["BEPUphysics", kind], rest, at);
            self.entities[id].position = Some(position);
            self.entities[id].used.extend(ranges_of(arguments));
            id
        };
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Marks capsules between two points that the text moves as not understood, after all statements.
    pub fn mark_moved_entities_unread(&mut self) {
        for entity in &mut self.entities {
            if entity.is_placed() && entity.path.last().is_some_and(|kind| kind == "CapsuleBetween") {
                entity.problem = Some(Problem::at(entity.at, "pose"));
            }
        }
    }
}
