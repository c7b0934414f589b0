//! What can be asked of a polyhedron: who is next to whom, and who is farthest along a direction.

use super::super::prelude::*;
use super::{Dimension, Face, HalfEdge, Polyhedron, Ring};

/// An edge whose rise is less than the largest depth of a face times this may rise or fall for no reason but rounding:
/// merging moves corners by as much as the depth, and where edges are short it turns several of them.
const BLUR: Real = 16.0;

/// So many vertices that edges within rounding of level join are asked without asking all.
const LEVEL: usize = 64;

/// What was found where edges are level.
enum Level {
    /// This vertex lies higher.
    Higher(u32),
    /// Nothing does.
    Top,
    /// There are too many to tell.
    Wide,
}

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

    /// The largest [`Face::depth`]: how far from planar the least planar face is.
    pub fn depth(&self) -> Real {
        self.depth
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
    /// does not exist counts as 0.
    ///
    /// Cost: the degrees of the vertices on the way. If the walk ends at a vertex with edges that are perpendicular to
    /// the direction within rounding, the vertices that such edges join to it are asked as well; all of the
    /// polyhedron's only where those are more than 64, as on a face with as many corners.
    pub fn support_from(&self, direction: Vec3, start: u32) -> u32 {
        // Every move is uphill. Should rounding lead in a circle all the same, the walk is given up.
        self.climb(direction, start, self.vertices.len()).unwrap_or_else(|at| {
            let best = self.support(direction);
            let rise = direction.dot(self.vertices[best as usize] - self.vertices[at as usize]);
            if rise > 0.0 { best } else { at }
        })
    }

    /// The same in so many moves at most.
    ///
    /// # Errors
    /// The vertex that was reached, if it could not be told by then whether it is the farthest.
    pub fn climb(&self, direction: Vec3, start: u32, moves: usize) -> Result<u32, u32> {
        let mut at = if (start as usize) < self.vertices.len() { start } else { 0 };
        for _ in 0..moves {
            match self.uphill(direction, at) {
                Some(next) => at = next,
                None if self.is_blurred(direction, at) => match self.over_level(direction, at) {
                    Level::Higher(next) => at = next,
                    Level::Top => return Ok(at),
                    Level::Wide => return Err(at),
                },
                None => return Ok(at),
            }
        }
        Err(at)
    }

    /// Whether anything rises from where the edges at a vertex are level. What rounding calls level may rise in truth; but
    /// every edge that leaves the vertices joined by such edges falls, so that on a convex body the highest of them is the
    /// highest of all.
    #[cold]
    fn over_level(&self, direction: Vec3, at: u32) -> Level {
        let (mut known, mut count, mut asked) = ([at; LEVEL], 1, 0);
        while asked < count {
            let vertex = known[asked];
            asked += 1;
            for h in self.vertex_half_edges(vertex).filter(|h| self.is_level(direction, vertex, *h)) {
                let next = self.head(h);
                if direction.dot(self.vertices[next as usize] - self.vertices[at as usize]) > 0.0 {
                    return Level::Higher(next);
                }
                if known[..count].contains(&next) {
                    continue;
                }
                if count == LEVEL {
                    return Level::Wide;
                }
                known[count] = next;
                count += 1;
            }
        }
        Level::Top
    }

    /// The neighbor that lies farthest above a vertex; none if none lies above. Only differences of positions are
    /// compared: they keep their digits far from the origin, too.
    #[inline]
    fn uphill(&self, direction: Vec3, at: u32) -> Option<u32> {
        let from = self.vertices[at as usize];
        let mut best = (at, 0.0);
        for vertex in self.vertex_neighbors(at) {
            let rise = direction.dot(self.vertices[vertex as usize] - from);
            if rise > best.1 {
                best = (vertex, rise);
            }
        }
        (best.0 != at).then_some(best.0)
    }

    /// Whether the rise of an edge at a vertex has a sign that rounding chose.
    fn is_blurred(&self, direction: Vec3, at: u32) -> bool {
        self.vertex_half_edges(at).any(|h| self.is_level(direction, at, h))
    }

    /// Whether a half-edge rises from its vertex, or falls by no more than rounding.
    fn is_level(&self, direction: Vec3, at: u32, half_edge: u32) -> bool {
        let size = direction.abs();
        let edge = self.vertices[self.head(half_edge) as usize] - self.vertices[at as usize];
        let blur = BLUR * self.depth * size.max_element() + 4.0 * EPS * size.dot(edge.abs());
        direction.dot(edge) >= -blur
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
