//! Draws groups of steps as bands above the timeline. Each level (a grouping of all steps) is one row.

use std::ops::Range;

use contact_lens_lesson::Level;
use egui::{Align2, FontId, Painter, Rect, pos2};

use crate::theme::Look;

/// Width below which a band has no name, points.
const MIN_NAMED_WIDTH: f32 = 16.0;

/// Mean width below which all bands of a level are drawn as one, points.
const MIN_WIDTH: f32 = 1.5;

/// Font size of the names, points.
const NAME_SIZE: f32 = 9.5;

/// Space around the name of the current group, both sides together, points.
const CURRENT_NAME_MARGINS: f32 = 8.0;

/// Space around the name of another group, both sides together, points.
const NAME_MARGINS: f32 = 4.0;

/// Corner radius of a band, points.
const ROUNDING: f32 = 2.5;

/// Draws the groups of a level as bands into `row`. The group of the current `step` is highlighted. `span` maps a range
/// of steps to its left and right end on the screen, points.
pub(in crate::panels) fn show(
    painter: &Painter,
    level: &Level,
    row: Rect,
    step: usize,
    span: &dyn Fn(Range<usize>) -> [f32; 2],
    look: Look,
) {
    let current = level.at(step);
    // The current name is drawn in full, over the neighbors of a narrow group; their names are hidden.
    let [left, right] = span(level.steps(current));
    let font = FontId::proportional(NAME_SIZE);
    let current_name = painter.layout_no_wrap(level.title(current).to_owned(), font.clone(), look.strong);
    let half_width = (right - left).max(current_name.size().x + CURRENT_NAME_MARGINS) / 2.0;
    // The band stays within the row, or starts at its left end if it is wider.
    let min_x = row.left() + half_width;
    let max_x = (row.right() - half_width).max(min_x);
    let x = ((left + right) / 2.0).clamp(min_x, max_x);
    let current_rect = Rect::from_center_size(pos2(x, row.center().y), egui::vec2(2.0 * half_width, row.height()));
    let are_merged = row.width() < MIN_WIDTH * level.count() as f32;
    if are_merged {
        painter.rect_filled(row, ROUNDING, look.raised);
    }
    let groups = if are_merged { current..current + 1 } else { 0..level.count() };
    for group in groups {
        let [left, right] = span(level.steps(group));
        let band = Rect::from_min_max(pos2(left, row.top()), pos2(right, row.bottom()));
        let is_current = group == current;
        painter.rect_filled(band, ROUNDING, if is_current { look.accent_fill } else { look.raised });
        if !is_current && band.width() > MIN_NAMED_WIDTH {
            let name = painter.layout_no_wrap(level.title(group).to_owned(), font.clone(), look.weak);
            let name_rect = Align2::CENTER_CENTER.anchor_size(band.center(), name.size());
            if name.size().x + NAME_MARGINS <= band.width() && !name_rect.intersects(current_rect) {
                painter.galley(name_rect.min, name, look.weak);
            }
        }
    }
    painter.rect_filled(current_rect, ROUNDING, look.accent_fill);
    let name_rect = Align2::CENTER_CENTER.anchor_size(current_rect.center(), current_name.size());
    painter.galley(name_rect.min, current_name, look.strong);
}
