//! The construction of a Minkowski difference as a stepper: the overlay of the Gauss maps of A and of −B. Each step
//! adds a face of a body, starts the arc of an edge of A, or adds a crossing of that arc with the arc of an edge of −B.
//! A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec3;

use super::body::{Body, Edge, normal_of};
use super::grid::Grid;
use super::placement::{coordinate_bound, placed_body, to_f64, to_world};
use super::*;

/// Bound of the rounding error of a vertex in the world frame, relative to its coordinates: that of the rotation
/// matrix, of its product with the vertex, and of the sum with the position.
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
    /// Adds the next crossing of the arc of an edge of A.
    Crossing {
        /// Index of the edge.
        edge: usize,
        /// Least index of the edges of −B that are not yet tested.
        from: usize,
    },
}

/// State of the construction of a difference.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// A, and B reflected in the origin.
    bodies: Arc<[Body; 2]>,
    /// Grid that selects the arcs that may cross.
    grid: Arc<Grid>,
    /// The edges of −B whose arcs may cross the current arc, as ascending indices.
    candidates: Vec<u32>,
    /// Rule for the signs of determinants: exact, or zero within the error of the rotation.
    accuracy: PointAccuracy,
    /// Action of the next step.
    phase: Phase,
    /// Vertices from which the next searches for a farthest feature start: of −B for a face of A, and of A for a face
    /// of −B.
    near: [u32; 2],
    /// For each face of −B whether it is merged with a face of A.
    merged: Vec<bool>,
    /// Index in `pairs` of each pair.
    index_of: HashMap<[u32; 2], u32>,
    /// Vertices of the difference, in the order in which they were added: each a vertex of A and a vertex of −B, by
    /// index.
    pairs: Vec<[u32; 2]>,
    /// Faces of the difference, in the order in which they were added; their vertices are indices for
    /// [`Overlay::pair`].
    pub faces: Vec<Facet>,
    /// Action of the last step.
    pub last_action: OverlayAction,
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
        // A power of two that scales the size to about 1, so that no product of three lengths overflows or underflows.
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
            near: [0; 2],
            merged: vec![false; bodies[1].faces.len()],
            index_of: HashMap::new(),
            pairs: Vec::new(),
            faces: Vec::new(),
            last_action: OverlayAction::Nothing,
            bodies: Arc::new(bodies),
        })
    }

    /// The faces of A (`body` 0) or of −B (1), each as the indices of its points in the input, counter-clockwise seen
    /// from outside.
    pub fn faces_of(&self, body: usize) -> impl Iterator<Item = Vec<u32>> {
        self.bodies[body].faces.iter().map(move |face| self.sources(body, face))
    }

    /// The edges of A (`body` 0) or of −B (1): the indices of their two points in the input, and the indices of their
    /// two faces, which are out of range for a segment.
    pub fn edges_of(&self, body: usize) -> impl ExactSizeIterator<Item = ([u32; 2], [u32; 2])> {
        self.bodies[body].edges.iter().map(move |edge| (self.sources_of(body, edge), edge.faces))
    }

    /// The ends of an edge as indices of points in the input.
    fn sources_of(&self, body: usize, edge: &Edge) -> [u32; 2] {
        edge.ends.map(|end| self.bodies[body].sources[end as usize])
    }

    /// Vertex `corner` of the difference: the indices of a point of A and a point of B in the input.
    pub fn pair(&self, corner: u32) -> [u32; 2] {
        let [i, j] = self.pairs[corner as usize];
        [self.bodies[0].sources[i as usize], self.bodies[1].sources[j as usize]]
    }

    /// Number of vertices added until now.
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

    /// Adds face `number` of A (`owner` 0) or of −B (1), extended by the farthest feature of the other body. If that
    /// feature is a face with the same normal, the two are merged. Returns false, and adds nothing, if the face is
    /// already merged with a face of A.
    fn add_face(&mut self, owner: usize, number: usize) -> bool {
        if owner == 1 && self.merged[number] {
            return false;
        }
        let bodies = Arc::clone(&self.bodies);
        let body = &bodies[owner];
        let other = &bodies[1 - owner];
        let face = &body.faces[number];
        let [u, v] = body.spanning_vectors(face);
        let feature = other.farthest([&u, &v], self.accuracy, self.near[owner]); // @farthest
        self.near[owner] = feature[0];
        let summand = match other.face_of(&feature, normal_of(&u, &v)) {
            Some(parallel_face) if owner == 0 => {
                self.merged[parallel_face] = true;
                other.faces[parallel_face].clone()
            }
            // Coplanar vertices that are no face to merge: one of them extends nothing, but is a farthest point.
            _ if feature.len() > 2 => vec![feature[0]],
            _ => feature,
        };
        let lists = if owner == 0 { [face.clone(), summand] } else { [summand, face.clone()] };
        self.add_planar_sum(&lists, owner, &[u, v]);
        true
    }

    /// Adds the face of the next crossing of the arc of A's edge `i` with the arc of an edge of −B whose index is at
    /// least `from`. Returns the index of that edge; `None` if no further arc crosses.
    fn add_next_crossing(&mut self, i: usize, from: usize) -> Option<usize> {
        let bodies = Arc::clone(&self.bodies);
        let [a, b] = &*bodies;
        let edge_a = &a.edges[i];
        let vector_a = a.vector(edge_a.ends[0], edge_a.ends[1]);
        let first = self.candidates.partition_point(|&j| (j as usize) < from);
        for k in first..self.candidates.len() {
            let j = self.candidates[k] as usize;
            let edge_b = &b.edges[j];
            let vector_b = b.vector(edge_b.ends[0], edge_b.ends[1]);
            // On flat bodies an edge may be farthest along both signs of the normal.
            let mut crosses = false;
            for sign in [1, -1] {
                if self.are_farthest([a, b], [edge_a, edge_b], [&vector_a, &vector_b], sign) {
                    self.add_parallelogram([edge_a, edge_b], sign); // @parallelogram
                    crosses = true;
                }
            }
            if crosses {
                return Some(j);
            }
        }
        None
    }

    /// The difference after the last step. `points` and `poses` are the input of [`Overlay::new`], from which the
    /// positions of the vertices are computed.
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

    /// Index of the vertex of the difference that is this pair of vertices of A and −B. Adds it if it is new.
    fn vertex_of(&mut self, pair: [u32; 2]) -> u32 {
        let next = self.pairs.len() as u32;
        let index = *self.index_of.entry(pair).or_insert(next);
        if index == next {
            self.pairs.push(pair);
        }
        index
    }

    /// Vertices of a body as indices of points in the input.
    fn sources(&self, body: usize, corners: &[u32]) -> Vec<u32> {
        corners.iter().map(|&corner| self.bodies[body].sources[corner as usize]).collect()
    }

    /// Adds the face that is the sum of a feature of A and a feature of −B, both in planes with the normal `u × v`;
    /// `lists` are their vertices. `owner` is the body whose face is extended.
    fn add_planar_sum(&mut self, lists: &[Vec<u32>; 2], owner: usize, [u, v]: &[Vector; 2]) {
        let normal = normal_of(u, v);
        // The features are merged in their projection along the coordinate axis nearest the normal.
        let dropped_axis = (0..3).max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
        let next = (dropped_axis + 1) % 3;
        let last = (dropped_axis + 2) % 3;
        // In this order of the axes the vertices stay counter-clockwise.
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

    /// Whether an edge of A and an edge of −B, with the vectors `e` and `f`, are the farthest features of their bodies
    /// along the normal `sign · e × f`: all other vertices are strictly below.
    fn are_farthest(&self, bodies: [&Body; 2], edges: [&Edge; 2], [e, f]: [&Vector; 2], sign: i8) -> bool {
        for (body, edge) in bodies.into_iter().zip(edges) {
            for &corner in edge.third.iter().flatten() {
                let height = self.accuracy.volume(&body.vector(edge.ends[0], corner), e, f);
                if sign * height >= 0 {
                    return false;
                }
            }
        }
        self.span_a_plane(e, f)
    }

    /// Whether two vectors are not parallel.
    fn span_a_plane(&self, e: &Vector, f: &Vector) -> bool {
        [[0, 1], [1, 2], [2, 0]].into_iter().any(|axes| self.accuracy.orientation(axes, e, f) != 0)
    }

    /// Adds the face that an edge `e` of A and an edge `f` of −B make, with the normal `sign · e × f`.
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

    /// Adds the vertices of a difference without faces: one vertex for two points, otherwise the two ends of a segment.
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

    /// The difference; `place` returns the position of a vertex, given the indices of its points of A and B.
    fn build_difference(&self, place: impl Fn([u32; 2]) -> [f64; 3]) -> Difference {
        let pairs: Vec<[u32; 2]> = (0..self.pairs.len() as u32).map(|corner| self.pair(corner)).collect();
        let points: Vec<[f64; 3]> = pairs.iter().map(|&pair| place(pair)).collect();
        let origin = DVec3::from_array(points.first().copied().unwrap_or_default());
        let from_origin: Vec<DVec3> = points.iter().map(|p| DVec3::from_array(*p) - origin).collect();
        // Six times the volume of the cone from the origin over each face, a fan of tetrahedra.
        let cones = self.faces.iter().map(|face| {
            let first = from_origin[face.vertices[0] as usize];
            let tetrahedra = face.vertices[1..].windows(2).map(|ends| {
                let [p, q] = [ends[0], ends[1]].map(|end| from_origin[end as usize]);
                first.dot(p.cross(q))
            });
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
            match self.phase {
                Phase::Face { body, face } if face < self.bodies[body as usize].faces.len() => {
                    self.phase = Phase::Face { body, face: face + 1 };
                    if self.add_face(body as usize, face) {
                        self.last_action = OverlayAction::Face { body, face: face as u32 };
                        return ControlFlow::Continue(());
                    }
                }
                Phase::Face { body: 0, .. } => self.phase = Phase::Face { body: 1, face: 0 },
                Phase::Face { .. } => self.phase = Phase::Arc { edge: 0 },
                Phase::Arc { edge } if edge < self.bodies[0].edges.len() => {
                    self.candidates = self.grid.candidates(edge);
                    self.phase = Phase::Crossing { edge, from: 0 };
                    self.last_action = OverlayAction::Arc(edge as u32); // @arc
                    return ControlFlow::Continue(());
                }
                Phase::Arc { .. } => {
                    if self.pairs.is_empty() {
                        self.add_ends();
                    }
                    self.last_action = OverlayAction::Nothing;
                    return ControlFlow::Break(self.dimension()); // @done
                }
                Phase::Crossing { edge, from } => match self.add_next_crossing(edge, from) {
                    Some(j) => {
                        self.phase = Phase::Crossing { edge, from: j + 1 };
                        self.last_action = OverlayAction::Crossing([edge as u32, j as u32]); // @crossing
                        return ControlFlow::Continue(());
                    }
                    None => self.phase = Phase::Arc { edge: edge + 1 },
                },
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        // Approximate bytes: of a face with the lists of its vertices and its origin, and of a pair with its map entry.
        let faces = self.faces.iter().map(|face| 64 + 8 * face.vertices.len());
        48 * self.pairs.len() + self.merged.len() + 4 * self.candidates.len() + faces.sum::<usize>()
    }
}
