//! Marks above the slider of frames: one at each frame with a captured answer beyond the tolerance.

use contact_lens_check::captured::QueryAgreement;
use contact_lens_model::answer::number::with_noun;
use contact_lens_picture::Role;
use egui::{Rect, Response, Ui, pos2, vec2};

use crate::theme::Look;

/// Size of a mark, points. Marks of neighboring frames may overlap.
const MARK_SIZE: egui::Vec2 = vec2(3.0, 7.0);

/// Draws the marks over the width of the slider `scrubber`, which has `count` frames. Its tooltip counts them.
pub(super) fn show(ui: &Ui, agreement: &QueryAgreement, count: usize, scrubber: &Response) {
    let look = Look::get(ui);
    let range = scrubber.rect.x_range();
    let frame_width = range.span() / count.max(1) as f32;
    let mut marked = 0;
    for deviation in agreement.beyond() {
        let x = range.min + frame_width * (deviation.frame as f32 + 0.5);
        let center = pos2(x, scrubber.rect.top() - 0.5 * MARK_SIZE.y);
        ui.painter().rect_filled(Rect::from_center_size(center, MARK_SIZE), 1.0, look.ink(Role::Fault));
        marked += 1;
    }
    let frames = with_noun(agreement.deviations.len() as u64, "frame");
    scrubber.clone().on_hover_text(format!(
        "In {marked} of {frames} with captured answers, one is farther from the proven answer than the precision of the \
         capture explains. Ctrl+Shift+D goes to the next one."
    ));
}
