//! How every frame went, as a row of cells along the frame scrubber.

use egui::{Rect, Response, Ui, pos2};

use crate::app::theme::Look;
use crate::lesson::Strip;
use crate::picture::font::unparted;

/// Thickness of the row, points.
const CELL: f32 = 4.0;

/// Paints the cells below the scrubber's rail, and says on hovering what they mean.
pub(super) fn show(ui: &Ui, strip: &Strip, scrubber: &Response) {
    let look = Look::get(ui);
    // The handle's center runs between these, as egui lays a slider out.
    let rail = scrubber.rect.x_range().shrink(scrubber.rect.height() / 2.5);
    let pace = rail.span() / strip.frames.len().saturating_sub(1).max(1) as f32;
    let painter = ui.painter();
    let top = scrubber.rect.bottom() + 1.0;
    for i in 0..strip.frames.len() {
        let Some(kind) = strip.kind(i) else { continue };
        let x = rail.min + pace * i as f32;
        let gap = if pace > 4.0 { 0.5 } else { 0.0 };
        let cell = Rect::from_min_max(pos2(x - pace / 2.0 + gap, top), pos2(x + pace / 2.0 - gap, top + CELL));
        painter.rect_filled(cell, 0.0, look.ink(kind.role));
    }
    scrubber.clone().on_hover_ui(|ui| {
        ui.set_max_width(340.0);
        for (i, kind) in strip.kinds.iter().enumerate().filter(|(i, _)| strip.count(*i) > 0) {
            ui.horizontal(|ui| {
                let (cell, _) = ui.allocate_exact_size(egui::vec2(12.0, 8.0), egui::Sense::hover());
                ui.painter().rect_filled(cell, 1.0, look.ink(kind.role));
                ui.label(format!("{}: {}", kind.name, strip.count(i)));
            });
        }
        ui.label(unparted(&strip.say));
    });
}
