//! Door “Cases that engines got wrong”: the reported cases by symptom and by engine.

use contact_lens_scene::catalog;
use egui::Ui;

use super::door::{self, ListRow};
use crate::command::{Command, WindowCommand};
use crate::figures::gallery::Gallery;
use crate::panels::browser::{self, CaseList};
use crate::panels::section;
use crate::state::State;
use crate::theme::Look;

/// File name of the case whose picture the door shows.
const PICTURE: &str = "gjk-real-jolt-1008-triangle-cylinder";

/// Draws the content of the door.
pub(super) fn show(ui: &mut Ui, state: &State, gallery: &mut Gallery, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let count = catalog::catalog().iter().filter(|entry| entry.report.is_some()).count();
    let text = format!("{count} cases from public trackers and tests, each with what was wrong and the proven answer.");
    door::paragraph(ui, &text, look.text);
    ui.add_space(6.0);
    if let Some(entry) = catalog::catalog().iter().find(|entry| entry.name == PICTURE)
        && let Some(rect) = door::picture_space(ui)
    {
        browser::draw_thumbnail(ui, &ui.painter_at(rect), state, gallery, entry, rect);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    for (title, list) in [("By symptom", CaseList::Symptoms), ("By engine", CaseList::Engines)] {
        section(ui, title);
        for (index, shelf) in browser::case_shelves(list).iter().enumerate() {
            let count = shelf.entries.len().to_string();
            let row = ListRow { number: None, is_done: false, title: &shelf.title, count: &count };
            if door::list_row(ui, &row).clicked() {
                browser::show_cases(ui.ctx(), list, index);
                out.push(WindowCommand::ToggleBrowser.into());
            }
        }
    }
}
