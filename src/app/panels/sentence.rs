//! Draws the sentence of a beat (a sub-step of the run), whose parts (names and numbers) are linked to marks in the
//! views.
//!
//! - Parts have the colors of their marks.
//! - Hovering a part highlights its mark and shows the meaning of a number; a highlighted mark highlights its parts.
//! - Numbers that are inputs of the scene can be dragged. The context menu of a number shows where it comes from.
//! - In prediction mode, nothing is highlighted or dragged.

use std::ops::Range;

use contact_lens_lesson::{Beat, Run, Value};
use contact_lens_picture::font::with_hard_spaces;
use contact_lens_picture::marks::theme::word_color;
use contact_lens_play as play;
use egui::text::{CCursor, LayoutJob, TextWrapping};
use egui::{Color32, FontId, Galley, Pos2, Rect, Sense, Ui};

use super::draggable_value::{self, InputContext, PlacedText, cursor_rect};
use super::glossary_tip::{self, Tip};
use super::menu_entry;
use crate::actions::draggable_inputs;
use crate::command::{Command, ExplanationCommand, SelectCommand};
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;
use crate::view::hover::is_highlighted;

/// Space between a highlighted part and the edge of its background, points.
const HIGHLIGHT_MARGIN: f32 = 1.5;

/// Corner radius of the background of a highlighted part, points.
const HIGHLIGHT_ROUNDING: f32 = 3.0;

/// Opacity of the background of a highlighted part, 0 to 1.
const HIGHLIGHT_OPACITY: f32 = 0.55;

/// Draws the sentence of `beat` in `ink`, with its names and numbers in the colors of their marks. Returns the commands
/// of hovered parts.
pub(crate) fn show(ui: &mut Ui, context: InputContext<'_>, beat: &Beat, font: &FontId, ink: Color32) -> Vec<Command> {
    // Hard spaces replace spaces one by one, so the indices of characters stay.
    let text = with_hard_spaces(&beat.say.text());
    let job = color_parts(&text, context.shown, beat, font, ink, Look::get(ui));
    let wrap = TextWrapping::wrap_at_width(ui.available_width());
    // The label breaks its lines at the same width, so this layout is where the label's text is.
    let galley = ui.painter().layout_job(LayoutJob { wrap, ..job.clone() });
    let label = ui.label(job).accessible_name(text.as_str());
    let mut out = Vec::new();
    for (first, run) in beat.say.placed_runs() {
        let (Run::Mark { .. } | Run::Quantity(_)) = run else { continue };
        let start = laid_out_characters(&text, first, font);
        let end = start + laid_out_characters(run.text(), usize::MAX, font);
        let rows = row_rects(&galley, label.rect.min, start..end);
        highlight(ui, context.shown, run, &rows, &mut out);
        if let Run::Quantity(value) = run {
            offer_derivation(ui, context.shown, value, &rows, &mut out);
        }
        if let Run::Quantity(value) = run
            && let Some(input) = draggable_inputs::input_of_value(context.shown, value)
        {
            let placed = PlacedText { galley: &galley, corner: label.rect.min, first: start, text: &value.text };
            draggable_value::show(ui, context, &input, placed);
        }
    }
    out
}

/// Layout of the text with each part in the color of its mark.
fn color_parts(text: &str, state: &State, beat: &Beat, font: &FontId, ink: Color32, look: Look) -> LayoutJob {
    let mut job = LayoutJob::default();
    let Some(recording) = &state.recording else { return typeset::text(text, font, ink) };
    let backdrop = recording.lesson.backdrop();
    let names = match state.query() {
        Some(query) => play::role_names(&query.ask, &*recording.lesson, Some(beat)),
        None => Vec::new(),
    };
    // The parts have plain spaces, so their characters are taken from `text`, one for one.
    let mut remaining = text.chars();
    for (part, role) in beat.caption(&backdrop.pictures, &names).parts() {
        let part: String = remaining.by_ref().take(part.chars().count()).collect();
        let ink = role.map_or(ink, |role| Look::to_egui_color(word_color(look.theme(), role)));
        typeset::append(&mut job, &part, font, ink);
    }
    job
}

/// Number of characters in the layout of the first `count` characters of a text: subscripts lose their underscore.
fn laid_out_characters(text: &str, count: usize, font: &FontId) -> usize {
    let beginning: String = text.chars().take(count).collect();
    typeset::text(&beginning, font, Color32::TRANSPARENT).text.chars().count()
}

/// Rectangles on the screen, one per row, of the characters in `range` of a layout with this upper left corner.
fn row_rects(galley: &Galley, corner: Pos2, range: Range<usize>) -> Vec<Rect> {
    let mut rows: Vec<Rect> = Vec::new();
    for index in range {
        let start = cursor_rect(galley, corner, CCursor { prefer_next_row: true, ..CCursor::new(index) });
        let end = cursor_rect(galley, corner, CCursor::new(index + 1));
        let rect = Rect::from_min_max(start.left_top(), end.right_bottom().max(start.right_bottom()));
        // Characters of one row differ in their top by less than half their height, as subscripts do.
        match rows.last_mut() {
            Some(row) if (row.top() - rect.top()).abs() < 0.5 * rect.height() => *row = row.union(rect),
            _ => rows.push(rect),
        }
    }
    rows
}

/// Adds a context menu to a number of the sentence, which covers `rows`: it shows where the number comes from.
fn offer_derivation(ui: &Ui, state: &State, value: &Value, rows: &[Rect], out: &mut Vec<Command>) {
    if state.prediction.is_some() {
        return;
    }
    for row in rows {
        let id = ui.scope_id().with(("derivation", row.min.x as i32, row.min.y as i32));
        ui.interact(*row, id, Sense::click()).context_menu(|ui| {
            let title = "Where does this number come from?";
            menu_entry(ui, title, || ExplanationCommand::Derive(Box::new(value.clone())).into(), out);
        });
    }
}

/// Highlights a part of the sentence, which covers `rows`, if its mark is highlighted, and explains it in a tooltip.
/// Adds the command that highlights the mark if the pointer is on the part. Does nothing in prediction mode.
fn highlight(ui: &Ui, state: &State, run: &Run, rows: &[Rect], out: &mut Vec<Command>) {
    let Some(key) = run.key().filter(|_| state.prediction.is_none()) else { return };
    let look = Look::get(ui);
    if is_highlighted(state.hover.as_ref(), key) {
        for row in rows {
            let fill = look.accent_fill.gamma_multiply(HIGHLIGHT_OPACITY);
            ui.painter().rect_filled(row.expand(HIGHLIGHT_MARGIN), HIGHLIGHT_ROUNDING, fill);
        }
    }
    let mut is_hovered = false;
    for row in rows {
        let id = ui.scope_id().with(("sentence part", ui.next_auto_id(), row.min.x as i32, row.min.y as i32));
        let response = ui.interact(*row, id, Sense::hover());
        is_hovered |= response.contains_pointer();
        if let Run::Quantity(value) = run {
            let head = format!("{} = {}, {}", value.symbol, value.text, value.meaning);
            let tip = Tip { head: &head, words: &[value.symbol, value.meaning], action: "" };
            glossary_tip::show(response, state, tip, out);
        }
    }
    if is_hovered {
        out.push(SelectCommand::Hover(Some(key.clone())).into());
    }
}
