//! Quiz questions of a step that solves one constraint row: the sign of the change of its impulse, and whether the
//! impulse is clamped.

use super::WorldContext;
use super::notation::row_name;
use super::row_view::SAME;
use crate::lesson::{Beat, Choice};
use crate::snapshot::dynamics::{Bounds, Phase, World};

/// Questions of a step that solves a single row; none for other steps.
pub(super) fn questions_of_step(context: &WorldContext, after: &World, beats: &[Beat]) -> Vec<Choice> {
    if !matches!(after.phase, Phase::Iterate { .. } | Phase::Relax { .. }) {
        return Vec::new();
    }
    let Some(iteration) = after.iteration else { return Vec::new() };
    let row = &after.constraints[iteration.constraint as usize];
    if row.rows != 1 {
        return Vec::new();
    }
    let name = row_name(context, after, row).text();
    let from = iteration.from.x;
    let raw = iteration.raw.x;
    let to = iteration.to.x;
    let change = raw - from;
    let is_solved = change.abs() <= (SAME * raw.abs()).max(context.least_impulse());
    let question = format!("{name}: how must its impulse λ change to solve this row alone?");
    let sign = Choice::at(beats, "raw", "sign of the impulse", question).and_then(|choice| {
        choice
            .with_pictures_before_answer(beats)
            .with_candidate("it grows: Δλ is above 0", !is_solved && change > 0.0)
            .with_candidate("it falls: Δλ is below 0", !is_solved && change < 0.0)
            .with_candidate("it stays: the row is solved already", is_solved)
            .if_answerable()
    });
    let line = if beats.iter().any(|beat| beat.line == "each") { "each" } else { "clamp" };
    let is_kept = (raw - to).abs() <= SAME * raw.abs().max(to.abs());
    let question = format!("{name}: is this impulse within its bounds, or is it clamped?");
    let clamp = Choice::at(beats, line, "clamp", question).and_then(|choice| {
        choice
            .with_pictures_before_answer(beats)
            .with_candidate("it is within its bounds and is kept", is_kept)
            .with_candidate("it is beyond its bounds and is clamped", !is_kept)
            .if_answerable()
    });
    sign.into_iter().chain(clamp.filter(|_| row.bounds != Bounds::Free)).collect()
}
