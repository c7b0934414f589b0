//! Methods of a shape or body in a variable: in, `shape.SetAsBox(1, 2)`, `body.addShape(shape, offset)` or
//! `mesh.clone()`; out, the changed entity of the store, the shape in its body, or a copy.

use super::dictionary;
use crate::code::evaluate::copies;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::queries::is_query;
use crate::code::join::store::{Entity, Store, entities_of, poses_of, ranges_of};
use crate::code::libraries::calls::ACTOR_BUILDER;
use crate::code::pose::rotations::order;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Methods that add a point to a hull.
const ADDS: [&str; 4] = ["addpoint", "pushback", "addvertex", "emplaceback"];

impl Store {
    /// Applies a method of `variable`, whose value is the entity `id`; returns the index of the entity that the call
    /// evaluates to. `names` is the path after the variable, `at` the offset of the call, bytes.
    pub fn call_on_entity(
        &mut self,
        variable: &str,
        id: usize,
        names: &[&str],
        arguments: &[NamedValue],
        at: usize,
    ) -> usize {
        let last = names.last().copied().unwrap_or_default();
        // Methods of the text's own types compute values.
        if arguments.is_empty() && self.entities[id].path.first().is_some_and(|kind| kind == "own") {
            return id;
        }
        // Isaac Lab: `cfg.func(path, cfg, …)`.
        if last == "func" && entities_of(arguments) == [id] {
            return self.spawned(id, arguments, at);
        }
        // Unreal: the component is the receiver, and its owner the argument.
        if ["SetupAttachment", "AttachToComponent"].contains(&last) {
            for owner in entities_of(arguments) {
                self.attach(owner, id, None, &Vec::new());
            }
            return id;
        }
        if let Some(copy) = self.copied(id, names, arguments, at) {
            return copy;
        }
        let is_own_method = names.len() == 1;
        let kind = self.entities[id].path.iter().find(|kind| is_own_method && makes_shape(kind, last)).cloned();
        if let Some(kind) = kind {
            return self.reshape(variable, id, &[&kind, last], arguments, at);
        }
        if self.reshape_of_definition(id, names, arguments, at) {
            return id;
        }
        let entities = entities_of(arguments);
        let poses = poses_of(arguments);
        if self.entities[id].is_shape && entities.is_empty() && ADDS.contains(&normalized(last).as_str()) {
            self.add_point(id, arguments);
            return id;
        }
        if entities.is_empty() && self.add_fixture(id, last, arguments, at) {
            return id;
        }
        if !entities.is_empty() && is_query(&normalized(last)) {
            self.place_around(id, names, arguments, at);
            return id;
        }
        if let [child] = entities[..] {
            let local = poses.first().copied().or_else(|| self.pose_in_arguments(&normalized(last), arguments));
            return self.put(id, child, local, names, arguments, at);
        }
        self.set_entity(id, names, arguments, at..at + 1);
        id
    }

