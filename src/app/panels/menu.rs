//! Bar at the top of the window: menus, title of the scene, and the choices of query, precision, command and theme.

use std::path::Path;

use contact_lens_play::Precision;
use egui::{Button, RichText, Ui};

use super::icons::{self, ButtonState, Icon};
use crate::actions::registry::{ACTIONS, Menu, shortcut_text, tooltip};
use crate::command::{Command, FileCommand, RunCommand, SelectCommand, WindowCommand, WorldCommand};
use crate::files::document::Disk;
use crate::state::State;
use crate::theme::Look;

/// Titles of the actions below which their menu has a separator.
const LAST_OF_GROUP: [&str; 15] = [
    "Reload",
    "Previous scene",
    "Save as…",
    "Export SVG…",
    "Redo",
    "Delete",
    "Switch precision",
    "Paste",
    "Last sub-step",
    "Go to…",
    "Clear breakpoints",
    "Slower",
    "Frame all",
    "Parallel projection",
    "Default type size",
];

/// Space between an open menu and the edges of the window, both sides together, points.
const MARGINS: f32 = 64.0;

/// Minimum width of the title, points.
const MIN_TITLE_WIDTH: f32 = 72.0;

/// Draws the bar and its open menus.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    ui.horizontal_centered(|ui| {
        draw_logo(ui, look);
        ui.scope(|ui| {
            ui.visuals_mut().widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| draw_menu_items(ui, state, menu, &mut out));
            }
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            draw_right_side(ui, state, &mut out);
            // Space between the two sides.
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add_space(10.0);
                if !state.is_first_screen_open {
                    draw_world_link(ui, state, look, &mut out);
                    draw_title(ui, state, look);
                }
            });
        });
    });
    out
}

/// Draws the logo: two overlapping outlines, a contact seen through a lens.
fn draw_logo(ui: &mut Ui, look: Look) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(26.0, 18.0), egui::Sense::hover());
    let painter = ui.painter();
    let middle = rect.center();
    painter.circle_stroke(middle - egui::vec2(4.0, 0.0), 6.0, (1.6, look.accent));
    painter.circle_stroke(middle + egui::vec2(4.0, 0.0), 6.0, (1.6, look.warn));
}

/// Draws a menu, which scrolls when the window is low or the type large.
fn draw_menu_items(ui: &mut Ui, state: &State, menu: Menu, out: &mut Vec<Command>) {
    ui.set_width(230.0);
    let height = ui.ctx().content_rect().height() - MARGINS;
    egui::ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .show(ui, |ui| draw_entries(ui, state, menu, out));
}

/// Draws the entries of a menu, with the recent files after “Open…”.
fn draw_entries(ui: &mut Ui, state: &State, menu: Menu, out: &mut Vec<Command>) {
    for action in ACTIONS.iter().filter(|action| action.menu == menu) {
        let command = (action.command)();
        let mut button =
            Button::new(action.title).frame_when_inactive(false).min_size(egui::vec2(ui.available_width(), 22.0));
        if let Some(shortcut) = action.shortcuts.first() {
            button = button.shortcut_text(shortcut_text(ui.ctx(), shortcut));
        }
        let is_open_file = command == Command::File(FileCommand::AskOpen);
        let response = ui.add_enabled((action.enabled)(state), button).on_hover_text(action.tip);
        if response.clicked() {
            out.push(command);
            ui.close();
        }
        if LAST_OF_GROUP.contains(&action.title) {
            ui.separator();
        }
        if is_open_file {
            draw_recent_files(ui, state, out);
        }
    }
}

/// A file that was opened before.
pub(super) struct RecentFile {
    /// File name, without the folder.
    pub name: String,
    /// Path of the file, and a remark if it no longer exists.
    pub description: String,
    pub exists: bool,
}

impl RecentFile {
    /// Describes a file; looks up whether it exists.
    pub(super) fn new(path: &Path) -> Self {
        let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned();
        let exists = path.exists();
        let missing = if exists { "" } else { " no longer exists" };
        Self { name, description: format!("{}{missing}", path.display()), exists }
    }
}

