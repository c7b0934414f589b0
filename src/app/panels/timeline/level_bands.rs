//! Groups of steps as bands over the timeline, one row per level.

use std::ops::Range;

use egui::{Align2, FontId, Painter, Rect, pos2};

use crate::app::theme::Look;
use crate::lesson::Level;

/// Width below which a band has no name, points.
const NAMED: f32 = 16.0;

/// Width below which bands merge with their neighbors, points.
const NARROW: f32 = 1.5;

/// Draws the groups of a level into a row, the current one highlighted. `span` maps steps to positions.
pub(in crate::app::panels) fn show(
    painter: &Painter,
    level: &Level,
    lane: Rect,
    step: usize,
    span: &dyn Fn(Range<usize>) -> [f32; 2],
    look: Look,
) {
    let here = level.at(step);
    // The current name is drawn in full, over the neighbors of a narrow group; their names are hidden.
    let [left, right] = span(level.steps(here));
    let lit = painter.layout_no_wrap(level.title(here).to_owned(), FontId::proportional(9.5), look.strong);
    let half = (right - left).max(lit.size().x + 8.0) / 2.0;
    let x = ((left + right) / 2.0).clamp(lane.left() + half, (lane.right() - half).max(lane.left() + half));
    let ground = Rect::from_center_size(pos2(x, lane.center().y), egui::vec2(2.0 * half, lane.height()));
    let crowded = lane.width() < NARROW * level.count() as f32;
    if crowded {
        painter.rect_filled(lane, 2.5, look.raised);
    }
    let groups = if crowded { here..here + 1 } else { 0..level.count() };
    for group in groups {
        let [left, right] = span(level.steps(group));
        let band = Rect::from_min_max(pos2(left, lane.top()), pos2(right, lane.bottom()));
        let is_here = group == here;
        painter.rect_filled(band, 2.5, if is_here { look.accent_fill } else { look.raised });
        if !is_here && band.width() > NAMED {
            let name = painter.layout_no_wrap(level.title(group).to_owned(), FontId::proportional(9.5), look.weak);
            let at = Align2::CENTER_CENTER.anchor_size(band.center(), name.size());
            if name.size().x + 4.0 <= band.width() && !at.intersects(ground) {
                painter.galley(at.min, name, look.weak);
            }
        }
    }
    painter.rect_filled(ground, 2.5, look.accent_fill);
    painter.galley(Align2::CENTER_CENTER.anchor_size(ground.center(), lit.size()).min, lit, look.strong);
}
