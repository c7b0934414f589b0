//! Legend of a view: one entry per role of its marks, with a swatch and the role's meaning. A click on an entry hides
//! or shows the role's layer.

use std::collections::BTreeSet;
use std::sync::Arc;

use contact_lens_lesson::View;
use contact_lens_picture::view::legend::{Sample, Samples, listed_roles};
use contact_lens_picture::{Ink, Mark, Marker, Role, Theme, hollow_marker};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Sense, Stroke, Ui, Vec2, pos2, vec2};

use super::axes_and_grid::{draw_arrow_head, draw_marker};
use crate::actions::registry::tooltip;
use crate::command::{Command, ViewCommand};
use crate::panels::glossary_tip::{self, Tip};
use crate::state::State;
use crate::theme::Look;

/// Height of a line of the legend, points.
const ROW_HEIGHT: f32 = 17.0;

/// Distance from the left edge of a swatch to the name on its right, points.
const NAME_OFFSET: f32 = 20.0;

/// Width of a swatch, points.
const SWATCH_WIDTH: f32 = 14.0;

/// Height of a swatch with an area, points.
const SWATCH_HEIGHT: f32 = 10.0;

/// Distance of the entries from the upper left corner of the pane, points.
const ENTRY_INSET: Vec2 = vec2(12.0, 10.0);

/// Least distance of the entries from the right edge of the pane, points.
const RIGHT_INSET: f32 = 8.0;

/// Distance of the background from the upper left corner of the pane, points.
const BACKGROUND_INSET: Vec2 = vec2(4.0, 4.0);

/// Height of the background in excess of its lines, points.
const BACKGROUND_PADDING: f32 = 10.0;

/// Radius of the corners of the background, points.
const CORNER_RADIUS: f32 = 5.0;

/// Opacity of the background. The drawing shows through.
const BACKGROUND_OPACITY: f32 = 0.7;

/// Distance from the left side of an entry's clickable area to its swatch, points.
const LEFT_PADDING: f32 = 4.0;

/// Distance from the end of an entry's name to the right side of its clickable area, points.
const RIGHT_PADDING: f32 = 3.0;

/// Opacity of the swatch of a hidden layer.
const HIDDEN_SWATCH_OPACITY: f32 = 0.45;

/// Opacity of the name of a hidden layer.
const HIDDEN_NAME_OPACITY: f32 = 0.75;

/// Radius of a hollow marker, points.
const HOLLOW_RADIUS: f32 = 5.4;

/// Radius of the hole in a hollow marker, points.
const HOLE_RADIUS: f32 = 3.6;

/// Largest radius of a marker, points.
const MAX_MARKER_RADIUS: f32 = 5.0;

/// Width of the casing around a star, points.
const CASING_WIDTH: f32 = 1.6;

/// Padding of the words in the button that shows all layers, points.
const BUTTON_PADDING: Vec2 = vec2(6.0, 1.0);

/// Distance of that button from the entries, points.
const BUTTON_GAP: Vec2 = vec2(6.0, 2.0);

/// Largest height of a legend, relative to that of the pane.
const MAX_HEIGHT: f32 = 0.3;

/// Spacing of a legend, unless [`CLOSE_SPACING`] needs fewer lines.
const USUAL_SPACING: Spacing = Spacing { font_size: 11.5, gap: 12.0 };

/// Closer spacing, with which the entries may need fewer lines.
const CLOSE_SPACING: Spacing = Spacing { font_size: 10.5, gap: 8.0 };

/// Returns the layers of the marks. All marks of one role form a layer, which the legend can hide.
pub(super) fn layers_of_marks<'a>(marks: impl Iterator<Item = &'a Mark>) -> BTreeSet<Role> {
    marks.map(|mark| mark.role).collect()
}

/// Entry of a legend with its place.
struct Entry {
    /// Upper left corner of the entry on the screen, points.
    corner: Pos2,
    role: Role,
    sample: Sample,
    name: Arc<Galley>,
}

