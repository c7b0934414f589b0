//! Conversion between points of the screen and points of a pane, whose origin is the pane's upper left corner. All are
//! in points, with y down.

use egui::{Pos2, Rect, vec2};
use glam::DVec2;

/// Position in the pane of a point of the screen.
pub(super) fn to_pane_point(pane: Rect, point: Pos2) -> DVec2 {
    DVec2::new(f64::from(point.x - pane.min.x), f64::from(point.y - pane.min.y))
}

/// Position on the screen of a point of the pane.
pub(super) fn to_screen_point(pane: Rect, point: DVec2) -> Pos2 {
    pane.min + vec2(point.x as f32, point.y as f32)
}
