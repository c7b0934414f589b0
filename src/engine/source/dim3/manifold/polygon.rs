//! Sides of the reference face, the incident feature opposite it, and the clip of one by the other.

use std::borrow::Borrow;

use super::body::{Body, FaceVertex, RimPoint, SIDE_LINE_EDGE, SIDE_LINE_VERTICES};
use super::{Edge, Feature, Pair};
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;

/// Square of the distance of two points of a rim, relative to the square of its radius, up to which they count as one:
/// a thousandth of the radius. With a smaller one a contact may have two points that nearly coincide; with a larger one
/// vertices of the rim are moved farther.
const SAME_RIM_POINT_SQ: Real = 1.0e-6;

/// A side of the reference face: a vertex and the edge from it to the next. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Position of the vertex.
    pub point: Vec3,
    /// Index of the vertex.
    pub vertex: u32,
    /// Index of the edge.
    pub edge: u32,
    /// Unit vector perpendicular to the edge, in the plane of the face, outward.
    pub outward: Vec3,
}

/// A vertex of the clipped polygon. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonVertex {
    /// Position of the vertex.
    pub point: Vec3,
    /// Index among the incident feature's vertices; `None` for a vertex that clipping made.
    pub incident: Option<u32>,
    /// The polygon's edges that end and that begin here.
    pub edges: [Edge; 2],
    /// Position along the clipped edge, 0 at its start, 1 at its end; `None` for an original vertex.
    pub fraction: Option<Real>,
}

/// Features that contain a vertex of the clipped polygon: one of the first body, one of the second.
pub(super) struct VertexFeatures {
    /// The features whose intersection is the vertex.
    pub exact: [Feature; 2],
    /// The features of lowest dimension within the snap distance: a vertex, else an edge, else the exact feature.
    pub snapped: [Feature; 2],
}

/// A vertex of the incident feature, before the clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IncidentVertex {
    /// Position of the vertex, pair frame.
    pub point: Vec3,
    /// Index of the vertex.
    pub vertex: u32,
    /// Index of the edge that begins here.
    pub edge: u32,
}

/// Half the greatest distance of any of the points from the first: an estimate of their extent. 0 without points.
pub(super) fn half_extent(mut points: impl Iterator<Item = Vec3>) -> Real {
    let first = points.next().unwrap_or_default();
    points.fold(0.0, |largest: Real, p| largest.max(0.5 * p.distance(first)))
}

/// Fills `into` with the sides of a face, pair frame; `normal` is the face's outward normal.
pub(super) fn fill_sides<S: Borrow<Body>>(pair: &Pair<S>, body: u8, face: u32, normal: Vec3, into: &mut Vec<Side>) {
    into.clear();
    let solid = pair.body(body);
    into.extend(solid.face_ring(face).iter().map(|FaceVertex { vertex, edge }| Side {
        point: pair.point(body, solid.point(*vertex)),
        vertex: *vertex,
        edge: *edge,
        outward: Vec3::ZERO,
    }));
    for i in 0..into.len() {
        let along = into[(i + 1) % into.len()].point - into[i].point;
        into[i].outward = unit(along.cross(normal)).unwrap_or_default();
    }
}

/// Fills `into` with the feature of a body opposite a reference with this outward normal: a face, a straight line or a
/// point. Returns the index of the face, if it is one.
pub(super) fn fill_incident<S: Borrow<Body>>(
    pair: &Pair<S>,
    body: u8,
    normal: Vec3,
    into: &mut Vec<IncidentVertex>,
) -> Option<u32> {
    into.clear();
    let solid = pair.body(body);
    let d = pair.in_body(body, -normal);
    if let Some(face) = solid.face_along(d) {
        into.extend(solid.face_ring(face).iter().map(|FaceVertex { vertex, edge }| {
            let point = pair.point(body, solid.point(*vertex));
            IncidentVertex { point, vertex: *vertex, edge: *edge }
        }));
        if let Some(RimPoint { position, vertex }) = solid.rim_along(face, d) {
            insert_rim_point(into, IncidentVertex { point: pair.point(body, position), vertex, edge: 0 });
        }
        return Some(face);
    }
    if let Some(line) = solid.line_along(d) {
        let ends = line.iter().zip(SIDE_LINE_VERTICES);
        into.extend(ends.map(|(p, vertex)| IncidentVertex {
            point: pair.point(body, *p),
            vertex,
            edge: SIDE_LINE_EDGE,
        }));
    } else if solid.points.len() == 2 {
        let ends = solid.points.iter().zip(0..);
        into.extend(ends.map(|(p, vertex)| IncidentVertex { point: pair.point(body, *p), vertex, edge: 0 }));
    } else {
        into.push(IncidentVertex { point: pair.support(body, -normal), vertex: 0, edge: 0 });
    }
    None
}

