//! Evaluation of statements in order, as far as they create shapes, poses and bodies.

use std::rc::Rc;

use super::calls::{is_mention, is_unknown_collider, looks_like_shape, makes_volume};
use super::constants::{binary, constant, coordinate};
use super::dictionary;
use super::rotations::{is_pose, normalized};
use super::syntax::{Expr, Node, Path, Statement, StatementKind, chain};
use super::things::{LoosePose, Slot, Store, ranges_of, slot, things_of};
use super::value::{Data, NamedValue, Value, mark};
use super::wrappers::is_component;
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Runs a statement and stores the things that it declares or changes.
pub(super) fn run(store: &mut Store, statement: &Statement<'_>) {
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
            value.used.push(name_at.clone());
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
            if !store.run_output_call(expr) && !is_mention(expr) {
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
    let given = match &expr.node {
        Node::Call(path, given) if ["at", "position", "pos", "center"].contains(&path.last()) => store.arguments(given),
        _ => Vec::new(),
    };
    let range = mark(expr.at.start);
    if matches!(value.data, Data::Pose(_)) && value.used.contains(&range) {
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    } else if (2..=3).contains(&given.len())
        && let Some(data @ Data::Vector(_)) = super::constants::vector("", &given)
    {
        let value = Value { data, used: ranges_of(&given), at: expr.at.start };
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    }
}

/// Assigns a value to a name. `range` is the range of the name in the text.
pub(super) fn bind(store: &mut Store, name: &str, value: Value, range: std::ops::Range<usize>) {
    let slotted = slot(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_')).is_some()
        || ["pos", "tf", "trans", "iso", "pose"].iter().any(|start| normalized(name).starts_with(start))
        || super::pose_names::names_position(name);
    match &value.data {
        Data::Thing(id) => {
            let thing = &mut store.things[*id];
            if thing.name.is_empty() {
                name.clone_into(&mut thing.name);
            }
            thing.used.extend(value.used.iter().cloned());
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
        value.used.push(target.at.clone());
        bind(store, name, value, target.at.clone());
        return;
    }
    // MATLAB's `object.Pose(1:3, 4) = [x; y; z]`.
    if let Node::Call(Path { names, .. }, given) = &target.node
        && let ([name, "Pose"], [_, column]) = (&names[..], &given[..])
        && matches!(&column.value.node, Node::Number(number) if *number == 4.0)
    {
        let used = [&value.used[..], &[target.at.clone()]].concat();
        return store.set(&[name, "position"], &[(None, Value { used, ..value })], target.at.clone());
    }
    // Unity's `object.AddComponent<SphereCollider>().radius = 0.5f`.
    if let Node::Field(of, name) = &target.node
        && let Node::Call(path, _) | Node::Method(_, path, _) = &of.node
        && is_component(path)
        && let Data::Thing(id) = store.value(of).data
    {
        return store.set_thing(id, &[name], &[(None, value)], target.at.clone());
    }
    // Havok's `const [, shape] = …`: a code of success, then the shape or body.
    if let Node::List(targets) = &target.node
        && value.is_thing()
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
    pub(super) fn value(&mut self, expr: &Expr<'_>) -> Value {
        let at = expr.at.start;
        match &expr.node {
            Node::Number(number) => Value { data: Data::Number(*number), used: vec![expr.at.clone()], at },
            Node::Text(text) => Value::new(Data::Word((*text).to_owned()), at),
            Node::Path(path) => self.path(path, at),
            Node::Call(path, given) if path.names == [super::choices::CHOICE] => self.choose(given, at),
            Node::Call(path, given) if path.names == [super::fallbacks::FALLBACK] => self.fall_back(given, at),
            Node::Call(path, given) => {
                let values = self.arguments(given);
                self.note_arguments(&path.names, given, &values);
                self.call(path, &values, at)
            }
            Node::Method(of, path, given) => {
                if is_component(path) {
                    let owner = self.value(of);
                    if let Some(value) = self.component(path, Some(owner), &[], at) {
                        return value;
                    }
                }
                self.method(expr, of, path.last(), given)
            }
            Node::Field(of, name) => {
                let of = self.value(of);
                self.field(of, name)
            }
            Node::Index(of, index) => self.indexed(expr, of, index),
            Node::List(list) => {
                let given = self.arguments(list);
                self.list(given, at)
            }
            Node::Negative(of) => {
                let of = self.value(of);
                let data = match &of.data {
                    Data::Number(number) => Data::Number(-number),
                    Data::Vector(all) => Data::Vector(all.iter().map(|x| -x).collect()),
                    _ => super::matrices::negative(&of).unwrap_or(Data::Unknown),
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
    pub(super) fn lookup(&self, names: &[&str]) -> Option<(usize, Value)> {
        let longest = names.len().min(self.max_names.max(1));
        let found =
            (1..=longest).rev().find_map(|count| Some((count, self.variables.get(&names[..count].join("."))?.clone())));
        found.or_else(|| self.lookup_field(names))
    }

    /// Returns a field of a value. An unknown field of a thing, such as a node that belongs to it, is the thing itself;
    /// a field in capitals is a constant of its type.
    fn field(&mut self, of: Value, name: &str) -> Value {
        if let Some(hull) = self.hull_field(&of, name) {
            return hull;
        }
        let data = match &of.data {
            Data::Thing(_) if name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
                Data::Word(name.to_owned())
            }
            Data::Thing(id) => {
                let thing = &self.things[*id];
                if let Some((_, own)) = thing.arguments.iter().find(|(key, _)| key.as_deref() == Some(name)) {
                    return own.clone();
                }
                match slot(name) {
                    _ if ["localScale", "lossyScale"].contains(&name) => {
                        Data::Vector(thing.scale.unwrap_or([1.0; 3]).to_vec())
                    }
                    Some(Slot::Position) => thing.position.map_or(Data::Unknown, |p| Data::Vector(p.to_vec())),
                    Some(Slot::Rotation) => thing.rotation.map_or(Data::Unknown, Data::Rotation),
                    _ => Data::Thing(*id),
                }
            }
            Data::Pose(pose) => match slot(name) {
                Some(Slot::Position) => Data::Vector(pose.position.to_vec()),
                Some(Slot::Rotation) => Data::Rotation(pose.rotation),
                _ => super::numpy::field(&of, name).unwrap_or(Data::Unknown),
            },
            Data::Rotation(_) if name == "T" => super::numpy::field(&of, name).unwrap_or(Data::Unknown),
            Data::Rotation(rotation) => coordinate(name).map_or(Data::Unknown, |k| Data::Number(rotation[k])),
            Data::Vector(all) => coordinate(name).and_then(|k| all.get(k)).map_or(Data::Unknown, |x| Data::Number(*x)),
            Data::Unknown if ["static_body", "staticBody", "StaticBody"].contains(&name) => Data::Word(name.to_owned()),
            Data::List(_) => match of.field(&[name]) {
                Some(found) => return found.clone(),
                None => super::numpy::field(&of, name).unwrap_or(Data::Unknown),
            },
            _ => Data::Unknown,
        };
        Value { data, ..of }
    }

    /// Evaluates a call of a constructor, a function, or a method of a variable.
    pub(super) fn call(&mut self, path: &Path<'_>, given: &[NamedValue], at: usize) -> Value {
        // Static functions of emscripten's bindings: `Jolt.Quat.prototype.sIdentity()`.
        if path.names.contains(&"prototype") {
            let names = path.names.iter().copied().filter(|name| *name != "prototype").collect();
            return self.call(&Path { names, generic: path.generic.clone() }, given, at);
        }
        if let Some(given) = self.declare_body(&path.names, given, at) {
            return self.call(path, &given, at);
        }
        if let Some(value) = self.own_call(&path.names, given, at) {
            return value;
        }
        if let Some(value) = self.point_cloud(&path.names, given).or_else(|| self.matrix_call(&path.names, given, at)) {
            return value;
        }
        if let Some(value) = self.concatenated(&path.names, given, at).or_else(|| self.library_call(path, given, at)) {
            return value;
        }
        // Bevy only draws these meshes: the text has colliders of its own.
        if ["Mesh3d", "Mesh2d"].contains(&path.last()) && self.has_colliders() {
            self.discard_drawn(given);
            return Value::unknown(at);
        }
        if let Some(value) = self.component(path, None, given, at) {
            return value;
        }
        let made = self.record_call(&path.names, given, at);
        if let Some(value) = made.or_else(|| self.declared_by_macro(&path.names, given, at)) {
            return value;
        }
        let maker = ["make_shared", "make_unique", "allocate_shared", "make_ref", "MakeRef"].contains(&path.last());
        let names = if maker && !path.generic.is_empty() { &path.generic } else { &path.names };
        // `PxBoxGeometry::new(…)` of a binding; a bare `Box::new(…)` may be the language's own.
        let bound = path.last() == "new" && names.len() > 1 && self.named.is_prefixed(names[names.len() - 2]);
        let names = if bound { &names[..names.len() - 1] } else { &names[..] };
        let things = things_of(given);
        if let Some(value) = self.wrapping_call(names, given, &things, at) {
            return value;
        }
        let rows = dictionary::rows(names);
        let other_add = path.last() == "add"
            && !matches!(given.first(), Some((_, Value { data: Data::Word(word), .. })) if word == "geom");
        if !rows.is_empty() && !things.is_empty() && !other_add {
            return self.shape_of_parts(names, given, at);
        }
        if !rows.is_empty() && !other_add {
            let id = self.shape(names, given, at);
            self.attach_to_receiver(path, id);
            return Value { data: Data::Thing(id), used: vec![mark(at)], at };
        }
        self.other_call(names, given, at)
    }

    /// Evaluates a call of anything but a type of the dictionary, or of a method with the name of such a type.
    fn other_call(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Value {
        let things = things_of(given);
        // Box2D's `input.proxyA.Set(&shape, index)` and `input.transformA.Set(position, angle)`.
        if matches!(names, [_, _, "Set"]) && self.set_input(names, given, &(at..at + 1)) {
            return Value::unknown(at);
        }
        if self.constructs_member(names, given) || self.set_foreign(names, given, at) {
            return Value::unknown(at);
        }
        if things.is_empty()
            && let Some(value) = self.add_to_list(names, given, at)
        {
            return value;
        }
        if let Some((known, owner)) = self.lookup(names)
            && known < names.len()
            && !matches!(owner.data, Data::Unknown | Data::Word(_) | Data::List(_))
        {
            let key = names[..known].join(".");
            return self.call_on_variable(&[&[key.as_str()], &names[known..]].concat(), owner, given, at);
        }
        if names.len() > 1
            && things.is_empty()
            && names[1..].iter().any(|name| slot(name).is_some())
            && self.sets_undeclared_pose(names, given)
        {
            self.set(names, given, at..at + 1);
            return Value::unknown(at);
        }
        if let Some(data) = self.plain_call(names, given) {
            if let (Data::Pose(pose), true) = (&data, given.iter().any(|(_, value)| !value.used.is_empty())) {
                self.pose_calls.push(at..at + 1);
                self.nonidentity_poses.extend((*pose != Pose::default()).then_some(at..at + 1));
            }
            if matches!(data, Data::Rotation(rotation) if rotation != IDENTITY_ROTATION) {
                self.nonidentity_poses.push(mark(at));
            }
            let used = given.iter().flat_map(|(_, value)| value.used.iter().cloned()).chain([mark(at)]).collect();
            return Value { data, used, at };
        }
        if let Some(value) = self.body_call(names, given, at) {
            return value;
        }
        if things.is_empty()
            && (looks_like_shape(names.last().copied().unwrap_or_default()) || makes_volume(names))
            && given.iter().any(|(_, value)| value.number().is_some() || value.vector().is_some())
        {
            let id = self.shape(names, given, at);
            return Value::new(Data::Thing(id), at);
        }
        if things.is_empty() && (is_unknown_collider(names) || super::placements::makes_shape(names, given)) {
            let id = self.shape(names, given, at);
            return Value::new(Data::Thing(id), at);
        }
        self.note_unread(names, given, at);
        Value::unknown(at)
    }
}
