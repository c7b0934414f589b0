//! Calls and methods that join shapes to bodies and poses.

use super::queries::{MOVES, QUERIES, is_query, is_world_query, with_rotation_of};
use super::store::{Entity, Store, entities_of, is_body, poses_of, ranges_of, slot};
use crate::import::code::evaluate::constants::function;
use crate::import::code::evaluate::copies;
use crate::import::code::evaluate::lists;
use crate::import::code::evaluate::value;
use crate::import::code::evaluate::value::{Data, NamedValue, Ranges, Value};
use crate::import::code::libraries::calls::by_key;
use crate::import::code::libraries::harmless::{changes, is_harmless};
use crate::import::code::parser::syntax::{Argument, Expr, Node, chain};
use crate::import::code::pose::arithmetic;
use crate::import::code::pose::functions::is_getter;
use crate::import::code::pose::motions;
use crate::import::code::pose::product;
use crate::import::code::pose::rotations::normalized;
use crate::import::code::shape::dictionary;
use crate::import::pose::Pose;

impl Store {
    /// Evaluates a call that has shapes, bodies or poses among its arguments, or creates a body; `None` for any other.
    ///
    /// A body that occurs in two arguments, such as one for its mass, counts once, except in a query about two shapes.
    pub fn body_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let mut entities = entities_of(arguments);
        let poses = poses_of(arguments);
        let used = ranges_of(arguments);
        let last = normalized(names.last()?);
        if let Some(body) = self.body_of_fixtures(names, arguments, &entities, at) {
            return Some(Value::entity(body, &used, at));
        }
        if !QUERIES.contains(&last.as_str()) {
            entities.dedup();
        }
        self.note_foreign(&last, arguments, &entities);
        self.note_owner(names, arguments, &entities);
        if last.contains("compound") && (entities.is_empty() || poses.len() == entities.len()) {
            return Some(self.compound(names, &entities, &poses, &used, at));
        }
        match (entities.as_slice(), poses.as_slice()) {
            ([], [pose]) if self.place_registered(&last, arguments, *pose) => Some(Value::unknown(at)),
            ([], _) if is_body(names) && !is_getter(names) => {
                let body = self.body(names, at);
                self.place_by_arguments(body, names, arguments);
                Some(Value::entity(body, &used, at))
            }
            ([], _) => None,
            ([one], []) if is_world_query(&last) => Some(self.placed_in_query(*one, &last, names, arguments, at)),
            ([one], []) if self.place_in_world_query(*one, names, arguments, at) => Some(Value::unknown(at)),
            ([one], []) if self.sets(*one, names, arguments, at) => Some(Value::entity(*one, &used, at)),
            ([one], []) if is_body(names) || names_pose(arguments) => {
                let body = self.body_of(*one, names, &used, at);
                self.place_by_arguments(body, names, arguments);
                Some(Value::entity(body, &used, at))
            }
            ([one], []) if changes(&last) || !self.keeps(names) => {
                self.mark_changed(*one, at);
                Some(Value::entity(*one, &used, at))
            }
            ([one], []) => Some(Value::entity(self.described_body(*one, &last, names, arguments, at), &used, at)),
            ([one], [pose]) => {
                let body = self.place(*one, with_rotation_of(*pose, arguments), &used, names, at);
                self.note_registered(&last, arguments, body);
                Some(Value::entity(body, &used, at))
            }
            // PhysX's `PxCreateDynamic(physics, pose, geometry, material, density, pose of the shape)`.
            ([one], [pose, local]) if last.starts_with("pxcreate") && self.entities[*one].is_shape => {
                Some(self.placed_body(names, *pose, *one, *local, &used, at))
            }
            ([a, b], _)
                if !lists_bodies(names, arguments) && !is_query(&last) && self.owner_and_shape(*a, *b).is_some() =>
            {
                let (owner, child) = self.owner_and_shape(*a, *b)?;
                let shape = self.shape_in(child, &last, names, at);
                self.attach(owner, shape, poses.first().copied(), &used);
                Some(Value::entity(if shape == child { owner } else { shape }, &used, at))
            }
            _ => self.query_call(names, arguments, &entities, &poses, at),
        }
    }

    /// Marks a shape as not understood because a call may change it.
    fn mark_changed(&mut self, id: usize, at: usize) {
        self.changes += 1;
        self.doubt(id, "shape", at);
    }

    /// Makes a body at a pose with a shape, whose pose in the body is `local`.
    fn placed_body(
        &mut self,
        names: &[&str],
        pose: Pose,
        shape: usize,
        local: Pose,
        used: &Ranges,
        at: usize,
    ) -> Value {
        let body = self.body(names, at);
        self.entities[body].place_at(pose);
        self.attach(body, shape, Some(local), used);
        Value::entity(body, used, at)
    }

    /// Makes a body with these shapes at these poses in it.
    fn compound(&mut self, names: &[&str], shapes: &[usize], poses: &[Pose], used: &Ranges, at: usize) -> Value {
        let body = self.body(names, at);
        shapes.iter().zip(poses).for_each(|(shape, pose)| self.attach(body, *shape, Some(*pose), used));
        Value::entity(body, used, at)
    }

    /// Makes the body of a list of fixtures, as pybox2d's `CreateStaticBody(position=…, shapes=[…])`; `None` for any
    /// other call.
    fn body_of_fixtures(
        &mut self,
        names: &[&str],
        arguments: &[NamedValue],
        shapes: &[usize],
        at: usize,
    ) -> Option<usize> {
        by_key(arguments, &["shapes", "fixtures"]).filter(|_| shapes.len() > 1 && is_body(names))?;
        let body = self.body(names, at);
        shapes.iter().for_each(|shape| self.attach(body, *shape, None, &ranges_of(arguments)));
        self.place_by_arguments(body, names, arguments);
        Some(body)
    }

    /// Whether a function with a shape among its arguments leaves the shape as it is: a constructor, or a function of a
    /// harmless name.
    fn keeps(&self, names: &[&str]) -> bool {
        let last = names.last().copied().unwrap_or_default();
        // A method of a variable is not a constructor; a name in a module or a namespace may be one.
        let makes = !names.iter().rev().skip(1).any(|owner| self.variables.contains_key(*owner));
        let bare = last.trim_start_matches('_');
        let is_capital = bare.starts_with(|c: char| c.is_uppercase());
        let is_type = makes && (is_capital || bare.ends_with("_ptr") || self.named.is_prefixed(bare));
        let makers = ["make", "create", "new", "add", "insert", "set", "with", "bind", "place", "describe"];
        let reads =
            ["len", "str", "repr", "id", "type", "isinstance", "hasattr", "sizeof", "size", "enumerate", "list"];
        is_type
            || names.len() == 1 && reads.contains(&last)
            || ["from_legacy", "to_legacy"].contains(&last)
            || normalized(last).ends_with("def")
            || is_harmless(names, true)
            || is_query(&normalized(last))
            || makers.iter().any(|word| normalized(last).contains(word))
    }

    /// Distinguishes a body from its shape: returns the index of the body, then of the shape; `None` if the roles are
    /// not clear.
    pub fn owner_and_shape(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let [first, second] = [a, b].map(|id| &self.entities[id]);
        match (first.is_shape, second.is_shape) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            (false, false) if first.children.is_empty() && !second.children.is_empty() => Some((a, b)),
            (false, false) if !first.children.is_empty() && second.children.is_empty() => Some((b, a)),
            _ => None,
        }
    }

    /// Adds a copy of an entity; returns its index.
    pub fn add_copy(&mut self, of: usize, at: usize) -> usize {
        let copy = Entity { at, name: String::new(), attached: false, ..self.entities[of].clone() };
        self.add(copy)
    }

    /// Adds a body with a shape, or one that a definition describes. The text may change a definition and use it again,
    /// so the body gets a copy of it.
    fn body_of(&mut self, of: usize, names: &[&str], used: &Ranges, at: usize) -> usize {
        if self.entities[of].is_shape {
            let body = self.body(names, at);
            self.attach(body, of, None, used);
            return body;
        }
        if copies::removes(names) {
            return of;
        }
        // The text may change a body after adding it to a world, so the body is not copied.
        if copies::adds(names) && !copies::is_definition(&self.entities[of]) {
            return of;
        }
        let mut copy = Entity { at, name: String::new(), attached: false, ..self.entities[of].clone() };
        // The copy is a body, not a definition from which a world makes bodies, so it gets the path of a type.
        let is_type =
            names.last().is_some_and(|last| self.named.is_prefixed(last) || last.starts_with(char::is_uppercase));
        if is_type && !copies::adds(names) && !copies::defines(names) {
            copy.path = names.iter().map(|name| (*name).to_owned()).collect();
        }
        self.entities[of].attached = true;
        self.add(copy)
    }

    /// Evaluates a method call on a variable or on a field of one.
    pub fn call_on_variable(&mut self, names: &[&str], owner: Value, arguments: &[NamedValue], at: usize) -> Value {
        if let [_, method] = names
            && let Some(value) = self.shapely_method(&owner, method, arguments, at)
        {
            return value;
        }
        match owner.data {
            Data::Entity(id) => {
                if let Some(value) = self.copied_pose(id, names, arguments, at) {
                    return value;
                }
                let id = self.call_on_entity(names[0], id, &names[1..], arguments, at);
                Value { data: Data::Entity(id), used: owner.used, at }
            }
            Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) => {
                let turned = self.turned_matrix(&owner, names, arguments);
                let changed = turned.or_else(|| self.changed(&owner, &names[1..], arguments));
                let sets =
                    names[1..].iter().any(|name| normalized(name).starts_with("set") || ["copy", "Set"].contains(name));
                let last = normalized(names.last().copied().unwrap_or_default());
                let moves = MOVES.iter().any(|start| last.starts_with(start)) && !arguments.is_empty();
                match &changed {
                    Some(changed) if sets || motions::changes_pose(&last) && matches!(owner.data, Data::Pose(_)) => {
                        self.rebind(names[0], changed.clone())
                    }
                    // Moves relative to its previous pose.
                    Some(changed) if moves && matches!(&owner.data, Data::Pose(pose) if *pose == Pose::default()) => {
                        self.rebind(names[0], changed.clone())
                    }
                    _ if (moves || sets) && matches!(owner.data, Data::Pose(_)) => {
                        self.unread_poses.push(at..at + 1);
                        self.rebind(names[0], Value::unknown(at));
                    }
                    // A method whose result the text does not use changes the variable.
                    Some(changed)
                        if matches!(owner.data, Data::Rotation(_))
                            && product::changes_in_place(&last)
                            && (self.statement_at == Some(at) || self.uses("three") && !self.uses("babylon")) =>
                    {
                        self.rebind(names[0], changed.clone())
                    }
                    Some(changed) if matches!(owner.data, Data::Vector(_)) && arithmetic::is_arithmetic(&last) => {
                        match self.computes_in_place() {
                            Some(true) => self.rebind(names[0], changed.clone()),
                            _ if self.statement_at == Some(at) => self.rebind(names[0], Value::unknown(at)),
                            _ => {}
                        }
                    }
                    None if self.statement_at == Some(at) && !is_harmless(&names[1..], !arguments.is_empty()) => {
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
    pub fn rebind(&mut self, name: &str, value: Value) {
        if let Some(loose) = self.loose_poses.iter_mut().rev().find(|loose| loose.name == name) {
            loose.value = value.clone();
        }
        self.variables.insert(name.to_owned(), value);
    }

    /// Returns a pose, rotation or vector after a method of a chain. Each call of a chain changes its variable:
    /// `pose.setToTranslation(…).rotate(…)`.
    fn changed_in_chain(&mut self, whole: &Expr<'_>, owner: &Value, name: &str, arguments: &[NamedValue]) -> Value {
        let Some(changed) = self.changed(owner, &[name], arguments) else {
            self.unread_poses.push(whole.at.clone());
            return Value::unknown(whole.at.start);
        };
        if let Some(variable) = changed_variable(whole)
            && let Some(known) = self.variables.get(variable)
            && matches!(known.data, Data::Pose(_) | Data::Rotation(_))
        {
            self.rebind(variable, changed.clone());
        }
        changed
    }

    /// Evaluates a method call on an expression.
    pub fn method(&mut self, whole: &Expr<'_>, of: &Expr<'_>, name: &str, arguments: &[Argument<'_>]) -> Value {
        let at = whole.at.start;
        let arguments = self.arguments(arguments);
        if let Some(value) = self.set_of_list(of, name, &arguments) {
            return value;
        }
        if let Some(names) = chain(of).filter(|names| !arithmetic::copies_position(names))
            && let Some((known, owner)) =
                self.lookup(&names).filter(|(_, value)| matches!(value.data, Data::Entity(_) | Data::Pose(_)))
        {
            let key = names[..known].join(".");
            let names = [&[key.as_str()], &names[known..], &[name]].concat();
            return self.call_on_variable(&names, owner, &arguments, at);
        }
        if let Some(names) = chain(of)
            && self.set_foreign(&[&names[..], &[name]].concat(), &arguments, at)
        {
            return Value::unknown(at);
        }
        let owner = self.value(of);
        if let (Data::Entity(id), Some(names)) = (&owner.data, arithmetic::changed_position(of)) {
            let part = names.last().copied().unwrap_or_default();
            let id = self.call_on_entity(names[0], *id, &[part, name], &arguments, at);
            return Value { data: Data::Entity(id), used: owner.used, at };
        }
        if let Some(value) = self.shapely_method(&owner, name, &arguments, at) {
            return value;
        }
        if let Some(value) = self.matrix_method(&owner, name, &arguments, at) {
            return value;
        }
        match &owner.data {
            Data::Entity(id) => {
                let id = self.call_on_entity("", *id, &[name], &arguments, at);
                Value { data: Data::Entity(id), used: owner.used, at }
            }
            Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) => {
                self.changed_in_chain(whole, &owner, name, &arguments)
            }
            Data::Number(number) => {
                let own = [(None, Value::new(Data::Number(*number), at))];
                let data = function(name, &own).map_or(Data::Unknown, Data::Number);
                Value { data, ..owner }
            }
            Data::List(items)
                if normalized(name) == "reshape"
                    && items.len() % 3 == 0
                    && items.iter().all(|(_, one)| one.number().is_some()) =>
            {
                let rows = items.chunks(3).map(|row| (None, Value::list(row.to_vec(), at)));
                Value { data: Data::List(std::rc::Rc::new(rows.collect())), ..owner }
            }
            Data::List(_) if lists::keeps_elements(name, &arguments) => owner,
            Data::List(_) => Value::unknown(at),
            Data::Word(_) | Data::Unknown => self.method_of_unknown(name, &arguments, at),
        }
    }

    /// Evaluates a method of an object that is not understood as a call without the object.
    fn method_of_unknown(&mut self, name: &str, arguments: &[NamedValue], at: usize) -> Value {
        // Unreal's `GetCapsuleComponent()->InitCapsuleSize(…)`.
        // `print(shape) -> Capsule(r=0.5, h=2)`: the result of a call, not a method of it.
        let makes = name.starts_with("Init") || name.starts_with(char::is_uppercase) && states_sizes(arguments);
        if makes && !dictionary::rows(&[name]).is_empty() {
            let id = self.shape(&[name], arguments, at);
            return Value { data: Data::Entity(id), used: vec![value::mark(at)], at };
        }
        if entities_of(arguments).is_empty() && !is_body(&[name]) {
            return Value::unknown(at);
        }
        self.body_call(&[name], arguments, at).unwrap_or_else(|| Value::unknown(at))
    }
}

/// Whether arguments have numbers or vectors.
fn states_sizes(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(_, value)| value.number().is_some() || value.vector().is_some())
}

/// Whether a method changes its object.
fn changes_its_object(name: &str) -> bool {
    let last = normalized(name);
    motions::changes_pose(&last) || last.starts_with("set") || product::changes_in_place(&last)
}

/// Returns the variable that a chain of calls changes, if each call of the chain changes it.
fn changed_variable<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match &expr.node {
        Node::Call(path, _) => match path.names[..] {
            [variable, method] if changes_its_object(method) => Some(variable),
            _ => None,
        },
        Node::Method(of, path, _) if changes_its_object(path.last()) => changed_variable(of),
        _ => None,
    }
}

/// Whether a named argument is a pose or a part of one.
fn names_pose(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(key, _)| key.as_deref().is_some_and(|key| slot(key).is_some()))
}

/// Whether a call adds a list of bodies to a world, such as `Composite.add(world, [cross, stone])`.
fn lists_bodies(names: &[&str], arguments: &[NamedValue]) -> bool {
    copies::adds(names)
        && arguments.iter().any(|(_, value)| matches!(&value.data, Data::List(items) if entities_of(items).len() > 1))
}
