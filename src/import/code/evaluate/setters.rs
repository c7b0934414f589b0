//! Assignments to fields, and calls of setters, of shapes, bodies and variables.

use std::ops::Range;

use super::value::{Data, NamedValue, Value};
use crate::import::code::join::placements;
use crate::import::code::join::store::{Problem, Slot, Store, entities_of, poses_of, ranges_of, slot};
use crate::import::code::libraries::harmless::{alters, changes, is_harmless, is_scale, puts_shape, takes_words};
use crate::import::code::pose::angles;
use crate::import::code::pose::changes;
use crate::import::code::pose::quaternions::identity_from_w;
use crate::import::code::pose::rotations::{Maker, normalized};
use crate::import::code::shape::dictionary;
use crate::import::pose::{IDENTITY_ROTATION, about};

impl Store {
    /// Sets a field of a variable, or of an object without a declaration.
    pub fn set(&mut self, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        if self.set_input(names, arguments, &at)
            || self.keeps_points(names, arguments)
            || self.set_pose_component(names, arguments, &at)
        {
            return;
        }
        if names.len() > 1 && names[0] == "transform" && self.uses("unity") && self.lookup(&names[..1]).is_none() {
            // A script of Unity moves the object that it belongs to.
            let owner = self.owner("gameObject", at.start);
            return self.set_entity(owner, names, arguments, at);
        }
        let found = self.lookup(names);
        match found {
            Some((known, owner)) if known == names.len() => {
                if let [(None, value)] = arguments {
                    let value = Value { used: [&value.used[..], &owner.used[..]].concat(), ..value.clone() };
                    self.name_field(names, value);
                }
            }
            Some((known, Value { data: Data::Entity(id), .. })) => self.set_entity(id, &names[known..], arguments, at),
            Some((known, owner)) if matches!(owner.data, Data::Pose(_) | Data::Rotation(_) | Data::Vector(_)) => {
                let changed = self.changed(&owner, &names[known..], arguments);
                let value = changed.unwrap_or(Value { data: Data::Unknown, ..owner });
                self.rebind(&names[..known].join("."), value);
            }
            _ if self.set_own_field(names, arguments) => {}
            _ => self.set_undeclared(names, arguments, at),
        }
    }

    /// Sets a field of an object without a declaration, which becomes a body: `ball.body = …`, `ball.position = …`. A
    /// field of the object itself (`this.ball = …`) is a variable.
    fn set_undeclared(&mut self, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        // A loop that is not known, such as one of a simulation, moves objects that the text does not show.
        if self.is_uncertain && arguments.iter().all(|(_, value)| matches!(value.data, Data::Unknown)) {
            return;
        }
        let slotted = (1..names.len()).find(|k| slot(names[*k]).is_some());
        let entities = entities_of(arguments);
        let count = match (slotted, entities.as_slice()) {
            (Some(count), _) => count,
            (None, [entity]) if names.len() > 1 => {
                let roles = ["body", "shape", "collider", "geometry", "fixture", "rigidbody"];
                let last = names[names.len() - 1];
                if ["this", "self"].contains(&names[0])
                    && names.len() == 2
                    && !roles.contains(&normalized(last).as_str())
                {
                    if self.entities[*entity].name.is_empty() {
                        last.clone_into(&mut self.entities[*entity].name);
                    }
                    let value = Value { data: Data::Entity(*entity), used: ranges_of(arguments), at: at.start };
                    self.name_field(names, value);
                    return;
                }
                names.len() - 1
            }
            _ => return,
        };
        let body = self.body(&[], at.start);
        names[count - 1].clone_into(&mut self.entities[body].name);
        self.name_field(&names[..count], Value::new(Data::Entity(body), at.start));
        self.set_entity(body, &names[count..], arguments, at);
    }

    /// Stores the value of a field as a variable with dots in its name.
    fn name_field(&mut self, names: &[&str], value: Value) {
        self.max_names = self.max_names.max(names.len());
        self.variables.insert(names.join("."), value);
    }

