//! Quiz questions of casts: the proof of a clipping plane, the removed vertex of the ray cast, and the safe step of the
//! advancement.

use super::{CastContext, CastStep};
use crate::answer::number::length;
use crate::lesson::quiz::farthest::{RemovableVertex, removed_vertex_question};
use crate::lesson::{Beat, CSO, Choice};
use crate::snapshot::cast::{Advance, Outcome, Phase, RayCast};
use crate::snapshot::simplex::members;

/// Questions of one search step of the ray cast; none for other steps.
pub(super) fn ray_cast_questions(
    before: &RayCast,
    after: &RayCast,
    context: &CastContext,
    beats: &[Beat],
) -> Vec<Choice> {
    if before.progress.phase != Phase::Search || beats.first().is_none_or(|beat| beat.line != "support") {
        return Vec::new();
    }
    let ending = after.progress.ending;
    let moves_away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let is_too_late = ending == Some(Outcome::TooLate);
    let advances = after.progress.s > before.progress.s;
    let question = "x moves along the ray as far as planes prove it free. What does the plane through p prove?";
    let plane = Choice::new(1, "clipping plane", question)
        .with_pictures_before_answer(beats)
        .with_candidate("no contact until x reaches the plane: x moves there", advances && !moves_away && !is_too_late)
        .with_candidate("nothing: x is behind the plane, so x stays", !advances && !moves_away && !is_too_late)
        .with_candidate("that x moves away from the plane: no contact at all", moves_away)
        .with_candidate("no contact before the motion ends", is_too_late)
        .if_answerable();
    let question = "Which vertex of W is not needed for the point nearest to x?";
    let removed_vertex =
        Choice::at(beats, "reduce", "removed vertex", question).filter(|_| after.filled != 0).and_then(|choice| {
            let vertices = members(after.joined).map(|i| RemovableVertex {
                name: format!("w{i}"),
                at: context.pair.space.cso(after.simplex[i].w),
                is_removed: after.filled >> i & 1 == 0,
            });
            removed_vertex_question(choice.with_pictures_before_answer(beats), CSO, &vertices.collect::<Vec<_>>())
        });
    plane.into_iter().chain(removed_vertex).collect()
}

/// Question of one advancement step: how far may B move safely?
pub(super) fn safe_step_question(step: &CastStep<'_>, after: &Advance, beats: &[Beat]) -> Option<Choice> {
    let result = step.after.last_query?;
    let ending = step.after.ending;
    let gap = result.signed_distance.filter(|distance| *distance > step.after.rounding)?;
    let moves_away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let is_too_late = ending == Some(Outcome::TooLate);
    let advances = ending.is_none() && step.after.s > step.before.s && !after.by_gap.holds();
    let question = format!("The gap along n is {}. How far can B move safely?", &*length(gap));
    Choice::new(1, "safe step", question)
        .with_pictures_before_answer(beats)
        .with_candidate("until the gap along n could be closed, and no further", advances)
        .with_candidate("to the end of the motion: the gap cannot close before", is_too_late)
        .with_candidate("forever: B does not approach along n", moves_away)
        .with_candidate("nowhere: any step could close the gap", false)
        .if_answerable()
}
