//! Row of colored cells along the frame scrubber, one per frame, with a legend of the colors.

use contact_lens_lesson::FrameStrip;
use contact_lens_picture::font::with_hard_spaces;
use egui::{Rect, Response, RichText, Sense, Ui, pos2, vec2};

use crate::theme::Look;

/// Height of a cell, points.
const CELL_HEIGHT: f32 = 4.0;

/// Additional height of the current frame's cell, points.
const CURRENT_EXTRA: f32 = 3.0;

/// Width of a cell above which there is a gap to the next one, points.
const MIN_GAP_WIDTH: f32 = 4.0;

/// Maximum width of the tooltip, points.
const TOOLTIP_WIDTH: f32 = 340.0;

/// Height of the legend, points.
pub(crate) const LEGEND_HEIGHT: f32 = 17.0;

/// Draws the cells below the slider of frames, over its width. The tooltip of the slider explains them.
pub(in crate::panels) fn show(ui: &Ui, strip: &FrameStrip, scrubber: &Response) {
    let look = Look::get(ui);
    let range = scrubber.rect.x_range();
    let cell_width = range.span() / strip.frames.len().max(1) as f32;
    let painter = ui.painter();
    let top = scrubber.rect.bottom() + 1.0;
    for frame in 0..strip.frames.len() {
        let Some(kind) = strip.kind(frame) else { continue };
        let x = range.min + cell_width * frame as f32;
        let gap = if cell_width > MIN_GAP_WIDTH { 1.0 } else { 0.0 };
        let extra = if frame == strip.now { CURRENT_EXTRA } else { 0.0 };
        let cell = Rect::from_min_max(pos2(x, top), pos2(x + cell_width - gap, top + CELL_HEIGHT + extra));
        painter.rect_filled(cell, 0.0, look.ink(kind.role));
    }
    scrubber.clone().on_hover_ui(|ui| {
        ui.set_max_width(TOOLTIP_WIDTH);
        ui.label(with_hard_spaces(&strip.say));
    });
}

/// Draws the legend, which starts at the x coordinate `left`, points: each kind of result that occurs, with its color
/// and number of frames.
pub(in crate::panels) fn draw_legend(ui: &mut Ui, strip: &FrameStrip, left: f32) {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.add_space((left - ui.max_rect().left()).max(0.0));
        for (index, kind) in strip.kinds.iter().enumerate() {
            let count = strip.count(index);
            if count == 0 {
                continue;
            }
            let (cell, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
            ui.painter().rect_filled(cell, 1.0, look.ink(kind.role));
            ui.label(RichText::new(format!("{}: {count}", kind.name)).size(11.0).color(look.weak));
            ui.add_space(9.0);
        }
    });
}

/// Draws the sentence that replaces the legend in prediction mode, from the x coordinate `left` on, points.
pub(in crate::panels) fn draw_hidden_legend(ui: &mut Ui, left: f32) {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.add_space((left - ui.max_rect().left()).max(0.0));
        ui.label(RichText::new("The result of the frames is shown at the end of the run.").size(11.0).color(look.weak));
    });
}
