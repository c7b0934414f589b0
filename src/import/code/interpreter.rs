//! Execution of statements: loops, conditionals, blocks, and calls of the functions that the text defines.
//!
//! **Rule.** A loop or a conditional whose course is not known runs once, to see its effect. If it makes or changes a
//! shape or a body, the text is refused with a question; the variables that it sets are unknown afterwards.

use std::collections::{HashMap, HashSet};

use super::conditions::{each_value, holds, numbers};
use super::eval::{self, bind, chain};
use super::rotations::normalized;
use super::syntax::{Argument, Branch, Condition, Expr, Function, Items, LoopHeader, Node, Statement, StatementKind};
use super::things::Store;
use super::value::{Data, NamedValue, Value};

/// Maximum number of iterations of a loop.
pub(super) const MAX_ITERATIONS: usize = 20_000;

/// Maximum number of statements that loops and functions run in all.
const MAX_STEPS: usize = 400_000;

/// Maximum number of calls of functions inside each other.
const MAX_CALLS: usize = 16;

/// Functions that a program calls once per step or event, after it has set up its bodies.
const CALLBACKS: [&str; 17] = [
    "update", "fixedupdate", "lateupdate", "process", "physicsprocess", "animate", "render", "tick", "step", "draw",
    "loop", "frame", "ongui", "oncollisionenter", "ontriggerenter", "preupdate", "postupdate",
];

/// Course of the program after a statement.
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

/// Interpreter with the functions that the text defines.
pub(super) struct Interpreter<'s, 'a> {
    store: &'s mut Store,
    functions: HashMap<&'a str, &'s Function<'a>>,
    /// Names that the text calls.
    called: HashSet<&'a str>,
    /// Previous values of the variables of each open block.
    blocks: Vec<Vec<(String, Option<Value>)>>,
    /// Whether each assignment declares a variable of the innermost function.
    has_own_variables: bool,
    steps: usize,
    calls: usize,
}

/// Runs all statements of a text.
pub(super) fn run<'s, 'a>(store: &'s mut Store, statements: &'s [Statement<'a>]) {
    let mut functions = HashMap::new();
    let mut called = HashSet::new();
    collect_functions(statements, &mut functions);
    if !functions.is_empty() {
        collect_calls(statements, &functions, &mut called);
    }
    let mut interpreter = Interpreter {
        store,
        functions,
        called,
        blocks: Vec::new(),
        has_own_variables: false,
        steps: 0,
        calls: 0,
    };
    interpreter.run_all(statements);
}

/// Collects the functions of a text. A name that several functions have is none of them.
fn collect_functions<'s, 'a>(statements: &'s [Statement<'a>], found: &mut HashMap<&'a str, &'s Function<'a>>) {
    for statement in statements {
        if let StatementKind::Function(function) = &statement.kind {
            found.insert(function.name, function);
        }
        for inner in statement.inner() {
            collect_functions(inner, found);
        }
    }
}

