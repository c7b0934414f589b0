//! The pairs of edges that pruning skips: where on the Gauss sphere their line would point, and why it is none.

use glam::DVec3;

use super::super::arcs::Miss;
use super::super::solid::Arc;
use super::super::{Axis, EdgePairs, Sat, Solid};
use super::{SPHERE, SatContext, State, names};
use crate::lesson::{Hint, Pictures, WORLD};
use crate::picture::{Key, Picture, Role};

/// So many skipped pairs have marks of their own; of more those of an arc, while it is pointed at.
const MARKED: usize = 60;

/// More are not looked for.
const MOST: usize = 20_000;

/// A pair of edges that was skipped.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Skipped {
    /// The edge of A and that of B.
    edges: [u32; 2],
    why: Miss,
    /// Where the line perpendicular to both would point: on the arc of one of them where it meets the other's circle.
    at: DVec3,
    /// `a1 × b2`.
    name: String,
}

/// The pairs that a test with pruning skips; none where there are too many to be shown. Parallel edges span no line.
pub(super) fn of(sat: &State, place: impl Fn(super::Vec3) -> DVec3, of: &[String; 2]) -> Vec<Skipped> {
    let count = |solid: &Solid| solid.edges.len() as u32;
    let (a, b) = (&*sat.a, &*sat.b);
    if sat.options.pairs == EdgePairs::All {
        return Vec::new();
    }
    let pairs = (0..count(a)).flat_map(|i| (0..count(b)).map(move |j| [i, j]));
    let skipped = pairs.filter_map(|[i, j]| {
        let why = sat.skips(i, j)?;
        let at = place(toward(sat, [i, j], why)?).try_normalize()?;
        let name = names::named(Axis::Edges(i, j), [a, b], of).0;
        Some(Skipped { edges: [i, j], why, at, name })
    });
    let skipped: Vec<Skipped> = skipped.take(MOST + 1).collect();
    if skipped.len() > MOST { Vec::new() } else { skipped }
}

/// The direction perpendicular to both edges, pair frame.
fn toward(sat: &Sat<std::sync::Arc<Solid>>, [i, j]: [u32; 2], why: Miss) -> Option<super::Vec3> {
    let (a, b) = (sat.a.edges.get(i as usize)?, sat.b.edges.get(j as usize)?);
    let x = a.direction.cross(sat.rotation * b.direction);
    let middle = |arc: Arc| match arc {
        Arc::Minor([from, to]) => from + to,
        Arc::Half(middle) => middle,
        Arc::Circle => super::Vec3::ZERO,
    };
    let on = if why == Miss::BesideB { -(sat.rotation * middle(b.arc)) } else { middle(a.arc) };
    Some(if x.dot(on) < 0.0 { -x } else { x })
}

fn key(edges: [u32; 2]) -> String {
    format!("skipped/{}/{}", edges[0], edges[1])
}

/// A cross for each.
pub(super) fn still(skipped: &[Skipped], picture: &mut Picture) {
    if skipped.len() <= MARKED {
        skipped.iter().for_each(|pair| picture.point(Role::Removed, key(pair.edges), pair.at));
    }
}

/// Which pairs of an edge are skipped, as its arc tells. The edges of a box have none of their own.
pub(super) fn arc(context: &SatContext, key_of: &Key) -> Option<Hint> {
    let mut parts = key_of.0.strip_prefix("arc/")?.split('/').map(str::parse::<u32>);
    let (Some(Ok(body)), Some(Ok(edge))) = (parts.next(), parts.next()) else { return None };
    let (own, other) = (context.solids.get(body as usize)?, context.solids.get(1 - body as usize)?);
    let ends = own.edges.get(edge as usize).filter(|_| own.half_extents.is_none() && !context.skipped.is_empty())?.ends;
    let its: Vec<&Skipped> = context.skipped.iter().filter(|pair| pair.edges[body as usize] == edge).collect();
    let (all, letter) = (other.edges.len(), ['a', 'b'][body as usize]);
    let say = format!(
        "The arc of {letter}{} crosses {} of the {all} arcs of the other body; {} pairs of edges are skipped.",
        edge + 1,
        all.saturating_sub(its.len()),
        its.len()
    );
    let mut pictures = Pictures::default();
    let [from, to] = ends.map(|v| context.vertex(body as u8, v));
    pictures.edit(WORLD).segment(Role::Simplex, key_of.clone(), from, to);
    for pair in its {
        pictures.edit(SPHERE.id).point(Role::Removed, key(pair.edges), pair.at);
    }
    Some(Hint { say, pictures })
}

/// Why a pair was skipped, with its arcs and its edges lit.
pub(super) fn hint(context: &SatContext, of: &Key) -> Option<Hint> {
    let (a, b) = of.0.strip_prefix("skipped/")?.split_once('/')?;
    let edges: [u32; 2] = [a.parse().ok()?, b.parse().ok()?];
    let pair = context.skipped.iter().find(|pair| pair.edges == edges)?;
    let [i, j] = pair.edges.map(|edge| edge + 1);
    let why = match pair.why {
        Miss::BesideA => format!("the arc of b{j} lies on one side of the great circle of a{i}"),
        Miss::BesideB => format!("the arc of a{i} lies on one side of the great circle of b{j}"),
        Miss::Opposite => String::from("each arc meets the other's great circle on the far side of the sphere"),
        Miss::Parallel => String::from("the edges are parallel"),
    };
    let say = format!("{} was skipped: {why}. Arcs that do not cross span no face of A − B.", pair.name);
    let mut pictures = Pictures::default();
    for (body, edge) in [0, 1].into_iter().zip(pair.edges) {
        let [from, to] = context.solids[body].edges[edge as usize].ends.map(|v| context.vertex(body as u8, v));
        pictures.edit(WORLD).segment(Role::Simplex, key(pair.edges), from, to);
        for form in super::sphere::edge(context, body, edge) {
            pictures.edit(SPHERE.id).add(if body == 0 { Role::ShapeA } else { Role::ShapeB }, key(pair.edges), form);
        }
    }
    pictures.edit(SPHERE.id).point(Role::Simplex, key(pair.edges), pair.at);
    Some(Hint { say, pictures })
}
