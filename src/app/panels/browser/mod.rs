//! Browser of the shipped scenes, which is also the start page. Shelves of cards show the chapters of the course, the
//! systems of the engine and the bugs reported in other libraries; a search finds scenes by words.

mod cards;
mod shelves;

use egui::{Align2, FontId, Id, Key, RichText, ScrollArea, Ui, vec2};

use super::icons::{self, ButtonState, Icon};
use super::menu::RecentFile;
use crate::actions::registry::{action_of, shortcut_text, tooltip};
use crate::command::{Command, FileCommand, WindowCommand};
use crate::figures::gallery::Gallery;
use crate::state::State;
use crate::theme::Look;
use shelves::{Shelf, Tab};

/// Width of the list of shelves, points.
const SHELF_LIST_WIDTH: f32 = 226.0;

/// Space between the browser and the edges of the window, both sides together, points.
const MARGINS: egui::Vec2 = vec2(48.0, 56.0);

/// Frame of the dialog around its content, both sides together, points.
const FRAME: egui::Vec2 = vec2(36.0, 28.0);

/// Maximum width of the browser, points: rows of more cards are hard to scan.
const MAX_WIDTH: f32 = 1320.0;

/// Height of the footer, points.
const FOOTER_HEIGHT: f32 = 30.0;

/// State of the browser, kept while the program runs.
#[derive(Clone, Debug, Default)]
struct BrowserMemory {
    /// Text of the search field.
    typed: String,
    tab: Tab,
    /// Index of the only shelf shown; `None` shows all of the tab.
    shelf: Option<usize>,
    /// Index of the card that Enter opens, over all shelves.
    chosen: usize,
    /// Pass of the window in which the browser was last shown.
    last_shown_pass: u64,
}

impl BrowserMemory {
    /// Chooses one shelf, or all of the tab, and its first card.
    fn show_shelf(&mut self, shelf: Option<usize>) {
        self.shelf = shelf;
        self.chosen = 0;
    }
}

/// Draws the browser, when it is open.
pub(crate) fn show(ui: &Ui, state: &State, gallery: &mut Gallery) -> Vec<Command> {
    if !state.is_browser_open {
        return Vec::new();
    }
    gallery.collect(ui.ctx());
    let mut out = Vec::new();
    let id = Id::unique("browser");
    let mut memory: BrowserMemory = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let pass = ui.ctx().cumulative_pass_nr();
    // A browser that was not shown in the previous pass has just been opened.
    let is_just_opened = memory.last_shown_pass + 1 < pass;
    memory.last_shown_pass = pass;
    let available = ui.ctx().content_rect().size() - MARGINS;
    let modal = super::overlay::dialog(ui, "scenes").show(ui.ctx(), |ui| {
        let size = vec2(available.x.min(MAX_WIDTH), available.y) - FRAME;
        ui.set_min_size(size);
        ui.set_max_size(size);
        draw_header(ui, state, &mut memory, is_just_opened, &mut out);
        ui.add_space(6.0);
        let height = ui.available_height() - FOOTER_HEIGHT;
        ui.horizontal_top(|ui| draw_body(ui, state, gallery, &mut memory, height, &mut out));
        draw_footer(ui, state, &mut out);
    });
    if modal.should_close() && out.is_empty() {
        out.push(WindowCommand::ToggleBrowser.into());
    }
    ui.data_mut(|data| data.insert_temp(id, memory));
    out
}

/// Draws the title, the tabs, the search field, the close button and one line on the keys.
fn draw_header(ui: &mut Ui, state: &State, memory: &mut BrowserMemory, is_just_opened: bool, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Scenes").size(19.0).color(look.strong));
        ui.add_space(8.0);
        for tab in Tab::ALL {
            let chosen = memory.tab == tab && memory.typed.trim().is_empty();
            if ui.selectable_label(chosen, tab.title()).clicked() {
                memory.tab = tab;
                memory.show_shelf(None);
                memory.typed.clear();
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = icons::button(ui, Icon::Cross, "Close the browser", vec2(26.0, 24.0), ButtonState::NORMAL);
            if close.on_hover_text("Close (Esc)").clicked() {
                out.push(WindowCommand::ToggleBrowser.into());
            }
            let field = egui::TextEdit::singleline(&mut memory.typed)
                .hint_text("Search: sat boxes, convex hull, jolt, iteration limit …")
                .desired_width(330.0);
            let response = ui.add(field).accessible_name("Search scenes");
            // Focus the search field, unless a dialog is open, once the window has the focus: an input method requested
            // earlier can keep X11 from ever giving it.
            if ui.input(|input| input.focused) && !state.has_open_dialog() {
                response.request_focus();
            }
            // The previous text is selected, so that typing replaces it.
            if is_just_opened {
                super::select_text(ui.ctx(), response.id, &memory.typed, 0..memory.typed.len());
            }
            if response.changed() {
                memory.chosen = 0;
            }
        });
    });
    let introduction = "Each scene is a run to step through: → next, ← back, Space plays, F1 shows all keys. \
                To open your own, drop a scene or mesh file on the window.";
    ui.label(RichText::new(introduction).size(12.0).color(look.weak));
}

