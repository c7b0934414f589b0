//! Quiz questions of conservative advancement of rotating bodies: the closing speed, and the safe time.

use contact_lens_model::answer::number::{length, number};
use contact_lens_model::snapshot::cast::Outcome;

use super::step_context::StepContext;
use crate::{Beat, Choice};

/// Difference up to which two candidate speeds look alike, as a fraction of the larger one of the largest closing speed
/// and the speed by rotation.
const DISTINCT_SPEEDS: f64 = 1e-3;

/// Questions of a step with three beats: distance, closing speed and advance; none for other steps.
pub(super) fn questions_of_step(step: &StepContext<'_>, beats: &[Beat]) -> Vec<Choice> {
    let lines: Vec<&str> = beats.iter().map(|beat| beat.line).collect();
    let ["judge", "bound", _] = lines[..] else { return Vec::new() };
    closing_speed_question(step, beats).into_iter().chain(safe_time_question(step, beats)).collect()
}

/// Question for the largest speed at which the gap can close; `None` if two candidates are too close to each other.
fn closing_speed_question(step: &StepContext<'_>, beats: &[Beat]) -> Option<Choice> {
    let bound = step.after.bound?;
    let rotation: f64 = bound.rotation.iter().sum();
    let least_difference = DISTINCT_SPEEDS * bound.sum.abs().max(rotation);
    let pairs = [[bound.sum, bound.along], [bound.sum, rotation], [bound.along, rotation]];
    if !pairs.iter().all(|[a, b]| (a - b).abs() > least_difference) {
        return None;
    }
    let question =
        "The velocities count along n only; rotation can close the gap too. How fast can the gap close at most?";
    Choice::new(1, "closing speed", question)
        .with_pictures_before_answer(beats)
        .with_candidate(format!("{} m/s: velocities and rotation", &*number(bound.sum)), true)
        .with_candidate(format!("{} m/s: velocities alone", &*number(bound.along)), false)
        .with_candidate(format!("{} m/s: rotation alone", &*number(rotation)), false)
        .validated()
}

/// Question for the time until which the motion is safe; `None` for a step that carries a new normal along with a body.
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
        .validated()
}
