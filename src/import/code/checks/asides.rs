//! Finds points and directions that a program only passes to queries, tests and prints: `d = np.array([1, 0, 0])`
//! before `support(hull, d)`. Their numbers describe no body, so the import does not report them as unread.

mod readers;

use std::collections::HashMap;

use crate::code::evaluate::constants::{is_list, is_vector};
use crate::code::evaluate::value::Ranges;
use crate::code::parser::syntax::{Argument, Expr, Items, Node, Path, Statement, StatementKind};
use crate::names::normalized;
use readers::reads;

/// Maximum number of coordinates of a point or a direction; some programs add a fourth one (homogeneous coordinates).
const MAX_NUMBERS: usize = 4;

/// Assignments to a variable, and its uses.
#[derive(Default)]
struct Uses {
    /// Ranges of the statements that assign the variable, bytes.
    assignments: Ranges,
    /// Whether each assigned value is a point or a direction in numbers.
    are_points: bool,
    /// Whether a function that only reads its arguments takes the variable.
    is_read: bool,
    /// Whether the variable occurs anywhere else, where it may describe a body.
    is_used_elsewhere: bool,
}

/// Functions of numbers, whose arguments are only read if their result is: `print(round(x))`. In lower case.
const NUMERIC: [&str; 10] = ["float", "list", "tuple", "str", "round", "norm", "abs", "array", "asarray", "dot"];

/// Whether the arguments of a function are only read; `is_read` states that its result is.
fn only_reads(name: &str, is_read: bool) -> bool {
    reads(name) || is_read && NUMERIC.contains(&normalized(name).as_str())
}

/// Whether an expression is a vector or a list.
fn is_point(expr: &Expr<'_>) -> bool {
    match &expr.node {
        Node::List(_) => true,
        Node::Call(path, _) => is_vector(path.last()) || is_list(path.last()),
        _ => false,
    }
}

/// Number of literals in an expression that are numbers.
fn count_numbers(expr: &Expr<'_>) -> usize {
    let mut count = 0;
    expr.visit(&mut |part| count += usize::from(matches!(part.node, Node::Number(_))));
    count
}

/// Adds the uses of variables in an expression; `is_read` states that it is an argument of a function that only reads.
fn collect<'a>(expr: &Expr<'a>, is_read: bool, found: &mut HashMap<&'a str, Uses>) {
    match &expr.node {
        Node::Path(path) => add(path, is_read, found),
        Node::Call(path, list) => {
            collect_all(list, only_reads(path.last(), is_read), found);
            if path.names.len() > 1 {
                add(path, is_read, found);
            }
        }
        Node::Method(of, path, list) => {
            collect_all(list, only_reads(path.last(), is_read), found);
            collect(of, is_read, found);
        }
        Node::List(list) => collect_all(list, is_read, found),
        Node::Field(of, _) | Node::Negative(of) => collect(of, is_read, found),
        Node::Index(a, b) | Node::Binary(_, a, b) => {
            collect(a, is_read, found);
            collect(b, is_read, found);
        }
        Node::Each(of, _, items) => {
            collect(of, false, found);
            match items.as_ref() {
                Items::Of(items) => collect(items, false, found),
                Items::Range { first, last, .. } => {
                    collect(first, false, found);
                    collect(last, false, found);
                }
            }
        }
        Node::Number(_) | Node::Text(_) | Node::Slice(..) | Node::Result(_) | Node::Unknown => {}
    }
}

/// Adds the uses of variables in a list of arguments.
fn collect_all<'a>(list: &[Argument<'a>], is_read: bool, found: &mut HashMap<&'a str, Uses>) {
    list.iter().for_each(|one| collect(&one.value, is_read, found));
}

/// Adds a use of the variable at the beginning of a path.
fn add<'a>(path: &Path<'a>, is_read: bool, found: &mut HashMap<&'a str, Uses>) {
    let Some(name) = path.names.first() else { return };
    let uses = found.entry(name).or_default();
    uses.is_read |= is_read;
    uses.is_used_elsewhere |= !is_read;
}

/// Returns the ranges of the statements that assign points and directions that are only read.
pub fn read_only(statements: &[Statement<'_>]) -> Ranges {
    let mut ranges = Ranges::new();
    let found = collect_scope(statements, &mut ranges);
    add_read_only(found, &mut ranges);
    ranges
}

/// Adds the ranges of the assignments to variables that are only read.
fn add_read_only(found: HashMap<&str, Uses>, ranges: &mut Ranges) {
    let only_read = found.into_values().filter(|uses| uses.are_points && uses.is_read && !uses.is_used_elsewhere);
    ranges.extend(only_read.flat_map(|uses| uses.assignments));
}

/// Collects the uses of the variables of a function or of the whole text; adds the ranges of variables of inner
/// functions.
fn collect_scope<'a>(statements: &[Statement<'a>], ranges: &mut Ranges) -> HashMap<&'a str, Uses> {
    let mut found: HashMap<&'a str, Uses> = HashMap::new();
    for statement in statements {
        if let StatementKind::Function(function) = &statement.kind {
            let mut locals = collect_scope(&function.body, ranges);
            locals.retain(|name, _| function.parameters.iter().all(|parameter| parameter.name != *name));
            // A variable that the function does not assign is one of the enclosing scope.
            for (name, uses) in locals.extract_if(|_, uses| uses.assignments.is_empty()) {
                let outer = found.entry(name).or_default();
                outer.is_read |= uses.is_read;
                outer.is_used_elsewhere |= uses.is_used_elsewhere;
            }
            add_read_only(locals, ranges);
            continue;
        }
        for inner in statement.inner() {
            merge(&mut found, collect_scope(inner, ranges));
        }
        let Some((name, Some(value))) = statement.variable() else {
            statement.expressions().into_iter().for_each(|expr| collect(expr, false, &mut found));
            continue;
        };
        collect(value, false, &mut found);
        let uses = found.entry(name).or_default();
        let is_point = is_point(value) && (2..=MAX_NUMBERS).contains(&count_numbers(value));
        uses.are_points = is_point && (uses.are_points || uses.assignments.is_empty());
        uses.assignments.push(statement.at.clone());
    }
    found
}

/// Adds the uses of variables in inner statements, such as those of a loop, to the uses in the statements around them.
fn merge<'a>(found: &mut HashMap<&'a str, Uses>, inner: HashMap<&'a str, Uses>) {
    for (name, uses) in inner {
        let merged = found.entry(name).or_default();
        // A part without assignments says nothing about the values.
        merged.are_points = uses.are_points && (merged.are_points || merged.assignments.is_empty())
            || merged.are_points && uses.assignments.is_empty();
        merged.is_read |= uses.is_read;
        merged.is_used_elsewhere |= uses.is_used_elsewhere;
        merged.assignments.extend(uses.assignments);
    }
}
