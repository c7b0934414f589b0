//! Help pages: keys and mouse, and the options of the query shown.

use contact_lens_model::ask::{AnyOptions, Dimension, FieldInfo, Kind};
use egui::{RichText, Ui, vec2};

use super::overlay::dialog;
use super::text_width;
use crate::actions::registry::{ACTIONS, Menu, shortcut_text};
use crate::command::{Command, WindowCommand};
use crate::help::HelpPage;
use crate::state::State;
use crate::theme::Look;

/// Space between the dialog and the edges of the window, both sides together, points.
const MARGINS: egui::Vec2 = vec2(72.0, 84.0);

/// Height of the page titles above the page's content, points.
const TITLES_HEIGHT: f32 = 36.0;

/// Maximum number of columns of shortcuts.
const MAX_COLUMNS: usize = 4;

/// Font size of names, points.
const NAME_SIZE: f32 = 12.5;

/// Font size of values and keys, points.
const VALUE_SIZE: f32 = 11.5;

/// Width of the column of names of options, points.
const OPTION_NAME_WIDTH: f32 = 190.0;

/// Height of a heading and its first row, in rows. A column break never separates them.
const ROWS_KEPT_TOGETHER: usize = 3;

/// Minimum width of a column of shortcuts, points.
const MIN_COLUMN_WIDTH: f32 = 240.0;

/// Minimum gap between an action and its keys, points.
const MIN_KEYS_GAP: f32 = 12.0;

/// Gap between columns of shortcuts, points.
const COLUMN_GAP: f32 = 26.0;

/// Mouse actions, by the place of the pointer: name of the action, then the gesture.
const BY_MOUSE: [(&str, &[(&str, &str)]); 3] = [
    (
        "Mouse in a view",
        &[
            ("Orbit", "drag"),
            ("Pan", "right drag, Shift+drag"),
            ("Zoom", "wheel"),
            ("Select a body", "click"),
            ("Zoom to a mark", "double click"),
            ("List what changes a mark", "right click"),
            ("Hide or show a layer", "click in the legend"),
            ("Show only one layer", "double click in the legend"),
            ("Rotate a direction", "drag its tip"),
            ("Snap to round values", "Ctrl while dragging"),
            ("Cancel a drag", "Esc while dragging"),
        ],
    ),
    (
        "Mouse on number lines",
        &[("Move along values", "drag"), ("Stretch", "wheel"), ("Choose a time", "drag its line")],
    ),
    (
        "Mouse elsewhere",
        &[
            ("Fill the window", "double click a tab"),
            ("Size of all text", "Ctrl+wheel"),
            ("Go to the sub-step at a line of code", "click the line"),
            ("Set a breakpoint", "click next to the line"),
            ("Sort a table", "click a column head"),
            ("Copy a number or row", "right click"),
            ("Change a number", "drag its field"),
            ("Change an input of the run", "drag its underlined number"),
        ],
    ),
];

/// Draws the open page.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(open) = state.help_page else { return Vec::new() };
    let mut out = Vec::new();
    let available = ui.ctx().content_rect().size() - MARGINS;
    let modal = dialog(ui, "help").show(ui.ctx(), |ui| {
        ui.set_width(available.x.min((MIN_COLUMN_WIDTH + COLUMN_GAP) * MAX_COLUMNS as f32));
        ui.horizontal(|ui| {
            for page in HelpPage::ALL {
                let title = RichText::new(page.title()).size(16.0);
                if ui.selectable_label(open == page, title).clicked() && open != page {
                    out.push(WindowCommand::ToggleHelp(page).into());
                }
            }
        });
        let height = available.y - TITLES_HEIGHT;
        egui::ScrollArea::vertical().id_salt(open.title()).max_height(height).min_scrolled_height(height).show(
            ui,
            |ui| match open {
                HelpPage::Keys => draw_shortcuts(ui),
                HelpPage::Options => draw_options(ui, state),
            },
        );
    });
    if modal.should_close() {
        out.push(WindowCommand::ToggleHelp(open).into());
    }
    out
}

/// Draws the options of the query: name in files, meaning, limits and default.
fn draw_options(ui: &mut Ui, state: &State) {
    let Some(query) = state.query() else {
        super::empty_panel(ui, "No query is selected", "Select one on the left.");
        return;
    };
    let dimension = state.doc.scene.dimension;
    let Some(options) = query.ask.options().filter(|options| !options.fields().is_empty()) else {
        super::empty_panel(ui, "No options", "This query has no options.");
        return;
    };
    super::section(ui, &format!("options of `{}`, with their names in scene files", query.ask.algorithm().id()));
    let fields = options.fields();
    for field in fields.iter().filter(|field| field.only_in.is_none_or(|only| only == dimension)) {
        draw_option(ui, field, options, dimension);
    }
}

/// Draws an option: name, meaning, possible values, default, and why it may not be set, if so.
fn draw_option(ui: &mut Ui, field: &FieldInfo, options: &dyn AnyOptions, dimension: Dimension) {
    let look = Look::get(ui);
    ui.add_space(5.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(OPTION_NAME_WIDTH, 16.0), |ui| {
            ui.set_width(OPTION_NAME_WIDTH);
            ui.label(RichText::new(field.name).monospace().size(NAME_SIZE).color(look.strong));
        });
        ui.vertical(|ui| {
            ui.label(RichText::new(field.sentence()).size(NAME_SIZE).color(look.text));
            let conflict = options.conflict(field.name, dimension).map(|why| format!("not allowed here: {why}"));
            let details = [possible_values(field, options), default_text(field, options), conflict];
            let details: Vec<String> = details.into_iter().flatten().collect();
            ui.label(RichText::new(details.join("   ·   ")).size(VALUE_SIZE).color(look.weak));
        });
    });
}

