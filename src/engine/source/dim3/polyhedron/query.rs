//! Queries on a polyhedron: adjacency, and the farthest vertex along a direction.

use super::{Dimension, Face, HalfEdge, Polyhedron, Ring};
use crate::dim3::prelude::*;

/// Rise of an edge, in units of the largest depth of a face, below which rounding may determine the sign of the rise:
/// merging moves vertices by up to the depth, which changes the direction of several consecutive short edges. Chosen
/// with a margin.
const UNCERTAIN_RISE: Real = 16.0;

/// Largest number of vertices joined by edges that are level to rounding, which the search lists without allocation;
/// with more, all vertices of the polyhedron are searched.
const MAX_LEVEL_VERTICES: usize = 64;

/// Result of the search of the vertices joined to a vertex by level edges.
enum LevelSearch {
    /// This vertex is higher than the vertex at the start.
    Higher(u32),
    /// No vertex is higher.
    Top,
    /// Too many vertices are joined by level edges.
    TooMany,
}

/// An edge with its ends and its two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The vertex with the lower index, and the one with the higher.
    pub ends: [u32; 2],
    /// The face on the left, seen from outside along `ends[0]` → `ends[1]`, and the one on the right.
    pub faces: [u32; 2],
}

impl Polyhedron {
    /// `Solid`, or `Polygon` for a flat polyhedron with two faces.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Positions of the vertices.
    #[inline]
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// For every vertex the index of its point in the constructor's input.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The half-edges; the opposite of half-edge `h` is `h ^ 1`.
    #[inline]
    pub fn half_edges(&self) -> &[HalfEdge] {
        &self.half_edges
    }

    /// The faces, which half-edges refer to by their indices.
    #[inline]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The largest [`Face::depth`]: the greatest deviation of a face from a plane.
    pub fn depth(&self) -> Real {
        self.depth
    }

    /// Number of edges, half the number of half-edges.
    pub fn edge_count(&self) -> usize {
        self.half_edges.len() / 2
    }

