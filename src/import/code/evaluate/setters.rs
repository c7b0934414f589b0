//! Assignments to fields, and calls of setters, of shapes, bodies and variables: `body.position = (0, 1, 0)`,
//! `box.setRadius(2)`, `ball.body = body`.
//!
//! **Rule.** The field decides: a part of the pose is set by [`super::pose_setters`], an argument of the shape replaces
//! that of its constructor, a shape becomes a part of the body. A field that may change a body and is not understood
//! makes the shape or the pose a problem, which refuses the text.
//!
//! **Arguments.** `names` is the path of the field or setter, `at` its range in the text in bytes, `id` the index of a
//! shape or body in the store.

use std::ops::Range;

use super::setter_targets::SetterTarget;
use super::value::{Data, NamedValue, Value};
use crate::code::join::placements;
use crate::code::join::store::{Problem, Slot, Store, entities_of, poses_of, ranges_of, slot};
use crate::code::libraries::harmless::{alters, changes, is_harmless, is_scale, puts_shape, takes_words};
use crate::code::pose::quaternions::identity_from_w;
use crate::code::shape::dictionary;
use crate::names::normalized;

impl Store {
    /// Sets a field of a variable, or of an object without a declaration.
    pub fn set(&mut self, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        if self.set_input(names, arguments, &at)
            || self.keeps_points(names, arguments)
            || self.set_pose_component(names, arguments, &at)
        {
            return;
        }
        // A script of Unity moves the object that it belongs to: `transform.position = …`.
        let is_own_transform = names.len() > 1 && names[0] == "transform" && self.uses("unity");
        if is_own_transform && self.lookup(&names[..1]).is_none() {
            let owner = self.owner("gameObject", at.start);
            return self.set_entity(owner, names, arguments, at);
        }
        if let Some((known, owner)) = self.lookup(names) {
            if known == names.len() {
                self.replace_field(names, &owner, arguments);
                return;
            }
            match owner.data {
                Data::Entity(id) => return self.set_entity(id, &names[known..], arguments, at),
                Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) => {
                    let changed = self.changed(&owner, &names[known..], arguments);
                    let value = changed.unwrap_or(Value { data: Data::Unknown, ..owner });
                    return self.rebind(&names[..known].join("."), value);
                }
                Data::Unknown | Data::Number(_) | Data::Word(_) | Data::List(_) => {}
            }
        }
        if !self.set_own_field(names, arguments) {
            self.set_undeclared(names, arguments, at);
        }
    }

    /// Assigns a value to a field that is a variable, whose previous value is `old`. Its ranges stay, so that the
    /// numbers of the previous value do not count as unread.
    fn replace_field(&mut self, names: &[&str], old: &Value, arguments: &[NamedValue]) {
        if let [(None, value)] = arguments {
            let used = [&value.used[..], &old.used[..]].concat();
            self.name_field(names, Value { used, ..value.clone() });
        }
    }

    /// Sets a field of an object without a declaration, which becomes a body: `ball.body = …`, `ball.position = …`. A
    /// field of the object itself (`this.ball = …`) is a variable.
    fn set_undeclared(&mut self, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        // A loop that is not known, such as one of a simulation, moves objects that the text does not show.
        if self.is_uncertain && arguments.iter().all(|(_, value)| matches!(value.data, Data::Unknown)) {
            return;
        }
        let part_of_pose = (1..names.len()).find(|k| slot(names[*k]).is_some());
        let owner_length = match (part_of_pose, entities_of(arguments).as_slice()) {
            (Some(k), _) => k,
            (None, [entity]) if names.len() > 1 => {
                if is_own_variable(names) {
                    return self.store_in_own_field(names, *entity, arguments, at.start);
                }
                names.len() - 1
            }
            _ => return,
        };
        let body = self.body(&[], at.start);
        names[owner_length - 1].clone_into(&mut self.entities[body].name);
        self.name_field(&names[..owner_length], Value::new(Data::Entity(body), at.start));
        self.set_entity(body, &names[owner_length..], arguments, at);
    }

    /// Stores a shape or body in a field of the object itself, `this.ball = …`, whose name it gets.
    fn store_in_own_field(&mut self, names: &[&str], entity: usize, arguments: &[NamedValue], at: usize) {
        if self.entities[entity].name.is_empty() {
            names[names.len() - 1].clone_into(&mut self.entities[entity].name);
        }
        let value = Value { data: Data::Entity(entity), used: ranges_of(arguments), at };
        self.name_field(names, value);
    }

    /// Stores the value of a field as a variable with dots in its name.
    fn name_field(&mut self, names: &[&str], value: Value) {
        self.max_names = self.max_names.max(names.len());
        self.variables.insert(names.join("."), value);
    }

    /// Sets a field of a shape or body, or calls one of its setters.
    pub fn set_entity(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        let last = names.last().copied().unwrap_or_default();
        self.entities[id].used.extend(ranges_of(arguments));
        if !arguments.is_empty() && self.library_member(id, names, arguments, at.start) {
            return;
        }
        if self.compute_position(id, names, arguments) || self.set_parts(id, names, arguments, &at) {
            return;
        }
        if self.take_pose_argument(id, last, arguments, &at) {
            return;
        }
        if names.iter().any(|name| is_scale(name)) {
            return self.set_scale(id, arguments, at);
        }
        let target = SetterTarget::of(names);
        let is_understood = match target.slot {
            Some(slot) => self.set_pose_slot(id, slot, &target, names, arguments),
            None => {
                if let Some(field) = target.field
                    && target.is_part_of_field
                    && self.is_argument(id, field)
                {
                    if let Some(point) = point(arguments).filter(|_| target.component.is_none()) {
                        let data = Data::Vector(point.to_vec());
                        let value = Value { data, used: ranges_of(arguments), at: at.start };
                        return self.set_field(id, &[field], &[(None, value)], at);
                    }
                } else if !self.changes_pose(id, names, arguments) {
                    return self.set_field(id, names, arguments, at);
                }
                false
            }
        };
        self.changes += 1;
        if !is_understood {
            self.entities[id].problem = Some(Problem { range: at, part: "pose" });
        }
    }

    /// Whether a setter without a known field changes the pose in a way that is not understood: `position.add(…)`, and
    /// LÖVE's `body:setX(1)`.
    fn changes_pose(&self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let last = names.last().copied().unwrap_or_default();
        if !arguments.is_empty() && (alters(names) || placements::moves(last, arguments)) {
            return true;
        }
        ["setX", "setY", "setZ"].contains(&last) && !self.entities[id].is_shape
    }

    /// Sets the pose or a part of it. Returns whether the setter is understood.
    fn set_pose_slot(
        &mut self,
        id: usize,
        slot: Slot,
        target: &SetterTarget<'_>,
        names: &[&str],
        arguments: &[NamedValue],
    ) -> bool {
        let last = names.last().copied().unwrap_or_default();
        let method = normalized(last);
        // Open3D's `translate(point, relative=False)` moves the center there.
        if arguments.iter().any(|(key, _)| key.as_deref() == Some("relative")) {
            return false;
        }
        // A getter.
        if arguments.is_empty() {
            return true;
        }
        let is_translation = ["translate", "applytranslation"].contains(&method.as_str());
        if is_translation && self.entities[id].position.is_some() {
            return false;
        }
        let done = match slot {
            Slot::Position => self.set_position(id, target.component, arguments),
            Slot::Rotation if last == "w" => self.set_w(id, arguments),
            Slot::Rotation if target.component.is_some() => self.set_angle(id, names, target.component, arguments),
            Slot::Rotation => self.set_rotation(id, names, arguments),
            Slot::Pose => {
                // The pose of a shape in its body is not that of the body.
                let is_pose_of_shape = method.contains("local") && !self.entities[id].is_shape;
                if is_pose_of_shape && self.has_shapes_and_pose(id) {
                    return false;
                }
                self.set_pose(id, arguments)
            }
        };
        done.is_some()
    }

    /// Sets the scale of a shape or body: only 1 is understood.
    fn set_scale(&mut self, id: usize, arguments: &[NamedValue], at: Range<usize>) {
        if !arguments.iter().all(|(_, value)| value.number() == Some(1.0) || value.vector() == Some([1.0; 3])) {
            self.entities[id].problem = Some(Problem { range: at, part: "scale" });
        }
    }

    /// Sets the component w of a rotation; `None` if it is not 1, which only the identity has.
    fn set_w(&mut self, id: usize, arguments: &[NamedValue]) -> Option<()> {
        let (_, value) = arguments.first()?;
        let identity = identity_from_w(value)?;
        self.entities[id].rotation.get_or_insert(identity);
        Some(())
    }

    /// Puts shapes into a body, `body.shape = …`, or changes its shape as a whole, `setLocalScaling`. Returns whether
    /// the setter is one of these.
    fn set_parts(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let last = names.last().map_or_else(String::new, |name| normalized(name));
        if !names.is_empty() && self.set_primitives(id, names, arguments, at) {
            return true;
        }
        if let Some(child) = self.shape_of(id, names) {
            self.set_entity(child, &names[1..], arguments, at.clone());
        } else if let Some((_, Value { data: Data::Entity(child), .. })) = arguments.first() {
            // The result of a method of a body is no position: `body.position = body.local_to_world(…)`.
            if matches!(names, [.., name] if matches!(slot(name), Some(Slot::Position | Slot::Rotation))) {
                self.entities[id].problem = Some(Problem { range: at.clone(), part: "pose" });
            } else if !self.take_body(id, *child, at) {
                // A definition of a fixture or a body has one shape, the last.
                if super::copies::replaces_shape(&self.entities[id], names, self.uses("realitykit")) {
                    self.entities[id].children.clear();
                }
                self.attach(id, *child, None, &ranges_of(arguments));
            }
        } else if last == "setsweptsphereradius" {
            self.round(id, arguments.first().and_then(|(_, value)| value.number()), at.start);
        } else if last == "setlocalscaling" && self.entities[id].is_shape {
            self.scale(id, point(arguments), at.start);
        } else {
            return false;
        }
        true
    }

    /// Returns the only shape of a body, if the first of several names means it: `node.shape.size = …`.
    pub fn shape_of(&self, id: usize, names: &[&str]) -> Option<usize> {
        let [first, _, ..] = names else { return None };
        let [(child, _)] = self.entities[id].children[..] else { return None };
        let names_shape = ["shape", "collider"].contains(&normalized(first).as_str());
        (names_shape && !self.entities[id].is_shape && self.entities[child].is_shape).then_some(child)
    }

    /// Gives an object without a declaration the pose of the body that is assigned to it, as LÖVE's `ball.body = …`.
    /// Returns whether the child is such a body.
    fn take_body(&mut self, id: usize, child: usize, at: &Range<usize>) -> bool {
        let body = &self.entities[child];
        if !self.entities[id].path.is_empty() || body.is_shape || !body.children.is_empty() || !body.is_placed() {
            return false;
        }
        let pose = body.pose();
        let used = body.used.clone();
        self.entities[child].attached = true;
        if self.entities[id].is_placed() {
            self.entities[id].problem = Some(Problem { range: at.clone(), part: "pose" });
        }
        self.entities[id].place_at(pose);
        self.entities[id].used.extend(used);
        true
    }

    /// Handles a pose among the arguments of a method whose name does not mention poses: the pose of the body if the
    /// method inserts a component (`.insert(Transform::from_xyz(…))`), else a problem. Returns whether there is one.
    fn take_pose_argument(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: &Range<usize>) -> bool {
        let method = normalized(last);
        let poses = poses_of(arguments);
        let transforms = arguments.iter().filter(|(_, value)| matches!(value.data, Data::Pose(_) | Data::Rotation(_)));
        let transform_count = transforms.count();
        let has_pose = !poses.is_empty() || transform_count > 0;
        if slot(last).is_some() || !has_pose || method == "set" {
            return false;
        }
        let inserts = INSERTING_METHODS.contains(&method.as_str());
        match poses.as_slice() {
            [pose] if inserts && transform_count <= 1 && !self.entities[id].is_placed() => {
                self.entities[id].place_at(*pose);
            }
            _ => self.entities[id].problem = Some(Problem { range: at.clone(), part: "pose" }),
        }
        true
    }

    /// Whether a body has shapes and a pose already.
    fn has_shapes_and_pose(&self, id: usize) -> bool {
        self.entities[id].is_placed() && !self.entities[id].children.is_empty()
    }

    /// Whether the type of a shape has an argument of this name.
    fn is_argument(&self, id: usize, name: &str) -> bool {
        let path: Vec<&str> = self.entities[id].path.iter().map(String::as_str).collect();
        self.entities[id].is_shape && dictionary::has_argument(&path, name)
    }

    /// Sets a field that is not a pose: an argument of the shape, if its type has one of this name.
    fn set_field(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        let name = names.last().copied().unwrap_or_default();
        let without_set = name.strip_prefix("set").or_else(|| name.strip_prefix("Set")).unwrap_or(name);
        let argument = without_set.trim_start_matches('_').to_owned();
        let path: Vec<&str> = self.entities[id].path.iter().map(String::as_str).collect();
        let is_argument = dictionary::has_argument(&path, &argument);
        let has_no_effect = has_no_effect(names, arguments);
        if !has_no_effect || is_argument {
            self.changes += 1;
        }
        let entity = &mut self.entities[id];
        if let [(_, value)] = arguments
            && is_argument
            && entity.is_shape
        {
            entity.arguments.retain(|(key, _)| key.as_deref() != Some(argument.as_str()));
            entity.arguments.push((Some(argument), value.clone()));
        } else if !has_no_effect {
            entity.problem = Some(Problem { range: at, part: "shape" });
        }
    }
}

