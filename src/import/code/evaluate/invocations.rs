//! Evaluation of expressions with calls of functions that the text defines, or with lists that have a value for each
//! element: each is evaluated first, and replaced by its result.

use super::fallbacks::ABSENT;
use super::interpreter::{Flow, Interpreter, MAX_STEPS};
use super::objects::CONSTRUCTORS;
use super::value::{Data, NamedValue, Value};
use crate::import::code::checks::data_flow;
use crate::import::code::join::store;
use crate::import::code::libraries::calls;
use crate::import::code::parser::headers::{ENTRY, INNER_LOOP};
use crate::import::code::parser::patterns::Pattern;
use crate::import::code::parser::syntax::{
    Argument, Expr, Function, Items, Node, Parameter, Path, Statement, StatementKind, Takes,
};

/// Maximum depth of calls of functions inside each other.
const MAX_CALLS: usize = 16;

/// Whether a name refers to the base class of a class, whose methods the text does not define.
pub fn is_parent(name: &str) -> bool {
    ["super", "Super", "base"].contains(&name)
}

/// Whether the path of a call has no object before its name, or the object or class that the function belongs to.
pub fn is_of_text(path: &Path<'_>) -> bool {
    match path.names[..] {
        [_] => true,
        [owner, _] => {
            ["this", "self", "Self"].contains(&owner)
                || owner.starts_with(|c: char| c.is_uppercase()) && !is_parent(owner)
        }
        _ => false,
    }
}

