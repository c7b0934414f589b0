//! Recognition of assertions of tests, which state no bodies and no poses: `expect(box.containsPoint(p)).toBe(true)`,
//! `np.allclose(box.bounds, …)`, `UTAssert(query(a, b).distance == 0)`. The interpreter skips them.
//!
//! An assertion that makes a shape, or gives poses to shapes by the arguments of a query, is evaluated as any
//! statement.

use super::value::Data;
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Argument, Expr, Node, Path};
use crate::code::shape::dictionary;
use crate::names::normalized;

/// Beginnings of the names of assertions, in lower case without underscores.
const ASSERTION_PREFIXES: [&str; 7] =
    ["assert", "expect", "require", "utassert", "boostcheck", "boosttest", "staticassert"];

/// Names of comparisons within a tolerance, in lower case without underscores.
const COMPARISON_FUNCTIONS: [&str; 2] = ["allclose", "isclose"];

/// Objects of JavaScript's test libraries with methods that assert: `test.ok(…)`, `t.equal(…)`.
const TEST_OBJECTS: [&str; 4] = ["test", "t", "assert", "chai"];

/// Methods of [`TEST_OBJECTS`] that assert.
const TEST_METHODS: [&str; 10] =
    ["ok", "notOk", "equal", "equals", "notEqual", "deepEqual", "is", "isTrue", "isFalse", "true"];

/// Whether the path of a call is that of an assertion.
fn is_assertion(path: &Path<'_>) -> bool {
    let last = path.last();
    let name = normalized(last);
    if ASSERTION_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        return true;
    }
    if COMPARISON_FUNCTIONS.contains(&name.as_str()) || is_check_macro(last) {
        return true;
    }
    match path.names[..] {
        [object, method] => TEST_OBJECTS.contains(&object) && TEST_METHODS.contains(&method),
        _ => false,
    }
}

/// Whether a name is a macro of doctest or Catch2: `CHECK`, `CHECK_EQ`, `CHECK_FALSE`.
fn is_check_macro(name: &str) -> bool {
    name.starts_with("CHECK") && name.chars().all(|c| c.is_uppercase() || c == '_')
}

/// Returns the path of the first call of a chain: `expect` of `expect(a).toBe(b)`; `None` if the chain has no call.
fn first_call<'e, 'a>(expr: &'e Expr<'a>) -> Option<&'e Path<'a>> {
    match &expr.node {
        Node::Call(path, _) => Some(path),
        Node::Method(of, ..) | Node::Field(of, _) => first_call(of),
        _ => None,
    }
}

impl Store {
    /// Whether a statement is an assertion that states no body.
    pub fn is_assertion_without_body(&self, expr: &Expr<'_>) -> bool {
        if !first_call(expr).is_some_and(is_assertion) {
            return false;
        }
        let mut may_state_body = false;
        expr.visit(&mut |part| may_state_body |= self.may_state_body(part));
        !may_state_body
    }

    /// Whether an expression is a call that makes a shape, or that may give a pose to one: a query such as
    /// `collide(box, pose)` has a variable with a shape and another argument.
    fn may_state_body(&self, expr: &Expr<'_>) -> bool {
        let (Node::Call(path, arguments) | Node::Method(_, path, arguments)) = &expr.node else { return false };
        let makes_shape = !arguments.is_empty() && !dictionary::rows(&path.names).is_empty();
        let shape_count = arguments.iter().filter(|argument| self.is_shape_variable(argument)).count();
        makes_shape || shape_count > 0 && shape_count < arguments.len()
    }

    /// Whether an argument is a variable with a shape or a body.
    fn is_shape_variable(&self, argument: &Argument<'_>) -> bool {
        let Node::Path(path) = &argument.value.node else { return false };
        let value = self.variables.get(path.names.join(".").as_str());
        value.is_some_and(|value| matches!(value.data, Data::Entity(_)))
    }
}
