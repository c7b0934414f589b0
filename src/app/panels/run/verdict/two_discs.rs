//! Symbol for the status of a pair: two discs that are apart, touch or overlap.

use contact_lens_model::answer::PairStatus;
use egui::{Color32, Painter, Pos2, Stroke, vec2};

/// Radius of a disc, points.
const RADIUS: f32 = 4.0;

/// Draws two discs around `center` that are separate, touching, overlapping or, if the status is unknown, on top of
/// each other. The shape is for readers who cannot distinguish the colors.
pub(super) fn draw(painter: &Painter, center: Pos2, status: PairStatus, ink: Color32) {
    // Distance of the center of each disc from `center`, points. Discs touch at their radius plus a little for the
    // width of the line.
    let offset = match status {
        PairStatus::Separated => 5.6,
        PairStatus::Touching | PairStatus::TouchingOrOverlapping => 4.1,
        PairStatus::Penetrating => 2.3,
        PairStatus::Undecided | PairStatus::NotConverged => 0.0,
    };
    for side in [-1.0, 1.0] {
        painter.circle_stroke(center + vec2(side * offset, 0.0), RADIUS, Stroke::new(1.5, ink));
    }
}
