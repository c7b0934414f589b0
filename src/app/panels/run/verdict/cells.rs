//! Cells of the verdict bar. A cell has a fixed width and shows a number or word over its name.

use egui::{Color32, FontId, Painter, Rect, Response, Sense, Ui, pos2, vec2};

use crate::text::typeset;
use crate::theme::Look;

/// Font size of a number, points.
pub(super) const NUMBER_SIZE: f32 = 16.0;

/// Font size of the name below a number, points.
pub(super) const NAME_SIZE: f32 = 11.0;

/// Height of a cell, points: a line of numbers over a line of words.
pub(super) const CELL_HEIGHT: f32 = 38.0;

/// Distance of the middle of the upper line from the top of a cell, points.
pub(super) const UPPER_LINE: f32 = 12.0;

/// Distance of the middle of the lower line from the bottom of a cell, points.
pub(super) const LOWER_LINE: f32 = 7.0;

/// Width and height of a symbol, points.
pub(super) const ICON_SIZE: f32 = 13.0;

/// Width of a short fact, points. Longer facts are wider by multiples of half this width, so that cells do not move
/// when digits change.
pub(super) const FACT_WIDTH: f32 = 104.0;

/// Allocates a cell of this width, points, with text for screen readers and the tooltip.
pub(super) fn cell(ui: &mut Ui, width: f32, sense: Sense, say: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, CELL_HEIGHT), sense);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, say));
    (rect, response.on_hover_text(say))
}

/// A number or word over its name.
pub(super) struct NamedNumber<'a> {
    pub(super) number: &'a str,
    /// Font size of the number, points.
    pub(super) size: f32,
    /// Color of the number.
    pub(super) ink: Color32,
    pub(super) name: &'a str,
}

/// Draws a number and below it its name, in weak ink, left-aligned in a cell.
pub(super) fn draw_named_number(painter: &Painter, cell: Rect, named: NamedNumber<'_>, look: Look) {
    let number = painter.layout_job(typeset::line(named.number, &FontId::monospace(named.size), named.ink));
    painter.galley(pos2(cell.left(), cell.top() + UPPER_LINE - number.size().y / 2.0), number, named.ink);
    let name = painter.layout_job(typeset::line(named.name, &FontId::proportional(NAME_SIZE), look.weak));
    painter.galley(pos2(cell.left(), cell.bottom() - LOWER_LINE - name.size().y / 2.0), name, look.weak);
}
