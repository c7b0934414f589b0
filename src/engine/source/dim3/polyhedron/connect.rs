//! Construction of half-edges from lists of vertices, with a check that the surface is a sphere.

use super::{HalfEdge, NONE, PolyhedronError};

/// Half-edges without coordinates, numbered as in [`super::Polyhedron`].
#[derive(Clone, Debug, Default)]
pub(in crate::dim3) struct Topology {
    /// Half-edges in pairs: the opposite of `h` is `h ^ 1`.
    pub half_edges: Vec<HalfEdge>,
    /// For every face the half-edge that starts at the first vertex of its list.
    pub first: Vec<u32>,
    /// For every vertex the half-edge with the lowest index that starts there.
    pub outgoing: Vec<u32>,
}

/// A side of a face: one edge of its polygon. Sorting puts the sides between the same two vertices next to each other,
/// those that run from the lower index to the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    /// The end with the lower index.
    low: u32,
    /// The end with the higher index.
    high: u32,
    /// Whether the face runs from `high` to `low`.
    falls: bool,
    /// Index of the face.
    face: u32,
    /// Position of the side's start in the face's list.
    corner: u32,
}

impl Topology {
    /// Connects faces that are given as lists of vertices, counter-clockwise from outside. Checks that the surface is
    /// closed, oriented, connected and without handles.
    ///
    /// # Errors
    /// The first defect found.
    pub fn new(vertices: usize, loops: &[Vec<u32>]) -> Result<Self, PolyhedronError> {
        let side_count: usize = loops.iter().map(Vec::len).sum();
        if vertices.max(side_count).max(loops.len()) >= (NONE / 2) as usize {
            return Err(PolyhedronError::TooMany);
        }
        check_vertex_lists(vertices, loops)?;
        let mut sides = sides_of_faces(loops, side_count);
        sides.sort_unstable();
        check_pairs(&sides)?;
        let topology = Self::link(vertices, loops, &sides);
        topology.check_surface()?;
        Ok(topology)
    }

    /// Makes one half-edge of each of the sorted sides, in which the two sides of an edge follow each other.
    fn link(vertices: usize, loops: &[Vec<u32>], sides: &[Side]) -> Self {
        // Index in `half_edge_at` of the first vertex of every face, and the end of the list.
        let mut starts = vec![0_usize];
        for list in loops {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        // Index of the half-edge at every vertex of every face.
        let mut half_edge_at = vec![NONE; sides.len()];
        for (side, h) in sides.iter().zip(0..) {
            half_edge_at[starts[side.face as usize] + side.corner as usize] = h;
        }
        let mut half_edges = vec![HalfEdge { origin: NONE, face: NONE, next: NONE, prev: NONE }; sides.len()];
        let mut outgoing = vec![NONE; vertices];
        for (face, list) in loops.iter().enumerate() {
            let ring = &half_edge_at[starts[face]..starts[face + 1]];
            for (k, &h) in ring.iter().enumerate() {
                let next = ring[(k + 1) % ring.len()];
                let prev = ring[(k + ring.len() - 1) % ring.len()];
                half_edges[h as usize] = HalfEdge { origin: list[k], face: face as u32, next, prev };
                let lowest_outgoing = &mut outgoing[list[k] as usize];
                *lowest_outgoing = h.min(*lowest_outgoing);
            }
        }
        let first = (0..loops.len()).map(|face| half_edge_at[starts[face]]).collect();
        Self { half_edges, first, outgoing }
    }

    /// Checks that the faces at every vertex form one ring, that the surface is connected, and that Euler's formula
    /// `V − E + F = 2` holds.
    ///
    /// # Errors
    /// The first defect found.
    fn check_surface(&self) -> Result<(), PolyhedronError> {
        let mut degree = vec![0_usize; self.outgoing.len()];
        self.half_edges.iter().for_each(|h| degree[h.origin as usize] += 1);
        for vertex in 0..self.outgoing.len() as u32 {
            if self.outgoing[vertex as usize] == NONE {
                return Err(PolyhedronError::UnusedVertex { vertex });
            }
            if self.vertex_half_edges(vertex).count() != degree[vertex as usize] {
                return Err(PolyhedronError::SplitVertex { vertex });
            }
        }
        // Search from face 0 over edges.
        let mut is_connected = vec![false; self.first.len()];
        let mut stack = vec![0_u32];
        if let Some(first) = is_connected.first_mut() {
            *first = true;
        }
        while let Some(face) = stack.pop() {
            for h in self.face_half_edges(face) {
                let other = self.half_edges[(h ^ 1) as usize].face;
                if !std::mem::replace(&mut is_connected[other as usize], true) {
                    stack.push(other);
                }
            }
        }
        if let Some(face) = is_connected.iter().position(|connected| !connected) {
            return Err(PolyhedronError::Disconnected { face: face as u32 });
        }
        let is_sphere = self.outgoing.len() + self.first.len() == self.half_edges.len() / 2 + 2;
        if is_sphere { Ok(()) } else { Err(PolyhedronError::Handle) }
    }

    /// The half-edges of a face, counter-clockwise from outside.
    pub fn face_half_edges(&self, face: u32) -> Ring<'_> {
        Ring::about_face(&self.half_edges, self.first.get(face as usize).copied())
    }

