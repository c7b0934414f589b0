//! Calls of functions that the text defines, `make_box(1)`, and comprehensions, `[Box(x) for x in sizes]`.
//!
//! The interpreter evaluates each of them first and replaces it by its result; the rest of the expression is then
//! evaluated as any other.

use super::fallbacks::ABSENT;
use super::interpreter::{Flow, Interpreter, MAX_STEPS};
use super::objects::CONSTRUCTORS;
use super::value::{Data, NamedValue, Value};
use crate::code::checks::data_flow;
use crate::code::join::store;
use crate::code::libraries::calls;
use crate::code::parser::headers::{ENTRY, INNER_LOOP};
use crate::code::parser::patterns::Pattern;
use crate::code::parser::syntax::{
    Argument, Expr, Function, Items, Node, Parameter, Path, Statement, StatementKind, Takes,
};

/// Maximum depth of calls of functions inside each other; stops a recursion of the text before it exhausts the stack.
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
pub fn takes(function: &Function<'_>, arguments: &[Argument<'_>]) -> bool {
    let is_variadic = function.parameters.iter().any(|parameter| parameter.takes != Takes::One);
    is_variadic || arguments.len() <= function.parameters.len()
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

    /// Whether an expression contains a comprehension or a call of a function of the text.
    fn has_calls(&self, expr: &Expr<'a>) -> bool {
        let mut found = false;
        expr.visit(&mut |expr| found |= matches!(expr.node, Node::Each(..)) || self.function_of(expr).is_some());
        found
    }

    /// Returns the function or the method of the text that an expression calls; `None` for any other expression.
    fn function_of(&self, expr: &Expr<'a>) -> Option<&'s Function<'a>> {
        let Node::Call(path, arguments) = &expr.node else { return None };
        if let Some(method) = self.method_of(path) {
            return takes(method, arguments).then_some(method);
        }
        let function = self.functions.get(path.last()).copied()?;
        (is_of_text(path) && takes(function, arguments)).then_some(function)
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

    /// Replaces the comprehensions and calls in an expression by their results, the innermost first.
    fn resolve_in(&mut self, expr: &mut Expr<'a>) {
        for child in expr.children_mut() {
            self.resolve_in(child);
        }
        if let Node::Each(value, pattern, items) = &expr.node {
            let list = self.comprehension(value, pattern, items, expr.at.start);
            expr.node = self.store_result(list);
            return;
        }
        let Some(function) = self.function_of(expr) else { return };
        let Node::Call(_, arguments) = &expr.node else { return };
        let values = self.store.arguments(arguments);
        let result = self.call(function, &values, expr.at.start);
        if !data_flow::is_points(&result) {
            self.store.note_arguments(&[function.name], arguments, &values);
        }
        expr.node = self.store_result(result);
    }

    /// Stores a result; returns the node that refers to it.
    fn store_result(&mut self, result: Value) -> Node<'a> {
        self.store.results.push(result);
        Node::Result(self.store.results.len() - 1)
    }

    /// Evaluates an expression for each element: `[f(x) for x in list]`, and with keys `{k: v for k in list}`. Unknown
    /// if the elements are not known.
    fn comprehension(&mut self, value: &Expr<'a>, pattern: &Pattern<'a>, items: &Items<'a>, at: usize) -> Value {
        let Some(items) = self.items(items) else { return Value::unknown(at) };
        let mut list: Vec<NamedValue> = Vec::with_capacity(items.len());
        for item in items {
            self.in_block(|interpreter| {
                interpreter.bind_pattern(pattern, item);
                match &value.node {
                    Node::Call(path, inner) if path.names == [INNER_LOOP] && inner.len() == 1 => {
                        list.extend(interpreter.value(&inner[0].value).items().iter().cloned());
                    }
                    Node::Call(path, inner) if path.names == [ENTRY] && inner.len() == 2 => {
                        let key = interpreter.value(&inner[0].value);
                        let key = calls::word(&key).map(str::to_owned);
                        let value = interpreter.value(&inner[1].value);
                        list.push((key, value));
                    }
                    _ => list.push((None, interpreter.value(value))),
                }
                Flow::Next
            });
        }
        let used = store::ranges_of(&list);
        Value { data: Data::List(std::rc::Rc::new(list)), used, at }
    }

    /// Returns an argument, or the default of its parameter; `None` if there is neither. The value of an argument also
    /// gets the ranges of the default that it replaces, so that its numbers do not count as unread.
    fn argument_or_default(&mut self, argument: Option<Value>, parameter: &'s Parameter<'a>) -> Option<Value> {
        let default = parameter.default.as_ref();
        let Some(mut value) = argument else { return default.map(|default| self.value(default)) };
        if let Some(default) = default.filter(|default| !calls(default)) {
            value.used.extend(self.value(default).used);
        }
        Some(value)
    }

    /// Gives the fields of a record to the variables of a function, with their defaults; `record` is `None` if the call
    /// has no such argument. `at` is the offset of the call, bytes.
    fn bind_fields(&mut self, fields: &'s [Parameter<'a>], record: Option<Value>, at: usize) {
        for field in fields {
            let argument = record.as_ref().and_then(|record| record.field(&[field.name]).cloned());
            let is_unknown = record.as_ref().is_some_and(|record| matches!(record.data, Data::Unknown));
            let value = if argument.is_none() && is_unknown {
                Some(Value::unknown(at))
            } else {
                self.argument_or_default(argument, field)
            };
            self.bind_parameter(field.name, value, at);
        }
    }

    /// Declares the variable of a parameter; without a value it is [`ABSENT`].
    fn bind_parameter(&mut self, name: &str, value: Option<Value>, at: usize) {
        self.declare(name);
        let absent = Value::new(Data::Word(ABSENT.to_owned()), at);
        self.store.variables.insert(name.to_owned(), value.unwrap_or(absent));
    }

    /// Calls a function of the text; returns its result, which is unknown without a `return`. `at` is the offset of the
    /// call, bytes.
    fn call(&mut self, function: &'s Function<'a>, arguments: &[NamedValue], at: usize) -> Value {
        if self.calls >= MAX_CALLS {
            let why = format!("functions call each other more than {MAX_CALLS} levels deep; write the bodies out");
            self.refuse(at, &why);
            return Value::unknown(at);
        }
        if self.steps > MAX_STEPS {
            let why = format!("loops and functions run more than {MAX_STEPS} statements; write the bodies out");
            self.refuse(at, &why);
            return Value::unknown(at);
        }
        self.calls += 1;
        let mut result = Value::unknown(at);
        self.in_block(|interpreter| {
            let outer = std::mem::replace(&mut interpreter.has_own_variables, function.has_own_variables);
            for (k, parameter) in function.parameters.iter().enumerate() {
                let argument = argument_of(function, k, arguments, at);
                if parameter.fields.is_empty() {
                    let value = interpreter.argument_or_default(argument, parameter);
                    interpreter.bind_parameter(parameter.name, value, at);
                } else {
                    interpreter.bind_fields(&parameter.fields, argument, at);
                }
            }
            if let Flow::Return(value) = interpreter.run_all(&function.body) {
                result = value;
            }
            interpreter.has_own_variables = outer;
            Flow::Next
        });
        self.calls -= 1;
        result
    }
}

