//! Cell of the verdict bar about the captured answer of the frame shown: its number, and whether it agrees with the
//! answer computed here.

use contact_lens_check::captured::{Deviation, FrameAgreement};
use contact_lens_picture::Role;
use contact_lens_play::Compared;
use egui::{Color32, FontId, Sense, Ui};

use super::cells::{FACT_WIDTH, NAME_SIZE, NUMBER_SIZE, NamedNumber, cell, draw_named_number};
use crate::command::{Command, Jump, TimeCommand};
use crate::panels::line_width;
use crate::text::numbers::round_to_fit;
use crate::theme::Look;

/// Maximum number of characters of the number.
const MAX_CHARACTERS: usize = 14;

/// Captured answer as the cell shows it.
struct CapturedText {
    /// Captured value, or the difference from the computed value if nothing is judged.
    number: String,
    /// Name of the engine with the verdict.
    name: String,
    /// Color of the number.
    ink: Color32,
}

/// Draws the cell; the tooltip has all captured values. A click goes to the last step, which has their table.
pub(super) fn show(ui: &mut Ui, captured: &FrameAgreement, look: Look, out: &mut Vec<Command>) {
    let text = match &captured.worst {
        Some(worst) => judged_text(worst, look),
        None => unjudged_text(&captured.rows, look),
    };
    let number_width = line_width(ui, &text.number, &FontId::monospace(NUMBER_SIZE), text.ink);
    let name_width = line_width(ui, &text.name, &FontId::proportional(NAME_SIZE), look.weak);
    let width = FACT_WIDTH.max(number_width).max(name_width).ceil();
    let mut sentences: Vec<String> = captured.rows.iter().map(|row| format!("{}.", row.say())).collect();
    sentences.push(String::from("Click for the table in the last step."));
    let (rect, response) = cell(ui, width, Sense::click(), &sentences.join("\n"));
    let named = NamedNumber { number: &text.number, size: NUMBER_SIZE, ink: text.ink, name: &text.name };
    draw_named_number(ui.painter(), rect, named, look);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(TimeCommand::Jump(Jump::Last).into());
    }
}

/// Text about the worst of the judged captured values.
fn judged_text(worst: &Deviation, look: Look) -> CapturedText {
    let Compared { engine, captured, difference, .. } = &worst.row;
    let is_beyond = worst.ratio > 1.0;
    // A normal needs much space, and its angle says more.
    let shown = if worst.row.quantity == "normal" { difference } else { captured };
    let number = round_to_fit(shown, MAX_CHARACTERS);
    let name = match (is_beyond, worst.row.quantity == "normal") {
        (false, _) => format!("{engine} agrees"),
        (true, false) => format!("{engine}, off by {}", round_to_fit(difference, MAX_CHARACTERS)),
        (true, true) => format!("{engine}, angle of normals"),
    };
    CapturedText { number, name, ink: look.ink(if is_beyond { Role::Fault } else { Role::Theirs }) }
}

/// Text about the first captured value, where none is judged: its difference, or the value if it has no counterpart.
fn unjudged_text(rows: &[Compared], look: Look) -> CapturedText {
    let with_difference = rows.iter().find(|row| row.difference.text != "–");
    let ink = look.ink(Role::Theirs);
    let ends = with_difference.map(|row| (row, &row.difference, "differs in"));
    let Some((row, shown, verb)) = ends.or_else(|| rows.first().map(|row| (row, &row.captured, "reports"))) else {
        return CapturedText { number: String::from("–"), name: String::from("captured"), ink };
    };
    CapturedText {
        number: round_to_fit(shown, MAX_CHARACTERS),
        name: format!("{} {verb} {}", row.engine, row.quantity),
        ink,
    }
}
