//! Poses among the arguments of queries about shapes: Rapier's `shape.contactShape(position, rotation, other, …)`,
//! `world.castShape(position, rotation, velocity, shape, …)`, avian's `cast_shape(&shape, position, rotation, …)`.
//!
//! A shape whose query has a vector or a rotation that is in none of these places is refused.

use super::store::{Store, ranges_of};
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::import::code::pose::rotations::normalized;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about};

/// Returns the pose at the start of a list of arguments: a whole pose, or a position that a rotation may follow.
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

/// Returns the rotation of an argument after a position: a quaternion, or an angle in the plane, radians.
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
                self.doubt(shape, "pose", at);
            }
            None => return false,
        }
        true
    }

    /// Places a shape and the one that it is queried with at the poses before and after the other: Godot's
    /// `shape.collide(pose, other, pose of the other)`, Rapier's `shape.contactShape(…)`.
    pub fn place_around(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) {
        let mut direct = arguments.iter().enumerate().filter_map(|(k, (_, value))| match value.data {
            Data::Entity(other) => Some((k, other)),
            _ => None,
        });
        let Some((k, other)) = direct.next().filter(|_| direct.next().is_none()) else {
            return self.doubt_shapes(&[id], arguments, at);
        };
        let function = names.last().map_or_else(String::new, |last| normalized(last));
        let own = leading_pose(&arguments[..k]);
        let its = leading_pose(&arguments[k + 1..]);
        // A collider has its own pose; its cast begins with its velocity.
        let is_of_body = k == 0 || k == 1 && function.starts_with("cast");
        match (own, its) {
            (Some(own), Some(its)) if self.is_free_shape(id) && self.is_free_shape(other) => {
                self.place(id, own, &ranges_of(arguments), names, at);
                self.place(other, its, &ranges_of(arguments), names, at);
            }
            (_, Some(its)) if is_of_body && takes_shapes(&function) && self.is_free_shape(other) => {
                self.place(other, its, &ranges_of(arguments), names, at);
            }
            _ => {
                self.doubt_shapes(&[id, other], arguments, at);
                if takes_shapes(&function) && has_unknown_pose(arguments, k) && self.is_free_shape(other) {
                    self.doubt(other, "pose", at);
                }
            }
        }
    }

    /// Marks the first of these shapes without a pose as not understood if the arguments of their query have a vector
    /// or a rotation.
    pub fn doubt_shapes(&mut self, entities: &[usize], arguments: &[NamedValue], at: usize) {
        if !arguments.iter().any(|(_, value)| may_place(value)) {
            return;
        }
        if let Some(free) = entities.iter().find(|id| self.is_free_shape(**id)) {
            self.doubt(*free, "pose", at);
        }
    }
}
