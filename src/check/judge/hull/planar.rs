//! Judge of hulls in the plane, and of flat hulls in space: the boundary must be a strictly convex polygon that
//! contains all points.

use super::{Claim, ExactPoints, Judge, Violation, one_violation};

/// Index of the z axis, against which hulls in the plane z = 0 are seen.
const Z_AXIS: usize = 2;

/// Sense of rotation of a counter-clockwise polygon, as [`Ring::orientation`] states it.
const COUNTER_CLOCKWISE: f64 = 1.0;

impl Judge<'_> {
    /// Checks that the vertices form a strictly convex counter-clockwise polygon that contains all points.
    pub(super) fn check_planar_hull(&self) -> Vec<Violation> {
        // A point or a segment has no polygon.
        if self.finding.dimension != 2 {
            return Vec::new();
        }
        self.check_polygon(Z_AXIS, &self.finding.vertices, COUNTER_CLOCKWISE)
    }

    /// Checks that a polygon, seen against the coordinate axis with the index `axis`, is strictly convex, winds once,
    /// and contains all points. `orientation` is its sense of rotation: 1 for counter-clockwise, −1 for clockwise.
    pub(super) fn check_polygon(&self, axis: usize, corners: &[u32], orientation: f64) -> Vec<Violation> {
        let count = corners.len();
        let ring = Ring { exact: self.exact, axis, corners, orientation };
        if let Some(k) = (0..count).find(|&k| !ring.is_oriented([k, k + 1, k + 2])) {
            let [from, corner, to] = [k, k + 1, k + 2].map(|k| ring.vertex(k));
            let message = format!(
                "point {corner} is not a vertex: between points {from} and {to}, the boundary is straight or concave"
            );
            return one_violation(Claim::Corners, message);
        }
        // If every vertex turns left, and all are in order as seen from the first, the polygon winds once.
        if let Some(k) = (1..count - 1).find(|&k| !ring.is_oriented([0, k, k + 1])) {
            return one_violation(
                Claim::Corners,
                format!(
                    "the boundary winds around the hull more than once, beginning at vertex {}",
                    ring.vertex(k + 1)
                ),
            );
        }
        let outside = (0..self.points.len() as u32).find_map(|p| {
            // The diagonals from the first vertex form a fan: `p` lies between two of them, or beyond the ends.
            let mut low = 1;
            let mut high = count - 1;
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if ring.is_outside_line([0, middle], p) { high = middle } else { low = middle }
            }
            let mut sides = [[0, 1], [low, high], [count - 1, 0]].into_iter();
            let [a, b] = sides.find(|side| ring.is_outside_line(*side, p))?.map(|k| ring.vertex(k));
            Some(format!("point {p} is outside the edge from point {a} to point {b}"))
        });
        outside.map_or_else(Vec::new, |message| one_violation(Claim::Containment, message))
    }

    /// Area (m²), then perimeter (m) of the polygon; 0 for a point.
    pub(super) fn planar_sizes(&self) -> [f64; 2] {
        let corners: Vec<[f64; 3]> = self.finding.vertices.iter().map(|&i| self.points[i as usize]).collect();
        let count = corners.len() as f64;
        let middle = [0, 1].map(|k| corners.iter().map(|p| p[k] / count).sum::<f64>());
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let area = sides.clone().map(|(p, q)| {
            let [a, b, c, d] = [p[0] - middle[0], p[1] - middle[1], q[0] - middle[0], q[1] - middle[1]];
            0.5 * (a * d - b * c)
        });
        let lengths = sides.map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1]));
        [if corners.len() > 2 { area.sum() } else { 0.0 }, lengths.sum()]
    }
}

/// A polygon, seen against a coordinate axis.
pub(super) struct Ring<'a> {
    pub exact: &'a ExactPoints,
    /// Index of the coordinate axis.
    pub axis: usize,
    /// Indices of the vertices' points.
    pub corners: &'a [u32],
    /// Sense of rotation: 1 for counter-clockwise, −1 for clockwise.
    pub orientation: f64,
}

impl Ring<'_> {
    /// Index of the point of vertex `k`, cyclically.
    pub fn vertex(&self, k: usize) -> u32 {
        self.corners[k % self.corners.len()]
    }

    /// Whether three vertices have the polygon's orientation, strictly.
    pub fn is_oriented(&self, vertices: [usize; 3]) -> bool {
        self.orientation * self.exact.orientation(self.axis, vertices.map(|k| self.vertex(k))) > 0.0
    }

    /// Whether the point `p` is strictly on the outer side of the line from vertex `a` to vertex `b`.
    fn is_outside_line(&self, [a, b]: [usize; 2], p: u32) -> bool {
        self.orientation * self.exact.orientation(self.axis, [self.vertex(a), self.vertex(b), p]) < 0.0
    }
}
