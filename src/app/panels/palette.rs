//! Command palette: a search field, and below it the commands, the queries and bodies of the open scene, and the
//! shipped scenes that match the typed text.

use contact_lens_scene::catalog;
use egui::{Align2, Color32, FontId, Id, Key, Modal, ScrollArea, Sense, Ui, pos2, vec2};

use crate::actions::registry::{ACTIONS, shortcut_text};
use crate::command::{Command, FileCommand, SelectCommand, WindowCommand};
use crate::state::State;
use crate::text::fuzzy::fuzzy_score;
use crate::theme::Look;

/// Height of a row, points.
const ROW_HEIGHT: f32 = 26.0;

/// Maximum number of listed queries and bodies together, and of listed scenes.
const MAX_MATCHES: usize = 8;

/// Margin at both ends of a row, points.
const PADDING: f32 = 8.0;

/// Minimum gap between the title of an entry, its description and its shortcut, points.
const GAP: f32 = 12.0;

/// State of the palette, kept while the program runs.
#[derive(Clone, Default)]
struct PaletteMemory {
    /// Text of the search field.
    typed: String,
    /// Index of the entry that Enter runs.
    chosen: usize,
    /// Pass of the window in which the palette was last shown.
    last_shown_pass: u64,
}

/// An entry of the palette.
struct Item {
    title: String,
    /// Description of the entry.
    tip: String,
    /// Shortcut of the entry.
    keys: String,
    enabled: bool,
    command: Command,
}

impl Item {
    /// Entry that selects something in the open scene.
    fn selecting(title: &str, tip: &str, command: SelectCommand) -> Self {
        Self {
            title: title.to_owned(),
            tip: tip.to_owned(),
            keys: String::new(),
            enabled: true,
            command: command.into(),
        }
    }
}

/// Draws the palette, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    if !state.is_palette_open {
        return out;
    }
    let id = Id::unique("palette");
    let memory: PaletteMemory = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let PaletteMemory { mut typed, mut chosen, last_shown_pass } = memory;
    let pass = ui.ctx().cumulative_pass_nr();
    let area = Modal::default_area(id.with("modal")).anchor(Align2::CENTER_TOP, vec2(0.0, 90.0));
    let modal =
        Modal::new(id.with("modal")).area(area).backdrop_color(Color32::from_black_alpha(70)).show(ui.ctx(), |ui| {
            ui.set_width(600.0_f32.min(ui.ctx().content_rect().width() - 40.0));
            let ListKeys { movement, enter } = list_keys(ui);
            let field = egui::TextEdit::singleline(&mut typed)
                .hint_text("Type a command, or the name of a query, a body or a scene")
                .desired_width(f32::INFINITY);
            let response = ui.add(field.font(FontId::proportional(16.0))).accessible_name("Find a command");
            response.request_focus();
            // The text of the previous search is selected, so that typing replaces it.
            if last_shown_pass + 1 < pass {
                super::select_text(ui.ctx(), response.id, &typed, 0..typed.len());
            }
            if response.changed() {
                chosen = 0;
            }
            let entries = find_entries(ui, &typed, state);
            chosen = chosen.saturating_add_signed(movement).min(entries.len().saturating_sub(1));
            ui.add_space(4.0);
            ScrollArea::vertical().max_height(340.0).auto_shrink([false, true]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, item) in entries.iter().enumerate() {
                    let clicked = draw_row(ui, item, index == chosen, movement != 0 && index == chosen);
                    if item.enabled && (clicked || (enter && index == chosen)) {
                        out.extend([Command::Window(WindowCommand::TogglePalette), item.command.clone()]);
                    }
                }
                if entries.is_empty() {
                    ui.weak("No command, query, body or scene has this name.");
                }
            });
        });
    if modal.should_close() && out.is_empty() {
        out.push(WindowCommand::TogglePalette.into());
    }
    if out.is_empty() {
        ui.data_mut(|data| data.insert_temp(id, PaletteMemory { typed, chosen, last_shown_pass: pass }));
    } else {
        ui.data_mut(|data| data.remove::<PaletteMemory>(id));
    }
    out
}

/// Keys that were pressed to choose an entry.
struct ListKeys {
    /// Movement of the choice, in rows.
    movement: isize,
    /// Whether Enter was pressed.
    enter: bool,
}

