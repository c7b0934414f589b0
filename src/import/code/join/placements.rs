//! Detects calls that may place a body in a manner that is not read, by their names and arguments: `box.move(v)`,
//! `world.add(box, rpy=[0, 0, 1])`, `distance(a, b, offset=v)`. A body that such a call places is refused, because its
//! pose would be wrong.

use super::store::Store;
use crate::code::evaluate::value::{NamedValue, Value};
use crate::code::shape::dictionary::rows;
use crate::names::normalized;

/// Methods that move a body to or by their arguments, in lower case without underscores.
const MOVERS: [&str; 13] = [
    "move",
    "moveto",
    "moveby",
    "spawn",
    "spawnat",
    "place",
    "placeat",
    "put",
    "putat",
    "teleport",
    "teleportto",
    "warp",
    "goto",
];

/// Whether a method moves a body by its name, and has numbers other than 0 among its arguments.
pub fn moves(name: &str, arguments: &[NamedValue]) -> bool {
    MOVERS.contains(&normalized(name).as_str()) && arguments.iter().any(|(_, value)| is_not_zero(value))
}

/// Keys of arguments that state angles, in lower case without underscores.
const ANGLES: [&str; 14] = [
    "rpy",
    "euler",
    "angles",
    "eulers",
    "yaw",
    "pitch",
    "roll",
    "axisangle",
    "theta",
    "heading",
    "rotdeg",
    "rotationdeg",
    "ypr",
    "xyzrpy",
];

/// Whether an argument of a body states angles other than 0 by its key.
pub fn states_angles(key: &str, value: &Value) -> bool {
    ANGLES.contains(&normalized(key).as_str()) && is_not_zero(value)
}

/// Whether a value is a number other than 0, or a vector with one.
fn is_not_zero(value: &Value) -> bool {
    value.number().is_some_and(|x| x != 0.0) || value.coordinates().is_some_and(|all| all.iter().any(|x| *x != 0.0))
}

/// Keys of arguments that state where the second shape of a query is.
const OFFSETS: [&str; 12] = [
    "offset",
    "shift",
    "translation",
    "t",
    "t12",
    "pos",
    "pos12",
    "position",
    "delta",
    "displacement",
    "relative",
    "origin",
];

/// Whether an argument without a key, or with that of an offset, is a vector other than 0.
fn is_offset((key, value): &NamedValue) -> bool {
    let may_be_offset = key.as_deref().is_none_or(|key| OFFSETS.contains(&normalized(key).as_str()));
    may_be_offset && value.vector().is_some() && is_not_zero(value)
}

/// Whether an argument states a coordinate other than 0 by its key.
fn is_coordinate((key, value): &NamedValue) -> bool {
    key.as_deref().is_some_and(|key| ["x", "y", "z", "px", "py", "pz"].contains(&key)) && is_not_zero(value)
}

/// Parts of the names of queries about the distance or the contact of two shapes.
const QUERIES: [&str; 6] = ["distance", "collide", "overlap", "intersect", "contact", "penetrat"];

/// Parts of the names of queries whose vectors are directions, velocities or planes, not positions.
const DIRECTION_QUERIES: [&str; 10] =
    ["cast", "sweep", "ray", "toi", "gjk", "epa", "support", "guess", "linear", "plane"];

/// Whether a query, by its name in lower case, takes vectors that are not positions.
fn takes_directions(function: &str) -> bool {
    DIRECTION_QUERIES.iter().any(|word| function.contains(word))
}

/// Whether a call is a function of a type of shapes that makes one in a manner that is not read:
/// `OrientedBoundingBox.create_from_points(points)`.
pub fn makes_shape(names: &[&str], arguments: &[NamedValue]) -> bool {
    let [types @ .., last] = names else { return false };
    let name = normalized(last);
    let makes = ["from", "create", "make", "fit", "enclos"].iter().any(|start| name.starts_with(start));
    let is_type = types.last().is_some_and(|kind| kind.starts_with(char::is_uppercase)) && !rows(types).is_empty();
    let has_numbers = arguments
        .iter()
        .any(|(_, value)| value.number().is_some() || value.vector().is_some() || value.points().is_some());
    is_type && makes && has_numbers
}

impl Store {
    /// Marks a shape of a query of two shapes as not understood if the query has a vector or a rotation that may place
    /// it. `last` is the name of the query, in lower case without underscores.
    pub fn mark_queried_unread(&mut self, entities: &[usize], last: &str, arguments: &[NamedValue], at: usize) {
        let [first, second] = entities else { return };
        let is_query = QUERIES.iter().any(|word| last.contains(word)) && !takes_directions(last);
        let is_placed = [*first, *second].iter().any(|id| self.entities[*id].is_placed());
        if is_query && !is_placed && arguments.iter().any(is_offset) {
            self.mark_unread(*second, "pose", at);
        }
        // Shapes in lists are not placed by the other arguments.
        let direct = arguments.iter().filter(|(_, value)| value.is_entity()).count();
        if direct == 2 && !takes_directions(last) {
            self.mark_shapes_unread(entities, arguments, at);
        }
    }

    /// Marks an entity as not understood if a call that adds it to a world states coordinates by their names, or if a
    /// call that spawns it has a vector: `world.spawn(box, (0, 1, 0))`. `last` is the name of the call, in lower case.
    pub fn mark_added_unread(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: usize) {
        let adds = ["add", "spawn", "place", "put", "insert"].iter().any(|word| last.starts_with(word));
        let has_coordinates = arguments.iter().any(is_coordinate);
        let spawns = ["spawn", "place", "put"].iter().any(|word| last.starts_with(word));
        let has_vector =
            arguments.iter().any(|(key, value)| key.is_none() && value.vector().is_some() && is_not_zero(value));
        if !self.entities[id].is_placed() && (adds && has_coordinates || spawns && has_vector) {
            self.mark_unread(id, "pose", at);
        }
    }
}
