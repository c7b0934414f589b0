//! Features and names of the contact points of a clipped face.

use std::borrow::Borrow;

use super::super::prelude::*;
use super::body::Body;
use super::polygon::Corner;
use super::stepper::Manifold;
use super::{Edge, Feature, Kind, contact};

/// Relative margin of a squared length, within which its root is computed and decides.
const ROOT_MARGIN: Real = 16.0 * EPS;

/// Relative error of a squared distance from a line, computed as a difference, with a reserve. The rejection of points
/// beyond it only saves time.
const LINE_MARGIN: Real = 64.0 * EPS;

impl<S: Borrow<Body>> Manifold<S> {
    /// The features of the first and of the second body that contain a vertex of the clipped polygon: those that made
    /// it, then those within the snap distance. `body` has the reference face, which is `face`.
    pub(super) fn features_at(&self, corner: &Corner, body: u8, face: u32) -> [[Feature; 2]; 2] {
        let other = 1 - body;
        let sides = &self.memory.sides;
        let incident = &self.memory.incident;
        let count = sides.len() as u32;
        let reference_face = Feature::new(body, Kind::Face, face);
        let incident_feature = match self.incident {
            Some(face) => Feature::new(other, Kind::Face, face),
            None => Feature::new(other, Kind::Edge, incident.first().map_or(0, |vertex| vertex.edge)),
        };
        let made = match (corner.incident, corner.edges) {
            (Some(i), _) => [reference_face, Feature::new(other, Kind::Vertex, incident[i as usize].vertex)],
            (None, [Edge::Reference(i), Edge::Reference(k)]) => {
                // The vertex between two sides is the start of the later one.
                let between = if (k + 1) % count == i { i } else { k };
                [Feature::new(body, Kind::Vertex, sides[between as usize].vertex), incident_feature]
            }
            (None, [e @ Edge::Reference(_), f @ Edge::Incident(_)])
            | (None, [f @ Edge::Incident(_), e @ Edge::Reference(_)]) => [e, f].map(|edge| self.feature_of(edge, body)),
            (None, [Edge::Incident(_), f @ Edge::Incident(_)]) => [reference_face, self.feature_of(f, body)],
        };
        let near = [
            self.near_reference(corner.point, body).unwrap_or(made[0]),
            self.near_incident(corner.point, other).unwrap_or(made[1]),
        ];
        [made, near].map(
            |[on_reference, on_other]| {
                if body == 0 { [on_reference, on_other] } else { [on_other, on_reference] }
            },
        )
    }

    /// The feature of an edge of the clipped polygon; `body` has the reference face.
    fn feature_of(&self, edge: Edge, body: u8) -> Feature {
        match edge {
            Edge::Reference(k) => Feature::new(body, Kind::Edge, self.memory.sides[k as usize].edge),
            Edge::Incident(i) => Feature::new(1 - body, Kind::Edge, self.memory.incident[i as usize].edge),
        }
    }

    /// Whether a vector of this squared length is within the snap distance. The root is computed only where the square
    /// is not conclusive.
    #[inline(always)]
    fn is_near_by(&self, square: Real) -> bool {
        square <= self.snap * self.snap * (1.0 + ROOT_MARGIN) + Real::MIN_POSITIVE && square.sqrt() <= self.snap
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
        let incident = &self.memory.incident;
        let count = incident.len();
        let vertex = incident.iter().find(|corner| count == 1 || self.is_near_by(corner.point.distance_squared(p)));
        if let Some(corner) = vertex {
            return Some(Feature::new(body, Kind::Vertex, corner.vertex));
        }
        let edge = (0..count).find(|&i| self.is_near_segment(p, [incident[i].point, incident[(i + 1) % count].point]));
        edge.map(|i| Feature::new(body, Kind::Edge, incident[i].edge))
    }

    /// Whether a point is within the snap distance of a segment.
    fn is_near_segment(&self, p: Vec3, [from, to]: [Vec3; 2]) -> bool {
        let side = to - from;
        let offset = p - from;
        let along = side.dot(offset);
        let side_square = side.length_squared();
        let square = offset.length_squared();
        // Scaled by the squared length of the edge, so that the test of the distance from its line needs no division.
        let limit = (self.snap * self.snap + LINE_MARGIN * square) * side_square;
        if square * side_square - along * along > limit {
            return false;
        }
        self.is_near_by(p.distance_squared(from + side * (along / side_square).clamp(0.0, 1.0)))
    }

    /// The name of a point by the features that made it.
    fn made_name(&self, i: usize) -> Option<u64> {
        self.memory.made.get(i).map(|made| contact::point_id(*made, 0))
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
            self.points[i].id = contact::point_id(self.points[i].features, 0);
        }
        self.memory.yields_name.clear();
        for i in 0..self.points.len() {
            let yields = (0..self.points.len()).any(|k| self.takes_name(k, i));
            self.memory.yields_name.push(yields);
        }
        for i in 0..self.points.len() {
            if self.memory.yields_name[i]
                && let Some(made) = self.memory.made.get(i)
            {
                self.points[i].id = contact::point_id(*made, 0);
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
                self.memory.yields_name.swap(i, k);
            }
            self.points.remove(k);
            self.memory.yields_name.remove(k);
        }
    }
}
