//! Pairs of edges whose axis the separating-axis test skips: marks on the Gauss sphere, reasons, and hints.

use std::ops::Range;

use contact_lens_model::snapshot::sat::{Axis, PairPruning, Problem, SkipReason, Skipped};
use contact_lens_picture::{Key, Role};
use glam::DVec3;

use super::axis_picture::add_feature;
use super::names::FEATURE_KEYS;
use super::projections::{ExamplePair, ProjectedAxis};
use super::{AxisName, SPHERE, SatContext, sphere};
use crate::{Hint, PairContext, Pictures, WORLD};

/// Largest number of skipped pairs that are all drawn. Of more pairs only the first is drawn, and those of an arc while
/// the pointer is on it.
const MAX_DRAWN_PAIRS: usize = 60;

/// Pair of an edge of A and an edge of B whose axis is not tested.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SkippedPair {
    /// Indices of the edge of A and of the edge of B.
    edges: [u32; 2],
    /// Reason for skipping the pair.
    reason: SkipReason,
    /// Direction of the axis perpendicular to both edges, unit vector, world: the point where one edge's arc intersects
    /// the great circle of the other's. Zero for parallel edges.
    direction: DVec3,
    /// Name of the axis, `a1 × b2`.
    name: String,
}

/// Returns the pairs that a test skips; empty if there are too many to show. `axes` are the tested axes. Pairs skipped
/// by a gap bound are not in the list.
pub(super) fn skipped_pairs(problem: &Problem, pair: &PairContext, axes: &[ProjectedAxis]) -> Vec<SkippedPair> {
    if problem.pruning == PairPruning::ParallelOnly {
        return parallel_edges(problem, pair, axes);
    }
    problem
        .skipped
        .iter()
        .filter_map(|Skipped { edges, reason, toward }| {
            let direction = pair.space.cso(*toward).try_normalize()?;
            let name = AxisName::new(Axis::Edges(edges[0], edges[1]), &problem.solids, &pair.names).short;
            Some(SkippedPair { edges: *edges, reason: *reason, direction, name })
        })
        .collect()
}

/// Returns the parallel edges of two boxes: the pairs without an axis, which have no direction.
fn parallel_edges(problem: &Problem, pair: &PairContext, axes: &[ProjectedAxis]) -> Vec<SkippedPair> {
    let [count_of_a, count_of_b] = [0, 1].map(|body| problem.solids[body].edges.len() as u32);
    let mut skipped = Vec::new();
    for i in 0..count_of_a {
        for j in 0..count_of_b {
            let definition = Axis::Edges(i, j);
            if axes.iter().any(|axis| axis.definition == Some(definition)) {
                continue;
            }
            let name = AxisName::new(definition, &problem.solids, &pair.names).short;
            skipped.push(SkippedPair { edges: [i, j], reason: SkipReason::Parallel, direction: DVec3::ZERO, name });
        }
    }
    skipped
}

/// Mark id of a pair of edges, given by the indices of the edges of A and of B.
fn mark_id(edges: [u32; 2]) -> String {
    format!("skipped/{}/{}", edges[0], edges[1])
}

/// Example of the pairs that a step skips.
pub(super) fn example_pair(pair: &SkippedPair) -> ExamplePair {
    // Parallel edges have no place on the sphere.
    let key = if pair.direction == DVec3::ZERO { FEATURE_KEYS[0].to_owned() } else { mark_id(pair.edges) };
    ExamplePair { name: pair.name.clone(), key, why: reason(pair) }
}

/// Adds the skipped pairs with the indices `indices` as points on the Gauss sphere. The edges and arcs of the first one
/// are drawn with their names, as an example.
pub(super) fn draw_pairs(context: &SatContext, indices: Range<usize>, pictures: &mut Pictures) {
    // Pairs skipped by a gap bound are not in the list.
    let end = indices.end.min(context.skipped.len());
    let Some(pairs) = context.skipped.get(indices.start..end) else { return };
    let Some(first) = pairs.first() else { return };
    for (body, edge) in first.edges.into_iter().enumerate() {
        let ends = context.problem.solids[body].edges[edge as usize].ends;
        let points = ends.map(|v| context.vertex(body, v));
        let name = format!("{}{}", ['a', 'b'][body], edge + 1);
        add_feature(pictures.edit(WORLD), body, &points, Some(format!("edge {name}")));
        sphere::add_named_arc(pictures.edit(SPHERE.id), context, body, &ends, name);
    }
    let Some(front) = first.direction.try_normalize() else { return };
    let picture = pictures.edit(SPHERE.id);
    let shown = if pairs.len() <= MAX_DRAWN_PAIRS { pairs } else { &pairs[..1] };
    for pair in shown {
        picture.point(Role::Removed, mark_id(pair.edges), pair.direction);
    }
    picture.label(Role::Removed, mark_id(first.edges), first.direction, first.name.clone());
    sphere::add_dot_entry(picture, Role::Removed, 2, "skipped pair of edges");
    pictures.sphere_front = Some(front);
}

