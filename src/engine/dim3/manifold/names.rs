//! Features and names of the contact points of a clipped face.

use std::borrow::Borrow;

use super::super::prelude::*;
use super::body::Body;
use super::polygon::Corner;
use super::stepper::Manifold;
use super::{Edge, Feature, Kind, contact};

impl<S: Borrow<Body>> Manifold<S> {
    /// The features of the first and of the second body that contain a vertex of the clipped polygon: those that made
    /// it, then those within the snap distance.
    pub(super) fn lies_on(&self, corner: &Corner, body: u8, face: u32) -> [[Feature; 2]; 2] {
        let other = 1 - body;
        let sides = &self.memory.sides;
        let own = &self.memory.own;
        let count = sides.len() as u32;
        let whole = Feature::new(body, Kind::Face, face);
        let opposed = match self.incident {
            Some(face) => Feature::new(other, Kind::Face, face),
            None => Feature::new(other, Kind::Edge, own.first().map_or(0, |own| own.edge)),
        };
        let edge = |edge: Edge| match edge {
            Edge::Reference(k) => Feature::new(body, Kind::Edge, sides[k as usize].edge),
            Edge::Incident(i) => Feature::new(other, Kind::Edge, own[i as usize].edge),
        };
        let made = match (corner.own, corner.edges) {
            (Some(i), _) => [whole, Feature::new(other, Kind::Vertex, own[i as usize].vertex)],
            (None, [Edge::Reference(i), Edge::Reference(k)]) => {
                let between = if (k + 1) % count == i { i } else { k };
                [Feature::new(body, Kind::Vertex, sides[between as usize].vertex), opposed]
            }
            (None, [e @ Edge::Reference(_), f @ Edge::Incident(_)])
            | (None, [f @ Edge::Incident(_), e @ Edge::Reference(_)]) => [edge(e), edge(f)],
            (None, [_, f]) => [whole, edge(f)],
        };
        let near = [
            self.near_reference(corner.point, body).unwrap_or(made[0]),
            self.near_incident(corner.point, other).unwrap_or(made[1]),
        ];
        let ordered = |[p, q]: [Feature; 2]| if body == 0 { [p, q] } else { [q, p] };
        [ordered(made), ordered(near)]
    }

    /// Whether a vector of this squared length is within the snap distance. The root is computed only where the square
    /// is not conclusive.
    #[inline(always)]
    fn is_near_by(&self, square: Real) -> bool {
        square <= self.snap * self.snap * (1.0 + 16.0 * EPS) + Real::MIN_POSITIVE && square.sqrt() <= self.snap
    }

    /// The vertex or the edge of the reference that is above or below a point, within the snap distance.
    fn near_reference(&self, p: Vec3, body: u8) -> Option<Feature> {
        let sides = &self.memory.sides;
        let normal = self.reference.map_or(Vec3::ZERO, |reference| reference.normal);
        let across = |from: Vec3| {
            let way = p - from;
            (way - normal * normal.dot(way)).length_squared()
        };
        if let Some(side) = sides.iter().find(|side| self.is_near_by(across(side.point))) {
            return Some(Feature::new(body, Kind::Vertex, side.vertex));
        }
        let inside = |side: &&super::polygon::Side| -side.outward.dot(p - side.point) <= self.snap;
        sides.iter().find(inside).map(|side| Feature::new(body, Kind::Edge, side.edge))
    }

    /// The vertex or the edge of the incident feature that contains a point, within the snap distance.
    fn near_incident(&self, p: Vec3, body: u8) -> Option<Feature> {
        let own = &self.memory.own;
        let at = |corner: Vec3| own.len() == 1 || self.is_near_by(corner.distance_squared(p));
        if let Some(corner) = own.iter().find(|corner| at(corner.point)) {
            return Some(Feature::new(body, Kind::Vertex, corner.vertex));
        }
        let on = |i: usize| {
            let from = own[i].point;
            let to = own[(i + 1) % own.len()].point;
            let way = to - from;
            let off = p - from;
            let along = way.dot(off);
            let whole = way.length_squared();
            let square = off.length_squared();
            // Scaled by the squared length of the edge, so that the test of the distance from its line needs no
            // division.
            let far = (self.snap * self.snap + 64.0 * EPS * square) * whole;
            if square * whole - along * along > far {
                return false;
            }
            self.is_near_by(p.distance_squared(from + way * (along / whole).clamp(0.0, 1.0)))
        };
        let edge = (0..own.len()).find(|&i| on(i));
        edge.map(|i| Feature::new(body, Kind::Edge, own[i].edge))
    }

    /// Names the points. Among points that share a name by proximity, the deepest gets it, among equally deep ones the
    /// first in the order of the features that made them. The others are named by the features that made them, and are
    /// removed first by the reduction.
    pub(super) fn name_all(&mut self) {
        let made = |this: &Self, i: usize| this.memory.made.get(i).map(|made| contact::name(*made, 0));
        for i in 0..self.points.len() {
            self.points[i].id = contact::name(self.points[i].features, 0);
        }
        self.memory.second.clear();
        for i in 0..self.points.len() {
            let own = self.points[i].id;
            let depth = self.points[i].depth;
            let before = |k: usize| {
                let other = &self.points[k];
                let first = || other.depth > depth || other.depth == depth && (made(self, k), k) < (made(self, i), i);
                k != i && other.id == own && first()
            };
            let second = (0..self.points.len()).any(before);
            self.memory.second.push(second);
        }
        for i in 0..self.points.len() {
            if let (true, Some(made)) = (self.memory.second[i], self.memory.made.get(i)) {
                self.points[i].id = contact::name(*made, 0);
            }
        }
        // Merges points that rounding made twice into the deeper one.
        let mut k = 0;
        while k < self.points.len() {
            let Some(i) = (0..k).find(|&i| self.points[i].id == self.points[k].id) else {
                k += 1;
                continue;
            };
            if self.points[k].depth > self.points[i].depth {
                self.points.swap(i, k);
                self.memory.second.swap(i, k);
            }
            self.points.remove(k);
            self.memory.second.remove(k);
        }
    }
}
