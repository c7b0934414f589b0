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
    let all = [reference(state, beats), clip(state, before, beats), deepest(state, before, beats)];
    all.into_iter()
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
fn reference<'a>(state: &'a ManifoldState, beats: &[Beat]) -> Option<OpenQuestion<'a>> {
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
fn clip<'a>(state: &'a ManifoldState, before: Option<&'a ManifoldState>, beats: &[Beat]) -> Option<OpenQuestion<'a>> {
    let StepKind::Clip(k) = state.kind else { return None };
    let was = before?.polygon.len();
    let now = state.polygon.len();
    let question = format!("Side {} clips. How many of {was} vertices are left?", state.side_name(k));
    let choice = Choice::at(beats, "clip", "clip", question)?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let low = now.min(was.saturating_sub(2));
            let counts = std::iter::once(0).chain(low.max(1)..=was + 1);
            let mut counts: Vec<usize> = counts.collect();
            counts.truncate(crate::lesson::quiz::choice::MOST);
            counts
                .into_iter()
                .fold(choice, |choice, count| choice.with_candidate(count_answer(was, count), count == now))
        }),
    ))
}

/// Answer with a number of vertices after the clip; `was` is their number before.
fn count_answer(was: usize, count: usize) -> String {
    match count {
        0 => String::from("none"),
        count if count == was => format!("{count}: as many as before"),
        count => count.to_string(),
    }
}

/// Question for the point that is picked first, where the depths differ; `None` in steps that do not begin the picks.
fn deepest<'a>(
    state: &'a ManifoldState,
    before: Option<&'a ManifoldState>,
    beats: &[Beat],
) -> Option<OpenQuestion<'a>> {
    if state.kind != StepKind::Pick || before?.points.iter().any(|point| point.picked.is_some()) {
        return None;
    }
    let first = state.points.iter().find(|point| point.picked.is_some_and(|picked| picked.reason == Pick::Deepest))?;
    let choice =
        Choice::new(0, "deepest point", "Only some points are kept. Which point is the deepest, and so picked first?");
    beats.first()?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let depths = state.points.iter().map(|point| point.depth.abs()).fold(0.0, f64::max);
            let listed =
                shortlist(state.points.iter().collect(), depths, MAX_CANDIDATES, |point| first.depth - point.depth);
            listed.into_iter().fold(choice, |choice, (point, right)| {
                choice.with_candidate_point(WORLD, point.middle(), format!("point {}", point.name()), right)
            })
        }),
    ))
}
