//! Legend of a view: meanings of colors and markers, with switches of the layers.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::axes_and_grid::marker;
use super::gizmo::arrow_head;
use crate::app::actions::registry::tooltip;
use crate::app::command::{Command, ViewCommand};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::View;
use crate::picture::view::legend::{Sample, Samples, listed_roles};
use crate::picture::{Ink, Mark, Marker, Role, Theme, hollow};

/// Roles of the marks; the marks of one role are a layer, which the legend can hide.
pub(super) fn layers<'a>(marks: impl Iterator<Item = &'a Mark>) -> BTreeSet<Role> {
    marks.map(|mark| mark.role).collect()
}

/// Placed entry of a legend.
struct Entry {
    /// Upper left corner of the entry.
    at: Pos2,
    role: Role,
    sample: Sample,
    name: Arc<Galley>,
}

/// Largest height of a legend, relative to the pane.
const MAX_HEIGHT: f32 = 0.3;

/// Type size and gap of a legend.
#[derive(Clone, Copy)]
struct Spacing {
    /// Font size of the entries, points.
    font_size: f32,
    /// Gap between entries of a line, points.
    gap: f32,
}

/// Spacing of a legend unless a line can be saved.
const USUAL_SPACING: Spacing = Spacing { font_size: 11.5, gap: 12.0 };

/// Spacing that may need one line less.
const CLOSE_SPACING: Spacing = Spacing { font_size: 10.5, gap: 8.0 };

/// Places the entries in lines along the top edge, and returns them with their rectangle; `None` where that is too
/// high.
fn entries(
    painter: &Painter,
    rect: Rect,
    roles: &Samples,
    names: &[(Role, String)],
    theme: Theme,
) -> Option<(Vec<Entry>, Rect)> {
    let [usual, close] =
        [USUAL_SPACING, CLOSE_SPACING].map(|spacing| placed_entries(painter, rect, roles, names, theme, spacing));
    let (placed, back) = if close.1.height() < usual.1.height() { close } else { usual };
    let back = if placed.is_empty() { Rect::from_min_size(rect.min, vec2(0.0, 0.0)) } else { back };
    (back.height() <= rect.height() * MAX_HEIGHT).then_some((placed, back))
}

/// Places the entries with this spacing. Returns them with their rectangle.
fn placed_entries(
    painter: &Painter,
    rect: Rect,
    roles: &Samples,
    names: &[(Role, String)],
    theme: Theme,
    spacing: Spacing,
) -> (Vec<Entry>, Rect) {
    let text = Look::rgba(theme.paper().text);
    let mut at = rect.min + vec2(LEFT, 10.0);
    let mut rows = 1;
    let mut widest = 0.0_f32;
    let mut placed = Vec::new();
    for (role, sample) in listed_roles(roles) {
        let name = names.iter().find(|(named, _)| *named == role).map_or(role.meaning(), |(_, name)| name.as_str());
        if name.is_empty() {
            continue;
        }
        let name = painter.layout_no_wrap(sample.title(name), FontId::proportional(spacing.font_size), text);
        let width = LEGEND_SWATCH + name.size().x;
        if at.x > rect.left() + LEFT && at.x + width > rect.right() - 8.0 {
            at.x = rect.left() + LEFT;
            at.y += LEGEND_ROW;
            rows += 1;
        }
        placed.push(Entry { at, role, sample, name });
        widest = widest.max(at.x + width - rect.left());
        at.x += width + spacing.gap;
    }
    (placed, Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(widest, rows as f32 * LEGEND_ROW + 10.0)))
}

/// Height of a legend, points: `None` where it is too high, 0 without entries.
pub(super) fn legend_height(
    painter: &Painter,
    rect: Rect,
    roles: &Samples,
    names: &[(Role, String)],
    theme: Theme,
) -> Option<f32> {
    entries(painter, rect, roles, names, theme).map(|(_, back)| back.bottom() - rect.top())
}

/// Draws the legend in lines along the top edge. A click on an entry with marks of its own (`layers`) hides or shows
/// its layer. Returns its rectangle.
pub(super) fn legend(
    ui: &Ui,
    (state, view): (&State, &View),
    rect: Rect,
    (roles, layers): (&Samples, &BTreeSet<Role>),
    names: &[(Role, String)],
    out: &mut Vec<Command>,
) -> Option<Rect> {
    let painter = &ui.painter_at(rect);
    let theme = Look::of(state.prefs.dark).theme();
    let (placed, back) = entries(painter, rect, roles, names, theme).filter(|(placed, _)| !placed.is_empty())?;
    painter.rect_filled(back, 5.0, Look::rgba(theme.paper().halo).gamma_multiply(0.7));
    let mut end = back.left_top();
    for entry in placed {
        let size = vec2(entry.name.size().x + LEGEND_SWATCH + 7.0, LEGEND_ROW);
        let rect_of_entry = Rect::from_min_size(entry.at - vec2(4.0, 0.0), size);
        end = rect_of_entry.right_top();
        let is_off = state.focus.layers.is_off(view.id, entry.role);
        if is_off || layers.contains(&entry.role) {
            out.extend(switch(ui, view, entry.role, entry.name.text(), rect_of_entry, is_off));
        }
        draw_entry(painter, theme, entry, is_off);
    }
    if state.focus.layers.any_off_in(view.id) {
        out.extend(show_all_button(ui, rect, back, end));
    }
    Some(back)
}

