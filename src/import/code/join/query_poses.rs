//! Places shapes at the poses among the arguments of queries about them: Rapier's `shape.contactShape(position,
//! rotation, other, …)`, `world.castShape(position, rotation, velocity, shape, …)`, avian's `cast_shape(&shape,
//! position, rotation, …)`.
//!
//! A shape whose query has a vector or a rotation that is in none of these places is refused.

use super::store::{Store, ranges_of};
use crate::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Returns the pose at the start of a list of arguments: a whole pose, or a position that a rotation may follow. `None`
/// for other arguments.
fn leading_pose(run: &[NamedValue]) -> Option<Pose> {
    let (_, first) = run.first()?;
    if let Data::Pose(pose) = &first.data {
        return Some(*pose);
    }
    let position = first.vector()?;
    let is_planar = first.coordinates().is_some_and(|all| all.len() == 2);
    let rotation = match run.get(1) {
        // A number in space is the first setting of the query.
        Some((_, value)) if value.number().is_some() && !is_planar => IDENTITY_ROTATION,
        Some((_, value)) => rotation_of(value, is_planar)?,
        None => IDENTITY_ROTATION,
    };
    Some(Pose { position, rotation })
}

/// Returns the rotation of an argument after a position, as a unit quaternion x, y, z, w: the argument is a quaternion,
/// or an angle in the plane, radians. `None` for others.
fn rotation_of(value: &Value, is_planar: bool) -> Option<[f64; 4]> {
    match value.number() {
        Some(angle) if is_planar => about([0.0, 0.0, 1.0], angle),
        Some(_) => None,
        None => value.rotation(Some(Order::Last)),
    }
}

/// Whether an argument may be a part of a pose that is not the identity.
fn may_place(value: &Value) -> bool {
    match &value.data {
        Data::Pose(pose) => *pose != Pose::default(),
        Data::Rotation(rotation) => *rotation != IDENTITY_ROTATION,
        _ => value.coordinates().is_some_and(|all| all.len() > 1 && !matches!(all[..], [0.0, 0.0] | [0.0, 0.0, 0.0])),
    }
}

/// Whether one of two or more arguments before the shape at `k`, or of the two after it, is not known, so that a pose
/// may be among them.
fn has_unknown_pose(arguments: &[NamedValue], k: usize) -> bool {
    let before = if k > 1 { &arguments[..k] } else { &[] };
    let after = arguments.get(k + 1..k + 3).unwrap_or_default();
    before.iter().chain(after).any(|(_, value)| matches!(value.data, Data::Unknown | Data::Word(_)))
}

/// Whether the name of a function, in lower case without underscores, states that it takes shapes with poses.
fn takes_shapes(function: &str) -> bool {
    function.contains("shape") && ["cast", "contact", "intersect", "overlap"].iter().any(|word| function.contains(word))
}

/// Argument that is a shape or a body.
struct EntityArgument {
    /// Index of the argument.
    index: usize,
    /// Index of the entity.
    entity: usize,
}

/// Returns the only argument that is a shape or a body itself; `None` for no or several ones.
fn only_entity(arguments: &[NamedValue]) -> Option<EntityArgument> {
    let mut found = None;
    for (index, (_, value)) in arguments.iter().enumerate() {
        if let Data::Entity(entity) = value.data {
            if found.is_some() {
                return None;
            }
            found = Some(EntityArgument { index, entity });
        }
    }
    found
}

impl Store {
    /// Whether an entity is a shape that has no pose and belongs to no body.
    fn is_free_shape(&self, id: usize) -> bool {
        let entity = &self.entities[id];
        entity.is_shape && !entity.is_placed() && !entity.attached
    }

    /// Places the shape of a query of a world at the position and rotation before it, else after it. Returns whether
    /// the function is such a query.
    pub fn place_in_world_query(&mut self, shape: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let function = names.last().map_or_else(String::new, |last| normalized(last));
        let direct = arguments.iter().position(|(_, value)| value.is_entity());
        let Some(k) = direct.filter(|_| takes_shapes(&function) && self.is_free_shape(shape)) else { return false };
        let pose = leading_pose(&arguments[..k]).or_else(|| leading_pose(&arguments[k + 1..]).filter(|_| k == 0));
        match pose {
            Some(pose) => {
                self.place(shape, pose, &ranges_of(arguments), names, at);
            }
            None if arguments.iter().any(|(_, value)| may_place(value)) || has_unknown_pose(arguments, k) => {
                self.mark_unread(shape, "pose", at);
            }
            None => return false,
        }
        true
    }

    /// Places a shape and the one that it is queried with at the poses before and after the other: Godot's
    /// `shape.collide(pose, other, pose of the other)`, Rapier's `shape.contactShape(…)`.
    pub fn place_around(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) {
        let Some(EntityArgument { index, entity: other }) = only_entity(arguments) else {
            return self.mark_shapes_unread(&[id], arguments, at);
        };
        let function = names.last().map_or_else(String::new, |last| normalized(last));
        let is_other_free = self.is_free_shape(other);
        let Some(other_pose) = leading_pose(&arguments[index + 1..]).filter(|_| is_other_free) else {
            return self.mark_around_unread(id, other, index, &function, arguments, at);
        };
        if let Some(pose) = leading_pose(&arguments[..index])
            && self.is_free_shape(id)
        {
            self.place(id, pose, &ranges_of(arguments), names, at);
            self.place(other, other_pose, &ranges_of(arguments), names, at);
            return;
        }
        // A collider has a pose of its own, so its query has none before the other shape; its cast has its velocity
        // there.
        let is_of_collider = index == 0 || index == 1 && function.starts_with("cast");
        if is_of_collider && takes_shapes(&function) {
            self.place(other, other_pose, &ranges_of(arguments), names, at);
            return;
        }
        self.mark_around_unread(id, other, index, &function, arguments, at);
    }

    /// Marks a shape or the one that it is queried with, which is the argument with an index, as not understood if the
    /// arguments may place them.
    fn mark_around_unread(
        &mut self,
        id: usize,
        other: usize,
        index: usize,
        function: &str,
        arguments: &[NamedValue],
        at: usize,
    ) {
        self.mark_shapes_unread(&[id, other], arguments, at);
        if takes_shapes(function) && has_unknown_pose(arguments, index) && self.is_free_shape(other) {
            self.mark_unread(other, "pose", at);
        }
    }

    /// Marks the first of these shapes without a pose as not understood if the arguments of their query have a vector
    /// or a rotation.
    pub fn mark_shapes_unread(&mut self, entities: &[usize], arguments: &[NamedValue], at: usize) {
        if !arguments.iter().any(|(_, value)| may_place(value)) {
            return;
        }
        if let Some(free) = entities.iter().find(|id| self.is_free_shape(**id)) {
            self.mark_unread(*free, "pose", at);
        }
    }
}
