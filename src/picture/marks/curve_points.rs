//! Vertices that represent round or unbounded shapes in a picture: circles, arcs, patches of planes; segments of
//! chains.

use glam::{DVec2, DVec3};

/// Angle up to which two directions count as equal, so that no arc is between them, radians.
const MIN_ARC: f64 = 1e-9;

/// |y| of a unit normal from which it counts as vertical: the direction of y in its plane would be inexact.
const VERTICAL: f64 = 0.98;

/// Angle between the points of a ring in a pane, radians: ten degrees, rounded.
const RING_STEP: f64 = 0.174_533;

/// Number of sides of a ring in a pane.
const RING_SIDES: u32 = 36;

/// Number of sides of a circle drawn as lines.
pub const CIRCLE_SIDES: usize = 72;

/// Segments of a chain, in order; `closed` adds the one from the last point to the first, if there are
/// more than two points.
pub(crate) fn links(points: &[DVec3], closed: bool) -> impl Iterator<Item = [DVec3; 2]> {
    let open_links = points.windows(2).map(|pair| [pair[0], pair[1]]);
    let closing_link = match points {
        [first, _, .., last] if closed => Some([*last, *first]),
        _ => None,
    };
    open_links.chain(closing_link)
}

/// Vertices of a circle as a polygon of [`CIRCLE_SIDES`] sides, counter-clockwise about `normal` (unit length).
pub fn circle_points(center: DVec3, normal: DVec3, radius: f64) -> Vec<DVec3> {
    let [u, v] = plane_axes(normal);
    let directions = (0..CIRCLE_SIDES).map(|k| (k as f64 / CIRCLE_SIDES as f64 * std::f64::consts::TAU).sin_cos());
    directions.map(|(sin, cos)| center + (u * cos + v * sin) * radius).collect()
}

/// Points of unit length along the shorter great-circle arc between two directions, both ends included; empty where the
/// arc is undefined.
pub(crate) fn arc_points(from: DVec3, to: DVec3) -> Vec<DVec3> {
    let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else { return Vec::new() };
    let angle = from.angle_between(to);
    if angle <= MIN_ARC {
        return Vec::new();
    }
    let Some(side) = to.reject_from(from).try_normalize() else { return Vec::new() };
    let count = (angle / std::f64::consts::TAU * CIRCLE_SIDES as f64).ceil().max(1.0);
    let angles = (0..=count as usize).map(|k| (angle * k as f64 / count).sin_cos());
    angles.map(|(sin, cos)| from * cos + side * sin).collect()
}

/// Vertices of a square patch of the plane through `point`, the patch's center; `None` when it is not finite, has no
/// normal or no size.
pub fn plane_patch(point: DVec3, normal: DVec3, half_size: f64) -> Option<Vec<DVec3>> {
    if !point.is_finite() || !half_size.is_finite() || half_size <= 0.0 {
        return None;
    }
    let [u, v] = plane_axes(normal.try_normalize()?);
    Some([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| point + (u * x + v * y) * half_size).into())
}

/// Two unit vectors that complete a unit normal to a right-handed frame (first, second, normal). The second points up
/// along y as far as possible, along z where the normal is nearly vertical.
pub(crate) fn plane_axes(normal: DVec3) -> [DVec3; 2] {
    let up = if normal.y.abs() < VERTICAL { DVec3::Y } else { DVec3::Z };
    let u = up.cross(normal).normalize_or(DVec3::X);
    [u, normal.cross(u)]
}

/// Points of a closed ring around `middle` in a pane, ten degrees apart; the last one is again the first, to rounding.
/// `radius` is in points.
pub(crate) fn ring_points(middle: DVec2, radius: f64) -> Vec<DVec2> {
    (0..=RING_SIDES).map(|k| middle + DVec2::from_angle(f64::from(k) * RING_STEP) * radius).collect()
}
