//! Comparison of the audit of a captured step with the query's expectations.

use contact_lens_model::answer::AuditFinding;
use contact_lens_scene::model::AuditExpect;

/// Returns a sentence for each expectation that the finding does not meet.
pub(super) fn unmet(expect: &AuditExpect, finding: &AuditFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.verdict.filter(|expected| *expected != finding.verdict) {
        let found = match finding.first_bad_stage().and_then(|stage| stage.worst.as_ref()) {
            Some(law) => format!("{} at the {}, {}", finding.verdict.name(), law.stage, law.culprit.words()),
            None => finding.verdict.name().to_owned(),
        };
        unmet.push(format!("expected the verdict `{}`, found {found}", expected.name()));
    }
    let Some(expected) = &expect.first else { return unmet };
    let Some(found) = &finding.first else {
        unmet.push(format!("expected the {} to be broken first, but no stage is broken", expected.stage));
        return unmet;
    };
    if found.stage != expected.stage {
        unmet.push(format!("expected the {} to be broken first, found the {}", expected.stage, found.stage));
    } else if let Some(culprit) = expected.culprit.as_ref().filter(|culprit| !found.culprit.agrees_with(culprit)) {
        unmet.push(format!("expected the culprit {}, found {}", culprit.words(), found.culprit.words()));
    }
    unmet
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::{AuditVerdict, AuditedItem, AuditedLaw};
    use contact_lens_scene::model::BrokenExpect;

    use super::*;

    /// Expectation that a contact in this stage is the first broken item.
    fn expecting(stage: &str, contact: usize) -> AuditExpect {
        AuditExpect {
            verdict: Some(AuditVerdict::Broken),
            first: Some(BrokenExpect {
                stage: stage.to_owned(),
                culprit: Some(AuditedItem { contact: Some(contact), ..AuditedItem::default() }),
            }),
            ..AuditExpect::default()
        }
    }

    #[test]
    fn verdict_stage_and_culprit_are_compared() {
        let pair = Some([String::from("floor"), String::from("crate")]);
        let first = AuditedLaw {
            stage: "rows",
            law: "effective mass",
            verdict: AuditVerdict::Broken,
            value: 2.0,
            bound: 0.5,
            band: None,
            unit: "1",
            culprit: AuditedItem { row: Some(4), contact: Some(1), pair, ..AuditedItem::default() },
            because: None,
        };
        let finding = AuditFinding { verdict: AuditVerdict::Broken, first: Some(first), stages: Vec::new() };
        assert_eq!(unmet(&expecting("rows", 1), &finding), [""; 0]);
        assert_eq!(unmet(&expecting("solve", 1), &finding), ["expected the solve to be broken first, found the rows"]);
        let wrong_culprit = unmet(&expecting("rows", 0), &finding);
        assert_eq!(wrong_culprit, ["expected the culprit contact 0, found row 4, contact 1 of floor and crate"]);
        let sound = AuditExpect { verdict: Some(AuditVerdict::Holds), ..AuditExpect::default() };
        assert_eq!(unmet(&sound, &finding).len(), 1);
    }
}
