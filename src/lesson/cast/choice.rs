//! Quiz questions of casts: the proof of a clipping plane, the removed vertex of the ray cast, and the safe step of the
//! advancement.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::cast::{Advance, Outcome, Phase, RayCast};
use contact_lens_model::snapshot::simplex::members;

use super::{CastContext, CastStep};
use crate::quiz::farthest::{RemovableVertex, removed_vertex_question};
use crate::{Beat, CSO, Choice};

/// Questions of one search step of the ray cast; none for other steps.
pub(super) fn ray_cast_questions(
    before: &RayCast,
    after: &RayCast,
    context: &CastContext,
    beats: &[Beat],
) -> Vec<Choice> {
    let is_search = before.progress.phase == Phase::Search;
    // The ending is a beat of its own, without a support point.
    let has_support_point = beats.first().is_some_and(|beat| beat.line == "support");
    if !is_search || !has_support_point {
        return Vec::new();
    }
    let plane = clipping_plane_question(before, after, beats);
    let reduction = reduction_question(after, context, beats);
    plane.into_iter().chain(reduction).collect()
}

/// Question of a search step of the ray cast: what does the plane through the support point prove?
fn clipping_plane_question(before: &RayCast, after: &RayCast, beats: &[Beat]) -> Option<Choice> {
    let ending = after.progress.ending;
    let moves_away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let is_too_late = ending == Some(Outcome::TooLate);
    let advances = after.progress.s > before.progress.s;
    let question = "x moves along the ray as far as planes prove it free. What does the plane through p prove?";
    Choice::new(1, "clipping plane", question)
        .with_pictures_before_answer(beats)
        .with_candidate("no contact until x reaches the plane: x moves there", advances && !moves_away && !is_too_late)
        .with_candidate("nothing: x is behind the plane, so x stays", !advances && !moves_away && !is_too_late)
        .with_candidate("that x moves away from the plane: no contact at all", moves_away)
        .with_candidate("no contact before the motion ends", is_too_late)
        .validated()
}

/// Question of a search step of the ray cast: which vertex does the reduction of the simplex remove? `None` for a step
/// without a reduction.
fn reduction_question(after: &RayCast, context: &CastContext, beats: &[Beat]) -> Option<Choice> {
    let question = "Which vertex of W is not needed for the point nearest to x?";
    let choice = Choice::at(beats, "reduce", "removed vertex", question)?;
    if after.filled == 0 {
        return None;
    }
    let vertices: Vec<RemovableVertex> = members(after.joined)
        .map(|i| RemovableVertex {
            name: format!("w{i}"),
            at: context.pair.space.cso(after.simplex[i].w),
            is_removed: after.filled >> i & 1 == 0,
        })
        .collect();
    removed_vertex_question(choice.with_pictures_before_answer(beats), CSO, &vertices)
}

/// Question of one advancement step: how far may B move safely? `None` without a distance above rounding error.
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
        .validated()
}
