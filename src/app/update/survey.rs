//! Requests the run over all frames of the query shown, stores its curves, and jumps to the frame in which a curve is
//! largest.

use std::sync::Arc;

use contact_lens_lesson::BeatIndex;
use contact_lens_play::Curve;

use super::banner::show_banner;
use super::frames::show_frame;
use super::go_to::go_to_beat;
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::state::State;

/// Returns the effect that runs all frames of the query shown, unless their curves are known or being computed.
pub(super) fn request(state: &mut State) -> Vec<Effect> {
    let Some(question) = state.request.question.clone() else { return Vec::new() };
    if state.survey.is_running || state.survey.curves_of(&question).is_some() {
        return Vec::new();
    }
    state.survey.question = Some(question.clone());
    state.survey.is_running = true;
    vec![Effect::Survey(question)]
}

/// Stores the curves over all frames, and makes the jump that waited for them.
pub(super) fn show_curves(state: &mut State, curves: Result<Arc<Vec<Curve>>, String>) {
    state.survey.is_running = false;
    state.survey.curves = Some(curves);
    if let Some(name) = state.survey.pending_jump.take() {
        jump_to_largest(state, name);
    }
}

/// Goes to the frame in which the curve with this name is largest, now or once all frames are known.
pub(super) fn go_to_largest(state: &mut State, name: &'static str) -> Vec<Effect> {
    let is_known = state.request.question.as_ref().is_some_and(|question| state.survey.curves_of(question).is_some());
    if is_known {
        jump_to_largest(state, name);
        return Vec::new();
    }
    state.survey.pending_jump = Some(name);
    request(state)
}

/// Goes to the end of the frame in which a curve is largest.
fn jump_to_largest(state: &mut State, name: &str) {
    let shown = state.frame_shown();
    let curves = state.request.question.as_ref().and_then(|question| state.survey.curves_of(question));
    let curve = match curves {
        Some(Ok(curves)) => curves.iter().find(|curve| curve.name == name),
        Some(Err(_)) | None => None,
    };
    match curve.and_then(Curve::largest) {
        Some(frame) => {
            // The end of the frame has the final impulses; the step shown before belongs to another frame.
            let end = BeatIndex { step: usize::MAX, beat: usize::MAX };
            if frame == shown {
                go_to_beat(state, end);
            } else {
                show_frame(state, frame);
                state.request.pending_beat = Some(end);
            }
        }
        None => {
            let text = format!("No frame of this query has a value for “{name}”.");
            show_banner(state, Severity::Note, Cause::Time, text);
        }
    }
}
