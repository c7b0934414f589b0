//! Statuses of casts, and the claims about contact that belong to them.

use crate::answer::ContactFinding;

/// Whether the answer's status is one of `statuses`, and its `hit` and `at_start` belong to this status.
pub(super) fn fits_status(found: &ContactFinding, statuses: &[&str]) -> bool {
    let fits = match found.status {
        "hit" => found.hit == Some(true) && !found.at_start,
        "overlapping" | "touching" => found.hit == Some(true) && found.at_start,
        "moves apart" | "passes by" | "too late" | "no relative motion" => found.hit == Some(false) && !found.at_start,
        "grazing" | "stalled" | "iteration limit" | "not finite" => found.hit.is_none() && !found.at_start,
        _ => false,
    };
    fits && statuses.contains(&found.status)
}
