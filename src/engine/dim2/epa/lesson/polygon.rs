//! The polygon that EPA grows: its edges and corners, and what an edge says of the bodies.

use super::super::super::gjk::Nearest;
use super::super::super::prelude::*;
use super::super::Edge;
use super::State;

/// What the mark of an edge is called.
pub(super) fn key(edge: &Edge) -> String {
    format!("edge/{}-{}/{}-{}", edge.from.a, edge.from.b, edge.to.a, edge.to.b)
}

/// What the mark of an edge's first corner is called.
pub(super) fn corner(edge: &Edge) -> String {
    format!("w/{}-{}", edge.from.a, edge.from.b)
}

/// The corners of the polygon in order.
pub(super) fn outline(state: &State) -> Vec<Vec2> {
    let mut edge = &state.edges[0];
    let mut corners = vec![edge.from.w, edge.to.w];
    while corners.len() < state.edges.len() {
        let Some(next) = state.edges.iter().find(|e| e.from.is(&edge.to)) else { break };
        corners.push(next.to.w);
        edge = next;
    }
    corners
}

/// The point of an edge nearest the origin.
pub(super) fn foot(edge: &Edge) -> Nearest {
    let along = edge.to.w - edge.from.w;
    let t = (-edge.from.w.dot(along) / along.length_squared().max(Real::MIN_POSITIVE)).clamp(0.0, 1.0);
    Nearest { v: edge.from.w + along * t, weights: [1.0 - t, t, 0.0] }
}

/// What an edge says of the deepest points of A and B, balls included, in the pair frame.
pub(super) fn witnesses(state: &State, edge: &Edge) -> [Vec2; 2] {
    let [s, t, _] = foot(edge).weights;
    let cso = &state.cso;
    let a = cso.point_a(edge.from.a) * s + cso.point_a(edge.to.a) * t;
    let b = cso.point_b(edge.from.b) * s + cso.point_b(edge.to.b) * t;
    [a + edge.normal() * cso.a.margin(), b - edge.normal() * cso.b.margin()]
}
