//! Construction of the hull from triangles: merges coplanar triangles into polygons and keeps only true vertices.
//!
//! Here a *triangle* is a face of the stepper. A *facet* is the polygon of all connected triangles in one plane, which
//! is a face of the hull.

use super::cloud::NONE;
use super::flat;
use super::start::Start;
use super::stepper::Quickhull;
use super::{Dimension, Edge, Hull};

impl Quickhull {
    /// The hull in the current state, which covers the whole input once the stepper has ended. Before the first step,
    /// and for a solid before its first tetrahedron, it has no vertices.
    pub fn hull(&self) -> Hull {
        let Some(initial) = self.initial else { return Hull::assemble(Dimension::Point, Vec::new(), Vec::new()) };
        match initial.start {
            Start::Point(a) => Hull::assemble(Dimension::Point, vec![a], Vec::new()),
            Start::Segment(ends) => Hull::assemble(Dimension::Segment, ends.to_vec(), Vec::new()),
            Start::Plane(corners) => {
                let front = flat::polygon(&self.cloud, corners);
                let count = front.len() as u32;
                let faces = vec![(0..count).collect(), (0..count).rev().collect()];
                Hull::assemble(Dimension::Polygon, front, faces)
            }
            Start::Solid(_) => self.hull_of_triangles(),
        }
    }

    /// The hull of a solid, from the triangles of the current state.
    fn hull_of_triangles(&self) -> Hull {
        let facet_of = self.facets();
        let mut loops = self.boundaries(&facet_of);
        // A vertex is on the boundaries of three facets or more, a point within an edge on those of two, a point within
        // a facet on none.
        let mut uses = vec![0u32; self.cloud.len() as usize];
        loops.iter().flatten().for_each(|&i| uses[i as usize] += 1);
        let vertices: Vec<u32> = (0..self.cloud.len()).filter(|&i| uses[i as usize] >= 3).collect();
        let mut vertex_of_point = vec![NONE; uses.len()];
        for (&point, vertex) in vertices.iter().zip(0..) {
            vertex_of_point[point as usize] = vertex;
        }
        // Boundaries of points become faces of hull vertices.
        for corners in &mut loops {
            corners.retain(|&i| vertex_of_point[i as usize] != NONE);
            corners.iter_mut().for_each(|i| *i = vertex_of_point[*i as usize]);
        }
        Hull::assemble(Dimension::Solid, vertices, loops)
    }

    /// Index of each triangle's facet; `NONE` for deleted triangles. Triangles that share an edge and a plane share a
    /// facet.
    fn facets(&self) -> Vec<u32> {
        let mut facet_of = vec![NONE; self.faces.len()];
        let mut stack = Vec::new();
        let mut count = 0;
        for seed in (0..self.faces.len()).filter(|&i| self.faces[i].alive) {
            if facet_of[seed] != NONE {
                continue;
            }
            facet_of[seed] = count;
            stack.push(seed);
            while let Some(face) = stack.pop() {
                for other in self.faces[face].beyond.map(|i| i as usize) {
                    if facet_of[other] == NONE && self.are_coplanar(face, other) {
                        facet_of[other] = count;
                        stack.push(other);
                    }
                }
            }
            count += 1;
        }
        facet_of
    }

    /// Whether two triangles are exactly in one plane.
    fn are_coplanar(&self, face: usize, other: usize) -> bool {
        let corners = self.faces[face].corners;
        self.faces[other].corners.iter().all(|c| corners.contains(c) || self.cloud.side(corners, *c) == 0.0)
    }

    /// Whether this edge of a triangle, 0 to 2, is on the boundary of its facet.
    fn is_on_boundary(&self, facet_of: &[u32], face: usize, edge: usize) -> bool {
        facet_of[self.faces[face].beyond[edge] as usize] != facet_of[face]
    }

    /// The closed boundary of every facet, as points of the input, counter-clockwise seen from outside.
    fn boundaries(&self, facet_of: &[u32]) -> Vec<Vec<u32>> {
        let mut loops = Vec::new();
        let facet_count = facet_of.iter().filter(|&&f| f != NONE).max().map_or(0, |&f| f as usize + 1);
        let mut is_walked = vec![false; facet_count];
        for face in (0..self.faces.len()).filter(|&i| self.faces[i].alive) {
            let Some(edge) = (0..3).find(|&edge| self.is_on_boundary(facet_of, face, edge)) else { continue };
            let was_walked = std::mem::replace(&mut is_walked[facet_of[face] as usize], true);
            if was_walked {
                continue;
            }
            loops.push(self.boundary(facet_of, face, edge));
        }
        loops
    }

