//! The merge of the edges of two polygons by angle as a stepper, which makes the polygons' Minkowski sum: one edge per
//! step. For the difference `A − B` the polygons are A and −B.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;

/// State of the merge that makes the sum of two convex polygons. Both lie in planes of space with one normal, and their
/// vertices are counter-clockwise about it; edges are compared by two of the three coordinates.
#[derive(Clone, Debug)]
pub struct Merge<L = Arc<[u32]>, P = Arc<[[f64; 3]]>> {
    /// Vertices of the first polygon, as indices into its points.
    first: L,
    /// Vertices of the second polygon, as indices into its points.
    second: L,
    /// Points of both polygons, scaled to a size of about 1.
    points: [P; 2],
    /// Coordinates by which edges are compared: 0 is x, 1 is y, 2 is z.
    axes: [usize; 2],
    /// Accuracy of the points, which decides when two edges count as parallel.
    accuracy: PointAccuracy,
    /// Index of each polygon's lowest vertex, in its list of vertices, with which the merge starts.
    start: [usize; 2],
    /// Number of edges of each polygon that have been merged.
    pub merged: [usize; 2],
    /// Vertices of the sum: a vertex of each polygon.
    pub corners: Vec<[u32; 2]>,
    /// Edges of the sum: the edge at index `k` starts at `corners[k]`.
    pub edges: Vec<Origin>,
}

impl<L: AsRef<[u32]>, P: AsRef<[[f64; 3]]>> Merge<L, P> {
    /// Creates the state before the first edge. Both polygons are counter-clockwise in the projection onto `axes`.
    pub(crate) fn new([first, second]: [L; 2], points: [P; 2], axes: [usize; 2], accuracy: PointAccuracy) -> Self {
        let start =
            [lowest(first.as_ref(), points[0].as_ref(), axes), lowest(second.as_ref(), points[1].as_ref(), axes)];
        Self { first, second, points, axes, accuracy, start, merged: [0; 2], corners: Vec::new(), edges: Vec::new() }
    }

    /// Returns the number of edges of a polygon: 0 for a point, 2 for a segment.
    fn count(&self, polygon: usize) -> usize {
        let corners = self.side(polygon).len();
        if corners < 2 { 0 } else { corners }
    }

    /// Returns the vertices of the first (0) or the second (1) polygon, counter-clockwise, in the given order.
    pub fn side(&self, polygon: usize) -> &[u32] {
        if polygon == 0 { self.first.as_ref() } else { self.second.as_ref() }
    }

    /// Returns the vertex of a polygon that is `k` vertices after its lowest.
    fn corner(&self, polygon: usize, k: usize) -> u32 {
        let corners = self.side(polygon);
        corners[(self.start[polygon] + k) % corners.len()]
    }

    /// Returns the ends of the next edge of the first (0) or the second (1) polygon, as indices of its points; `None`
    /// when all are merged.
    pub fn next_edge(&self, polygon: usize) -> Option<[u32; 2]> {
        let has_edges_left = self.merged[polygon] < self.count(polygon);
        has_edges_left.then(|| [0, 1].map(|k| self.corner(polygon, self.merged[polygon] + k)))
    }

    /// Returns the vector along the next edge of a polygon.
    fn edge(&self, polygon: usize) -> Difference {
        let [p, q] =
            [0, 1].map(|k| self.points[polygon].as_ref()[self.corner(polygon, self.merged[polygon] + k) as usize]);
        difference(q, p)
    }

    /// Merges the last and the first edge where they are parallel to rounding. Rounding also decides which vertex is
    /// lowest, so the merge may have started between two parallel edges.
    fn merge_last_with_first(&mut self) {
        let (i, j) = match (self.edges.first(), self.edges.last()) {
            (Some(&Origin::A(i)), Some(&Origin::B(j))) | (Some(&Origin::B(j)), Some(&Origin::A(i))) => (i, j),
            _ => return,
        };
        let [edge_a, edge_b] = [(0, i), (1, j)].map(|(polygon, k)| {
            let corners = self.side(polygon);
            let [p, q] =
                [0, 1].map(|step| self.points[polygon].as_ref()[corners[(k as usize + step) % corners.len()] as usize]);
            difference(q, p)
        });
        // Positive for edges of one direction, negative for opposite ones.
        let along = self.axes.iter().map(|&axis| edge_a[axis][0] * edge_b[axis][0]).sum::<f64>();
        if self.edges.len() > 2 && along > 0.0 && self.accuracy.orientation(self.axes, &edge_a, &edge_b) == 0 {
            self.edges.remove(0);
            self.corners.remove(0);
            self.edges.pop();
            self.edges.push(Origin::Both(i, j));
        }
    }

    /// Returns the order of the next edges by angle: 1 if that of the first polygon comes first, −1 if that of the
    /// second does, 0 if they are parallel.
    pub fn order(&self) -> i8 {
        match [0, 1].map(|polygon| self.merged[polygon] < self.count(polygon)) {
            [true, true] => self.accuracy.orientation(self.axes, &self.edge(0), &self.edge(1)),
            [true, false] => 1,
            _ => -1,
        }
    }
}

impl<L: AsRef<[u32]>, P: AsRef<[[f64; 3]]>> Stepper for Merge<L, P> {
    type Outcome = Merged;

    fn step(&mut self) -> ControlFlow<Merged> {
        let vertex = [0, 1].map(|polygon| self.corner(polygon, self.merged[polygon]));
        if self.merged == [0, 1].map(|polygon| self.count(polygon)) {
            if self.corners.is_empty() {
                self.corners.push(vertex);
            }
            self.merge_last_with_first(); // @close
            return ControlFlow::Break(Merged::Closed);
        }
        let order = self.order(); // @turn
        let [i, j] =
            [0, 1].map(|polygon| ((self.start[polygon] + self.merged[polygon]) % self.side(polygon).len()) as u32);
        self.corners.push(vertex); // @corner
        self.edges.push(match order {
            1 => Origin::A(i),
            0 => Origin::Both(i, j),
            _ => Origin::B(j),
        });
        self.merged[0] += usize::from(order >= 0);
        self.merged[1] += usize::from(order <= 0);
        ControlFlow::Continue(())
    }
}

/// Returns the index in `corners` of the vertex with the least coordinate along the second axis; of several, the one
/// with the least along the first.
fn lowest(corners: &[u32], points: &[[f64; 3]], axes: [usize; 2]) -> usize {
    let keys = corners.iter().map(|corner| axes.map(|axis| points[*corner as usize][axis]));
    let lowest = keys.enumerate().min_by(|(_, [x, y]), (_, [other_x, other_y])| {
        [y, x].partial_cmp(&[other_y, other_x]).unwrap_or(std::cmp::Ordering::Equal)
    });
    lowest.map_or(0, |(index, _)| index)
}
