//! Polygon of EPA in the plane: its edges and vertices, and the witness points of an edge.

use contact_lens_model::snapshot::plane::Vertex;
use contact_lens_model::snapshot::plane::epa::{Edge, Epa};
use glam::DVec3;

use crate::Sentence;
use crate::gjk::dim2::vertex_name;

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

/// Positions of the vertices in counter-clockwise order, pair frame, meters; the edges of the state have no order. Only
/// the vertices of a chain if the edges are not closed.
pub(super) fn vertices(state: &Epa) -> Vec<DVec3> {
    let mut edge = &state.edges[0];
    let mut vertices = vec![edge.from.w, edge.to.w];
    while vertices.len() < state.edges.len() {
        let Some(next) = state.edges.iter().find(|next| next.from.has_same_vertices(&edge.to)) else { break };
        vertices.push(next.to.w);
        edge = next;
    }
    vertices
}

/// Point of an edge.
pub(super) struct EdgePoint {
    /// Position, pair frame, meters.
    pub point: DVec3,
    /// Barycentric weights of the start and of the end of the edge.
    pub weights: [f64; 2],
}

/// Point of an edge nearest the origin; the start of an edge of length 0.
pub(super) fn nearest_point(edge: &Edge) -> EdgePoint {
    let along = edge.to.w - edge.from.w;
    let t = (-edge.from.w.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    EdgePoint { point: edge.from.w + along * t, weights: [1.0 - t, t] }
}

/// Witness points of A and of B that belong to the point of an edge nearest the origin, on the surfaces with the
/// margins; pair frame.
pub(super) fn witness_points(state: &Epa, edge: &Edge) -> [DVec3; 2] {
    let [s, t] = nearest_point(edge).weights;
    let a = edge.from.on_a * s + edge.to.on_a * t;
    let b = edge.from.on_b * s + edge.to.on_b * t;
    let [margin_a, margin_b] = state.margins;
    [a + edge.normal * margin_a, b - edge.normal * margin_b]
}
