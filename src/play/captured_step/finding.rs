//! Conversion of the report of an audit to a finding.

use contact_lens_audit::{CulpritNames, LawAnswer, Report, StageAnswer, Verdict};
use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedItem, AuditedLaw, AuditedStage};

/// Finding of a report.
pub(super) fn of_report(report: &Report) -> AuditFinding {
    let stages: Vec<AuditedStage> = report.stages.iter().map(stage).collect();
    let first = report.first.as_ref().and_then(|first| {
        let broken = stages.iter().find(|stage| stage.stage == first.stage)?;
        broken.worst.clone()
    });
    AuditFinding { verdict: verdict(report.verdict), first, stages }
}

/// All laws of a report, in the order of the stages; empty if the report does not list them.
pub(super) fn laws(report: &Report) -> Vec<AuditedLaw> {
    report.laws.iter().flatten().map(law).collect()
}

/// Verdict of the audit as that of a finding.
fn verdict(verdict: Verdict) -> AuditVerdict {
    match verdict {
        Verdict::Holds => AuditVerdict::Holds,
        Verdict::Undecided => AuditVerdict::Undecided,
        Verdict::Broken => AuditVerdict::Broken,
    }
}

/// Verdict by its name; `None` for a stage that is not given.
fn verdict_of_name(name: &str) -> Option<AuditVerdict> {
    let all = [AuditVerdict::Holds, AuditVerdict::Undecided, AuditVerdict::Broken];
    all.into_iter().find(|verdict| verdict.name() == name)
}

/// A stage with its worst law.
fn stage(answer: &StageAnswer) -> AuditedStage {
    let verdict = verdict_of_name(answer.verdict);
    AuditedStage {
        stage: answer.stage,
        verdict,
        laws: answer.laws,
        worst: verdict.and_then(|verdict| worst_law(answer, verdict)),
        missing: answer.missing.clone(),
    }
}

/// Worst law of a stage; `None` if no law was evaluated.
fn worst_law(answer: &StageAnswer, verdict: AuditVerdict) -> Option<AuditedLaw> {
    Some(AuditedLaw {
        stage: answer.stage,
        law: answer.law?,
        verdict,
        value: answer.value?,
        bound: answer.bound?,
        band: None,
        unit: answer.unit?,
        culprit: answer.culprit.as_ref().map(item).unwrap_or_default(),
        because: answer.because.clone(),
    })
}

/// One law of the list of all laws.
fn law(answer: &LawAnswer) -> AuditedLaw {
    AuditedLaw {
        stage: answer.stage,
        law: answer.law,
        verdict: verdict(answer.verdict),
        value: answer.value,
        bound: answer.bound,
        band: answer.band,
        unit: answer.unit,
        culprit: item(&answer.culprit),
        because: answer.because.clone(),
    }
}

/// Item of a law.
fn item(names: &CulpritNames) -> AuditedItem {
    let CulpritNames { row, contact, joint, body, pair, dof } = names.clone();
    AuditedItem { row, contact, joint, body, pair, dof }
}
