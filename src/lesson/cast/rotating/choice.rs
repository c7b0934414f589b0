//! Quiz questions of conservative advancement of rotating bodies: the closing speed, and the safe time.

use super::step_context::StepContext;
use crate::answer::number::{length, number};
use crate::lesson::{Beat, Choice};
use crate::snapshot::cast::Outcome;

/// Difference up to which two speeds look alike, as a fraction of the larger one of two speeds: the largest closing
/// speed, and the sum of the speeds by rotation.
const DISTINCT_SPEEDS: f64 = 1e-3;

/// Questions of a step with three beats: distance, closing speed and advance; none for other steps.
pub(super) fn questions_of_step(step: &StepContext<'_>, beats: &[Beat]) -> Vec<Choice> {
    match beats {
        [judge, bound, _] if (judge.line, bound.line) == ("judge", "bound") => {
            closing_speed_question(step, beats).into_iter().chain(safe_time_question(step, beats)).collect()
        }
        _ => Vec::new(),
    }
}

/// Question for the largest speed at which the gap can close; `None` if two candidates are too close to each other.
fn closing_speed_question(step: &StepContext<'_>, beats: &[Beat]) -> Option<Choice> {
    let bound = step.after.bound?;
    let rotation: f64 = bound.rotation.iter().sum();
    let candidates = [(bound.sum, true), (bound.along, false), (rotation, false)];
    let pairs = [[bound.sum, bound.along], [bound.sum, rotation], [bound.along, rotation]];
    let differ = pairs.iter().all(|[a, b]| (a - b).abs() > DISTINCT_SPEEDS * bound.sum.abs().max(rotation));
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

/// Question for the time until which the motion is safe; `None` for a carried normal.
fn safe_time_question(step: &StepContext<'_>, beats: &[Beat]) -> Option<Choice> {
    // The gap along a carried normal limits the time itself, not through its closing speed.
    if step.new_carried_axis().is_some() {
        return None;
    }
    let before = step.before;
    let after = step.after;
    let bound = after.bound?;
    let gap = after.last_query?.lower;
    let moves_away = matches!(after.ending, Some(Outcome::MovesApart | Outcome::PassesBy));
    let is_too_late = after.ending == Some(Outcome::TooLate);
    let advances = after.ending.is_none() && after.t > before.t;
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
        .with_candidate("until the gap could close at that speed, and no longer", advances)
        .with_candidate("to the end of the motion: the gap cannot close before", is_too_late)
        .with_candidate("forever: the bodies never meet", moves_away)
        .with_candidate("not at all: the bodies could touch at once", false)
        .if_answerable()
}
