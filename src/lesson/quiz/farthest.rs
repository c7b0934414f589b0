//! Quiz questions of support mappings: the farthest vertex, the sign of the support plane, the removed vertex.

use glam::DVec3;

use super::choice::shortlist;
use crate::answer::number::{length, vector};
use crate::lesson::{Choice, PairContext, WORLD};
use crate::picture::{Form, Role};

/// Largest number of vertices that are all candidates.
const FEW: usize = 8;

/// Number of candidates on bodies with more vertices: the farthest and the nearest misses.
const LISTED: usize = 6;

/// Direction in which a support point of a body was searched.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Body: A (0) or B (1).
    pub body: usize,
    /// Direction, world.
    pub along: DVec3,
    /// Support point that the engine found, world.
    pub found: DVec3,
}

impl Search {
    /// Name of the direction: B is searched along `−d`.
    fn direction_name(self) -> &'static str {
        ["d", "−d"][self.body & 1]
    }
}

/// Vertices of a drawn polytope, segment or polygon; empty for round bodies.
fn corners(context: &PairContext, body: usize) -> Vec<DVec3> {
    let role = [Role::ShapeA, Role::ShapeB][body & 1];
    let scenery = context.backdrop();
    let mut marks = scenery.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
    let corners = marks.find_map(|mark| match &mark.form {
        Form::Solid(solid) if !solid.round && solid.sampled.is_none() => Some(solid.vertices.clone()),
        Form::Polygon(points) | Form::Polyline { points, .. } => Some(points.clone()),
        Form::Segment(ends) | Form::Link(ends) => Some(ends.to_vec()),
        _ => None,
    });
    corners.unwrap_or_default()
}

/// Question for the farthest vertex, with the vertices of the body as candidates; `None` for a round body, or where all
/// vertices are equally far.
pub fn farthest(context: &PairContext, choice: Choice, search: Search) -> Option<Choice> {
    let d = search.along.try_normalize()?;
    let corners = corners(context, search.body);
    let best = d.dot(search.found);
    let size = context.radii[search.body & 1];
    // Drawn vertices of rounded outlines are samples, which the engine does not know.
    let known = corners.iter().any(|corner| corner.distance(search.found) <= 1e-6 * size);
    let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
    let most = if corners.len() <= FEW { FEW } else { LISTED };
    let mut choice = choice;
    let world = choice.pictures.edit(WORLD);
    let way = search.direction_name();
    context.direction(world, "d/asked", middle, d);
    let tip = middle + d * (0.45 * context.radii[0].max(context.radii[1]));
    world.label(Role::Axis, "d/asked", tip, way);
    let listed = shortlist(corners, size, most, |corner| best - d.dot(*corner));
    let next = listed.iter().filter(|(_, right)| !right).map(|(corner, _)| d.dot(*corner)).reduce(f64::max)?;
    choice.why = Some(format!(
        "The farthest vertex is the one at {}; the next one is {} less far along {way}.",
        &*vector(search.found),
        &*length(best - next)
    ));
    listed
        .into_iter()
        .fold(choice, |choice, (corner, right)| {
            choice.or_point(WORLD, corner, format!("the vertex at {}", &*vector(corner)), right)
        })
        .if_answerable()
        .filter(|_| known)
}

/// Question whether the plane through a support point separates the origin from the CSO: by the sign of `gap`, so for
/// round bodies too.
pub fn beyond(choice: Choice, gap: f64, rounding: f64) -> Option<Choice> {
    choice
        .or("yes: the support point is short of the origin", gap > rounding)
        .or("no: the support point is level with the origin or beyond it", gap <= rounding)
        .if_answerable()
}

/// Question for the vertex that a simplex loses. Each candidate has a name, a position in `view`, and whether it is
/// removed.
pub fn dropped(choice: Choice, view: &'static str, corners: &[(String, DVec3, bool)]) -> Option<Choice> {
    // Either of two coincident vertices could be removed.
    if (0..corners.len()).any(|i| corners[..i].iter().any(|(_, at, _)| *at == corners[i].1)) {
        return None;
    }
    let none = corners.iter().all(|(.., lost)| !lost);
    let choice = corners.iter().fold(choice, |choice, (name, at, lost)| choice.or_point(view, *at, name, *lost));
    choice.or("none: all vertices are kept", none).if_answerable().filter(|_| corners.len() > 1)
}
