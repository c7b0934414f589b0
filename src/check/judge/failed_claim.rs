//! Checks that stop at the first claim of an answer that does not hold, for judges whose later checks need the earlier
//! claims.

use super::{Claim, Violation};

/// First claim that does not hold, and the reason; `None` when all hold.
pub(super) type FirstFailure = Option<(Claim, String)>;

/// Returns `claim` with its message if it does not hold.
pub(super) fn check(holds: bool, claim: Claim, message: impl FnOnce() -> String) -> FirstFailure {
    (!holds).then(|| (claim, message()))
}

/// Returns the violation as a list; empty when all claims hold.
pub(super) fn as_violations(failure: FirstFailure) -> Vec<Violation> {
    failure.map(|(claim, message)| Violation { claim, message }).into_iter().collect()
}

/// Returns the first of several claims that does not hold, each with whether it does. `message` is the reason for any
/// of them.
pub(super) fn check_all(claims: &[(bool, Claim)], message: impl FnOnce() -> String) -> FirstFailure {
    let (_, claim) = claims.iter().find(|(holds, _)| !holds)?;
    Some((*claim, message()))
}
