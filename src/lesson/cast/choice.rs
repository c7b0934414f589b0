//! What is asked of the ray cast: what a plane proves, and which corner the simplex loses.

use super::FlightContext;
use crate::lesson::farthest_choice::dropped;
use crate::lesson::{Beat, CSO, Choice};
use crate::snapshot::cast::{Outcome, Phase, RayCast};
use crate::snapshot::simplex::members;

/// The choices of a step of the search.
pub(super) fn choices(before: &RayCast, after: &RayCast, context: &FlightContext, beats: &[Beat]) -> Vec<Choice> {
    if before.flight.phase != Phase::Search || beats.first().is_none_or(|beat| beat.line != "support") {
        return Vec::new();
    }
    let ending = after.flight.ending;
    let away = matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let late = ending == Some(Outcome::TooLate);
    let jumps = after.flight.s > before.flight.s;
    let asks = "x moves along the ray as far as planes prove that it is free. What does the plane through p prove?";
    let plane = Choice::new(1, "clipping plane", asks)
        .over_before(beats)
        .or("that there is no contact for a while: x jumps ahead to the plane", jumps && !away && !late)
        .or("nothing: it does not keep x away from A − B, so x stays", !jumps && !away && !late)
        .or("that x moves away from the plane: there is no contact at all", away)
        .or("that there is no contact before the motion ends", late)
        .asked();
    let asks = "Which corner can the simplex lose, as the point nearest to x does not need it?";
    let lost = Choice::at(beats, "reduce", "dropped corner", asks).filter(|_| after.filled != 0).and_then(|choice| {
        let corner = |i: usize| {
            let at = context.pair.space.cso(after.simplex[i].w);
            (format!("w{i}"), at, after.filled >> i & 1 == 0)
        };
        dropped(choice.over_before(beats), CSO, &members(after.joined).map(corner).collect::<Vec<_>>())
    });
    plane.into_iter().chain(lost).collect()
}