/// Returns the possible values of an option: names, limits or the form of a vector. `None` if the options lack it.
fn possible_values(field: &FieldInfo, options: &dyn AnyOptions) -> Option<String> {
    let slot = options.slot(field.name)?;
    match slot.kind() {
        Kind::Choice => Some(slot.choices().iter().map(|[name, _]| *name).collect::<Vec<_>>().join(", ")),
        Kind::Flag => Some(String::from("true, false")),
        Kind::Count => match field.range.in_words() {
            Some(limits) => Some(format!("a whole number, {limits}")),
            None => Some(String::from("a whole number")),
        },
        Kind::Number => Some(field.range.in_words().unwrap_or_else(|| String::from("any number"))),
        Kind::Vector => Some(String::from("[x, y, z]")),
        Kind::Planar => Some(String::from("[x, y]")),
    }
}

/// Returns a text such as “default 0.02 m”; `None` if the options lack the option.
fn default_text(field: &FieldInfo, options: &dyn AnyOptions) -> Option<String> {
    let slot = options.slot(field.name)?;
    // Flags are off and choices take the first name if no default is declared.
    let implicit = match slot.kind() {
        Kind::Flag => Some(String::from("false")),
        Kind::Choice => slot.choices().first().map(|[name, _]| (*name).to_owned()),
        Kind::Number | Kind::Count | Kind::Vector | Kind::Planar => None,
    };
    let unit = field.unit.map(|unit| format!(" {}", unit.symbol)).unwrap_or_default();
    let text = field.default.map(|value| format!("{value}{unit}")).or(implicit);
    Some(format!("default {}", text.as_deref().unwrap_or("automatic")))
}

/// A line of the list of shortcuts.
enum HelpLine {
    /// Title of a group of rows.
    Head(&'static str),
    /// An action, and its keys or mouse gesture.
    Row(&'static str, String),
}

impl HelpLine {
    /// Height of the line, in rows.
    fn height(&self) -> usize {
        match self {
            Self::Head(_) => 2,
            Self::Row(..) => 1,
        }
    }
}

/// Returns all lines: the keys by menu, then the mouse gestures by place.
fn help_lines(ctx: &egui::Context) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for menu in [Menu::Run, Menu::Go, Menu::Learn, Menu::View, Menu::File, Menu::Edit, Menu::Help] {
        lines.push(HelpLine::Head(menu.title()));
        for action in ACTIONS.iter().filter(|action| action.menu == menu && !action.shortcuts.is_empty()) {
            let keys: Vec<String> = action.shortcuts.iter().map(|shortcut| shortcut_text(ctx, shortcut)).collect();
            lines.push(HelpLine::Row(action.title, keys.join("   ")));
        }
    }
    for (place, rows) in BY_MOUSE {
        lines.push(HelpLine::Head(place));
        lines.extend(rows.iter().map(|(action, gesture)| HelpLine::Row(action, (*gesture).to_owned())));
    }
    lines
}

/// Draws all shortcuts in columns of about equal height.
fn draw_shortcuts(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.x = COLUMN_GAP;
    let count =
        (((ui.available_width() + COLUMN_GAP) / (MIN_COLUMN_WIDTH + COLUMN_GAP)) as usize).clamp(1, MAX_COLUMNS);
    let lines = help_lines(ui.ctx());
    let max_rows = lines.iter().map(HelpLine::height).sum::<usize>().div_ceil(count) + 1;
    ui.columns(count, |columns| {
        let mut column = 0;
        let mut filled = 0;
        for line in &lines {
            // A heading is kept with its first row.
            let needed = if matches!(line, HelpLine::Head(_)) { ROWS_KEPT_TOGETHER } else { 1 };
            if filled + needed > max_rows && column + 1 < count {
                column += 1;
                filled = 0;
            }
            filled += line.height();
            let ui = &mut columns[column];
            ui.spacing_mut().item_spacing = vec2(8.0, 1.0);
            match line {
                HelpLine::Head(title) => super::section(ui, title),
                HelpLine::Row(action, keys) => draw_help_row(ui, action, keys),
            }
        }
    });
}

/// Draws an action and its keys. The keys are below the name when the line is too long.
fn draw_help_row(ui: &mut Ui, action: &str, keys: &str) {
    let look = Look::get(ui);
    ui.spacing_mut().interact_size.y = 16.0;
    let width = text_width(ui, action, NAME_SIZE) + text_width(ui, keys, VALUE_SIZE) + MIN_KEYS_GAP;
    let is_too_long = width > ui.available_width();
    ui.horizontal(|ui| {
        ui.label(RichText::new(action).size(NAME_SIZE).color(look.text));
        if !is_too_long {
            draw_keys_on_right(ui, keys, look);
        }
    });
    if is_too_long {
        ui.horizontal(|ui| draw_keys_on_right(ui, keys, look));
    }
}

/// Draws keys at the right end of a row.
fn draw_keys_on_right(ui: &mut Ui, keys: &str, look: Look) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.label(RichText::new(keys).size(VALUE_SIZE).color(look.weak));
    });
}
