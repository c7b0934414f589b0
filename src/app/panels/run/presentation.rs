//! Panels of presentation mode, in large type around the views: the listing and the sentence.

use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};

use super::listing;
use crate::app::command::Command;
use crate::app::panels::draggable_value::InputContext;
use crate::app::panels::{panel_frame, sentence};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::picture::font::with_hard_spaces;

/// Font size of the sentence, points.
const SENTENCE_SIZE: f32 = 17.0;

/// Minimum width of the listing, relative to the window.
const MIN_LISTING_WIDTH: f32 = 0.26;

/// Maximum width of the listing, relative to the window.
const MAX_LISTING_WIDTH: f32 = 0.38;

/// Maximum height of the sentence, relative to the window.
const MAX_SENTENCE_HEIGHT: f32 = 0.4;

/// Height of an open question, relative to the window.
const QUESTION_HEIGHT: f32 = 0.45;

/// Width of the panel of the listing in excess of the listing, points.
const LISTING_PADDING: f32 = 24.0;

/// Horizontal margin of the panel of the sentence, points.
const SENTENCE_MARGIN: i8 = 16;

/// Width between the margins of the panel of the sentence that its lines leave free, points.
const SCROLL_BAR_WIDTH: f32 = 8.0;

/// Height of the panel of the sentence in excess of the sentence, points.
const SENTENCE_PADDING: f32 = 50.0;

/// Draws the listing on the right and, at the bottom, the sentence or the open question.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let look = Look::get(ui);
    // Background between the panels.
    ui.painter().rect_filled(ui.max_rect(), 0.0, look.gap);
    let available = ui.available_width();
    let height = ui.available_height();
    let width =
        state.recording.as_ref().map_or(0.0, |recording| listing::listing_width(recording.lesson.card().listing));
    let width = (width + LISTING_PADDING).clamp(MIN_LISTING_WIDTH * available, MAX_LISTING_WIDTH * available);
    let edge = Frame { outer_margin: Margin { left: 2, ..Margin::ZERO }, ..panel_frame(look, 10, 8) };
    let side = Panel::right("stage listing").frame(edge).exact_size(width).resizable(false).show_separator_line(false);
    let mut out = side.show(ui, |ui| listing::draw_listing(ui, state)).inner;
    let (Some(recording), Some(beat)) = (&state.recording, state.beat()) else { return out };
    let font = egui::FontId::proportional(SENTENCE_SIZE);
    let line_width = ui.available_width() - 2.0 * f32::from(SENTENCE_MARGIN) - SCROLL_BAR_WIDTH;
    // Sized for the longest sentence of the run, so that the views do not move.
    let tallest = ui
        .painter()
        .layout(with_hard_spaces(recording.longest_sentence()), font.clone(), look.strong, line_width)
        .size()
        .y;
    let has_question = state.prediction.as_ref().is_some_and(|predict| predict.open.is_some());
    let foot_height = if has_question {
        QUESTION_HEIGHT * height
    } else {
        (tallest + SENTENCE_PADDING).min(MAX_SENTENCE_HEIGHT * height)
    };
    let edge = Frame { outer_margin: Margin { top: 2, ..Margin::ZERO }, ..panel_frame(look, SENTENCE_MARGIN, 8) };
    let foot =
        Panel::bottom("stage sentence").frame(edge).exact_size(foot_height).resizable(false).show_separator_line(false);
    let commands = foot.show(ui, |ui| {
        if let Some(commands) = super::prediction::show_question(ui, state) {
            return commands;
        }
        ui.label(RichText::new(crate::app::panels::position_text(state, recording)).size(12.0).color(look.weak));
        super::prediction::show_feedback(ui, state, state.head.position);
        let said = ScrollArea::vertical()
            .id_salt("stage")
            .auto_shrink(false)
            .min_scrolled_height(16.0)
            .show(ui, |ui| sentence::show(ui, InputContext::of_main_run(state), beat, &font, look.strong));
        said.inner
    });
    out.extend(commands.inner);
    out
}
