//! Methods of shapes and bodies that copy them, give a shape another form, or put a shape into a body.

use super::dictionary;
use super::library_calls::ACTOR_BUILDER;
use super::queries::is_query;
use super::rotations::{normalized, order};
use super::things::{Store, Thing, poses_of, ranges_of, things_of};
use super::value::{Data, NamedValue, Value};
use crate::import::pose::{IDENTITY_ROTATION, Pose, about};

/// Methods that add a point to a hull.
const ADDS: [&str; 4] = ["addpoint", "pushback", "addvertex", "emplaceback"];

impl Store {
    /// Applies a method to a thing; returns the index of the result.
    pub(super) fn call_on_thing(
        &mut self,
        variable: &str,
        id: usize,
        names: &[&str],
        given: &[NamedValue],
        at: usize,
    ) -> usize {
        let last = names.last().copied().unwrap_or_default();
        // Methods of the text's own types compute values.
        if given.is_empty() && self.things[id].path.first().is_some_and(|kind| kind == "own") {
            return id;
        }
        if last == "func" && things_of(given) == [id] {
            return self.spawned(id, given, at);
        }
        if ["SetupAttachment", "AttachToComponent"].contains(&last) {
            let owners = things_of(given);
            owners.into_iter().for_each(|owner| self.attach(owner, id, None, &Vec::new()));
            return id;
        }
        if let Some(copy) = self.copied(id, names, given, at) {
            return copy;
        }
        let whole = names.len() == 1;
        if let Some(kind) = self.things[id].path.iter().find(|kind| whole && makes_shape(kind, last)).cloned() {
            return self.reshape(variable, id, &[&kind, last], given, at);
        }
        if self.reshape_of_definition(id, names, given, at) {
            return id;
        }
        let things = things_of(given);
        let poses = poses_of(given);
        if self.things[id].is_shape && things.is_empty() && ADDS.contains(&normalized(last).as_str()) {
            self.add_point(id, given);
            return id;
        }
        if things.is_empty() && self.add_fixture(id, last, given, at) {
            return id;
        }
        if !things.is_empty() && is_query(&normalized(last)) {
            self.place_around(id, names, given, at);
            return id;
        }
        if let [child] = things[..] {
            let local = poses.first().copied().or_else(|| self.local(&normalized(last), given));
            return self.put(id, child, local, names, given, at);
        }
        self.set_thing(id, names, given, at..at + 1);
        id
    }

    /// Returns the copy that a method of a thing makes; `None` for any other method.
    fn copied(&mut self, id: usize, names: &[&str], given: &[NamedValue], at: usize) -> Option<usize> {
        let path = &self.things[id].path;
        // Each body of a builder has a pose of its own.
        let builds = names.last().is_some_and(|last| last.starts_with("build"));
        if builds && path.last().is_some_and(|name| name == ACTOR_BUILDER) {
            let copy = self.add_copy(id, at);
            self.things[id].attached = true;
            return Some(copy);
        }
        // In Python, the copy of a mesh moves without the original.
        let meshes = ["creation", "primitives", "TriangleMesh"];
        if names == ["copy"] && given.is_empty() && path.iter().any(|name| meshes.contains(&name.as_str())) {
            // An original without a variable serves only to make the copy, and is not a body.
            let copy = self.add_copy(id, at);
            self.things[id].attached |= self.things[id].name.is_empty();
            return Some(copy);
        }
        if given.is_empty() && super::copies::is_copy(names) {
            let copy = self.add_copy(id, at);
            self.things[copy].copy_of = Some(id);
            return Some(copy);
        }
        None
    }

    /// Puts a thing into another, by a method with it as an argument; returns the index of the result.
    fn put(
        &mut self,
        id: usize,
        child: usize,
        local: Option<Pose>,
        names: &[&str],
        given: &[NamedValue],
        at: usize,
    ) -> usize {
        let last = normalized(names.last().copied().unwrap_or_default());
        if last == "addchild" && self.is_node_of_bodies(id, child) {
            if self.things[id].is_placed() {
                self.doubt(child, "pose", at);
            }
            return id;
        }
        let unread = local.is_none()
            && given.len() > 1
            && (last.contains("shape") || last == "addchild")
            && given.iter().any(|(_, value)| value.is_in_part_unknown() || value.vector().is_some());
        if self.things[id].is_shape && self.things[child].is_shape {
            self.doubt(id, "shape", at);
            return id;
        }
        let (owner, mut child) = self.owner_and_shape(id, child).unwrap_or((id, child));
        // The text may change the definition of a fixture and use it again.
        if last == "createfixture" && !self.things[child].is_shape {
            self.things[child].attached = true;
            child = self.add_copy(child, at);
        }
        let shape = self.shape_in(child, &last, names, at);
        if unread {
            self.doubt(owner, "pose of a shape", at);
        }
        self.attach(owner, shape, local, &ranges_of(given));
        if shape == child { id } else { shape }
    }

