//! Execution of the statements of a text: loops, conditionals, blocks, and functions that the text defines.
//!
//! [`run`] takes the statements of the parser and fills the [`Store`] with the shapes and bodies that they make. A text
//! such as `for x in range(3): world.add(Box(1), position=(x, 0, 0))` makes three bodies.
//!
//! **Rule.** A loop or a conditional whose course is not known runs once, to find its effect. If the statements in it
//! make or change a shape or a body, the text is refused; the variables that they set are unknown afterwards.

use std::collections::{HashMap, HashSet};

use super::assigned_variables::collect_assigned;
use super::called_functions::called_functions;
use super::conditions::holds;
use super::fallbacks::is_nothing;
use super::objects::{CONSTRUCTORS, Objects};
use super::statements;
use super::value::{Data, Value};
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Branch, Condition, Expr, Function, LoopHeader, Node, Statement, StatementKind};
use crate::code::shape::dictionary;
use crate::names::normalized;

/// Maximum number of statements that the loops and functions of a text run together; bounds the time of an import.
pub const MAX_STEPS: usize = 12_000;

/// Message of a text that is refused because of a loop.
pub const NOT_EVALUATED: &str = "this loop is not evaluated; write its bodies out";

/// Functions that a program calls once per step or event, after it has set up its bodies; in lower case without
/// underscores.
const CALLBACKS: [&str; 17] = [
    "update",
    "fixedupdate",
    "lateupdate",
    "process",
    "physicsprocess",
    "animate",
    "render",
    "tick",
    "step",
    "draw",
    "loop",
    "frame",
    "ongui",
    "oncollisionenter",
    "ontriggerenter",
    "preupdate",
    "postupdate",
];

/// Statement that runs after another one.
pub enum Flow {
    /// The next statement of the list.
    Next,
    Break,
    Continue,
    Return(Value),
}

/// Interpreter with the functions that the text defines.
pub struct Interpreter<'s, 'a> {
    pub store: &'s mut Store,
    pub functions: HashMap<&'a str, &'s Function<'a>>,
    /// Functions that the text calls.
    called: HashSet<&'a str>,
    pub objects: Objects<'a>,
    /// Variables that each open block declares, with their previous values.
    blocks: Vec<Vec<(String, Option<Value>)>>,
    /// Whether each assignment declares a variable of the innermost function.
    pub has_own_variables: bool,
    /// Number of statements that have run inside blocks.
    pub steps: usize,
    /// Number of calls of functions that have not returned.
    pub calls: usize,
    /// Number of jumps out of loops whose condition is not known.
    uncertain_jumps: usize,
}

