//! Statuses of casts, and the claims about contact that belong to them.

use contact_lens_model::answer::ContactFinding;

/// Whether the answer's status is one of `statuses`, and its `hit` and `at_start` belong to this status.
pub(super) fn fits_status(finding: &ContactFinding, statuses: &[&str]) -> bool {
    let fits = match finding.status {
        "hit" => finding.hit == Some(true) && !finding.at_start,
        "overlapping" | "touching" => finding.hit == Some(true) && finding.at_start,
        "moves apart" | "passes by" | "too late" | "no relative motion" => {
            finding.hit == Some(false) && !finding.at_start
        }
        "grazing" | "stalled" | "iteration limit" | "not finite" => finding.hit.is_none() && !finding.at_start,
        _ => false,
    };
    fits && statuses.contains(&finding.status)
}
