//! Evaluation of calls that query shapes, where the order of the arguments joins shapes to poses: `distance(poseA,
//! shapeA, poseB, shapeB)` places both shapes. Also of calls that put a shape into a body, and of the input of Box2D's
//! queries.

use std::ops::Range;

use super::store::{Store, ranges_of};
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::pose::motions::set_whole;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Beginnings of the names of methods that change the pose that they are called on.
pub const MOVES: [&str; 8] = ["translate", "rotate", "append", "prepend", "premultiply", "multiply", "compose", "make"];

/// Functions that query two shapes, in lower case without underscores.
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

/// Returns the pose that arguments next to a shape state: a whole pose, or a position and a rotation in any order.
/// `None` if they state less or more.
fn pose_of(run: &[NamedValue]) -> Option<Pose> {
    let mut pose = None;
    let mut rotation = None;
    for (_, value) in run {
        match &value.data {
            Data::Pose(whole) if pose.is_none() => pose = Some(*whole),
            Data::Rotation(stated) if rotation.is_none() => rotation = Some(*stated),
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
const QUERY_METHODS: [&str; 19] = [
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
    let has_query_word = ["collide", "overlap", "intersect", "distance"].iter().any(|word| method.contains(word));
    QUERY_METHODS.iter().any(|beginning| method.starts_with(beginning)) || !makes && has_query_word
}

/// Maximum number of entities between a component of Unity and its object, which the same statement makes.
const MAX_COMPONENTS: usize = 8;

/// Part of the input of a query of Box2D that belongs to one of its two bodies.
enum InputPart {
    /// Shape of the body.
    Proxy,
    /// Pose of the body.
    Transform,
}

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
        if let [first, second] = *entities
            && QUERIES.contains(&last.as_str())
        {
            if self.place_queried([first, second], names, arguments, at) {
                return Some(Value::unknown(at));
            }
            // The only pose is that of the second shape in the frame of the first.
            if let [pose] = poses {
                self.place(first, Pose::default(), &used, names, at);
                self.place(second, *pose, &used, names, at);
                return Some(Value::unknown(at));
            }
        }
        if entities.len() == poses.len() {
            for (child, pose) in entities.iter().zip(poses) {
                self.place(*child, *pose, &used, names, at);
            }
            return Some(Value::unknown(at));
        }
        self.mark_queried_unread(entities, &last, arguments, at);
        self.mark_moved_unread(entities, &last, at)
    }

    /// Marks bodies as not understood if a function, in lower case without underscores, places them relative to each
    /// other: `place_on_top(a, b)`. `None` for any other function.
    pub fn mark_moved_unread(&mut self, entities: &[usize], last: &str, at: usize) -> Option<Value> {
        let places = PLACERS.iter().any(|word| last.starts_with(word)) && !last.contains("joint");
        if entities.len() < 2 || !places {
            return None;
        }
        for id in entities {
            self.mark_unread(*id, "pose", at);
        }
        Some(Value::unknown(at))
    }

    /// Makes a shape by a method of a body of pybox2d, `body.CreatePolygonFixture(box=(hx, hy))`, and puts it into the
    /// body `id`. Returns whether `last` is such a method.
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

    /// Returns the index of the shape that the call `last` puts into a body. Some calls make a new object of the shape
    /// `child` there, which may get a pose of its own: this object is returned.
    pub fn shape_in(&mut self, child: usize, last: &str, names: &[&str], at: usize) -> usize {
        if !["createexclusiveshape", "createshape", "createfixture", "addcollider"].contains(&last) {
            return child;
        }
        let shape = self.body(names, at);
        self.attach(shape, child, None, &Vec::new());
        shape
    }

    /// Evaluates a call of the function `last` with one shape and perhaps a position before it, `addBox((0, 1, 0),
    /// box)`. Returns the index of the body at the position, or that of the shape if the call does not place it.
    pub fn described_body(
        &mut self,
        one: usize,
        last: &str,
        names: &[&str],
        arguments: &[NamedValue],
        at: usize,
    ) -> usize {
        let Some(shape_index) = arguments.iter().position(|(_, value)| value.is_entity()) else { return one };
        if last == "deepcopy" {
            return self.add_copy(one, at);
        }
        self.mark_added_unread(one, last, arguments, at);
        let makers = ["add", "create", "spawn", "describe", "description", "instance", "make", "new"];
        let makes = makers.iter().any(|word| last.contains(word));
        if !makes || self.entities[one].is_placed() {
            return one;
        }
        let vectors: Vec<usize> =
            (0..arguments.len()).filter(|k| arguments[*k].0.is_none() && arguments[*k].1.vector().is_some()).collect();
        let Some(first) = vectors.first().copied() else { return one };
        // Only one vector before the shape is surely the position.
        let position = arguments[first].1.vector().filter(|_| first < shape_index && vectors.len() == 1);
        match position.map(Pose::at) {
            Some(pose) => self.place(one, with_rotation_of(pose, arguments), &ranges_of(arguments), names, at),
            None => {
                self.mark_unread(one, "pose", at);
                one
            }
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
        // The results of a query for several hits come first, the parameters after the shape.
        let shape_index = arguments.iter().position(|(_, value)| value.is_entity()).unwrap_or(arguments.len());
        let result_count = if last.contains("multi") { 1 } else { 0 };
        let mut placing = arguments[..shape_index].iter().skip(result_count);
        let is_unknown = placing.any(|(_, value)| value.is_in_part_unknown());
        match position.filter(|_| last.contains("overlap") && !is_unknown) {
            Some(position) => {
                let body = self.place(shape, Pose { position, rotation }, &used, names, at);
                Value::entity(body, &used, at)
            }
            None => {
                self.mark_unread(shape, "pose", at);
                Value::unknown(at)
            }
        }
    }

    /// Places the two shapes of a query at the poses before or after each, `overlap(shapeA, poseA, shapeB, poseB)`; a
    /// shape whose pose is not understood is marked. Returns whether there are arguments between the shapes that may be
    /// a pose.
    pub fn place_queried(&mut self, two: [usize; 2], names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let all: Vec<usize> = (0..arguments.len()).filter(|k| arguments[*k].1.is_entity()).collect();
        let [first, second] = all[..] else { return false };
        let between = &arguments[first + 1..second];
        if between.is_empty() || two.iter().any(|id| self.entities[*id].is_placed()) {
            return false;
        }
        let before = &arguments[first.saturating_sub(between.len())..first];
        let end = (second + 1 + between.len()).min(arguments.len());
        let after = &arguments[second + 1..end];
        // PhysX's results and directions come before the shapes: `computePenetration(d, t, a, p, b, q)`.
        let is_after_results = pose_of(before).is_none() && has_pose(after);
        // Each pose is after its shape, or each is before it.
        let runs = if first == 0 || is_after_results { [between, after] } else { [before, between] };
        let used = ranges_of(arguments);
        if runs.iter().filter(|run| has_pose(run)).count() == 1 && runs.iter().any(|run| run.is_empty()) {
            return false;
        }
        for (id, run) in two.into_iter().zip(runs) {
            let Some(pose) = pose_of(run) else {
                self.mark_unread(id, "pose", at);
                continue;
            };
            if let Some(object) = self.object_of(id) {
                self.entities[object].place_at(pose);
                self.entities[object].used.extend(used.iter().cloned());
            } else {
                self.place(id, pose, &used, names, at);
            }
        }
        true
    }

    /// Returns the index of the object without a pose that was made for a component of Unity,
    /// `new GameObject().AddComponent<BoxCollider>()`; `None` without one.
    fn object_of(&self, component: usize) -> Option<usize> {
        if !self.uses("unity") || !self.entities[component].attached {
            return None;
        }
        let mut near = component.saturating_sub(MAX_COMPONENTS)..(component + MAX_COMPONENTS).min(self.entities.len());
        near.find(|id| {
            let entity = &self.entities[*id];
            let holds_component = matches!(entity.children[..], [(child, _)] if child == component);
            !entity.is_shape && !entity.is_placed() && holds_component
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
        let (part, side) = match *field {
            "proxyA" => (InputPart::Proxy, "A"),
            "proxyB" => (InputPart::Proxy, "B"),
            "transformA" => (InputPart::Transform, "A"),
            "transformB" => (InputPart::Transform, "B"),
            _ => return false,
        };
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
            (InputPart::Proxy, Data::Entity(shape)) => self.attach(body, *shape, None, &ranges_of(arguments)),
            (InputPart::Proxy, _) => {
                // A proxy that is not read still makes a body, so that the other one is not alone.
                let lost = self.shape(&["b2MakeProxy"], &[], at.start);
                self.attach(body, lost, None, &ranges_of(arguments));
            }
            (InputPart::Transform, _) => self.set_entity(body, &["transform"], &[(None, value)], at.clone()),
        }
        true
    }
}
