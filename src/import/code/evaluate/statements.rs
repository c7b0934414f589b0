//! Evaluation of statements in order, as far as they create shapes, poses and bodies.

use std::rc::Rc;

use super::calls::is_mention;
use super::constants::{binary, constant, coordinate};
use super::value::{Data, NamedValue, Value, mark};
use crate::import::code::join::pose_names;
use crate::import::code::join::store::{LoosePose, Slot, Store, entities_of, ranges_of, slot};
use crate::import::code::matrix::matrices;
use crate::import::code::matrix::numpy;
use crate::import::code::parser::choices;
use crate::import::code::parser::syntax::{Expr, Node, Path, Statement, StatementKind, chain};
use crate::import::code::pose::rotations::{is_pose, normalized};
use crate::import::code::shape::dictionary;
use crate::import::code::shape::wrappers::is_component;

/// Runs a statement and stores the entities that it declares or changes.
pub fn run(store: &mut Store, statement: &Statement<'_>) {
    match &statement.kind {
        StatementKind::Declare { name, name_at, declared, value } => {
            let mut value = match value {
                Some(value) => store.value(value),
                None if ["vector", "deque"].contains(&declared.last()) && !declared.generic.is_empty() => {
                    Value::new(Data::List(Rc::default()), statement.at.start)
                }
                None => store.call(declared, &[], statement.at.start),
            };
            value = store.with_fields(declared, value);
            store.note_value(statement.at.start, &value);
            let pose = declared.names.last().is_some_and(|name| is_pose(&name.to_lowercase()));
            if pose && matches!(value.data, Data::Unknown | Data::Word(_)) {
                store.unread_poses.push(name_at.clone());
            }
            if declared.last() == "btMatrix3x3" {
                store.matrices.insert((*name).to_owned());
            }
            value.use_name(name_at.clone());
            bind(store, name, value, name_at.clone());
        }
        // `SAT = require(…)`: names in the module keep the prefix `SAT`, as in the dictionary.
        StatementKind::Assign(Expr { node: Node::Path(path), .. }, value)
            if path.names == ["SAT"] && is_module(value) => {}
        StatementKind::Assign(target, value) => {
            let found = store.value(value);
            store.note_value(statement.at.start, &found);
            assign(store, target, found);
        }
        StatementKind::Value(expr) => {
            if store.is_mere_assertion(expr) {
                store.judged.push(expr.at.clone());
            } else if !store.run_output_call(expr) && !is_mention(expr) {
                store.statement_at = Some(expr.at.start);
                run_expression(store, expr);
                store.statement_at = None;
            }
        }
        // Statements that contain others are run by the interpreter.
        StatementKind::Loop(..)
        | StatementKind::Branches(_)
        | StatementKind::Function(_)
        | StatementKind::Block(_)
        | StatementKind::Return(_)
        | StatementKind::Break
        | StatementKind::Continue => {}
    }
}

/// Whether an expression loads a module.
fn is_module(expr: &Expr<'_>) -> bool {
    matches!(&expr.node, Node::Call(path, _) if ["require", "import"].contains(&path.last()))
}

/// Runs an expression that is a statement. A constructor of a pose, and "at (1, 2, 3)" in prose, state a pose that no
/// variable holds.
fn run_expression(store: &mut Store, expr: &Expr<'_>) {
    let value = store.value(expr);
    let arguments = match &expr.node {
        Node::Call(path, arguments) if ["at", "position", "pos", "center"].contains(&path.last()) => {
            store.arguments(arguments)
        }
        _ => Vec::new(),
    };
    let range = mark(expr.at.start);
    if matches!(value.data, Data::Pose(_)) && value.used.contains(&range) {
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    } else if (2..=3).contains(&arguments.len())
        && let Some(data @ Data::Vector(_)) = super::constants::vector("", &arguments)
    {
        let value = Value { data, used: ranges_of(&arguments), at: expr.at.start };
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    }
}

