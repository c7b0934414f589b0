//! The construction of a Minkowski difference as a stepper: the overlay of the Gauss maps of A and of −B. Each step
//! adds one face of a body, starts the arc of one edge of A, or adds one crossing of that arc with the arc of an edge
//! of −B.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec3;

use super::body::{Body, Edge, normal_of};
use super::grid::Grid;
use super::placement::{coordinate_bound, placed_body, to_f64, to_world};
use super::*;

/// Error of a rotated vertex relative to its coordinates: of the rotation matrix, of its product with the vertex, and
/// of the sum with the position.
const ROTATION_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Action of the next step.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Adds a face of A or of −B.
    Face {
        /// The body of the face: 0 for A, 1 for −B.
        body: u8,
        /// Index of the face.
        face: usize,
    },
    /// Starts the arc of an edge of A.
    Arc {
        /// Index of the edge.
        edge: usize,
    },
    /// Adds the next crossing of that arc.
    Crossing {
        /// Index of A's edge.
        edge: usize,
        /// Index of the edge of −B from which on candidates are tested.
        from: usize,
    },
}

/// State of the construction of a difference.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// A, and B reflected in the origin.
    bodies: Arc<[Body; 2]>,
    /// Selection of the arcs that may cross.
    grid: Arc<Grid>,
    /// The edges of −B whose arcs may cross the current arc, as ascending indices.
    candidates: Vec<u32>,
    /// Rule for the signs of determinants: exact, or zero within the error of the rotation.
    accuracy: PointAccuracy,
    /// Action of the next step.
    phase: Phase,
    /// Start vertices of the next search for a farthest feature of −B (0) and of A (1): a vertex of the last result.
    last: [u32; 2],
    /// For each face of −B whether it is merged with a face of A.
    shared: Vec<bool>,
    /// Index in `pairs` of each pair.
    index_of: HashMap<[u32; 2], u32>,
    /// Vertices of the difference, each as the indices of a vertex of A and of one of −B.
    pairs: Vec<[u32; 2]>,
    /// Faces of the difference, the newest last; their vertices are indices for [`Overlay::pair`].
    pub faces: Vec<Facet>,
    /// Action of the last step.
    pub now: Now,
}

/// The Minkowski difference `A − B` of the convex hulls of two lists of points, placed by the poses.
///
/// # Errors
/// A body has no hull, or there are too many pairs of edges.
pub fn difference(a: &[Vec3], pose_a: &Pose, b: &[Vec3], pose_b: &Pose) -> Result<Difference, MinkowskiError> {
    let mut overlay = Overlay::new(a, pose_a, b, pose_b)?;
    overlay.run();
    Ok(overlay.difference([a, b], [pose_a, pose_b]))
}

impl Overlay {
    /// State before the first face.
    ///
    /// # Errors
    /// A body has no hull, or there are too many pairs of edges.
    pub fn new(a: &[Vec3], pose_a: &Pose, b: &[Vec3], pose_b: &Pose) -> Result<Self, MinkowskiError> {
        // Bodies of equal orientation stay in their own frames, where no vertex is rounded.
        let same_rotation = pose_a.rotation == pose_b.rotation || pose_a.rotation == -pose_b.rotation;
        let size = coordinate_bound(a, pose_a).max(coordinate_bound(b, pose_b));
        // A power of two, so that no product of three lengths overflows or underflows.
        let factor = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
        let placed_a = placed_body(0, a, pose_a, factor, same_rotation)?;
        let placed_b = placed_body(1, b, pose_b, factor, same_rotation)?;
        let bodies = [placed_a, placed_b];
        if bodies[0].edges.len() as u64 * bodies[1].edges.len() as u64 > MAX_EDGE_PAIRS {
            return Err(MinkowskiError::TooManyPairs);
        }
        let rotation_error = ROTATION_ROUNDING * size * factor;
        let accuracy = if same_rotation { PointAccuracy::Exact } else { PointAccuracy::Within(rotation_error) };
        Ok(Self {
            grid: Arc::new(Grid::new(&bodies)),
            candidates: Vec::new(),
            accuracy,
            phase: Phase::Face { body: 0, face: 0 },
            last: [0; 2],
            shared: vec![false; bodies[1].faces.len()],
            index_of: HashMap::new(),
            pairs: Vec::new(),
            faces: Vec::new(),
            now: Now::Nothing,
            bodies: Arc::new(bodies),
        })
    }

