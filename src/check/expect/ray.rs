//! Comparison of a ray cast with its query's expectations; the normal is compared as for all answers.

use contact_lens_model::answer::RayFinding;
use contact_lens_scene::model::RayExpect;

/// Compares the ending, the parameter and the part of a ray's hit.
pub(super) fn unmet(expect: &RayExpect, finding: &RayFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.hit.filter(|expected| finding.hit != Some(*expected)) {
        let expected_ending = if expected { "a hit" } else { "a miss" };
        unmet.push(format!("expected {expected_ending}, found `{}`", finding.status));
    }
    if let Some(expected) = expect.t {
        let is_met = match (finding.t, finding.upper, expect.tolerance) {
            (Some(t), _, Some(tolerance)) => (t - expected).abs() <= tolerance,
            (Some(_), Some(upper), None) => (finding.lower..=upper).contains(&expected),
            (None, _, _) | (_, None, None) => false,
        };
        if !is_met {
            let found = finding.t.map_or_else(|| format!("`{}`", finding.status), |t| format!("t = {t}"));
            unmet.push(format!("expected a hit at t = {expected}, found {found}"));
        }
    }
    if let Some(expected) = &expect.part
        && finding.part.as_ref() != Some(expected)
    {
        let found = finding.part.as_ref().map_or_else(|| String::from("none"), |part| format!("{part:?}"));
        unmet.push(format!("expected a hit on the part {expected:?}, found {found}"));
    }
    unmet
}
