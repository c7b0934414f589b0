//! Arithmetic of vectors by methods: `a.clone().add(b)`, `position.copy(p).addScaledVector(n, 2)`; and of the positions
//! of bodies, which these methods change in place.

use crate::code::evaluate::value::NamedValue;
use crate::code::join::store::{Slot, Store, slot};
use crate::code::parser::syntax::{Expr, Node};
use crate::names::normalized;

/// Library whose vectors have the methods of [`METHODS`].
struct VectorLibrary {
    name: &'static str,
    /// Whether the methods change their vector, rather than only return the result.
    changes_in_place: bool,
}

/// Libraries whose vectors have the methods of [`METHODS`].
const LIBRARIES: [VectorLibrary; 4] = [
    VectorLibrary { name: "three", changes_in_place: true },
    VectorLibrary { name: "playcanvas", changes_in_place: true },
    VectorLibrary { name: "libgdx", changes_in_place: true },
    VectorLibrary { name: "babylon", changes_in_place: false },
];

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

/// Returns the result of a method of a vector, in lower case without underscores; `None` if it is not known.
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
        // Not −x, which would make a negative zero.
        ("negate", []) => Some(mapped(vector, |x| 0.0 - x)),
        _ => None,
    }
}

/// Whether a method changes its vector in place.
fn changes_vector(method: &str) -> bool {
    ["set", "copy"].contains(&method) || is_arithmetic(&normalized(method))
}

/// Returns the path of the position of a body that a chain of calls changes: `ball.position` of
/// `ball.position.copy(p).add(v)`. `None` for any other expression.
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

/// Whether a path is a call that copies the position of a body: `mesh.position.clone`.
pub fn copies_position(names: &[&str]) -> bool {
    matches!(names, [_, .., part, "clone"] if slot(part) == Some(Slot::Position))
}

impl Store {
    /// Returns whether the methods of vectors change their vector in place; `None` if the text names no library of
    /// [`LIBRARIES`].
    pub fn computes_in_place(&self) -> Option<bool> {
        LIBRARIES.iter().find(|library| self.uses(library.name)).map(|library| library.changes_in_place)
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
        let position = self.entities[id].position.unwrap_or_default();
        let Some(changed) = result(&position, &method, arguments) else { return false };
        let Ok(changed) = changed.try_into() else { return false };
        self.entities[id].position = Some(changed);
        self.changes += 1;
        true
    }
}
