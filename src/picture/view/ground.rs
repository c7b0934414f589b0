//! Scale and directions of a pane: a grid of round spacing, a scale bar of one cell, and three small axes. All depend
//! on the camera alone, so that nothing moves while stepping.

use glam::{DVec2, DVec3};

use crate::picture::{Camera, Lens, Up};

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

/// Largest of 1, 2 and 5 times a power of ten that does not exceed `length`.
pub fn round_down(length: f64) -> f64 {
    // Below this, the power of ten would be a denormal number or 0.
    if !length.is_finite() || length < 1e-300 {
        return 1.0;
    }
    let power = 10f64.powf(length.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= length * (1.0 + 1e-9)).unwrap_or(1.0);
    digit * power
}

/// Spacing of the grid for a camera and a pane's height in points, meters: a cell is 36 to 90 points at the target.
pub fn spacing(camera: &Camera, pane_height: f64) -> f64 {
    round_down(camera.half_height() * (180.0 / pane_height.max(90.0)).min(0.7))
}

/// A length with its unit: `0.5 m`, `20 cm`, `1 µm`, `2 km`.
pub fn meters(length: f64) -> String {
    const UNITS: [(f64, &str); 6] = [(1e3, "km"), (1.0, "m"), (1e-2, "cm"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")];
    let unit = UNITS.iter().find(|(size, _)| length >= size * 0.999_999);
    match unit {
        Some((size, name)) if length < 1e6 => format!("{} {name}", (length / size * 1e6).round() / 1e6),
        _ => format!("{length:e} m"),
    }
}

/// Sine of the elevation below which horizontal ground counts as seen edge-on.
const EDGE_ON: f64 = 0.1;

/// Whether the camera sees horizontal ground at an angle sufficient for a grid and shadows.
pub fn sees_ground(camera: &Camera) -> bool {
    camera.axes().back.dot(camera.up.direction()).abs() > EDGE_ON
}

/// Cosine between the line of sight and an axis from which the plane across the axis counts as facing the viewer.
const FACE_ON: f64 = 0.99;

/// Radius of the grid, in half heights of the view: on the ground; facing the viewer, of the pane's half diagonal.
const GRID_RADIUS: [f64; 2] = [2.0, 1.1];

/// Largest number of lines of one family on either side of the middle.
const MAX_LINES: f64 = 60.0;

/// Opacity of a grid that faces the viewer, in [`LEVELS`].
const FACING_LEVEL: f64 = 4.0;

/// Plane of the grid.
struct GridPlane {
    /// A point of the plane, world, meters.
    foot: DVec3,
    /// Unit vectors along the two families of lines.
    across: [DVec3; 2],
    /// Whether it is horizontal ground, which fades out towards the horizon; otherwise it faces the viewer and fills
    /// the pane.
    level: bool,
}

impl GridPlane {
    /// Plane of the grid for a camera; `None` where no plane of the world faces it.
    fn of(camera: &Camera, height: f64) -> Option<Self> {
        let back = camera.axes().back;
        let up = camera.up.direction();
        let [right, down] = camera.up.level();
        let target = camera.target;
        let level = sees_ground(camera);
        if level {
            return Some(Self { foot: target + up * (height - target.dot(up)), across: [right, down], level });
        }
        // Planar scenes are in z = 0; in space any plane behind everything works as well.
        let depth = if camera.orthographic { 0.0 } else { target.dot(down) };
        if back.dot(down).abs() > FACE_ON {
            Some(Self { foot: target + down * (depth - target.dot(down)), across: [right, up], level })
        } else if back.dot(right).abs() > FACE_ON {
            Some(Self { foot: target, across: [down, up], level })
        } else {
            None
        }
    }

    /// Point with the coordinates `a` and `b` along the two directions, world, meters.
    fn point(&self, a: f64, b: f64) -> DVec3 {
        let [u, v] = self.across;
        self.foot + u * (a - self.foot.dot(u)) + v * (b - self.foot.dot(v))
    }
}

/// A grid of round spacing on horizontal ground at `height`, fading out; on a plane that faces the viewer when the
/// ground is seen edge-on, as in planar scenes.
pub fn grid(camera: &Camera, height: f64, size: DVec2) -> Vec<GridLine> {
    let Some(plane) = GridPlane::of(camera, height) else { return Vec::new() };
    let lens = camera.lens();
    let step = spacing(camera, size.y);
    let aspect = size.x / size.y;
    let radius = camera.half_height() * if plane.level { GRID_RADIUS[0] } else { GRID_RADIUS[1] * aspect.hypot(1.0) };
    let [u, v] = plane.across.map(|along| (plane.foot.dot(along) / step).round() * step);
    let mut lines = Vec::new();
    let count = (radius / step).ceil().min(MAX_LINES) as i32;
    for k in -count..=count {
        let offset = f64::from(k) * step;
        let half = if plane.level { (radius * radius - offset * offset).max(0.0).sqrt() } else { radius };
        let along_v = [plane.point(u + offset, v - half), plane.point(u + offset, v + half)];
        let along_u = [plane.point(u - half, v + offset), plane.point(u + half, v + offset)];
        for ends in [along_v, along_u] {
            if plane.level {
                fade(&lens, ends, plane.point(u, v), radius, size, &mut lines);
            } else if let [Some(from), Some(to)] = ends.map(|p| lens.project(p, size)) {
                lines.push(GridLine { ends: [from, to], strength: FACING_LEVEL / f64::from(LEVELS) });
            }
        }
    }
    lines
}

/// Splits a line on horizontal ground into parts that fade towards the rim of the grid.
fn fade(lens: &Lens, [a, b]: [DVec3; 2], center: DVec3, radius: f64, size: DVec2, lines: &mut Vec<GridLine>) {
    const PARTS: usize = 14;
    for k in 0..PARTS {
        let ends = [a.lerp(b, k as f64 / PARTS as f64), a.lerp(b, (k + 1) as f64 / PARTS as f64)];
        let from_center = ends[0].midpoint(ends[1]).distance(center) / radius;
        let strength = (1.0 - from_center).clamp(0.0, 1.0).sqrt();
        let strength = (strength * f64::from(LEVELS)).round() / f64::from(LEVELS);
        if let ([Some(from), Some(to)], true) = (ends.map(|p| lens.project(p, size)), strength > 0.0) {
            lines.push(GridLine { ends: [from, to], strength });
        }
    }
}

/// Shadow of points on horizontal ground at `height`, with vertical light: vertices of a convex polygon.
pub fn shadow(points: &[DVec3], up: Up, height: f64) -> Vec<DVec3> {
    let [right, down] = up.level();
    let flat = points.iter().filter(|p| p.is_finite()).map(|p| DVec2::new(p.dot(right), p.dot(down)));
    hull(flat.map(|at| (at, right * at.x + down * at.y + up.direction() * height)).collect())
}

/// Convex hull of points in a plane (Andrew's monotone chain); returns the 3D point of each vertex.
pub fn hull(mut points: Vec<(DVec2, DVec3)>) -> Vec<DVec3> {
    points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)));
    points.dedup_by(|a, b| a.0 == b.0);
    let lower = half_hull(points.iter().copied());
    let upper = half_hull(points.iter().rev().copied());
    lower.into_iter().chain(upper).map(|p| p.1).collect()
}