/// Methods that insert a component into an entity of Bevy, in lower case without underscores.
const INSERTING_METHODS: [&str; 7] =
    ["insert", "insertbundle", "insertifnew", "with", "withbundle", "add", "addcomponent"];

/// Fields of an object that hold a body or its shape, in lower case without underscores.
const BODY_FIELDS: [&str; 6] = ["body", "shape", "collider", "geometry", "fixture", "rigidbody"];

/// Whether a path is a field of the object itself that is a variable, `this.ball`, rather than its body, `this.body`.
fn is_own_variable(names: &[&str]) -> bool {
    match names {
        ["this" | "self", field] => !BODY_FIELDS.contains(&normalized(field).as_str()),
        _ => false,
    }
}

/// Whether a setter changes neither the shape nor the pose: `setFriction(0.5)`, `type = "dynamic"`. An unknown value
/// for a shape is no such setter.
fn has_no_effect(names: &[&str], arguments: &[NamedValue]) -> bool {
    let name = names.last().copied().unwrap_or_default();
    if !arguments.is_empty() && changes(name) {
        return false;
    }
    if puts_shape(name) && arguments.iter().any(|(_, value)| matches!(value.data, Data::Unknown)) {
        return false;
    }
    let are_words = arguments.iter().all(|(_, value)| matches!(value.data, Data::Word(_)));
    let sets_words = !arguments.is_empty() && are_words && !takes_words(name);
    sets_words || is_harmless(names, !arguments.is_empty())
}

/// Returns the point of one vector, or of two or three numbers, with z = 0 in a plane; flags may follow. `None` for
/// other arguments.
pub fn point(arguments: &[NamedValue]) -> Option<[f64; 3]> {
    if let [(_, only)] = arguments {
        return only.vector();
    }
    let without_flags = arguments.iter().filter(|(_, value)| !is_flag(value));
    let numbers: Option<Vec<f64>> = without_flags.map(|(_, value)| value.number()).collect();
    match numbers.as_deref() {
        Some([x, y]) => return Some([*x, *y, 0.0]),
        Some([x, y, z]) => return Some([*x, *y, *z]),
        _ => {}
    }
    // A vector, and flags after it; a number there would be an angle.
    if arguments.iter().any(|(_, value)| value.number().is_some()) {
        return None;
    }
    arguments.first().and_then(|(_, value)| value.vector())
}

/// Whether a value is `true` or `false`.
fn is_flag(value: &Value) -> bool {
    matches!(&value.data, Data::Word(word) if word == "true" || word == "false")
}
