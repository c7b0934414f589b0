//! Search for the pairs of edges whose axis may be better than the best one, without testing all pairs that cross.
//!
//! Two solids of n vertices may have n² pairs of edges that cross, as two prisms have. But the gap along a direction
//! `n` is at most `n·(b − a)` for *any* point `a` of A and `b` of B. On a piece of the mirrored arc of B's edge let `p`
//! be the vertex of A farthest along its one end `c`, `q` that along its other end `d`, and `b` a point of the edge.
//! Along the chord from `c` to `d` both products are linear: the lesser of them is largest where they are equal, at
//! `m`, or at an end. If that is no better than the best axis, the whole piece is skipped, and the bound stored.
//! Otherwise the search finds the vertex of A farthest along `m`. A vertex other than `p` and `q` splits the piece in
//! two. If it is `p` or `q`, the arc crosses there from `p`'s region into `q`'s, and the edge between the two makes the
//! axis. This is EPA on one arc. A skipped piece never contains a better axis.
//!
//! The arc of a flat polygon's edge is half a circle, and is first split in its middle.

use super::super::prelude::*;
use super::Axis;
use super::arcs::accurate_direction;
use super::polyhedron::Polyhedron;
use super::posed_pair::PosedPair;
use super::precise::nearly_parallel;
use super::solid::{Arc, Edge, Solid};

/// Index of an unknown vertex.
const NONE: u32 = u32::MAX;

/// Height difference, in `EPS` of A's radius, up to which vertices of A count as equally far along a unit vector: two
/// roundings in each difference and three in its product, for two vertices, and a margin. With a smaller value a piece
/// may be split at a vertex that is not between its ends; with a larger one the axis may use an edge of A that is off
/// by as much, although its gap is still that of full projections.
const TIE_ROUNDING: Real = 16.0;

/// Number of searched pieces of an arc, beyond the number of A's vertices, after which rounding is assumed to repeat
/// splits without end. An arc that crosses every region of A has as many pieces as A has vertices.
const MAX_EXTRA_SPLITS: usize = 64;

/// A piece of an arc, less than half a circle.
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
    /// Edge `edge`, rotated to A's frame; `None` before its arc begins.
    arc: Option<Edge>,
    /// One end of that edge, in A's frame.
    foot: Vec3,
    /// Unsearched pieces of the arc, a stack.
    pieces: Vec<ArcPiece>,
    /// Number of axes found on this arc.
    found_axes: u32,
    /// Number of pieces of this arc that were searched.
    searched_pieces: u32,
    /// For each face of B the vertex of A farthest against its normal; [`NONE`] if it is not yet known.
    farthest_against: Vec<u32>,
    /// Initial vertex of the next walk to a farthest vertex.
    near: u32,
    /// Upper bound of the gaps of all skipped axes.
    pub(super) skipped_bound: Real,
    /// Number of pieces of arcs whose search was abandoned; these pieces are only bounded.
    pub(super) abandoned_pieces: u32,
}

/// Result of an advance of the search.
pub(super) struct Advance {
    /// The next axis with the direction from A to B perpendicular to both edges, in A's frame, of any length; `None` if
    /// no arc is left.
    pub(super) axis: Option<(Axis, Vec3)>,
    /// Number of pairs of edges skipped.
    pub(super) skipped: u32,
}