    /// The boundary of the facet of the triangle `first_face`, whose edge `first_edge` is on it: points of the input,
    /// counter-clockwise seen from outside.
    fn boundary(&self, facet_of: &[u32], first_face: usize, first_edge: usize) -> Vec<u32> {
        let mut corners = Vec::new();
        let mut face = first_face;
        let mut edge = first_edge;
        loop {
            corners.push(self.faces[face].corners[edge]);
            // Rotate around the edge's far end, over triangles of this facet, to the next edge of the boundary.
            edge = (edge + 1) % 3;
            while !self.is_on_boundary(facet_of, face, edge) {
                let pivot = self.faces[face].corners[edge];
                face = self.faces[face].beyond[edge] as usize;
                edge = self.faces[face].corners.iter().position(|&c| c == pivot).unwrap_or(0);
            }
            if face == first_face && edge == first_edge {
                return corners;
            }
        }
    }
}

/// A directed edge of a face. The order of the fields is the sort order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    /// The end with the lower index.
    low: u32,
    /// The end with the higher index.
    high: u32,
    /// Index of the hull's face.
    face: u32,
    /// Whether the directed edge starts at the low end.
    rises: bool,
}

/// Start of each vertex's entries in a list that is ordered by vertex, followed by the length of the list; `entries` is
/// the vertex of every entry, in any order.
fn starts(entries: impl Iterator<Item = u32>, vertices: usize) -> Vec<u32> {
    let mut start = vec![0; vertices + 1];
    entries.for_each(|vertex| start[vertex as usize + 1] += 1);
    (1..start.len()).for_each(|i| start[i] += start[i - 1]);
    start
}

/// Sorts directed edges by counting their low ends; the few with the same low end are then sorted by comparison.
fn sort_by_low_end(half_edges: Vec<HalfEdge>, vertices: usize) -> Vec<HalfEdge> {
    let mut next_index = starts(half_edges.iter().map(|half_edge| half_edge.low), vertices);
    let mut ordered = half_edges.clone();
    for half_edge in half_edges {
        let next = &mut next_index[half_edge.low as usize];
        ordered[*next as usize] = half_edge;
        *next += 1;
    }
    ordered.chunk_by_mut(|a, b| a.low == b.low).for_each(<[HalfEdge]>::sort_unstable);
    ordered
}

/// The neighbors of all vertices, as in [`Hull`].
struct Neighbors {
    /// Start of each vertex's neighbors in `list`; one more entry than vertices.
    start: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex, in ascending order.
    list: Vec<u32>,
}

/// Lists the neighbors of each vertex. Edges are sorted, low ends first, so a vertex's lower neighbors come in order,
/// followed by the higher ones.
fn neighbors(edges: &[Edge], vertices: usize) -> Neighbors {
    let start = starts(edges.iter().flat_map(|edge| edge.ends), vertices);
    let mut next_index = start.clone();
    let mut list = vec![0; 2 * edges.len()];
    for [low, high] in edges.iter().map(|edge| edge.ends) {
        for (from, to) in [(low, high), (high, low)] {
            let next = &mut next_index[from as usize];
            list[*next as usize] = to;
            *next += 1;
        }
    }
    Neighbors { start, list }
}

impl Hull {
    /// Builds faces, edges and neighbors. `vertices` are indices of input points; `faces` contain indices of
    /// `vertices`, counter-clockwise seen from outside.
    fn assemble(dimension: Dimension, vertices: Vec<u32>, faces: Vec<Vec<u32>>) -> Self {
        let mut face_start = vec![0];
        let mut half_edges = Vec::new();
        for (face, corners) in faces.iter().enumerate() {
            face_start.push(face_start[face] + corners.len() as u32);
            for (k, &from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                let rises = from < to;
                half_edges.push(HalfEdge { low: from.min(to), high: from.max(to), face: face as u32, rises });
            }
        }
        // Both directed edges of an edge are neighbors in this order.
        let mut edges: Vec<Edge> = sort_by_low_end(half_edges, vertices.len())
            .chunks_exact(2)
            .map(|pair| {
                let [left, right] = if pair[0].rises { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
                Edge { ends: [left.low, left.high], faces: [left.face, right.face] }
            })
            .collect();
        if dimension == Dimension::Segment {
            edges.push(Edge { ends: [0, 1], faces: [NONE; 2] });
        }
        let Neighbors { start: neighbor_start, list: neighbors } = neighbors(&edges, vertices.len());
        Self {
            dimension,
            vertices,
            face_start,
            face_corners: faces.into_iter().flatten().collect(),
            edges,
            neighbor_start,
            neighbors,
        }
    }
}
