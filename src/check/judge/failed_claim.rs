//! First claim of an answer that does not hold, from a chain of checks, and lists of violations.

use super::{Claim, Violation};

/// First claim that does not hold, and the reason; `None` when all hold.
pub(super) type Broken = Option<(Claim, String)>;

/// Returns the claim as broken unless it holds.
pub(super) fn unless(holds: bool, claim: Claim, message: impl FnOnce() -> String) -> Broken {
    (!holds).then(|| (claim, message()))
}

/// Returns a list of one violation.
pub(super) fn violation(claim: Claim, message: String) -> Vec<Violation> {
    vec![Violation { claim, message }]
}

/// Returns the first of several claims that does not hold; they share the reason.
pub(super) fn unless_all(claims: &[(bool, Claim)], message: impl FnOnce() -> String) -> Broken {
    let (_, claim) = claims.iter().find(|(holds, _)| !holds)?;
    Some((*claim, message()))
}
