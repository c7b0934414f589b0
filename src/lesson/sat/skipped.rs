//! Pairs of edges that pruning skips: the direction of their axis on the Gauss sphere, and the reason.

use std::ops::Range;

use glam::DVec3;

use super::names::FEATURE_KEYS;
use super::projections::{ExamplePair, Shadows};
use super::{SPHERE, SatContext, axis_name_and_group, sphere};
use crate::lesson::{Hint, PairContext, Pictures, WORLD};
use crate::picture::{Key, Role};
use crate::snapshot::sat::{Axis, Miss, Passing, Problem, Skipped};

/// Largest number of skipped pairs with marks; of more, only those of the arc under the pointer are shown.
const MARKED: usize = 60;

/// Skipped pair of edges.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// Edge of A and edge of B.
    edges: [u32; 2],
    why: Miss,
    /// Direction of the axis perpendicular to both edges, world: on one edge's arc where it intersects the other's
    /// great circle.
    at: DVec3,
    /// Name of the axis, `a1 × b2`.
    name: String,
}

/// Pairs that a test skips; empty if there are too many to show. `lines` are the tested axes.
pub(super) fn of(problem: &Problem, pair: &PairContext, lines: &[Shadows]) -> Vec<Placed> {
    if problem.passing == Passing::Parallel {
        return parallel_edges(problem, pair, lines);
    }
    problem
        .skipped
        .iter()
        .filter_map(|Skipped { edges, why, toward }| {
            let at = pair.space.cso(*toward).try_normalize()?;
            let name = axis_name_and_group(Axis::Edges(edges[0], edges[1]), &problem.solids, &pair.names).0;
            Some(Placed { edges: *edges, why: *why, at, name })
        })
        .collect()
}

/// Parallel edges of two boxes: the pairs without an axis, which have no direction.
fn parallel_edges(problem: &Problem, pair: &PairContext, lines: &[Shadows]) -> Vec<Placed> {
    let counts = [0, 1].map(|body| problem.solids[body].edges.len() as u32);
    let pairs = (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| [i, j]));
    let skipped = pairs.filter(|[i, j]| !lines.iter().any(|line| line.axis == Some(Axis::Edges(*i, *j))));
    skipped
        .map(|edges| {
            let name = axis_name_and_group(Axis::Edges(edges[0], edges[1]), &problem.solids, &pair.names).0;
            Placed { edges, why: Miss::Parallel, at: DVec3::ZERO, name }
        })
        .collect()
}

fn key(edges: [u32; 2]) -> String {
    format!("skipped/{}/{}", edges[0], edges[1])
}

/// Example of the pairs that a step skips.
pub(super) fn example(pair: &Placed) -> ExamplePair {
    // Parallel edges have no place on the sphere.
    let key = if pair.at == DVec3::ZERO { FEATURE_KEYS[0].to_owned() } else { key(pair.edges) };
    ExamplePair { name: pair.name.clone(), key, why: reason(pair) }
}

/// Adds a cross for each of the skipped pairs with these indices. The edges and arcs of the first one are drawn with
/// their names, as an example.
pub(super) fn draw(context: &SatContext, indices: Range<usize>, pictures: &mut Pictures) {
    // A bound skips further pairs, which are not listed.
    let end = indices.end.min(context.skipped.len());
    let Some(pairs) = context.skipped.get(indices.start..end) else { return };
    let Some(first) = pairs.first() else { return };
    for (body, edge) in [0, 1].into_iter().zip(first.edges) {
        let ends = context.problem.solids[body].edges[edge as usize].ends;
        let points = ends.map(|v| context.vertex(body, v));
        let name = format!("{}{}", ['a', 'b'][body], edge + 1);
        super::draw_feature(pictures.edit(WORLD), body, &points, Some(format!("edge {name}")));
        sphere::named_arc(pictures.edit(SPHERE.id), context, (body, &ends), name);
    }
    let Some(front) = first.at.try_normalize() else { return };
    let picture = pictures.edit(SPHERE.id);
    let shown = if pairs.len() <= MARKED { pairs } else { &pairs[..1] };
    shown.iter().for_each(|pair| picture.point(Role::Removed, key(pair.edges), pair.at));
    picture.label(Role::Removed, key(first.edges), first.at, first.name.clone());
    sphere::key(picture, Role::Removed, 2, (String::from("skipped pair of edges"), true));
    pictures.sphere_front = Some(front);
}

