//! Assertions and expectations of tests, which state no bodies and no poses: `expect(box.containsPoint(p)).toBe(true)`,
//! `np.allclose(box.bounds, …)`, `UTAssert(query(a, b).distance == 0)`.
//!
//! An assertion that makes a shape, or gives poses to shapes by the arguments of a query, is evaluated as any
//! statement.

use super::value::Data;
use crate::import::code::join::store::Store;
use crate::import::code::parser::syntax::{Argument, Expr, Node, Path};
use crate::import::code::pose::rotations::normalized;
use crate::import::code::shape::dictionary;

/// Beginnings of the names of assertions, in lower case without underscores.
const BEGINNINGS: [&str; 7] = ["assert", "expect", "require", "utassert", "boostcheck", "boosttest", "staticassert"];

/// Names of comparisons within a tolerance, in lower case without underscores.
const COMPARISONS: [&str; 2] = ["allclose", "isclose"];

/// Objects of tests with methods that assert: `test.ok(…)`, `t.equal(…)`.
const TESTS: [&str; 4] = ["test", "t", "assert", "chai"];

/// Methods of these objects.
const METHODS: [&str; 10] =
    ["ok", "notOk", "equal", "equals", "notEqual", "deepEqual", "is", "isTrue", "isFalse", "true"];

/// Whether the path of a call is that of an assertion.
fn asserts(path: &Path<'_>) -> bool {
    let last = path.last();
    let name = normalized(last);
    let is_check = last.starts_with("CHECK") && last.chars().all(|c| c.is_uppercase() || c == '_');
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || COMPARISONS.contains(&name.as_str())
        || is_check
        || matches!(path.names[..], [object, method] if TESTS.contains(&object) && METHODS.contains(&method))
}

/// Returns the first call of a chain: `expect(a)` of `expect(a).toBe(b)`.
fn root<'e, 'a>(expr: &'e Expr<'a>) -> Option<&'e Path<'a>> {
    match &expr.node {
        Node::Call(path, _) => Some(path),
        Node::Method(of, ..) | Node::Field(of, _) => root(of),
        _ => None,
    }
}

impl Store {
    /// Whether a statement is an assertion that states no body.
    pub fn is_mere_assertion(&self, expr: &Expr<'_>) -> bool {
        if !root(expr).is_some_and(asserts) {
            return false;
        }
        let mut states = false;
        expr.visit(&mut |part| states |= self.may_state_body(part));
        !states
    }

    /// Whether a call makes a shape, or may give a pose to one.
    fn may_state_body(&self, expr: &Expr<'_>) -> bool {
        let (Node::Call(path, arguments) | Node::Method(_, path, arguments)) = &expr.node else { return false };
        let makes = !arguments.is_empty() && !dictionary::rows(&path.names).is_empty();
        let has_shape = arguments.iter().any(|argument| self.is_shape_variable(argument));
        makes || has_shape && !arguments.iter().all(|argument| self.is_shape_variable(argument))
    }

    /// Whether an argument is a variable with a shape or a body.
    fn is_shape_variable(&self, argument: &Argument<'_>) -> bool {
        let Node::Path(path) = &argument.value.node else { return false };
        let value = self.variables.get(path.names.join(".").as_str());
        value.is_some_and(|value| matches!(value.data, Data::Entity(_)))
    }
}
