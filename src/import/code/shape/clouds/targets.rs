//! Statements that add a point to a list: `points.push_back(p)`, `points.extend([…])`, `points[3] = …`.

use crate::code::parser::syntax::{Argument, Expr, Node};
use crate::names::normalized;

/// Methods that add a point to a list.
const ADDS: [&str; 11] = [
    "pushback",
    "emplaceback",
    "push",
    "append",
    "addpoint",
    "add",
    "insert",
    "addvertex",
    "pushvertex",
    "append_point",
    "pointsadd",
];

/// Matches `name.extend([…])`: the name of the list, and the arguments.
pub fn extended<'s, 'a>(value: &'s Expr<'a>) -> Option<(String, &'s [Argument<'a>])> {
    let Node::Call(path, arguments) = &value.node else { return None };
    let (last, owner) = path.names.split_last()?;
    (!owner.is_empty() && *last == "extend" && arguments.len() == 1).then(|| (owner.join("."), arguments.as_slice()))
}

/// Matches `name.push_back(…)`: the name of the list, and the arguments.
pub fn added<'s, 'a>(value: &'s Expr<'a>) -> Option<(String, &'s [Argument<'a>])> {
    let Node::Call(path, arguments) = &value.node else { return None };
    let (last, owner) = path.names.split_last()?;
    (!owner.is_empty() && ADDS.contains(&normalized(last).as_str()) && !arguments.is_empty())
        .then(|| (owner.join("."), arguments.as_slice()))
}

/// Matches the left side of `name[3] = …`, `name[:, 0] = …` and Eigen's `name.col(0) << …`: the name of the list.
pub(super) fn indexed(target: &Expr<'_>) -> Option<String> {
    if let Node::Call(path, arguments) = &target.node
        && let ([name, "col" | "row"], 1) = (&path.names[..], arguments.len())
    {
        return Some((*name).to_owned());
    }
    let Node::Index(of, _) = &target.node else { return None };
    match &of.node {
        Node::Path(path) => Some(path.names.join(".")),
        _ => None,
    }
}
