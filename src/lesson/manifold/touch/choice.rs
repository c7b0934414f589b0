//! Quiz questions of contact manifolds: the reference, the number of vertices after a clip, and the deepest point.

use super::{StepKind, Touch, TouchContext};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, Choice, WORLD};
use crate::snapshot::manifold::Pick;

/// Largest number of candidates.
const LISTED: usize = 6;

/// Questions of a step, at most one per line of the listing.
pub fn choices(context: &TouchContext, step: usize, beats: &[Beat]) -> Vec<Choice> {
    let Some(touch) = context.touches.get(step) else { return Vec::new() };
    let before = step.checked_sub(1).and_then(|before| context.touches.get(before));
    let all = [reference(touch, beats), clip(touch, before, beats), deepest(touch, before, beats)];
    all.into_iter()
        .flatten()
        .map(|(choice, add_candidates)| match step.checked_sub(1) {
            Some(before) if choice.beat == 0 => {
                add_candidates(choice.over(context.pictures(before, context.last_line(before))))
            }
            _ => add_candidates(choice),
        })
        .filter_map(Choice::if_answerable)
        .collect()
}

/// Question, and the function that adds its candidates once its pictures are set.
type Open<'a> = (Choice, Box<dyn FnOnce(Choice) -> Choice + 'a>);

/// Question for the reference.
fn reference<'a>(touch: &'a Touch, beats: &[Beat]) -> Option<Open<'a>> {
    let asks = "From which of these are the contacts measured? The gap decides; where gaps are nearly equal, what makes more points.";
    let choice = Choice::at(beats, "reference", "reference", asks)?;
    let (.., gap, _) =
        touch.candidates.iter().find(|(.., taken)| *taken).map(|(name, gap, taken)| (name, *gap, taken))?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            // One candidate is chosen; among equal ones, the source's rule takes the first.
            let listed = shortlist(
                touch.candidates.iter().collect(),
                1.0,
                LISTED,
                |(_, other, taken): &&(String, f64, bool)| {
                    if *taken { 0.0 } else { 1.0 + (gap - other).abs() }
                },
            );
            listed.into_iter().fold(choice, |choice, ((name, ..), right)| choice.or(name.clone(), right))
        }),
    ))
}

/// Question for the number of vertices after a clip.
fn clip<'a>(touch: &'a Touch, before: Option<&'a Touch>, beats: &[Beat]) -> Option<Open<'a>> {
    let StepKind::Clip(k) = touch.did else { return None };
    let was = before?.polygon.len();
    let now = touch.polygon.len();
    let asks = format!("Side {} clips. How many corners does it leave of {was}?", touch.side_name(k));
    let choice = Choice::at(beats, "clip", "clip", asks)?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let low = now.min(was.saturating_sub(2));
            let counts = std::iter::once(0).chain(low.max(1)..=was + 1);
            let mut counts: Vec<usize> = counts.collect();
            counts.truncate(crate::lesson::quiz::choice::MOST);
            counts.into_iter().fold(choice, |choice, count| choice.or(count_answer(was, count), count == now))
        }),
    ))
}

fn count_answer(was: usize, count: usize) -> String {
    match count {
        0 => String::from("none"),
        count if count == was => format!("{count}: as many as before"),
        count => count.to_string(),
    }
}

/// Question for the point that is kept first, where the depths differ.
fn deepest<'a>(touch: &'a Touch, before: Option<&'a Touch>, beats: &[Beat]) -> Option<Open<'a>> {
    if touch.did != StepKind::Pick || before?.dots.iter().any(|dot| dot.picked.is_some()) {
        return None;
    }
    let first = touch.dots.iter().find(|dot| dot.picked.is_some_and(|picked| picked.why == Pick::Deepest))?;
    let choice = Choice::new(0, "deepest point", "Not all points are kept. Which is the deepest, and kept first?");
    beats.first()?;
    Some((
        choice,
        Box::new(move |choice: Choice| {
            let depths = touch.dots.iter().map(|dot| dot.depth.abs()).fold(0.0, f64::max);
            let listed = shortlist(touch.dots.iter().collect(), depths, LISTED, |dot| first.depth - dot.depth);
            listed.into_iter().fold(choice, |choice, (dot, right)| {
                choice.or_point(WORLD, dot.middle(), format!("point {}", dot.name()), right)
            })
        }),
    ))
}
