//! Evaluation of calls that have shapes, bodies or poses among their arguments: `body_call` returns the body or shape
//! that is the result, after it has joined shapes to bodies and to poses in the [`Store`].
//!
//! - **No shape**: `new RigidBody(options)` makes a body without shapes.
//! - **One shape**: `new RigidBody(sphere)` makes a body with the shape, `new RigidBody(sphere, pose)` one at the pose.
//!   A function of an unknown name may change the shape, which is then marked as not understood.
//! - **Two entities**: `body.addShape(sphere)` puts the shape into the body; `distance(a, b)` is a query.

use super::queries::{QUERIES, is_query, is_world_query, with_rotation_of};
use super::store::{Entity, Store, entities_of, is_body, poses_of, ranges_of, slot};
use crate::code::evaluate::copies;
use crate::code::evaluate::value::{Data, NamedValue, Ranges, Value};
use crate::code::libraries::calls::by_key;
use crate::code::libraries::harmless::{changes, is_harmless};
use crate::code::pose::functions::is_getter;
use crate::names::normalized;
use crate::pose::Pose;

/// Functions of Python and C that only read a shape.
const READERS: [&str; 11] =
    ["len", "str", "repr", "id", "type", "isinstance", "hasattr", "sizeof", "size", "enumerate", "list"];

/// Conversions of Open3D, which return a copy of the shape.
const COPIERS: [&str; 2] = ["from_legacy", "to_legacy"];

/// Words of functions that take a shape to make or to add something, in lower case.
const MAKERS: [&str; 10] = ["make", "create", "new", "add", "insert", "set", "with", "bind", "place", "describe"];

/// Call with its evaluated arguments.
struct Call<'c> {
    /// Path of the function, such as `world`, `addBody`.
    names: &'c [&'c str],
    /// Last name of the path, in lower case without underscores.
    function: String,
    arguments: &'c [NamedValue],
    /// Ranges of the text that state the arguments, bytes.
    used: Ranges,
    /// Offset of the call in the text, bytes.
    at: usize,
}

impl Call<'_> {
    /// Creates the value of the call: the entity with an index, described by the arguments.
    fn result(&self, entity: usize) -> Value {
        Value::entity(entity, &self.used, self.at)
    }
}

