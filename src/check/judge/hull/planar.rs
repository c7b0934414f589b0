//! Judge of hulls in the plane, and of flat hulls in space.

use super::{Claim, Judge};

impl Judge<'_> {
    /// Checks that the vertices form a strictly convex counter-clockwise polygon that contains all points.
    pub(super) fn in_plane(&self) -> Vec<(Claim, String)> {
        match self.found.dimension {
            2 => self.polygon(2, &self.found.vertices, 1.0),
            _ => Vec::new(),
        }
    }

    /// Checks a convex polygon, seen against an axis; `turns` is 1 for counter-clockwise, −1 for clockwise.
    pub(super) fn polygon(&self, axis: usize, corners: &[u32], turns: f64) -> Vec<(Claim, String)> {
        let count = corners.len();
        let at = |k: usize| corners[k % count];
        let left = |a: u32, b: u32, c: u32| turns * self.exact.turn(axis, [a, b, c]) > 0.0;
        if let Some(k) = (0..count).find(|&k| !left(at(k), at(k + 1), at(k + 2))) {
            let message =
                format!("corner {} is none: the way there from {} to {} does not turn", at(k + 1), at(k), at(k + 2));
            return vec![(Claim::Corners, message)];
        }
        // If every vertex turns left, and all are in order as seen from the first, the polygon winds once.
        if let Some(k) = (1..count - 1).find(|&k| !left(at(0), at(k), at(k + 1))) {
            return vec![(Claim::Corners, format!("the corners run round more than once, at corner {}", at(k + 1)))];
        }
        let outside = (0..self.points.len() as u32).find_map(|p| {
            // The diagonals from the first vertex form a fan: `p` lies between two of them, or beyond the ends.
            let right = |k: usize| turns * self.exact.turn(axis, [at(0), at(k), p]) < 0.0;
            let mut low = 1;
            let mut high = count - 1;
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if right(middle) { high = middle } else { low = middle }
            }
            let sides = [[at(0), at(1)], [at(low), at(high)], [at(count - 1), at(0)]];
            let beyond = |[a, b]: &[u32; 2]| turns * self.exact.turn(axis, [*a, *b, p]) < 0.0;
            sides.into_iter().find(beyond).map(|[a, b]| (p, a, b))
        });
        outside.map_or_else(Vec::new, |(p, a, b)| {
            vec![(Claim::Containment, format!("point {p} lies outside of the side from {a} to {b}"))]
        })
    }

    /// Area, then perimeter of the polygon.
    pub(super) fn planar_sizes(&self) -> [f64; 2] {
        let corners: Vec<[f64; 3]> = self.found.vertices.iter().map(|&i| self.points[i as usize]).collect();
        let count = corners.len() as f64;
        let middle = [0, 1].map(|k| corners.iter().map(|p| p[k] / count).sum::<f64>());
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        let area = sides().map(|(p, q)| {
            let [a, b, c, d] = [p[0] - middle[0], p[1] - middle[1], q[0] - middle[0], q[1] - middle[1]];
            0.5 * (a * d - b * c)
        });
        let round = sides().map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1]));
        [if corners.len() > 2 { area.sum() } else { 0.0 }, round.sum()]
    }
}
