//! Everything the algorithm weighed in this step, in tables whose columns stand still.

use egui::{ScrollArea, Sense, Ui, vec2};

use super::icons::{self, Icon};
use super::section;
use super::step::{copies, key_row};
use crate::app::clip;
use crate::app::command::{ClipboardCommand, Command};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::Table;

/// The whole panel.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(beat) = state.beat().filter(|beat| !beat.tables.is_empty()) else {
        let asks = state.predict.as_ref().is_some_and(|predict| predict.open.is_some());
        match asks {
            true => super::empty(ui, "A question is open", "What the step weighs is told with its answer."),
            false => super::empty(ui, "Nothing weighed", "This beat has no candidates to choose from."),
        }
        return out;
    };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        for table in &beat.tables {
            heading(ui, table, &mut out);
            out.extend(rows(ui, state, table));
        }
        ui.add_space(6.0);
    });
    out
}

/// The title, and a button that copies what stands below it.
fn heading(ui: &mut Ui, table: &Table, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        section(ui, table.title);
        let name = format!("Copy “{}”", table.title);
        let button = icons::button(ui, Icon::Copy, &name, vec2(20.0, 18.0), true, false);
        if button.on_hover_text("Copy the table, for a spreadsheet").clicked() {
            out.push(ClipboardCommand::Copy(clip::table(table), "the table").into());
        }
    });
}

/// How wide each column was at its widest in this run: they grow, and never shrink back while one steps.
#[derive(Clone, Default)]
struct Widths {
    /// The query and the run's length: another run starts anew.
    run: (usize, usize),
    columns: Vec<f32>,
}

fn widths(ui: &Ui, state: &State, table: &Table, fonts: &[egui::FontId; 2]) -> Vec<f32> {
    let measure = |text: &str, font: &egui::FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::WHITE).size().x
    };
    let id = ui.scope_id().with(("widths", table.title));
    let run = (state.focus.query, state.recording.as_ref().map_or(0, |recording| recording.beats()));
    let kept: Widths = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let kept = Some(kept).filter(|kept| kept.run == run && kept.columns.len() == table.columns.len());
    let mut columns = kept.map_or_else(|| vec![0.0; table.columns.len()], |kept| kept.columns);
    for (width, title) in columns.iter_mut().zip(&table.columns) {
        *width = width.max(measure(title, &fonts[0]));
    }
    for row in &table.rows {
        for (width, cell) in columns.iter_mut().zip(&row.cells) {
            *width = width.max(measure(cell, &fonts[1]));
        }
    }
    ui.data_mut(|data| data.insert_temp(id, Widths { run, columns: columns.clone() }));
    columns
}

/// A table whose columns share the width by what stands in them.
fn rows(ui: &mut Ui, state: &State, table: &Table) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let [head, mono] = [egui::FontId::proportional(11.0), egui::FontId::monospace(11.5)];
    let widths = widths(ui, state, table, &[head.clone(), mono.clone()]);
    let spare = (ui.available_width() - 12.0 - widths.iter().sum::<f32>()).max(8.0 * widths.len() as f32);
    let gap = (spare / widths.len().max(1) as f32).min(28.0);
    let full = 12.0 + widths.iter().sum::<f32>() + gap * widths.len() as f32;
    ui.set_min_width(full.min(2000.0));
    ui.spacing_mut().item_spacing.y = 0.0;
    let text = |ui: &Ui, rect: egui::Rect, cells: &mut dyn Iterator<Item = &str>, font: &egui::FontId, ink| {
        let mut x = rect.left() + 6.0;
        for (cell, width) in cells.zip(&widths) {
            let at = egui::pos2(x, rect.center().y);
            ui.painter().text(at, egui::Align2::LEFT_CENTER, cell, font.clone(), ink);
            x += width + gap;
        }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    text(ui, rect, &mut table.columns.iter().copied(), &head, look.weak);
    for row in &table.rows {
        let name = row.texts().collect::<Vec<_>>().join(", ");
        let response = key_row(ui, state, row.key.as_ref(), row.chosen, &name, &mut out);
        let rect = response.rect;
        response.context_menu(|ui| {
            copies(
                ui,
                "Copy this row",
                || Command::Clipboard(ClipboardCommand::Copy(clip::row(&row.cells), "the row")),
                &mut out,
            );
            copies(
                ui,
                "Copy this table",
                || Command::Clipboard(ClipboardCommand::Copy(clip::table(table), "the table")),
                &mut out,
            );
            copies(ui, "Copy the tables", || Command::Clipboard(ClipboardCommand::CopyTables), &mut out);
        });
        let ink = if row.chosen { look.strong } else { look.text };
        text(ui, rect, &mut row.texts(), &mono, ink);
    }
    out
}
