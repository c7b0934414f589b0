//! Judge of audits of captured steps: whether the verdicts, the first broken stage and the numbers of a finding agree
//! with each other. The laws themselves are proven by the audit's own brackets.

use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedLaw, AuditedStage};

use super::{Claim, Violation, broken_claims};

/// Names of the stages, in order.
const STAGES: [&str; 9] =
    ["data", "shapes", "filters", "broad phase", "narrow phase", "rows", "solve", "velocity", "pose"];

/// Returns the claims of a finding that do not hold.
pub fn verify(finding: &AuditFinding) -> Vec<Violation> {
    let mut claims = vec![
        (Claim::Form, check_stages(finding)),
        (Claim::Form, check_verdict(finding)),
        (Claim::Form, check_first(finding)),
    ];
    claims.extend(finding.stages.iter().map(|stage| (Claim::Form, check_stage(stage))));
    broken_claims(claims)
}

/// Checks that all stages are there, in order.
fn check_stages(finding: &AuditFinding) -> Option<String> {
    let names: Vec<&str> = finding.stages.iter().map(|stage| stage.stage).collect();
    (names != STAGES).then(|| format!("the stages are {}, not {}", names.join(", "), STAGES.join(", ")))
}

/// Checks that the verdict is the worst of all stages.
fn check_verdict(finding: &AuditFinding) -> Option<String> {
    let worst = finding.stages.iter().filter_map(|stage| stage.verdict).max().unwrap_or(AuditVerdict::Holds);
    (finding.verdict != worst)
        .then(|| format!("the verdict is `{}`, but the worst stage is `{}`", finding.verdict.name(), worst.name()))
}

/// Checks that the first broken law is the worst law of the first broken stage.
fn check_first(finding: &AuditFinding) -> Option<String> {
    let stage = finding.stages.iter().find(|stage| stage.verdict == Some(AuditVerdict::Broken));
    let expected = stage.and_then(|stage| stage.worst.as_ref());
    (finding.first.as_ref() != expected)
        .then(|| String::from("the first broken law is not the worst law of the first broken stage"))
}

/// Checks that the verdict of a stage is that of its worst law, and that this follows from the numbers.
fn check_stage(stage: &AuditedStage) -> Option<String> {
    let name = stage.stage;
    let Some(law) = &stage.worst else {
        return (stage.laws > 0).then(|| format!("the stage {name} has laws, but no worst one"));
    };
    if stage.laws == 0 || stage.verdict != Some(law.verdict) {
        return Some(format!("the verdict of the stage {name} is not that of its worst law"));
    }
    (!follows_from_numbers(law)).then(|| {
        format!(
            "the law “{}” {} with the deviation {} and the bound {}",
            law.law,
            law.verdict.name(),
            law.value,
            law.bound
        )
    })
}

/// Whether the verdict of a law follows from its deviation and its bound.
fn follows_from_numbers(law: &AuditedLaw) -> bool {
    let is_within = law.value <= law.bound;
    match law.verdict {
        AuditVerdict::Holds => law.value >= 0.0 && is_within,
        AuditVerdict::Undecided | AuditVerdict::Broken => !is_within,
    }
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::AuditedItem;

    use super::*;

    /// A finding in which the rows are broken.
    fn broken() -> AuditFinding {
        let law = AuditedLaw {
            stage: "rows",
            law: "effective mass",
            verdict: AuditVerdict::Broken,
            value: 2.0,
            bound: 0.5,
            band: None,
            unit: "1",
            culprit: AuditedItem::default(),
            because: None,
        };
        let stages = STAGES.map(|stage| {
            let worst = (stage == "rows").then(|| law.clone());
            let laws = usize::from(worst.is_some());
            AuditedStage { stage, verdict: worst.as_ref().map(|law| law.verdict), laws, worst, missing: Vec::new() }
        });
        AuditFinding { verdict: AuditVerdict::Broken, first: Some(law), stages: stages.to_vec() }
    }

    #[test]
    fn contradictory_findings_are_rejected() {
        assert_eq!(verify(&broken()), []);
        let lies: [fn(&mut AuditFinding); 5] = [
            |finding| finding.verdict = AuditVerdict::Holds,
            |finding| finding.first = None,
            |finding| finding.stages.truncate(8),
            |finding| finding.stages[5].verdict = Some(AuditVerdict::Undecided),
            |finding| finding.stages[5].worst.as_mut().unwrap().value = 0.25,
        ];
        for (number, lie) in lies.iter().enumerate() {
            let mut finding = broken();
            lie(&mut finding);
            assert_ne!(verify(&finding), [], "lie {number}");
        }
    }
}
