//! Values of expressions: variables and their fields, calls, and arithmetic.
//!
//! `Vec3(1, 2, 3) * 2` becomes a vector, `Box(1, 1, 1)` a shape in the store, `box.position` the position of this
//! shape. An expression that is not understood has an unknown value.

use super::constants::{constant, coordinate};
use super::operators::binary;
use super::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Slot, Store, entities_of, slot};
use crate::code::matrix::matrices;
use crate::code::matrix::numpy;
use crate::code::parser::choices;
use crate::code::parser::syntax::{Expr, Node, Path};
use crate::code::shape::dictionary;
use crate::code::shape::wrappers::is_component;

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
            Node::Method(owner, path, arguments) => {
                if is_component(path) {
                    let owner = self.value(owner);
                    if let Some(value) = self.component(path, Some(owner), &[], at) {
                        return value;
                    }
                }
                self.method(expr, owner, path.last(), arguments)
            }
            Node::Field(owner, name) => {
                let owner = self.value(owner);
                self.field(owner, name)
            }
            Node::Index(list, index) => self.indexed(expr, list, index),
            Node::List(list) => {
                let arguments = self.arguments(list);
                self.list(arguments, at)
            }
            Node::Negative(operand) => {
                let operand = self.value(operand);
                Value::new(negative(&operand), at).with(&[&operand])
            }
            Node::Binary(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                self.binary_operation(*operator, &left, &right, at)
            }
            Node::Result(k) => self.results.get(*k).cloned().unwrap_or_else(|| Value::unknown(at)),
            Node::Unknown | Node::Slice(..) | Node::Each(..) => Value::unknown(at),
        }
    }

    /// Applies an operator to two values.
    fn binary_operation(&mut self, operator: char, left: &Value, right: &Value, at: usize) -> Value {
        if let Some(value) = self.solid_product(operator, left, right, at) {
            return value;
        }
        // Matrices for row vectors: the left one applies first.
        let are_poses = matches!(left.data, Data::Pose(_)) && matches!(right.data, Data::Pose(_));
        let data = if self.named.has_row_vectors && are_poses {
            binary(operator, right, left)
        } else {
            binary(operator, left, right)
        };
        Value::new(data, at).with(&[left, right])
    }

    /// Evaluates a path: a variable with fields, or a constant.
    fn path(&mut self, path: &Path<'_>, at: usize) -> Value {
        let Some((known, mut value)) = self.lookup(&path.names) else { return self.path_without_variable(path, at) };
        // A module in a variable: `sim = require('sim')`.
        if known < path.names.len() && path.names[0] == "sim" && matches!(value.data, Data::Unknown) {
            return Value::new(constant(&path.names), at);
        }
        for name in &path.names[known..] {
            value = self.field(value, name);
        }
        value
    }

    /// Evaluates a path that begins with no variable: a direction or constant, or the name of a type, which is a word.
    fn path_without_variable(&self, path: &Path<'_>, at: usize) -> Value {
        // Types of SAT.js keep their prefix, as in the dictionary.
        if path.names.len() == 2 && path.names[0] == "SAT" {
            return Value::new(Data::Word(path.names.join(".")), at);
        }
        let is_type = path.names.len() == 1 && !dictionary::rows(&path.names).is_empty();
        if is_type || path.names.is_empty() {
            return Value::new(Data::Word(path.last().to_owned()), at);
        }
        let direction = self.direction(&path.names);
        Value::new(direction.unwrap_or_else(|| constant(&path.names)), at)
    }

    /// Returns the number of names in the longest prefix of a path that is a variable, and its value; `None` if no
    /// prefix is one.
    pub fn lookup(&self, names: &[&str]) -> Option<(usize, Value)> {
        let longest = names.len().min(self.max_names.max(1));
        for count in (1..=longest).rev() {
            if let Some(value) = self.variables.get(&names[..count].join(".")) {
                return Some((count, value.clone()));
            }
        }
        self.lookup_field(names)
    }

    /// Returns a field of a value, unknown if it has none of this name.
    fn field(&mut self, owner: Value, name: &str) -> Value {
        if let Some(hull) = self.hull_field(&owner, name) {
            return hull;
        }
        let data = match &owner.data {
            Data::Entity(id) => {
                let id = *id;
                return self.field_of_shape_or_body(id, owner, name);
            }
            Data::Pose(pose) => match slot(name) {
                Some(Slot::Position) => Data::Vector(pose.position.to_vec()),
                Some(Slot::Rotation) => Data::Rotation(pose.rotation),
                _ => numpy::field(&owner, name).unwrap_or(Data::Unknown),
            },
            // The transpose in NumPy.
            Data::Rotation(_) if name == "T" => numpy::field(&owner, name).unwrap_or(Data::Unknown),
            Data::Rotation(rotation) => coordinate(name).map_or(Data::Unknown, |k| Data::Number(rotation[k])),
            Data::Vector(all) => coordinate(name).and_then(|k| all.get(k)).map_or(Data::Unknown, |x| Data::Number(*x)),
            // pymunk's `space.static_body`.
            Data::Unknown if ["static_body", "staticBody", "StaticBody"].contains(&name) => Data::Word(name.to_owned()),
            Data::List(_) => match owner.field(&[name]) {
                Some(value) => return value.clone(),
                None => numpy::field(&owner, name).unwrap_or(Data::Unknown),
            },
            _ => Data::Unknown,
        };
        Value { data, ..owner }
    }

    /// Returns a field of a shape or body: an argument of its constructor, its scale, its position or its rotation. An
    /// unknown field, such as a node that belongs to it, is the entity itself; a field in capitals is a constant of its
    /// type, `body.DYNAMIC`.
    fn field_of_shape_or_body(&self, id: usize, owner: Value, name: &str) -> Value {
        let is_constant = name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        if is_constant {
            return Value { data: Data::Word(name.to_owned()), ..owner };
        }
        let entity = &self.entities[id];
        if let Some((_, argument)) = entity.arguments.iter().find(|(key, _)| key.as_deref() == Some(name)) {
            return argument.clone();
        }
        // Unity's scale of a `Transform`.
        if ["localScale", "lossyScale"].contains(&name) {
            return Value { data: Data::Vector(entity.scale.unwrap_or([1.0; 3]).to_vec()), ..owner };
        }
        let data = match slot(name) {
            Some(Slot::Position) => entity.position.map_or(Data::Unknown, |p| Data::Vector(p.to_vec())),
            Some(Slot::Rotation) => entity.rotation.map_or(Data::Unknown, Data::Rotation),
            Some(Slot::Pose) | None => Data::Entity(id),
        };
        Value { data, ..owner }
    }

    /// Evaluates a call of a constructor, a function, or a method of a variable. `at` is its offset, bytes.
    pub fn call(&mut self, path: &Path<'_>, arguments: &[NamedValue], at: usize) -> Value {
        // Static functions of emscripten's bindings: `Jolt.Quat.prototype.sIdentity()`.
        if path.names.contains(&"prototype") {
            let names = path.names.iter().copied().filter(|name| *name != "prototype").collect();
            return self.call(&Path { names, generic: path.generic.clone() }, arguments, at);
        }
        if let Some(arguments) = self.declare_body(&path.names, arguments, at) {
            return self.call(path, &arguments, at);
        }
        if let Some(value) = self.special_call(path, arguments, at) {
            return value;
        }
        let names = self.constructor_names(path);
        let entities = entities_of(arguments);
        if let Some(value) = self.wrapping_call(names, arguments, &entities, at) {
            return value;
        }
        if dictionary::rows(names).is_empty() || adds_to_collection(path, arguments) {
            return self.other_call(names, arguments, at);
        }
        if !entities.is_empty() {
            return self.shape_of_parts(names, arguments, at);
        }
        let id = self.shape(names, arguments, at);
        self.attach_to_receiver(path, id);
        Value { data: Data::Entity(id), used: vec![mark(at)], at }
    }

    /// Evaluates a call that does not depend on the dictionary of shapes: of functions of the text, of point clouds,
    /// matrices, lists, single libraries, components, records and macros. `None` for any other call.
    fn special_call(&mut self, path: &Path<'_>, arguments: &[NamedValue], at: usize) -> Option<Value> {
        let names = &path.names;
        if let Some(value) = self.own_call(names, arguments, at) {
            return Some(value);
        }
        if let Some(value) = self.point_cloud(names, arguments) {
            return Some(value);
        }
        if let Some(value) = self.matrix_call(names, arguments, at) {
            return Some(value);
        }
        if let Some(value) = self.concatenated(names, arguments, at) {
            return Some(value);
        }
        if let Some(value) = self.library_call(path, arguments, at) {
            return Some(value);
        }
        // Bevy only draws these meshes: the text has colliders of its own.
        if ["Mesh3d", "Mesh2d"].contains(&path.last()) && self.has_colliders() {
            self.discard_drawn(arguments);
            return Some(Value::unknown(at));
        }
        if let Some(value) = self.component(path, None, arguments, at) {
            return Some(value);
        }
        if let Some(value) = self.record_call(names, arguments, at) {
            return Some(value);
        }
        self.declared_by_macro(names, arguments, at)
    }

    /// Returns the names of the type that a constructor makes: those in the angle brackets of
    /// `make_shared<fcl::Box>(…)`, and those before the `new` of a binding.
    fn constructor_names<'p, 'a>(&self, path: &'p Path<'a>) -> &'p [&'a str] {
        if POINTER_MAKERS.contains(&path.last()) && !path.generic.is_empty() {
            return &path.generic;
        }
        // `PxBoxGeometry::new(…)` of a binding; a bare `Box::new(…)` may be the language's own.
        match &path.names[..] {
            [kind @ .., "new"] if kind.last().is_some_and(|last| self.named.is_prefixed(last)) => kind,
            names => names,
        }
    }
}

/// Functions that construct an object behind a pointer; its type is in angle brackets.
const POINTER_MAKERS: [&str; 5] = ["make_shared", "make_unique", "allocate_shared", "make_ref", "MakeRef"];

/// Whether a call adds something to a collection, `world.add(body)`, rather than making a shape: only MuJoCo's
/// `body.add("geom", …)` does that.
fn adds_to_collection(path: &Path<'_>, arguments: &[NamedValue]) -> bool {
    let Some((_, first)) = arguments.first() else { return path.last() == "add" };
    path.last() == "add" && !matches!(&first.data, Data::Word(word) if word == "geom")
}

/// Returns the negative of a number, a vector or a matrix; unknown for other values.
fn negative(operand: &Value) -> Data {
    match &operand.data {
        Data::Number(number) => Data::Number(-number),
        Data::Vector(all) => Data::Vector(all.iter().map(|x| -x).collect()),
        _ => matrices::negative(operand).unwrap_or(Data::Unknown),
    }
}
