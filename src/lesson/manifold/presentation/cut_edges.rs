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

/// Edges that the step to this state clips, each once.
pub(super) fn cut_edges(state: &ManifoldState) -> Vec<NamedEdge> {
    let before = &state.previous_vertices;
    let mut edges: Vec<NamedEdge> = Vec::new();
    for corner in state.new_vertices() {
        let Some(cut) = &corner.cut else { continue };
        let sides = before.iter().zip(before.iter().cycle().skip(1));
        let nearest = sides.min_by(|p, q| detour(*p, corner.at).total_cmp(&detour(*q, corner.at)));
        if let Some((from, to)) = nearest.filter(|_| edges.iter().all(|edge| edge.name != cut.name)) {
            edges.push(NamedEdge { name: cut.name.clone(), middle: from.midpoint(*to) });
        }
    }
    edges
}

/// Length by which a path between two points becomes longer if it passes through a third one, meters.
fn detour((from, to): (&DVec3, &DVec3), through: DVec3) -> f64 {
    from.distance(through) + through.distance(*to) - from.distance(*to)
}
