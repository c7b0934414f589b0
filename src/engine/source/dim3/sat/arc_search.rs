//! Search for the pairs of edges whose axis may be better than the best axis, without a test of all pairs that cross:
//! the method of [`EdgePairs::Bounded`](super::EdgePairs::Bounded).
//!
//! - **Problem.** Two solids of `N` vertices may have `N²` pairs of edges that cross, as two prisms have.
//! - **Bound.** The gap along a direction `n` is at most `n·(b − a)` for *any* point `a` of A and `b` of B. On a piece
//!   of the mirrored arc of B's edge, let `p` be the vertex of A farthest along its end `c`, `q` the one farthest along
//!   its end `d`, and `b` a point of the edge. Along the chord from `c` to `d` the bounds from `p` and from `q` are
//!   linear, so the lesser of them is largest where they are equal, at `m`, or at an end.
//! - **Method.** If the bound is no better than the best axis, the piece is skipped, and its bound stored. Otherwise
//!   the search finds the vertex of A farthest along `m`. If it is neither `p` nor `q`, it splits the piece in two. If
//!   it is `p` or `q`, the arc crosses at `m` from the region of `p` into that of `q`, and the edge from `p` to `q`
//!   makes the axis. The method is EPA on one arc.
//! - **Certificate.** A skipped piece contains no better axis.
//! - **Flat polygons.** The arc of a flat polygon's edge is half a circle, and is first split in its middle.

use super::Axis;
use super::arcs::accurate_direction;
use super::polyhedron::Polyhedron;
use super::posed_pair::PosedPair;
use super::precise::nearly_parallel;
use super::solid::{Arc, Edge, Solid};
use crate::dim3::prelude::*;

/// Index of an unknown vertex.
const NONE: u32 = u32::MAX;

/// Height difference, in `EPS` of A's radius, up to which vertices of A count as equally far along a unit vector: two
/// rounding errors in each difference and three in its product, for two vertices, and a margin. With a smaller value a
/// piece may be split at a vertex that is not between its ends; with a larger one the axis may use an edge of A that is
/// off by as much, although its gap is still that of full projections.
const TIE_ROUNDING: Real = 16.0;

/// Number of searched pieces of an arc, beyond the number of A's vertices, after which rounding is assumed to repeat
/// splits without end. An arc that crosses every region of A has as many pieces as A has vertices.
const MAX_EXTRA_SPLITS: usize = 64;

/// A piece of the mirrored arc of an edge of B, shorter than half a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ArcPiece {
    /// Unit vectors from A to B, in A's frame.
    ends: [Vec3; 2],
    /// The vertices of A farthest along the two ends.
    vertices: [u32; 2],
}

/// State of the search over the arcs of all edges of B.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ArcSearch {
    /// Index of the edge of B whose arc is searched.
    edge: u32,
    /// The edge of B whose arc is searched, rotated to A's frame; `None` between two arcs.
    arc: Option<Edge>,
    /// First end of that edge, in A's frame.
    edge_point: Vec3,
    /// Pieces of the arc that are not yet searched, a stack.
    pieces: Vec<ArcPiece>,
    /// Number of axes found on this arc.
    found_axes: u32,
    /// Number of pieces of this arc that were searched.
    searched_pieces: u32,
    /// For each face of B the vertex of A farthest against its normal; [`NONE`] if it is not yet known.
    farthest_against: Vec<u32>,
    /// Vertex of A from which the next walk to a farthest vertex starts.
    near: u32,
    /// Upper bound of the gaps of all skipped axes, in the pair's length unit; −∞ if none was skipped.
    pub(super) skipped_bound: Real,
    /// Number of pieces of arcs whose search was abandoned; these pieces are only bounded.
    pub(super) abandoned_pieces: u32,
}

/// Result of [`ArcSearch::advance`].
pub(super) struct Advance {
    /// The next axis, with a vector of any length along it from A to B, in A's frame; `None` if no arc is left.
    pub(super) axis: Option<(Axis, Vec3)>,
    /// Number of pairs of edges skipped since the previous axis.
    pub(super) skipped: u32,
}

/// Whether the arcs of both bodies can be searched: those of polyhedra and flat polygons, but not of boxes, whose
/// parallel edges share an arc.
pub(super) fn can_search(a: &Solid, b: &Solid) -> bool {
    [a, b].iter().all(|solid| solid.polyhedron.is_some() && solid.half_extents.is_none())
}