/// Whether both bodies' arcs can be searched: those of solids and polygons other than boxes, one arc per edge.
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
            foot: Vec3::ZERO,
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

    /// Advances to the next pair of edges whose axis may have a gap above `enough`.
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
            if self.begin(posed).is_none() {
                return Advance { axis: None, skipped };
            }
        }
    }

    /// Rotates the next edge of B to A's frame, and finds the vertices of A farthest along the ends of its arc. `None`
    /// if no edge is left.
    fn begin(&mut self, posed: &PosedPair) -> Option<()> {
        let edge = posed.b.edges.get(self.edge as usize)?;
        let hull = posed.b.polyhedron.as_ref()?;
        let rotation = *posed.rotation;
        let arc = edge.arc.rotated(|d| rotation * d);
        self.arc = Some(Edge { direction: rotation * edge.direction, arc, ..*edge });
        self.foot = rotation * posed.b.vertices[edge.ends[0] as usize] + posed.translation;
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
        Some(())
    }

    /// The vertex of A farthest along `d`, the direction against a face of B; searched once per face.
    fn find_farthest_against(&mut self, a: &Solid, face: u32, d: Vec3) -> u32 {
        let vertex = &mut self.farthest_against[face as usize];
        if *vertex == NONE {
            *vertex = a.farthest(d, self.near);
        }
        self.near = *vertex;
        self.near
    }

    /// Searches a piece for an axis with a gap above `enough`. Skips the piece, splits it in two, or returns the edge
    /// of A and the direction of the axis.
    fn search_piece(&mut self, posed: &PosedPair, arc: &Edge, piece: ArcPiece, enough: Real) -> Option<(u32, Vec3)> {
        let a = posed.a;
        let [p, q] = piece.vertices;
        let (m, bound) = piece.bound(a, self.foot)?;
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
        let Some((h, x)) = piece.exit(a, hull) else {
            self.skipped_bound = self.skipped_bound.max(bound);
            return None;
        };
        self.pieces.push(ArcPiece { ends: [x, piece.ends[1]], vertices: [hull.head(h), q] });
        Some((h / 2, self.axis_direction(posed, h / 2, x, arc)))
    }

    /// Direction of the axis across an edge of A and the current edge of B, whose arcs cross at `x`; A's frame, any
    /// length.
    fn axis_direction(&self, posed: &PosedPair, i: u32, x: Vec3, arc: &Edge) -> Vec3 {
        let edge = &posed.a.edges[i as usize];
        let precise = nearly_parallel(edge.direction, arc.direction).then(|| posed.axis_across(i, self.edge));
        precise.flatten().unwrap_or_else(|| accurate_direction(x, edge, arc))
    }
}

/// Whether vertex `i` of A is farther along the unit vector `n` than vertex `j`, by more than rounding.
fn is_farther(a: &Solid, n: Vec3, i: u32, j: u32) -> bool {
    n.dot(a.vertices[i as usize] - a.vertices[j as usize]) > TIE_ROUNDING * EPS * a.radius
}

impl ArcPiece {
    /// The point of the chord where both vertices are equally far, and an upper bound of the gap on the piece, with
    /// `foot` as the point of B. `None` if no axis is between the ends: the region of one vertex is convex, and a piece
    /// along which both vertices are equally far is on the arc of A's own edge.
    fn bound(&self, a: &Solid, foot: Vec3) -> Option<(Vec3, Real)> {
        let [c, d] = self.ends;
        let [u, v] = self.vertices.map(|vertex| a.vertices[vertex as usize]);
        let x = c.dot(u - v).max(0.0);
        let y = d.dot(v - u).max(0.0);
        if self.vertices[0] == self.vertices[1] || !(x + y > 0.0) {
            return None;
        }
        let m = c + (d - c) * (x / (x + y));
        let highest = m.dot(foot - u).max(m.dot(foot - v)).max(c.dot(foot - u)).max(d.dot(foot - v));
        // The chord is shorter than a unit vector, most of all in its middle, so a positive bound has to be enlarged.
        let shortest = 0.5 * (c + d).length();
        Some((m, if highest > 0.0 { highest / shortest } else { highest }))
    }

    /// The half-edge at the first vertex over whose arc the piece leaves the vertex's region, and the unit vector
    /// there.
    fn exit(&self, a: &Solid, hull: &Polyhedron) -> Option<(u32, Vec3)> {
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
        let (h, t) = first?;
        Some((h, (c + (d - c) * t).try_normalize()?))
    }
}
