//! Scale and directions of a pane: a grid of round spacing, the length of one cell for the scale bar, and three small
//! axes. They depend on the camera only, so that they do not move from step to step.

use glam::{DVec2, DVec3};

use crate::{Camera, Lens};

/// Smallest length that [`round_down`] rounds: below it, the power of ten would be a denormal number or 0.
const MIN_ROUNDED: f64 = 1e-300;

/// Relative excess that is rounding error, so that a round length is not rounded down to the next one.
const ROUNDING: f64 = 1e-9;

/// Greatest size of a grid cell at the target, points.
const MAX_CELL: f64 = 90.0;

/// Greatest size of a grid cell at the target, in half heights of the pane; it counts in low panes.
const MAX_CELL_OF_LOW_PANE: f64 = 0.7;

/// Share of a unit from which a length counts as the unit itself, so that rounding does not change the unit.
const WHOLE_UNIT: f64 = 0.999_999;

/// Sine of the elevation below which horizontal ground counts as seen edge-on.
const EDGE_ON: f64 = 0.1;

/// Cosine between the line of sight and an axis from which the plane perpendicular to the axis counts as facing the
/// viewer.
const FACE_ON: f64 = 0.99;

/// Radius of a grid on the ground, in half heights of the view.
const GROUND_RADIUS: f64 = 2.0;

/// Radius of a grid that faces the viewer, in half diagonals of the view.
const FACING_RADIUS: f64 = 1.1;

/// Largest number of lines of one family on either side of the middle.
const MAX_LINES: f64 = 60.0;

/// Opacity of a grid that faces the viewer, in units of 1 / [`LEVELS`].
const FACING_LEVEL: f64 = 4.0;

/// Number of parts of a fading line, each of one opacity.
const PARTS_OF_FADING_LINE: usize = 14;

/// Least distance between two letters of the triad, points.
const MIN_LETTER_DISTANCE: f64 = 11.0;

/// Length of an axis, as a share of its full length, up to which it has no letter.
const MIN_LETTERED: f64 = 0.25;

/// Length of an axis, as a share of its full length, below which it is a point.
const MIN_VISIBLE: f64 = 0.01;

/// Additional distance of a letter from the origin for an axis that points nearly at the viewer, points.
const SHORT_LETTER_GAP: f64 = 3.0;

/// Distance of a letter from the end of its axis, points.
const LETTER_GAP: f64 = 8.0;

/// Angles by which a letter is rotated around the end of its axis, the best first, degrees.
const LETTER_ANGLES: [f64; 5] = [0.0, 50.0, -50.0, 90.0, -90.0];

/// A grid line on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridLine {
    /// End points of the line, points.
    pub ends: [DVec2; 2],
    /// Opacity above 0, up to 1, in multiples of 1 / [`LEVELS`].
    pub strength: f64,
}

/// Number of opacities of grid lines.
pub const LEVELS: u8 = 6;

/// Largest of 1, 2 and 5 times the powers of ten that does not exceed `length`, to rounding; 1 where `length` is not
/// finite or less than 1e-300.
pub fn round_down(length: f64) -> f64 {
    if !length.is_finite() || length < MIN_ROUNDED {
        return 1.0;
    }
    let power = 10f64.powf(length.log10().floor());
    let limit = length * (1.0 + ROUNDING);
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= limit).unwrap_or(1.0);
    digit * power
}

/// Spacing of the grid for a camera and a pane's height in points, meters: a round length. A cell is 36 to 90 points at
/// the target, and smaller in a pane that is lower than 257 points.
pub fn spacing(camera: &Camera, pane_height: f64) -> f64 {
    let max_cell = (2.0 * MAX_CELL / pane_height.max(MAX_CELL)).min(MAX_CELL_OF_LOW_PANE);
    round_down(camera.half_height() * max_cell)
}