/// Hint of the arc with the mark id `arc_key`: the skipped pairs of its edge. `None` for a box, whose arcs stand for
/// all edges in a direction, and for other marks.
pub(super) fn arc_hint(context: &SatContext, arc_key: &Key) -> Option<Hint> {
    let mut parts = arc_key.0.strip_prefix("arc/")?.split('/').map(str::parse::<u32>);
    let (Some(Ok(body)), Some(Ok(edge))) = (parts.next(), parts.next()) else { return None };
    let body = body as usize;
    let solid = context.problem.solids.get(body)?;
    let other_solid = context.problem.solids.get(1 - body)?;
    if solid.cuboid.is_some() || context.skipped.is_empty() {
        return None;
    }
    let ends = solid.edges.get(edge as usize)?.ends;
    let pairs_of_edge: Vec<&SkippedPair> = context.skipped.iter().filter(|pair| pair.edges[body] == edge).collect();
    let other_edge_count = other_solid.edges.len();
    let letter = ['a', 'b'][body];
    let say = format!(
        "The arc of {letter}{} crosses {} of the {other_edge_count} arcs of the other body; {} edge pairs are skipped.",
        edge + 1,
        other_edge_count.saturating_sub(pairs_of_edge.len()),
        pairs_of_edge.len()
    );
    let mut pictures = Pictures::default();
    let [from, to] = ends.map(|v| context.vertex(body, v));
    pictures.edit(WORLD).segment(Role::Simplex, arc_key.clone(), from, to);
    for pair in pairs_of_edge {
        pictures.edit(SPHERE.id).point(Role::Removed, mark_id(pair.edges), pair.direction);
    }
    Some(Hint { say, pictures })
}

/// Reason for skipping a pair, for a sentence whose figure shows both arcs.
fn reason(pair: &SkippedPair) -> String {
    let reason = match pair.reason {
        SkipReason::BesideA | SkipReason::BesideB | SkipReason::Opposite => "the arcs of its edges do not cross",
        SkipReason::Parallel => "its edges are parallel",
    };
    format!("{reason}, so the pair gives no face of A − B")
}

/// Reason for skipping a pair, with the names of the edges.
fn hint_reason(pair: &SkippedPair) -> String {
    let [i, j] = pair.edges.map(|edge| edge + 1);
    match pair.reason {
        SkipReason::BesideA => format!("the arc of b{j} lies on one side of the great circle of a{i}"),
        SkipReason::BesideB => format!("the arc of a{i} lies on one side of the great circle of b{j}"),
        SkipReason::Opposite => String::from("each arc crosses the other great circle on the far side of the sphere"),
        SkipReason::Parallel => String::from("the edges are parallel"),
    }
}

/// Hint of the skipped pair with the mark id `key`: the reason, with its arcs and edges highlighted; `None` for other
/// marks.
pub(super) fn pair_hint(context: &SatContext, key: &Key) -> Option<Hint> {
    let (a, b) = key.0.strip_prefix("skipped/")?.split_once('/')?;
    let edges: [u32; 2] = [a.parse().ok()?, b.parse().ok()?];
    let pair = context.skipped.iter().find(|pair| pair.edges == edges)?;
    let reason = hint_reason(pair);
    let say = format!("{} is skipped: {reason}. Arcs that do not cross give no face of A − B.", pair.name);
    let mut pictures = Pictures::default();
    for (body, edge) in pair.edges.into_iter().enumerate() {
        let role = if body == 0 { Role::ShapeA } else { Role::ShapeB };
        let [from, to] = context.problem.solids[body].edges[edge as usize].ends.map(|v| context.vertex(body, v));
        pictures.edit(WORLD).segment(Role::Simplex, mark_id(pair.edges), from, to);
        for form in sphere::arc_of_edge(context, body, edge) {
            pictures.edit(SPHERE.id).add(role, mark_id(pair.edges), form);
        }
    }
    pictures.edit(SPHERE.id).point(Role::Simplex, mark_id(pair.edges), pair.direction);
    Some(Hint { say, pictures })
}
