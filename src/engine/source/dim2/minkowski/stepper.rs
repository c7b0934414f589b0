//! The merge of the edges of two convex polygons by angle as a stepper: one edge per step. The result is the Minkowski
//! sum of the polygons. For the difference `A − B` the polygons are A and −B.

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
    /// The two coordinates by which edges are compared: 0 is x, 1 is y, 2 is z.
    axes: [usize; 2],
    /// Accuracy of the points, which decides when two edges count as parallel.
    accuracy: PointAccuracy,
    /// Index of each polygon's lowest vertex, in its list of vertices, with which the merge starts.
    start: [usize; 2],
    /// Number of edges of each polygon that have been merged.
    pub merged: [usize; 2],
    /// Vertices of the sum, each as the index of a point of the first and of a point of the second polygon.
    pub corners: Vec<[u32; 2]>,
    /// Edges of the sum: the edge at index `k` starts at `corners[k]`.
    pub edges: Vec<EdgeOrigin>,
}

impl<L: AsRef<[u32]>, P: AsRef<[[f64; 3]]>> Merge<L, P> {
    /// Creates the state before the first edge. Both polygons are counter-clockwise in the projection onto `axes`.
    pub(crate) fn new([first, second]: [L; 2], points: [P; 2], axes: [usize; 2], accuracy: PointAccuracy) -> Self {
        let start_of_first = lowest(first.as_ref(), points[0].as_ref(), axes);
        let start_of_second = lowest(second.as_ref(), points[1].as_ref(), axes);
        Self {
            first,
            second,
            points,
            axes,
            accuracy,
            start: [start_of_first, start_of_second],
            merged: [0; 2],
            corners: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Returns the number of edges of a polygon: 0 for a point, 2 for a segment.
    fn edge_count(&self, polygon: usize) -> usize {
        let corners = self.vertices_of(polygon).len();
        if corners < 2 { 0 } else { corners }
    }

    /// Returns the vertices of the first (0) or the second (1) polygon, counter-clockwise, as indices of its points.
    pub fn vertices_of(&self, polygon: usize) -> &[u32] {
        if polygon == 0 { self.first.as_ref() } else { self.second.as_ref() }
    }

    /// Returns the vertex of a polygon that is `k` vertices after its lowest.
    fn corner(&self, polygon: usize, k: usize) -> u32 {
        let corners = self.vertices_of(polygon);
        corners[(self.start[polygon] + k) % corners.len()]
    }

    /// Returns the ends of the next edge of the first (0) or the second (1) polygon, as indices of its points; `None`
    /// when all are merged.
    pub fn next_edge(&self, polygon: usize) -> Option<[u32; 2]> {
        let has_edges_left = self.merged[polygon] < self.edge_count(polygon);
        has_edges_left.then(|| self.ends_of_next_edge(polygon))
    }

    /// Returns the ends of the edge of a polygon that follows its merged edges, as indices of its points. After the
    /// last edge, the first one follows.
    fn ends_of_next_edge(&self, polygon: usize) -> [u32; 2] {
        let merged = self.merged[polygon];
        [self.corner(polygon, merged), self.corner(polygon, merged + 1)]
    }

    /// Returns the vector from one point of a polygon to another.
    fn vector(&self, polygon: usize, [from, to]: [u32; 2]) -> Difference {
        let points = self.points[polygon].as_ref();
        difference(points[to as usize], points[from as usize])
    }

    /// Returns the vector along the edge of a polygon that starts at the vertex with the index `start`.
    fn edge_vector(&self, polygon: usize, start: u32) -> Difference {
        let corners = self.vertices_of(polygon);
        let from = start as usize % corners.len();
        let to = (start as usize + 1) % corners.len();
        self.vector(polygon, [corners[from], corners[to]])
    }

    /// Merges the last and the first edge where they are parallel to rounding. Rounding also decides which vertex is
    /// lowest, so the merge may have started between two parallel edges.
    fn merge_last_with_first(&mut self) {
        let (i, j) = match [self.edges.first(), self.edges.last()] {
            [Some(&EdgeOrigin::A(i)), Some(&EdgeOrigin::B(j))] | [Some(&EdgeOrigin::B(j)), Some(&EdgeOrigin::A(i))] => {
                (i, j)
            }
            _ => return,
        };
        let edge_a = self.edge_vector(0, i);
        let edge_b = self.edge_vector(1, j);
        // Positive for edges of one direction, negative for opposite ones.
        let along = self.axes.iter().map(|&axis| edge_a[axis][0] * edge_b[axis][0]).sum::<f64>();
        if self.edges.len() > 2 && along > 0.0 && self.accuracy.orientation(self.axes, &edge_a, &edge_b) == 0 {
            self.edges.remove(0);
            self.corners.remove(0);
            self.edges.pop();
            self.edges.push(EdgeOrigin::Both(i, j));
        }
    }

    /// Returns the order of the next edges by angle: 1 if the edge of the first polygon comes first, −1 if that of the
    /// second does, 0 if they are parallel. If one polygon has no edge left, the edge of the other comes first.
    pub fn order(&self) -> i8 {
        match [0, 1].map(|polygon| self.merged[polygon] < self.edge_count(polygon)) {
            [true, true] => {
                let [edge_a, edge_b] = [0, 1].map(|polygon| self.vector(polygon, self.ends_of_next_edge(polygon)));
                self.accuracy.orientation(self.axes, &edge_a, &edge_b)
            }
            [true, false] => 1,
            [false, true | false] => -1,
        }
    }
}

impl<L: AsRef<[u32]>, P: AsRef<[[f64; 3]]>> Stepper for Merge<L, P> {
    type Outcome = MergeOutcome;

    fn step(&mut self) -> ControlFlow<MergeOutcome> {
        let vertex = [0, 1].map(|polygon| self.corner(polygon, self.merged[polygon]));
        if self.merged == [0, 1].map(|polygon| self.edge_count(polygon)) {
            if self.corners.is_empty() {
                self.corners.push(vertex);
            }
            self.merge_last_with_first(); // @close
            return ControlFlow::Break(MergeOutcome::Closed);
        }
        let order = self.order(); // @turn
        let [i, j] = [0, 1].map(|polygon| {
            let start_vertex = (self.start[polygon] + self.merged[polygon]) % self.vertices_of(polygon).len();
            start_vertex as u32
        });
        self.corners.push(vertex); // @corner
        self.edges.push(match order {
            1 => EdgeOrigin::A(i),
            0 => EdgeOrigin::Both(i, j),
            _ => EdgeOrigin::B(j),
        });
        self.merged[0] += usize::from(order >= 0);
        self.merged[1] += usize::from(order <= 0);
        ControlFlow::Continue(())
    }
}

/// Returns the index in `corners` of the vertex with the least coordinate along the second axis; of several, the one
/// with the least along the first.
fn lowest(corners: &[u32], points: &[[f64; 3]], [x_axis, y_axis]: [usize; 2]) -> usize {
    let mut lowest = 0;
    for (index, corner) in corners.iter().enumerate() {
        let point = points[*corner as usize];
        let lowest_point = points[corners[lowest] as usize];
        if [point[y_axis], point[x_axis]] < [lowest_point[y_axis], lowest_point[x_axis]] {
            lowest = index;
        }
    }
    lowest
}