/// The world's axes as the camera sees them, farthest first: index of the axis and its end for unit length, y down.
pub fn triad(camera: &Camera) -> [(usize, DVec2); 3] {
    let axes = camera.axes();
    let mut ends = [0, 1, 2].map(|i| (i, DVec2::new(DVec3::AXES[i].dot(axes.right), -DVec3::AXES[i].dot(axes.up))));
    ends.sort_by(|a, b| DVec3::AXES[a.0].dot(axes.back).total_cmp(&DVec3::AXES[b.0].dot(axes.back)));
    ends
}

/// Least distance between two letters of the triad, points.
const MIN_LETTER_DISTANCE: f64 = 11.0;

/// Length of an axis, as a share of its full length, up to which it has no letter.
const MIN_LETTERED: f64 = 0.25;

/// Distance of a letter from the end of its axis, points.
const LETTER_GAP: f64 = 8.0;

/// Positions of the letters of axes of `length` points, relative to their origin. Axes that point at the viewer, or
/// whose letter would cover that of a longer one, have none.
pub fn triad_letters(camera: &Camera, length: f64) -> Vec<(usize, DVec2)> {
    let mut axes = triad(camera);
    axes.sort_by(|a, b| b.1.length().total_cmp(&a.1.length()));
    let mut letters: Vec<(usize, DVec2)> = Vec::new();
    for (axis, end) in axes.into_iter().filter(|(_, end)| end.length() > MIN_LETTERED) {
        let at = end * length + end.normalize_or_zero() * LETTER_GAP;
        if letters.iter().all(|(_, other)| other.distance(at) >= MIN_LETTER_DISTANCE) {
            letters.push((axis, at));
        }
    }
    letters
}

/// Lower half of the convex hull of sorted points, without the last vertex; the upper half for points in reverse.
fn half_hull(points: impl Iterator<Item = (DVec2, DVec3)>) -> Vec<(DVec2, DVec3)> {
    let mut chain: Vec<(DVec2, DVec3)> = Vec::new();
    for p in points {
        while let [.., a, b] = chain.as_slice()
            && (b.0 - a.0).perp_dot(p.0 - a.0) <= 0.0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain.pop();
    chain
}

/// Silhouette of a body with these projected vertices.
pub(in crate::picture) fn silhouette(corners: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let corners = corners.filter(|p| p.is_finite()).map(|p| (p, p.extend(0.0))).collect();
    hull(corners).into_iter().map(|p| p.truncate()).collect()
}
