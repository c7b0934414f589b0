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
        let made = match (corner.own, corner.edges) {
            (Some(i), _) => [whole, Feature::new(other, Kind::Vertex, own[i as usize].vertex)],
            (None, [Edge::Reference(i), Edge::Reference(k)]) => {
                let between = if (k + 1) % count == i { i } else { k };
                [Feature::new(body, Kind::Vertex, sides[between as usize].vertex), opposed]
            }
            (None, [e @ Edge::Reference(_), f @ Edge::Incident(_)])
            | (None, [f @ Edge::Incident(_), e @ Edge::Reference(_)]) => [e, f].map(|edge| self.feature_of(edge, body)),
            (None, [_, f]) => [whole, self.feature_of(f, body)],
        };
        let near = [
            self.near_reference(corner.point, body).unwrap_or(made[0]),
            self.near_incident(corner.point, other).unwrap_or(made[1]),
        ];
        [made, near].map(|[own, other]| if body == 0 { [own, other] } else { [other, own] })
    }

    /// The feature of an edge of the clipped polygon; `body` has the reference face.
    fn feature_of(&self, edge: Edge, body: u8) -> Feature {
        match edge {
            Edge::Reference(k) => Feature::new(body, Kind::Edge, self.memory.sides[k as usize].edge),
            Edge::Incident(i) => Feature::new(1 - body, Kind::Edge, self.memory.own[i as usize].edge),
        }
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
        let nearest = sides.iter().find(|side| {
            let offset = p - side.point;
            self.is_near_by((offset - normal * normal.dot(offset)).length_squared())
        });
        if let Some(side) = nearest {
            return Some(Feature::new(body, Kind::Vertex, side.vertex));
        }
        let side = sides.iter().find(|side| -side.outward.dot(p - side.point) <= self.snap);
        side.map(|side| Feature::new(body, Kind::Edge, side.edge))
    }

    /// The vertex or the edge of the incident feature that contains a point, within the snap distance.
    fn near_incident(&self, p: Vec3, body: u8) -> Option<Feature> {
        let own = &self.memory.own;
        let is_single = own.len() == 1;
        let vertex = own.iter().find(|corner| is_single || self.is_near_by(corner.point.distance_squared(p)));
        if let Some(corner) = vertex {
            return Some(Feature::new(body, Kind::Vertex, corner.vertex));
        }
        let edge = (0..own.len()).find(|&i| self.is_near_segment(p, [own[i].point, own[(i + 1) % own.len()].point]));
        edge.map(|i| Feature::new(body, Kind::Edge, own[i].edge))
    }

    /// Whether a point is within the snap distance of a segment.
    fn is_near_segment(&self, p: Vec3, [from, to]: [Vec3; 2]) -> bool {
        let side = to - from;
        let off = p - from;
        let along = side.dot(off);
        let whole = side.length_squared();
        let square = off.length_squared();
        // Scaled by the squared length of the edge, so that the test of the distance from its line needs no division.
        let far = (self.snap * self.snap + 64.0 * EPS * square) * whole;
        if square * whole - along * along > far {
            return false;
        }
        self.is_near_by(p.distance_squared(from + side * (along / whole).clamp(0.0, 1.0)))
    }

    /// The name of a point by the features that made it.
    fn made_name(&self, i: usize) -> Option<u64> {
        self.memory.made.get(i).map(|made| contact::name(*made, 0))
    }

    /// Whether point `k` has the name of point `i` and comes before it: it is deeper, or as deep and first in the order
    /// of the features that made them.
    fn takes_name(&self, k: usize, i: usize) -> bool {
        let other = &self.points[k];
        let point = &self.points[i];
        k != i
            && other.id == point.id
            && (other.depth > point.depth
                || other.depth == point.depth && (self.made_name(k), k) < (self.made_name(i), i))
    }

    /// Names the points. Among points that share a name by proximity, the deepest gets it, among equally deep ones the
    /// first in the order of the features that made them. The others are named by the features that made them, and are
    /// removed first by the reduction.
    pub(super) fn name_all(&mut self) {
        for i in 0..self.points.len() {
            self.points[i].id = contact::name(self.points[i].features, 0);
        }
        self.memory.second.clear();
        for i in 0..self.points.len() {
            let second = (0..self.points.len()).any(|k| self.takes_name(k, i));
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
