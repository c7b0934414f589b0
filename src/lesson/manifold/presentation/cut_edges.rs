//! Edges of the incident feature that a side of the reference clips: their names and positions.

use glam::DVec3;

use super::ManifoldState;

/// Edge that a step clips.
pub(super) struct NamedEdge {
    /// Name of the edge: `b3`.
    pub(super) name: String,
    /// Middle of the edge before the clip, world.
    pub(super) middle: DVec3,
}

/// Edges that the clip of this state's step cuts, each once.
pub(super) fn cut_edges(state: &ManifoldState) -> Vec<NamedEdge> {
    let mut edges: Vec<NamedEdge> = Vec::new();
    for vertex in state.new_vertices() {
        let Some(cut) = &vertex.cut else { continue };
        if edges.iter().any(|edge| edge.name == cut.name) {
            continue;
        }
        if let Some([from, to]) = edge_through(&state.previous_vertices, vertex.at) {
            edges.push(NamedEdge { name: cut.name.clone(), middle: from.midpoint(to) });
        }
    }
    edges
}

/// Edge of a polygon on which a point is, to rounding: the one with the smallest detour through the point. `None`
/// without vertices.
fn edge_through(vertices: &[DVec3], point: DVec3) -> Option<[DVec3; 2]> {
    let next_vertices = vertices.iter().cycle().skip(1);
    let edges = vertices.iter().zip(next_vertices).map(|(from, to)| [*from, *to]);
    edges.min_by(|one, other| detour(*one, point).total_cmp(&detour(*other, point)))
}

/// Length by which the path between two points becomes longer if it passes through a third one, meters.
fn detour([from, to]: [DVec3; 2], through: DVec3) -> f64 {
    from.distance(through) + through.distance(to) - from.distance(to)
}