    /// Whether a body of Godot becomes the child of a node that is not a body, and only holds bodies.
    fn is_node_of_bodies(&self, owner: usize, child: usize) -> bool {
        let is_godot = self.uses("godot") || self.uses("godot3");
        is_godot && self.is_node_of_body(child) && !self.is_node_of_body(owner) && !self.things[owner].is_shape
    }

    /// Whether a thing is one of Godot's nodes of bodies.
    fn is_node_of_body(&self, id: usize) -> bool {
        let kinds = ["StaticBody", "RigidBody", "CharacterBody", "KinematicBody", "AnimatableBody", "Area"];
        self.things[id].path.iter().any(|name| kinds.iter().any(|kind| name.starts_with(kind)))
    }

    /// Returns the pose of a child shape in its compound: a position, perhaps with a rotation, among the arguments.
    fn local(&self, last: &str, given: &[NamedValue]) -> Option<Pose> {
        // p2's `addShape(shape, offset, angle)`. Numbers of other methods, such as a mass, are not angles.
        if let (true, [_, (_, offset), (_, angle)]) = (self.uses("p2") && last == "addshape", given) {
            let rotation = about([0.0, 0.0, 1.0], angle.number()?)?;
            return Some(Pose { position: offset.vector()?, rotation });
        }
        let order = order(&self.named.libraries);
        let position = given.iter().find_map(|(_, value)| value.vector())?;
        let rotation = given.iter().find_map(|(_, value)| match &value.data {
            Data::Rotation(rotation) => Some(*rotation),
            _ => value.coordinates().filter(|all| all.len() == 4).and_then(|_| value.rotation(order)),
        });
        // An argument that may be a rotation, but is not understood.
        let unknown =
            given.iter().any(|(_, value)| value.is_in_part_unknown() || last == "addshape" && value.number().is_some());
        (!unknown || rotation.is_some()).then_some(Pose { position, rotation: rotation.unwrap_or(IDENTITY_ROTATION) })
    }

    /// Applies `definition.shape.SetAsBox(…)`: the definition gets a new shape, and fixtures that were made of it keep
    /// the previous one. Returns whether the method is one that makes a shape.
    fn reshape_of_definition(&mut self, id: usize, names: &[&str], given: &[NamedValue], at: usize) -> bool {
        let [_, method] = names else { return false };
        let Some(shape) = self.shape_of(id, names) else { return false };
        let Some(kind) = self.things[shape].path.iter().find(|kind| makes_shape(kind, method)).cloned() else {
            return false;
        };
        let mut thing = Thing { at, attached: true, arguments: given.to_vec(), ..self.things[shape].clone() };
        thing.path = vec![kind, (*method).to_owned()];
        thing.used.extend(ranges_of(given));
        let new = self.add(thing);
        self.things[id].children.iter_mut().filter(|(child, _)| *child == shape).for_each(|(child, _)| *child = new);
        true
    }

    /// Applies `shape.SetAsBox(…)`. Bodies that already use the shape keep its previous form.
    pub(super) fn reshape(
        &mut self,
        variable: &str,
        id: usize,
        names: &[&str],
        given: &[NamedValue],
        at: usize,
    ) -> usize {
        let mut thing = Thing { at, is_shape: true, children: Vec::new(), attached: false, ..self.things[id].clone() };
        thing.path = names.iter().map(|name| (*name).to_owned()).collect();
        thing.arguments = given.to_vec();
        thing.used.extend(ranges_of(given));
        if !self.things[id].attached {
            self.things[id] = thing;
            return id;
        }
        let id = self.add(thing);
        self.variables.insert(variable.to_owned(), Value::new(Data::Thing(id), at));
        id
    }
}

/// Whether a method of a type makes a shape that is read.
pub(super) fn makes_shape(kind: &str, method: &str) -> bool {
    dictionary::rows(&[kind, method]).iter().any(|row| row.form != dictionary::Form::Unread)
}
