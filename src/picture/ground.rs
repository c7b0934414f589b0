//! What gives a pane its scale and its directions: a grid of round spacing, a bar that says how long a cell is, and three
//! small axes. They depend on the camera alone, so that nothing moves while stepping.

use glam::{DVec2, DVec3};

use super::Camera;

/// A grid line on paper and how strong it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridLine {
    /// Its ends, points.
    pub ends: [DVec2; 2],
    /// Above 0, to 1: one of [`LEVELS`] even steps.
    pub strength: f64,
}

/// How many strengths of grid lines there are.
pub const LEVELS: u8 = 6;

/// The greatest of 1, 2 and 5 times a power of ten that is not above `length`.
pub fn round_down(length: f64) -> f64 {
    if !length.is_finite() || length < 1e-300 {
        return 1.0;
    }
    let power = 10f64.powf(length.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= length * (1.0 + 1e-9)).unwrap_or(1.0);
    digit * power
}

/// The grid's spacing for a camera and a pane's height in points, metres: a cell is 36 to 90 points at the target.
pub fn spacing(camera: &Camera, pane_height: f64) -> f64 {
    round_down(camera.half_height() * (180.0 / pane_height.max(90.0)).min(0.7))
}

/// A length in words: `0.5 m`, `20 cm`, `1 µm`, `2 km`.
pub fn metres(length: f64) -> String {
    const UNITS: [(f64, &str); 6] = [(1e3, "km"), (1.0, "m"), (1e-2, "cm"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")];
    let unit = UNITS.iter().find(|(size, _)| length >= size * 0.999_999);
    match unit {
        Some((size, name)) if length < 1e6 => format!("{} {name}", (length / size * 1e6).round() / 1e6),
        _ => format!("{length:e} m"),
    }
}

/// A patch of a level grid at height `y` around the camera's target (for a flat scene: of the plane z = 0), fading out.
pub fn grid(camera: &Camera, y: f64, size: DVec2) -> Vec<GridLine> {
    let step = spacing(camera, size.y);
    let flat = camera.orthographic && camera.elevation == 0.0 && camera.azimuth == 0.0;
    let (u, v) = if flat { (DVec3::X, DVec3::Y) } else { (DVec3::X, DVec3::Z) };
    let target = camera.target;
    let radius = camera.half_height() * if flat { 1.2 * (size.x / size.y).max(1.0) } else { 2.0 };
    let snap = |along: DVec3| (target.dot(along) / step).round() * step;
    let (center_u, center_v) = (snap(u), snap(v));
    let at = |a: f64, b: f64| if flat { DVec3::new(a, b, 0.0) } else { DVec3::new(a, y, b) };
    let mut lines = Vec::new();
    let count = (radius / step).ceil().min(60.0) as i32;
    for k in -count..=count {
        let off = f64::from(k) * step;
        let half = (radius * radius - off * off).max(0.0).sqrt();
        let middle_u = [at(center_u + off, center_v - half), at(center_u + off, center_v + half)];
        let middle_v = [at(center_u - half, center_v + off), at(center_u + half, center_v + off)];
        for ends in [middle_u, middle_v] {
            fade(camera, ends, at(center_u, center_v), radius, flat, size, &mut lines);
        }
    }
    lines
}

/// Cuts a grid line into parts that fade towards the rim of the patch.
fn fade(
    camera: &Camera,
    [a, b]: [DVec3; 2],
    center: DVec3,
    radius: f64,
    flat: bool,
    size: DVec2,
    lines: &mut Vec<GridLine>,
) {
    const PARTS: usize = 14;
    let parts = if flat { 1 } else { PARTS };
    for k in 0..parts {
        let ends = [a.lerp(b, k as f64 / parts as f64), a.lerp(b, (k + 1) as f64 / parts as f64)];
        let out = ends[0].midpoint(ends[1]).distance(center) / radius;
        let strength = if flat { 0.7 } else { (1.0 - out).clamp(0.0, 1.0).sqrt() };
        let strength = (strength * f64::from(LEVELS)).round() / f64::from(LEVELS);
        let [from, to] = ends.map(|p| camera.project(p, size));
        if let (Some(from), Some(to)) = (from, to)
            && strength > 0.0
        {
            lines.push(GridLine { ends: [from, to], strength });
        }
    }
}

/// The shadow that points cast straight down on level ground: corners of a convex polygon at height `y`.
pub fn shadow(points: &[DVec3], y: f64) -> Vec<DVec3> {
    let feet = points.iter().filter(|p| p.is_finite()).map(|p| (DVec2::new(p.x, p.z), DVec3::new(p.x, y, p.z)));
    hull(feet.collect())
}

/// The convex hull of places in a plane (Andrew's monotone chain), keeping what each corner stands for.
pub(super) fn hull(mut points: Vec<(DVec2, DVec3)>) -> Vec<DVec3> {
    points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)));
    points.dedup_by(|a, b| a.0 == b.0);
    let half = |points: &mut dyn Iterator<Item = (DVec2, DVec3)>| {
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
    };
    let lower = half(&mut points.iter().copied());
    let upper = half(&mut points.iter().rev().copied());
    lower.into_iter().chain(upper).map(|p| p.1).collect()
}

/// The world's axes as the camera sees them, from a common foot, y down; the farthest first: index of the axis and its
/// end for unit length.
pub fn triad(camera: &Camera) -> [(usize, DVec2); 3] {
    let axes = camera.axes();
    let mut seen = [0, 1, 2].map(|i| (i, DVec2::new(DVec3::AXES[i].dot(axes.right), -DVec3::AXES[i].dot(axes.up))));
    seen.sort_by(|a, b| {
        let depth = |i: usize| DVec3::AXES[i].dot(axes.back);
        depth(a.0).total_cmp(&depth(b.0))
    });
    seen
}