/// Draws one entry: its swatch and its name, pale and struck through for a hidden layer.
fn draw_entry(painter: &Painter, theme: Theme, Entry { at, role, sample: kind, name: galley }: Entry, is_off: bool) {
    let middle = at.y + LEGEND_ROW / 2.0;
    let mut painter = painter.clone();
    let name_width = galley.size().x;
    painter.set_opacity(if is_off { 0.45 } else { 1.0 });
    match hollow(role).filter(|_| kind.node) {
        Some(shape) => {
            marker(&painter, pos2(at.x + 7.0, middle), shape, 5.4, Look::rgba(theme.ink(role).stroke));
            marker(&painter, pos2(at.x + 7.0, middle), shape, 3.6, Look::rgba(theme.paper().pane));
        }
        None if kind.groups.count_ones() > 1 => stripes(&painter, pos2(at.x + 7.0, middle), kind, theme),
        None => sample(&painter, pos2(at.x + 7.0, middle), kind, theme.ink(role)),
    }
    painter.set_opacity(if is_off { 0.75 } else { 1.0 });
    painter.galley(pos2(at.x + LEGEND_SWATCH, middle - galley.size().y / 2.0), galley, Color32::PLACEHOLDER);
    if is_off {
        let ink = Stroke::new(1.2, Look::rgba(theme.paper().text));
        painter.line_segment([pos2(at.x - 1.0, middle), pos2(at.x + LEGEND_SWATCH + name_width + 1.0, middle)], ink);
    }
}

/// Runs the switch of an entry: a click hides or shows its layer, a double click shows it alone.
fn switch(ui: &Ui, view: &View, role: Role, name: &str, rect: Rect, is_off: bool) -> Option<Command> {
    let response = ui.interact(rect, ui.scope_id().with(("layer", view.id, role)), Sense::click());
    let say = format!("Layer {name}, {}", view.heading());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, !is_off, &say));
    if response.hovered() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, Look::get(ui).weak), egui::StrokeKind::Inside);
    }
    let action = if is_off { "Hidden: click to show it" } else { "Click to hide it" };
    let clicked = response.clicked();
    let double_clicked = response.double_clicked();
    response
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .on_hover_text(format!("{name}\n{action}; double-click to show only this."));
    if double_clicked {
        Some(ViewCommand::LayerAlone(view.id, role).into())
    } else if clicked {
        Some(ViewCommand::ToggleLayer(view.id, role).into())
    } else {
        None
    }
}

/// Draws the button that shows all layers, after the last entry or below it, so that no entry moves.
fn show_all_button(ui: &Ui, rect: Rect, back: Rect, end: Pos2) -> Option<Command> {
    let look = Look::get(ui);
    let command = Command::View(ViewCommand::ShowLayers);
    let galley = ui.painter().layout_no_wrap(String::from("Show all"), FontId::proportional(11.0), look.accent);
    let size = galley.size() + vec2(12.0, 2.0);
    let on_line = end + vec2(6.0, (LEGEND_ROW - size.y) / 2.0);
    let at = if on_line.x + size.x < rect.right() - 6.0 { on_line } else { back.left_bottom() + vec2(6.0, 2.0) };
    let button = Rect::from_min_size(at, size);
    let response = ui.interact(button, ui.scope_id().with("all layers"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Show all layers"));
    let painter = ui.painter_at(rect);
    let fill = if response.hovered() { look.hovered } else { look.accent_fill };
    painter.rect(button, 8.0, fill, Stroke::new(1.0, look.accent), egui::StrokeKind::Inside);
    painter.galley(button.min + vec2(6.0, 1.0), galley, look.accent);
    let clicked = response.clicked();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(tooltip(ui.ctx(), &command));
    clicked.then_some(command)
}

/// Height of a line of the legend, points.
const LEGEND_ROW: f32 = 17.0;

/// Width of a swatch, points.
const SWATCH_WIDTH: f32 = 14.0;

/// Width of a swatch with the gap behind it, points.
const LEGEND_SWATCH: f32 = 20.0;

/// Distance of the entries from the left edge of the pane, points.
const LEFT: f32 = 12.0;

/// Draws a swatch for several groups: a stripe in the color of each.
fn stripes(painter: &Painter, at: Pos2, sample: Sample, theme: Theme) {
    let groups = sample.several_groups();
    let width = SWATCH_WIDTH / groups.len() as f32;
    for (k, role) in groups.into_iter().enumerate() {
        let min = at + vec2(k as f32 * width - 0.5 * SWATCH_WIDTH, -5.0);
        painter.rect_filled(Rect::from_min_size(min, vec2(width, 10.0)), 0.0, Look::rgba(theme.ink(role).stroke));
    }
}

/// Draws a swatch for faces, a piece of line, or the marker.
fn sample(painter: &Painter, at: Pos2, sample: Sample, ink: Ink) {
    let stroke = Look::rgba(ink.stroke);
    if sample.face {
        let rect = Rect::from_center_size(at, vec2(13.0, 10.0));
        painter.rect(rect, 2.0, Look::rgba(ink.fill), Stroke::new(1.0, stroke), egui::StrokeKind::Inside);
    } else if sample.line {
        let ends = [at - vec2(7.0, 0.0), at + vec2(7.0, 0.0)];
        let line = Stroke::new(ink.width, stroke);
        match ink.dash {
            [on, off, ..] => painter.extend(egui::Shape::dashed_line(&ends, line, *on, *off)),
            _ => drop(painter.line_segment(ends, line)),
        }
        if sample.arrow {
            arrow_head(painter, ends[0], ends[1] - vec2(3.0, 0.0), 8.0, stroke);
        }
    } else {
        let ink = Ink { marker: if sample.badge { ink.marker.badge() } else { ink.marker }, ..ink };
        if let Some(casing) = ink.casing.filter(|_| ink.marker == Marker::Star) {
            marker(painter, at, ink.marker, ink.size.min(5.0) + 1.6, Look::rgba(casing));
        }
        marker(painter, at, ink.marker, ink.size.min(5.0), stroke);
    }
}
