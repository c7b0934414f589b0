//! What can be asked of a polyhedron: who is next to whom, and who is farthest along a direction.

use super::super::prelude::*;
use super::{Dimension, Face, HalfEdge, Polyhedron, Ring};

/// A direction counts as perpendicular to a face if the square of the sine of its angle with the normal is below this.
/// There, corners of a merged face are told apart by their rounding alone, and a climb must look at all of them. At 10⁻³
/// radians and more, rounding of `16 EPS · M` makes no false summit between corners that are `M / 500` apart in `f32`
/// and `10⁻¹¹ · M` apart in `f64`. Smaller: climbs end early on finely divided merged faces. Larger: they look at more.
const NEARLY_PERPENDICULAR: Real = 1.0e-6;

/// An edge with its ends and its two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The vertex with the lower number, and the one with the higher.
    pub ends: [u32; 2],
    /// The face on the left, seen from outside on the way from `ends[0]` to `ends[1]`, and the one on the right.
    pub faces: [u32; 2],
}

impl Polyhedron {
    /// `Solid`, or `Polygon` for a flat one with two faces.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// The positions of the vertices.
    #[inline]
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// For every vertex, which of the constructor's points it is.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The half-edges; the twin of number `h` is number `h ^ 1`.
    #[inline]
    pub fn half_edges(&self) -> &[HalfEdge] {
        &self.half_edges
    }

    /// The faces.
    #[inline]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.half_edges.len() / 2
    }

    /// The edges in the order of their numbers: each once.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = Edge> + '_ {
        self.half_edges
            .chunks_exact(2)
            .map(|pair| Edge { ends: [pair[0].origin, pair[1].origin], faces: [pair[0].face, pair[1].face] })
    }

    /// The vertex where a half-edge ends. The half-edge must exist.
    #[inline]
    pub fn head(&self, half_edge: u32) -> u32 {
        self.half_edges[(half_edge ^ 1) as usize].origin
    }

    /// The half-edges of a face, counter-clockwise seen from outside; none of a face that does not exist.
    #[inline]
    pub fn face_half_edges(&self, face: u32) -> Ring<'_> {
        Ring::about_face(&self.half_edges, self.faces.get(face as usize).map(|face| face.first))
    }

    /// The corners of a face, counter-clockwise seen from outside.
    #[inline]
    pub fn face_vertices(&self, face: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.face_half_edges(face).map(|h| self.half_edges[h as usize].origin)
    }

    /// The faces across the edges of a face, in the order of its corners: the first across the edge from the first
    /// corner to the second.
    #[inline]
    pub fn face_neighbors(&self, face: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.face_half_edges(face).map(|h| self.half_edges[(h ^ 1) as usize].face)
    }

    /// The half-edges that start at a vertex, counter-clockwise seen from outside; none of a vertex that does not exist.
    #[inline]
    pub fn vertex_half_edges(&self, vertex: u32) -> Ring<'_> {
        Ring::about_vertex(&self.half_edges, self.outgoing.get(vertex as usize).copied())
    }

    /// The vertices that share an edge with a vertex, counter-clockwise seen from outside.
    #[inline]
    pub fn vertex_neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.vertex_half_edges(vertex).map(|h| self.head(h))
    }

    /// The faces at a vertex, counter-clockwise seen from outside. Their normals are the corners of the vertex's cell on
    /// the Gauss map, whose arcs are the edges.
    #[inline]
    pub fn vertex_faces(&self, vertex: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.vertex_half_edges(vertex).map(|h| self.half_edges[h as usize].face)
    }

    /// The vertex farthest along `direction`, of any length, by asking all. Of equally far ones the first. Heights are
    /// measured from vertex 0, so that a body far from the origin loses no digits.
    pub fn support(&self, direction: Vec3) -> u32 {
        let height = |v: &Vec3| direction.dot(*v - self.vertices[0]);
        let farther = |best: (u32, Real), (vertex, v): (u32, &Vec3)| {
            let height = height(v);
            if height > best.1 { (vertex, height) } else { best }
        };
        (0..).zip(&self.vertices).fold((0, 0.0), farther).0
    }

    /// A vertex farthest along `direction`, of any length, by walking uphill over the edges from the vertex `start`. As
    /// far as [`Polyhedron::support`]'s but for rounding; of equally far ones it is one near the start. A start that
    /// does not exist counts as 0. Cost: the degrees of the vertices on the way.
    pub fn support_from(&self, direction: Vec3, start: u32) -> u32 {
        let mut at = if (start as usize) < self.vertices.len() { start } else { 0 };
        // Every step is uphill. Should rounding lead in a circle all the same, all vertices are asked.
        for _ in 0..self.vertices.len() {
            match self.uphill(direction, at).or_else(|| self.across(direction, at)) {
                Some(next) => at = next,
                None => return at,
            }
        }
        self.support(direction)
    }

    /// The neighbor that lies farthest above a vertex.
    #[inline]
    fn uphill(&self, direction: Vec3, at: u32) -> Option<u32> {
        self.highest(direction, at, self.vertex_neighbors(at))
    }

    /// A corner that lies above a vertex on one of its faces that is perpendicular to the direction.
    fn across(&self, direction: Vec3, at: u32) -> Option<u32> {
        let square = direction.length_squared();
        self.vertex_faces(at).find_map(|face| {
            let cosine = self.faces[face as usize].plane.normal.dot(direction);
            let level = cosine > 0.0 && square - cosine * cosine <= NEARLY_PERPENDICULAR * square;
            if level { self.highest(direction, at, self.face_vertices(face)) } else { None }
        })
    }

    /// The farthest above `at` of some vertices; none if none lies above. Only differences of positions are compared:
    /// they keep their digits far from the origin, too.
    #[inline]
    fn highest(&self, direction: Vec3, at: u32, others: impl Iterator<Item = u32>) -> Option<u32> {
        let from = self.vertices[at as usize];
        let mut best = (at, 0.0);
        for vertex in others {
            let rise = direction.dot(self.vertices[vertex as usize] - from);
            if rise > best.1 {
                best = (vertex, rise);
            }
        }
        (best.0 != at).then_some(best.0)
    }

    /// The face whose normal is most aligned with `direction`, of any length; of equally aligned ones the first.
    pub fn face_along(&self, direction: Vec3) -> u32 {
        let aligned = |best: (u32, Real), (face, f): (u32, &Face)| {
            let cosine = f.plane.normal.dot(direction);
            if cosine > best.1 { (face, cosine) } else { best }
        };
        (0..).zip(&self.faces).fold((0, Real::NEG_INFINITY), aligned).0
    }
}
