//! Stop tests and the table of edges of EPA in the plane.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::plane::epa::{Edge, Epa};

use super::polygon::edge_key;
use crate::gjk::dim2::vertex_name;
use crate::{Row, StopTest, Table};

/// Returns the stop tests of one iteration, up to the one that fired. The engine's test of the gap is multiplied by the
/// edge's length; here both sides are divided by it, so that they are lengths.
pub(super) fn stop_tests(before: &Epa, after: &Epa) -> Vec<StopTest> {
    let Some(gap) = after.by_gap else { return Vec::new() };
    let edge = &before.edges[after.nearest];
    let length = (edge.to.w - edge.from.w).length();
    let gap = gap.map(|side| side / length);
    let mut tests = vec![StopTest::new("Converged", "stop", "n·w − distance ≤ ε", gap)];
    if !gap.holds() {
        tests.push(StopTest::new("IterationLimit", "cap", "k ≥ limit", after.by_limit));
    }
    tests
}

/// Table of the queue: all edges with their distances, the edge of index `nearest` highlighted.
pub(super) fn table(state: &Epa, nearest: Option<usize>) -> Table {
    let mut order: Vec<(usize, &Edge)> = state.edges.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| a.rank.total_cmp(&b.rank));
    Table {
        title: "Edges, nearest first",
        columns: vec!["from", "to", "distance"],
        rows: order
            .into_iter()
            .map(|(i, edge)| Row {
                cells: vec![
                    vertex_name(&edge.from).into(),
                    vertex_name(&edge.to).into(),
                    // The rank is the signed square of the distance.
                    length(edge.rank.signum() * edge.rank.abs().sqrt()),
                ],
                key: Some(edge_key(edge).into()),
                chosen: Some(i) == nearest,
            })
            .collect(),
    }
}
