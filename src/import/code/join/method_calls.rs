//! Evaluation of methods: `body.position.set(1, 2, 3)`, `pose.rotate(q)`, `shape.clone()`. A method of a pose may
//! change the variable that holds the pose; a method of an entity places it, shapes it or gives it a shape.

use super::queries::MOVES;
use super::store::{Store, entities_of, is_body};
use crate::code::evaluate::constants::function;
use crate::code::evaluate::lists;
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::libraries::harmless::is_harmless;
use crate::code::parser::syntax::{Argument, Expr, Node, chain};
use crate::code::pose::arithmetic;
use crate::code::pose::motions;
use crate::code::pose::product;
use crate::code::shape::dictionary;
use crate::names::normalized;
use crate::pose::Pose;

impl Store {
    /// Evaluates a method call on a variable with the value `owner`, or on a field of it: `body.position.set(…)`.
    /// `names` has the variable, its fields and the method.
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
            Data::Pose(_) | Data::Rotation(_) | Data::Vector(_) => self.call_on_pose(names, &owner, arguments, at),
            _ => Value::unknown(at),
        }
    }

    /// Evaluates a method of a pose, a rotation or a vector in a variable. Returns the result of the method, which may
    /// also become the value of the variable.
    fn call_on_pose(&mut self, names: &[&str], owner: &Value, arguments: &[NamedValue], at: usize) -> Value {
        let turned = self.turned_matrix(owner, names, arguments);
        let result = turned.or_else(|| self.changed(owner, &names[1..], arguments));
        if let Some(value) = self.value_after_method(names, owner, arguments, result.as_ref(), at) {
            self.rebind(names[0], value);
        }
        result.unwrap_or_else(|| Value::unknown(at))
    }

    /// Returns the value that a variable with a pose, a rotation or a vector has after a method; `None` if the method
    /// leaves the variable as it is. `result` is the result of the method, `None` if the method is not understood.
    fn value_after_method(
        &mut self,
        names: &[&str],
        owner: &Value,
        arguments: &[NamedValue],
        result: Option<&Value>,
        at: usize,
    ) -> Option<Value> {
        let methods = &names[1..];
        let last = normalized(names.last().copied().unwrap_or_default());
        let sets = methods.iter().any(|name| normalized(name).starts_with("set") || ["copy", "Set"].contains(name));
        let moves = MOVES.iter().any(|start| last.starts_with(start)) && !arguments.is_empty();
        // A method whose result the text does not use changes the variable.
        let is_statement = self.statement_at == Some(at);
        let is_pose = matches!(owner.data, Data::Pose(_));
        let Some(result) = result else {
            if is_pose && (moves || sets) {
                self.unread_poses.push(at..at + 1);
                return Some(Value::unknown(at));
            }
            let may_change = is_statement && !is_harmless(methods, !arguments.is_empty());
            return may_change.then(|| Value::unknown(at));
        };
        if sets || is_pose && motions::changes_pose(&last) {
            return Some(result.clone());
        }
        match &owner.data {
            // Libraries differ in whether a motion is in the frame of the world or of the pose, so it is read only from
            // the identity.
            Data::Pose(pose) if moves && *pose == Pose::default() => Some(result.clone()),
            Data::Pose(_) if moves => {
                self.unread_poses.push(at..at + 1);
                Some(Value::unknown(at))
            }
            Data::Rotation(_) if product::changes_in_place(&last) => {
                let is_three = self.uses("three") && !self.uses("babylon");
                (is_statement || is_three).then(|| result.clone())
            }
            Data::Vector(_) if arithmetic::is_arithmetic(&last) => match self.computes_in_place() {
                Some(true) => Some(result.clone()),
                _ => is_statement.then(|| Value::unknown(at)),
            },
            _ => None,
        }
    }

    /// Replaces the value of a variable, also where it is kept as the pose of a body that is not known yet.
    pub fn rebind(&mut self, name: &str, value: Value) {
        if let Some(loose) = self.loose_poses.iter_mut().rev().find(|loose| loose.name == name) {
            loose.value = value.clone();
        }
        self.variables.insert(name.to_owned(), value);
    }

    /// Returns the pose, rotation or vector `owner` after a method of a chain, whose last call is `whole`. Each call of
    /// a chain changes its variable: `pose.setToTranslation(…).rotate(…)`. Unknown if the method is not understood.
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

    /// Evaluates `of.name(arguments)`, where `whole` is the whole expression. The first reading that applies decides:
    /// an element that is set in a list, a variable, an object that the text does not make, a position of an entity,
    /// the methods of a library, else a method by the kind of the value of `of`.
    pub fn method(&mut self, whole: &Expr<'_>, of: &Expr<'_>, name: &str, arguments: &[Argument<'_>]) -> Value {
        let at = whole.at.start;
        let arguments = self.arguments(arguments);
        if let Some(value) = self.set_of_list(of, name, &arguments) {
            return value;
        }
        if let Some(names) = chain(of).filter(|names| !arithmetic::copies_position(names))
            && let Some((name_count, owner)) =
                self.lookup(&names).filter(|(_, value)| matches!(value.data, Data::Entity(_) | Data::Pose(_)))
        {
            let key = names[..name_count].join(".");
            let names = [&[key.as_str()], &names[name_count..], &[name]].concat();
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
                let argument = [(None, Value::new(Data::Number(*number), at))];
                let data = function(name, &argument).map_or(Data::Unknown, Data::Number);
                Value { data, ..owner }
            }
            Data::List(items) if normalized(name) == "reshape" && are_points_in_sequence(items) => {
                let rows = items.chunks(3).map(|row| (None, Value::list(row.to_vec(), at)));
                Value { data: Data::List(std::rc::Rc::new(rows.collect())), ..owner }
            }
            Data::List(_) if lists::keeps_elements(name, &arguments) => owner,
            Data::List(_) => Value::unknown(at),
            Data::Word(_) | Data::Unknown => self.method_of_unknown(name, &arguments, at),
        }
    }

    /// Evaluates a method of an object that is not understood: a method that makes a shape, else a function of the
    /// arguments alone.
    fn method_of_unknown(&mut self, name: &str, arguments: &[NamedValue], at: usize) -> Value {
        // Methods that make a shape: Unreal's `GetCapsuleComponent()->InitCapsuleSize(…)`, and a constructor that is
        // printed after an arrow, `print(shape) -> Capsule(r=0.5, h=2)`.
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

/// Whether a list is numbers in groups of three, the coordinates of points.
fn are_points_in_sequence(items: &[NamedValue]) -> bool {
    items.len().is_multiple_of(3) && items.iter().all(|(_, item)| item.number().is_some())
}

/// Whether one of the arguments is a number or a vector.
fn states_sizes(arguments: &[NamedValue]) -> bool {
    arguments.iter().any(|(_, value)| value.number().is_some() || value.vector().is_some())
}

/// Whether a method changes its object by its name: a setter, or a motion such as `rotate`.
fn changes_its_object(name: &str) -> bool {
    let last = normalized(name);
    motions::changes_pose(&last) || last.starts_with("set") || product::changes_in_place(&last)
}

/// Returns the variable at the beginning of a chain of calls, `pose` in `pose.setOrigin(…).rotate(…)`; `None` if one of
/// the calls does not change its object.
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
