//! Quiz questions that the lessons of GJK and related algorithms share: the farthest vertex of a body, whether the
//! plane through the support point separates the bodies, and the vertex that a step removes from a simplex.

use contact_lens_model::answer::number::{length, vector};
use contact_lens_picture::{Form, Role};
use glam::DVec3;

use super::choice::shortlist;
use crate::{Choice, PairContext, WORLD};

/// Largest number of vertices of a body that are all candidates.
const MAX_ALL_LISTED: usize = 8;

/// Number of candidates on bodies with more vertices: the farthest and the nearest misses.
const LISTED_OF_MANY: usize = 6;

/// Distance of a support point from a drawn vertex, as a fraction of half the body's diagonal, up to which they are the
/// same point: above the rounding error of `f32`.
const SAME_POINT: f64 = 1e-6;

/// Search for the support point of one body.
#[derive(Clone, Copy, Debug)]
pub struct SupportSearch {
    /// Body: A (0) or B (1).
    pub body: usize,
    /// Search direction of this body, world; not zero, any length.
    pub along: DVec3,
    /// Support point that the engine found, world, meters.
    pub found: DVec3,
}

impl SupportSearch {
    /// Name of the direction: `d` for A, and `−d` for B.
    fn direction_name(self) -> &'static str {
        ["d", "−d"][self.body & 1]
    }
}

/// Vertices of the drawn polytope, segment or polygon of A (0) or B (1), world; empty for round bodies.
fn drawn_vertices(context: &PairContext, body: usize) -> Vec<DVec3> {
    let role = [Role::ShapeA, Role::ShapeB][body & 1];
    let scenery = context.backdrop();
    let mut marks = scenery.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
    let vertices = marks.find_map(|mark| match &mark.form {
        Form::Solid(solid) if !solid.round && solid.sampled.is_none() => Some(solid.vertices.clone()),
        Form::Polygon(points) | Form::Polyline { points, .. } => Some(points.clone()),
        Form::Segment(ends) | Form::Link(ends) => Some(ends.to_vec()),
        _ => None,
    });
    vertices.unwrap_or_default()
}

/// Adds vertices of the body as candidates for the farthest one to the question `choice`. `None` for a round body,
/// where all vertices are equally far, and where the support point is no vertex.
pub fn farthest_vertex_question(context: &PairContext, choice: Choice, search: SupportSearch) -> Option<Choice> {
    let d = search.along.try_normalize()?;
    let vertices = drawn_vertices(context, search.body);
    let best = d.dot(search.found);
    let size = context.radii[search.body & 1];
    // Drawn vertices of rounded outlines are samples, among which the engine's support point is not.
    let is_vertex = vertices.iter().any(|vertex| vertex.distance(search.found) <= SAME_POINT * size);
    if !is_vertex {
        return None;
    }
    let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
    let most = if vertices.len() <= MAX_ALL_LISTED { MAX_ALL_LISTED } else { LISTED_OF_MANY };
    let mut choice = choice;
    let world = choice.pictures.edit(WORLD);
    let direction = search.direction_name();
    context.add_direction(world, "d/asked", middle, d);
    let tip = middle + d * context.direction_length();
    world.label(Role::Axis, "d/asked", tip, direction);
    let listed = shortlist(vertices, size, most, |vertex| best - d.dot(*vertex));
    let wrong_heights = listed.iter().filter(|(_, is_right)| !is_right).map(|(vertex, _)| d.dot(*vertex));
    let next = wrong_heights.reduce(f64::max)?;
    let heights: Vec<String> =
        (1..).zip(&listed).map(|(number, (vertex, _))| format!("{number} at {}", &*length(d.dot(*vertex)))).collect();
    choice.why = Some(format!(
        "The farthest vertex is the one at {}; the next one is {} less far along {direction}. Heights along \
         {direction}: {}.",
        &*vector(search.found),
        &*length(best - next),
        heights.join(", ")
    ));
    for (vertex, is_right) in listed {
        let name = format!("the vertex at {}", &*vector(vertex));
        choice = choice.with_candidate_point(WORLD, vertex, name, is_right);
    }
    choice.validated()
}

/// Adds the candidates for whether the plane through the support point separates the origin from the CSO. `gap` is the
/// signed distance of the origin from that plane, meters, positive where the plane separates; `rounding` is its error,
/// meters.
pub fn separating_plane_question(choice: Choice, gap: f64, rounding: f64) -> Option<Choice> {
    choice
        .with_candidate("yes: the support point is short of the origin", gap > rounding)
        .with_candidate("no: the support point is level with the origin or beyond it", gap <= rounding)
        .validated()
}

/// Vertex of a simplex, which the step may remove.
pub struct RemovableVertex {
    /// Name: `w3`.
    pub name: String,
    /// Position in the coordinates of the question's view.
    pub at: DVec3,
    /// Whether the step removes the vertex.
    pub is_removed: bool,
}

/// Adds the vertices of a simplex as candidates for the one that the step removes. `None` for fewer than two vertices,
/// and where two coincide.
pub fn removed_vertex_question(choice: Choice, view: &'static str, vertices: &[RemovableVertex]) -> Option<Choice> {
    if vertices.len() < 2 {
        return None;
    }
    // Either of two coincident vertices could be removed.
    for (i, vertex) in vertices.iter().enumerate() {
        if vertices[..i].iter().any(|other| other.at == vertex.at) {
            return None;
        }
    }
    let mut choice = choice;
    for vertex in vertices {
        choice = choice.with_candidate_point(view, vertex.at, vertex.name.as_str(), vertex.is_removed);
    }
    let are_all_kept = vertices.iter().all(|vertex| !vertex.is_removed);
    choice.with_candidate("none: all vertices are kept", are_all_kept).validated()
}
