//! Rounds dragged lengths, angles and directions to a grid (snapping, while Ctrl is held), and draws the dragged value
//! next to the pointer.

use contact_lens_picture::Lens;
use contact_lens_picture::view::ground;
use egui::{Align2, FontId, Pos2, Rect, Ui, pos2, vec2};
use glam::{DVec2, DVec3};

use super::pane_size;
use crate::text::numbers::four_digits;
use crate::theme::Look;

/// Number of steps of snapped lengths in a cell of the ground grid.
const STEPS_PER_CELL: f64 = 5.0;

/// Coordinate of a unit vector below which it is 0: sines and cosines of multiples of 90° are not exactly 0.
const ZERO_COORDINATE: f64 = 1e-12;

/// Letter height of a value next to the pointer, points.
const LETTER_SIZE: f32 = 12.0;

/// Corner radius of the frame around a value next to the pointer, points.
const CORNER_RADIUS: f32 = 4.0;

/// Step of snapped angles, degrees.
const ANGLE_STEP: f64 = 15.0;

/// Space around the text of a value in its frame, both sides together, points.
const PADDING: egui::Vec2 = vec2(12.0, 6.0);

/// Offset of the frame from the pointer, to the right and up, points.
const OFFSET: egui::Vec2 = vec2(16.0, 10.0);

/// Least distance of the frame from the sides of the pane, points.
const MARGIN: f32 = 4.0;

/// Returns the multiple of [`ANGLE_STEP`] nearest to an angle; both are in radians.
pub(super) fn snap_angle(radians: f64) -> f64 {
    let step = ANGLE_STEP.to_radians();
    (radians / step).round() * step
}

/// Returns the coordinate, meters, of the nearest line of a grid that is [`STEPS_PER_CELL`] times as fine as the ground
/// grid.
pub(super) fn snap_length(lens: &Lens, rect: Rect, meters: f64) -> f64 {
    let step = ground::spacing(lens.camera(), pane_size(rect).y) / STEPS_PER_CELL;
    (meters / step).round() * step
}

/// Returns the unit vector along `d` with azimuth and elevation (see [`SphericalAngles`]) snapped to multiples of
/// [`ANGLE_STEP`]; in 2D, with the angle from the x axis snapped.
pub(super) fn snap_direction(d: DVec3, is_planar: bool) -> DVec3 {
    if is_planar {
        return DVec2::from_angle(snap_angle(d.y.atan2(d.x))).extend(0.0);
    }
    let SphericalAngles { azimuth, elevation } = SphericalAngles::of(d);
    let (sin, cos) = snap_angle(azimuth).sin_cos();
    let (up, horizontal) = snap_angle(elevation).sin_cos();
    let snapped = DVec3::new(cos * horizontal, up, -sin * horizontal);
    snapped.map(|x| if x.abs() < ZERO_COORDINATE { 0.0 } else { x })
}

/// Spherical angles of a direction, with y up.
struct SphericalAngles {
    /// Angle about y from the x axis, radians.
    azimuth: f64,
    /// Angle from the xz plane, positive up, radians.
    elevation: f64,
}

impl SphericalAngles {
    /// Angles of a direction, of any length but 0.
    fn of(d: DVec3) -> Self {
        Self { azimuth: (-d.z).atan2(d.x), elevation: d.y.atan2(d.x.hypot(d.z)) }
    }
}

/// Angles of a direction as text, in degrees: azimuth and elevation; in 2D, the angle from the x axis.
pub(super) fn direction_text(d: DVec3, is_planar: bool) -> String {
    if is_planar {
        return format!("{}° from x", four_digits(d.y.atan2(d.x).to_degrees()));
    }
    let SphericalAngles { azimuth, elevation } = SphericalAngles::of(d);
    format!("{}° about y, {}° up", four_digits(rounded_degrees(azimuth)), four_digits(rounded_degrees(elevation)))
}

/// Angle in degrees, rounded to a tenth; adding 0 turns −0 into 0.
fn rounded_degrees(radians: f64) -> f64 {
    (radians.to_degrees() * 10.0).round() / 10.0 + 0.0
}

/// Draws a value next to the pointer, within the pane; its frame has the accent color while snapping.
pub(super) fn show_value(ui: &Ui, rect: Rect, at: Pos2, text: &str, is_snapped: bool) {
    let look = Look::get(ui);
    let painter = ui.painter_at(rect);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(LETTER_SIZE), look.strong);
    let size = galley.size() + PADDING;
    let corner = pos2(
        (at.x + OFFSET.x).min(rect.right() - size.x - MARGIN),
        (at.y - size.y - OFFSET.y).max(rect.top() + MARGIN),
    );
    let frame = Rect::from_min_size(corner, size);
    let rim = if is_snapped { look.accent } else { look.line };
    painter.rect(frame, CORNER_RADIUS, look.panel, egui::Stroke::new(1.0, rim), egui::StrokeKind::Inside);
    painter.text(frame.center(), Align2::CENTER_CENTER, text, FontId::proportional(LETTER_SIZE), look.strong);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_snap_to_fifteen_degrees() {
        let near_x = snap_direction(DVec3::new(1.0, 0.1, -0.1), false);
        assert!((near_x - DVec3::X).length() < 1e-12, "{near_x}");
        let up = snap_direction(DVec3::new(0.05, 1.0, 0.0), false);
        assert!((up - DVec3::Y).length() < 1e-12 && up.x == 0.0, "{up}");
        let tilted = snap_direction(DVec3::new(1.0, 1.0, 0.02), false);
        assert!((tilted - DVec3::new(1.0, 1.0, 0.0).normalize()).length() < 1e-12, "{tilted}");
        let plane = snap_direction(DVec3::new(1.0, 0.55, 0.0), true);
        assert!((plane.y.atan2(plane.x).to_degrees() - 30.0).abs() < 1e-9);
        assert_eq!(direction_text(tilted, false), "0° about y, 45° up");
    }
}
