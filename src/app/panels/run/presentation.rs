//! Panel of presentation mode, in large type below the views: the sentence, and the lines of the listing around the
//! current one.

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
const SENTENCE_SIZE: f32 = 18.0;

/// Minimum width of the listing, relative to the window.
const MIN_LISTING_WIDTH: f32 = 0.3;

/// Maximum width of the listing, relative to the window.
const MAX_LISTING_WIDTH: f32 = 0.46;

/// Maximum height of the sentence's panel, relative to the window.
const MAX_SENTENCE_HEIGHT: f32 = 0.4;

/// Height of the panel with an open question, relative to the window.
const QUESTION_HEIGHT: f32 = 0.45;

/// Width reserved for the listing in excess of its text, points.
const LISTING_PADDING: f32 = 24.0;

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

/// Draws the sentence, or the open question, and the lines of the listing around the current one, below the views.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    // The gap above the panel shows this background.
    ui.painter().rect_filled(ui.max_rect(), 0.0, Look::get(ui).gap);
    let window_height = ui.available_height();
    match (&state.recording, state.beat()) {
        (Some(recording), Some(beat)) => show_below_views(ui, state, recording, beat, window_height),
        (None, _) | (_, None) => Vec::new(),
    }
}

/// Width of the listing, points, in a window of this width.
fn listing_panel_width(recording: &Recording, window_width: f32) -> f32 {
    let listing_width = listing::presented_width(recording.lesson.card().listing) + LISTING_PADDING;
    listing_width.clamp(MIN_LISTING_WIDTH * window_width, MAX_LISTING_WIDTH * window_width)
}

/// Draws the panel below the views. `window_height` is in points.
fn show_below_views(
    ui: &mut Ui,
    state: &State,
    recording: &Recording,
    beat: &Beat,
    window_height: f32,
) -> Vec<Command> {
    let look = Look::get(ui);
    let font = FontId::proportional(SENTENCE_SIZE);
    let listing_width = listing_panel_width(recording, ui.available_width());
    let line_width = ui.available_width() - listing_width - 2.0 * f32::from(SENTENCE_MARGIN) - SCROLL_BAR_WIDTH;
    // The panel is sized for the longest sentence of the run, so that the views keep their size from beat to beat.
    let longest = with_hard_spaces(recording.longest_sentence());
    let longest_height = ui.painter().layout(longest, font.clone(), look.strong, line_width).size().y;
    let has_question = state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some());
    let panel_height = if has_question {
        QUESTION_HEIGHT * window_height
    } else {
        let needed = (longest_height + SENTENCE_PADDING).max(listing::presented_height());
        needed.min(MAX_SENTENCE_HEIGHT * window_height)
    };
    let gap = Margin { top: PANEL_GAP, ..Margin::ZERO };
    let frame = Frame { outer_margin: gap, ..panel_frame(look, SENTENCE_MARGIN, VERTICAL_MARGIN) };
    let panel = Panel::bottom("stage sentence").frame(frame).exact_size(panel_height);
    let panel = panel.resizable(false).show_separator_line(false);
    let response = panel.show(ui, |ui| {
        let margin = Margin { left: SENTENCE_MARGIN, ..Margin::ZERO };
        let frame = Frame::NONE.inner_margin(margin);
        let listing = Panel::right("stage listing").frame(frame).exact_size(listing_width).resizable(false);
        let mut out = listing.show(ui, |ui| listing::draw_listing(ui, state)).inner;
        out.extend(show_sentence(ui, state, recording, beat, &font));
        out
    });
    response.inner
}

/// Draws the sentence, or the open question.
fn show_sentence(ui: &mut Ui, state: &State, recording: &Recording, beat: &Beat, font: &FontId) -> Vec<Command> {
    let look = Look::get(ui);
    if let Some(commands) = prediction::show_question(ui, state) {
        return commands;
    }
    ui.label(RichText::new(position_text(state, recording)).size(12.0).color(look.weak));
    prediction::show_feedback(ui, state, state.playhead.position);
    let scroll_area = ScrollArea::vertical()
        .id_salt("stage")
        .auto_shrink(false)
        .min_scrolled_height(MIN_SCROLLED_HEIGHT)
        .show(ui, |ui| sentence::show(ui, InputContext::of_main_run(state), beat, font, look.strong));
    scroll_area.inner
}
