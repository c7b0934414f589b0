//! Selection of the laws that a lesson shows: all of a small step; of a large one the worst law of each stage, the laws
//! that do not hold, and some of the others.

use std::borrow::Cow;

use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedLaw, AuditedStage};

/// Largest number of laws of a stage that are shown; more are shown only if they do not hold.
const MAX_LAWS_OF_STAGE: usize = 40;

/// Largest number of laws of a stage that are shown because they do not hold.
const MAX_BAD_LAWS: usize = 200;

/// Subject of a step of the lesson.
pub(super) enum AuditStep {
    /// A law of one item.
    Law {
        law: AuditedLaw,
        /// Whether it is the worst law of its stage.
        is_worst: bool,
    },
    /// A stage without laws.
    Silent(AuditedStage),
    /// The verdict of the whole step.
    Whole,
}

impl AuditStep {
    /// Title of the step's band on the timeline: the stage, with its verdict if it does not hold.
    pub(super) fn title(&self, finding: &AuditFinding) -> Cow<'static, str> {
        let Some(name) = self.stage() else { return Cow::Borrowed("whole step") };
        match finding.stages.iter().find(|stage| stage.stage == name) {
            Some(stage) if stage.verdict != Some(AuditVerdict::Holds) => {
                Cow::Owned(format!("{name}: {}", stage.verdict_name()))
            }
            Some(_) | None => Cow::Borrowed(name),
        }
    }

    /// Name of the stage; `None` for the step about the whole capture.
    pub(super) fn stage(&self) -> Option<&'static str> {
        match self {
            Self::Law { law, .. } => Some(law.stage),
            Self::Silent(stage) => Some(stage.stage),
            Self::Whole => None,
        }
    }
}

/// Steps about the laws of an audit, in the order of the stages, then the step about the whole.
pub(super) fn select(laws: Vec<AuditedLaw>, finding: &AuditFinding) -> Vec<AuditStep> {
    let mut steps = Vec::new();
    let mut laws = laws.into_iter().peekable();
    for stage in &finding.stages {
        let mut of_stage = Vec::new();
        while let Some(law) = laws.next_if(|law| law.stage == stage.stage) {
            of_stage.push(law);
        }
        if of_stage.is_empty() {
            steps.push(AuditStep::Silent(stage.clone()));
        } else {
            steps.extend(select_of_stage(of_stage));
        }
    }
    steps.push(AuditStep::Whole);
    steps
}

/// Steps about the laws of one stage, in the order of their evaluation.
fn select_of_stage(laws: Vec<AuditedLaw>) -> impl Iterator<Item = AuditStep> {
    let worst = index_of_worst(&laws);
    let mut shown = 0;
    let mut bad = 0;
    laws.into_iter().enumerate().filter_map(move |(index, law)| {
        let is_worst = index == worst;
        let is_bad = law.verdict != AuditVerdict::Holds;
        let is_selected = is_worst || shown < MAX_LAWS_OF_STAGE || (is_bad && bad < MAX_BAD_LAWS);
        shown += usize::from(is_selected);
        bad += usize::from(is_selected && is_bad);
        is_selected.then_some(AuditStep::Law { law, is_worst })
    })
}

/// Index of the law with the worst verdict, and among these with the greatest deviation in multiples of its bound.
fn index_of_worst(laws: &[AuditedLaw]) -> usize {
    let mut worst = 0;
    for (index, law) in laws.iter().enumerate() {
        let known = &laws[worst];
        if (law.verdict, ratio(law)) > (known.verdict, ratio(known)) {
            worst = index;
        }
    }
    worst
}

/// Deviation of a law in multiples of its bound; 0 for an exact law that holds.
pub(super) fn ratio(law: &AuditedLaw) -> f64 {
    if law.value == 0.0 { 0.0 } else { law.value / law.bound.max(f64::MIN_POSITIVE) }
}

/// Step of a stage's worst law; `None` if there is no such stage.
pub(super) fn worst_step(steps: &[AuditStep], stage: &str) -> Option<usize> {
    let of_worst =
        steps.iter().position(|step| matches!(step, AuditStep::Law { law, is_worst: true } if law.stage == stage));
    of_worst.or_else(|| steps.iter().position(|step| step.stage() == Some(stage)))
}

/// Step of the worst law of the first bad stage; the first step if the audit holds.
pub(super) fn opening_step(steps: &[AuditStep], finding: &AuditFinding) -> usize {
    finding.first_bad_stage().and_then(|stage| worst_step(steps, stage.stage)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::AuditedItem;

    use super::*;

    /// Law of the rows with this deviation and a bound of 1.
    fn law(value: f64) -> AuditedLaw {
        let verdict = if value > 4.0 { AuditVerdict::Broken } else { AuditVerdict::Holds };
        AuditedLaw {
            stage: "rows",
            law: "effective mass",
            verdict,
            value,
            bound: 1.0,
            band: Some(4.0),
            unit: "1",
            culprit: AuditedItem::default(),
            because: None,
        }
    }

    /// Finding with a stage of these laws and one without laws.
    fn finding(laws: &[AuditedLaw]) -> AuditFinding {
        let verdict = laws.iter().map(|law| law.verdict).max();
        let stages = vec![
            AuditedStage { stage: "data", verdict: None, laws: 0, worst: None, missing: Vec::new() },
            AuditedStage { stage: "rows", verdict, laws: laws.len(), worst: None, missing: Vec::new() },
        ];
        AuditFinding { verdict: verdict.unwrap_or(AuditVerdict::Holds), first: None, stages }
    }

    #[test]
    fn a_large_stage_keeps_its_worst_law_and_all_that_do_not_hold() {
        let mut laws = vec![law(0.5); 10_000];
        laws[9_000] = law(5.0);
        laws[9_500] = law(7.0);
        let steps = select(laws.clone(), &finding(&laws));
        assert_eq!(steps.len(), 1 + MAX_LAWS_OF_STAGE + 2 + 1);
        assert_eq!(opening_step(&steps, &finding(&laws)), 1 + MAX_LAWS_OF_STAGE + 1);
        assert_eq!(worst_step(&steps, "data"), Some(0));
        let titles = [0, 1].map(|step| steps[step].title(&finding(&laws)));
        assert_eq!(titles, ["data: not given", "rows: broken"]);
        assert_eq!(worst_step(&steps, "pose"), None);
    }

    #[test]
    fn a_step_that_holds_opens_at_its_first_law() {
        let laws = [law(0.0), law(0.25)];
        let steps = select(laws.to_vec(), &finding(&laws));
        assert_eq!((steps.len(), opening_step(&steps, &finding(&laws))), (4, 0));
        assert_eq!(worst_step(&steps, "rows"), Some(2));
    }
}