    /// The half-edges that start at a vertex, counter-clockwise from outside.
    pub fn vertex_half_edges(&self, vertex: u32) -> Ring<'_> {
        Ring::about_vertex(&self.half_edges, self.outgoing.get(vertex as usize).copied())
    }

    /// The vertex where a half-edge ends.
    pub fn head(&self, h: u32) -> u32 {
        self.half_edges[(h ^ 1) as usize].origin
    }
}

/// Iterator over the half-edges around a face or a vertex, counter-clockwise from outside.
#[derive(Clone, Debug)]
pub struct Ring<'a> {
    /// All half-edges of the polyhedron.
    half_edges: &'a [HalfEdge],
    /// The half-edge at which the ring starts and ends.
    first: u32,
    /// The half-edge that is returned next; `NONE` at the end.
    next: u32,
    /// Whether the ring is around a vertex; otherwise around a face.
    about_vertex: bool,
}

impl<'a> Ring<'a> {
    /// The half-edges around the face of `first`.
    #[inline]
    pub(super) fn about_face(half_edges: &'a [HalfEdge], first: Option<u32>) -> Self {
        let first = first.unwrap_or(NONE);
        Self { half_edges, first, next: first, about_vertex: false }
    }

    /// The half-edges that start at the origin of `first`.
    #[inline]
    pub(super) fn about_vertex(half_edges: &'a [HalfEdge], first: Option<u32>) -> Self {
        Self { about_vertex: true, ..Self::about_face(half_edges, first) }
    }
}

impl Iterator for Ring<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let current = self.next;
        let half_edge = self.half_edges.get(current as usize)?;
        let next = if self.about_vertex { half_edge.prev ^ 1 } else { half_edge.next };
        self.next = if next == self.first { NONE } else { next };
        Some(current)
    }
}

/// Checks that there are faces, each with at least three different and existing vertices.
fn check_vertex_lists(vertices: usize, loops: &[Vec<u32>]) -> Result<(), PolyhedronError> {
    let mut last_face = vec![NONE; vertices];
    for (face, list) in loops.iter().enumerate() {
        let face = face as u32;
        for (corner, &vertex) in list.iter().enumerate() {
            let corner = corner as u32;
            let Some(last) = last_face.get_mut(vertex as usize) else {
                return Err(PolyhedronError::UnknownVertex { face, corner });
            };
            if std::mem::replace(last, face) == face {
                return Err(PolyhedronError::RepeatedVertex { face, corner });
            }
        }
        if list.len() < 3 {
            return Err(PolyhedronError::FewCorners { face });
        }
    }
    if loops.is_empty() { Err(PolyhedronError::NoPoints) } else { Ok(()) }
}

/// The sides of all faces; `count` is their number.
fn sides_of_faces(loops: &[Vec<u32>], count: usize) -> Vec<Side> {
    let mut sides = Vec::with_capacity(count);
    for (face, list) in loops.iter().enumerate() {
        for (k, &from) in list.iter().enumerate() {
            let to = list[(k + 1) % list.len()];
            let low = from.min(to);
            let high = from.max(to);
            sides.push(Side { low, high, falls: from > to, face: face as u32, corner: k as u32 });
        }
    }
    sides
}

/// Checks that the sorted sides form pairs of opposite directions.
fn check_pairs(sides: &[Side]) -> Result<(), PolyhedronError> {
    for group in sides.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high)) {
        match group {
            [side] => return Err(PolyhedronError::OpenEdge { face: side.face, corner: side.corner }),
            [rising, falling] if !rising.falls && falling.falls => {}
            [first, second, ..] => return Err(PolyhedronError::EdgeTwice { face: first.face, other: second.face }),
            [] => {}
        }
    }
    Ok(())
}
