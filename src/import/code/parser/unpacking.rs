//! Parser of assignments to several names at once: `mass, size = 10, (60, 30)`, `body.position, body.angle = p, 0.5`.
//! Each becomes one assignment for each name.

use std::ops::Range;

use super::expressions::Parser;
use super::statements::MAX_DECLARATORS;
use super::syntax::{Expr, Node, Path, Statement, StatementKind};
use super::token::Kind;

/// Names of the temporary variables that hold the values of a swap, `a, b = b, a`; no program can have them.
const TEMPORARY: [&str; 6] = ["(value 1)", "(value 2)", "(value 3)", "(value 4)", "(value 5)", "(value 6)"];

/// Whether an expression uses a variable.
fn mentions(value: &Expr<'_>, name: &str) -> bool {
    let mut found = false;
    value.visit(&mut |part| {
        if let Node::Path(path) | Node::Call(path, _) = &part.node {
            found |= path.names.first() == Some(&name);
        }
    });
    found
}

/// Variable or field that an assignment sets.
struct Target<'a> {
    /// Names of the variable and of the fields in it.
    path: Vec<&'a str>,
    /// Range in the text, bytes.
    at: Range<usize>,
}

/// Reads the name of a variable or of a field: `angle`, `body.angle`; `None` for anything else.
fn target<'a>(parser: &mut Parser<'_, 'a>) -> Option<Target<'a>> {
    let first = parser.tokens.get(parser.at).copied().filter(|token| token.kind == Kind::Name)?;
    parser.at += 1;
    let mut target = Target { path: vec![first.text], at: first.start..first.end };
    while let [dot, field, ..] = parser.tokens.get(parser.at..).unwrap_or_default()
        && dot.is(".")
        && field.kind == Kind::Name
    {
        target.path.push(field.text);
        target.at.end = field.end;
        parser.at += 2;
    }
    Some(target)
}

/// Adds assignments of the values to temporary variables, so that those of `a, b = b, a` are all from before the swap.
/// Returns the temporary variables.
fn keep_in_temporaries<'a>(values: Vec<Expr<'a>>, all: &mut Vec<Statement<'a>>) -> Vec<Expr<'a>> {
    let mut variables = Vec::with_capacity(values.len());
    for (value, temporary) in values.into_iter().zip(TEMPORARY) {
        let at = value.at.clone();
        let path = Path { names: vec![temporary], generic: Vec::new() };
        let variable = Expr::new(Node::Path(path), at.clone());
        all.push(Statement { kind: StatementKind::Assign(variable.clone(), value), at, declares: true });
        variables.push(variable);
    }
    variables
}

/// Reads an assignment to several names with a value for each: `mass, size = 10, (60, 30)`. Returns whether one is
/// here.
pub fn unpack<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let back = parser.at;
    let mut names = Vec::new();
    while names.len() < MAX_DECLARATORS
        && let Some(name) = target(parser)
    {
        names.push(name);
        if !parser.take(",") {
            break;
        }
    }
    if parser.depth > 0 || names.len() < 2 || !(parser.take("=") || parser.take(":=")) {
        parser.at = back;
        return false;
    }
    let mut values = Vec::new();
    while values.len() < names.len()
        && let Some(value) = parser.expression()
    {
        values.push(value);
        if !parser.take(",") {
            break;
        }
    }
    if values.len() != names.len() || !parser.at_end_of_statement() {
        parser.at = back;
        return false;
    }
    let is_swap = values.iter().skip(1).any(|value| names.iter().any(|name| mentions(value, name.path[0])));
    if is_swap && values.len() <= TEMPORARY.len() {
        values = keep_in_temporaries(values, all);
    }
    for (name, value) in names.into_iter().zip(values) {
        let at = name.at.start..value.at.end;
        let target = Expr::new(Node::Path(Path { names: name.path, generic: Vec::new() }), name.at);
        all.push(Statement { kind: StatementKind::Assign(target, value), at, declares: false });
    }
    true
}
