//! Finds the variables that multiply points as matrices, `R` in `A @ R.T` and in `(R @ A.T).T`. Their rows are numbers,
//! but they are not lists of points.
//!
//! **Rule.** Rows of points are multiplied from the right, so the right operand is the matrix. A product that is
//! transposed as a whole has the points as columns, so its left operand is the matrix.

use super::{Flows, passed_variable};
use crate::code::parser::syntax::{Expr, Node};

/// Returns the name of the variable of a matrix, `R` or `R.T`, or all prefixes of a longer path that is passed
/// unchanged; `None` for an expression that computes something.
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
    /// Adds the variables of function `scope` that multiply others as matrices in an expression. `is_transposed` states
    /// that the result of the expression is transposed.
    pub(super) fn add_matrices(&mut self, expr: &Expr<'_>, scope: usize, is_transposed: bool) {
        match &expr.node {
            Node::Binary('@', left, right) => {
                self.add_matrix(if is_transposed { left } else { right }, scope);
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
                if ["dot", "matmul"].contains(&path.last()) {
                    match &arguments[..] {
                        // `np.dot(A, R)`.
                        [left, right] => self.add_matrix(if is_transposed { &left.value } else { &right.value }, scope),
                        // `A.dot(R)`.
                        [right] if !is_transposed => self.add_matrix(&right.value, scope),
                        _ => {}
                    }
                }
                arguments.iter().for_each(|one| self.add_matrices(&one.value, scope, false));
            }
            Node::Each(of, ..) => {
                // The matrix in `[R @ v for v in A]`.
                if let Node::Binary('@', left, _) = &of.node {
                    self.add_matrix(left, scope);
                }
                self.add_matrices(of, scope, true);
            }
            Node::Number(_)
            | Node::Text(_)
            | Node::Path(_)
            | Node::Slice(..)
            | Node::List(_)
            | Node::Result(_)
            | Node::Unknown => {}
        }
    }

    /// Adds the variable of an operand that is a matrix; an operand that computes something has none.
    fn add_matrix(&mut self, operand: &Expr<'_>, scope: usize) {
        for name in bare_matrix(operand).unwrap_or_default() {
            let key = self.scoped(name, scope);
            self.matrices.insert(key);
        }
    }
}
