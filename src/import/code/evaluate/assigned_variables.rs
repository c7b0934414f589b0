//! Variables that statements assign to, directly, by a field or by a method that may change them. The interpreter
//! forgets their values after a loop or branch whose course is not known.

use crate::code::libraries::harmless::is_harmless;
use crate::code::parser::syntax::{Node, Statement, StatementKind, chain};

/// Variable that a statement assigns to.
pub struct Assigned {
    pub name: String,
    /// Whether a field of the variable is assigned, rather than the variable itself.
    pub is_field: bool,
}

/// Collects the variables that statements assign to, or that have a field assigned.
pub fn collect_assigned(statements: &[Statement<'_>], found: &mut Vec<Assigned>) {
    for statement in statements {
        if let StatementKind::Assign(target, _) = &statement.kind
            && let Some(names) = chain(target)
            && let [name, fields @ ..] = &names[..]
        {
            found.push(Assigned { name: (*name).to_owned(), is_field: !fields.is_empty() });
        }
        // Methods that may change their variable: `pose.setOrigin(…)`.
        if let StatementKind::Value(value) = &statement.kind
            && let Node::Call(path, arguments) = &value.node
            && let [name, method @ ..] = &path.names[..]
            && !method.is_empty()
            && !is_harmless(method, !arguments.is_empty())
        {
            found.push(Assigned { name: (*name).to_owned(), is_field: true });
        }
        for inner in statement.inner() {
            collect_assigned(inner, found);
        }
    }
}