/// Number of ranges of a shape or body from which each further name adds only its own range.
const MAX_ENTITY_RANGES: usize = 10_000;

/// Assigns a value to a name. `range` is the range of the name in the text.
pub fn bind(store: &mut Store, name: &str, value: Value, range: std::ops::Range<usize>) {
    let slotted = slot(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')).is_some()
        || ["pos", "tf", "trans", "iso", "pose"].iter().any(|start| normalized(name).starts_with(start))
        || pose_names::names_position(name);
    match &value.data {
        Data::Entity(id) => {
            let entity = &mut store.entities[*id];
            if entity.name.is_empty() {
                name.clone_into(&mut entity.name);
            }
            let known = if entity.used.len() < MAX_ENTITY_RANGES { 0 } else { value.used.len().saturating_sub(1) };
            entity.used.extend(value.used[known..].iter().cloned());
        }
        Data::Pose(_) | Data::Rotation(_) => {
            store.loose_poses.push(LoosePose { name: name.to_owned(), value: value.clone(), range });
        }
        Data::Vector(_) | Data::List(_) if slotted && value.vector().is_some() => {
            store.loose_poses.push(LoosePose { name: name.to_owned(), value: value.clone(), range });
        }
        _ => {}
    }
    store.variables.insert(name.to_owned(), value);
}

/// Evaluates the assignment `a.b.c = value`.
fn assign(store: &mut Store, target: &Expr<'_>, value: Value) {
    if let Node::Path(Path { names, .. }) = &target.node
        && let [name] = names[..]
    {
        let mut value = value;
        value.use_name(target.at.clone());
        bind(store, name, value, target.at.clone());
        return;
    }
    // MATLAB's `object.Pose(1:3, 4) = [x; y; z]`.
    if let Node::Call(Path { names, .. }, arguments) = &target.node
        && let ([name, "Pose"], [_, column]) = (&names[..], &arguments[..])
        && matches!(&column.value.node, Node::Number(number) if *number == 4.0)
    {
        let used = [&value.used[..], std::slice::from_ref(&target.at)].concat();
        return store.set(&[name, "position"], &[(None, Value { used, ..value })], target.at.clone());
    }
    // Unity's `object.AddComponent<SphereCollider>().radius = 0.5f`.
    if let Node::Field(of, name) = &target.node
        && let Node::Call(path, _) | Node::Method(_, path, _) = &of.node
        && is_component(path)
        && let Data::Entity(id) = store.value(of).data
    {
        return store.set_entity(id, &[name], &[(None, value)], target.at.clone());
    }
    // Havok's `const [, shape] = …`: a code of success, then the shape or body.
    if let Node::List(targets) = &target.node
        && value.is_entity()
        && store.uses("havok")
        && let Some((last, before)) = targets.split_last()
    {
        before.iter().for_each(|one| assign(store, &one.value, Value::unknown(value.at)));
        return assign(store, &last.value, value);
    }
    match chain(target) {
        Some(names) => {
            let value = if names.last() == Some(&"plane") { store.plane_as_list(value) } else { value };
            store.set(&names, &[(None, value)], target.at.clone());
        }
        None => store.set_element(target, value),
    }
}

impl Store {
    /// Evaluates an expression as far as it is understood.
    pub fn value(&mut self, expr: &Expr<'_>) -> Value {
        let at = expr.at.start;
        match &expr.node {
            Node::Number(number) => Value { data: Data::Number(*number), used: vec![expr.at.clone()], at },
            Node::Text(text) => Value::new(Data::Word((*text).to_owned()), at),
            Node::Path(path) => self.path(path, at),
            Node::Call(path, arguments) if path.names == [choices::CHOICE] => self.choose(arguments, at),
            Node::Call(path, arguments) if path.names == [super::fallbacks::FALLBACK] => self.fall_back(arguments, at),
            Node::Call(path, arguments) => {
                let values = self.arguments(arguments);
                self.note_arguments(&path.names, arguments, &values);
                self.call(path, &values, at)
            }
            Node::Method(of, path, arguments) => {
                if is_component(path) {
                    let owner = self.value(of);
                    if let Some(value) = self.component(path, Some(owner), &[], at) {
                        return value;
                    }
                }
                self.method(expr, of, path.last(), arguments)
            }
            Node::Field(of, name) => {
                let of = self.value(of);
                self.field(of, name)
            }
            Node::Index(of, index) => self.indexed(expr, of, index),
            Node::List(list) => {
                let arguments = self.arguments(list);
                self.list(arguments, at)
            }
            Node::Negative(of) => {
                let of = self.value(of);
                let data = match &of.data {
                    Data::Number(number) => Data::Number(-number),
                    Data::Vector(all) => Data::Vector(all.iter().map(|x| -x).collect()),
                    _ => matrices::negative(&of).unwrap_or(Data::Unknown),
                };
                Value::new(data, at).with(&[&of])
            }
            Node::Binary(sign, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                if let Some(value) = self.solid_product(*sign, &left, &right, at) {
                    return value;
                }
                // Matrices for row vectors: the left one applies first.
                let swaps =
                    self.named.has_row_vectors && matches!((&left.data, &right.data), (Data::Pose(_), Data::Pose(_)));
                let (first, second) = if swaps { (&right, &left) } else { (&left, &right) };
                Value::new(binary(*sign, first, second), at).with(&[&left, &right])
            }
            Node::Result(k) => self.results.get(*k).cloned().unwrap_or_else(|| Value::unknown(at)),
            Node::Unknown | Node::Slice(..) | Node::Each(..) => Value::unknown(at),
        }
    }

    /// Evaluates a path: a variable with fields, or a constant.
    fn path(&mut self, path: &Path<'_>, at: usize) -> Value {
        let Some((known, mut value)) = self.lookup(&path.names) else {
            if path.names.len() == 2 && path.names[0] == "SAT" {
                return Value::new(Data::Word(path.names.join(".")), at);
            }
            if path.names.len() == 1 && dictionary::rows(&path.names).is_empty() || path.names.len() > 1 {
                let direction = self.direction(&path.names);
                return Value::new(direction.unwrap_or_else(|| constant(&path.names)), at);
            }
            return Value::new(Data::Word(path.last().to_owned()), at);
        };
        // A module in a variable: `sim = require('sim')`.
        if known < path.names.len() && path.names[0] == "sim" && matches!(value.data, Data::Unknown) {
            return Value::new(constant(&path.names), at);
        }
        for name in &path.names[known..] {
            value = self.field(value, name);
        }
        value
    }

    /// Returns the value of the longest prefix of a path that is a variable, and the number of names in the prefix.
    pub fn lookup(&self, names: &[&str]) -> Option<(usize, Value)> {
        let longest = names.len().min(self.max_names.max(1));
        let found =
            (1..=longest).rev().find_map(|count| Some((count, self.variables.get(&names[..count].join("."))?.clone())));
        found.or_else(|| self.lookup_field(names))
    }

    /// Returns a field of a value. An unknown field of an entity, such as a node that belongs to it, is the entity
    /// itself; a field in capitals is a constant of its type.
    fn field(&mut self, of: Value, name: &str) -> Value {
        if let Some(hull) = self.hull_field(&of, name) {
            return hull;
        }
        let data = match &of.data {
            Data::Entity(_) if name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
                Data::Word(name.to_owned())
            }
            Data::Entity(id) => {
                let entity = &self.entities[*id];
                if let Some((_, own)) = entity.arguments.iter().find(|(key, _)| key.as_deref() == Some(name)) {
                    return own.clone();
                }
                match slot(name) {
                    _ if ["localScale", "lossyScale"].contains(&name) => {
                        Data::Vector(entity.scale.unwrap_or([1.0; 3]).to_vec())
                    }
                    Some(Slot::Position) => entity.position.map_or(Data::Unknown, |p| Data::Vector(p.to_vec())),
                    Some(Slot::Rotation) => entity.rotation.map_or(Data::Unknown, Data::Rotation),
                    _ => Data::Entity(*id),
                }
            }
            Data::Pose(pose) => match slot(name) {
                Some(Slot::Position) => Data::Vector(pose.position.to_vec()),
                Some(Slot::Rotation) => Data::Rotation(pose.rotation),
                _ => numpy::field(&of, name).unwrap_or(Data::Unknown),
            },
            Data::Rotation(_) if name == "T" => numpy::field(&of, name).unwrap_or(Data::Unknown),
            Data::Rotation(rotation) => coordinate(name).map_or(Data::Unknown, |k| Data::Number(rotation[k])),
            Data::Vector(all) => coordinate(name).and_then(|k| all.get(k)).map_or(Data::Unknown, |x| Data::Number(*x)),
            Data::Unknown if ["static_body", "staticBody", "StaticBody"].contains(&name) => Data::Word(name.to_owned()),
            Data::List(_) => match of.field(&[name]) {
                Some(found) => return found.clone(),
                None => numpy::field(&of, name).unwrap_or(Data::Unknown),
            },
            _ => Data::Unknown,
        };
        Value { data, ..of }
    }

    /// Evaluates a call of a constructor, a function, or a method of a variable.
    pub fn call(&mut self, path: &Path<'_>, arguments: &[NamedValue], at: usize) -> Value {
        // Static functions of emscripten's bindings: `Jolt.Quat.prototype.sIdentity()`.
        if path.names.contains(&"prototype") {
            let names = path.names.iter().copied().filter(|name| *name != "prototype").collect();
            return self.call(&Path { names, generic: path.generic.clone() }, arguments, at);
        }
        if let Some(arguments) = self.declare_body(&path.names, arguments, at) {
            return self.call(path, &arguments, at);
        }
        if let Some(value) = self.own_call(&path.names, arguments, at) {
            return value;
        }
        if let Some(value) =
            self.point_cloud(&path.names, arguments).or_else(|| self.matrix_call(&path.names, arguments, at))
        {
            return value;
        }
        if let Some(value) =
            self.concatenated(&path.names, arguments, at).or_else(|| self.library_call(path, arguments, at))
        {
            return value;
        }
        // Bevy only draws these meshes: the text has colliders of its own.
        if ["Mesh3d", "Mesh2d"].contains(&path.last()) && self.has_colliders() {
            self.discard_drawn(arguments);
            return Value::unknown(at);
        }
        if let Some(value) = self.component(path, None, arguments, at) {
            return value;
        }
        let made = self.record_call(&path.names, arguments, at);
        if let Some(value) = made.or_else(|| self.declared_by_macro(&path.names, arguments, at)) {
            return value;
        }
        let maker = ["make_shared", "make_unique", "allocate_shared", "make_ref", "MakeRef"].contains(&path.last());
        let names = if maker && !path.generic.is_empty() { &path.generic } else { &path.names };
        // `PxBoxGeometry::new(…)` of a binding; a bare `Box::new(…)` may be the language's own.
        let bound = path.last() == "new" && names.len() > 1 && self.named.is_prefixed(names[names.len() - 2]);
        let names = if bound { &names[..names.len() - 1] } else { &names[..] };
        let entities = entities_of(arguments);
        if let Some(value) = self.wrapping_call(names, arguments, &entities, at) {
            return value;
        }
        let rows = dictionary::rows(names);
        let other_add = path.last() == "add"
            && !matches!(arguments.first(), Some((_, Value { data: Data::Word(word), .. })) if word == "geom");
        if !rows.is_empty() && !entities.is_empty() && !other_add {
            return self.shape_of_parts(names, arguments, at);
        }
        if !rows.is_empty() && !other_add {
            let id = self.shape(names, arguments, at);
            self.attach_to_receiver(path, id);
            return Value { data: Data::Entity(id), used: vec![mark(at)], at };
        }
        self.other_call(names, arguments, at)
    }
}
