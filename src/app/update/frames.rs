//! Jumps to the next or previous frame with another result, and to the frame with the deepest contact. Both read the
//! overview of all frames ([`FrameStrip`]), in which every frame has a kind of result.

use contact_lens_lesson::{FrameStrip, Row};
use contact_lens_model::answer::Exact;

use super::banner::show_banner;
use crate::banner::{Cause, Severity};
use crate::state::State;

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
    let current = state.frame_shown();
    let Some(strip) = frame_strip(state) else { return report_no_strip(state) };
    if let Some(frame) = nearest_change(strip, current, side) {
        show_frame(state, frame);
    } else {
        let sentence = sentence_on_no_change(strip, current, side);
        show_banner(state, Severity::Note, Cause::Time, sentence);
    }
}

/// Nearest frame on a side of the frame `current` with another kind of result. Frames in which a body is absent have no
/// kind and are skipped. `None` if no frame there has another kind.
fn nearest_change(strip: &FrameStrip, current: usize, side: Side) -> Option<usize> {
    let current_kind = strip.frames.get(current).copied().flatten();
    let frames = 0..strip.frames.len();
    let mut changes = frames.filter(|frame| strip.frames[*frame].is_some_and(|kind| Some(kind) != current_kind));
    match side {
        Side::Later => changes.find(|frame| *frame > current),
        Side::Earlier => changes.rfind(|frame| *frame < current),
    }
}

/// Sentence on why no frame on a side of the frame `current` has another kind of result.
fn sentence_on_no_change(strip: &FrameStrip, current: usize, side: Side) -> String {
    let is_later = side == Side::Later;
    let frames_on_side = if is_later { strip.frames.len().saturating_sub(current + 1) } else { current };
    let side = if is_later { "later" } else { "earlier" };
    if frames_on_side == 0 {
        let end = if is_later { "last" } else { "first" };
        return format!("No {side} change: this is the {end} frame.");
    }
    match strip.kind(current) {
        Some(kind) => format!("No {side} change: no {side} frame has a result other than “{}”.", kind.name),
        None => format!("No {side} change: a body of the query is missing in all {side} frames."),
    }
}

/// Goes to the frame with the least signed distance: the deepest contact, or else the closest approach, which is
/// reported.
pub(super) fn go_to_deepest(state: &mut State) {
    let Some(deepest) = frame_strip(state).and_then(deepest_frame) else { return report_no_strip(state) };
    show_frame(state, deepest.frame);
    // The negation holds for a distance that is NaN, too.
    if !(deepest.distance <= 0.0) {
        let text = String::from("The bodies touch in no frame; in this frame they are closest.");
        show_banner(state, Severity::Note, Cause::Time, text);
    }
}

/// A frame and the signed distance of the bodies in it.
#[derive(Clone, Copy)]
struct FrameDistance {
    frame: usize,
    /// Signed distance, meters; negative for overlapping bodies.
    distance: f64,
}

/// Frame with the least signed distance, the first one of several; `None` if the table of frames has no distances.
fn deepest_frame(strip: &FrameStrip) -> Option<FrameDistance> {
    let column = strip.table.columns.iter().position(|name| *name == DISTANCE)?;
    let distances = strip.table.rows.iter().filter_map(|row| distance_in_row(row, column));
    distances.min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// Frame and distance in a row of the table of frames. The frame number is in the first cell, the distance in the cell
/// `column`. `None` for a frame without a distance, and for a row of totals, which has no frame number.
fn distance_in_row(row: &Row, column: usize) -> Option<FrameDistance> {
    let Some(Exact::Count(frame)) = row.cells.first()?.exact else { return None };
    let Some(Exact::Number(distance)) = row.cells.get(column)?.exact else { return None };
    Some(FrameDistance { frame, distance })
}

/// Overview of the frames of the query shown; `None` until the frames have been compared.
fn frame_strip(state: &State) -> Option<&FrameStrip> {
    state.recording.as_ref()?.lesson.strip()
}

/// Shows a frame chosen by a jump, and stops playback.
pub(super) fn show_frame(state: &mut State, frame: usize) {
    state.playhead.plays_frames = false;
    state.focus.uses_default_frame = false;
    state.focus.frame = frame;
}

/// Reports that there is no overview of the frames to search.
fn report_no_strip(state: &mut State) {
    let text = String::from("The frames of this query have not been compared.");
    show_banner(state, Severity::Note, Cause::Time, text);
}