    /// All edges in the order of their indices, each once.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = Edge> + '_ {
        let pairs = self.half_edges.chunks_exact(2);
        pairs.map(|pair| Edge { ends: [pair[0].origin, pair[1].origin], faces: [pair[0].face, pair[1].face] })
    }

    /// The vertex where a half-edge ends. The half-edge must exist.
    #[inline]
    pub fn head(&self, half_edge: u32) -> u32 {
        self.half_edges[(half_edge ^ 1) as usize].origin
    }

    /// The half-edges of a face, counter-clockwise seen from outside; none if the face does not exist.
    #[inline]
    pub fn face_half_edges(&self, face: u32) -> Ring<'_> {
        Ring::about_face(&self.half_edges, self.faces.get(face as usize).map(|face| face.first))
    }

    /// The vertices of a face, counter-clockwise seen from outside; none if the face does not exist.
    #[inline]
    pub fn face_vertices(&self, face: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.face_half_edges(face).map(|h| self.half_edges[h as usize].origin)
    }

    /// The faces across the edges of a face, starting with the edge from the first vertex to the second.
    #[inline]
    pub fn face_neighbors(&self, face: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.face_half_edges(face).map(|h| self.half_edges[(h ^ 1) as usize].face)
    }

    /// The half-edges that start at a vertex, counter-clockwise seen from outside; none if the vertex does not exist.
    #[inline]
    pub fn vertex_half_edges(&self, vertex: u32) -> Ring<'_> {
        Ring::about_vertex(&self.half_edges, self.outgoing.get(vertex as usize).copied())
    }

    /// The vertices that share an edge with a vertex, counter-clockwise seen from outside.
    #[inline]
    pub fn vertex_neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.vertex_half_edges(vertex).map(|h| self.head(h))
    }

    /// The faces at a vertex, counter-clockwise seen from outside. Their normals are the vertices of this vertex's cell
    /// on the Gauss map, whose arcs are the edges.
    #[inline]
    pub fn vertex_faces(&self, vertex: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.vertex_half_edges(vertex).map(|h| self.half_edges[h as usize].face)
    }

    /// The vertex farthest along `direction`, which may have any length, by a search of all vertices; the first if
    /// several are equally far. Heights are relative to vertex 0, so that a body far from the origin loses no digits.
    pub fn support(&self, direction: Vec3) -> u32 {
        let mut best = 0;
        let mut highest = 0.0;
        for (vertex, position) in (0..).zip(&self.vertices) {
            let height = direction.dot(*position - self.vertices[0]);
            if height > highest {
                best = vertex;
                highest = height;
            }
        }
        best
    }

    /// A vertex farthest along `direction`, which may have any length, by hill climbing over the edges from the vertex
    /// `start`. It is as far as that of [`Polyhedron::support`] except for rounding; if several are equally far, it is
    /// one near the start. A start that does not exist counts as 0.
    ///
    /// Cost: the degrees of the vertices on the climb. If the climb ends at a vertex with edges that are perpendicular
    /// to the direction to rounding, the vertices joined to it by such edges are searched as well. If those are more
    /// than 64, as on a face with many vertices, all vertices of the polyhedron are searched.
    pub fn support_from(&self, direction: Vec3, start: u32) -> u32 {
        // Every move is uphill; a limit stops a cycle caused by rounding.
        self.climb(direction, start, self.vertices.len()).unwrap_or_else(|end| {
            let best = self.support(direction);
            let rise = direction.dot(self.vertices[best as usize] - self.vertices[end as usize]);
            if rise > 0.0 { best } else { end }
        })
    }

    /// Hill climbing as in [`Polyhedron::support_from`], in at most `moves` moves.
    ///
    /// # Errors
    /// The vertex reached, if it is not known to be the farthest.
    pub fn climb(&self, direction: Vec3, start: u32, moves: usize) -> Result<u32, u32> {
        let mut current = if (start as usize) < self.vertices.len() { start } else { 0 };
        for _ in 0..moves {
            if let Some(next) = self.highest_neighbor(direction, current) {
                current = next;
                continue;
            }
            if !self.has_edge_that_may_rise(direction, current) {
                return Ok(current);
            }
            match self.search_level_edges(direction, current) {
                LevelSearch::Higher(next) => current = next,
                LevelSearch::Top => return Ok(current),
                LevelSearch::TooMany => return Err(current),
            }
        }
        Err(current)
    }

    /// Searches the vertices that level edges join to the vertex `start` for a higher one. An edge that is level to
    /// rounding may rise. All other edges at these vertices fall, so on a convex body the highest of them is the
    /// highest of all.
    #[cold]
    fn search_level_edges(&self, direction: Vec3, start: u32) -> LevelSearch {
        let mut joined = [start; MAX_LEVEL_VERTICES];
        let mut count = 1;
        let mut searched = 0;
        while searched < count {
            let vertex = joined[searched];
            searched += 1;
            for h in self.vertex_half_edges(vertex).filter(|h| self.may_rise(direction, vertex, *h)) {
                let next = self.head(h);
                if direction.dot(self.vertices[next as usize] - self.vertices[start as usize]) > 0.0 {
                    return LevelSearch::Higher(next);
                }
                if joined[..count].contains(&next) {
                    continue;
                }
                if count == MAX_LEVEL_VERTICES {
                    return LevelSearch::TooMany;
                }
                joined[count] = next;
                count += 1;
            }
        }
        LevelSearch::Top
    }

    /// The neighbor that is highest above a vertex; `None` if none is above. Only differences of positions are
    /// compared, which stay accurate far from the origin.
    #[inline]
    fn highest_neighbor(&self, direction: Vec3, vertex: u32) -> Option<u32> {
        let from = self.vertices[vertex as usize];
        let mut best = None;
        let mut highest = 0.0;
        for neighbor in self.vertex_neighbors(vertex) {
            let rise = direction.dot(self.vertices[neighbor as usize] - from);
            if rise > highest {
                best = Some(neighbor);
                highest = rise;
            }
        }
        best
    }

    /// Whether an edge at a vertex without a higher neighbor may rise nevertheless: it is level to rounding.
    fn has_edge_that_may_rise(&self, direction: Vec3, vertex: u32) -> bool {
        self.vertex_half_edges(vertex).any(|h| self.may_rise(direction, vertex, h))
    }

    /// Whether a half-edge rises from its vertex, or falls by at most its rounding error.
    fn may_rise(&self, direction: Vec3, vertex: u32, half_edge: u32) -> bool {
        let size = direction.abs();
        let edge = self.vertices[self.head(half_edge) as usize] - self.vertices[vertex as usize];
        let rounding = UNCERTAIN_RISE * self.depth * size.max_element() + 4.0 * EPS * size.dot(edge.abs());
        direction.dot(edge) >= -rounding
    }

    /// The face whose normal is most aligned with `direction`, which may have any length; the first if several are
    /// equal.
    pub fn face_along(&self, direction: Vec3) -> u32 {
        let mut best = 0;
        let mut largest = Real::NEG_INFINITY;
        for (index, face) in (0..).zip(&self.faces) {
            let alignment = face.plane.normal.dot(direction);
            if alignment > largest {
                best = index;
                largest = alignment;
            }
        }
        best
    }
}