    /// Sets a field of a shape or body.
    pub fn set_entity(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        let last = names.last().copied().unwrap_or_default();
        self.entities[id].used.extend(ranges_of(arguments));
        let known = !arguments.is_empty() && self.library_member(id, names, arguments, at.start);
        if known || self.compute_position(id, names, arguments) || self.set_parts(id, names, arguments, &at) {
            return;
        }
        let component = changes::component(names);
        if self.take_pose_argument(id, last, arguments, &at) {
            return;
        }
        if names.iter().any(|name| is_scale(name)) {
            return self.set_scale(id, arguments, at);
        }
        // `position.set(…)`, `position.x = …`: the name before the method or coordinate is the field.
        let neutral = component.is_some()
            || last == "w"
            || ["set", "copy", "fromarray", "value", "setvalue"].contains(&normalized(last).as_str());
        let by_name = names.iter().rev().nth(usize::from(neutral || normalized(last).starts_with("setfrom")));
        let again = ["translate", "applytranslation"].contains(&normalized(last).as_str())
            && self.entities[id].position.is_some();
        let done = match slot(last).or_else(|| by_name.and_then(|name| slot(name))) {
            None if neutral && by_name.is_some_and(|name| self.is_argument(id, name)) => {
                let value = point(arguments).filter(|_| component.is_none());
                match (value, by_name) {
                    (Some(value), Some(name)) => {
                        let value =
                            Value { data: Data::Vector(value.to_vec()), used: ranges_of(arguments), at: at.start };
                        return self.set_field(id, &[name], &[(None, value)], at);
                    }
                    _ => None,
                }
            }
            // `position.add(…)`: a change of the pose that is not understood.
            None if (alters(names) || placements::moves(last, arguments)) && !arguments.is_empty() => None,
            // LÖVE's `body:setX(1)`.
            None if ["setX", "setY", "setZ"].contains(&last) && !self.entities[id].is_shape => None,
            None => return self.set_field(id, names, arguments, at),
            // Open3D's `translate(point, relative=False)` moves the center there.
            Some(_) if arguments.iter().any(|(key, _)| key.as_deref() == Some("relative")) => None,
            Some(_) if arguments.is_empty() => Some(()),
            Some(_) if again => None,
            Some(Slot::Position) => self.set_position(id, component, arguments),
            Some(Slot::Rotation) if last == "w" => self.set_w(id, arguments),
            Some(Slot::Rotation) if component.is_some() => self.set_angle(id, names, component, arguments),
            Some(Slot::Rotation) => self.set_rotation(id, names, arguments),
            // The pose of a shape in its body is not that of the body.
            Some(Slot::Pose)
                if normalized(last).contains("local")
                    && !self.entities[id].is_shape
                    && self.has_shapes_and_pose(id) =>
            {
                None
            }
            Some(Slot::Pose) => self.set_pose(id, arguments),
        };
        self.changes += 1;
        if done.is_none() {
            self.entities[id].problem = Some(Problem { range: at, part: "pose" });
        }
    }

    /// Sets the scale of a shape or body: only 1 is understood.
    fn set_scale(&mut self, id: usize, arguments: &[NamedValue], at: Range<usize>) {
        if !arguments.iter().all(|(_, value)| value.number() == Some(1.0) || value.vector() == Some([1.0; 3])) {
            self.entities[id].problem = Some(Problem { range: at, part: "scale" });
        }
    }

    /// Sets the component w of a rotation; `None` if it is not 1.
    fn set_w(&mut self, id: usize, arguments: &[NamedValue]) -> Option<()> {
        let (_, value) = arguments.first()?;
        let identity = identity_from_w(value)?;
        self.entities[id].rotation.get_or_insert(identity);
        Some(())
    }

