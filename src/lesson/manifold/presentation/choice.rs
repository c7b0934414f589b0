//! Quiz questions of contact manifolds: the reference, the number of vertices after a clip, and the deepest point.

use super::{ManifoldContext, ManifoldState, ReferenceCandidate, StepKind};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, Choice, WORLD};
use crate::snapshot::manifold::Pick;

/// Largest number of candidates.
const MAX_CANDIDATES: usize = 6;

/// Questions of a step, at most one per line of the listing.
pub fn choices(context: &ManifoldContext, step: usize, beats: &[Beat]) -> Vec<Choice> {
    let Some(state) = context.states.get(step) else { return Vec::new() };
    let before = step.checked_sub(1).and_then(|before| context.states.get(before));
    let questions = [
        reference_question(state, beats),
        clip_question(state, before, beats),
        deepest_point_question(state, before, beats),
    ];
    questions
        .into_iter()
        .flatten()
        .map(|(choice, add_candidates)| match step.checked_sub(1) {
            Some(before) if choice.beat == 0 => add_candidates(choice.with_pictures(context.pictures_at_end(before))),
            _ => add_candidates(choice),
        })
        .filter_map(Choice::if_answerable)
        .collect()
}

/// Question, and the function that adds its candidates once its pictures are set.
type OpenQuestion<'a> = (Choice, Box<dyn FnOnce(Choice) -> Choice + 'a>);

/// Question for the reference; `None` in a step without that choice.
fn reference_question<'a>(state: &'a ManifoldState, beats: &[Beat]) -> Option<OpenQuestion<'a>> {
    let question = "Which of these is the reference? The largest gap wins; among nearly equal gaps, the one that gives more points.";
    let choice = Choice::at(beats, "reference", "reference", question)?;
    let gap = state.chosen_candidate()?.gap;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            // One candidate is chosen; among equal ones, the source's rule takes the first.
            let listed =
                shortlist(state.candidates.iter().collect(), 1.0, MAX_CANDIDATES, |other: &&ReferenceCandidate| {
                    if other.is_reference { 0.0 } else { 1.0 + (gap - other.gap).abs() }
                });
            listed
                .into_iter()
                .fold(choice, |choice, (candidate, right)| choice.with_candidate(candidate.name.clone(), right))
        }),
    ))
}

/// Question for the number of vertices after a clip; `None` in other steps.
fn clip_question<'a>(
    state: &'a ManifoldState,
    before: Option<&'a ManifoldState>,
    beats: &[Beat],
) -> Option<OpenQuestion<'a>> {
    let StepKind::Clip(k) = state.kind else { return None };
    let count_before = before?.polygon.len();
    let count_after = state.polygon.len();
    let question = format!("Side {} clips. How many of {count_before} vertices are left?", state.side_name(k));
    let choice = Choice::at(beats, "clip", "clip", question)?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let least = count_after.min(count_before.saturating_sub(2)).max(1);
            let mut counts: Vec<usize> = std::iter::once(0).chain(least..=count_before + 1).collect();
            counts.truncate(crate::lesson::quiz::choice::MOST);
            counts.into_iter().fold(choice, |choice, count| {
                choice.with_candidate(count_answer(count_before, count), count == count_after)
            })
        }),
    ))
}

/// Answer with a number of vertices after the clip; `count_before` is their number before.
fn count_answer(count_before: usize, count: usize) -> String {
    match count {
        0 => String::from("none"),
        count if count == count_before => format!("{count}: as many as before"),
        count => count.to_string(),
    }
}

/// Question for the point that is picked first, where the depths differ; `None` in steps that do not begin the picks.
fn deepest_point_question<'a>(
    state: &'a ManifoldState,
    before: Option<&'a ManifoldState>,
    beats: &[Beat],
) -> Option<OpenQuestion<'a>> {
    if state.kind != StepKind::Pick || before?.points.iter().any(|point| point.picked.is_some()) {
        return None;
    }
    let deepest =
        state.points.iter().find(|point| point.picked.is_some_and(|picked| picked.reason == Pick::Deepest))?;
    let choice =
        Choice::new(0, "deepest point", "Only some points are kept. Which point is the deepest, and so picked first?");
    beats.first()?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let largest_depth = state.points.iter().map(|point| point.depth.abs()).fold(0.0, f64::max);
            let points: Vec<_> = state.points.iter().collect();
            let listed = shortlist(points, largest_depth, MAX_CANDIDATES, |point| deepest.depth - point.depth);
            listed.into_iter().fold(choice, |choice, (point, right)| {
                choice.with_candidate_point(WORLD, point.middle(), format!("point {}", point.name()), right)
            })
        }),
    ))
}