/// Collects the names of the functions that a text calls.
fn collect_calls<'a>(
    statements: &[Statement<'a>],
    functions: &HashMap<&'a str, &Function<'a>>,
    called: &mut HashSet<&'a str>,
) {
    for statement in statements {
        for expr in statement.expressions() {
            expr.visit(&mut |expr| {
                if let Node::Call(path, _) | Node::Method(_, path, _) = &expr.node
                    && functions.contains_key(path.last())
                {
                    called.insert(path.last());
                }
            });
        }
        for inner in statement.inner() {
            collect_calls(inner, functions, called);
        }
    }
}

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Runs statements in order, up to a jump.
    fn run_all(&mut self, statements: &'s [Statement<'a>]) -> Flow {
        for statement in statements {
            let flow = self.run_one(statement);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn run_one(&mut self, statement: &'s Statement<'a>) -> Flow {
        if !self.blocks.is_empty() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.refuse(statement.at.start, "this runs too many statements; write the bodies out");
                return Flow::Break;
            }
        }
        match &statement.kind {
            StatementKind::Declare { .. } | StatementKind::Assign(..) | StatementKind::Value(_) => {
                self.run_plain(statement);
                Flow::Next
            }
            StatementKind::Block(body) => self.in_block(|own| own.run_all(body)),
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value));
                Flow::Return(value.unwrap_or_else(|| Value::unknown(statement.at.start)))
            }
            StatementKind::Break => Flow::Break,
            StatementKind::Continue => Flow::Continue,
            StatementKind::Branches(branches) => self.run_branches(branches, statement.at.start),
            StatementKind::Loop(header, body) => {
                self.in_block(|own| own.run_loop(header, body, statement.at.start))
            }
            StatementKind::Function(function) => {
                self.run_definition(function);
                Flow::Next
            }
        }
    }

    /// Runs a declaration, an assignment or an expression.
    fn run_plain(&mut self, statement: &'s Statement<'a>) {
        let declared = match &statement.kind {
            StatementKind::Declare { name, .. } => Some(*name),
            StatementKind::Assign(Expr { node: Node::Path(path), .. }, _)
                if path.names.len() == 1 && (statement.declares || self.has_own_variables) =>
            {
                Some(path.last())
            }
            _ => None,
        };
        if let Some(name) = declared {
            self.declare(name);
        }
        let resolved = self.resolve_statement(statement);
        eval::run(self.store, resolved.as_ref().unwrap_or(statement));
    }

    /// Notes the previous value of a variable that the innermost block declares.
    fn declare(&mut self, name: &str) {
        let old = self.store.variables.get(name).cloned();
        if let Some(block) = self.blocks.last_mut()
            && !block.iter().any(|(own, _)| own == name)
        {
            block.push((name.to_owned(), old));
        }
    }

    /// Runs statements with variables of their own.
    fn in_block(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.blocks.push(Vec::new());
        let flow = run(self);
        for (name, old) in self.blocks.pop().unwrap_or_default() {
            match old {
                Some(old) => self.store.variables.insert(name, old),
                None => self.store.variables.remove(&name),
            };
        }
        flow
    }

    fn refuse(&mut self, at: usize, why: &str) {
        self.store.refusals.push((at, why.to_owned()));
    }

    /// Runs the branch whose condition is true; all of them if that is not known.
    fn run_branches(&mut self, branches: &'s [Branch<'a>], at: usize) -> Flow {
        for (k, branch) in branches.iter().enumerate() {
            match self.condition(&branch.condition) {
                Some(true) => return self.in_block(|own| own.run_all(&branch.body)),
                Some(false) => {}
                None => {
                    let why = "whether this applies is not known here; give only the lines that run";
                    for branch in &branches[k..] {
                        self.attempt(&branch.body, at, why);
                    }
                    return Flow::Next;
                }
            }
        }
        Flow::Next
    }

    /// Evaluates a condition; `None` if its value is not known.
    fn condition(&mut self, condition: &Condition<'a>) -> Option<bool> {
        match condition {
            Condition::Always => Some(true),
            Condition::Is(value) => {
                let value = self.value(value);
                match &value.data {
                    Data::Number(x) => Some(*x != 0.0),
                    Data::Word(word) => match word.as_str() {
                        "true" | "True" => Some(true),
                        "false" | "False" => Some(false),
                        _ => None,
                    },
                    _ => None,
                }
            }
            Condition::Compare(sign, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                holds(*sign, &left, &right)
            }
            Condition::Unknown => None,
        }
    }

    /// Runs statements that may run or not. They must not make or change a shape or a body; the variables that they
    /// set are unknown afterwards.
    fn attempt(&mut self, body: &'s [Statement<'a>], at: usize, why: &str) {
        let before = self.store.changes;
        let flow = self.in_block(|own| own.run_all(body));
        let jumps_in_loop = matches!(flow, Flow::Break | Flow::Continue);
        if self.store.changes != before || jumps_in_loop {
            self.refuse(at, why);
        }
        let mut names = Vec::new();
        collect_assigned(body, &mut names);
        for name in names {
            let known = self.store.variables.get(&name);
            if known.is_some_and(|value| !matches!(value.data, Data::Thing(_) | Data::Unknown)) {
                self.store.rebind(&name, Value::unknown(at));
            }
        }
    }

    /// Runs a loop.
    fn run_loop(&mut self, header: &'s LoopHeader<'a>, body: &'s [Statement<'a>], at: usize) -> Flow {
        let why = "this loop is not evaluated; write its bodies out";
        match header {
            LoopHeader::Count { start, condition, step } => {
                self.run_all(start);
                for k in 0.. {
                    match self.condition(condition) {
                        Some(true) if k < MAX_ITERATIONS => {}
                        Some(false) => break,
                        _ => {
                            self.attempt(body, at, why);
                            break;
                        }
                    }
                    match self.in_block(|own| own.run_all(body)) {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        flow @ Flow::Return(_) => return flow,
                    }
                    self.run_all(step);
                    // `while (true)` of a simulation.
                    if step.is_empty() && matches!(condition, Condition::Is(Expr { node: Node::Path(_), .. })) {
                        break;
                    }
                }
                Flow::Next
            }
            LoopHeader::Each { names, items } => match self.items(items) {
                Some(items) => self.run_each(names, items, body),
                None => {
                    for name in names {
                        self.declare(name);
                        self.store.variables.insert((*name).to_owned(), Value::unknown(at));
                    }
                    self.attempt(body, at, why);
                    Flow::Next
                }
            },
            LoopHeader::Unknown => {
                self.attempt(body, at, why);
                Flow::Next
            }
        }
    }

    /// Runs the body of a loop for each element.
    fn run_each(&mut self, names: &[&'a str], items: Vec<Value>, body: &'s [Statement<'a>]) -> Flow {
        for item in items {
            let flow = self.in_block(|own| {
                own.bind_item(names, item);
                own.run_all(body)
            });
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::Next
    }

    /// Gives an element, or its parts, to the variables of a loop.
    fn bind_item(&mut self, names: &[&'a str], item: Value) {
        for name in names {
            self.declare(name);
        }
        let at = item.at;
        if let [name] = names {
            return bind(self.store, name, item, at..at);
        }
        let parts: Vec<Value> = match &item.data {
            Data::Vector(all) => {
                all.iter().map(|x| Value { data: Data::Number(*x), ..item.clone() }).collect()
            }
            _ => item.items().iter().map(|(_, part)| part.clone()).collect(),
        };
        for (k, name) in names.iter().enumerate() {
            let part = parts.get(k).filter(|_| parts.len() == names.len()).cloned();
            bind(self.store, name, part.unwrap_or_else(|| Value::unknown(at)), at..at);
        }
    }

    /// Returns the elements that a loop visits; `None` if they are not known.
    fn items(&mut self, items: &Items<'a>) -> Option<Vec<Value>> {
        match items {
            Items::Range { first, last, step, is_inclusive } => {
                let at = first.at.start;
                let step = step.as_ref().map_or(Some(1.0), |step| self.value(step).number())?;
                let first = self.value(first).number()?;
                let last = self.value(last).number()?;
                numbers(first, last, step, *is_inclusive, at)
            }
            Items::Of(expr) => {
                let expr = self.resolve(expr).unwrap_or_else(|| expr.clone());
                each_value(self.store, &expr)
            }
        }
    }

    /// Runs the statements of a function that the text does not call, as an entry of the program. Functions that run
    /// later, such as those for one step, are only read if they make shapes.
    fn run_definition(&mut self, function: &'s Function<'a>) {
        if self.called.contains(function.name) {
            return;
        }
        let name = normalized(function.name);
        let later = CALLBACKS.contains(&name.as_str()) || name.starts_with("on") && function.name.starts_with("_on");
        if later && !self.makes_shapes(&function.body) {
            return;
        }
        self.in_block(|own| {
            let outer = std::mem::replace(&mut own.has_own_variables, function.has_own_variables);
            for parameter in &function.parameters {
                own.declare(parameter.name);
                let value = parameter.default.as_ref().map(|value| own.value(value));
                let at = value.as_ref().map_or(0, |value| value.at);
                own.store.variables.insert(parameter.name.to_owned(), value.unwrap_or_else(|| Value::unknown(at)));
            }
            own.run_all(&function.body);
            own.has_own_variables = outer;
            Flow::Next
        });
    }

    /// Whether statements call a constructor of a shape.
    fn makes_shapes(&self, statements: &[Statement<'a>]) -> bool {
        let mut found = false;
        for statement in statements {
            for expr in statement.expressions() {
                expr.visit(&mut |expr| {
                    if let Node::Call(path, given) = &expr.node {
                        found |= !given.is_empty() && !super::dictionary::rows(&path.names).is_empty();
                    }
                });
            }
            found |= statement.inner().into_iter().any(|inner| self.makes_shapes(inner));
        }
        found
    }

    /// Evaluates an expression after the calls of the text's functions in it.
    fn value(&mut self, expr: &Expr<'a>) -> Value {
        match self.resolve(expr) {
            Some(expr) => self.store.value(&expr),
            None => self.store.value(expr),
        }
    }

    /// Replaces the calls of the text's functions in a statement by their results; `None` if it has none.
    fn resolve_statement(&mut self, statement: &Statement<'a>) -> Option<Statement<'a>> {
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
    fn resolve(&mut self, expr: &Expr<'a>) -> Option<Expr<'a>> {
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

    /// Returns the text's function that an expression calls. A method of an object is none.
    fn function_of(&self, expr: &Expr<'a>) -> Option<&'s Function<'a>> {
        let Node::Call(path, _) = &expr.node else { return None };
        let function = self.functions.get(path.last()).copied()?;
        let owner = path.names.split_last().map_or(&[][..], |(_, owner)| owner);
        let own = match owner {
            [] => true,
            [owner] => {
                ["this", "self", "Self", "super"].contains(owner) || owner.starts_with(|c: char| c.is_uppercase())
            }
            _ => false,
        };
        own.then_some(function)
    }

    fn resolve_in(&mut self, expr: &mut Expr<'a>) {
        expr.children_mut().into_iter().for_each(|child| self.resolve_in(child));
        if let Node::Each(value, names, items) = &expr.node {
            let list = self.each(value, names, items, expr.at.start);
            self.store.results.push(list);
            expr.node = Node::Result(self.store.results.len() - 1);
            return;
        }
        let Some(function) = self.function_of(expr) else { return };
        let Node::Call(_, given) = &expr.node else { return };
        let arguments = self.arguments(given);
        let value = self.call(function, arguments, expr.at.start);
        self.store.results.push(value);
        expr.node = Node::Result(self.store.results.len() - 1);
    }

    /// Evaluates an expression for each element; unknown if the elements are not known.
    fn each(&mut self, value: &Expr<'a>, names: &[&'a str], items: &Items<'a>, at: usize) -> Value {
        let Some(items) = self.items(items) else { return Value::unknown(at) };
        let mut list: Vec<NamedValue> = Vec::with_capacity(items.len());
        for item in items {
            self.in_block(|own| {
                own.bind_item(names, item);
                list.push((None, own.value(value)));
                Flow::Next
            });
        }
        let used = super::things::ranges_of(&list);
        Value { data: Data::List(std::rc::Rc::new(list)), used, at }
    }

    fn arguments(&mut self, given: &[Argument<'a>]) -> Vec<NamedValue> {
        self.store.arguments(given)
    }

    /// Calls a function of the text; returns its result.
    fn call(&mut self, function: &'s Function<'a>, given: Vec<NamedValue>, at: usize) -> Value {
        if self.calls >= MAX_CALLS || self.steps > MAX_STEPS {
            self.refuse(at, "this function calls itself too often; write its bodies out");
            return Value::unknown(at);
        }
        self.calls += 1;
        let mut result = Value::unknown(at);
        self.in_block(|own| {
            let outer = std::mem::replace(&mut own.has_own_variables, function.has_own_variables);
            for (k, parameter) in function.parameters.iter().enumerate() {
                let by_name = given.iter().find(|(key, _)| key.as_deref() == Some(parameter.name));
                let by_place = given.get(k).filter(|(key, _)| key.is_none());
                let value = match by_name.or(by_place) {
                    Some((_, value)) => Some(value.clone()),
                    None => parameter.default.as_ref().map(|value| own.value(value)),
                };
                own.declare(parameter.name);
                own.store.variables.insert(parameter.name.to_owned(), value.unwrap_or_else(|| Value::unknown(at)));
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

/// Collects the variables that statements assign to, or that have a field assigned.
fn collect_assigned(statements: &[Statement<'_>], names: &mut Vec<String>) {
    for statement in statements {
        if let StatementKind::Assign(target, _) = &statement.kind
            && let Some(path) = chain(target)
        {
            names.extend(path.first().map(|name| (*name).to_owned()));
        }
        for inner in statement.inner() {
            collect_assigned(inner, names);
        }
    }
}