/// Legend with its place.
struct PlacedLegend {
    entries: Vec<Entry>,
    /// Rectangle behind the entries on the screen, points; empty without entries.
    background: Rect,
}

/// Roles of a legend and their names.
#[derive(Clone, Copy)]
pub(super) struct Listing<'a> {
    /// Roles with a sample of their marks.
    pub(super) samples: &'a Samples,
    /// Names of roles in this lesson; other roles have their usual meaning as name.
    pub(super) names: &'a [(Role, String)],
}

/// Type size and gap of a legend.
#[derive(Clone, Copy)]
struct Spacing {
    /// Font size of the entries, points.
    font_size: f32,
    /// Gap between entries of a line, points.
    gap: f32,
}

/// Places the entries in lines along the top edge of the pane `rect`, with the closer spacing if that saves a line;
/// `None` if the legend is too high.
fn place_legend(painter: &Painter, rect: Rect, listing: Listing<'_>, theme: Theme) -> Option<PlacedLegend> {
    let usual = place_entries(painter, rect, listing, theme, USUAL_SPACING);
    let close = place_entries(painter, rect, listing, theme, CLOSE_SPACING);
    let mut placed = if close.background.height() < usual.background.height() { close } else { usual };
    if placed.entries.is_empty() {
        placed.background = Rect::from_min_size(rect.min, Vec2::ZERO);
    }
    (placed.background.height() <= rect.height() * MAX_HEIGHT).then_some(placed)
}

/// Places the entries in lines along the top edge of the pane `rect`, with this spacing.
fn place_entries(
    painter: &Painter,
    rect: Rect,
    Listing { samples, names }: Listing<'_>,
    theme: Theme,
    spacing: Spacing,
) -> PlacedLegend {
    let text = Look::to_egui_color(theme.paper().text);
    let left = rect.left() + ENTRY_INSET.x;
    let mut corner = rect.min + ENTRY_INSET;
    let mut rows = 1;
    let mut widest = 0.0_f32;
    let mut entries = Vec::new();
    for (role, sample) in listed_roles(samples) {
        let name_in_lesson = names.iter().find(|(named, _)| *named == role);
        let name = name_in_lesson.map_or(role.meaning(), |(_, name)| name.as_str());
        // Roles without a meaning are not listed.
        if name.is_empty() {
            continue;
        }
        let name = painter.layout_no_wrap(sample.title(name), FontId::proportional(spacing.font_size), text);
        let width = NAME_OFFSET + name.size().x;
        if corner.x > left && corner.x + width > rect.right() - RIGHT_INSET {
            corner.x = left;
            corner.y += ROW_HEIGHT;
            rows += 1;
        }
        entries.push(Entry { corner, role, sample, name });
        widest = widest.max(corner.x + width - rect.left());
        corner.x += width + spacing.gap;
    }
    let size = vec2(widest, rows as f32 * ROW_HEIGHT + BACKGROUND_PADDING);
    PlacedLegend { entries, background: Rect::from_min_size(rect.min + BACKGROUND_INSET, size) }
}

/// Height that a legend takes at the top of the pane `rect`, points: `None` if it is too high, 0 without entries.
pub(super) fn legend_height(painter: &Painter, rect: Rect, listing: Listing<'_>, theme: Theme) -> Option<f32> {
    place_legend(painter, rect, listing, theme).map(|placed| placed.background.bottom() - rect.top())
}