    /// The faces of A (0) or of −B (1), counter-clockwise seen from outside, as indices of the points.
    pub fn faces_of(&self, body: usize) -> impl Iterator<Item = Vec<u32>> {
        self.bodies[body].faces.iter().map(move |face| self.sources(body, face))
    }

    /// The edges of A (0) or of −B (1): their ends as indices of the points, and the indices of their faces, which are
    /// invalid for a segment.
    pub fn edges_of(&self, body: usize) -> impl ExactSizeIterator<Item = ([u32; 2], [u32; 2])> {
        self.bodies[body].edges.iter().map(move |edge| (self.sources_of(body, edge), edge.faces))
    }

    /// The ends of an edge as indices of the points.
    fn sources_of(&self, body: usize, edge: &Edge) -> [u32; 2] {
        edge.ends.map(|end| self.bodies[body].sources[end as usize])
    }

    /// Vertex `corner` of the difference: the indices of a point of A and a point of B.
    pub fn pair(&self, corner: u32) -> [u32; 2] {
        let [i, j] = self.pairs[corner as usize];
        [self.bodies[0].sources[i as usize], self.bodies[1].sources[j as usize]]
    }

    /// Number of vertices made so far.
    pub fn corner_count(&self) -> usize {
        self.pairs.len()
    }

    /// Dimension of the difference, after the last step.
    fn dimension(&self) -> Dimension {
        match (self.faces.len(), self.pairs.len()) {
            (3.., _) => Dimension::Solid,
            (1.., _) => Dimension::Polygon,
            (_, 2..) => Dimension::Segment,
            _ => Dimension::Point,
        }
    }

    /// Adds face `number` of A (`owner` 0) or of −B (1), extended by the farthest feature of the other body. Returns
    /// false where the face is already merged with one of A.
    fn add_face(&mut self, owner: usize, number: usize) -> bool {
        if owner == 1 && self.shared[number] {
            return false;
        }
        let bodies = Arc::clone(&self.bodies);
        let body = &bodies[owner];
        let other = &bodies[1 - owner];
        let face = &body.faces[number];
        let [u, v] = body.spanning_vectors(face);
        let feature = other.farthest([&u, &v], self.accuracy, self.last[owner]); // @farthest
        self.last[owner] = feature[0];
        let summand = match other.face_of(&feature, normal_of(&u, &v)) {
            Some(same) if owner == 0 => {
                self.shared[same] = true;
                other.faces[same].clone()
            }
            _ if feature.len() > 2 => vec![feature[0]],
            _ => feature,
        };
        let lists = if owner == 0 { [face.clone(), summand] } else { [summand, face.clone()] };
        self.add_planar_sum(&lists, owner, &[u, v]);
        true
    }

    /// Adds the next crossing of A's arc `e` with the arc of an edge of −B, from edge `from` on; returns the edge.
    fn add_next_crossing(&mut self, e: usize, from: usize) -> Option<usize> {
        let bodies = Arc::clone(&self.bodies);
        let [a, b] = &*bodies;
        let edge = &a.edges[e];
        let along = a.vector(a.edges[e].ends[0], a.edges[e].ends[1]);
        let first = self.candidates.partition_point(|&j| (j as usize) < from);
        for k in first..self.candidates.len() {
            let j = self.candidates[k] as usize;
            let f = &b.edges[j];
            let across = b.vector(f.ends[0], f.ends[1]);
            // On flat bodies an edge may be farthest along both signs of the normal.
            let mut crosses = false;
            for sign in [1, -1] {
                if self.are_farthest([a, b], [edge, f], [&along, &across], sign) {
                    self.add_parallelogram([edge, f], sign); // @parallelogram
                    crosses = true;
                }
            }
            if crosses {
                return Some(j);
            }
        }
        None
    }

    /// The difference of these points with these poses, after the last step.
    pub fn difference(&self, points: [&[Vec3]; 2], poses: [&Pose; 2]) -> Difference {
        let a_to_world = to_world(poses[0]);
        let b_to_world = to_world(poses[1]);
        self.build_difference(|[i, j]| {
            let p = a_to_world(to_f64(points[0][i as usize]));
            let q = b_to_world(to_f64(points[1][j as usize]));
            [0, 1, 2].map(|k| p[k] - q[k])
        })
    }

