//! Browser of the shipped scenes. Shelves of cards show the chapters of the course, the
//! systems of the engine and the bugs reported in other libraries; a search finds scenes by words.

mod cards;
mod keys;
mod shelves;

use egui::{Align2, Context, FontId, Id, RichText, ScrollArea, Ui, vec2};

use super::icons::{self, ButtonState, Icon};
use super::menu::RecentFile;
use crate::actions::registry::{shortcut_of, tooltip};
use crate::command::{Command, FileCommand, WindowCommand};
use crate::figures::gallery::Gallery;
use crate::state::State;
use crate::theme::Look;
pub(in crate::panels) use cards::draw_thumbnail;
use keys::ListKeys;
pub(in crate::panels) use shelves::Shelf;
use shelves::Tab;

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
    /// Whether the cards scroll back to the first heading, because other shelves are shown.
    scrolls_to_top: bool,
    /// Id of the search field; `None` before the first pass.
    search_field: Option<Id>,
    /// Pass of the window in which the browser was last shown.
    last_shown_pass: u64,
}

impl BrowserMemory {
    /// Chooses one shelf, or all of the tab, and its first card.
    fn show_shelf(&mut self, shelf: Option<usize>) {
        self.shelf = shelf;
        self.chosen = 0;
        self.scrolls_to_top = true;
    }

    /// Shows one shelf of a tab, or all of them, and ends the search.
    fn show_tab(&mut self, tab: Tab, shelf: Option<usize>) {
        self.tab = tab;
        self.typed.clear();
        self.show_shelf(shelf);
    }
}

/// Id of the memory of the browser.
fn memory_id() -> Id {
    Id::unique("browser")
}

/// Lists of the reported cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::panels) enum CaseList {
    /// The cases by what was wrong.
    Symptoms,
    /// The cases by the engine that got them wrong.
    Engines,
}

impl CaseList {
    /// Tab with this list.
    fn tab(self) -> Tab {
        match self {
            Self::Symptoms => Tab::Reports,
            Self::Engines => Tab::Engines,
        }
    }
}

/// Shelves of the reported cases.
pub(in crate::panels) fn case_shelves(list: CaseList) -> &'static [Shelf] {
    shelves::of_tab(list.tab())
}

/// Lets the browser show one shelf of reported cases when it is opened next.
pub(in crate::panels) fn show_cases(ctx: &Context, list: CaseList, shelf: usize) {
    update_memory(ctx, |memory| memory.show_tab(list.tab(), Some(shelf)));
}

/// Lets the browser show the course when it is opened next.
pub(in crate::panels) fn show_course(ctx: &Context) {
    update_memory(ctx, |memory| memory.show_tab(Tab::Course, None));
}

/// Changes the memory of the browser.
fn update_memory(ctx: &Context, change: impl FnOnce(&mut BrowserMemory)) {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(memory_id())));
}

/// Draws the browser, when it is open.
pub(crate) fn show(ui: &Ui, state: &State, gallery: &mut Gallery) -> Vec<Command> {
    if !state.is_browser_open {
        return Vec::new();
    }
    gallery.collect(ui.ctx());
    let mut out = Vec::new();
    let id = memory_id();
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
                memory.show_tab(tab, None);
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
            // The search field has the focus until Tab or a click gives it to another widget. It is requested only once
            // the window has the focus: an input method requested earlier can keep X11 from ever giving it.
            let is_free = ui.memory(|memory| memory.focused().is_none());
            if ui.input(|input| input.focused) && !state.has_open_dialog() && (is_just_opened || is_free) {
                response.request_focus();
            }
            // The previous text is selected, so that typing replaces it.
            if is_just_opened {
                super::select_text(ui.ctx(), response.id, &memory.typed, 0..memory.typed.len());
            }
            if response.changed() {
                memory.show_shelf(memory.shelf);
            }
            memory.search_field = Some(response.id);
        });
    });
    let introduction = "Each scene is a run to step through: → next, ← back, Space plays, F1 shows all keys. \
                To open your own, paste its text or drop its file.";
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
    let found = shelves::found(&memory.typed);
    let all = if searching { std::slice::from_ref(&found) } else { shelves::of_tab(memory.tab) };
    if !searching {
        ui.allocate_ui_with_layout(vec2(SHELF_LIST_WIDTH, height), down, |ui| {
            ScrollArea::vertical().id_salt("shelves").max_height(height).auto_shrink(false).show(ui, |ui| {
                draw_shelf_list(ui, state, all, memory);
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
            let keys = ListKeys { search_field: memory.search_field, is_searching: searching };
            let view = cards::CardsView { height, keys, scrolls_to_top: std::mem::take(&mut memory.scrolls_to_top) };
            let opened = cards::show(ui, state, gallery, &shown, &mut memory.chosen, view);
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
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 4.0, egui::Stroke::new(1.5, look.accent), egui::StrokeKind::Inside);
        }
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        let left = rect.left_center() + vec2(8.0, 0.0);
        let right = rect.right_center() - vec2(8.0, 0.0);
        ui.painter().text(left, Align2::LEFT_CENTER, &shelf.title, FontId::proportional(13.0), look.text);
        ui.painter().text(right, Align2::RIGHT_CENTER, count, FontId::proportional(11.0), look.weak);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &shelf.title));
        if response.clicked() {
            memory.show_shelf((!chosen).then_some(i));
            response.request_focus();
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

/// Draws the buttons for other files and for the first screen, and the keys.
fn draw_footer(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    ui.separator();
    ui.horizontal(|ui| {
        let open = Command::File(FileCommand::AskOpen);
        if ui.button("Open a file…").on_hover_text(tooltip(ui.ctx(), &open)).clicked() {
            out.extend([Command::Window(WindowCommand::ToggleBrowser), open]);
        }
        if ui.button("First screen").on_hover_text("Close the scenes and show the three ways to begin").clicked() {
            out.push(WindowCommand::ToggleBrowser.into());
            if !state.is_first_screen_open {
                out.push(WindowCommand::ToggleFirstScreen.into());
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = shortcut_of(ui.ctx(), &WindowCommand::ToggleBrowser.into());
            ui.weak(format!("Arrows choose · Enter opens · Tab: other lists · Esc closes · {key} opens this again"));
        });
    });
}
