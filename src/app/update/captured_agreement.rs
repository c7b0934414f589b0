//! Requests the comparison of all captured answers with the answers computed here, stores its result, and jumps to
//! captured answers beyond the tolerance.

use std::sync::Arc;

use contact_lens_check::captured::{QueryAgreement, has_judged_answers};
use contact_lens_lesson::BeatIndex;

use super::banner::show_banner;
use super::frames::show_frame;
use super::go_to::go_to_beat;
use super::scene;
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::command::SelectCommand;
use crate::run::captured_agreement::{Disagreement, DisagreementJump, MeasuredAgreement};
use crate::state::State;

/// Returns the effect that compares the captured answers, when the scene has some and has changed. During a drag, the
/// comparison waits for its end.
pub(super) fn request(state: &mut State) -> Option<Effect> {
    let edition = state.doc.edition;
    let agreement = &state.captured_agreement;
    let is_known = agreement.pending_edition == Some(edition) || agreement.queries(edition).is_some();
    if is_known || state.doc.in_gesture() || !state.doc.scene.queries.iter().any(has_judged_answers) {
        return None;
    }
    state.captured_agreement.pending_edition = Some(edition);
    Some(Effect::MeasureAgreement(Arc::clone(&state.doc.scene), edition))
}

/// Stores the result of a comparison, and makes the jump that waited for it.
pub(super) fn show_result(state: &mut State, edition: u64, queries: Arc<Vec<QueryAgreement>>) {
    if state.captured_agreement.pending_edition == Some(edition) {
        state.captured_agreement.pending_edition = None;
    }
    state.captured_agreement.measured = Some(MeasuredAgreement { edition, queries });
    if edition == state.doc.edition
        && let Some(jump) = state.captured_agreement.pending_jump.take()
    {
        go_to(state, jump);
    }
}

/// Makes a jump, now or once the captured answers are compared. Reports if there is nothing to jump to.
pub(super) fn go_to(state: &mut State, jump: DisagreementJump) {
    let edition = state.doc.edition;
    if state.captured_agreement.queries(edition).is_none() {
        state.captured_agreement.pending_jump = Some(jump);
        return;
    }
    let shown = Disagreement { query: state.focus.query, frame: state.frame_shown() };
    match state.captured_agreement.destination(edition, jump, shown) {
        Some(destination) => show(state, shown, destination),
        None => {
            let text = "All captured answers agree with the proven ones, within the precision of the capture.";
            show_banner(state, Severity::Note, Cause::Time, text.to_owned());
        }
    }
}

/// Shows the last step of the destination, which lists the captured answers, and a sentence about the worst one.
fn show(state: &mut State, shown: Disagreement, destination: Disagreement) {
    let agreement = state.captured_agreement.of_query(state.doc.edition, destination.query);
    let sentence = agreement.and_then(|agreement| agreement.in_frame(destination.frame)).map(|worst| worst.sentence());
    if destination.query != shown.query {
        scene::handle_selection(state, SelectCommand::SelectQuery(destination.query));
    }
    // The end of the frame has the table of captured answers; the step shown before belongs to another frame.
    let end = BeatIndex { step: usize::MAX, beat: usize::MAX };
    if destination == shown && state.recording.is_some() {
        go_to_beat(state, end);
    } else {
        show_frame(state, destination.frame);
        state.request.pending_beat = Some(end);
        state.playhead.is_playing = false;
    }
    if let Some(sentence) = sentence {
        show_banner(state, Severity::Note, Cause::Time, format!("Frame {}: {sentence}.", destination.frame));
    }
}
