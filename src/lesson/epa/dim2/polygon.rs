//! Polygon of EPA in the plane: its edges and vertices, and the witness points of an edge.

use glam::DVec3;

use crate::lesson::Sentence;
use crate::lesson::gjk::dim2::vertex_name;
use crate::snapshot::plane::Vertex;
use crate::snapshot::plane::epa::{Edge, Epa};

/// Mark id of an edge.
pub(super) fn edge_key(edge: &Edge) -> String {
    format!("edge/{}-{}/{}-{}", edge.from.a, edge.from.b, edge.to.a, edge.to.b)
}

/// Mark id of a vertex.
pub(super) fn vertex_key(vertex: &Vertex) -> String {
    format!("w/{}-{}", vertex.a, vertex.b)
}

/// Name of a vertex in a sentence.
pub(super) fn vertex_mark(vertex: &Vertex) -> Sentence {
    Sentence::mark(vertex_name(vertex), vertex_key(vertex))
}

/// Vertices of the polygon in order.
pub(super) fn vertices(state: &Epa) -> Vec<DVec3> {
    let mut edge = &state.edges[0];
    let mut corners = vec![edge.from.w, edge.to.w];
    while corners.len() < state.edges.len() {
        let Some(next) = state.edges.iter().find(|e| e.from.has_same_vertices(&edge.to)) else { break };
        corners.push(next.to.w);
        edge = next;
    }
    corners
}

/// Point of an edge nearest the origin, and the barycentric weights of its ends.
pub(super) fn nearest_point(edge: &Edge) -> (DVec3, [f64; 2]) {
    let along = edge.to.w - edge.from.w;
    let t = (-edge.from.w.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (edge.from.w + along * t, [1.0 - t, t])
}

/// Witness points of A and of B that belong to the point of an edge nearest the origin, on the surfaces with the
/// margins; pair frame.
pub(super) fn witness_points(state: &Epa, edge: &Edge) -> [DVec3; 2] {
    let (_, [s, t]) = nearest_point(edge);
    let a = edge.from.on_a * s + edge.to.on_a * t;
    let b = edge.from.on_b * s + edge.to.on_b * t;
    let [margin_a, margin_b] = state.margins;
    [a + edge.normal * margin_a, b - edge.normal * margin_b]
}
