//! Calls that query two shapes, where the order of the arguments joins shapes to poses; and calls that put a shape into
//! a body.

use std::ops::Range;

use super::store::{Store, ranges_of};
use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::pose::motions::set_whole;
use crate::import::code::pose::rotations::normalized;
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Beginnings of the names of methods that change the pose that they are called on.
pub const MOVES: [&str; 8] = ["translate", "rotate", "append", "prepend", "premultiply", "multiply", "compose", "make"];

/// Functions that query two shapes.
pub const QUERIES: [&str; 12] = [
    "overlap",
    "sweep",
    "computepenetration",
    "distance",
    "contact",
    "contacts",
    "intersectiontest",
    "closestpoints",
    "collide",
    "castshapes",
    "timeofimpact",
    "contactmanifolds",
];

/// Adds the rotation among the arguments, at any depth of lists, to a pose without one.
pub fn with_rotation_of(pose: Pose, arguments: &[NamedValue]) -> Pose {
    match rotation_in(arguments).filter(|_| pose.rotation == IDENTITY_ROTATION) {
        Some(rotation) => Pose { rotation, ..pose },
        None => pose,
    }
}

/// Returns the first rotation among values, at any depth of lists.
fn rotation_in(arguments: &[NamedValue]) -> Option<[f64; 4]> {
    arguments.iter().find_map(|(_, value)| match &value.data {
        Data::Rotation(rotation) => Some(*rotation),
        Data::List(items) => rotation_in(items),
        _ => None,
    })
}

/// Whether one of the arguments is a whole pose.
fn has_pose(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(_, value)| matches!(value.data, Data::Pose(_)))
}

/// Returns the pose that arguments next to a shape state: a whole pose, or a position and a rotation.
fn pose_of(run: &[NamedValue]) -> Option<Pose> {
    let mut pose = None;
    let mut rotation = None;
    for (_, value) in run {
        match &value.data {
            Data::Pose(own) if pose.is_none() => pose = Some(*own),
            Data::Rotation(own) if rotation.is_none() => rotation = Some(*own),
            _ if pose.is_none() => pose = Some(Pose::at(value.vector()?)),
            _ => return None,
        }
    }
    let pose = pose?;
    match rotation {
        Some(rotation) if pose.rotation == IDENTITY_ROTATION => Some(Pose { rotation, ..pose }),
        Some(_) => None,
        None => Some(pose),
    }
}

/// Beginnings of the names of methods that query two bodies, as `a.intersectsMesh(b)`; all other methods attach one
/// body to the other.
const QUESTIONS: [&str; 19] = [
    "common",
    "disttoshape",
    "isinside",
    "contains",
    "clamp",
    "intersect",
    "collide",
    "collision",
    "distance",
    "contact",
    "overlap",
    "touches",
    "test",
    "cast",
    "closest",
    "penetrat",
    "separat",
    "equals",
    "hits",
];

/// Whether a function, in lower case without underscores, queries the world of Unreal with a shape.
pub fn is_world_query(function: &str) -> bool {
    let kinds = ["bychannel", "byobjecttype", "byprofile"];
    kinds.iter().any(|kind| function.ends_with(kind)) && (function.contains("overlap") || function.contains("sweep"))
}

/// Whether a method, in lower case without underscores, queries its argument instead of attaching it.
pub fn is_query(method: &str) -> bool {
    let makes = ["add", "set", "create", "insert", "attach"].iter().any(|beginning| method.starts_with(beginning));
    QUESTIONS.iter().any(|beginning| method.starts_with(beginning))
        || !makes && ["collide", "overlap", "intersect", "distance"].iter().any(|word| method.contains(word))
}

/// Maximum number of entities between a component and its object.
const MAX_COMPONENTS: usize = 8;

/// Beginnings of the names of functions that place one body relative to another.
const PLACERS: [&str; 10] =
    ["place", "move", "align", "stack", "snap", "shift", "rotate", "translate", "transform", "mirror"];