/// Runs all statements of a text.
pub fn run<'s, 'a>(store: &'s mut Store, statements: &'s [Statement<'a>]) {
    let mut functions = HashMap::new();
    collect_functions(statements, &mut functions);
    let objects = Objects::find(statements, &functions, &store.classes, &store.objects);
    let called = called_functions(statements, &functions, &objects);
    let mut interpreter = Interpreter {
        store,
        functions,
        called: called.names,
        objects,
        blocks: Vec::new(),
        has_own_variables: false,
        steps: 0,
        calls: 0,
        uncertain_jumps: 0,
    };
    if let Some(at) = called.unrun_constructor.filter(|_| interpreter.has_shaped_constructor(statements)) {
        interpreter.refuse(at, "the text has several classes, whose constructors are not run; write the bodies out");
    }
    interpreter.run_all(statements);
}

/// Collects the functions of a text by their names; the last of several functions with one name is kept.
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

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Runs statements in order, up to a jump.
    pub fn run_all(&mut self, statements: &'s [Statement<'a>]) -> Flow {
        for statement in statements {
            let flow = self.run_one(statement);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    /// Runs one statement. Counts those inside blocks, and refuses the text beyond [`MAX_STEPS`].
    pub fn run_one(&mut self, statement: &'s Statement<'a>) -> Flow {
        if !self.blocks.is_empty() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                let why = format!("loops and functions run more than {MAX_STEPS} statements; write the bodies out");
                self.refuse(statement.at.start, &why);
                return Flow::Break;
            }
        }
        match &statement.kind {
            StatementKind::Declare { .. } | StatementKind::Assign(..) | StatementKind::Value(_) => {
                self.run_plain(statement);
                Flow::Next
            }
            StatementKind::Block(body) => self.in_block(|interpreter| interpreter.run_all(body)),
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value));
                Flow::Return(value.unwrap_or_else(|| Value::unknown(statement.at.start)))
            }
            StatementKind::Break => Flow::Break,
            StatementKind::Continue => Flow::Continue,
            StatementKind::Branches(branches) => self.run_branches(branches, statement.at.start),
            StatementKind::Loop(header, body) => self.run_certain_loop(header, body, statement.at.start),
            StatementKind::Function(function) => {
                self.run_definition(function);
                Flow::Next
            }
        }
    }

    /// Runs a loop. Refuses the text if the loop makes or changes bodies and has a jump whose condition is not known.
    fn run_certain_loop(&mut self, header: &'s LoopHeader<'a>, body: &'s [Statement<'a>], at: usize) -> Flow {
        let changes_before = self.store.changes;
        let jumps_before = self.uncertain_jumps;
        let flow = self.in_branch(|interpreter| interpreter.run_loop(header, body, at));
        if self.uncertain_jumps != jumps_before && self.store.changes != changes_before {
            self.refuse(at, NOT_EVALUATED);
        }
        flow
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
        statements::run(self.store, resolved.as_ref().unwrap_or(statement));
        // The value of a variable outside of functions is that of a constant of its class.
        if self.blocks.is_empty()
            && !self.store.classes.is_empty()
            && let Some((name, _)) = statement.variable()
            && let Some(value) = self.store.variables.get(name).cloned()
        {
            self.store.class_values.insert(name.to_owned(), value);
        }
    }

    /// Notes the previous value of a variable that the innermost block declares.
    pub fn declare(&mut self, name: &str) {
        let old = self.store.variables.get(name).cloned();
        if let Some(block) = self.blocks.last_mut()
            && !block.iter().any(|(declared, _)| declared == name)
        {
            block.push((name.to_owned(), old));
        }
    }

    /// Runs the statements of a loop or a branch: in Python with the variables of the function, else in a block.
    pub fn in_branch(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if self.has_own_variables { run(self) } else { self.in_block(run) }
    }

    /// Runs statements with variables of their own.
    pub fn in_block(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
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

    /// Records a reason to refuse the text; `at` is the offset of the statement, bytes.
    pub fn refuse(&mut self, at: usize, why: &str) {
        self.store.refusals.push((at, why.to_owned()));
    }

    /// Runs the branch whose condition is true. If a condition is not known, attempts its branch and all later ones.
    fn run_branches(&mut self, branches: &'s [Branch<'a>], at: usize) -> Flow {
        for (k, branch) in branches.iter().enumerate() {
            match self.condition(&branch.condition) {
                Some(true) => return self.in_branch(|interpreter| interpreter.run_all(&branch.body)),
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
    pub fn condition(&mut self, condition: &Condition<'a>) -> Option<bool> {
        match condition {
            Condition::Always => Some(true),
            Condition::Is(value) => self.truth(value),
            Condition::IsNot(value) => self.truth(value).map(|is_true| !is_true),
            Condition::Compare(sign, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                holds(*sign, &left, &right)
            }
            Condition::Unknown => None,
        }
    }

    /// Evaluates an expression as a condition; `None` if its value is not known. A call of a method may return the
    /// entity that it is called on, so entities count only in variables.
    fn truth(&mut self, expr: &Expr<'a>) -> Option<bool> {
        let is_variable = matches!(expr.node, Node::Path(_));
        let value = self.value(expr);
        match &value.data {
            Data::Number(x) => Some(*x != 0.0),
            Data::Word(word) => match word.as_str() {
                "true" | "True" => Some(true),
                "false" | "False" => Some(false),
                _ => is_nothing(&value).then_some(false),
            },
            Data::Entity(_) | Data::Rotation(_) | Data::Pose(_) if is_variable => Some(true),
            Data::Entity(_) | Data::Rotation(_) | Data::Pose(_) => None,
            Data::Vector(_) | Data::List(_) | Data::Unknown => None,
        }
    }

    /// Runs statements that may run or not. If they make or change a shape or a body, the text is refused with the
    /// message `why`; the variables that they set are unknown afterwards.
    pub fn attempt(&mut self, body: &'s [Statement<'a>], at: usize, why: &str) {
        let before = self.store.changes;
        let outer = std::mem::replace(&mut self.store.is_uncertain, true);
        let flow = self.in_branch(|interpreter| interpreter.run_all(body));
        self.store.is_uncertain = outer;
        self.uncertain_jumps += usize::from(matches!(flow, Flow::Break | Flow::Continue));
        if self.store.changes != before {
            self.refuse(at, why);
        }
        self.forget_assigned(body, at);
    }

    /// Makes the variables unknown that some statements assign to. A body with an assigned field stays known: a change
    /// of it has refused the text.
    fn forget_assigned(&mut self, statements: &[Statement<'a>], at: usize) {
        let mut all_assigned = Vec::new();
        collect_assigned(statements, &mut all_assigned);
        for assigned in all_assigned {
            let Some(value) = self.store.variables.get(&assigned.name) else { continue };
            let is_kept = match value.data {
                Data::Unknown => true,
                Data::Entity(_) => assigned.is_field,
                _ => false,
            };
            if !is_kept {
                self.store.rebind(&assigned.name, Value::unknown(at));
            }
        }
    }

    /// Runs the statements of a function that the text does not call, as an entry of the program; its parameters have
    /// their defaults. A callback runs only if it makes shapes.
    fn run_definition(&mut self, function: &'s Function<'a>) {
        if self.called.contains(function.name) {
            return;
        }
        if is_callback(function.name) && !self.makes_shapes(&function.body) {
            return;
        }
        self.in_block(|interpreter| {
            let outer = std::mem::replace(&mut interpreter.has_own_variables, function.has_own_variables);
            for parameter in &function.parameters {
                interpreter.declare(parameter.name);
                let value = match &parameter.default {
                    Some(default) => interpreter.value(default),
                    None => Value::unknown(0),
                };
                interpreter.store.variables.insert(parameter.name.to_owned(), value);
            }
            interpreter.run_all(&function.body);
            interpreter.has_own_variables = outer;
            Flow::Next
        });
    }

    /// Whether the constructor of a class, among statements at any depth, makes shapes.
    fn has_shaped_constructor(&self, statements: &[Statement<'a>]) -> bool {
        for statement in statements {
            if let StatementKind::Function(function) = &statement.kind
                && CONSTRUCTORS.contains(&function.name)
                && self.makes_shapes(&function.body)
            {
                return true;
            }
            if statement.inner().into_iter().any(|inner| self.has_shaped_constructor(inner)) {
                return true;
            }
        }
        false
    }

    /// Whether statements call a constructor of a shape.
    fn makes_shapes(&self, statements: &[Statement<'a>]) -> bool {
        let mut found = false;
        for statement in statements {
            for expr in statement.expressions() {
                expr.visit(&mut |expr| {
                    if let Node::Call(path, arguments) = &expr.node {
                        found |= !arguments.is_empty() && !dictionary::rows(&path.names).is_empty();
                    }
                });
            }
            found |= statement.inner().into_iter().any(|inner| self.makes_shapes(inner));
        }
        found
    }
}

/// Whether a function runs once per step or event, by its name: one of the [`CALLBACKS`], or a signal handler of Godot,
/// `_on_body_entered`.
fn is_callback(name: &str) -> bool {
    CALLBACKS.contains(&normalized(name).as_str()) || name.starts_with("_on")
}