/// Reads the arrows up and down, and Enter.
fn list_keys(ui: &Ui) -> ListKeys {
    ui.input_mut(|input| {
        let none = egui::Modifiers::NONE;
        let [down, up, enter] = [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(|key| input.consume_key(none, key));
        ListKeys { movement: isize::from(down) - isize::from(up), enter }
    })
}

/// Matching entries, best first: available commands, unavailable ones, queries and bodies of the scene, shipped scenes.
/// An empty text lists only the commands.
fn find_entries(ui: &Ui, typed: &str, state: &State) -> Vec<Item> {
    let mut entries = find_commands(ui, typed, state);
    if !typed.trim().is_empty() {
        entries.extend(find_queries_and_bodies(typed, state));
        entries.extend(find_scenes(typed));
    }
    entries
}

/// Commands whose titles match: available ones first, each group from the best match on. An empty text matches all, in
/// the order of the registry.
fn find_commands(ui: &Ui, typed: &str, state: &State) -> Vec<Item> {
    let scored = ACTIONS.iter().filter_map(|action| Some((fuzzy_score(typed, action.title)?, action)));
    let mut matches: Vec<_> = scored.collect();
    if !typed.trim().is_empty() {
        matches.sort_by_key(|(score, action)| {
            let is_unavailable = !(action.enabled)(state);
            (is_unavailable, std::cmp::Reverse(*score))
        });
    }
    let items = matches.into_iter().map(|(_, action)| Item {
        title: action.title.to_owned(),
        tip: action.tip.to_owned(),
        keys: action.shortcuts.first().map(|shortcut| shortcut_text(ui.ctx(), shortcut)).unwrap_or_default(),
        enabled: (action.enabled)(state),
        command: (action.command)(),
    });
    items.filter(|item| !concerns_palette(&item.command)).collect()
}

/// Whether a command opens or closes the palette itself, so that the palette does not list it.
fn concerns_palette(command: &Command) -> bool {
    matches!(command, Command::Window(WindowCommand::TogglePalette | WindowCommand::Dismiss))
}

/// Queries and bodies of the open scene whose names match.
fn find_queries_and_bodies(typed: &str, state: &State) -> Vec<Item> {
    let scene = &state.doc.scene;
    let queries = scene.queries.iter().enumerate().filter_map(|(i, query)| {
        let score = fuzzy_score(typed, &query.name)?;
        Some((score, Item::selecting(&query.name, "Query of this scene", SelectCommand::SelectQuery(i))))
    });
    let bodies = scene.bodies.iter().enumerate().filter_map(|(i, body)| {
        let score = fuzzy_score(typed, &body.name)?;
        Some((score, Item::selecting(&body.name, "Body of this scene", SelectCommand::SelectBody(Some(i)))))
    });
    let mut matches: Vec<(i32, Item)> = queries.chain(bodies).collect();
    matches.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    matches.into_iter().take(MAX_MATCHES).map(|(_, item)| item).collect()
}

/// Shipped scenes that match the typed words, in the order of the catalog's search.
fn find_scenes(typed: &str) -> impl Iterator<Item = Item> {
    catalog::find(typed).into_iter().take(MAX_MATCHES).map(|entry| Item {
        title: entry.title.clone(),
        tip: format!("Scene · {}", entry.system.title()),
        keys: String::new(),
        enabled: true,
        command: FileCommand::OpenShipped(entry.index).into(),
    })
}

/// Draws an entry, and scrolls to it if `scrolls`. `chosen` is whether Enter runs it. Returns whether it was clicked
/// and is available.
fn draw_row(ui: &mut Ui, item: &Item, chosen: bool, scrolls: bool) -> bool {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if chosen { look.accent_fill } else { look.raised });
    }
    if scrolls {
        response.scroll_to_me(None);
    }
    let ink = if item.enabled { look.strong } else { look.weak.gamma_multiply(0.7) };
    let painter = ui.painter_at(rect);
    let right = rect.right_center() - vec2(PADDING, 0.0);
    let keys = painter.text(right, Align2::RIGHT_CENTER, &item.keys, FontId::monospace(11.5), look.weak);
    let left = rect.left_center() + vec2(PADDING, 0.0);
    let title = painter.text(left, Align2::LEFT_CENTER, &item.title, FontId::proportional(13.5), ink);
    // The description is drawn only if it fits completely.
    let tip = painter.layout_no_wrap(item.tip.clone(), FontId::proportional(11.5), look.weak);
    let at = pos2(title.right() + GAP, rect.center().y - 0.5 * tip.size().y);
    if at.x + tip.size().x <= keys.left() - GAP {
        painter.galley(at, tip, look.weak);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, item.enabled, chosen, &item.title));
    response.clicked() && item.enabled
}