impl ArcSearch {
    /// State before the first arc.
    pub(super) fn new(b: &Solid) -> Self {
        let faces = b.polyhedron.as_ref().map_or(0, |hull| hull.faces().len());
        Self {
            edge: 0,
            arc: None,
            edge_point: Vec3::ZERO,
            pieces: Vec::new(),
            found_axes: 0,
            searched_pieces: 0,
            farthest_against: vec![NONE; faces],
            near: 0,
            skipped_bound: Real::NEG_INFINITY,
            abandoned_pieces: 0,
        }
    }

    /// Memory of the lists on the heap, bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.farthest_against[..]) + self.pieces.capacity() * size_of::<ArcPiece>()
    }

    /// Searches for the next pair of edges whose axis may have a gap above `enough`, in the pair's length unit.
    pub(super) fn advance(&mut self, posed: &PosedPair, enough: Real) -> Advance {
        let mut skipped = 0_u32;
        loop {
            while let (Some(arc), Some(piece)) = (self.arc, self.pieces.pop()) {
                if let Some((i, n)) = self.search_piece(posed, &arc, piece, enough) {
                    self.found_axes += 1;
                    return Advance { axis: Some((Axis::Edges(i, self.edge), n)), skipped };
                }
            }
            if self.arc.take().is_some() {
                skipped = skipped.saturating_add((posed.a.edges.len() as u32).saturating_sub(self.found_axes));
                self.edge += 1;
            }
            if !self.begin_arc(posed) {
                return Advance { axis: None, skipped };
            }
        }
    }

    /// Begins the search of the current edge of B: rotates the edge to A's frame, and finds the vertices of A farthest
    /// along the ends of its mirrored arc. Returns false if no edge is left.
    fn begin_arc(&mut self, posed: &PosedPair) -> bool {
        let Some(edge) = posed.b.edges.get(self.edge as usize) else { return false };
        let Some(hull) = &posed.b.polyhedron else { return false };
        let rotation = *posed.rotation;
        let arc = edge.arc.rotated(|d| rotation * d);
        self.arc = Some(Edge { direction: rotation * edge.direction, arc, ..*edge });
        self.edge_point = rotation * posed.b.vertices[edge.ends[0] as usize] + posed.translation;
        self.found_axes = 0;
        self.searched_pieces = 0;
        let faces = [0, 1].map(|side| hull.half_edges()[2 * self.edge as usize + side].face);
        let ends = faces.map(|face| -(rotation * hull.faces()[face as usize].plane.normal));
        let vertices = [0, 1].map(|side| self.find_farthest_against(posed.a, faces[side], ends[side]));
        if let Arc::Half(middle) = edge.arc {
            let middle = -(rotation * middle);
            let between = posed.a.farthest(middle, self.near);
            self.pieces.push(ArcPiece { ends: [middle, ends[1]], vertices: [between, vertices[1]] });
            self.pieces.push(ArcPiece { ends: [ends[0], middle], vertices: [vertices[0], between] });
            self.near = between;
        } else {
            self.pieces.push(ArcPiece { ends, vertices });
        }
        true
    }

    /// The vertex of A farthest along `d`, the direction against the normal of a face of B; searched once per face.
    fn find_farthest_against(&mut self, a: &Solid, face: u32, d: Vec3) -> u32 {
        let vertex = &mut self.farthest_against[face as usize];
        if *vertex == NONE {
            *vertex = a.farthest(d, self.near);
        }
        self.near = *vertex;
        self.near
    }

    /// Searches a piece for an axis with a gap above `enough`. Returns the edge of A and the direction of the axis, or
    /// `None` if the piece is skipped or split in two.
    fn search_piece(&mut self, posed: &PosedPair, arc: &Edge, piece: ArcPiece, enough: Real) -> Option<(u32, Vec3)> {
        let a = posed.a;
        let [p, q] = piece.vertices;
        let GapBound { at: m, bound } = piece.bound(a, self.edge_point)?;
        let is_abandoned = self.searched_pieces as usize > a.vertices.len() + MAX_EXTRA_SPLITS;
        let n = if bound > enough && !is_abandoned { m.try_normalize() } else { None };
        let Some(n) = n else {
            self.skipped_bound = self.skipped_bound.max(bound);
            self.abandoned_pieces += u32::from(is_abandoned);
            return None;
        };
        self.searched_pieces += 1;
        let between = a.farthest(n, p);
        let is_new = between != p && between != q;
        if is_new && is_farther(a, n, between, p) && is_farther(a, n, between, q) {
            let [c, d] = piece.ends;
            self.pieces.push(ArcPiece { ends: [n, d], vertices: [between, q] });
            self.pieces.push(ArcPiece { ends: [c, n], vertices: [p, between] });
            return None;
        }
        let hull = a.polyhedron.as_ref()?;
        if let Some(h) = hull.vertex_half_edges(p).find(|h| hull.head(*h) == q) {
            return Some((h / 2, self.axis_direction(posed, h / 2, n, arc)));
        }
        // `p` and `q` end a diagonal of a face that is flat to rounding: take the first edge on the walk.
        let Some(exit) = piece.exit(a, hull) else {
            self.skipped_bound = self.skipped_bound.max(bound);
            return None;
        };
        let edge = exit.half_edge / 2;
        self.pieces.push(ArcPiece { ends: [exit.at, piece.ends[1]], vertices: [hull.head(exit.half_edge), q] });
        Some((edge, self.axis_direction(posed, edge, exit.at, arc)))
    }

    /// Direction of the axis across A's edge `i` and the current edge of B, whose arcs cross at `x`; A's frame, any
    /// length. `edge_of_b` is that edge in A's frame.
    fn axis_direction(&self, posed: &PosedPair, i: u32, x: Vec3, edge_of_b: &Edge) -> Vec3 {
        let edge = &posed.a.edges[i as usize];
        if nearly_parallel(edge.direction, edge_of_b.direction)
            && let Some(precise) = posed.axis_across(i, self.edge)
        {
            return precise;
        }
        accurate_direction(x, edge, edge_of_b)
    }
}

