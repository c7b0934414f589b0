//! Widgets for the lists of the scene panel: a heading with buttons, and selectable rows. Long lists draw only visible
//! rows.

use contact_lens_picture::Role;
use egui::{Sense, Ui, vec2};

use super::icons::{self, ButtonState, Icon};
use super::{section, text_width};
use crate::theme::Look;

/// Height of a row of a list, points.
const ROW_HEIGHT: f32 = 22.0;

/// Number of rows above which a list gets a scroll area of its own, so that the space below it stays reachable.
const MAX_UNSCROLLED: usize = 40;

/// Number of visible rows of a list with a scroll area.
const VISIBLE_ROWS: f32 = 14.0;

/// Width and height of a swatch, points.
const SWATCH_SIZE: f32 = 10.0;

/// Space between the swatch and the name of a row, points.
const SWATCH_GAP: f32 = 7.0;

/// Font size of the description of a row, points.
const DESCRIPTION_SIZE: f32 = 11.5;

/// Minimum width of a name, points.
const MIN_NAME_WIDTH: f32 = 30.0;

/// Space at both ends of a row, points.
const PADDING: f32 = 6.0;

/// Space between the name of a row and its description, points.
const DESCRIPTION_GAP: f32 = 8.0;

/// Font sizes of the name of a row, points; the first one with which the name fits is used, else the last one.
const NAME_SIZES: [f32; 4] = [13.0, 12.0, 11.0, 10.0];

/// Draws a title with buttons on the right.
pub(super) fn list_heading(ui: &mut Ui, title: &str, buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        section(ui, title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), buttons);
    });
}

/// Draws a button of a heading; returns whether it was clicked.
pub(super) fn small_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> bool {
    icons::button(ui, icon, name, vec2(22.0, 20.0), ButtonState::enabled(enabled)).on_hover_text(name).clicked()
}

/// Draws the `count` rows of a list, each with `row`. A long list has a scroll area of its own, in which only visible
/// rows are drawn and which scrolls to the row `selected` when that changes. `id_salt` makes the list's id unique.
pub(super) fn draw_rows(
    ui: &mut Ui,
    id_salt: &str,
    count: usize,
    selected: Option<usize>,
    row: &mut dyn FnMut(&mut Ui, usize),
) {
    if count <= MAX_UNSCROLLED {
        for index in 0..count {
            row(ui, index);
        }
        return;
    }
    let row_distance = ROW_HEIGHT + ui.spacing().item_spacing.y;
    let mut area = egui::ScrollArea::vertical()
        .id_salt(id_salt)
        .max_height(row_distance * VISIBLE_ROWS)
        .auto_shrink([false, true]);
    let memory = ui.scope_id().with(("chosen in", id_salt));
    let last_selected: Option<usize> = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    if selected != last_selected {
        ui.data_mut(|data| data.insert_temp(memory, selected));
        if let Some(index) = selected {
            // The selected row is in the middle of the area.
            let offset = row_distance * (index as f32 - 0.5 * VISIBLE_ROWS);
            area = area.vertical_scroll_offset(offset.max(0.0));
        }
    }
    area.show_rows(ui, ROW_HEIGHT, count, |ui, shown| shown.for_each(|index| row(ui, index)));
}

/// Draws a row: a swatch in the color of `role`, the name, and a description of a few words, such as a kind, on the
/// right where it fits.
pub(super) fn list_row(ui: &mut Ui, name: &str, description: &str, chosen: bool, role: Option<Role>) -> egui::Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let fill = match (chosen, response.hovered()) {
        (true, _) => look.accent_fill,
        (false, true) => look.raised,
        (false, false) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    let mut left = rect.left() + PADDING;
    if let Some(role) = role {
        let swatch = egui::Rect::from_center_size(
            egui::pos2(left + 0.5 * SWATCH_SIZE, rect.center().y),
            vec2(SWATCH_SIZE, SWATCH_SIZE),
        );
        ui.painter().rect_filled(swatch, 2.5, look.ink(role));
        left += SWATCH_SIZE + SWATCH_GAP;
    }
    let color = if chosen { look.strong } else { look.text };
    let description_galley =
        ui.painter().layout_no_wrap(description.to_owned(), egui::FontId::proportional(DESCRIPTION_SIZE), look.weak);
    let space = rect.right() - left - PADDING;
    // When space is short, the description is dropped first, then the font of the name shrinks.
    let space_with_description = space - description_galley.size().x - DESCRIPTION_GAP;
    let shows_description = space_with_description >= text_width(ui, name, NAME_SIZES[0]);
    let width = if shows_description { space_with_description } else { space };
    let fitting = NAME_SIZES.into_iter().find(|size| text_width(ui, name, *size) <= width);
    let size = fitting.unwrap_or(NAME_SIZES[3]);
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), egui::FontId::proportional(size), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(MIN_NAME_WIDTH));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(egui::pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
    if shows_description {
        let corner = egui::pos2(
            rect.right() - PADDING - description_galley.size().x,
            rect.center().y - description_galley.size().y / 2.0,
        );
        ui.painter().galley(corner, description_galley, look.weak);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, name));
    response
}
