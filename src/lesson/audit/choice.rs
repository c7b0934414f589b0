//! Quiz questions of the audit: the first stage that does not follow from the ones before, and the items that break its
//! law.

use contact_lens_model::answer::{AuditVerdict, AuditedLaw};
use contact_lens_picture::{Form, Picture, Role};

use super::selection::{AuditStep, ratio};
use super::{AuditContext, STAGES, beats, item_lanes, stage_lanes, world};
use crate::{Choice, Pictures, WORLD};

/// Stages before the contacts, which the question names together.
const EARLY_STAGES: [&str; 3] = ["data", "shapes", "filters"];

/// Largest number of items in a question.
const MAX_ITEMS: usize = 6;

/// Questions of the step with this index.
pub(super) fn questions(context: &AuditContext, step: usize) -> Vec<Choice> {
    let stage = if step == 0 { stage_question(context) } else { None };
    stage.into_iter().chain(item_question(context, step)).collect()
}

/// Question for the first broken stage, before anything is judged.
fn stage_question(context: &AuditContext) -> Option<Choice> {
    let finding = &context.finding;
    let first = finding.first_bad_stage().filter(|stage| stage.verdict == Some(AuditVerdict::Broken));
    let first = first.map(|stage| stage.stage);
    let question = "Is a stage of this captured step false? Choose the first whose values do not follow.";
    let mut choice = Choice::new(0, "stage", question).hiding_numbers().with_pictures(unjudged_pictures(context));
    choice = choice.with_candidate("data, shapes or filters", first.is_some_and(|stage| EARLY_STAGES.contains(&stage)));
    for stage in finding.stages.iter().filter(|stage| !EARLY_STAGES.contains(&stage.stage) && stage.laws > 0) {
        choice = choice.with_candidate(stage.stage, first == Some(stage.stage));
    }
    choice = choice.with_candidate("none: no stage is broken", first.is_none());
    choice.why = Some(beats::answer(finding));
    choice.validated()
}

/// Question for the items that break the law of a step, if it is the worst law of the first broken stage.
fn item_question(context: &AuditContext, step: usize) -> Option<Choice> {
    let first = context.finding.first_bad_stage().filter(|stage| stage.verdict == Some(AuditVerdict::Broken))?;
    let Some(AuditStep::Law { law, is_worst: true }) = context.steps.get(step) else { return None };
    if law.stage != first.stage || law.verdict != AuditVerdict::Broken {
        return None;
    }
    let mut items: Vec<&AuditedLaw> = context
        .steps
        .iter()
        .filter_map(|step| match step {
            AuditStep::Law { law: other, .. } if other.stage == law.stage && other.law == law.law => Some(other),
            AuditStep::Law { .. } | AuditStep::Silent(_) | AuditStep::Whole => None,
        })
        .collect();
    // The broken items and the nearest others, in their order.
    let mut worst: Vec<usize> = (0..items.len()).collect();
    worst.sort_by(|a, b| ratio(items[*b]).total_cmp(&ratio(items[*a])));
    worst.truncate(MAX_ITEMS);
    worst.sort_unstable();
    items = worst.into_iter().map(|index| items[index]).collect();
    let question = format!("For which item is the law “{}” broken?", law.law);
    let mut choice = Choice::new(0, "item", question).hiding_numbers().with_pictures(unjudged_pictures(context));
    for item in items {
        let name = item_lanes::name_of(&context.world, item);
        let is_broken = item.verdict == AuditVerdict::Broken;
        choice = match context.world.contact_of(&item.culprit) {
            Some(contact) => {
                choice.with_candidate_point(WORLD, context.world.contacts[contact].middle(), name, is_broken)
            }
            None => choice.with_candidate(name, is_broken),
        };
    }
    choice.why = Some(beats::answer(&context.finding));
    choice.validated()
}

/// Pictures of the captured data without any verdict: the stages are named, and the world shows contacts and impulses.
fn unjudged_pictures(context: &AuditContext) -> Pictures {
    let mut pictures = world::pictures_of_impulses(&context.world);
    let mut stages = Picture::default();
    for (index, stage) in context.finding.stages.iter().enumerate() {
        let rows = [index as f64, index as f64 + 1.0];
        let lane = Form::Lane { rows, name: stage.stage.to_owned(), note: String::from("?") };
        stages.add(Role::Member, stage_lanes::stage_key(stage.stage), lane);
    }
    *pictures.edit(STAGES.id) = stages;
    pictures
}
