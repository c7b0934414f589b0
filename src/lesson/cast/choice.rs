//! Quiz questions of casts: the proof of a clipping plane, the removed vertex of the ray cast, and the safe step of the
//! advancement.

use super::{CastContext, CastStep};
use crate::answer::number::length;
use crate::lesson::quiz::farthest::dropped;
use crate::lesson::{Beat, CSO, Choice};
use crate::snapshot::cast::{Advance, Outcome, Phase, RayCast};
use crate::snapshot::simplex::members;

/// Questions of one search step of the ray cast.
pub(super) fn choices(before: &RayCast, after: &RayCast, context: &CastContext, beats: &[Beat]) -> Vec<Choice> {
    if before.progress.phase != Phase::Search || beats.first().is_none_or(|beat| beat.line != "support") {
        return Vec::new();
    }
    let ending = after.progress.ending;
    let away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let late = ending == Some(Outcome::TooLate);
    let jumps = after.progress.s > before.progress.s;
    let asks = "x moves along the ray as far as planes prove that it is free. What does the plane through p prove?";
    let plane = Choice::new(1, "clipping plane", asks)
        .over_before(beats)
        .or("that there is no contact for a while: x jumps ahead to the plane", jumps && !away && !late)
        .or("nothing: it does not keep x away from A − B, so x stays", !jumps && !away && !late)
        .or("that x moves away from the plane: there is no contact at all", away)
        .or("that there is no contact before the motion ends", late)
        .if_answerable();
    let asks = "Which corner can the simplex lose, as the point nearest to x does not need it?";
    let lost = Choice::at(beats, "reduce", "dropped corner", asks).filter(|_| after.filled != 0).and_then(|choice| {
        dropped(
            choice.over_before(beats),
            CSO,
            &members(after.joined)
                .map(|i| {
                    let at = context.pair.space.cso(after.simplex[i].w);
                    (format!("w{i}"), at, after.filled >> i & 1 == 0)
                })
                .collect::<Vec<_>>(),
        )
    });
    plane.into_iter().chain(lost).collect()
}

/// Question of one advancement step: the distance that B may move safely.
pub(super) fn leap(step: &CastStep<'_>, after: &Advance, beats: &[Beat]) -> Option<Choice> {
    let full = step.after.full?;
    let ending = step.after.ending;
    let apart = full.signed_distance.filter(|distance| *distance > step.after.rounding)?;
    let away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let late = ending == Some(Outcome::TooLate);
    let jumps = ending.is_none() && step.after.s > step.before.s && !after.by_gap.holds();
    let asks = format!("The gap is {} wide along its normal. How far does that let B go?", &*length(apart));
    Choice::new(1, "safe way", asks)
        .over_before(beats)
        .or("until the gap could be closed along n, and no further", jumps)
        .or("to the end of the motion: the gap cannot be closed before", late)
        .or("without end: B does not approach along n, so the bodies never meet", away)
        .or("nowhere: any way could close the gap", false)
        .if_answerable()
}
