//! Jumps to the next or previous frame with another result, and to the frame with the deepest contact. Both read the
//! overview of all frames ([`FrameStrip`]), in which every frame has a kind of result.

use super::banner::show_banner;
use crate::answer::Exact;
use crate::app::banner::{Cause, Severity};
use crate::app::state::State;
use crate::lesson::FrameStrip;

/// Column of the distance in the table of frames.
const DISTANCE: &str = "distance";

/// Frames on one side of the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Earlier,
    Later,
}

/// Goes to the nearest frame on a side with another kind of result, or reports why there is none.
pub(super) fn go_to_change(state: &mut State, side: Side) {
    let now = state.frame_shown();
    let found = strip(state)
        .map(|strip| nearest_change(strip, now, side).ok_or_else(|| sentence_on_no_change(strip, now, side)));
    show_found_frame(state, found);
}

/// Nearest frame on a side of the frame `now` with another kind of result. Frames in which a body is absent have no
/// kind and are skipped. `None` if no frame there has another kind.
fn nearest_change(strip: &FrameStrip, now: usize, side: Side) -> Option<usize> {
    let kind = strip.frames.get(now).copied().flatten();
    let mut kinds = strip.frames.iter().enumerate();
    let found = match side {
        Side::Later => kinds.find(|(frame, other)| *frame > now && other.is_some() && **other != kind),
        Side::Earlier => kinds.rfind(|(frame, other)| *frame < now && other.is_some() && **other != kind),
    };
    found.map(|(frame, _)| frame)
}

/// Sentence on why no frame on a side of the frame `now` has another kind of result.
fn sentence_on_no_change(strip: &FrameStrip, now: usize, side: Side) -> String {
    let others = match side {
        Side::Later => strip.frames.len().saturating_sub(now + 1),
        Side::Earlier => now,
    };
    let end = if side == Side::Later { "last" } else { "first" };
    let side = if side == Side::Later { "later" } else { "earlier" };
    match strip.kind(now) {
        _ if others == 0 => format!("No {side} change: this is the {end} frame."),
        Some(kind) => format!("No {side} change: no {side} frame has a result other than “{}”.", kind.name),
        None => format!("No {side} change: a body of the query is missing in all {side} frames."),
    }
}

/// Goes to the frame with the least signed distance: the deepest contact, or else the closest approach, which is
/// reported.
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
        let text = String::from("The bodies touch in no frame; in this frame they are closest.");
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
    state.focus.uses_default_frame = false;
    state.focus.frame = frame;
}

/// Shows the found frame, or reports the reason why there is none. `found` is `None` without an overview of the frames.
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
