//! Door “Learn”: the core path, with the next scene of it as a button and a picture.

use contact_lens_scene::catalog::{self, CoreScene};
use egui::Ui;

use super::door::{self, ListRow};
use crate::command::{Command, FileCommand, WindowCommand};
use crate::figures::gallery::Gallery;
use crate::panels::browser;
use crate::state::State;
use crate::theme::Look;

/// Draws the content of the door.
pub(super) fn show(ui: &mut Ui, state: &State, gallery: &mut Gallery, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let path = catalog::core_path();
    let text =
        format!("{} scenes, from the difference of two shapes to a stack of boxes. No background needed.", path.len());
    door::paragraph(ui, &text, look.text);
    ui.add_space(6.0);
    let next = next_scene(state, path);
    if let Some(scene) = next {
        if let Some(rect) = door::picture_space(ui) {
            browser::draw_thumbnail(ui, &ui.painter_at(rect), state, gallery, scene.entry, rect);
        }
        let verb = if is_seen(state, &path[0]) { "Continue" } else { "Start" };
        let text = format!("{verb}: {}", scene.topic);
        if door::wide_button(ui, &text, "Start the core path", true).clicked() {
            out.push(FileCommand::OpenShipped(scene.entry.index).into());
        }
    }
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    for (index, scene) in path.iter().enumerate() {
        let row = ListRow { number: Some(index + 1), is_done: is_seen(state, scene), title: scene.topic, count: "" };
        let response = door::list_row(ui, &row);
        if response.clicked() {
            out.push(FileCommand::OpenShipped(scene.entry.index).into());
        }
        response.on_hover_text(format!("{}\n\n{}", scene.entry.title, scene.entry.note));
    }
    ui.add_space(8.0);
    let all = format!("All {} lessons of the course…", catalog::course().len());
    if door::wide_button(ui, &all, "All lessons of the course", false).clicked() {
        browser::show_course(ui.ctx());
        out.push(WindowCommand::ToggleBrowser.into());
    }
}

/// Scene of the path that was not opened before; the first one if all were opened. `None` for an empty path.
fn next_scene<'a>(state: &State, path: &'a [CoreScene]) -> Option<&'a CoreScene> {
    path.iter().find(|scene| !is_seen(state, scene)).or(path.first())
}

/// Whether a scene was opened before.
fn is_seen(state: &State, scene: &CoreScene) -> bool {
    state.prefs.seen.contains(scene.entry.name)
}
