//! Jumps to notable frames, by the strip over all frames.

use super::banner::banner;
use crate::answer::Exact;
use crate::app::banner::{Cause, Severity};
use crate::app::state::State;
use crate::lesson::Strip;

/// Column of the distance in the table of frames.
const DISTANCE: &str = "distance";

/// Goes to the next frame whose run differs from this frame's, or to the previous one.
pub(super) fn to_change(state: &mut State, on: bool) {
    let now = state.frame_shown();
    let found = strip(state).map(|strip| {
        next_change(strip, now, on).ok_or_else(|| {
            let side = if on { "later" } else { "earlier" };
            let kind = strip.kind(now).map_or("", |kind| kind.name);
            format!("No {side} frame goes another way than this one: {kind}.")
        })
    });
    go(state, found);
}

/// Next frame, or previous one, with another kind of run. Frames in which a body is absent have no kind.
fn next_change(strip: &Strip, now: usize, forward: bool) -> Option<usize> {
    let kind = strip.frames.get(now).copied().flatten();
    let mut kinds = strip.frames.iter().enumerate();
    if forward {
        kinds.find(|(frame, other)| *frame > now && other.is_some() && **other != kind).map(|(frame, _)| frame)
    } else {
        kinds.rfind(|(frame, other)| *frame < now && other.is_some() && **other != kind).map(|(frame, _)| frame)
    }
}

/// Goes to the frame with the least signed distance: the deepest contact or the nearest pass.
pub(super) fn to_deepest(state: &mut State) {
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
    go(state, found.map(|(frame, _)| Ok(frame)));
    if !touches {
        let text = String::from("The bodies touch in no frame: this is the one in which they are nearest.");
        banner(state, Severity::Note, Cause::Time, text);
    }
}

fn strip(state: &State) -> Option<&Strip> {
    state.recording.as_ref()?.lesson.strip()
}

/// Shows a frame chosen by a jump, and stops playback.
pub(super) fn show_frame(state: &mut State, frame: usize) {
    state.head.frames_playing = false;
    state.focus.opening = false;
    state.focus.frame = frame;
}

/// Shows a frame, or reports why there is none.
fn go(state: &mut State, found: Option<Result<usize, String>>) {
    match found {
        Some(Ok(frame)) => show_frame(state, frame),
        Some(Err(why)) => banner(state, Severity::Note, Cause::Time, why),
        None => {
            let text = String::from("This query does not know yet, or does not compare, how its frames went.");
            banner(state, Severity::Note, Cause::Time, text);
        }
    }
}
