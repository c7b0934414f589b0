//! Functions that a text calls itself; the others run as entries of the program.

use std::collections::{HashMap, HashSet};

use super::invocations::{is_of_text, is_parent, takes};
use super::objects::{CONSTRUCTORS, Objects};
use crate::import::code::parser::syntax::{Expr, Function, Node, Statement, StatementKind};

/// Returns the functions that a text calls.
pub fn called_functions<'a>(
    statements: &[Statement<'a>],
    functions: &HashMap<&'a str, &Function<'a>>,
    objects: &Objects<'a>,
) -> Called<'a> {
    let mut calls = Calls {
        functions,
        objects,
        called: HashSet::new(),
        methods: HashSet::new(),
        constructed: HashSet::new(),
        unrun: None,
    };
    if !functions.is_empty() {
        calls.collect(statements, false);
    }
    Called { names: calls.called, unrun: calls.unrun }
}

/// Collector of the calls of the functions of a text.
struct Calls<'f, 'a> {
    functions: &'f HashMap<&'a str, &'f Function<'a>>,
    objects: &'f Objects<'a>,
    called: HashSet<&'a str>,
    /// Methods that the text calls on an object, outside of loops and without arguments.
    methods: HashSet<&'a str>,
    /// Classes whose constructors the text calls.
    constructed: HashSet<&'a str>,
    unrun: Option<usize>,
}

/// Functions that a text calls.
pub struct Called<'a> {
    /// Names of the functions that the text calls, and those of methods that it calls on objects more than once or with
    /// arguments. A method that is called once without arguments runs where it is defined.
    pub names: HashSet<&'a str>,
    /// Offset of a call of a constructor with arguments, in a loop or for the second time, in a text with several
    /// classes, bytes. Each constructor runs only once, where it is defined.
    pub unrun: Option<usize>,
}

impl<'a> Calls<'_, 'a> {
    fn collect(&mut self, statements: &[Statement<'a>], repeats: bool) {
        for statement in statements {
            for expr in statement.expressions() {
                expr.visit(&mut |expr| self.add(expr, repeats));
            }
            let repeats = repeats || matches!(statement.kind, StatementKind::Loop(..));
            for inner in statement.inner() {
                self.collect(inner, repeats);
            }
        }
    }

    fn add(&mut self, expr: &Expr<'a>, repeats: bool) {
        let (Node::Call(path, arguments) | Node::Method(_, path, arguments)) = &expr.node else { return };
        if self.objects.class.is_some_and(|class| path.names == [class]) {
            self.called.extend(CONSTRUCTORS);
        }
        if let [class] = path.names[..]
            && self.objects.others.iter().any(|own| own == class)
        {
            let again = !self.constructed.insert(class);
            self.unrun = self.unrun.or_else(|| (again || repeats || !arguments.is_empty()).then_some(expr.at.start));
        }
        let name = path.last();
        let Some(function) = self.functions.get(name).filter(|function| takes(function, arguments)) else { return };
        if matches!(path.names[..], [owner, _] if self.objects.names.contains(owner)) {
            self.called.insert(name);
            return;
        }
        if path.names.len() == 2 && is_parent(path.names[0]) {
            return;
        }
        let is_own = matches!(expr.node, Node::Call(..)) && is_of_text(path);
        let again = function.may_be_method && (repeats || !arguments.is_empty() || !self.methods.insert(name));
        if is_own || again {
            self.called.insert(name);
        }
    }
}
