//! Which pairs of edges make a face of `A − B`, found by walking the arcs of B's edges over the regions of A's vertices.
//!
//! On the Gauss sphere a vertex of A owns the directions along which it is farthest: a convex region, bounded by the arcs of
//! A's edges at that vertex. The mirrored arc of B's edge runs from `c = −n_left` to `d = −n_right`. It begins in the region
//! of the vertex farthest along `c`, leaves a region over the arc that it crosses, and goes on in the region of that edge's
//! other end, up to that of the vertex farthest along `d`. Where both are one vertex there is no crossing, for the region is
//! convex. So instead of all edges of A only those at the vertices on the way are asked (`[Gregorius13]` asks all).
//!
//! An end that lies exactly on an arc belongs to two regions: the one into which the arc runs is taken. Where rounding leads
//! the walk astray all edges of A are asked for this arc, so that no crossing is missed.

use super::super::prelude::*;
use super::Axis;
use super::arcs::crossing;
use super::polyhedron::Polyhedron;
use super::search::Ground;
use super::solid::{Arc, Edge, Solid};

/// How far the walk has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Walk {
    /// The edge of B whose arc is walked.
    edge: u32,
    /// That edge, turned to A's frame; none before its arc begins.
    arc: Option<Edge>,
    /// The vertices of A in whose regions the arc begins and ends.
    ends: [u32; 2],
    /// The region that was reached.
    at: Region,
    /// How many arcs of A's edges this one has crossed.
    crossed: u32,
    /// The next edge of A to be asked, where all are.
    asked: Option<u32>,
    /// How many arcs lost their way.
    pub(super) repaired: u32,
}

/// The region of a vertex of A, and over which edge it was entered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Region {
    vertex: u32,
    over: Option<u32>,
}

impl Region {
    /// Over which edge of A the arc leaves, with the normal there, and into which region.
    fn exit(self, a: &Solid, hull: &Polyhedron, arc: &Edge) -> Option<(u32, Vec3, Self)> {
        hull.vertex_half_edges(self.vertex).find_map(|h| {
            let edge = h / 2;
            if self.over == Some(edge) {
                return None;
            }
            let x = crossing(&a.edges[edge as usize], arc)?;
            Some((edge, x, Self { vertex: hull.head(h), over: Some(edge) }))
        })
    }
}

/// Whether the arcs of both bodies can be walked: those of solids, an arc an edge.
pub(super) fn walks(a: &Solid, b: &Solid) -> bool {
    let whole = |solid: &Solid| solid.dimension == 3 && solid.half_extents.is_none();
    whole(a) && whole(b)
}

/// The vertex farthest along `c`, by a walk from `near`; of those that are exactly as far the farthest along `d`.
fn farthest(hull: &Polyhedron, c: Vec3, d: Vec3, near: u32) -> u32 {
    let mut at = hull.support_from(c, near);
    for _ in 0..hull.vertices().len() {
        let from = hull.vertices()[at as usize];
        let rise = |v: u32| hull.vertices()[v as usize] - from;
        let level = hull.vertex_neighbors(at).filter(|v| c.dot(rise(*v)) == 0.0);
        match level.max_by(|u, v| d.dot(rise(*u)).total_cmp(&d.dot(rise(*v)))).filter(|v| d.dot(rise(*v)) > 0.0) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

impl Walk {
    /// The vertex of A whose region was reached.
    pub(super) fn region(&self) -> u32 {
        self.at.vertex
    }

    /// Goes on to the next pair of edges whose arcs cross: with the direction from A to B that is perpendicular to both, in
    /// A's frame, of any length. None where no arc is left. Beside it, how many pairs were passed by.
    pub(super) fn advance(&mut self, ground: &Ground) -> (Option<(Axis, Vec3)>, u32) {
        let mut passed = 0;
        loop {
            let Some(arc) = self.arc.or_else(|| self.begin(ground)) else { return (None, passed) };
            if let Some((edge, n)) = self.cross(ground.a, &arc) {
                self.crossed += 1;
                return (Some((Axis::Edges(edge, self.edge), n)), passed);
            }
            if self.asked.is_none() && self.at.vertex != self.ends[1] {
                (self.asked, self.repaired) = (Some(0), self.repaired + 1);
                continue;
            }
            passed += ground.a.edges.len() as u32 - self.crossed;
            *self = Self { edge: self.edge + 1, arc: None, crossed: 0, asked: None, ..*self };
        }
    }

    /// Turns the next edge of B to A's frame, and finds where its arc begins and ends.
    fn begin(&mut self, ground: &Ground) -> Option<Edge> {
        let edge = ground.b.edges.get(self.edge as usize)?;
        let turn = |d: Vec3| ground.rotation * d;
        let arc = Edge { direction: turn(edge.direction), arc: edge.arc.turned(turn), ..*edge };
        let (Arc::Minor([left, right]), Some(hull)) = (arc.arc, &ground.a.polyhedron) else { return None };
        let near = self.at.vertex;
        self.ends = [farthest(hull, -left, -right, near), farthest(hull, -right, -left, near)];
        self.at = Region { vertex: self.ends[0], over: None };
        self.arc = Some(arc);
        self.arc
    }

    /// The next edge of A whose arc this one crosses: on the way, or of all edges once the way is lost.
    fn cross(&mut self, a: &Solid, arc: &Edge) -> Option<(u32, Vec3)> {
        let hull = a.polyhedron.as_ref()?;
        if let Some(asked) = self.asked {
            let mut rest = (asked..).zip(&a.edges[asked as usize..]);
            let found = rest.find_map(|(i, edge)| {
                let x = crossing(edge, arc)?;
                (!self.was_crossed(a, hull, arc, i)).then_some((i, x))
            });
            self.asked = Some(found.map_or(a.edges.len() as u32, |(i, _)| i + 1));
            return found;
        }
        // Should rounding lead in a circle, the way counts as lost.
        if self.at.vertex == self.ends[1] || self.crossed as usize >= a.edges.len() {
            return None;
        }
        let (edge, n, next) = self.at.exit(a, hull, arc)?;
        self.at = next;
        Some((edge, n))
    }

    /// Whether the walk along this arc has crossed the arc of that edge of A before it lost its way.
    fn was_crossed(&self, a: &Solid, hull: &Polyhedron, arc: &Edge, edge: u32) -> bool {
        let mut at = Region { vertex: self.ends[0], over: None };
        for _ in 0..a.edges.len() {
            match at.exit(a, hull, arc) {
                _ if at == self.at => return false,
                Some((over, ..)) if over == edge => return true,
                Some((_, _, next)) => at = next,
                None => return false,
            }
        }
        false
    }
}