    /// Tests every pair of edges instead of the grid's candidates.
    #[cfg(test)]
    pub(super) fn without_cells(mut self) -> Self {
        self.grid = Arc::new(self.grid.without_cells());
        self
    }

    /// Whether climbing and a search of all vertices find the same farthest feature along the normal of every face.
    #[cfg(test)]
    pub(super) fn climbing_is_exact(&self) -> bool {
        [0, 1].into_iter().all(|own| {
            let body = &self.bodies[own];
            let other = &self.bodies[1 - own];
            body.faces.iter().enumerate().all(|(k, face)| {
                let [u, v] = body.spanning_vectors(face);
                let from = (k * 7 % other.points.len()) as u32;
                other.farthest([&u, &v], self.accuracy, from) == other.farthest_of_all([&u, &v], self.accuracy)
            })
        })
    }

    /// Index of the vertex of this pair, which is added if it is new.
    fn vertex_of(&mut self, pair: [u32; 2]) -> u32 {
        let next = self.pairs.len() as u32;
        let index = *self.index_of.entry(pair).or_insert(next);
        if index == next {
            self.pairs.push(pair);
        }
        index
    }

    /// Vertices of a body as indices of the points.
    fn sources(&self, body: usize, corners: &[u32]) -> Vec<u32> {
        corners.iter().map(|&corner| self.bodies[body].sources[corner as usize]).collect()
    }

    /// Adds the sum of two features, the vertices of A and of −B in `lists`, in parallel planes with the normal
    /// `u × v`. `owner` is the body whose face is extended.
    fn add_planar_sum(&mut self, lists: &[Vec<u32>; 2], owner: usize, [u, v]: &[Vector; 2]) {
        let normal = normal_of(u, v);
        let dropped_axis = (0..3).max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
        let next = (dropped_axis + 1) % 3;
        let last = (dropped_axis + 2) % 3;
        // The projection keeps the sense of rotation of the vertices.
        let axes = if normal[dropped_axis] > 0.0 { [next, last] } else { [last, next] };
        let points = [&self.bodies[0].points[..], &self.bodies[1].points[..]];
        let mut merge = Merge::new([&lists[0][..], &lists[1][..]], points, axes, self.accuracy);
        merge.run();
        let corners = merge.corners.iter().map(|&pair| self.vertex_of(pair)).collect();
        let of_a = self.sources(0, &lists[0]);
        let of_b = self.sources(1, &lists[1]);
        let origin = match owner {
            0 if of_b.len() > 2 => FacetOrigin::FaceFace([of_a, of_b]),
            0 => FacetOrigin::FaceA(of_a),
            _ => FacetOrigin::FaceB(of_b),
        };
        self.faces.push(Facet { origin, vertices: corners }); // @face
    }

    /// Whether both edges, with the vectors `e` and `f`, are the only farthest features of their bodies along
    /// `sign · e × f`.
    fn are_farthest(&self, bodies: [&Body; 2], edges: [&Edge; 2], [e, f]: [&Vector; 2], sign: i8) -> bool {
        let are_highest = bodies.into_iter().zip(edges).all(|(body, edge)| {
            edge.third.iter().flatten().all(|&corner| {
                let height = self.accuracy.volume(&body.vector(edge.ends[0], corner), e, f);
                sign * height < 0
            })
        });
        are_highest && self.span_a_plane(e, f)
    }

    /// Whether two vectors are not parallel.
    fn span_a_plane(&self, e: &Vector, f: &Vector) -> bool {
        [[0, 1], [1, 2], [2, 0]].into_iter().any(|axes| self.accuracy.orientation(axes, e, f) != 0)
    }

    /// Adds the face of two edges, with the normal `sign · e × f` of their vectors.
    fn add_parallelogram(&mut self, [e, f]: [&Edge; 2], sign: i8) {
        let [p, q] = e.ends;
        let [r, s] = f.ends;
        let mut pairs = [[p, r], [q, r], [q, s], [p, s]];
        if sign < 0 {
            pairs.reverse();
        }
        let corners = pairs.into_iter().map(|pair| self.vertex_of(pair)).collect();
        let origin = FacetOrigin::EdgeEdge([self.sources_of(0, e), self.sources_of(1, f)]);
        self.faces.push(Facet { origin, vertices: corners });
    }

