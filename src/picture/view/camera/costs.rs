//! Costs of candidate views: how well a camera shows a side of a body, or a length along a normal.

use glam::DVec3;

use super::Camera;

/// Sine of the angle between a line and the picture's plane above which the line looks too short: less than half its
/// length.
pub(super) const MAX_FORESHORTENING: f64 = 0.87;

/// Sine of the elevation above which a view is almost straight down.
const STEEP: f64 = 0.75;

/// Loss of worth of a side view from below, per sine of the angle below the horizon.
const LOSS_BELOW: f64 = 20.0;

/// Loss of worth of a side view from almost straight above, per sine of the elevation beyond [`STEEP`].
const LOSS_ABOVE: f64 = 3.0;

/// Loss of worth of a side view almost along one of the directions to show, per sine beyond [`MAX_FORESHORTENING`].
const LOSS_END_ON: f64 = 8.0;

/// Cost of a slanted view from below, degrees.
const SLANT_FROM_BELOW: f64 = 25.0;

/// Cost of a view against a pair's normal: as much as 3° outside of [`CROSSING_ANGLES`].
const CROSSING_FROM_BEHIND: f64 = 12.0;

/// Cost per degree by which a view of a pair is outside of [`CROSSING_ANGLES`].
const CROSSING_COST: f64 = 4.0;

/// Cosines of the angle between a side's normal and the line of sight (75° to 33°) at which both the side and an arrow
/// along its normal are readable.
const SEEN_COSINES: [f64; 2] = [0.26, 0.84];

/// Angle from which [`Camera::facing`] and [`Camera::showing_side`] prefer to see a side, degrees between its normal
/// and the line of sight.
const PREFERRED_ANGLE: f64 = 52.0;

/// Cost of a view per degree of azimuth from the standard view; the unit is one degree of a worse angle.
const COST_PER_DEGREE: f64 = 0.15;

/// Cosine of the angle (60°) between a face's normal and the line of sight below which a thin face looks like a line.
const THIN_FACE_COSINE: f64 = 0.5;

/// Cosine of the angle between the line of sight of an orthographic camera and a length up to which the camera shows
/// the length in full.
const FULL_LENGTH_COSINE: f64 = 0.02;

/// Least and greatest angle between the line of sight and a pair's normal, degrees: below the first, lengths along the
/// normal are shortened to less than 0.8; above the second, faces perpendicular to it are seen edge-on.
const CROSSING_ANGLES: [f64; 2] = [53.0, 74.0];

/// Worth of a view from the unit direction `back` for [`Camera::perpendicular_to`]; higher is better, at most 1. It is
/// the cosine of the angle to the `standard` direction of view, less for views from below, from almost straight above,
/// and along one of the unit vectors `others`.
pub(super) fn worth_of_side_view(back: DVec3, standard: DVec3, others: &[DVec3]) -> f64 {
    let end_on = others.iter().map(|other| other.dot(back).abs()).fold(0.0, f64::max);
    let below = (-back.y).max(0.0);
    let above = (back.y - STEEP).max(0.0);
    let excess_end_on = (end_on - MAX_FORESHORTENING).max(0.0);
    back.dot(standard) - LOSS_BELOW * below - LOSS_ABOVE * above - LOSS_END_ON * excess_end_on
}

/// Whether a camera shows the side with the outward unit normal `side`, and an arrow along that normal, well enough as
/// it is.
pub(super) fn shows_side(camera: &Camera, side: DVec3) -> bool {
    (SEEN_COSINES[0]..=SEEN_COSINES[1]).contains(&side.dot(camera.axes().back))
}

/// Whether a camera shows a face with the unit normal `normal` well enough even if the face is thin.
pub(super) fn shows_thin_face(camera: &Camera, normal: DVec3) -> bool {
    (THIN_FACE_COSINE..=SEEN_COSINES[1]).contains(&normal.dot(camera.axes().back))
}

/// Whether a camera shows a length along the unit vector `along` without much foreshortening, and an orthographic
/// camera without any.
pub(super) fn shows_length(camera: &Camera, along: DVec3) -> bool {
    let max_cosine = if camera.orthographic { FULL_LENGTH_COSINE } else { SEEN_COSINES[1] };
    along.dot(camera.axes().back).abs() <= max_cosine
}

/// Cost of a view of the side with the outward unit normal `side`, `azimuth_offset` degrees from the standard view;
/// lower is better.
pub(super) fn cost_of_slant(camera: &Camera, side: DVec3, azimuth_offset: f64) -> f64 {
    let angle = side.dot(camera.axes().back).clamp(-1.0, 1.0).acos().to_degrees();
    let from_below = if camera.elevation < 0.0 { SLANT_FROM_BELOW } else { 0.0 };
    (angle - PREFERRED_ANGLE).abs() + COST_PER_DEGREE * azimuth_offset.abs() + from_below
}

/// Cost of a view of a pair with the unit normal `along`, `azimuth_offset` degrees from the standard view; lower is
/// better.
pub(super) fn cost_of_crossing(camera: &Camera, along: DVec3, azimuth_offset: f64) -> f64 {
    let cos = along.dot(camera.axes().back);
    let angle = cos.abs().min(1.0).acos().to_degrees();
    let outside = (CROSSING_ANGLES[0] - angle).max(angle - CROSSING_ANGLES[1]).max(0.0);
    let from_behind = if cos < 0.0 { CROSSING_FROM_BEHIND } else { 0.0 };
    CROSSING_COST * outside + COST_PER_DEGREE * azimuth_offset.abs() + from_behind
}