/// Draws the legend in lines along the top edge of the pane `rect`. A click on an entry whose role has marks of its own
/// (in `layers`) hides or shows its layer. Returns the rectangle of the legend; `None` without one.
pub(super) fn show(
    ui: &Ui,
    state: &State,
    view: &View,
    rect: Rect,
    listing: Listing<'_>,
    layers: &BTreeSet<Role>,
    out: &mut Vec<Command>,
) -> Option<Rect> {
    let painter = &ui.painter_at(rect);
    let theme = Look::of(state.prefs.dark).theme();
    let PlacedLegend { entries, background } = place_legend(painter, rect, listing, theme)?;
    if entries.is_empty() {
        return None;
    }
    let fill = Look::to_egui_color(theme.paper().halo).gamma_multiply(BACKGROUND_OPACITY);
    painter.rect_filled(background, CORNER_RADIUS, fill);
    let mut last_corner = background.left_top();
    for entry in entries {
        let size = vec2(entry.name.size().x + NAME_OFFSET + LEFT_PADDING + RIGHT_PADDING, ROW_HEIGHT);
        let area = Rect::from_min_size(entry.corner - vec2(LEFT_PADDING, 0.0), size);
        last_corner = area.right_top();
        let is_hidden = state.focus.layers.is_off(view.id, entry.role);
        if is_hidden || layers.contains(&entry.role) {
            out.extend(handle_entry_click(ui, state, view, entry.role, entry.name.text(), area, is_hidden));
        }
        draw_entry(painter, theme, entry, is_hidden);
    }
    if state.focus.layers.any_off_in(view.id) {
        out.extend(draw_show_all_button(ui, rect, background, last_corner));
    }
    Some(background)
}

/// Draws one entry: its swatch and its name, pale and struck through for a hidden layer.
fn draw_entry(painter: &Painter, theme: Theme, Entry { corner, role, sample, name }: Entry, is_hidden: bool) {
    let middle = corner.y + ROW_HEIGHT / 2.0;
    let swatch = pos2(corner.x + SWATCH_WIDTH / 2.0, middle);
    let mut painter = painter.clone();
    let name_width = name.size().x;
    painter.set_opacity(if is_hidden { HIDDEN_SWATCH_OPACITY } else { 1.0 });
    let hollow = if sample.node { hollow_marker(role) } else { None };
    if let Some(marker) = hollow {
        draw_marker(&painter, swatch, marker, HOLLOW_RADIUS, Look::to_egui_color(theme.ink(role).stroke));
        draw_marker(&painter, swatch, marker, HOLE_RADIUS, Look::to_egui_color(theme.paper().pane));
    } else if sample.groups.count_ones() > 1 {
        draw_stripes(&painter, swatch, sample, theme);
    } else {
        draw_sample(&painter, swatch, sample, theme.ink(role));
    }
    painter.set_opacity(if is_hidden { HIDDEN_NAME_OPACITY } else { 1.0 });
    painter.galley(pos2(corner.x + NAME_OFFSET, middle - name.size().y / 2.0), name, Color32::PLACEHOLDER);
    if is_hidden {
        let stroke = Stroke::new(1.2, Look::to_egui_color(theme.paper().text));
        let start = pos2(corner.x - 1.0, middle);
        let end = pos2(corner.x + NAME_OFFSET + name_width + 1.0, middle);
        painter.line_segment([start, end], stroke);
    }
}

/// Handles clicks on an entry: a click hides or shows its layer, a double click shows only this layer. The tooltip
/// explains the role. Returns the commands of clicks.
fn handle_entry_click(
    ui: &Ui,
    state: &State,
    view: &View,
    role: Role,
    name: &str,
    area: Rect,
    is_hidden: bool,
) -> Vec<Command> {
    let mut out = Vec::new();
    let response = ui.interact(area, ui.scope_id().with(("layer", view.id, role)), Sense::click());
    let label = format!("Layer {name}, {}", view.heading());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, !is_hidden, &label));
    if response.hovered() {
        ui.painter().rect_stroke(area, 4.0, Stroke::new(1.0, Look::get(ui).weak), egui::StrokeKind::Inside);
    }
    let action = if is_hidden {
        "Hidden: click to show it; double-click to show only this."
    } else {
        "Click to hide it; double-click to show only this."
    };
    let clicked = response.clicked();
    let double_clicked = response.double_clicked();
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let tip = Tip { head: name, words: &[name, role.meaning()], action };
    glossary_tip::show(response, state, tip, &mut out);
    if double_clicked {
        out.push(ViewCommand::LayerAlone(view.id, role).into());
    } else if clicked {
        out.push(ViewCommand::ToggleLayer(view.id, role).into());
    }
    out
}