/// Draws the submenu of the recent files.
fn draw_recent_files(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    ui.add_enabled_ui(!state.prefs.recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in &state.prefs.recent {
                let file = RecentFile::new(path);
                let button = Button::new(file.name).frame_when_inactive(false);
                let response = ui.add_enabled(file.exists, button).on_hover_text(&file.description);
                if response.on_disabled_hover_text(&file.description).clicked() {
                    out.push(FileCommand::Open(path.clone()).into());
                    ui.close();
                }
            }
        });
    });
}

/// Draws the button that returns to the world of the scene.
fn draw_world_link(ui: &mut Ui, state: &State, look: Look, out: &mut Vec<Command>) {
    let Some(world) = &state.doc.world else { return };
    let title = world.title();
    let text = RichText::new(format!("← {title}")).color(look.accent);
    let button = ui.add(Button::new(text).truncate()).accessible_name(format!("Back to {title}"));
    if button.on_hover_text(tooltip(ui.ctx(), &Command::World(WorldCommand::BackToWorld))).clicked() {
        out.push(WorldCommand::BackToWorld.into());
    }
    ui.label(RichText::new("›").color(look.weak));
}

/// Draws the title on one line, or smaller on several.
fn draw_title(ui: &mut Ui, state: &State, look: Look) {
    // In large type the title may not fit; the scene panel shows it too.
    if ui.available_width() < MIN_TITLE_WIDTH {
        return;
    }
    let dot = if state.doc.unsaved() { " •" } else { "" };
    let text = format!("{}{dot}", state.doc.title());
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = ui.painter().layout_no_wrap(text.clone(), font, look.strong).size().x;
    let text = RichText::new(text).color(look.strong);
    let label = if width <= ui.available_width() {
        egui::Label::new(text).truncate()
    } else {
        egui::Label::new(text.size(11.0)).wrap()
    };
    let mut hint = match &state.doc.path {
        Some(path) => path.display().to_string(),
        None => String::from("Not saved to a file yet"),
    };
    if state.doc.dirty {
        hint.push_str("\nThere are unsaved edits.");
    }
    hint.push_str(match state.doc.disk {
        Disk::Same => "",
        Disk::Changed => "\nAnother program changed the file.",
        Disk::Gone => "\nThe file no longer exists.",
        Disk::Awaited => "\nThe file cannot be read yet.",
    });
    ui.add(label).on_hover_text(hint);
}

/// Draws, right to left: theme, search for commands, precision, query.
fn draw_right_side(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let theme = if state.prefs.dark { Icon::Sun } else { Icon::Moon };
    let size = egui::vec2(28.0, 26.0);
    let button = icons::button(ui, theme, "Dark or light theme", size, ButtonState::NORMAL);
    if button.on_hover_text(tooltip(ui.ctx(), &Command::Window(WindowCommand::ToggleTheme))).clicked() {
        out.push(WindowCommand::ToggleTheme.into());
    }
    let button = icons::button(ui, Icon::Search, "Find a command…", size, ButtonState::on(state.is_palette_open));
    if button.on_hover_text(tooltip(ui.ctx(), &Command::Window(WindowCommand::TogglePalette))).clicked() {
        out.push(WindowCommand::TogglePalette.into());
    }
    // The other choices are about the scene behind the first screen.
    if state.is_first_screen_open {
        return;
    }
    ui.add_space(4.0);
    for precision in [Precision::F64, Precision::F32] {
        let chosen = state.focus.precision == precision;
        let response = ui.selectable_label(chosen, precision.name());
        if response.on_hover_text(tooltip(ui.ctx(), &Command::Run(RunCommand::TogglePrecision))).clicked() {
            out.push(RunCommand::SetPrecision(precision).into());
        }
    }
    ui.add_space(4.0);
    let shown = state.query().map_or("no query", |query| query.name.as_str());
    let list = egui::ComboBox::from_id_salt("query").selected_text(shown).width(150.0).show_ui(ui, |ui| {
        for (index, query) in state.doc.scene.queries.iter().enumerate() {
            if ui.selectable_label(index == state.focus.query, &query.name).clicked() {
                out.push(SelectCommand::SelectQuery(index).into());
            }
        }
    });
    list.response.accessible_name("Query").on_hover_text("Choose which query of the scene to run and show");
}
