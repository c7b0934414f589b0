//! Variables that multiply points as matrices, `A @ R.T`: they are not lists of points.

use super::{Flows, Key, passed_variable};
use crate::import::code::parser::syntax::{Expr, Node};

/// Returns the name of the variable of a matrix, `R` or `R.T`.
fn bare_matrix(expr: &Expr<'_>) -> Option<Vec<String>> {
    match &expr.node {
        Node::Path(path) => {
            let names = path.names.strip_suffix(&["T"]).unwrap_or(&path.names);
            Some(vec![names.join(".")])
        }
        _ => passed_variable(expr),
    }
}

impl Flows {
    /// Adds the variables that multiply others as matrices: the right one for rows of points, the left one in a product
    /// that is transposed.
    pub(super) fn add_matrices(&mut self, expr: &Expr<'_>, scope: usize, is_transposed: bool) {
        match &expr.node {
            Node::Binary('@', left, right) => {
                let matrix = if is_transposed { left } else { right };
                if let Some(names) = bare_matrix(matrix) {
                    let keys: Vec<Key> = names.into_iter().map(|name| self.scoped(name, scope)).collect();
                    self.matrices.extend(keys);
                }
                self.add_matrices(left, scope, false);
                self.add_matrices(right, scope, false);
            }
            Node::Field(of, "T") => self.add_matrices(of, scope, true),
            Node::Field(of, _) | Node::Negative(of) => self.add_matrices(of, scope, false),
            Node::Index(of, _) => self.add_matrices(of, scope, is_transposed),
            Node::Binary(_, left, right) => {
                self.add_matrices(left, scope, is_transposed);
                self.add_matrices(right, scope, is_transposed);
            }
            Node::Call(path, arguments) | Node::Method(_, path, arguments) => {
                let last = path.last();
                let operands: Vec<&Expr<'_>> = arguments.iter().map(|one| &one.value).collect();
                let matrix = match (last, &operands[..]) {
                    ("dot" | "matmul", [left, right]) => Some(if is_transposed { left } else { right }),
                    ("dot" | "matmul", [right]) if !is_transposed => Some(right),
                    _ => None,
                };
                let names = matrix.and_then(|matrix| bare_matrix(matrix)).unwrap_or_default();
                let keys: Vec<Key> = names.into_iter().map(|name| self.scoped(name, scope)).collect();
                self.matrices.extend(keys);
                arguments.iter().for_each(|one| self.add_matrices(&one.value, scope, false));
            }
            Node::Each(of, ..) => {
                // The matrix in `[R @ v for v in A]`.
                if let Node::Binary('@', left, _) = &of.node
                    && let Some(names) = bare_matrix(left)
                {
                    let keys: Vec<Key> = names.into_iter().map(|name| self.scoped(name, scope)).collect();
                    self.matrices.extend(keys);
                }
                self.add_matrices(of, scope, true);
            }
            _ => {}
        }
    }
}