impl Store {
    /// Evaluates a call with two or more shapes or bodies that makes no compound: a query about two shapes, or a list
    /// with a pose for each; `None` for any other.
    pub fn query_call(
        &mut self,
        names: &[&str],
        arguments: &[NamedValue],
        entities: &[usize],
        poses: &[Pose],
        at: usize,
    ) -> Option<Value> {
        let used = ranges_of(arguments);
        let last = normalized(names.last()?);
        match (entities, poses) {
            ([a, b], _) if QUERIES.contains(&last.as_str()) && self.place_queried([*a, *b], names, arguments, at) => {}
            ([a, b], [pose]) if QUERIES.contains(&last.as_str()) => {
                self.place(*a, Pose::default(), &used, names, at);
                self.place(*b, *pose, &used, names, at);
            }
            (many, poses) if many.len() == poses.len() => {
                for (child, pose) in many.iter().zip(poses) {
                    self.place(*child, *pose, &used, names, at);
                }
            }
            _ => {
                self.doubt_queried(entities, &last, arguments, at);
                return self.doubt_moved(entities, &last, at);
            }
        }
        Some(Value::unknown(at))
    }

    /// Marks bodies as not understood if a function, in lower case without underscores, places them relative to each
    /// other: `place_on_top(a, b)`. `None` for any other function.
    pub fn doubt_moved(&mut self, entities: &[usize], last: &str, at: usize) -> Option<Value> {
        let places = PLACERS.iter().any(|word| last.starts_with(word)) && !last.contains("joint");
        if entities.len() < 2 || !places {
            return None;
        }
        for id in entities {
            self.doubt(*id, "pose", at);
        }
        Some(Value::unknown(at))
    }

    /// Makes a shape by a method of a body, as `body.CreatePolygonFixture(box=(hx, hy))`. Returns whether it is such a
    /// method.
    pub fn add_fixture(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: usize) -> bool {
        let kind = match normalized(last).as_str() {
            "createpolygonfixture" => "b2PolygonShape",
            "createcirclefixture" => "b2CircleShape",
            "createedgefixture" => "b2EdgeShape",
            _ => return false,
        };
        let sizes = ["box", "radius", "pos", "vertices"];
        let is_size = arguments.iter().filter(|(key, _)| key.as_deref().is_none_or(|key| sizes.contains(&key)));
        let own: Vec<_> = is_size.cloned().collect();
        let shape = self.shape(&[kind], &own, at);
        self.attach(id, shape, None, &ranges_of(&own));
        true
    }

    /// Returns the shape that a call puts into a body, which may get a pose of its own there.
    pub fn shape_in(&mut self, child: usize, last: &str, names: &[&str], at: usize) -> usize {
        if !["createexclusiveshape", "createshape", "createfixture", "addcollider"].contains(&last) {
            return child;
        }
        let shape = self.body(names, at);
        self.attach(shape, child, None, &Vec::new());
        shape
    }

    /// Evaluates a call with one shape and a position before it, as descriptions of bodies have them; returns the body.
    pub fn described_body(
        &mut self,
        one: usize,
        last: &str,
        names: &[&str],
        arguments: &[NamedValue],
        at: usize,
    ) -> usize {
        let Some(k) = arguments.iter().position(|(_, value)| value.is_entity()) else { return one };
        if last == "deepcopy" {
            return self.add_copy(one, at);
        }
        self.doubt_added(one, last, arguments, at);
        let makes = ["add", "create", "spawn", "describe", "description", "instance", "make", "new"]
            .iter()
            .any(|word| last.contains(word));
        let vectors: Vec<usize> =
            (0..arguments.len()).filter(|k| arguments[*k].0.is_none() && arguments[*k].1.vector().is_some()).collect();
        match vectors.first().copied() {
            Some(first) if makes && !self.entities[one].is_placed() => {
                let pose = arguments[first].1.vector().map(Pose::at).filter(|_| first < k);
                match pose.filter(|_| vectors.len() == 1) {
                    Some(pose) => self.place(one, with_rotation_of(pose, arguments), &ranges_of(arguments), names, at),
                    None => {
                        self.doubt(one, "pose", at);
                        one
                    }
                }
            }
            _ => one,
        }
    }

    /// Places the shape of a query of Unreal's world at the position and rotation of an overlap. A sweep, which has two
    /// positions, is not read and makes the shape an error.
    pub fn placed_in_query(
        &mut self,
        shape: usize,
        last: &str,
        names: &[&str],
        arguments: &[NamedValue],
        at: usize,
    ) -> Value {
        let used = ranges_of(arguments);
        let position = arguments.iter().find_map(|(_, value)| value.vector());
        let rotation = rotation_in(arguments).unwrap_or(IDENTITY_ROTATION);
        // The results come first, the parameters after the shape.
        let shape_at = arguments.iter().position(|(_, value)| value.is_entity()).unwrap_or(arguments.len());
        let mut before = arguments[..shape_at].iter().skip(usize::from(last.contains("multi")));
        let unknown = before.any(|(_, value)| value.is_in_part_unknown());
        let position = position.filter(|_| last.contains("overlap") && !unknown);
        match position {
            Some(position) => {
                let body = self.place(shape, Pose { position, rotation }, &used, names, at);
                Value::entity(body, &used, at)
            }
            None => {
                self.doubt(shape, "pose", at);
                Value::unknown(at)
            }
        }
    }

