//! Extreme points of the first tetrahedron: each is far from the point, line or plane of those before it.

use glam::DVec3;

use super::HullView;

/// Relative difference of two distances up to which they count as equal.
const SAME: f64 = 1e-6;

/// Extreme point with its distance from the span of the previous ones.
pub(super) struct Extreme {
    /// Point of the span nearest the extreme point, world.
    pub foot: DVec3,
    /// Extreme point, world.
    pub at: DVec3,
    /// Whether no other point is farther from the span.
    pub is_farthest: bool,
}

impl Extreme {
    /// Distance from the span, meters.
    pub fn distance(&self) -> f64 {
        self.foot.distance(self.at)
    }
}

impl HullView<'_> {
    /// Extreme point number `k`; the first one for numbers without a point.
    pub(super) fn extreme(&self, k: usize) -> Extreme {
        let found: Vec<DVec3> = self.after.extremes.iter().map(|&point| self.context.at(point)).collect();
        let first = found.first().copied().unwrap_or_default();
        let Some(&at) = found.get(k).filter(|_| k > 0) else {
            return Extreme { foot: first, at: first, is_farthest: true };
        };
        let span = &found[..k];
        let own = nearest_in_span(span, at).distance(at);
        let farthest = self.context.points.iter().map(|p| nearest_in_span(span, *p).distance(*p)).fold(0.0, f64::max);
        Extreme { foot: nearest_in_span(span, at), at, is_farthest: own >= (1.0 - SAME) * farthest }
    }
}

/// Point nearest to `p` in the point, line or plane of the first points.
fn nearest_in_span(span: &[DVec3], p: DVec3) -> DVec3 {
    match *span {
        [] => p,
        [a] => a,
        [a, b] => a + (p - a).project_onto(b - a),
        [a, b, c, ..] => p - (p - a).project_onto((b - a).cross(c - a)),
    }
}
