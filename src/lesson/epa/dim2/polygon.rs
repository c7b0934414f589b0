//! Polygon of EPA in the plane: its edges and vertices, and the witness points of an edge.

use glam::DVec3;

use crate::snapshot::plane::epa::{Edge, Epa};

pub(super) fn key(edge: &Edge) -> String {
    format!("edge/{}-{}/{}-{}", edge.from.a, edge.from.b, edge.to.a, edge.to.b)
}

/// Mark id of an edge's first vertex.
pub(super) fn corner(edge: &Edge) -> String {
    format!("w/{}-{}", edge.from.a, edge.from.b)
}

/// Vertices of the polygon in order.
pub(super) fn outline(state: &Epa) -> Vec<DVec3> {
    let mut edge = &state.edges[0];
    let mut corners = vec![edge.from.w, edge.to.w];
    while corners.len() < state.edges.len() {
        let Some(next) = state.edges.iter().find(|e| e.from.is(&edge.to)) else { break };
        corners.push(next.to.w);
        edge = next;
    }
    corners
}

/// Point of an edge nearest the origin, and the barycentric weights of its ends.
pub(super) fn foot(edge: &Edge) -> (DVec3, [f64; 2]) {
    let along = edge.to.w - edge.from.w;
    let t = (-edge.from.w.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (edge.from.w + along * t, [1.0 - t, t])
}

/// Deepest points of A and B by an edge, with the margins, pair frame.
pub(super) fn witnesses(state: &Epa, edge: &Edge) -> [DVec3; 2] {
    let (_, [s, t]) = foot(edge);
    let a = edge.from.on_a * s + edge.to.on_a * t;
    let b = edge.from.on_b * s + edge.to.on_b * t;
    let [of_a, of_b] = state.margins;
    [a + edge.normal * of_a, b - edge.normal * of_b]
}