/// Whether a function has a parameter for each of some arguments.
pub fn takes(function: &Function<'_>, expressions: &[Argument<'_>]) -> bool {
    let is_open = function.parameters.iter().any(|own| own.takes != Takes::One);
    is_open || expressions.len() <= function.parameters.len()
}

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Evaluates an expression after the calls of the text's functions in it.
    pub fn value(&mut self, expr: &Expr<'a>) -> Value {
        match self.resolve(expr) {
            Some(expr) => self.store.value(&expr),
            None => self.store.value(expr),
        }
    }

    /// Replaces the calls of the text's functions in a statement by their results; `None` if it has none.
    pub fn resolve_statement(&mut self, statement: &Statement<'a>) -> Option<Statement<'a>> {
        let kind = match &statement.kind {
            StatementKind::Declare { name, name_at, declared, value: Some(value) } => StatementKind::Declare {
                name,
                name_at: name_at.clone(),
                declared: declared.clone(),
                value: Some(self.resolve(value)?),
            },
            StatementKind::Assign(target, value) => StatementKind::Assign(target.clone(), self.resolve(value)?),
            StatementKind::Value(value) => StatementKind::Value(self.resolve(value)?),
            _ => return None,
        };
        Some(Statement { kind, at: statement.at.clone(), declares: statement.declares })
    }

    /// Replaces the calls of the text's functions in an expression by their results; `None` if it has none.
    pub fn resolve(&mut self, expr: &Expr<'a>) -> Option<Expr<'a>> {
        if !self.has_calls(expr) {
            return None;
        }
        let mut resolved = expr.clone();
        self.resolve_in(&mut resolved);
        Some(resolved)
    }

    fn has_calls(&self, expr: &Expr<'a>) -> bool {
        let mut found = false;
        expr.visit(&mut |expr| found |= matches!(expr.node, Node::Each(..)) || self.function_of(expr).is_some());
        found
    }

    /// Returns the function or the method of the text that an expression calls; `None` for any other expression.
    fn function_of(&self, expr: &Expr<'a>) -> Option<&'s Function<'a>> {
        let Node::Call(path, expressions) = &expr.node else { return None };
        if let Some(function) = self.method_of(path) {
            return Some(function).filter(|function| takes(function, expressions));
        }
        let function = self.functions.get(path.last()).copied()?;
        (is_of_text(path) && takes(function, expressions)).then_some(function)
    }

    /// Returns the text's method that a call names: the constructor of its only class, or a method of an object of the
    /// class.
    fn method_of(&self, path: &Path<'a>) -> Option<&'s Function<'a>> {
        match path.names[..] {
            [name] if self.objects.class == Some(name) && !self.store.is_own(name) => {
                CONSTRUCTORS.iter().find_map(|constructor| self.functions.get(constructor)).copied()
            }
            [owner, method] if self.objects.names.contains(owner) => {
                let is_entity = self.store.variables.get(owner).is_some_and(Value::is_entity);
                self.functions.get(method).copied().filter(|function| function.may_be_method && !is_entity)
            }
            _ => None,
        }
    }

    fn resolve_in(&mut self, expr: &mut Expr<'a>) {
        expr.children_mut().into_iter().for_each(|child| self.resolve_in(child));
        if let Node::Each(value, pattern, items) = &expr.node {
            let list = self.each(value, pattern, items, expr.at.start);
            self.store.results.push(list);
            expr.node = Node::Result(self.store.results.len() - 1);
            return;
        }
        let Some(function) = self.function_of(expr) else { return };
        let Node::Call(_, expressions) = &expr.node else { return };
        let arguments = self.arguments(expressions);
        let value = self.call(function, arguments.clone(), expr.at.start);
        if !data_flow::is_points(&value) {
            self.store.note_arguments(&[function.name], expressions, &arguments);
        }
        self.store.results.push(value);
        expr.node = Node::Result(self.store.results.len() - 1);
    }

    /// Evaluates an expression for each element; unknown if the elements are not known.
    fn each(&mut self, value: &Expr<'a>, pattern: &Pattern<'a>, items: &Items<'a>, at: usize) -> Value {
        let Some(items) = self.items(items) else { return Value::unknown(at) };
        let mut list: Vec<NamedValue> = Vec::with_capacity(items.len());
        for item in items {
            self.in_block(|own| {
                own.bind_pattern(pattern, item);
                match &value.node {
                    Node::Call(path, inner) if path.names == [INNER_LOOP] && inner.len() == 1 => {
                        list.extend(own.value(&inner[0].value).items().iter().cloned());
                    }
                    Node::Call(path, inner) if path.names == [ENTRY] && inner.len() == 2 => {
                        let key = own.value(&inner[0].value);
                        let key = calls::word(&key).map(str::to_owned);
                        let value = own.value(&inner[1].value);
                        list.push((key, value));
                    }
                    _ => list.push((None, own.value(value))),
                }
                Flow::Next
            });
        }
        let used = store::ranges_of(&list);
        Value { data: Data::List(std::rc::Rc::new(list)), used, at }
    }

    fn arguments(&mut self, expressions: &[Argument<'a>]) -> Vec<NamedValue> {
        self.store.arguments(expressions)
    }

    /// Returns an argument, or the default of its parameter. A default that an argument replaces is read, too.
    fn argument_or_default(&mut self, expressions: Option<Value>, parameter: &'s Parameter<'a>) -> Option<Value> {
        let default = parameter.default.as_ref();
        let Some(mut value) = expressions else { return default.map(|default| self.value(default)) };
        if let Some(default) = default.filter(|default| !calls(default)) {
            value.used.extend(self.value(default).used);
        }
        Some(value)
    }

    /// Gives the fields of a record to the variables of a function, with their defaults.
    fn bind_fields(&mut self, fields: &'s [Parameter<'a>], record: Option<Value>, at: usize) {
        for field in fields {
            let expressions = record.as_ref().map(|record| record.field(&[field.name]).cloned());
            let is_known = record.as_ref().is_none_or(|record| !matches!(record.data, Data::Unknown));
            let value = match expressions.flatten() {
                None if !is_known => Some(Value::unknown(at)),
                expressions => self.argument_or_default(expressions, field),
            };
            self.declare(field.name);
            let absent = Value::new(Data::Word(ABSENT.to_owned()), at);
            self.store.variables.insert(field.name.to_owned(), value.unwrap_or(absent));
        }
    }

    /// Calls a function of the text; returns its result.
    fn call(&mut self, function: &'s Function<'a>, expressions: Vec<NamedValue>, at: usize) -> Value {
        if self.calls >= MAX_CALLS || self.steps > MAX_STEPS {
            let why = match self.calls >= MAX_CALLS {
                true => format!("functions call each other more than {MAX_CALLS} levels deep; write the bodies out"),
                false => format!("loops and functions run more than {MAX_STEPS} statements; write the bodies out"),
            };
            self.refuse(at, &why);
            return Value::unknown(at);
        }
        self.calls += 1;
        let mut result = Value::unknown(at);
        self.in_block(|own| {
            let outer = std::mem::replace(&mut own.has_own_variables, function.has_own_variables);
            for (k, parameter) in function.parameters.iter().enumerate() {
                if !parameter.fields.is_empty() {
                    own.bind_fields(&parameter.fields, argument_of(function, k, &expressions, at), at);
                    continue;
                }
                let value = own.argument_or_default(argument_of(function, k, &expressions, at), parameter);
                own.declare(parameter.name);
                let absent = Value::new(Data::Word(ABSENT.to_owned()), at);
                own.store.variables.insert(parameter.name.to_owned(), value.unwrap_or(absent));
            }
            if let Flow::Return(value) = own.run_all(&function.body) {
                result = value;
            }
            own.has_own_variables = outer;
            Flow::Next
        });
        self.calls -= 1;
        result
    }
}

/// Returns the argument of a parameter by its name, else by its place; `None` if the call has none.
fn argument_of(function: &Function<'_>, k: usize, expressions: &[NamedValue], at: usize) -> Option<Value> {
    let parameter = &function.parameters[k];
    let names: Vec<&str> = function.parameters.iter().map(|own| own.name).collect();
    let further: Vec<NamedValue> = match parameter.takes {
        Takes::One => {
            let by_name = expressions.iter().find(|(key, _)| key.as_deref() == Some(parameter.name));
            let by_place = expressions.get(k).filter(|(key, _)| key.is_none());
            return by_name.or(by_place).map(|(_, value)| value.clone());
        }
        Takes::Others => expressions.iter().skip(k).filter(|(key, _)| key.is_none()).cloned().collect(),
        Takes::OtherNamed => expressions
            .iter()
            .filter(|(key, _)| key.as_deref().is_some_and(|key| !names.contains(&key)))
            .cloned()
            .collect(),
    };
    Some(Value::list(further, at))
}

/// Whether an expression calls a function or a constructor.
fn calls(expr: &Expr<'_>) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part.node, Node::Call(..) | Node::Method(..)));
    found
}
