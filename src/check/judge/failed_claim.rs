//! Checks that return the first claim of an answer that does not hold.

use super::Claim;

/// First claim that does not hold, and the reason; `None` when all hold.
pub(super) type FirstFailure = Option<(Claim, String)>;

/// Returns `claim` with its message if it does not hold.
pub(super) fn check(holds: bool, claim: Claim, message: impl FnOnce() -> String) -> FirstFailure {
    (!holds).then(|| (claim, message()))
}

/// Returns the first of several claims that does not hold, each with whether it does. `message` is the reason for any
/// of them.
pub(super) fn check_all(claims: &[(bool, Claim)], message: impl FnOnce() -> String) -> FirstFailure {
    let (_, claim) = claims.iter().find(|(holds, _)| !holds)?;
    Some((*claim, message()))
}
