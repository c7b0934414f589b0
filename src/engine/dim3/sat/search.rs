//! The pairs of edges whose line may be better than the one taken, found arc by arc without asking all that cross.
//!
//! Two solids of n corners may have n² pairs of edges that cross, as two prisms have. But the gap along a direction `n` is at
//! most `n·(b − a)` for *any* point `a` of A and `b` of B. On a piece of the mirrored arc of B's edge let `p` be the corner of
//! A farthest along its one end `c`, `q` that along its other end `d`, and `b` a point of the edge. Along the chord from `c`
//! to `d` both products are linear: the lesser of them is largest where they meet, at `m`, or at an end. Where that is no
//! better than the line taken the whole piece is left out, and the bound kept. Otherwise the corner of A farthest along `m`
//! is asked: another one than `p` and `q` cuts the piece in two; else the arc crosses there from `p`'s region into `q`'s, and
//! the edge between the two makes the line. This is EPA on one arc. No piece is left out that holds a line to be taken.
//!
//! The arc of a flat polygon's edge is half a circle, and is cut in its middle first.

use super::super::prelude::*;
use super::Axis;
use super::arcs::exactly;
use super::ground::Ground;
use super::polyhedron::Polyhedron;
use super::precise::nearly_parallel;
use super::solid::{Arc, Edge, Solid};

/// No vertex is known.
const NONE: u32 = u32::MAX;

/// Vertices of A whose products with a unit vector differ by no more than so many `EPS` of A's radius are as far: two
/// roundings in each difference and three in its product, twice. Smaller: a piece may be cut where nothing lies between.
/// Larger: a line is looked for on an edge of A that it is off by as much; its gap is that of whole shadows all the same.
const LEVEL: Real = 16.0;

/// An arc that crosses every region of A has as many pieces as A has vertices. Beyond that and these few rounding leads in a
/// circle.
const CALM: usize = 64;

/// A part of an arc, less than half a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    /// Unit vectors from A to B, in A's frame.
    ends: [Vec3; 2],
    /// The vertices of A that are farthest along them.
    vertices: [u32; 2],
}

/// How far the search has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Search {
    /// The edge of B whose arc is asked.
    edge: u32,
    /// That edge, turned to A's frame; none before its arc begins.
    arc: Option<Edge>,
    /// One of its ends, in A's frame.
    foot: Vec3,
    /// What of the arc is left; the next is the last.
    pieces: Vec<Piece>,
    /// How many lines this arc made, and how many pieces of it were asked.
    tried: u32,
    asked: u32,
    /// For each face of B the vertex of A that is farthest against it, once that was asked for.
    against: Vec<u32>,
    /// Where the next walk to a farthest vertex begins.
    near: u32,
    /// No line that was left out has a gap above this.
    pub(super) left_out: Real,
    /// How many arcs lost their way; what is left of these is bounded alone.
    pub(super) lost: u32,
}

/// Whether the arcs of both bodies can be searched: those of solids and polygons, an arc an edge.
pub(super) fn searches(a: &Solid, b: &Solid) -> bool {
    let faced = |solid: &Solid| solid.polyhedron.is_some() && solid.half_extents.is_none();
    faced(a) && faced(b)
}

