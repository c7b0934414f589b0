//! Features and names of the contact points of a clipped face. A name is an id made from the two features, one of each
//! body, that contain the point. Features within the snap distance count, so that a point keeps its name from frame to
//! frame.

use std::borrow::Borrow;

use super::body::Body;
use super::polygon::{PolygonVertex, VertexFeatures};
use super::stepper::Manifold;
use super::{Edge, Feature, Kind, contact};
use crate::dim3::prelude::*;

/// Relative margin of a squared length, at least its rounding error: a vector with a larger square is too long, which
/// needs no root.
const ROOT_MARGIN: Real = 16.0 * EPS;

/// Relative error of a squared distance from a line, computed as a difference, with a reserve. The rejection of points
/// beyond it only saves time.
const LINE_MARGIN: Real = 64.0 * EPS;

/// Reorders the features of the reference and of the incident body: that of the first body, then that of the second.
fn in_body_order([of_reference, of_incident]: [Feature; 2], reference_body: u8) -> [Feature; 2] {
    if reference_body == 0 { [of_reference, of_incident] } else { [of_incident, of_reference] }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Features, one of each body, that contain a vertex of the clipped polygon. `body` has the reference face, which
    /// is `face`.
    pub(super) fn features_at(&self, vertex: &PolygonVertex, body: u8, face: u32) -> VertexFeatures {
        let incident_body = 1 - body;
        let sides = &self.memory.sides;
        let incident = &self.memory.incident;
        let count = sides.len() as u32;
        let reference_face = Feature::new(body, Kind::Face, face);
        let incident_feature = match self.incident {
            Some(face) => Feature::new(incident_body, Kind::Face, face),
            None => Feature::new(incident_body, Kind::Edge, incident.first().map_or(0, |vertex| vertex.edge)),
        };
        let exact = match (vertex.incident, vertex.edges) {
            (Some(i), _) => [reference_face, Feature::new(incident_body, Kind::Vertex, incident[i as usize].vertex)],
            (None, [Edge::Reference(i), Edge::Reference(k)]) => {
                // The vertex between two sides is the start of the later one.
                let between = if (k + 1) % count == i { i } else { k };
                [Feature::new(body, Kind::Vertex, sides[between as usize].vertex), incident_feature]
            }
            (None, [e @ Edge::Reference(_), f @ Edge::Incident(_)])
            | (None, [f @ Edge::Incident(_), e @ Edge::Reference(_)]) => [e, f].map(|edge| self.feature_of(edge, body)),
            (None, [Edge::Incident(_), f @ Edge::Incident(_)]) => [reference_face, self.feature_of(f, body)],
        };
        let snapped = [
            self.near_reference(vertex.point, body).unwrap_or(exact[0]),
            self.near_incident(vertex.point, incident_body).unwrap_or(exact[1]),
        ];
        VertexFeatures { exact: in_body_order(exact, body), snapped: in_body_order(snapped, body) }
    }

    /// The feature of an edge of the clipped polygon; `body` has the reference face.
    fn feature_of(&self, edge: Edge, body: u8) -> Feature {
        match edge {
            Edge::Reference(k) => Feature::new(body, Kind::Edge, self.memory.sides[k as usize].edge),
            Edge::Incident(i) => Feature::new(1 - body, Kind::Edge, self.memory.incident[i as usize].edge),
        }
    }

    /// Whether a vector of this squared length is within the snap distance. Long vectors are rejected by their square;
    /// for the others the root decides.
    #[inline(always)]
    fn is_within_snap(&self, square: Real) -> bool {
        let may_be_within = square <= self.snap * self.snap * (1.0 + ROOT_MARGIN) + Real::MIN_POSITIVE;
        may_be_within && square.sqrt() <= self.snap
    }

    /// The vertex or the edge of the reference that is above or below a point, within the snap distance.
    fn near_reference(&self, p: Vec3, body: u8) -> Option<Feature> {
        let sides = &self.memory.sides;
        let normal = self.reference.map_or(Vec3::ZERO, |reference| reference.normal);
        let aligned = sides.iter().find(|side| {
            let offset = p - side.point;
            self.is_within_snap((offset - normal * normal.dot(offset)).length_squared())
        });
        if let Some(side) = aligned {
            return Some(Feature::new(body, Kind::Vertex, side.vertex));
        }
        let side = sides.iter().find(|side| -side.outward.dot(p - side.point) <= self.snap);
        side.map(|side| Feature::new(body, Kind::Edge, side.edge))
    }

    /// The vertex or the edge of the incident feature that contains a point, within the snap distance.
    fn near_incident(&self, p: Vec3, body: u8) -> Option<Feature> {
        let incident = &self.memory.incident;
        let count = incident.len();
        // A single vertex is the whole feature.
        let coincident =
            incident.iter().find(|vertex| count == 1 || self.is_within_snap(vertex.point.distance_squared(p)));
        if let Some(vertex) = coincident {
            return Some(Feature::new(body, Kind::Vertex, vertex.vertex));
        }
        let edge = (0..count).find(|&i| self.is_near_segment(p, [incident[i].point, incident[(i + 1) % count].point]));
        edge.map(|i| Feature::new(body, Kind::Edge, incident[i].edge))
    }

    /// Whether a point is within the snap distance of a segment.
    fn is_near_segment(&self, p: Vec3, [from, to]: [Vec3; 2]) -> bool {
        let edge = to - from;
        let offset = p - from;
        let along = edge.dot(offset);
        let edge_square = edge.length_squared();
        let square = offset.length_squared();
        // Scaled by the squared length of the edge, so that the test of the distance from its line needs no division.
        let limit = (self.snap * self.snap + LINE_MARGIN * square) * edge_square;
        if square * edge_square - along * along > limit {
            return false;
        }
        self.is_within_snap(p.distance_squared(from + edge * (along / edge_square).clamp(0.0, 1.0)))
    }

    /// Name of a point by its exact features; `None` for a point that was not made by clipping.
    fn exact_name(&self, i: usize) -> Option<u64> {
        self.memory.exact_features.get(i).map(|features| contact::point_id(*features, 0))
    }

    /// Whether point `k` has the name of point `i` and precedence over it: it is deeper, or equally deep and first in
    /// the order of their exact names.
    fn takes_name(&self, k: usize, i: usize) -> bool {
        let rival = &self.points[k];
        let point = &self.points[i];
        if k == i || rival.id != point.id {
            return false;
        }
        if rival.depth == point.depth {
            return (self.exact_name(k), k) < (self.exact_name(i), i);
        }
        rival.depth > point.depth
    }

    /// Names the points by their snapped features. If several points get one name, the deepest keeps it, and among
    /// equally deep ones the first in the order of their exact names. The others are named by their exact features, and
    /// the reduction removes them first.
    pub(super) fn name_points(&mut self) {
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
                && let Some(features) = self.memory.exact_features.get(i)
            {
                self.points[i].id = contact::point_id(*features, 0);
            }
        }
        self.remove_doubled_points();
    }

    /// Removes points that share a name with an earlier one: rounding has doubled one point. The deeper one stays, in
    /// the place of the first.
    fn remove_doubled_points(&mut self) {
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
