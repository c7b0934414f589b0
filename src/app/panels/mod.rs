//! Panels, which draw the state and return commands, and the widgets that they share.
//!
//! A *beat* is a part of a step of the run, with its own sentence and picture; the screen calls it a sub-step.

pub(super) mod browser;
pub(super) mod dialogs;
pub(super) mod draggable_value;
pub(super) mod fields;
pub(super) mod first_screen;
pub(super) mod glossary_tip;
pub(super) mod help;
pub(super) mod icons;
mod list;
pub(super) mod menu;
pub(super) mod overlay;
pub(super) mod palette;
mod plot_base;
pub(super) mod run;
pub(super) mod scene;
pub(super) mod sentence;
pub(super) mod timeline;

use contact_lens_lesson::BeatIndex;
use contact_lens_play::QueryError;
use egui::{Color32, FontId, Frame, Margin, RichText, Ui};

use super::command::Command;
use super::run::recording::Recording;
use super::state::State;
use super::text::typeset;
use super::theme::Look;

/// Color for measuring texts.
const MEASURING_INK: Color32 = Color32::WHITE;

/// Height of the texts of an empty panel, points.
const EMPTY_TEXT_HEIGHT: f32 = 40.0;

/// Position of the middle of the texts of an empty panel, as a fraction of the panel's height from the top.
const EMPTY_TEXT_POSITION: f32 = 0.35;

/// Least space above the texts of an empty panel, points.
const EMPTY_TEXT_TOP: f32 = 8.0;

/// Draws a small title over a group of rows.
fn section(ui: &mut Ui, title: &str) {
    let look = Look::get(ui);
    ui.add_space(6.0);
    ui.label(RichText::new(title.to_uppercase()).size(10.5).color(look.weak));
    ui.add_space(1.0);
}

/// Draws a menu entry that sends a command.
fn menu_entry(ui: &mut Ui, title: &str, command: impl FnOnce() -> Command, out: &mut Vec<Command>) {
    if ui.button(title).clicked() {
        out.push(command());
        ui.close();
    }
}

/// Width of a text on one line in this font size, points. The layout is cached for measuring only.
fn text_width(ui: &Ui, text: &str, size: f32) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), MEASURING_INK).size().x
}

/// Width of a typeset line, points. egui caches layouts with their colors, so with the final color as `ink` the layout
/// is reused for drawing.
fn line_width(ui: &Ui, text: &str, font: &FontId, ink: Color32) -> f32 {
    ui.painter().layout_job(typeset::line(text, font, ink)).size().x
}

/// Frame of a panel with these horizontal and vertical margins, points.
pub(super) fn panel_frame(look: Look, x: i8, y: i8) -> Frame {
    Frame::new().fill(look.panel).inner_margin(Margin::symmetric(x, y))
}

/// Draws in the middle of a panel the reason why it is empty.
pub(super) fn empty_panel(ui: &mut Ui, title: &str, why: &str) {
    let look = Look::get(ui);
    ui.vertical_centered(|ui| {
        ui.add_space((EMPTY_TEXT_POSITION * ui.available_height() - 0.5 * EMPTY_TEXT_HEIGHT).max(EMPTY_TEXT_TOP));
        ui.label(RichText::new(title).size(14.0).color(look.text));
        ui.add_space(2.0);
        ui.label(RichText::new(why).color(look.weak));
    });
}

/// Draws a placeholder while there is no answer.
pub(super) fn no_answer(ui: &mut Ui, state: &State, title: &str) {
    match (state.run_progress, &state.refusal) {
        (Some(_), _) => empty_panel(ui, "Computing…", "The result appears here when the run is done."),
        (None, Some(refusal)) => empty_panel(ui, title, &refusal_text(refusal)),
        (None, None) => empty_panel(ui, title, "The result appears here when the query can be run."),
    }
}

/// Reason why there is no answer, with the field that it is about.
pub(super) fn refusal_text(refusal: &QueryError) -> String {
    if refusal.field.is_empty() { refusal.message.clone() } else { format!("{}: {}", refusal.field, refusal.message) }
}

/// Text on the step and beat shown, or on the frame while frames of a world play.
fn position_text(state: &State, recording: &Recording) -> String {
    if state.request.shows_end_only {
        return format!("The end of frame {}, while frames play", state.frame_shown());
    }
    let BeatIndex { step, beat } = state.beat_index();
    let steps = recording.steps();
    let beats = recording.beats_of(step);
    format!("Step {} of {steps} · sub-step {} of {beats}", step + 1, beat + 1)
}

/// Selects a range of bytes in the text of a field.
pub(super) fn select_text(ctx: &egui::Context, field: egui::Id, text: &str, range: std::ops::Range<usize>) {
    let mut state = egui::text_edit::TextEditState::load(ctx, field).unwrap_or_default();
    // egui counts characters.
    let [start, end] = [range.start, range.end].map(|byte| text[..byte].chars().count());
    let selection = egui::text::CCursorRange::two(egui::text::CCursor::new(start), egui::text::CCursor::new(end));
    state.cursor.set_char_range(Some(selection));
    state.store(ctx, field);
}
