//! Quiz questions of GJK in the plane: which vertex is the support point (for round bodies, whether the line through it
//! separates the bodies), and which vertex the reduction removes.

use contact_lens_model::snapshot::plane::Vertex;
use glam::DVec3;

use super::panes::{PlanarPainter, vertex_name};
use super::{Gjk, Outcome, ends_before_reduction};
use crate::gjk::choice::REMOVED_VERTEX_QUESTION;
use crate::quiz::farthest::{
    RemovableVertex, SupportSearch, farthest_vertex_question, removed_vertex_question, separating_plane_question,
};
use crate::{Beat, CSO, Choice, PairContext};

/// Questions of iteration `number`, from 0. `before` and `after` are the states around it, `end` is the ending if it is
/// the last one, and the questions are attached to its `beats`. Empty for a step without an iteration.
pub(super) fn choices(
    number: usize,
    before: &Gjk,
    after: &Gjk,
    end: Option<Outcome>,
    context: &PairContext,
    beats: &[Beat],
) -> Vec<Choice> {
    if after.iterations == before.iterations {
        return Vec::new();
    }
    let painter = PlanarPainter { context };
    let direction = before.d.normalize_or_zero();
    let support_or_line = support_question(number, before, after, &painter, beats)
        .or_else(|| separating_line_question(direction, after.w.w, beats));
    // The cached feature of the previous frame is discarded as a whole, without a choice.
    let is_discarded = before.is_warm_started && !after.is_warm_started;
    let has_reduction = !is_discarded && !ends_before_reduction(end);
    let removed = if has_reduction { removed_vertex_choice(before, after, &painter, beats) } else { None };
    support_or_line.into_iter().chain(removed).collect()
}

/// Question for the support point on one body: on A in even iterations and on B in odd ones, or on the other body where
/// the first one is round, which has no vertices to choose from. `None` if both are round.
fn support_question(
    number: usize,
    before: &Gjk,
    after: &Gjk,
    painter: &PlanarPainter,
    beats: &[Beat],
) -> Option<Choice> {
    let context = painter.context;
    let space = &context.space;
    let d = space.cso(before.d.normalize_or_zero());
    let searches = [
        SupportSearch { body: 0, along: d, found: space.world(after.w.on_a) },
        SupportSearch { body: 1, along: -d, found: space.world(after.w.on_b) },
    ];
    [number % 2, (number + 1) % 2].into_iter().find_map(|body| {
        let name = &context.names[body];
        let direction = ["d", "−d"][body];
        let question = format!("Which vertex of {name} is farthest along {direction}?");
        let pictures_before = painter.simplex(&before.simplex, &[], before.nearest.v, Some(before.d));
        let choice = Choice::at(beats, "support", "support point", question)?.with_pictures(pictures_before);
        farthest_vertex_question(context, choice, searches[body])
    })
}

/// Question for whether the line through the support point `w` separates the bodies; `w`, in meters, and the search
/// direction `direction`, a unit vector, are in the pair frame. `None` without a beat of the support point.
fn separating_line_question(direction: DVec3, w: DVec3, beats: &[Beat]) -> Option<Choice> {
    let next = beats.iter().position(|beat| beat.line == "support")? + 1;
    let choice =
        Choice::new(next, "separating plane", "Does the line through w perpendicular to d separate the bodies?");
    // Signed distance of the origin from the line, meters; positive where the line separates. Its sign counts as exact.
    let gap = -direction.dot(w);
    separating_plane_question(choice.with_pictures_before_answer(beats), gap, 0.0)
}

/// Question for the vertex that the reduction removes; `None` without a beat of the reduction.
fn removed_vertex_choice(before: &Gjk, after: &Gjk, painter: &PlanarPainter, beats: &[Beat]) -> Option<Choice> {
    let choice =
        Choice::at(beats, "reduce", "removed vertex", REMOVED_VERTEX_QUESTION)?.with_pictures_before_answer(beats);
    let is_new = before.simplex.iter().all(|old| !old.has_same_vertices(&after.w));
    let mut joined: Vec<&Vertex> = before.simplex.iter().collect();
    if is_new {
        joined.push(&after.w);
    }
    let vertices: Vec<RemovableVertex> = joined
        .into_iter()
        .map(|vertex| {
            let is_removed = after.simplex.iter().all(|kept| !kept.has_same_vertices(vertex));
            RemovableVertex { name: vertex_name(vertex), at: painter.cso(vertex.w), is_removed }
        })
        .collect();
    removed_vertex_question(choice, CSO, &vertices)
}