/// Whether vertex `i` of A is farther along the unit vector `n` than vertex `j`, by more than the rounding error.
fn is_farther(a: &Solid, n: Vec3, i: u32, j: u32) -> bool {
    n.dot(a.vertices[i as usize] - a.vertices[j as usize]) > TIE_ROUNDING * EPS * a.radius
}

/// Upper bound of the gaps on a piece of an arc.
struct GapBound {
    /// Point of the chord where both vertices of the piece are equally far, in A's frame.
    at: Vec3,
    /// Upper bound of the gaps, in the pair's length unit.
    bound: Real,
}

/// Crossing over which a piece of an arc leaves the region of its first vertex.
struct PieceExit {
    /// Half-edge of A, at the first vertex, whose edge's arc is crossed.
    half_edge: u32,
    /// Unit vector at the crossing, in A's frame.
    at: Vec3,
}

impl ArcPiece {
    /// Upper bound of the gaps on the piece, from its two vertices of A and `edge_point`, a point of B's edge in A's
    /// frame. `None` if there is no axis between the ends: if both are in the region of one vertex, which is convex, or
    /// if both vertices are equally far along the whole piece, which is then on the arc of A's own edge.
    fn bound(&self, a: &Solid, edge_point: Vec3) -> Option<GapBound> {
        let [c, d] = self.ends;
        let [u, v] = self.vertices.map(|vertex| a.vertices[vertex as usize]);
        let x = c.dot(u - v).max(0.0);
        let y = d.dot(v - u).max(0.0);
        if self.vertices[0] == self.vertices[1] || !(x + y > 0.0) {
            return None;
        }
        let m = c + (d - c) * (x / (x + y));
        let from_u = edge_point - u;
        let from_v = edge_point - v;
        let highest = m.dot(from_u).max(m.dot(from_v)).max(c.dot(from_u)).max(d.dot(from_v));
        // Vectors of the chord are shorter than unit vectors, most of all in its middle, so a positive bound has to be
        // enlarged.
        let shortest = 0.5 * (c + d).length();
        let bound = if highest > 0.0 { highest / shortest } else { highest };
        Some(GapBound { at: m, bound })
    }

    /// The first crossing over which the piece leaves the region of its first vertex; `None` if there is none.
    fn exit(&self, a: &Solid, hull: &Polyhedron) -> Option<PieceExit> {
        let [c, d] = self.ends;
        let from = a.vertices[self.vertices[0] as usize];
        let mut first: Option<(u32, Real)> = None;
        for h in hull.vertex_half_edges(self.vertices[0]) {
            let edge = a.vertices[hull.head(h) as usize] - from;
            let x = (-c.dot(edge)).max(0.0);
            let y = d.dot(edge);
            let t = x / (x + y);
            if y > 0.0 && first.is_none_or(|(_, least)| t < least) {
                first = Some((h, t));
            }
        }
        let (half_edge, t) = first?;
        let at = (c + (d - c) * t).try_normalize()?;
        Some(PieceExit { half_edge, at })
    }
}
