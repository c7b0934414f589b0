//! The lines that are tried: which there are, and where each points.

use std::borrow::Borrow;

use super::super::numbers::squarable;
use super::super::prelude::*;
use super::Axis;
use super::place::Place;
use super::solid::Solid;
use super::stepper::Sat;

impl<S: Borrow<Solid>> Sat<S> {
    /// Solid 0 is A, 1 is B.
    pub(super) fn solid(&self, body: u8) -> &Solid {
        if body == 0 { self.a.borrow() } else { self.b.borrow() }
    }

    /// A direction of a solid's frame in the pair frame.
    fn in_pair_frame(&self, body: u8, d: Vec3) -> Vec3 {
        if body == 0 { d } else { self.rotation * d }
    }

    /// An edge's direction in the pair frame.
    fn edge(&self, body: u8, edge: u32) -> Option<Vec3> {
        self.solid(body).edge(edge).map(|edge| self.in_pair_frame(body, edge.direction))
    }

    /// The unit vector of a line; `None` where two edges, or an edge and a plane, span none.
    pub(super) fn line(&self, axis: Axis) -> Option<Vec3> {
        let line = match axis {
            Axis::FaceA(i) => self.a.borrow().normal(i)?,
            Axis::FaceB(i) => self.rotation * self.b.borrow().normal(i)?,
            Axis::Edges(i, j) => self.across_edges(i, j)?,
            Axis::Side { body, edge } => self.edge(body, edge)?.cross(self.plane_of(body)?),
            Axis::Along { body } => self.edge(body, 0)?,
            Axis::Across { body } => self.across(self.edge(body, 0)),
        };
        squarable(line).try_normalize()
    }

    /// From A's first vertex to B's, without the part along a segment; where nothing is left of it, any way across.
    fn across(&self, segment: Option<Vec3>) -> Vec3 {
        let between = self.translation + self.rotation * self.b.borrow().vertices[0] - self.a.borrow().vertices[0];
        let way = squarable(between).try_normalize();
        let Some(e) = segment else { return way.unwrap_or(Vec3::X) };
        let way = way.unwrap_or_default();
        let perpendicular = way - e * way.dot(e);
        // What rounding leaves of a way along the segment points anywhere.
        if perpendicular.length() <= 64.0 * EPS {
            return e.any_orthonormal_vector();
        }
        let n = perpendicular.normalize();
        n - e * n.dot(e)
    }

    /// The normal of the plane in which a body without volume lies: its own, the other's, or that of both segments.
    fn plane_of(&self, body: u8) -> Option<Vec3> {
        let own = self.solid(body).plane_normal().map(|n| self.in_pair_frame(body, n));
        let other = || self.solid(1 - body).plane_normal().map(|n| self.in_pair_frame(1 - body, n));
        own.or_else(other).or_else(|| Some(self.edge(0, 0)?.cross(self.edge(1, 0)?)))
    }

    /// The first place at or after `place` that exists.
    pub(super) fn existing(&self, mut place: Place) -> Place {
        let (a, b) = (self.a.borrow(), self.b.borrow());
        let flat = a.dimension < 3 && b.dimension < 3;
        let thin = a.dimension < 2 && b.dimension < 2;
        loop {
            place = match place {
                Place::FacesA(i) if i as usize >= a.lines.len() => Place::FacesB(0),
                Place::FacesB(i) if i as usize >= b.lines.len() => Place::Edges(0, 0),
                Place::Edges(i, _) if i as usize >= a.edges.len() => Place::Sides(0, 0),
                Place::Sides(..) if !flat => Place::End,
                Place::Sides(body, edge) if edge as usize >= self.solid(body).edges.len() => match body {
                    0 => Place::Sides(1, 0),
                    _ => Place::Along(0),
                },
                Place::Along(_) | Place::Across(_) if !thin => Place::End,
                Place::Along(2..) => Place::Across(0),
                Place::Across(2..) => Place::End,
                found => return found,
            };
        }
    }
}
