//! Blocks of rows whose impulses share a set: an interval, or a friction cone with its normal row.

use crate::problem::{Problem, RowKind};

/// Set of the impulses of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// One impulse between two numbers, which may be infinite.
    Interval {
        /// Least impulse of the row.
        lower: f64,
        /// Greatest impulse of the row.
        upper: f64,
    },
    /// A normal impulse and friction impulses with `Σ λ_j²/μ_j² ≤ λ_n²`; the coefficients are in the order of the rows
    /// after the first.
    Cone(Vec<f64>),
}

/// Rows whose impulses share a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Rows; of a cone the normal row first.
    pub rows: Vec<usize>,
    /// Set of the impulses.
    pub set: Set,
    /// Whether the set depends on a friction rule that the capture does not declare.
    pub undeclared: bool,
}

/// Number from which a captured bound counts as unbounded.
const UNBOUNDED: f64 = 1e30;

/// A captured bound, with huge numbers as infinite.
fn limit(bound: Option<f64>, otherwise: f64) -> f64 {
    bound.filter(|bound| bound.abs() < UNBOUNDED).unwrap_or(otherwise)
}

/// Coefficient of a friction row: its own, otherwise that of its contact.
pub fn coefficient_of(problem: &Problem, r: usize) -> Option<f64> {
    let row = &problem.captured_rows()[r];
    let contact = row.contact.and_then(|contact| problem.contacts().get(contact));
    let direction = match problem.kinds[r] {
        RowKind::Friction(k) => k,
        RowKind::Torsion => 2,
        RowKind::Rolling(k) => 3 + k,
        RowKind::Normal | RowKind::Edge(_) | RowKind::Joint | RowKind::Other => 0,
    };
    row.coefficient.or_else(|| contact.and_then(|contact| contact.friction.as_ref()).and_then(|mu| mu.at(direction)))
}

/// Blocks of all rows for these impulses, which bound the friction of box friction. Negative normal impulses count
/// as 0.
pub fn blocks_of(problem: &Problem, impulses: &[f64]) -> Vec<Block> {
    let captured = problem.captured_rows();
    let friction = problem.step.model.friction.as_deref();
    let mut of_normal: Vec<Vec<usize>> = vec![Vec::new(); captured.len()];
    for (r, row) in captured.iter().enumerate() {
        if let Some(normal) = row.friction_of {
            of_normal[normal].push(r);
        }
    }
    let knows_law = !matches!(problem.step.model.solve.as_deref(), None | Some("unknown"));
    let mut blocks = Vec::new();
    for (r, row) in captured.iter().enumerate() {
        if let Some(normal) = row.friction_of {
            if friction != Some("cone") {
                let most = coefficient_of(problem, r).unwrap_or(f64::INFINITY) * impulses[normal].max(0.0);
                let most = if most.is_nan() { 0.0 } else { most };
                let set = Set::Interval { lower: -most, upper: most };
                blocks.push(Block { rows: vec![r], set, undeclared: friction.is_none() });
            }
            continue;
        }
        if friction == Some("cone") && !of_normal[r].is_empty() {
            let rows: Vec<usize> = std::iter::once(r).chain(of_normal[r].iter().copied()).collect();
            let coefficients = of_normal[r].iter().map(|j| coefficient_of(problem, *j).unwrap_or(f64::INFINITY));
            blocks.push(Block { set: Set::Cone(coefficients.collect()), rows, undeclared: !knows_law });
            continue;
        }
        let lower = limit(row.lower, f64::NEG_INFINITY);
        let set = Set::Interval { lower, upper: limit(row.upper, f64::INFINITY) };
        // Without a friction rule, the normal may be part of a cone.
        let undeclared = friction.is_none() && !of_normal[r].is_empty();
        blocks.push(Block { rows: vec![r], set, undeclared });
    }
    blocks
}