/// Hint of an arc: the skipped pairs of its edge. The edges of a box have no arcs of their own.
pub(super) fn arc(context: &SatContext, key_of: &Key) -> Option<Hint> {
    let mut parts = key_of.0.strip_prefix("arc/")?.split('/').map(str::parse::<u32>);
    let (Some(Ok(body)), Some(Ok(edge))) = (parts.next(), parts.next()) else { return None };
    let own = context.problem.solids.get(body as usize)?;
    let other = context.problem.solids.get(1 - body as usize)?;
    let ends = own.edges.get(edge as usize).filter(|_| own.cuboid.is_none() && !context.skipped.is_empty())?.ends;
    let its: Vec<&Placed> = context.skipped.iter().filter(|pair| pair.edges[body as usize] == edge).collect();
    let all = other.edges.len();
    let letter = ['a', 'b'][body as usize];
    let say = format!(
        "The arc of {letter}{} crosses {} of the {all} arcs of the other body; {} edge pairs are skipped.",
        edge + 1,
        all.saturating_sub(its.len()),
        its.len()
    );
    let mut pictures = Pictures::default();
    let [from, to] = ends.map(|v| context.vertex(body as usize, v));
    pictures.edit(WORLD).segment(Role::Simplex, key_of.clone(), from, to);
    for pair in its {
        pictures.edit(SPHERE.id).point(Role::Removed, key(pair.edges), pair.at);
    }
    Some(Hint { say, pictures })
}

/// Reason for skipping a pair, for a sentence whose figure shows both arcs.
fn reason(pair: &Placed) -> String {
    let why = match pair.why {
        Miss::BesideA | Miss::BesideB | Miss::Opposite => "the arcs of its edges do not cross",
        Miss::Parallel => "its edges are parallel",
    };
    format!("{why}, so the pair gives no face of A − B")
}

/// Reason for skipping a pair, with the names of the edges.
fn hint_reason(pair: &Placed) -> String {
    let [i, j] = pair.edges.map(|edge| edge + 1);
    match pair.why {
        Miss::BesideA => format!("the arc of b{j} lies on one side of the great circle of a{i}"),
        Miss::BesideB => format!("the arc of a{i} lies on one side of the great circle of b{j}"),
        Miss::Opposite => String::from("each arc crosses the other great circle on the far side of the sphere"),
        Miss::Parallel => String::from("the edges are parallel"),
    }
}

/// Hint of a skipped pair: the reason, with its arcs and edges highlighted.
pub(super) fn hint(context: &SatContext, of: &Key) -> Option<Hint> {
    let (a, b) = of.0.strip_prefix("skipped/")?.split_once('/')?;
    let edges: [u32; 2] = [a.parse().ok()?, b.parse().ok()?];
    let pair = context.skipped.iter().find(|pair| pair.edges == edges)?;
    let why = hint_reason(pair);
    let say = format!("{} is skipped: {why}. Arcs that do not cross give no face of A − B.", pair.name);
    let mut pictures = Pictures::default();
    for (body, edge) in [0, 1].into_iter().zip(pair.edges) {
        let [from, to] = context.problem.solids[body].edges[edge as usize].ends.map(|v| context.vertex(body, v));
        pictures.edit(WORLD).segment(Role::Simplex, key(pair.edges), from, to);
        for form in super::sphere::edge(context, body, edge) {
            pictures.edit(SPHERE.id).add(if body == 0 { Role::ShapeA } else { Role::ShapeB }, key(pair.edges), form);
        }
    }
    pictures.edit(SPHERE.id).point(Role::Simplex, key(pair.edges), pair.at);
    Some(Hint { say, pictures })
}
