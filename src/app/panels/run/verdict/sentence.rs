//! Sentence of the verdict bar: the answer in words.

use contact_lens_lesson::Verdict;
use contact_lens_picture::font::with_hard_spaces;
use egui::{FontId, Sense, Ui, pos2, vec2};

use super::cells::CELL_HEIGHT;
use crate::text::typeset;
use crate::theme::Look;

/// Width below which no sentence is drawn, points.
const MIN_SENTENCE_WIDTH: f32 = 90.0;

/// Font sizes of the sentence, points, each with the number of rows that fit into the bar.
const SIZES_AND_ROWS: [(f32, usize); 2] = [(12.5, 2), (11.0, 3)];

/// Draws the sentence of the verdict into the remaining width, in the larger of two fonts with which it fits. A
/// sentence that fits with neither is only in the tooltip.
pub(super) fn show(ui: &mut Ui, verdict: &Verdict, look: Look) {
    if ui.available_width() < MIN_SENTENCE_WIDTH {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), CELL_HEIGHT), Sense::hover());
    let say = with_hard_spaces(&verdict.say);
    for (size, max_rows) in SIZES_AND_ROWS {
        let galley = typeset::wrapped(&say, &FontId::proportional(size), look.text, rect.width());
        let galley = ui.painter().layout_job(galley);
        if galley.rows.len() <= max_rows {
            let corner = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(corner, galley, look.text);
            break;
        }
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &verdict.say));
    response.on_hover_text(say);
}
