//! Cells of the verdict bar with the progress of a long run or of a file that is being read.

use egui::{RichText, Sense, Ui};

use super::cells::{FACT_WIDTH, NUMBER_SIZE, NamedNumber, cell, draw_named_number};
use crate::actions::registry::tooltip;
use crate::command::{Command, RunCommand};
use crate::run::progress::{ReadingProgress, RunProgress};
use crate::theme::Look;

/// Width above which the note is drawn, points.
const MIN_NOTE_WIDTH: f32 = 60.0;

/// Draws the progress of a long run, with a button to cancel it, and `note`, a sentence on what else is shown
/// meanwhile.
pub(super) fn show_run(ui: &mut Ui, run: RunProgress, note: &str, look: Look, out: &mut Vec<Command>) {
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), "Computing");
    let number = run.iterations.to_string();
    let named = NamedNumber { number: &number, size: NUMBER_SIZE, ink: look.strong, name: "iterations so far" };
    draw_named_number(ui.painter(), rect, named, look);
    if ui.button("Cancel").on_hover_text(tooltip(ui.ctx(), &Command::Run(RunCommand::Cancel))).clicked() {
        out.push(RunCommand::Cancel.into());
    }
    if ui.available_width() > MIN_NOTE_WIDTH {
        ui.add(egui::Label::new(RichText::new(note).size(12.0).color(look.weak)).truncate());
    }
}

/// Draws the progress of reading a file.
pub(super) fn show_reading(ui: &mut Ui, progress: &ReadingProgress, look: Look, out: &mut Vec<Command>) {
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), "Reading");
    let number = format!("{:.1} s", progress.seconds);
    let named = NamedNumber { number: &number, size: NUMBER_SIZE, ink: look.strong, name: "reading" };
    draw_named_number(ui.painter(), rect, named, look);
    if ui.button("Cancel").on_hover_text("Cancel reading; the open scene stays").clicked() {
        out.push(RunCommand::Cancel.into());
    }
    let mebibytes = progress.bytes as f64 / f64::from(1 << 20);
    let text = format!("{}, {mebibytes:.1} MiB. The window stays usable.", progress.name);
    ui.add(egui::Label::new(RichText::new(text).size(12.0).color(look.weak)).truncate());
}
