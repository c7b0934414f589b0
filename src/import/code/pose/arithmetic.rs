//! Arithmetic of vectors by methods: `a.clone().add(b)`, `position.copy(p).addScaledVector(n, 2)`; and of the positions
//! of bodies, which these methods change in place.

use super::rotations::normalized;
use crate::import::code::evaluate::value::NamedValue;
use crate::import::code::join::store::{Slot, Store, slot};
use crate::import::code::parser::syntax::{Expr, Node};

/// Libraries with such methods, and whether the methods change their vector in place.
const LIBRARIES: [(&str, bool); 4] = [("three", true), ("playcanvas", true), ("libgdx", true), ("babylon", false)];

/// Methods of vectors in lower case without underscores.
const METHODS: [&str; 17] = [
    "add",
    "sub",
    "subtract",
    "addvectors",
    "subvectors",
    "addscaledvector",
    "multiplyscalar",
    "mulscalar",
    "dividescalar",
    "divscalar",
    "addscalar",
    "subscalar",
    "multiply",
    "negate",
    "scale",
    "addinplace",
    "subtractinplace",
];

/// Whether a method computes with a vector, in lower case without underscores.
pub fn is_arithmetic(method: &str) -> bool {
    METHODS.contains(&method)
}

/// Combines two vectors coordinate by coordinate.
fn combined(a: &[f64], b: [f64; 3], with: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| with(*a, b)).collect()
}

/// Changes each coordinate of a vector.
fn mapped(vector: &[f64], with: impl Fn(f64) -> f64) -> Vec<f64> {
    vector.iter().map(|x| with(*x)).collect()
}

/// Returns a vector after a method, in lower case without underscores; `None` if its result is not known.
pub fn result(vector: &[f64], method: &str, arguments: &[NamedValue]) -> Option<Vec<f64>> {
    match (method, arguments) {
        ("add" | "addinplace", [(_, other)]) => Some(combined(vector, other.vector()?, |a, b| a + b)),
        ("sub" | "subtract" | "subtractinplace", [(_, other)]) => Some(combined(vector, other.vector()?, |a, b| a - b)),
        ("add", [(_, x), (_, y), (_, z)]) => {
            Some(combined(vector, [x.number()?, y.number()?, z.number()?], |a, b| a + b))
        }
        ("sub", [(_, x), (_, y), (_, z)]) => {
            Some(combined(vector, [x.number()?, y.number()?, z.number()?], |a, b| a - b))
        }
        ("addvectors", [(_, a), (_, b)]) => Some(combined(&a.vector()?, b.vector()?, |a, b| a + b)),
        ("subvectors", [(_, a), (_, b)]) => Some(combined(&a.vector()?, b.vector()?, |a, b| a - b)),
        ("addscaledvector", [(_, other), (_, factor)]) => {
            let factor = factor.number()?;
            Some(combined(vector, other.vector()?, |a, b| a + factor * b))
        }
        ("multiply", [(_, other)]) => Some(combined(vector, other.vector()?, |a, b| a * b)),
        ("multiplyscalar" | "mulscalar" | "scale", [(_, factor)]) => {
            let factor = factor.number()?;
            Some(mapped(vector, |x| factor * x))
        }
        ("dividescalar" | "divscalar", [(_, divisor)]) => {
            let divisor = divisor.number().filter(|divisor| *divisor != 0.0)?;
            Some(mapped(vector, |x| x / divisor))
        }
        ("addscalar", [(_, term)]) => {
            let term = term.number()?;
            Some(mapped(vector, |x| x + term))
        }
        ("subscalar", [(_, term)]) => {
            let term = term.number()?;
            Some(mapped(vector, |x| x - term))
        }
        ("negate", []) => Some(mapped(vector, |x| 0.0 - x)),
        _ => None,
    }
}

/// Whether a method changes its vector in place.
fn changes_vector(method: &str) -> bool {
    ["set", "copy"].contains(&method) || is_arithmetic(&normalized(method))
}

/// Returns the names of the position of a body that a chain of calls changes: `ball.position.copy(p).add(v)`.
pub fn changed_position<'a>(expr: &Expr<'a>) -> Option<Vec<&'a str>> {
    match &expr.node {
        Node::Call(path, _) => match &path.names[..] {
            [owner @ .., part, method] if !owner.is_empty() && changes_vector(method) => {
                (slot(part) == Some(Slot::Position)).then(|| [owner, &[*part]].concat())
            }
            _ => None,
        },
        Node::Method(of, path, _) if changes_vector(path.last()) => changed_position(of),
        _ => None,
    }
}

/// Whether names are those of a copy of the position of a body: `mesh.position.clone`.
pub fn copies_position(names: &[&str]) -> bool {
    matches!(names, [_, .., part, "clone"] if slot(part) == Some(Slot::Position))
}

impl Store {
    /// Whether methods of vectors are known in a library of the text: `Some(true)` if they change their vector in
    /// place.
    pub fn computes_in_place(&self) -> Option<bool> {
        LIBRARIES.iter().find(|(library, _)| self.uses(library)).map(|(_, in_place)| *in_place)
    }

    /// Changes the position of an entity by a method of its vector: `mesh.position.add(v)`. Returns whether the names
    /// are such a method.
    pub fn compute_position(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [.., part, method] = names else { return false };
        let method = normalized(method);
        let is_position = slot(part) == Some(Slot::Position) && is_arithmetic(&method);
        if !is_position || self.computes_in_place() != Some(true) {
            return false;
        }
        let own = self.entities[id].position.unwrap_or_default();
        let Some(changed) = result(&own, &method, arguments).and_then(|all| all.try_into().ok()) else { return false };
        self.entities[id].position = Some(changed);
        self.changes += 1;
        true
    }
}