impl Store {
    /// Evaluates a call that has shapes, bodies or poses among its arguments, or creates a body; `None` for any other.
    ///
    /// A body that occurs in two arguments, such as one for its mass, counts once, except in a query about two shapes.
    pub fn body_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let mut entities = entities_of(arguments);
        let poses = poses_of(arguments);
        let call = Call { names, function: normalized(names.last()?), arguments, used: ranges_of(arguments), at };
        if let Some(body) = self.body_of_fixtures(names, arguments, &entities, at) {
            return Some(call.result(body));
        }
        if !QUERIES.contains(&call.function.as_str()) {
            entities.dedup();
        }
        self.note_foreign(&call.function, arguments, &entities);
        self.note_owner(names, arguments, &entities);
        if call.function.contains("compound") && (entities.is_empty() || poses.len() == entities.len()) {
            return Some(self.compound(&call, &entities, &poses));
        }
        match (entities.as_slice(), poses.as_slice()) {
            ([], poses) => self.call_without_entities(&call, poses),
            ([entity], []) => Some(self.call_with_entity(&call, *entity)),
            ([shape], [pose]) => {
                let body = self.place(*shape, with_rotation_of(*pose, arguments), &call.used, names, at);
                self.note_registered(&call.function, arguments, body);
                Some(call.result(body))
            }
            ([shape], [pose, local]) if self.is_actor_of_physx(&call, *shape) => {
                Some(self.placed_body(&call, *pose, *shape, *local))
            }
            ([first, second], poses) => match self.put_into_body(&call, *first, *second, poses.first().copied()) {
                Some(value) => Some(value),
                None => self.query_call(names, arguments, &entities, poses, at),
            },
            _ => self.query_call(names, arguments, &entities, &poses, at),
        }
    }

    /// Evaluates a call without shapes and bodies: it places the shapes that its first argument has registered, or
    /// makes a body without shapes, as `new RigidBody(options)`; `None` for any other call.
    fn call_without_entities(&mut self, call: &Call<'_>, poses: &[Pose]) -> Option<Value> {
        if let [pose] = poses
            && self.place_registered(&call.function, call.arguments, *pose)
        {
            return Some(Value::unknown(call.at));
        }
        if !is_body(call.names) || is_getter(call.names) {
            return None;
        }
        let body = self.body(call.names, call.at);
        self.place_by_arguments(body, call.names, call.arguments);
        Some(call.result(body))
    }

    /// Evaluates a call with one shape or body and no whole pose: a query of a world, a setter, a constructor of a
    /// body, or a function that may change the shape. The first rule that applies decides.
    fn call_with_entity(&mut self, call: &Call<'_>, entity: usize) -> Value {
        let Call { names, arguments, at, .. } = *call;
        if is_world_query(&call.function) {
            return self.placed_in_query(entity, &call.function, names, arguments, at);
        }
        if self.place_in_world_query(entity, names, arguments, at) {
            return Value::unknown(at);
        }
        if self.sets(entity, names, arguments, at) {
            return call.result(entity);
        }
        if is_body(names) || names_pose(arguments) {
            let body = self.body_of(entity, names, &call.used, at);
            self.place_by_arguments(body, names, arguments);
            return call.result(body);
        }
        if changes(&call.function) || !self.keeps(names) {
            self.mark_changed(entity, at);
            return call.result(entity);
        }
        let body = self.described_body(entity, &call.function, names, arguments, at);
        call.result(body)
    }

    /// Whether a call with two poses is PhysX's `PxCreateDynamic(physics, pose, geometry, material, density, local)`.
    fn is_actor_of_physx(&self, call: &Call<'_>, shape: usize) -> bool {
        call.function.starts_with("pxcreate") && self.entities[shape].is_shape
    }

    /// Evaluates a call that puts a shape into a body, as `body.addShape(shape, offset)`. Returns the shape if it gets
    /// an entity of its own in the body, else the body; `None` if the call is a query, adds a list of bodies to a
    /// world, or does not say which of the two entities is the body.
    fn put_into_body(&mut self, call: &Call<'_>, first: usize, second: usize, local: Option<Pose>) -> Option<Value> {
        if lists_bodies(call.names, call.arguments) || is_query(&call.function) {
            return None;
        }
        let (owner, child) = self.owner_and_shape(first, second)?;
        let shape = self.shape_in(child, &call.function, call.names, call.at);
        self.attach(owner, shape, local, &call.used);
        Some(call.result(if shape == child { owner } else { shape }))
    }

    /// Marks a shape as not understood because a call may change it.
    fn mark_changed(&mut self, id: usize, at: usize) {
        self.changes += 1;
        self.mark_unread(id, "shape", at);
    }

    /// Makes a body at `pose` in the world with one shape, whose pose in the body is `local`.
    fn placed_body(&mut self, call: &Call<'_>, pose: Pose, shape: usize, local: Pose) -> Value {
        let body = self.body(call.names, call.at);
        self.entities[body].place_at(pose);
        self.attach(body, shape, Some(local), &call.used);
        call.result(body)
    }

    /// Makes a body with these shapes; each pose is that of one shape in the body.
    fn compound(&mut self, call: &Call<'_>, shapes: &[usize], poses: &[Pose]) -> Value {
        let body = self.body(call.names, call.at);
        for (shape, pose) in shapes.iter().zip(poses) {
            self.attach(body, *shape, Some(*pose), &call.used);
        }
        call.result(body)
    }

    /// Makes the body of a list of fixtures, as pybox2d's `CreateStaticBody(position=…, shapes=[…])`; `None` for any
    /// other call.
    fn body_of_fixtures(
        &mut self,
        names: &[&str],
        arguments: &[NamedValue],
        shapes: &[usize],
        at: usize,
    ) -> Option<usize> {
        by_key(arguments, &["shapes", "fixtures"]).filter(|_| shapes.len() > 1 && is_body(names))?;
        let body = self.body(names, at);
        shapes.iter().for_each(|shape| self.attach(body, *shape, None, &ranges_of(arguments)));
        self.place_by_arguments(body, names, arguments);
        Some(body)
    }

    /// Whether a function leaves the shape among its arguments unchanged: a constructor of a type, a function that is
    /// known to read or copy its arguments, a query, or a function that makes or adds something.
    fn keeps(&self, names: &[&str]) -> bool {
        let last = names.last().copied().unwrap_or_default();
        let function = normalized(last);
        let reads = names.len() == 1 && READERS.contains(&last);
        // Definitions of bodies, as Box2D's `b2BodyDef`.
        let is_definition = function.ends_with("def");
        self.is_constructor(names)
            || reads
            || COPIERS.contains(&last)
            || is_definition
            || is_harmless(names, true)
            || is_query(&function)
            || MAKERS.iter().any(|word| function.contains(word))
    }

    /// Whether a call is the constructor of a type: its last name begins with a capital or with the prefix of a
    /// library, or makes a pointer (`make_shared_ptr`). A method of a variable is no constructor; a name in a module or
    /// a namespace may be one.
    fn is_constructor(&self, names: &[&str]) -> bool {
        let Some((last, owners)) = names.split_last() else { return false };
        if owners.iter().any(|owner| self.variables.contains_key(*owner)) {
            return false;
        }
        let bare = last.trim_start_matches('_');
        bare.starts_with(|c: char| c.is_uppercase()) || bare.ends_with("_ptr") || self.named.is_prefixed(bare)
    }

    /// Distinguishes a body from its shape: returns the index of the body, then of the shape. The one without
    /// shapes is the owner of two bodies. `None` for two shapes, two bodies with shapes and two without.
    pub fn owner_and_shape(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let first = &self.entities[a];
        let second = &self.entities[b];
        match (first.is_shape, second.is_shape) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            (false, false) if first.children.is_empty() && !second.children.is_empty() => Some((a, b)),
            (false, false) if !first.children.is_empty() && second.children.is_empty() => Some((b, a)),
            _ => None,
        }
    }

    /// Adds a copy of an entity that has no name and no owner; returns its index.
    pub fn add_copy(&mut self, of: usize, at: usize) -> usize {
        let copy = Entity { at, name: String::new(), attached: false, ..self.entities[of].clone() };
        self.add(copy)
    }

    /// Returns the index of the body that a call makes of the shape or of the definition with the index `of`. The text
    /// may change a definition and use it again, so the body is a copy. A call that adds or removes a body makes none.
    fn body_of(&mut self, of: usize, names: &[&str], used: &Ranges, at: usize) -> usize {
        if self.entities[of].is_shape {
            let body = self.body(names, at);
            self.attach(body, of, None, used);
            return body;
        }
        if copies::removes_body(names) {
            return of;
        }
        // The text may change a body after adding it to a world, so the body is not copied.
        if copies::adds_body(names) && !copies::is_definition(&self.entities[of]) {
            return of;
        }
        let mut copy = Entity { at, name: String::new(), attached: false, ..self.entities[of].clone() };
        // The copy is a body, not a definition from which a world makes bodies, so it gets the path of a type.
        let is_type =
            names.last().is_some_and(|last| self.named.is_prefixed(last) || last.starts_with(char::is_uppercase));
        if is_type && !copies::adds_body(names) && !copies::names_definition(names) {
            copy.path = names.iter().map(|name| (*name).to_owned()).collect();
        }
        self.entities[of].attached = true;
        self.add(copy)
    }
}

/// Whether a named argument is a pose or a part of one.
fn names_pose(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(key, _)| key.as_deref().is_some_and(|key| slot(key).is_some()))
}

/// Whether a call adds a list of bodies to a world, such as `Composite.add(world, [cross, stone])`.
fn lists_bodies(names: &[&str], arguments: &[NamedValue]) -> bool {
    copies::adds_body(names)
        && arguments.iter().any(|(_, value)| matches!(&value.data, Data::List(items) if entities_of(items).len() > 1))
}
