//! Faces that are broken off at the frame of a tile along a zigzag, as in technical drawings: the incident face of a
//! contact, where it is much larger than the reference face that the tile shows.

use glam::DVec3;

/// Height and approximate length of the zigzag's teeth, as fractions of the reference's size.
const TOOTH: f64 = 0.03;

/// Distance from the rectangle's sides, as a fraction of its diagonal, up to which a point is on one of them: above
/// rounding error.
const SAME_LINE: f64 = 1e-9;

/// Polygon in the plane of the tiles, clipped to a rectangle.
pub(super) struct BrokenFace {
    /// Vertices of the clipped polygon, in order.
    pub(super) points: Vec<DVec3>,
    /// Lower and upper vertex of the rectangle.
    window: [DVec3; 2],
}

impl BrokenFace {
    /// Clips a convex polygon to the rectangle with the lower and upper vertex `window`; `None` if the rectangle
    /// contains the polygon, and for fewer than three vertices.
    pub(super) fn clipped(points: &[DVec3], window: [DVec3; 2]) -> Option<Self> {
        if points.len() < 3 || points.iter().all(|p| is_within(*p, window)) {
            return None;
        }
        let [low, high] = window;
        // Inward normal of each side of the rectangle, with a point on the side.
        let sides = [(DVec3::X, low), (DVec3::Y, low), (-DVec3::X, high), (-DVec3::Y, high)];
        let mut kept = points.to_vec();
        for (inward, on_side) in sides {
            kept = clip_below_zero(&kept, |p| inward.dot(p - on_side));
        }
        Some(Self { points: kept, window })
    }

    /// Whether the edge between two vertices was made by clipping: it is on a side of the rectangle.
    fn is_cut(&self, from: DVec3, to: DVec3) -> bool {
        let rounding = SAME_LINE * self.window[0].distance(self.window[1]);
        for vertex in self.window {
            for axis in 0..2 {
                let side = vertex[axis];
                if (from[axis] - side).abs() < rounding && (to[axis] - side).abs() < rounding {
                    return true;
                }
            }
        }
        false
    }

    /// Edges of the clipped polygon, in order.
    fn edges(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(from, to)| [*from, *to])
    }

    /// Edges that are parts of the original polygon's edges, without those made by clipping.
    pub(super) fn whole_edges(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        self.edges().filter(|[from, to]| !self.is_cut(*from, *to))
    }

    /// Middle of the longest edge that was made by clipping; `None` if clipping made no edge.
    pub(super) fn longest_cut(&self) -> Option<DVec3> {
        let cut_edges = self.edges().filter(|[from, to]| self.is_cut(*from, *to));
        let longest = cut_edges.max_by(|a, b| a[0].distance(a[1]).total_cmp(&b[0].distance(b[1])));
        longest.map(|[from, to]| from.midpoint(to))
    }

    /// Outline with teeth on the edges made by clipping; `size` is the larger side of the reference, meters.
    pub(super) fn outline(&self, size: f64) -> Vec<DVec3> {
        let mut outline = Vec::new();
        for [from, to] in self.edges() {
            outline.push(from);
            if self.is_cut(from, to) {
                let along = to - from;
                let length = from.distance(to);
                let out = DVec3::new(along.y, -along.x, 0.0).normalize_or_zero() * (0.5 * TOOTH * size);
                // One wave has a tooth outward and a tooth inward; the shortest edge has one wave.
                let waves = (length / (2.0 * TOOTH * size)).round().max(1.0);
                for k in 0..2 * waves as usize {
                    let offset = if k % 2 == 0 { out } else { -out };
                    outline.push(from + along * ((k as f64 + 0.5) / (2.0 * waves)) + offset);
                }
            }
        }
        outline
    }
}

/// Whether the rectangle with the lower vertex `low` and the upper vertex `high` contains a point.
pub(super) fn is_within(p: DVec3, [low, high]: [DVec3; 2]) -> bool {
    (0..2).all(|axis| low[axis] <= p[axis] && p[axis] <= high[axis])
}

/// Part of a convex polygon where `height`, a linear function, is not negative.
pub(super) fn clip_below_zero(points: &[DVec3], height: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let start = height(*a);
        let end = height(*b);
        if start >= 0.0 {
            kept.push(*a);
        }
        if (start < 0.0) != (end < 0.0) {
            kept.push(a.lerp(*b, start / (start - end)));
        }
    }
    kept
}