impl Search {
    /// Before the first arc.
    pub(super) fn new(b: &Solid) -> Self {
        let faces = b.polyhedron.as_ref().map_or(0, |hull| hull.faces().len());
        Self {
            edge: 0,
            arc: None,
            foot: Vec3::ZERO,
            pieces: Vec::new(),
            tried: 0,
            asked: 0,
            against: vec![NONE; faces],
            near: 0,
            left_out: Real::NEG_INFINITY,
            lost: 0,
        }
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.against[..]) + self.pieces.capacity() * size_of::<Piece>()
    }

    /// Goes on to the next pair of edges whose line may have a gap above `enough`: with the direction from A to B that is
    /// perpendicular to both, in A's frame, of any length. None where no arc is left. Beside it, how many pairs were passed by.
    pub(super) fn advance(&mut self, ground: &Ground, enough: Real) -> (Option<(Axis, Vec3)>, u32) {
        let mut passed = 0_u32;
        loop {
            while let (Some(arc), Some(piece)) = (self.arc, self.pieces.pop()) {
                if let Some((i, n)) = self.ask(ground, &arc, piece, enough) {
                    self.tried += 1;
                    return (Some((Axis::Edges(i, self.edge), n)), passed);
                }
            }
            if self.arc.take().is_some() {
                passed = passed.saturating_add((ground.a.edges.len() as u32).saturating_sub(self.tried));
                self.edge += 1;
            }
            if self.begin(ground).is_none() {
                return (None, passed);
            }
        }
    }

    /// Turns the next edge of B to A's frame, and finds the vertices of A that are farthest along the ends of its arc.
    fn begin(&mut self, ground: &Ground) -> Option<()> {
        let (edge, hull) = (ground.b.edges.get(self.edge as usize)?, ground.b.polyhedron.as_ref()?);
        let turn = |d: Vec3| *ground.rotation * d;
        self.arc = Some(Edge { direction: turn(edge.direction), arc: edge.arc.turned(turn), ..*edge });
        self.foot = turn(ground.b.vertices[edge.ends[0] as usize]) + ground.translation;
        (self.tried, self.asked) = (0, 0);
        let faces = [0, 1].map(|side| hull.half_edges()[2 * self.edge as usize + side].face);
        let ends = faces.map(|face| -turn(hull.faces()[face as usize].plane.normal));
        let vertices = [0, 1].map(|side| self.farthest_against(ground.a, faces[side], ends[side]));
        if let Arc::Half(middle) = edge.arc {
            let middle = -turn(middle);
            let between = ground.a.farthest(middle, self.near);
            self.pieces.push(Piece { ends: [middle, ends[1]], vertices: [between, vertices[1]] });
            self.pieces.push(Piece { ends: [ends[0], middle], vertices: [vertices[0], between] });
            self.near = between;
        } else {
            self.pieces.push(Piece { ends, vertices });
        }
        Some(())
    }

    /// The vertex of A that is farthest along `d`, which looks against a face of B: each is asked for once.
    fn farthest_against(&mut self, a: &Solid, face: u32, d: Vec3) -> u32 {
        let known = &mut self.against[face as usize];
        if *known == NONE {
            *known = a.farthest(d, self.near);
        }
        self.near = *known;
        self.near
    }

    /// Whether a piece may hold a line with a gap above `enough`. Cuts it in two; or finds the edge of A and the direction of
    /// the line.
    fn ask(&mut self, ground: &Ground, arc: &Edge, piece: Piece, enough: Real) -> Option<(u32, Vec3)> {
        let (a, [p, q]) = (ground.a, piece.vertices);
        let (m, bound) = piece.bound(a, self.foot)?;
        let n = m.try_normalize().filter(|_| bound > enough);
        let lost = self.asked as usize > a.vertices.len() + CALM;
        let Some(n) = n.filter(|_| !lost) else {
            self.left_out = self.left_out.max(bound);
            self.lost += u32::from(lost);
            return None;
        };
        self.asked += 1;
        let between = a.farthest(n, p);
        let higher =
            |than: u32| n.dot(a.vertices[between as usize] - a.vertices[than as usize]) > LEVEL * EPS * a.radius;
        if between != p && between != q && higher(p) && higher(q) {
            let [c, d] = piece.ends;
            self.pieces.push(Piece { ends: [n, d], vertices: [between, q] });
            self.pieces.push(Piece { ends: [c, n], vertices: [p, between] });
            return None;
        }
        let hull = a.polyhedron.as_ref()?;
        if let Some(h) = hull.vertex_half_edges(p).find(|h| hull.head(*h) == q) {
            return Some((h / 2, self.across(ground, h / 2, n, arc)));
        }
        // The ends of a diagonal of a face that is flat within rounding: the first edge on the way.
        let Some((h, x)) = piece.exit(a, hull) else {
            self.left_out = self.left_out.max(bound);
            return None;
        };
        self.pieces.push(Piece { ends: [x, piece.ends[1]], vertices: [hull.head(h), q] });
        Some((h / 2, self.across(ground, h / 2, x, arc)))
    }

    /// The line across an edge of A and the edge at hand, whose arcs cross at `x`.
    fn across(&self, ground: &Ground, i: u32, x: Vec3, arc: &Edge) -> Vec3 {
        let edge = &ground.a.edges[i as usize];
        let precise = || nearly_parallel(edge.direction, arc.direction).then(|| ground.across(i, self.edge)).flatten();
        precise().unwrap_or_else(|| exactly(x, edge, arc))
    }
}

impl Piece {
    /// Where both vertices are as far, as a point of the chord; and what no gap on the piece is above, with `foot` as the
    /// point of B. None where no line lies between the ends: the region of one vertex is convex, and a piece along which
    /// both are as far runs on the arc of A's own edge.
    fn bound(&self, a: &Solid, foot: Vec3) -> Option<(Vec3, Real)> {
        let ([c, d], [u, v]) = (self.ends, self.vertices.map(|vertex| a.vertices[vertex as usize]));
        let (x, y) = (c.dot(u - v).max(0.0), d.dot(v - u).max(0.0));
        if self.vertices[0] == self.vertices[1] || !(x + y > 0.0) {
            return None;
        }
        let m = c + (d - c) * (x / (x + y));
        let highest = m.dot(foot - u).max(m.dot(foot - v)).max(c.dot(foot - u)).max(d.dot(foot - v));
        // The chord is shorter than a unit vector, in its middle the most: that makes what is positive larger.
        let shortest = 0.5 * (c + d).length();
        Some((m, if highest > 0.0 { highest / shortest } else { highest }))
    }

    /// The half-edge at the first vertex over whose arc the piece leaves its region, and the unit vector there.
    fn exit(&self, a: &Solid, hull: &Polyhedron) -> Option<(u32, Vec3)> {
        let ([c, d], from) = (self.ends, a.vertices[self.vertices[0] as usize]);
        let mut first: Option<(u32, Real)> = None;
        for h in hull.vertex_half_edges(self.vertices[0]) {
            let way = a.vertices[hull.head(h) as usize] - from;
            let (x, y) = ((-c.dot(way)).max(0.0), d.dot(way));
            let t = x / (x + y);
            if y > 0.0 && first.is_none_or(|(_, least)| t < least) {
                first = Some((h, t));
            }
        }
        let (h, t) = first?;
        Some((h, (c + (d - c) * t).try_normalize()?))
    }
}
