//! Points that a text computes inside the arguments of a query: `gjk(A, A + t)`.

use super::queries::{may_query, moves_points};
use super::{is_points, passed_variable};
use crate::import::code::evaluate::value::{Data, NamedValue};
use crate::import::code::join::store::Store;
use crate::import::code::parser::syntax::{Argument, Expr, Node};

impl Store {
    /// Whether an expression moves the points of a list in a variable: a sum or a product with it, or the call of a
    /// function that moves points.
    fn moves_list(&self, expr: &Expr<'_>) -> bool {
        match &expr.node {
            Node::Binary(_, left, right) => {
                let mut names = [left, right].into_iter().filter_map(|part| operand(part));
                names.any(|name| self.variables.get(name).is_some_and(is_points))
                    || self.moves_list(left)
                    || self.moves_list(right)
            }
            Node::Field(of, _) | Node::Negative(of) => self.moves_list(of),
            Node::Call(path, arguments) if moves_points(path.last()) => arguments
                .iter()
                .any(|one| operand(&one.value).is_some_and(|name| self.variables.get(name).is_some_and(is_points))),
            _ => false,
        }
    }

    /// Stores the points that the arguments of a query compute, if the query takes other points, too; `arguments` has
    /// the values of the arguments.
    pub fn note_arguments(&mut self, names: &[&str], list: &[Argument<'_>], arguments: &[NamedValue]) {
        let points = arguments.iter().filter(|(_, value)| is_points(value) && value.items().len() > 2).count();
        if points == 0 || list.len() != arguments.len() || !may_query(names) {
            return;
        }
        for (one, (_, value)) in list.iter().zip(arguments) {
            let is_unchanged = passed_variable(&one.value).is_some() || matches!(one.value.node, Node::List(_));
            if matches!(value.data, Data::Unknown) && self.moves_list(&one.value) {
                self.lost_argument.get_or_insert(one.value.at.start);
            }
            if points > 1 && !is_unchanged && is_points(value) && value.items().len() > 2 {
                self.passed.push((one.value.at.start, value.clone()));
            }
        }
    }
}

/// Returns the first name of the variable of an operand: `A`, `A.T`, `A[:3]`.
fn operand<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match &expr.node {
        Node::Path(path) => path.names.first().copied(),
        Node::Index(of, _) | Node::Field(of, _) | Node::Negative(of) => operand(of),
        _ => None,
    }
}