/// A length in meters as text with a unit: `50 cm`, `1 µm`, `2 km`; from 1000 km on and below 1 nm in meters with an
/// exponent.
pub fn meters(length: f64) -> String {
    const UNITS: [(f64, &str); 6] = [(1e3, "km"), (1.0, "m"), (1e-2, "cm"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")];
    let unit = UNITS.iter().find(|(size, _)| length >= size * WHOLE_UNIT);
    match unit {
        Some((size, name)) if length < 1e6 => format!("{} {name}", (length / size * 1e6).round() / 1e6),
        _ => format!("{length:e} m"),
    }
}

/// Whether the camera sees horizontal ground at an angle sufficient for a grid and shadows.
pub fn sees_ground(camera: &Camera) -> bool {
    camera.axes().back.dot(camera.up.direction()).abs() > EDGE_ON
}

/// Plane of the grid.
struct GridPlane {
    /// A point of the plane, world, meters.
    foot: DVec3,
    /// Unit vectors along the two families of lines.
    directions: [DVec3; 2],
    /// Whether it is horizontal ground, which fades out towards the horizon; otherwise it faces the viewer and fills
    /// the pane.
    is_ground: bool,
}

impl GridPlane {
    /// Plane of the grid for a camera: the ground at `height` (meters), else the plane of two world axes that faces the
    /// viewer; `None` where none does.
    fn choose(camera: &Camera, height: f64) -> Option<Self> {
        let back = camera.axes().back;
        let up = camera.up.direction();
        let [right, down] = camera.up.level();
        let target = camera.target;
        if sees_ground(camera) {
            let foot = target + up * (height - target.dot(up));
            return Some(Self { foot, directions: [right, down], is_ground: true });
        }
        // Planar scenes are in z = 0. With perspective, the plane through the target is as good as any other.
        let depth = if camera.orthographic { 0.0 } else { target.dot(down) };
        if back.dot(down).abs() > FACE_ON {
            let foot = target + down * (depth - target.dot(down));
            Some(Self { foot, directions: [right, up], is_ground: false })
        } else if back.dot(right).abs() > FACE_ON {
            Some(Self { foot: target, directions: [down, up], is_ground: false })
        } else {
            None
        }
    }

    /// Point with the coordinates `a` and `b` along the two directions, world, meters.
    fn point(&self, a: f64, b: f64) -> DVec3 {
        let [u, v] = self.directions;
        self.foot + u * (a - self.foot.dot(u)) + v * (b - self.foot.dot(v))
    }
}

/// A grid of round spacing for a pane of `size` points, on horizontal ground at `height` (meters), fading out; on a
/// plane that faces the viewer where the ground is seen edge-on, as in planar scenes.
pub fn grid(camera: &Camera, height: f64, size: DVec2) -> Vec<GridLine> {
    let Some(plane) = GridPlane::choose(camera, height) else { return Vec::new() };
    let lens = camera.lens();
    let step = spacing(camera, size.y);
    let aspect = size.x / size.y;
    let relative_radius = if plane.is_ground { GROUND_RADIUS } else { FACING_RADIUS * aspect.hypot(1.0) };
    let radius = camera.half_height() * relative_radius;
    let [u, v] = plane.directions.map(|along| (plane.foot.dot(along) / step).round() * step);
    let mut lines = Vec::new();
    let count = (radius / step).ceil().min(MAX_LINES) as i32;
    for k in -count..=count {
        let offset = f64::from(k) * step;
        let half = if plane.is_ground { (radius * radius - offset * offset).max(0.0).sqrt() } else { radius };
        let along_v = [plane.point(u + offset, v - half), plane.point(u + offset, v + half)];
        let along_u = [plane.point(u - half, v + offset), plane.point(u + half, v + offset)];
        for ends in [along_v, along_u] {
            if plane.is_ground {
                push_fading_line(&lens, ends, plane.point(u, v), radius, size, &mut lines);
            } else if let [Some(from), Some(to)] = ends.map(|p| lens.project(p, size)) {
                lines.push(GridLine { ends: [from, to], strength: FACING_LEVEL / f64::from(LEVELS) });
            }
        }
    }
    lines
}

/// Appends the parts of a line on horizontal ground, which fade towards the rim of the grid, a circle around `center`.
fn push_fading_line(
    lens: &Lens,
    [a, b]: [DVec3; 2],
    center: DVec3,
    radius: f64,
    size: DVec2,
    lines: &mut Vec<GridLine>,
) {
    for k in 0..PARTS_OF_FADING_LINE {
        let ends = [k, k + 1].map(|k| a.lerp(b, k as f64 / PARTS_OF_FADING_LINE as f64));
        let from_center = ends[0].midpoint(ends[1]).distance(center) / radius;
        let strength = (1.0 - from_center).clamp(0.0, 1.0).sqrt();
        let strength = (strength * f64::from(LEVELS)).round() / f64::from(LEVELS);
        if strength > 0.0
            && let [Some(from), Some(to)] = ends.map(|p| lens.project(p, size))
        {
            lines.push(GridLine { ends: [from, to], strength });
        }
    }
}

/// The world's axes as the camera sees them, farthest first: index of the axis (0 for x), and its end relative to the
/// origin for a length of 1, y down.
pub fn triad(camera: &Camera) -> [(usize, DVec2); 3] {
    let axes = camera.axes();
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| DVec3::AXES[*a].dot(axes.back).total_cmp(&DVec3::AXES[*b].dot(axes.back)));
    order.map(|axis| {
        let direction = DVec3::AXES[axis];
        (axis, DVec2::new(direction.dot(axes.right), -direction.dot(axes.up)))
    })
}

/// Positions of the letters of axes of `length` points: index of the axis, and the position relative to the origin,
/// points, y down. A letter is at the end of its axis: beyond it, or where it would cover another letter, turned aside.
/// That of an axis that points nearly at the viewer is on the side without axes. An axis that looks like a point, or
/// without space for its letter, has none.
pub fn triad_letters(camera: &Camera, length: f64) -> Vec<(usize, DVec2)> {
    let mut axes = triad(camera);
    // Longest first.
    axes.sort_by(|(_, end), (_, other_end)| other_end.length().total_cmp(&end.length()));
    let mut letters: Vec<(usize, DVec2)> = Vec::new();
    let free_side = -axes.iter().map(|(_, end)| *end).sum::<DVec2>().normalize_or_zero();
    for (axis, end) in axes.into_iter().filter(|(_, end)| end.length() > MIN_VISIBLE) {
        let beyond = end.normalize_or_zero() * LETTER_GAP;
        let at_end =
            LETTER_ANGLES.map(|degrees: f64| end * length + DVec2::from_angle(degrees.to_radians()).rotate(beyond));
        let beside = free_side * (LETTER_GAP + SHORT_LETTER_GAP);
        // The letter of an axis that points nearly at the viewer would cover the other axes at its end.
        let places = if end.length() > MIN_LETTERED { at_end.to_vec() } else { vec![beside, at_end[0]] };
        let free_place = places
            .into_iter()
            .find(|place| letters.iter().all(|(_, other)| other.distance(*place) >= MIN_LETTER_DISTANCE));
        if let Some(place) = free_place {
            letters.push((axis, place));
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_of_an_axis_is_nearest_to_its_own_end() {
        let length = 20.0;
        for k in 0..72 {
            for elevation in [-0.3, 0.05, 0.4, 0.9] {
                let azimuth = f64::from(k) * 5.0_f64.to_radians();
                let camera = Camera { azimuth, elevation, target: DVec3::ZERO, ..Camera::default() };
                let ends = triad(&camera);
                for (axis, at) in triad_letters(&camera, length) {
                    let own = ends.iter().find(|(other, _)| *other == axis).map(|(_, end)| *end).unwrap_or_default();
                    // The letter of an axis towards the viewer is next to all axes.
                    if own.length() > MIN_LETTERED {
                        let far = at.distance(own * length);
                        assert!(far < LETTER_GAP + 1e-9, "axis {axis} at {azimuth}, {elevation}: {far}");
                    }
                }
            }
        }
    }
}
