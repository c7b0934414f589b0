//! Points of segments nearest to a point, and distances from segments, in space (meters) and in a pane (points).

use glam::{DVec2, DVec3};

/// Position on the segment from `a` (0) to `b` (1) that is nearest to a point; 0 for equal ends.
fn nearest_share(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let square = along.length_squared();
    if square > 0.0 { ((p - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// Point of a segment nearest to a point.
pub fn nearest_point(p: DVec3, [a, b]: [DVec3; 2]) -> DVec3 {
    a + (b - a) * nearest_share(p, [a, b])
}

/// Distance of a point from a segment in space.
pub fn distance_to_segment(p: DVec3, ends: [DVec3; 2]) -> f64 {
    nearest_point(p, ends).distance(p)
}

/// Position on a segment of a pane, from its first end (0) to its second (1), that is nearest to a point; 0 for equal
/// ends.
pub fn nearest_share_in_pane(p: DVec2, ends: [DVec2; 2]) -> f64 {
    nearest_share(p.extend(0.0), ends.map(|end| end.extend(0.0)))
}

/// Distance of a point from a segment in a pane, points.
pub fn distance_in_pane(p: DVec2, ends: [DVec2; 2]) -> f64 {
    distance_to_segment(p.extend(0.0), ends.map(|end| end.extend(0.0)))
}