    /// Places the two shapes of a query at the poses before or after each. Returns whether there are such poses.
    pub fn place_queried(&mut self, two: [usize; 2], names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let all: Vec<usize> = (0..arguments.len()).filter(|k| arguments[*k].1.is_entity()).collect();
        let [first, second] = all[..] else { return false };
        let between = &arguments[first + 1..second];
        if between.is_empty() || two.iter().any(|id| self.entities[*id].is_placed()) {
            return false;
        }
        // Poses after both shapes, or before both.
        let (runs, used) = match first {
            0 => {
                let end = (second + 1 + between.len()).min(arguments.len());
                ([between, &arguments[second + 1..end]], ranges_of(arguments))
            }
            _ => {
                let before = &arguments[first.saturating_sub(between.len())..first];
                let end = (second + 1 + between.len()).min(arguments.len());
                let after = &arguments[second + 1..end];
                // PhysX's results and directions come before the shapes: `computePenetration(d, t, a, p, b, q)`.
                let runs = match pose_of(before).is_none() && has_pose(after) {
                    true => [between, after],
                    false => [before, between],
                };
                (runs, ranges_of(arguments))
            }
        };
        if runs.iter().filter(|run| has_pose(run)).count() == 1 && runs.iter().any(|run| run.is_empty()) {
            return false;
        }
        for (id, run) in two.into_iter().zip(runs) {
            match pose_of(run) {
                Some(pose) => match self.object_of(id) {
                    Some(object) => {
                        self.entities[object].place_at(pose);
                        self.entities[object].used.extend(used.iter().cloned());
                    }
                    None => {
                        self.place(id, pose, &used, names, at);
                    }
                },
                None => self.doubt(id, "pose", at),
            }
        }
        true
    }

    /// Returns the object without a pose that was made for a component of Unity:
    /// `new GameObject().AddComponent<BoxCollider>()`.
    fn object_of(&self, component: usize) -> Option<usize> {
        let near = component.saturating_sub(MAX_COMPONENTS)..(component + MAX_COMPONENTS).min(self.entities.len());
        near.filter(|_| self.uses("unity") && self.entities[component].attached).find(|id| {
            let entity = &self.entities[*id];
            !entity.is_shape && !entity.is_placed() && matches!(entity.children[..], [(child, _)] if child == component)
        })
    }

    /// Sets a field of the input of a query of two shapes, as Box2D's `input.proxyA` and `input.transformB`. Returns
    /// whether the names are such a field.
    pub fn set_input(&mut self, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let (owner, field, value) = match (names, arguments) {
            ([owner, field], [(_, value)]) => (owner, field, value.clone()),
            ([owner, field, "Set"], [(_, shape), ..]) if field.starts_with("proxy") => (owner, field, shape.clone()),
            ([owner, field, "Set"], _) => {
                let pose = set_whole(arguments).map_or(Data::Unknown, Data::Pose);
                (owner, field, Value { used: ranges_of(arguments), ..Value::new(pose, at.start) })
            }
            _ => return false,
        };
        let Some((part, side)) = ["A", "B"].iter().find_map(|side| Some((field.strip_suffix(side)?, side))) else {
            return false;
        };
        if part != "proxy" && part != "transform" {
            return false;
        }
        let key = format!("{owner}.{side}");
        let body = match self.variables.get(&key).map(|value| &value.data) {
            Some(Data::Entity(body)) => *body,
            _ => {
                let body = self.body(&[], at.start);
                self.variables.insert(key, Value::new(Data::Entity(body), at.start));
                body
            }
        };
        match (part, &value.data) {
            ("proxy", Data::Entity(shape)) => self.attach(body, *shape, None, &ranges_of(arguments)),
            ("proxy", _) => {
                // A proxy that is not read still makes a body, so that the other one is not alone.
                let lost = self.shape(&["b2MakeProxy"], &[], at.start);
                self.attach(body, lost, None, &ranges_of(arguments));
            }
            _ => self.set_entity(body, &["transform"], &[(None, value)], at.clone()),
        }
        true
    }
}
