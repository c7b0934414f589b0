//! Panels of presentation mode, in large type around the views: the listing and the sentence.

use contact_lens_lesson::Beat;
use contact_lens_picture::font::with_hard_spaces;
use egui::{FontId, Frame, Margin, Panel, RichText, ScrollArea, Ui};

use super::{listing, prediction};
use crate::command::Command;
use crate::panels::draggable_value::InputContext;
use crate::panels::{panel_frame, position_text, sentence};
use crate::run::recording::Recording;
use crate::state::State;
use crate::theme::Look;

/// Font size of the sentence, points.
const SENTENCE_SIZE: f32 = 17.0;

/// Minimum width of the listing's panel, relative to the window.
const MIN_LISTING_WIDTH: f32 = 0.26;

/// Maximum width of the listing's panel, relative to the window.
const MAX_LISTING_WIDTH: f32 = 0.38;

/// Maximum height of the sentence's panel, relative to the window.
const MAX_SENTENCE_HEIGHT: f32 = 0.4;

/// Height of the panel with an open question, relative to the window.
const QUESTION_HEIGHT: f32 = 0.45;

/// Width of the listing's panel in excess of the listing, points.
const LISTING_PADDING: f32 = 24.0;

/// Horizontal margins of the listing's panel, points.
const LISTING_MARGIN: i8 = 10;

/// Horizontal margins of the sentence's panel, points.
const SENTENCE_MARGIN: i8 = 16;

/// Vertical margins of both panels, points.
const VERTICAL_MARGIN: i8 = 8;

/// Width of the gap between a panel and the views, points.
const PANEL_GAP: i8 = 2;

/// Width that the sentence leaves free for the scroll bar, points.
const SCROLL_BAR_WIDTH: f32 = 8.0;

/// Height of the sentence's panel in excess of the sentence, points: margins and the line with the position.
const SENTENCE_PADDING: f32 = 50.0;

/// Minimum height of the scrolled sentence, points.
const MIN_SCROLLED_HEIGHT: f32 = 16.0;

/// Draws the listing on the right and, at the bottom, the sentence or the open question.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    // The gaps between the panels show this background.
    ui.painter().rect_filled(ui.max_rect(), 0.0, Look::get(ui).gap);
    let window_height = ui.available_height();
    let mut out = show_listing(ui, state);
    if let (Some(recording), Some(beat)) = (&state.recording, state.beat()) {
        out.extend(show_sentence(ui, state, recording, beat, window_height));
    }
    out
}

/// Draws the panel of the listing, on the right.
fn show_listing(ui: &mut Ui, state: &State) -> Vec<Command> {
    let look = Look::get(ui);
    let window_width = ui.available_width();
    let listing_width =
        state.recording.as_ref().map_or(0.0, |recording| listing::listing_width(recording.lesson.card().listing));
    let panel_width =
        (listing_width + LISTING_PADDING).clamp(MIN_LISTING_WIDTH * window_width, MAX_LISTING_WIDTH * window_width);
    let gap = Margin { left: PANEL_GAP, ..Margin::ZERO };
    let frame = Frame { outer_margin: gap, ..panel_frame(look, LISTING_MARGIN, VERTICAL_MARGIN) };
    let panel = Panel::right("stage listing").frame(frame).exact_size(panel_width);
    let panel = panel.resizable(false).show_separator_line(false);
    panel.show(ui, |ui| listing::draw_listing(ui, state)).inner
}

/// Draws the panel of the sentence, or of the open question, at the bottom. `window_height` is in points.
fn show_sentence(ui: &mut Ui, state: &State, recording: &Recording, beat: &Beat, window_height: f32) -> Vec<Command> {
    let look = Look::get(ui);
    let font = FontId::proportional(SENTENCE_SIZE);
    let line_width = ui.available_width() - 2.0 * f32::from(SENTENCE_MARGIN) - SCROLL_BAR_WIDTH;
    // The panel is sized for the longest sentence of the run, so that the views keep their size from beat to beat.
    let longest = with_hard_spaces(recording.longest_sentence());
    let longest_height = ui.painter().layout(longest, font.clone(), look.strong, line_width).size().y;
    let has_question = state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some());
    let panel_height = if has_question {
        QUESTION_HEIGHT * window_height
    } else {
        (longest_height + SENTENCE_PADDING).min(MAX_SENTENCE_HEIGHT * window_height)
    };
    let gap = Margin { top: PANEL_GAP, ..Margin::ZERO };
    let frame = Frame { outer_margin: gap, ..panel_frame(look, SENTENCE_MARGIN, VERTICAL_MARGIN) };
    let panel = Panel::bottom("stage sentence").frame(frame).exact_size(panel_height);
    let panel = panel.resizable(false).show_separator_line(false);
    let response = panel.show(ui, |ui| {
        if let Some(commands) = prediction::show_question(ui, state) {
            return commands;
        }
        ui.label(RichText::new(position_text(state, recording)).size(12.0).color(look.weak));
        prediction::show_feedback(ui, state, state.playhead.position);
        let scroll_area = ScrollArea::vertical()
            .id_salt("stage")
            .auto_shrink(false)
            .min_scrolled_height(MIN_SCROLLED_HEIGHT)
            .show(ui, |ui| sentence::show(ui, InputContext::of_main_run(state), beat, &font, look.strong));
        scroll_area.inner
    });
    response.inner
}
