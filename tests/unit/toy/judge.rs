//! Is the gap of the toy the gap? It is taken again, from other formulas for the bodies.

use super::super::reference_geometry::{Placed, gap_along};
use super::{Claim, Violation};
use crate::answer::GapFinding;

/// Every claim of an answer that does not hold.
pub fn verify(a: &Placed<'_>, b: &Placed<'_>, found: &GapFinding, eps: f64) -> Vec<Violation> {
    let (gap, size) = (gap_along(a, b, found.normal), a.radius() + b.radius() + a.position.distance(b.position));
    let holds = (found.gap - gap).abs() <= 16.0 * eps * size;
    let message = || format!("the gap along n is {gap:e}, said is {:e}", found.gap);
    (!holds).then(|| Violation { claim: Claim::Size, message: message() }).into_iter().collect()
}
