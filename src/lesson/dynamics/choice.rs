//! Quiz questions of a step that solves one constraint row: the sign of the change of its impulse, and whether the
//! impulse is clamped.

use contact_lens_model::snapshot::dynamics::{Bounds, Iteration, Phase, World};

use super::WorldContext;
use super::notation::row_name;
use super::row_view::IMPULSE_TOLERANCE;
use crate::{Beat, Choice};

/// Questions of a step that solves a single row; none for other steps.
///
/// `after.phase` is the phase of the next step, so the last row before the bodies move has no questions.
pub(super) fn questions_of_step(context: &WorldContext, after: &World, beats: &[Beat]) -> Vec<Choice> {
    if !matches!(after.phase, Phase::Iterate { .. } | Phase::Relax { .. }) {
        return Vec::new();
    }
    let Some(iteration) = after.iteration else { return Vec::new() };
    let row = &after.constraints[iteration.constraint as usize];
    if row.rows != 1 {
        return Vec::new();
    }
    let row_name = row_name(context, after, row).text();
    let mut questions = Vec::new();
    questions.extend(impulse_change_question(&row_name, &iteration, context.least_impulse(), beats));
    if row.bounds != Bounds::Free {
        questions.extend(clamp_question(&row_name, &iteration, beats));
    }
    questions
}

/// Question on the sign of the impulse change that solves the row alone. `least_impulse` is the rounding error of
/// impulses, N s. `None` if no beat computes the raw impulse.
fn impulse_change_question(
    row_name: &str,
    iteration: &Iteration,
    least_impulse: f64,
    beats: &[Beat],
) -> Option<Choice> {
    let raw = iteration.raw.x;
    let change = raw - iteration.from.x;
    let is_solved = change.abs() <= (IMPULSE_TOLERANCE * raw.abs()).max(least_impulse);
    let question = format!("{row_name}: how must its impulse λ change to solve this row alone?");
    Choice::at(beats, "raw", "sign of the impulse", question)?
        .with_pictures_before_answer(beats)
        .with_candidate("it grows: Δλ is above 0", !is_solved && change > 0.0)
        .with_candidate("it falls: Δλ is below 0", !is_solved && change < 0.0)
        .with_candidate("it stays: the row is solved already", is_solved)
        .validated()
}

/// Question on whether the raw impulse is clamped to its bounds. `None` if no beat clamps it.
fn clamp_question(row_name: &str, iteration: &Iteration, beats: &[Beat]) -> Option<Choice> {
    let raw = iteration.raw.x;
    let clamped = iteration.to.x;
    let is_kept = (raw - clamped).abs() <= IMPULSE_TOLERANCE * raw.abs().max(clamped.abs());
    // A solver that clamps each change instead of the sum has a listing line of its own for the clamp.
    let line = if beats.iter().any(|beat| beat.line == "each") { "each" } else { "clamp" };
    let question = format!("{row_name}: is this impulse within its bounds, or is it clamped?");
    Choice::at(beats, line, "clamp", question)?
        .with_pictures_before_answer(beats)
        .with_candidate("it is within its bounds and is kept", is_kept)
        .with_candidate("it is beyond its bounds and is clamped", !is_kept)
        .validated()
}
