//! Incident faces that are much larger than the reference face of a tile: such a face is broken off near the tile's
//! frame along a zigzag, as in technical drawings.

use glam::DVec3;

use super::tile_frames::above;

/// Height and approximate length of the zigzag's teeth, as fractions of the reference's size.
const TOOTH: f64 = 0.03;

/// Distance from the rectangle's sides, as a fraction of its diagonal, up to which a point is on one of them.
const SAME_LINE: f64 = 1e-9;

/// Polygon in the plane of the tiles, clipped to a rectangle.
pub(super) struct Broken {
    /// Vertices of the clipped polygon.
    pub(super) points: Vec<DVec3>,
    /// Lower and upper vertex of the rectangle.
    window: [DVec3; 2],
}

impl Broken {
    /// Clips a convex polygon; `None` if the rectangle contains it.
    pub(super) fn of(points: &[DVec3], window: [DVec3; 2]) -> Option<Self> {
        if points.len() < 3 || points.iter().all(|p| is_within(*p, window)) {
            return None;
        }
        let [low, high] = window;
        let sides: [(DVec3, DVec3); 4] = [(DVec3::X, low), (DVec3::Y, low), (-DVec3::X, high), (-DVec3::Y, high)];
        Some(Self {
            points: sides
                .into_iter()
                .fold(points.to_vec(), |kept: Vec<DVec3>, (n, p): (DVec3, DVec3)| above(&kept, |q| n.dot(q - p))),
            window,
        })
    }

    /// Whether the edge between two vertices was made by clipping.
    fn is_cut(&self, from: DVec3, to: DVec3) -> bool {
        let rounding = SAME_LINE * self.window[0].distance(self.window[1]);
        self.window.iter().any(|end| {
            (0..2).any(|axis| (from[axis] - end[axis]).abs() < rounding && (to[axis] - end[axis]).abs() < rounding)
        })
    }

    /// Edges of the clipped polygon, in order.
    fn edges(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        self.points.iter().copied().zip(self.points.iter().copied().cycle().skip(1)).map(|(from, to)| [from, to])
    }

    /// Edges of the original polygon.
    pub(super) fn whole_edges(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        self.edges().filter(|[from, to]| !self.is_cut(*from, *to))
    }

    /// Middle of the longest edge that was made by clipping; `None` if clipping made no edge.
    pub(super) fn longest_cut(&self) -> Option<DVec3> {
        let cut = self.edges().filter(|[from, to]| self.is_cut(*from, *to));
        cut.max_by(|a, b| a[0].distance(a[1]).total_cmp(&b[0].distance(b[1]))).map(|[from, to]| from.midpoint(to))
    }

    /// Outline with teeth on the edges made by clipping; `size` is that of the reference, meters.
    pub(super) fn outline(&self, size: f64) -> Vec<DVec3> {
        let mut outline = Vec::new();
        for [from, to] in self.edges() {
            outline.push(from);
            if self.is_cut(from, to) {
                let along = to - from;
                let length = from.distance(to);
                let out = DVec3::new(along.y, -along.x, 0.0).normalize_or_zero() * (0.5 * TOOTH * size);
                let teeth = (length / (2.0 * TOOTH * size)).round().max(1.0);
                for k in 0..2 * teeth as usize {
                    let side = if k % 2 == 0 { out } else { -out };
                    outline.push(from + along * ((k as f64 + 0.5) / (2.0 * teeth)) + side);
                }
            }
        }
        outline
    }
}

/// Whether a rectangle contains a point.
pub(super) fn is_within(p: DVec3, [low, high]: [DVec3; 2]) -> bool {
    (0..2).all(|axis| low[axis] <= p[axis] && p[axis] <= high[axis])
}
