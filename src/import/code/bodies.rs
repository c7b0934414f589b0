//! Calls and methods that join shapes to bodies and poses.

use super::constants::function;
use super::dictionary;
use super::eval::chain;
use super::queries::{MOVES, is_query, with_rotation_of};
use super::rotations::{Given, order, plain};
use super::setters::{identity_from_w, point};
use super::syntax::{Argument, Expr};
use super::things::{Slot, Store, Thing, changes, is_body, places, slot};
use super::value::{Places, Value, What};
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Functions that query two shapes.
const QUERIES: [&str; 9] = [
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

/// Methods that add a point to a hull.
const ADDS: [&str; 4] = ["addpoint", "pushback", "addvertex", "emplaceback"];

impl Store {
    /// Evaluates a call that has shapes, bodies or poses among its arguments, or creates a body; `None` for any other.
    ///
    /// A body that occurs in two arguments, such as one for its mass, counts once, except in a query about two shapes.
    pub(super) fn of_bodies(&mut self, names: &[&str], given: &Given, at: usize) -> Option<Value> {
        let mut things = Vec::new();
        let mut poses = Vec::new();
        given.iter().for_each(|(_, value)| Self::things_in(value, &mut things));
        given.iter().for_each(|(_, value)| Self::poses_in(value, &mut poses));
        let used = places(given);
        let last = plain(names.last()?);
        if !QUERIES.contains(&last.as_str()) {
            things.dedup();
        }
        if last.contains("compound") && (things.is_empty() || poses.len() == things.len()) {
            let whole = self.body(names, at);
            things.iter().zip(&poses).for_each(|(child, pose)| self.attach(whole, *child, Some(*pose), &used));
            return Some(Value::thing(whole, &used, at));
        }
        match (things.as_slice(), poses.as_slice()) {
            ([], _) if is_body(names) => {
                let body = self.body(names, at);
                self.place_by_arguments(body, names, given);
                Some(Value::thing(body, &used, at))
            }
            ([], _) => None,
            ([one], []) if self.sets(*one, names, given, at) => Some(Value::thing(*one, &used, at)),
            ([one], [])
                if is_body(names)
                    || given.iter().any(|(key, _)| key.as_deref().is_some_and(|key| slot(key).is_some())) =>
            {
                let body = self.body_of(*one, names, &used, at);
                self.place_by_arguments(body, names, given);
                Some(Value::thing(body, &used, at))
            }
            ([one], []) if changes(&last) => {
                self.things[*one].problem = Some((at..at + 1, "shape"));
                Some(Value::thing(*one, &used, at))
            }
            ([one], []) => Some(Value::thing(self.described(*one, &last, names, given, at), &used, at)),
            ([one], [pose]) => {
                let body = self.place(*one, with_rotation_of(*pose, given), &used, names, at);
                Some(Value::thing(body, &used, at))
            }
            ([a, b], _) if self.holder(*a, *b).is_some() => {
                let (owner, child) = self.holder(*a, *b)?;
                let shape = self.shape_in(child, &last, names, at);
                self.attach(owner, shape, poses.first().copied(), &used);
                Some(Value::thing(if shape == child { owner } else { shape }, &used, at))
            }
            ([a, b], _) if QUERIES.contains(&last.as_str()) && self.place_queried([*a, *b], names, given, at) => {
                Some(Value::unknown(at))
            }
            ([a, b], [pose]) if QUERIES.contains(&last.as_str()) => {
                self.place(*a, Pose::default(), &used, names, at);
                self.place(*b, *pose, &used, names, at);
                Some(Value::unknown(at))
            }
            (many, poses) if many.len() == poses.len() => {
                for (child, pose) in many.iter().zip(poses) {
                    self.place(*child, *pose, &used, names, at);
                }
                Some(Value::unknown(at))
            }
            _ => None,
        }
    }

    /// Distinguishes a body from its shape: returns the id of the body, then of the shape; `None` if the roles are not
    /// clear.
    fn holder(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let [first, second] = [a, b].map(|id| &self.things[id]);
        match (first.geometry, second.geometry) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            (false, false) if first.children.is_empty() && !second.children.is_empty() => Some((a, b)),
            (false, false) if !first.children.is_empty() && second.children.is_empty() => Some((b, a)),
            _ => None,
        }
    }

    /// Adds a copy of a thing; returns its id.
    pub(super) fn copied(&mut self, of: usize, at: usize) -> usize {
        let copy = Thing { at, name: String::new(), attached: false, ..self.things[of].clone() };
        self.add(copy)
    }

    /// Adds a body with a shape, or one that a definition describes. The text may change a definition and use it again,
    /// so the body gets a copy of it.
    fn body_of(&mut self, of: usize, names: &[&str], used: &Places, at: usize) -> usize {
        if self.things[of].geometry {
            let body = self.body(names, at);
            self.attach(body, of, None, used);
            return body;
        }
        let copy = Thing { at, name: String::new(), attached: false, ..self.things[of].clone() };
        self.things[of].attached = true;
        self.add(copy)
    }

    /// Evaluates a method call on a variable or on a field of one.
    pub(super) fn on_variable(&mut self, names: &[&str], owner: Value, given: &Given, at: usize) -> Value {
        match owner.what {
            What::Thing(id) => {
                let id = self.on_thing(names[0], id, &names[1..], given, at);
                Value { what: What::Thing(id), used: owner.used, at }
            }
            What::Pose(_) | What::Turn(_) | What::Vector(_) => {
                let changed = self.changed(&owner, &names[1..], given);
                let sets =
                    names[1..].iter().any(|name| plain(name).starts_with("set") || ["copy", "Set"].contains(name));
                let last = plain(names.last().copied().unwrap_or_default());
                let moves = MOVES.iter().any(|start| last.starts_with(start)) && !given.is_empty();
                match &changed {
                    Some(changed) if sets => self.rebind(names[0], changed.clone()),
                    // Moves relative to its previous pose.
                    Some(changed) if moves && matches!(&owner.what, What::Pose(pose) if *pose == Pose::default()) => {
                        self.rebind(names[0], changed.clone())
                    }
                    _ if (moves || sets) && matches!(owner.what, What::Pose(_)) => {
                        self.unread.push(at..at + 1);
                        self.rebind(names[0], Value::unknown(at));
                    }
                    _ => {}
                }
                changed.unwrap_or_else(|| Value::unknown(at))
            }
            _ => Value::unknown(at),
        }
    }

    /// Replaces the value of a variable.
    pub(super) fn rebind(&mut self, name: &str, value: Value) {
        if let Some(loose) = self.loose.iter_mut().rev().find(|loose| loose.name == name) {
            loose.value = value.clone();
        }
        self.variables.insert(name.to_owned(), value);
    }

    /// Returns a pose, rotation or vector after a method or an assignment has changed it.
    pub(super) fn changed(&self, owner: &Value, names: &[&str], given: &Given) -> Option<Value> {
        let last = plain(names.last()?);
        let what = match &owner.what {
            What::Pose(pose) => {
                let mut pose = *pose;
                let found = names.iter().rev().find_map(|name| slot(name));
                let by_index = ["x", "y", "z"].iter().position(|axis| *axis == last);
                match found {
                    _ if ["setidentity", "clone", "copy", "isometry", "into", "topose"].contains(&last.as_str())
                        && given.is_empty() =>
                    {
                        if last == "setidentity" {
                            pose = Pose::default();
                        }
                    }
                    Some(Slot::Position) if by_index.is_some() => {
                        pose.position[by_index?] = given.first()?.1.number()?
                    }
                    Some(Slot::Position) => pose.position = point(given)?,
                    // A component of a quaternion: if w is 1, the others are 0.
                    Some(Slot::Rotation) if last == "w" => {
                        pose.rotation =
                            identity_from_w(&given.first()?.1).filter(|_| pose.rotation == IDENTITY_ROTATION)?
                    }
                    Some(Slot::Rotation) if by_index.is_some() => return None,
                    Some(Slot::Rotation) => pose.rotation = self.rotation(&last, given)?,
                    Some(Slot::Pose) if given.len() == 1 => pose = given[0].1.pose()?,
                    _ => return None,
                }
                What::Pose(pose)
            }
            What::Turn(turn) => match last.as_str() {
                "normalize" | "normalized" | "clone" | "into" | "toquaternion" | "asquat" | "asmatrix" | "toscipy" => {
                    What::Turn(*turn)
                }
                _ => What::Turn(self.rotation(&last, given)?),
            },
            What::Vector(all) => match (last.as_str(), given) {
                ("set" | "setvalue", _) => What::Vector(point(given)?.to_vec()),
                ("clone" | "into" | "copy" | "tolist" | "coords" | "vector", []) => What::Vector(all.clone()),
                _ => return None,
            },
            _ => return None,
        };
        let mut value = Value { what, ..owner.clone() };
        value.used.extend(places(given));
        Some(value)
    }

    /// Evaluates a method call on an expression.
    pub(super) fn method(&mut self, whole: &Expr<'_>, of: &Expr<'_>, name: &str, given: &[Argument<'_>]) -> Value {
        let at = whole.at.start;
        let given = self.arguments(given);
        if let Some(value) = self.set_of_list(of, name, &given) {
            return value;
        }
        if let Some(names) = chain(of)
            && let Some((known, owner)) =
                self.lookup(&names).filter(|(_, value)| matches!(value.what, What::Thing(_) | What::Pose(_)))
        {
            let key = names[..known].join(".");
            let names = [&[key.as_str()], &names[known..], &[name]].concat();
            return self.on_variable(&names, owner, &given, at);
        }
        let owner = self.value(of);
        match &owner.what {
            What::Thing(id) => {
                let id = self.on_thing("", *id, &[name], &given, at);
                Value { what: What::Thing(id), used: owner.used, at }
            }
            What::Pose(_) | What::Turn(_) | What::Vector(_) => {
                self.changed(&owner, &[name], &given).unwrap_or_else(|| {
                    self.unread.push(whole.at.clone());
                    Value::unknown(at)
                })
            }
            What::Number(number) => {
                let own = [(None, Value::new(What::Number(*number), at))];
                let what = function(name, &own).map_or(What::Unknown, What::Number);
                Value { what, ..owner }
            }
            What::List(items)
                if plain(name) == "reshape"
                    && items.len() % 3 == 0
                    && items.iter().all(|(_, one)| one.number().is_some()) =>
            {
                let rows = items.chunks(3).map(|row| {
                    (None, Value { what: What::List(std::rc::Rc::new(row.to_vec())), used: places(row), at })
                });
                Value { what: What::List(std::rc::Rc::new(rows.collect())), ..owner }
            }
            What::List(_) => owner,
            // Unreal's `GetCapsuleComponent()->InitCapsuleSize(…)`.
            What::Word(_) | What::Unknown if name.starts_with("Init") && !dictionary::rows(&[name]).is_empty() => {
                let id = self.shape(&[name], &given, at);
                Value { what: What::Thing(id), used: vec![super::value::mark(at)], at }
            }
            What::Word(_) | What::Unknown => {
                let mut things = Vec::new();
                given.iter().for_each(|(_, value)| Self::things_in(value, &mut things));
                if things.is_empty() {
                    Value::unknown(at)
                } else {
                    self.of_bodies(&[name], &given, at).unwrap_or_else(|| Value::unknown(at))
                }
            }
        }
    }

    /// Applies a method to a thing; returns the id of the result.
    fn on_thing(&mut self, variable: &str, id: usize, names: &[&str], given: &Given, at: usize) -> usize {
        let last = names.last().copied().unwrap_or_default();
        // In Python, the copy of a mesh moves without the original.
        let meshes = ["creation", "primitives", "TriangleMesh"];
        if names == ["copy"]
            && given.is_empty()
            && self.things[id].path.iter().any(|name| meshes.contains(&name.as_str()))
        {
            return self.copied(id, at);
        }
        if let Some(kind) = self.things[id].path.iter().find(|kind| makes_shape(kind, last)).cloned() {
            return self.reshape(variable, id, &[&kind, last], given, at);
        }
        let mut things = Vec::new();
        let mut poses = Vec::new();
        given.iter().for_each(|(_, value)| Self::things_in(value, &mut things));
        given.iter().for_each(|(_, value)| Self::poses_in(value, &mut poses));
        if self.things[id].geometry && things.is_empty() && ADDS.contains(&plain(last).as_str()) {
            self.add_point(id, given);
            return id;
        }
        if things.is_empty() && self.fixture(id, last, given, at) {
            return id;
        }
        if !things.is_empty() && is_query(&plain(last)) {
            return id;
        }
        if let [child] = things[..] {
            let local = poses.first().copied().or_else(|| self.local(given));
            let unread = local.is_none()
                && given.len() > 1
                && plain(last).contains("shape")
                && given.iter().any(|(_, value)| matches!(value.what, What::Unknown));
            if self.things[id].geometry && self.things[child].geometry {
                self.things[id].problem = Some((at..at + 1, "shape"));
                return id;
            }
            let (owner, child) = self.holder(id, child).unwrap_or((id, child));
            let shape = self.shape_in(child, &plain(last), names, at);
            if unread {
                self.things[owner].problem = Some((at..at + 1, "pose of a shape"));
            }
            self.attach(owner, shape, local, &places(given));
            return if shape == child { id } else { shape };
        }
        self.set_thing(id, names, given, at..at + 1);
        id
    }

    /// Returns the pose of a child shape in its compound: a position, perhaps with a rotation, among the arguments.
    fn local(&self, given: &Given) -> Option<Pose> {
        let order = order(&self.named.libraries);
        let position = given.iter().find_map(|(_, value)| value.vector())?;
        let rotation = given.iter().find_map(|(_, value)| match &value.what {
            What::Turn(turn) => Some(*turn),
            _ => value.coordinates().filter(|all| all.len() == 4).and_then(|_| value.turn(order)),
        });
        // An argument that may be a rotation, but is not understood.
        let unknown = given.iter().any(|(_, value)| matches!(value.what, What::Unknown));
        (!unknown || rotation.is_some()).then_some(Pose { position, rotation: rotation.unwrap_or(IDENTITY_ROTATION) })
    }

    /// Applies `shape.SetAsBox(…)`. Bodies that already use the shape keep its previous form.
    fn reshape(&mut self, variable: &str, id: usize, names: &[&str], given: &Given, at: usize) -> usize {
        let mut thing = Thing { at, geometry: true, children: Vec::new(), attached: false, ..self.things[id].clone() };
        thing.path = names.iter().map(|name| (*name).to_owned()).collect();
        thing.given = given.to_vec();
        thing.used.extend(places(given));
        if !self.things[id].attached {
            self.things[id] = thing;
            return id;
        }
        let id = self.add(thing);
        self.variables.insert(variable.to_owned(), Value::new(What::Thing(id), at));
        id
    }
}

/// Whether a method of a type makes a shape that is read.
fn makes_shape(kind: &str, method: &str) -> bool {
    dictionary::rows(&[kind, method]).iter().any(|row| row.form != dictionary::Form::Unread)
}