    /// Adds the two ends of a difference without faces: of points and segments that are parallel.
    fn add_ends(&mut self) {
        let along = self.bodies.iter().find(|body| body.points.len() > 1).map(|body| body.vector(0, 1));
        let Some(along) = along else {
            self.vertex_of([0, 0]);
            return;
        };
        let widest = (0..3).max_by(|&i, &j| along[i][0].abs().total_cmp(&along[j][0].abs())).unwrap_or(0);
        for sign in [-1.0, 1.0] {
            let pair = [0, 1].map(|body| {
                let heights = self.bodies[body].points.iter().map(|p| sign * p[widest]);
                heights.zip(0..).max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, corner)| corner)
            });
            self.vertex_of(pair);
        }
    }

    /// The difference, with the vertices at the positions that `place` returns for their points of A and B.
    fn build_difference(&self, place: impl Fn([u32; 2]) -> [f64; 3]) -> Difference {
        let pairs: Vec<[u32; 2]> = (0..self.pairs.len() as u32).map(|corner| self.pair(corner)).collect();
        let points: Vec<[f64; 3]> = pairs.iter().map(|&pair| place(pair)).collect();
        let origin = DVec3::from_array(points.first().copied().unwrap_or_default());
        let from_origin: Vec<DVec3> = points.iter().map(|p| DVec3::from_array(*p) - origin).collect();
        // Six times the volume of the cone from the origin over each face.
        let cones = self.faces.iter().map(|face| {
            let first = from_origin[face.vertices[0] as usize];
            let edges = face.vertices[1..].windows(2);
            let tetrahedra =
                edges.map(|ends| first.dot(from_origin[ends[0] as usize].cross(from_origin[ends[1] as usize])));
            tetrahedra.sum::<f64>()
        });
        let volume = if self.faces.len() > 2 { cones.sum::<f64>() / 6.0 } else { 0.0 };
        Difference { pairs, points, faces: self.faces.clone(), volume }
    }
}

impl Stepper for Overlay {
    type Outcome = Dimension;

    fn step(&mut self) -> ControlFlow<Dimension> {
        loop {
            self.phase = match self.phase {
                Phase::Face { body, face } if face < self.bodies[body as usize].faces.len() => {
                    self.phase = Phase::Face { body, face: face + 1 };
                    if self.add_face(body as usize, face) {
                        self.now = Now::Face { body, face: face as u32 };
                        return ControlFlow::Continue(());
                    }
                    continue;
                }
                Phase::Face { body: 0, .. } => Phase::Face { body: 1, face: 0 },
                Phase::Face { .. } => Phase::Arc { edge: 0 },
                Phase::Arc { edge } if edge < self.bodies[0].edges.len() => {
                    self.candidates = self.grid.candidates(edge);
                    self.phase = Phase::Crossing { edge, from: 0 };
                    self.now = Now::Arc(edge as u32); // @arc
                    return ControlFlow::Continue(());
                }
                Phase::Crossing { edge, from } => match self.add_next_crossing(edge, from) {
                    Some(j) => {
                        self.phase = Phase::Crossing { edge, from: j + 1 };
                        self.now = Now::Crossing([edge as u32, j as u32]); // @crossing
                        return ControlFlow::Continue(());
                    }
                    None => Phase::Arc { edge: edge + 1 },
                },
                Phase::Arc { .. } => {
                    if self.pairs.is_empty() {
                        self.add_ends();
                    }
                    self.now = Now::Nothing;
                    return ControlFlow::Break(self.dimension()); // @done
                }
            };
        }
    }

    fn heap_bytes(&self) -> usize {
        // Approximately: a face with its list of vertices and that of its origin; a pair with its entry in the map.
        let faces = self.faces.iter().map(|face| 64 + 8 * face.vertices.len());
        48 * self.pairs.len() + self.shared.len() + 4 * self.candidates.len() + faces.sum::<usize>()
    }
}
