//! Names of the functions that a text both defines and calls.
//!
//! The interpreter runs such a function where the text calls it. A function without a call, such as `main` or a test,
//! runs where it is defined, as an entry of the program.

use std::collections::{HashMap, HashSet};

use super::invocations::{is_of_text, is_parent, takes};
use super::objects::{CONSTRUCTORS, Objects};
use crate::code::parser::syntax::{Argument, Expr, Function, Node, Path, Statement, StatementKind};

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
        unrun_constructor: None,
    };
    if !functions.is_empty() {
        calls.collect(statements, false);
    }
    Called { names: calls.called, unrun_constructor: calls.unrun_constructor }
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
    /// Offset of [`Called::unrun_constructor`].
    unrun_constructor: Option<usize>,
}

/// Functions that a text calls.
pub struct Called<'a> {
    /// Names of the functions that the text calls, and those of methods that it calls on objects more than once or with
    /// arguments. A method that is called once without arguments runs where it is defined.
    pub names: HashSet<&'a str>,
    /// Offset of the first call of a constructor with arguments, in a loop or for the second time, bytes; only in a
    /// text with several classes. Their constructors run once, where they are defined, so that such a call does not.
    pub unrun_constructor: Option<usize>,
}

impl<'a> Calls<'_, 'a> {
    /// Collects the calls in statements; `repeats` states that a loop contains them.
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

    /// Adds an expression if it is a call of a function or a constructor of the text.
    fn add(&mut self, expr: &Expr<'a>, repeats: bool) {
        let (Node::Call(path, arguments) | Node::Method(_, path, arguments)) = &expr.node else { return };
        if self.objects.class.is_some_and(|class| path.names == [class]) {
            self.called.extend(CONSTRUCTORS);
        }
        self.add_construction(path, arguments, repeats, expr.at.start);
        let is_method_of_value = matches!(expr.node, Node::Method(..));
        self.add_function(path, arguments, repeats, is_method_of_value);
    }

    /// Records a call of a constructor in a text with several classes; `at` is the offset of the call.
    fn add_construction(&mut self, path: &Path<'a>, arguments: &[Argument<'a>], repeats: bool, at: usize) {
        let [class] = path.names[..] else { return };
        if !self.objects.others.iter().any(|other| other == class) {
            return;
        }
        let is_first = self.constructed.insert(class);
        let is_unrun = !is_first || repeats || !arguments.is_empty();
        if is_unrun && self.unrun_constructor.is_none() {
            self.unrun_constructor = Some(at);
        }
    }

    /// Records a call of a function or method of the text. `is_method_of_value` states that the owner is an expression,
    /// as in `list[0].f()`, rather than a name.
    fn add_function(&mut self, path: &Path<'a>, arguments: &[Argument<'a>], repeats: bool, is_method_of_value: bool) {
        let name = path.last();
        let Some(function) = self.functions.get(name).filter(|function| takes(function, arguments)) else { return };
        let is_on_object = matches!(path.names[..], [owner, _] if self.objects.names.contains(owner));
        if is_on_object {
            self.called.insert(name);
            return;
        }
        // The text does not define the methods of a base class: `super.update()`.
        if path.names.len() == 2 && is_parent(path.names[0]) {
            return;
        }
        let is_plain_call = !is_method_of_value && is_of_text(path);
        let is_repeated_method =
            function.may_be_method && (repeats || !arguments.is_empty() || !self.methods.insert(name));
        if is_plain_call || is_repeated_method {
            self.called.insert(name);
        }
    }
}
