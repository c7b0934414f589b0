//! Note in a view that has no marks in the current step: the next step in which the view has some.

use egui::Ui;

use crate::panels;
use crate::state::State;

/// Number of following steps that are searched for marks of an empty view, since building the beats of all steps would
/// take long.
const SEARCHED_STEPS: usize = 8;

/// First of the next [`SEARCHED_STEPS`] steps that has marks in the view `id`, from 0; `None` if none has.
pub(super) fn next_step_with_marks(state: &State, id: &str) -> Option<usize> {
    let lesson = &state.recording.as_ref()?.lesson;
    let first = state.beat_index().step + 1;
    let mut steps = first..lesson.steps().min(first + SEARCHED_STEPS);
    steps.find(|step| lesson.beats(*step).iter().any(|beat| !beat.pictures.of(id).marks.is_empty()))
}

/// Draws a note that the view is empty, with the step `next` that has the next marks, from 0.
pub(super) fn show(ui: &mut Ui, next: Option<usize>) {
    let when = match next {
        Some(step) => format!("The next step with marks in this view is step {}.", step + 1),
        None => String::from("Other steps or frames have marks in this view."),
    };
    panels::empty_panel(ui, "This view is empty in this step", &when);
}