    /// Puts shapes into a body, or changes its shape as a whole. Returns whether the names are those of such a change.
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
        let entity = &self.entities[id];
        let means = names.len() > 1 && ["shape", "collider"].contains(&normalized(names[0]).as_str());
        match entity.children[..] {
            [(child, _)] if means && !entity.is_shape && self.entities[child].is_shape => Some(child),
            _ => None,
        }
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
        let poses = poses_of(arguments);
        let rotations =
            arguments.iter().filter(|(_, value)| matches!(value.data, Data::Pose(_) | Data::Rotation(_))).count();
        if slot(last).is_some() || poses.is_empty() && rotations == 0 || normalized(last) == "set" {
            return false;
        }
        let inserts = ["insert", "insertbundle", "insertifnew", "with", "withbundle", "add", "addcomponent"];
        match poses.as_slice() {
            [pose]
                if inserts.contains(&normalized(last).as_str()) && rotations <= 1 && !self.entities[id].is_placed() =>
            {
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

    /// Returns the rotation that a setter sets, by its name and arguments.
    pub fn rotation(&self, name: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let libraries = &self.named.libraries;
        let name = normalized(name);
        if let Some(found) = angles::set_by_field(libraries, &name, arguments) {
            return found;
        }
        let values: Vec<f64> = arguments.iter().filter_map(|(_, value)| value.number()).collect();
        if let [(_, only)] = arguments {
            match (only.number(), only.vector()) {
                (Some(angle), _) => {
                    return about([0.0, 0.0, 1.0], if name.contains("degrees") { angle.to_radians() } else { angle });
                }
                (_, Some(angles)) if !name.contains("setfrom") => {
                    // In Rapier a vector is an axis times an angle; other libraries differ in their order of angles.
                    return (libraries.contains("rapier") && !libraries.contains("three"))
                        .then(|| {
                            Maker { name: String::from("fromscaledaxis"), kind: String::new(), arguments, libraries }
                                .rotation()
                        })
                        .flatten()
                        .or_else(|| (angles == [0.0; 3]).then_some(IDENTITY_ROTATION));
                }
                _ => {}
            }
        }
        if values.len() == 3 && arguments.len() == 3 && !name.contains("euler") {
            let euler = Maker { name: String::from("setfromeuler"), kind: String::new(), arguments, libraries };
            return libraries
                .contains("three")
                .then(|| euler.rotation())
                .flatten()
                .or_else(|| values.iter().all(|x| *x == 0.0).then_some(IDENTITY_ROTATION));
        }
        Maker {
            name: if name == "set" { String::new() } else { name },
            kind: String::from("quaternion"),
            arguments,
            libraries,
        }
        .rotation()
    }

    /// Sets a field that is not a pose: an argument of the shape, if its type has one of this name.
    fn set_field(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: Range<usize>) {
        let name = names.last().copied().unwrap_or_default();
        let key = name
            .strip_prefix("set")
            .or_else(|| name.strip_prefix("Set"))
            .unwrap_or(name)
            .trim_start_matches('_')
            .to_owned();
        let path: Vec<&str> = self.entities[id].path.iter().map(String::as_str).collect();
        let known = dictionary::has_argument(&path, &key);
        let entity = &mut self.entities[id];
        let loses = puts_shape(name) && arguments.iter().any(|(_, value)| matches!(value.data, Data::Unknown));
        let are_words = arguments.iter().all(|(_, value)| matches!(value.data, Data::Word(_)));
        let words = !arguments.is_empty() && are_words && !takes_words(name);
        let harmless =
            (words || is_harmless(names, !arguments.is_empty())) && (arguments.is_empty() || !changes(name)) && !loses;
        self.changes += usize::from(!harmless || known);
        if let ([(_, value)], true, true) = (arguments, known, entity.is_shape) {
            entity.arguments.retain(|(own, _)| own.as_deref() != Some(key.as_str()));
            entity.arguments.push((Some(key), value.clone()));
        } else if !harmless {
            entity.problem = Some(Problem { range: at, part: "shape" });
        }
    }
}

/// Returns the point of one vector, or of two or three numbers.
pub fn point(arguments: &[NamedValue]) -> Option<[f64; 3]> {
    if let [(_, only)] = arguments {
        return only.vector();
    }
    let all: Option<Vec<f64>> = arguments
        .iter()
        .filter(|(_, value)| !matches!(&value.data, Data::Word(word) if ["true", "false"].contains(&word.as_str())))
        .map(|(_, value)| value.number())
        .collect();
    match all.as_deref() {
        Some([x, y]) => Some([*x, *y, 0.0]),
        Some([x, y, z]) => Some([*x, *y, *z]),
        // A vector, and flags after it; a number there would be an angle.
        _ if arguments.iter().any(|(_, value)| value.number().is_some()) => None,
        _ => arguments.first().and_then(|(_, value)| value.vector()),
    }
}
