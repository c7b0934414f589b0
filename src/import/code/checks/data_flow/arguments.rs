//! Points that a text computes inside the arguments of a query, `gjk(A, A + t)`: the second body is in no variable, so
//! its points are stored when the call is evaluated.

use super::queries::{may_query, moves_points};
use super::{is_points, passed_variable};
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Argument, Expr, Node};

impl Store {
    /// Whether an expression moves the points of a list in a variable: a sum or a product with it, or the call of a
    /// function that moves points.
    fn moves_list(&self, expr: &Expr<'_>) -> bool {
        match &expr.node {
            Node::Binary(_, left, right) => {
                self.is_list_of_points(left)
                    || self.is_list_of_points(right)
                    || self.moves_list(left)
                    || self.moves_list(right)
            }
            Node::Field(of, _) | Node::Negative(of) => self.moves_list(of),
            Node::Call(path, arguments) if moves_points(path.last()) => {
                arguments.iter().any(|argument| self.is_list_of_points(&argument.value))
            }
            _ => false,
        }
    }

    /// Whether an operand is a variable with points, or a part of one.
    fn is_list_of_points(&self, expr: &Expr<'_>) -> bool {
        variable_of(expr).is_some_and(|name| self.variables.get(name).is_some_and(is_points))
    }

    /// Stores the points that the arguments of a query compute, if the query takes other points, too. `names` is the
    /// path of the function, and `values` has the values of the arguments. An argument that moves points to places that
    /// are not known is stored as lost, and refused later.
    pub fn note_arguments(&mut self, names: &[&str], arguments: &[Argument<'_>], values: &[NamedValue]) {
        let body_count = values.iter().filter(|(_, value)| may_be_body(value)).count();
        if body_count == 0 || arguments.len() != values.len() || !may_query(names) {
            return;
        }
        for (argument, (_, value)) in arguments.iter().zip(values) {
            let expr = &argument.value;
            let is_unchanged = passed_variable(expr).is_some() || matches!(expr.node, Node::List(_));
            if matches!(value.data, Data::Unknown) && self.moves_list(expr) {
                self.lost_argument.get_or_insert(expr.at.start);
            }
            if body_count > 1 && !is_unchanged && may_be_body(value) {
                self.passed.push((expr.at.start, value.clone()));
            }
        }
    }
}

/// Whether a value is at least three points: fewer are a segment or a direction.
fn may_be_body(value: &Value) -> bool {
    is_points(value) && value.items().len() > 2
}

/// Returns the first name of the variable of an operand: `A`, `A.T`, `A[:3]`; `None` for other expressions.
fn variable_of<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match &expr.node {
        Node::Path(path) => path.names.first().copied(),
        Node::Index(of, _) | Node::Field(of, _) | Node::Negative(of) => variable_of(of),
        _ => None,
    }
}