/// Draws the button that shows all layers: right of the last entry, whose upper right corner is `last_corner`, or below
/// the legend if the pane `rect` is too narrow. The entries stay in place. Returns the command of a click.
fn draw_show_all_button(ui: &Ui, rect: Rect, background: Rect, last_corner: Pos2) -> Option<Command> {
    let look = Look::get(ui);
    let command = Command::View(ViewCommand::ShowLayers);
    let galley = ui.painter().layout_no_wrap(String::from("Show all"), FontId::proportional(11.0), look.accent);
    let size = galley.size() + 2.0 * BUTTON_PADDING;
    let on_line = last_corner + vec2(BUTTON_GAP.x, (ROW_HEIGHT - size.y) / 2.0);
    let fits = on_line.x + size.x < rect.right() - BUTTON_GAP.x;
    let corner = if fits { on_line } else { background.left_bottom() + BUTTON_GAP };
    let button = Rect::from_min_size(corner, size);
    let response = ui.interact(button, ui.scope_id().with("all layers"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Show all layers"));
    let painter = ui.painter_at(rect);
    let fill = if response.hovered() { look.hovered } else { look.accent_fill };
    painter.rect(button, 8.0, fill, Stroke::new(1.0, look.accent), egui::StrokeKind::Inside);
    painter.galley(button.min + BUTTON_PADDING, galley, look.accent);
    let clicked = response.clicked();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(tooltip(ui.ctx(), &command));
    clicked.then_some(command)
}

/// Draws a swatch for several groups: a stripe in the color of each.
fn draw_stripes(painter: &Painter, center: Pos2, sample: Sample, theme: Theme) {
    let groups = sample.several_groups();
    let width = SWATCH_WIDTH / groups.len() as f32;
    for (index, role) in groups.into_iter().enumerate() {
        let corner = center + vec2(index as f32 * width - 0.5 * SWATCH_WIDTH, -0.5 * SWATCH_HEIGHT);
        let stripe = Rect::from_min_size(corner, vec2(width, SWATCH_HEIGHT));
        painter.rect_filled(stripe, 0.0, Look::to_egui_color(theme.ink(role).stroke));
    }
}

/// Draws the swatch of an entry: a rectangle for faces, else a piece of line, else the marker.
fn draw_sample(painter: &Painter, center: Pos2, sample: Sample, ink: Ink) {
    let stroke = Look::to_egui_color(ink.stroke);
    if sample.face {
        let rect = Rect::from_center_size(center, vec2(SWATCH_WIDTH - 1.0, SWATCH_HEIGHT));
        painter.rect(rect, 2.0, Look::to_egui_color(ink.fill), Stroke::new(1.0, stroke), egui::StrokeKind::Inside);
    } else if sample.line {
        let half = vec2(SWATCH_WIDTH / 2.0, 0.0);
        let ends = [center - half, center + half];
        let line = Stroke::new(ink.width, stroke);
        match ink.dash {
            [on, off, ..] => painter.extend(egui::Shape::dashed_line(&ends, line, *on, *off)),
            _ => drop(painter.line_segment(ends, line)),
        }
        if sample.arrow {
            draw_arrow_head(painter, ends[0], ends[1] - vec2(3.0, 0.0), 8.0, stroke);
        }
    } else {
        let marker = if sample.badge { ink.marker.badge() } else { ink.marker };
        let radius = ink.size.min(MAX_MARKER_RADIUS);
        if let Some(casing) = ink.casing
            && marker == Marker::Star
        {
            draw_marker(painter, center, marker, radius + CASING_WIDTH, Look::to_egui_color(casing));
        }
        draw_marker(painter, center, marker, radius, stroke);
    }
}
