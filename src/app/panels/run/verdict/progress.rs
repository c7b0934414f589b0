//! Progress of runs and files, in the place of the verdict.

use egui::{RichText, Sense, Ui};

use super::{FACT_WIDTH, NUMBER_SIZE, cell, draw_two_lines};
use crate::app::actions::registry::tooltip;
use crate::app::command::{Command, RunCommand};
use crate::app::run::progress::{ReadingProgress, RunProgress};
use crate::app::theme::Look;

/// Draws the progress of a long run, with a button to cancel it, and `note`, a sentence on what else is shown
/// meanwhile.
pub(super) fn show_run(ui: &mut Ui, run: RunProgress, note: &str, look: Look, out: &mut Vec<Command>) {
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), "Computing");
    draw_two_lines(
        ui.painter(),
        rect,
        &run.iterations.to_string(),
        NUMBER_SIZE,
        look.strong,
        "iterations so far",
        look.weak,
    );
    if ui.button("Cancel").on_hover_text(tooltip(ui.ctx(), &Command::Run(RunCommand::Cancel))).clicked() {
        out.push(RunCommand::Cancel.into());
    }
    if ui.available_width() > 60.0 {
        ui.add(egui::Label::new(RichText::new(note).size(12.0).color(look.weak)).truncate());
    }
}

/// Draws the progress of reading a file.
pub(super) fn show_reading(ui: &mut Ui, progress: &ReadingProgress, look: Look, out: &mut Vec<Command>) {
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), "Reading");
    draw_two_lines(
        ui.painter(),
        rect,
        &format!("{:.1} s", progress.seconds),
        NUMBER_SIZE,
        look.strong,
        "reading",
        look.weak,
    );
    if ui.button("Cancel").on_hover_text("Cancel reading; the open scene stays").clicked() {
        out.push(RunCommand::Cancel.into());
    }
    let size = progress.bytes as f64 / f64::from(1 << 20);
    let text = format!("{}, {size:.1} MiB. The window stays usable.", progress.what);
    ui.add(egui::Label::new(RichText::new(text).size(12.0).color(look.weak)).truncate());
}
