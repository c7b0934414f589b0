//! The first claim of an answer that does not hold, found one after the other.

use super::Claim;

/// The first claim that does not hold, and why.
pub(super) type Broken = Option<(Claim, String)>;

/// Broken, unless it holds.
pub(super) fn unless(holds: bool, claim: Claim, message: impl FnOnce() -> String) -> Broken {
    (!holds).then(|| (claim, message()))
}