/// Draws the list of shelves and the cards of the chosen ones, in `height` points.
fn draw_body(
    ui: &mut Ui,
    state: &State,
    gallery: &mut Gallery,
    memory: &mut BrowserMemory,
    height: f32,
    out: &mut Vec<Command>,
) {
    let down = egui::Layout::top_down(egui::Align::LEFT);
    let searching = !memory.typed.trim().is_empty();
    let all = shelves::shelves(memory.tab, &memory.typed);
    if !searching {
        ui.allocate_ui_with_layout(vec2(SHELF_LIST_WIDTH, height), down, |ui| {
            ScrollArea::vertical().id_salt("shelves").max_height(height).auto_shrink(false).show(ui, |ui| {
                draw_shelf_list(ui, state, &all, memory);
            });
        });
        ui.add_space(6.0);
    }
    let shown: Vec<&Shelf> = match memory.shelf.filter(|_| !searching) {
        Some(only) => all.iter().skip(only).take(1).collect(),
        None => all.iter().collect(),
    };
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height), down, |ui| {
        // The footer stays in its place below a short list.
        ui.set_min_height(height);
        if !searching && memory.tab == Tab::Files {
            draw_recent_files(ui, state, out);
        } else if shown.iter().all(|shelf| shelf.entries.is_empty()) {
            super::empty_panel(
                ui,
                "No scene has all these words",
                "The search covers titles, notes, algorithms, endings and reports.",
            );
        } else {
            let opened = cards::show(ui, state, gallery, &shown, &mut memory.chosen, height);
            out.extend(opened.map(|index| Command::File(FileCommand::OpenShipped(index))));
        }
    });
}

/// Draws the list of the tab's shelves: a click shows only that shelf, a second click all.
fn draw_shelf_list(ui: &mut Ui, state: &State, all: &[Shelf], memory: &mut BrowserMemory) {
    let look = Look::get(ui);
    ui.spacing_mut().item_spacing.y = 1.0;
    for (i, shelf) in all.iter().enumerate() {
        let opened = shelf.entries.iter().filter(|entry| state.prefs.seen.contains(entry.name)).count();
        let count = if memory.tab == Tab::Course {
            format!("{opened} of {}", shelf.entries.len())
        } else {
            shelf.entries.len().to_string()
        };
        let chosen = memory.shelf == Some(i);
        let (rect, response) = ui.allocate_exact_size(vec2(SHELF_LIST_WIDTH - 10.0, 24.0), egui::Sense::click());
        if chosen || response.hovered() {
            ui.painter().rect_filled(rect, 4.0, if chosen { look.accent_fill } else { look.raised });
        }
        let left = rect.left_center() + vec2(8.0, 0.0);
        let right = rect.right_center() - vec2(8.0, 0.0);
        ui.painter().text(left, Align2::LEFT_CENTER, &shelf.title, FontId::proportional(13.0), look.text);
        ui.painter().text(right, Align2::RIGHT_CENTER, count, FontId::proportional(11.0), look.weak);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &shelf.title));
        if response.clicked() {
            memory.show_shelf((!chosen).then_some(i));
        }
    }
}

/// Draws the user's recent files, each as a button that opens it.
fn draw_recent_files(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    if state.prefs.recent.is_empty() {
        super::empty_panel(ui, "No files yet", "Scene files that you open are listed here.");
        return;
    }
    for path in &state.prefs.recent {
        let file = RecentFile::new(path);
        ui.horizontal(|ui| {
            if ui.add_enabled(file.exists, egui::Button::new(file.name)).clicked() {
                out.extend([Command::Window(WindowCommand::ToggleBrowser), FileCommand::Open(path.clone()).into()]);
            }
            ui.weak(file.description);
        });
    }
}

/// Draws the button for other files, the choice of the start page, and the keys.
fn draw_footer(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    ui.separator();
    ui.horizontal(|ui| {
        let open = Command::File(FileCommand::AskOpen);
        if ui.button("Open a file…").on_hover_text(tooltip(ui.ctx(), &open)).clicked() {
            out.extend([Command::Window(WindowCommand::ToggleBrowser), open]);
        }
        let mut start = state.prefs.start_page;
        if ui.checkbox(&mut start, "Show at startup").changed() {
            out.push(WindowCommand::ToggleStartPage.into());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let browse = Command::Window(WindowCommand::ToggleBrowser);
            let shortcut = action_of(&browse).and_then(|action| action.shortcuts.first());
            let key = shortcut.map(|shortcut| shortcut_text(ui.ctx(), shortcut)).unwrap_or_default();
            ui.weak(format!("↑ ↓ choose · Enter opens · Esc closes · {key} opens this again"));
        });
    });
}

/// Keys that were pressed to choose a card.
struct ListKeys {
    /// Movement of the choice, in cards.
    movement: isize,
    /// Whether Enter was pressed.
    enter: bool,
}

/// Reads the arrows up and down, which move by a row of `columns` cards, and Enter. The other arrows move the cursor of
/// the search field.
fn list_keys(ui: &Ui, columns: usize) -> ListKeys {
    ui.input_mut(|input| {
        let none = egui::Modifiers::NONE;
        let down = input.count_and_consume_key(none, Key::ArrowDown) as isize;
        let up = input.count_and_consume_key(none, Key::ArrowUp) as isize;
        ListKeys { movement: columns as isize * (down - up), enter: input.consume_key(none, Key::Enter) }
    })
}
