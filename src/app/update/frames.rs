//! Jumps to the next frame with another kind of run and to the deepest frame, by the lesson's overview of all frames.

use super::banner::show_banner;
use crate::answer::Exact;
use crate::app::banner::{Cause, Severity};
use crate::app::state::State;
use crate::lesson::FrameStrip;

/// Column of the distance in the table of frames.
const DISTANCE: &str = "distance";

/// Goes to the next frame (`forward`) or the previous one with another kind of run, or reports why there is none.
pub(super) fn go_to_change(state: &mut State, forward: bool) {
    let now = state.frame_shown();
    let found =
        strip(state).map(|strip| next_change(strip, now, forward).ok_or_else(|| no_change(strip, now, forward)));
    show_found_frame(state, found);
}

/// Next frame, or previous one, with another kind of run. Frames in which a body is absent have no kind.
fn next_change(strip: &FrameStrip, now: usize, forward: bool) -> Option<usize> {
    let kind = strip.frames.get(now).copied().flatten();
    let mut kinds = strip.frames.iter().enumerate();
    if forward {
        kinds.find(|(frame, other)| *frame > now && other.is_some() && **other != kind).map(|(frame, _)| frame)
    } else {
        kinds.rfind(|(frame, other)| *frame < now && other.is_some() && **other != kind).map(|(frame, _)| frame)
    }
}

/// Sentence on why no frame after this one (`forward`), or before it, has another kind of run.
fn no_change(strip: &FrameStrip, now: usize, forward: bool) -> String {
    let side = if forward { "later" } else { "earlier" };
    let end = if forward { "last" } else { "first" };
    let others = if forward { strip.frames.len().saturating_sub(now + 1) } else { now };
    match strip.kind(now) {
        _ if others == 0 => format!("No {side} change: this is the {end} frame."),
        Some(kind) => format!("No {side} change: all {side} frames have the same result, “{}”.", kind.name),
        None => format!("No {side} change: a body of the query is missing in all {side} frames."),
    }
}

/// Goes to the frame with the least signed distance, the deepest contact or the nearest pass; a pass is reported.
pub(super) fn go_to_deepest(state: &mut State) {
    let found = strip(state).and_then(|strip| {
        let column = strip.table.columns.iter().position(|name| *name == DISTANCE)?;
        // Each row starts with its frame number, except for a last row of totals.
        let distances = strip.table.rows.iter().filter_map(|row| {
            match (row.cells.first()?.exact.as_ref()?, row.cells.get(column)?.exact.as_ref()?) {
                (Exact::Count(frame), Exact::Number(distance)) => Some((*frame, *distance)),
                _ => None,
            }
        });
        distances.min_by(|a, b| a.1.total_cmp(&b.1))
    });
    let touches = found.is_none_or(|(_, distance)| distance <= 0.0);
    show_found_frame(state, found.map(|(frame, _)| Ok(frame)));
    if !touches {
        let text = String::from("The bodies touch in no frame. This frame has the least distance.");
        show_banner(state, Severity::Note, Cause::Time, text);
    }
}

/// Overview of the frames of the query shown; `None` until the frames have been compared.
fn strip(state: &State) -> Option<&FrameStrip> {
    state.recording.as_ref()?.lesson.strip()
}

/// Shows a frame chosen by a jump, and stops playback.
pub(super) fn show_frame(state: &mut State, frame: usize) {
    state.head.frames_playing = false;
    state.focus.opening = false;
    state.focus.frame = frame;
}

/// Shows a frame, or reports why there is none.
fn show_found_frame(state: &mut State, found: Option<Result<usize, String>>) {
    match found {
        Some(Ok(frame)) => show_frame(state, frame),
        Some(Err(why)) => show_banner(state, Severity::Note, Cause::Time, why),
        None => {
            let text = String::from("The frames of this query have not been compared.");
            show_banner(state, Severity::Note, Cause::Time, text);
        }
    }
}