/// Returns the argument of the parameter with the index `k` by its name, else by its place; `None` if the call has
/// none. A parameter such as `*args` gets the list of all further arguments.
fn argument_of(function: &Function<'_>, k: usize, arguments: &[NamedValue], at: usize) -> Option<Value> {
    let parameter = &function.parameters[k];
    let further: Vec<NamedValue> = match parameter.takes {
        Takes::One => {
            let by_name = arguments.iter().find(|(key, _)| key.as_deref() == Some(parameter.name));
            let by_place = arguments.get(k).filter(|(key, _)| key.is_none());
            return by_name.or(by_place).map(|(_, value)| value.clone());
        }
        Takes::Others => arguments.iter().skip(k).filter(|(key, _)| key.is_none()).cloned().collect(),
        Takes::OtherNamed => {
            let mut others = arguments.to_vec();
            others.retain(|(key, _)| key.as_deref().is_some_and(|key| !has_parameter(function, key)));
            others
        }
    };
    Some(Value::list(further, at))
}

/// Whether a function has a parameter of this name.
fn has_parameter(function: &Function<'_>, name: &str) -> bool {
    function.parameters.iter().any(|parameter| parameter.name == name)
}

/// Whether an expression calls a function or a constructor.
fn calls(expr: &Expr<'_>) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part.node, Node::Call(..) | Node::Method(..)));
    found
}
