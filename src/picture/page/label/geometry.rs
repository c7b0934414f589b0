//! Lengths, distances and crossings of segments in a pane, points.

use glam::DVec2;

/// Total length of segments inside a box (top left and bottom right), points.
pub fn length_of_lines_in(lines: &[[DVec2; 2]], [min, max]: [DVec2; 2]) -> f64 {
    lines.iter().map(|&[a, b]| length_within(a, b, min, max)).sum()
}

/// Whether two segments cross. Segments that only touch, or that are collinear, do not.
pub(super) fn segments_cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    line_separates([a, b], c, d) && line_separates([c, d], a, b)
}

/// Whether `c` and `d` are strictly on different sides of the line through `a` and `b`.
fn line_separates([a, b]: [DVec2; 2], c: DVec2, d: DVec2) -> bool {
    (b - a).perp_dot(c - a) * (b - a).perp_dot(d - a) < 0.0
}

/// Length of the part of a segment inside a box (Liang and Barsky), points.
pub(super) fn length_within(a: DVec2, b: DVec2, min: DVec2, max: DVec2) -> f64 {
    let d = b - a;
    let mut from = 0.0f64;
    let mut to = 1.0f64;
    for (p, q) in [(-d.x, a.x - min.x), (d.x, max.x - a.x), (-d.y, a.y - min.y), (d.y, max.y - a.y)] {
        if p == 0.0 {
            if q < 0.0 {
                return 0.0;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    if to > from { (to - from) * d.length() } else { 0.0 }
}
