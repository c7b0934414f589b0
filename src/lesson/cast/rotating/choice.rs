//! Quiz questions of the advancement with rotation: the closing speed, and the safe time.

use super::step_context::StepContext;
use crate::answer::number::{length, number};
use crate::lesson::{Beat, Choice};
use crate::snapshot::cast::Outcome;

/// Share of the closing speed below which a difference of speeds may be rounding error.
const SEEN: f64 = 1e-3;

/// Questions of a step with three beats: distance, speed and advance of separate bodies.
pub(super) fn choices(step: &StepContext<'_>, beats: &[Beat]) -> Vec<Choice> {
    match beats {
        [judge, bound, _] if (judge.line, bound.line) == ("judge", "bound") => {
            speed(step, beats).into_iter().chain(time(step, beats)).collect()
        }
        _ => Vec::new(),
    }
}

fn speed(step: &StepContext<'_>, beats: &[Beat]) -> Option<Choice> {
    let bound = step.after.bound?;
    let turning: f64 = bound.rotation.iter().sum();
    let candidates = [(bound.sum, true), (bound.along, false), (turning, false)];
    let pairs = [[bound.sum, bound.along], [bound.sum, turning], [bound.along, turning]];
    let differ = pairs.iter().all(|[a, b]| (a - b).abs() > SEEN * bound.sum.abs().max(turning));
    let question =
        "The velocities count along n only; rotation can close the gap too. How fast can the gap close at most?";
    let choice = Choice::new(1, "closing speed", question).with_pictures_before_answer(beats);
    let words = ["velocities and rotation", "velocities alone", "rotation alone"];
    candidates
        .into_iter()
        .zip(words)
        .fold(choice, |choice, ((speed, right), words)| {
            choice.with_candidate(format!("{} m/s: {words}", &*number(speed)), right)
        })
        .if_answerable()
        .filter(|_| differ)
}

fn time(step: &StepContext<'_>, beats: &[Beat]) -> Option<Choice> {
    // For a carried normal, the gap itself limits the time, not its closing speed.
    if step.carried().is_some() {
        return None;
    }
    let before = step.before;
    let after = step.after;
    let bound = after.bound?;
    let gap = after.last_query?.lower;
    let away = matches!(after.ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let late = after.ending == Some(Outcome::TooLate);
    let jumps = after.ending.is_none() && after.t > before.t;
    let question = if bound.sum > 0.0 {
        format!(
            "A gap of {} closes by at most {} m/s. How long is the motion safe?",
            &*length(gap),
            &*number(bound.sum)
        )
    } else {
        String::from("The gap never shrinks. How long is the motion safe?")
    };
    Choice::new(2, "safe time", question)
        .with_pictures_before_answer(beats)
        .with_candidate("until the gap could close at that speed, and no longer", jumps)
        .with_candidate("to the end of the motion: the gap cannot close before", late)
        .with_candidate("forever: the bodies never meet", away)
        .with_candidate("not at all: the bodies could touch at once", false)
        .if_answerable()
}