    /// Returns the copy that a method of an entity makes; `None` for any other method.
    fn copied(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<usize> {
        let path = &self.entities[id].path;
        // Each body of a builder has a pose of its own.
        let builds = names.last().is_some_and(|last| last.starts_with("build"));
        if builds && path.last().is_some_and(|name| name == ACTOR_BUILDER) {
            let copy = self.add_copy(id, at);
            self.entities[id].attached = true;
            return Some(copy);
        }
        // In Python, the copy of a mesh moves without the original.
        let meshes = ["creation", "primitives", "TriangleMesh"];
        if names == ["copy"] && arguments.is_empty() && path.iter().any(|name| meshes.contains(&name.as_str())) {
            // An original without a variable serves only to make the copy, and is not a body.
            let copy = self.add_copy(id, at);
            self.entities[id].attached |= self.entities[id].name.is_empty();
            return Some(copy);
        }
        if arguments.is_empty() && copies::is_copy(names) {
            let copy = self.add_copy(id, at);
            self.entities[copy].copy_of = Some(id);
            return Some(copy);
        }
        None
    }

    /// Puts the entity `child` into `id` for a method of `id` such as `addShape(child)`, at the pose `local` in the
    /// frame of `id` if that is known; returns the index of the entity that the call evaluates to.
    fn put(
        &mut self,
        id: usize,
        child: usize,
        local: Option<Pose>,
        names: &[&str],
        arguments: &[NamedValue],
        at: usize,
    ) -> usize {
        let last = normalized(names.last().copied().unwrap_or_default());
        if last == "addchild" && self.is_node_of_bodies(id, child) {
            if self.entities[id].is_placed() {
                self.mark_unread(child, "pose", at);
            }
            return id;
        }
        let takes_pose = arguments.len() > 1 && (last.contains("shape") || last == "addchild");
        let has_unread_pose = local.is_none()
            && takes_pose
            && arguments.iter().any(|(_, value)| value.is_in_part_unknown() || value.vector().is_some());
        if self.entities[id].is_shape && self.entities[child].is_shape {
            self.mark_unread(id, "shape", at);
            return id;
        }
        let (owner, mut child) = self.owner_and_shape(id, child).unwrap_or((id, child));
        // The text may change the definition of a fixture and use it again.
        if last == "createfixture" && !self.entities[child].is_shape {
            self.entities[child].attached = true;
            child = self.add_copy(child, at);
        }
        let shape = self.shape_in(child, &last, names, at);
        if has_unread_pose {
            self.mark_unread(owner, "pose of a shape", at);
        }
        self.attach(owner, shape, local, &ranges_of(arguments));
        if shape == child { id } else { shape }
    }

    /// Whether a body of Godot becomes the child of a node that is not a body, and only holds bodies.
    fn is_node_of_bodies(&self, owner: usize, child: usize) -> bool {
        let is_godot = self.uses("godot") || self.uses("godot3");
        is_godot && self.is_node_of_body(child) && !self.is_node_of_body(owner) && !self.entities[owner].is_shape
    }

    /// Whether an entity is one of Godot's nodes of bodies.
    fn is_node_of_body(&self, id: usize) -> bool {
        let kinds = ["StaticBody", "RigidBody", "CharacterBody", "KinematicBody", "AnimatableBody", "Area"];
        self.entities[id].path.iter().any(|name| kinds.iter().any(|kind| name.starts_with(kind)))
    }

    /// Returns the pose of a child shape in its compound: a position, perhaps with a rotation, among the arguments.
    /// `None` without a position, or if an argument may be a rotation that is not understood.
    fn pose_in_arguments(&self, last: &str, arguments: &[NamedValue]) -> Option<Pose> {
        // p2's `addShape(shape, offset, angle)`. Numbers of other methods, such as a mass, are not angles.
        if let [_, (_, offset), (_, angle)] = arguments
            && last == "addshape"
            && self.uses("p2")
        {
            let rotation = about([0.0, 0.0, 1.0], angle.number()?)?;
            return Some(Pose { position: offset.vector()?, rotation });
        }
        let order = order(&self.named.libraries);
        let position = arguments.iter().find_map(|(_, value)| value.vector())?;
        let rotation = arguments.iter().find_map(|(_, value)| match &value.data {
            Data::Rotation(rotation) => Some(*rotation),
            _ => value.coordinates().filter(|all| all.len() == 4).and_then(|_| value.rotation(order)),
        });
        // An argument that may be a rotation, but is not understood.
        let may_be_rotated = arguments
            .iter()
            .any(|(_, value)| value.is_in_part_unknown() || last == "addshape" && value.number().is_some());
        if rotation.is_none() && may_be_rotated {
            return None;
        }
        Some(Pose { position, rotation: rotation.unwrap_or(IDENTITY_ROTATION) })
    }

    /// Applies `definition.shape.SetAsBox(…)`: the definition gets a new shape, and fixtures that were made of it keep
    /// the previous one. Returns whether the method is one that makes a shape.
    fn reshape_of_definition(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let [_, method] = names else { return false };
        let Some(shape) = self.shape_of(id, names) else { return false };
        let Some(kind) = self.entities[shape].path.iter().find(|kind| makes_shape(kind, method)).cloned() else {
            return false;
        };
        let mut entity = Entity { at, attached: true, arguments: arguments.to_vec(), ..self.entities[shape].clone() };
        entity.path = vec![kind, (*method).to_owned()];
        entity.used.extend(ranges_of(arguments));
        let new = self.add(entity);
        for (child, _) in self.entities[id].children.iter_mut().filter(|(child, _)| *child == shape) {
            *child = new;
        }
        true
    }

    /// Applies `shape.SetAsBox(…)`, which has the path `names`. Bodies that already use the shape keep its previous
    /// form: the variable then gets a new shape. Returns the index of the shape.
    pub fn reshape(&mut self, variable: &str, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        let mut entity =
            Entity { at, is_shape: true, children: Vec::new(), attached: false, ..self.entities[id].clone() };
        entity.path = names.iter().map(|name| (*name).to_owned()).collect();
        entity.arguments = arguments.to_vec();
        entity.used.extend(ranges_of(arguments));
        if !self.entities[id].attached {
            self.entities[id] = entity;
            return id;
        }
        let id = self.add(entity);
        self.variables.insert(variable.to_owned(), Value::new(Data::Entity(id), at));
        id
    }
}

/// Whether a method of a type makes a shape that is read.
pub fn makes_shape(kind: &str, method: &str) -> bool {
    dictionary::rows(&[kind, method]).iter().any(|row| row.form != dictionary::Form::Unread)
}