/// Inserts the lowest point of a rim into the ring of the rim's vertices; a vertex that nearly coincides with it is
/// moved there instead.
fn insert_rim_point(ring: &mut Vec<IncidentVertex>, lowest: IncidentVertex) {
    let center = ring.iter().map(|vertex| vertex.point).sum::<Vec3>() / ring.len() as Real;
    let to_lowest = lowest.point - center;
    // The vertex nearest to the lowest point is the one farthest from the center in its direction.
    let mut nearest = 0;
    for i in 1..ring.len() {
        if to_lowest.dot(ring[i].point - center) > to_lowest.dot(ring[nearest].point - center) {
            nearest = i;
        }
    }
    let before = (nearest + ring.len() - 1) % ring.len();
    let after = (nearest + 1) % ring.len();
    let is_before_nearest = to_lowest.dot(ring[before].point - center) > to_lowest.dot(ring[after].point - center);
    if (lowest.point - ring[nearest].point).length_squared() <= SAME_RIM_POINT_SQ * to_lowest.length_squared() {
        ring[nearest].point = lowest.point;
        return;
    }
    let index = if is_before_nearest { nearest } else { nearest + 1 };
    let edge = if is_before_nearest { ring[before].edge } else { ring[nearest].edge };
    ring.insert(index, IncidentVertex { edge, ..lowest });
}

/// Fills `into` with the polygon before the first clip: the incident feature.
pub(super) fn start_polygon(incident: &[IncidentVertex], into: &mut Vec<PolygonVertex>) {
    into.clear();
    let count = incident.len() as u32;
    into.extend(incident.iter().zip(0..).map(|(vertex, i)| PolygonVertex {
        point: vertex.point,
        incident: Some(i),
        edges: [Edge::Incident((i + count - 1) % count), Edge::Incident(i)],
        fraction: None,
    }));
}

/// Clips the polygon by one plane (Sutherland and Hodgman): removes the part outside the plane through side `k`,
/// perpendicular to the face. A polygon of two vertices is clipped as a segment. Vertices that are outside by at most
/// `rounding` stay.
pub(super) fn clip(polygon: &[PolygonVertex], side: &Side, k: u32, rounding: Real, into: &mut Vec<PolygonVertex>) {
    into.clear();
    let count = polygon.len();
    for i in 0..count {
        let from = &polygon[i];
        let to = &polygon[(i + 1) % count];
        let from_height = side.outward.dot(from.point - side.point);
        let to_height = side.outward.dot(to.point - side.point);
        let from_is_inside = from_height <= rounding;
        let to_is_inside = to_height <= rounding;
        if from_is_inside {
            into.push(*from);
        }
        // A segment's second edge is the first one reversed, and a point has none.
        let is_edge = count > 2 || count == 2 && i == 0;
        if from_is_inside == to_is_inside || !is_edge {
            continue;
        }
        let fraction = (from_height / (from_height - to_height)).clamp(0.0, 1.0);
        let edge = if count == 2 { polygon[0].edges[1] } else { from.edges[1] };
        let edges = if from_is_inside { [edge, Edge::Reference(k)] } else { [Edge::Reference(k), edge] };
        let point = from.point.lerp(to.point, fraction);
        into.push(PolygonVertex { point, incident: None, edges, fraction: Some(fraction) });
    }
}
