//! Handles [`ExpectationCommand`]s: the table with the results of all queries, and the expectations of the query shown.

use std::sync::Arc;

use contact_lens_check::{self as check, Bodies, Precision};
use contact_lens_lesson::BeatIndex;
use contact_lens_scene::model::Query;

use super::banner::show_banner;
use super::{go_to, scene};
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::command::{ExpectationCommand, SceneCommand, SelectCommand};
use crate::files::edit::Edit;
use crate::run::expectation_results::{CheckedCases, ComparedAnswer, Sorting};
use crate::state::State;

/// Applies a command about the table of all answers or the expectations of a query.
pub(super) fn handle(state: &mut State, command: ExpectationCommand) {
    match command {
        ExpectationCommand::Toggle => state.expectation_results.open = !state.expectation_results.open,
        ExpectationCommand::Sort(column) => {
            let sorting = state.expectation_results.sorting;
            let is_descending = sorting.column == column && !sorting.is_descending;
            state.expectation_results.sorting = Sorting { column, is_descending };
        }
        ExpectationCommand::Checked { edition, cases } => {
            if state.expectation_results.pending_edition == Some(edition) {
                state.expectation_results.pending_edition = None;
            }
            state.expectation_results.checked = Some(CheckedCases { edition, cases });
        }
        ExpectationCommand::Show(query) => show(state, query),
        ExpectationCommand::Accept => accept(state),
        ExpectationCommand::ExpectNothing => {
            if let Some(mut query) = state.query().cloned() {
                query.ask.expect_nothing();
                replace_query(state, query);
            }
        }
    }
}

/// Returns the effect that checks the scene again, when the scene has changed while the table is open. During a drag,
/// the check waits for its end.
pub(super) fn request_check(state: &mut State) -> Option<Effect> {
    let edition = state.doc.edition;
    let is_checked =
        state.expectation_results.pending_edition.is_some() || state.expectation_results.cases_of(edition).is_some();
    if !state.expectation_results.open || is_checked || state.doc.in_gesture() {
        return None;
    }
    state.expectation_results.pending_edition = Some(edition);
    Some(Effect::CheckExpectations(Arc::clone(&state.doc.scene), edition))
}

/// Compares the answer shown with its query's expectations, when either has changed.
pub(super) fn compare_answer_shown(state: &mut State) {
    let edition = state.doc.edition;
    let answer = state.request.newest_answered;
    let compared = state.expectation_results.compared.as_ref();
    if compared.is_some_and(|compared| compared.edition == edition && compared.answer == answer) {
        return;
    }
    let unmet = unmet_expectations(state);
    state.expectation_results.compared = Some(ComparedAnswer { edition, answer, unmet });
}

/// Unmet expectations of the answer shown. `None` without an answer or expectations, for worlds, and when the
/// expectations are not about this frame and precision.
fn unmet_expectations(state: &State) -> Option<Vec<String>> {
    let query = state.query()?;
    let verdict = state.verdict()?;
    let frame = state.frame_shown();
    let expectation = query.ask.expectation();
    let is_about_answer = state.focus.precision == Precision::F64 && frame == expectation.frame();
    if !is_about_answer || expectation.count() == 0 || query.is_of_a_world() {
        return None;
    }
    let bodies = Bodies::of(&state.doc.scene, query)?.placed_in(frame);
    Some(check::unmet(query, verdict, &bodies))
}

/// Closes the table and shows a query; a failed one in the frame, the precision and at the step of its first failure.
fn show(state: &mut State, index: usize) {
    let cases = state.expectation_results.cases_of(state.doc.edition);
    let failure = cases.and_then(|cases| cases.get(index)?.failures.first().cloned());
    state.expectation_results.open = false;
    scene::handle_selection(state, SelectCommand::SelectQuery(index));
    let Some(failure) = failure else { return };
    let is_shown = state.focus.precision == failure.precision && state.focus.frame == failure.frame;
    state.focus.precision = failure.precision;
    state.focus.frame = failure.frame;
    state.focus.uses_default_frame = false;
    let last_beat = BeatIndex { step: failure.step, beat: usize::MAX };
    if is_shown && state.recording.is_some() {
        go_to::go_to_beat(state, last_beat);
    } else {
        // The failed answer has not arrived yet.
        state.request.pending_beat = Some(last_beat);
        state.playhead.is_playing = false;
    }
    show_banner(state, Severity::Note, Cause::Time, failure.message);
}

/// Makes the answer shown the expectation of its query, or reports why it cannot be one.
fn accept(state: &mut State) {
    let (Some(query), Some(verdict)) = (state.query(), state.verdict()) else { return };
    let frame = state.frame_shown();
    if state.focus.precision != Precision::F64 {
        let text = "Expectations are about answers in f64. Switch to f64 and accept that answer.";
        return show_banner(state, Severity::Note, Cause::Edit, text.to_owned());
    }
    let bodies = Bodies::of(&state.doc.scene, query).map(|bodies| bodies.placed_in(frame)).unwrap_or_default();
    match check::accepted(query, verdict, frame, &bodies) {
        Some(query) => replace_query(state, query),
        None => {
            let text = if frame == 0 {
                "Scene files cannot store this kind of answer as an expectation."
            } else {
                "The expectations of this query are about the first frame. Go there and accept that answer."
            };
            show_banner(state, Severity::Note, Cause::Edit, text.to_owned());
        }
    }
}

/// Replaces the query shown, as a separate undo entry.
fn replace_query(state: &mut State, query: Query) {
    state.doc.end_gesture();
    scene::handle(state, SceneCommand::Edit(Edit::Query(state.focus.query, Box::new(query))));
    state.doc.end_gesture();
}
