//! Quiz questions of GJK in the plane: the support point, or the sign of its line, and the removed vertex.

use super::panes::{PlanarPainter, vertex_name};
use super::{Gjk, Outcome};
use crate::lesson::gjk::choice::REMOVED_VERTEX_QUESTION;
use crate::lesson::quiz::farthest::{
    RemovableVertex, SupportSearch, farthest_vertex_question, removed_vertex_question, separating_plane_question,
};
use crate::lesson::{Beat, CSO, Choice, PairContext};

/// Questions of iteration `number`, from 0.
pub(super) fn choices(
    number: usize,
    (before, after): (&Gjk, &Gjk),
    end: Option<Outcome>,
    context: &PairContext,
    beats: &[Beat],
) -> Vec<Choice> {
    if after.iterations == before.iterations {
        return Vec::new();
    }
    let painter = PlanarPainter { context };
    let space = &context.space;
    let d = space.cso(before.d.normalize_or_zero());
    let found = [space.world(after.w.on_a), space.world(after.w.on_b)];
    let support = [number % 2, (number + 1) % 2].into_iter().find_map(|body| {
        let name = &context.names[body];
        let direction = ["d", "−d"][body];
        let question = format!("Which vertex of {name} is farthest along {direction}?");
        let known = painter.simplex(&before.simplex, &[], before.nearest.v, Some(before.d));
        let choice = Choice::at(beats, "support", "support point", question)?.with_pictures(known);
        farthest_vertex_question(context, choice, SupportSearch { body, along: [d, -d][body], found: found[body] })
    });
    let gap = -before.d.normalize_or_zero().dot(after.w.w);
    let first = support.or_else(|| {
        let next = beats.iter().position(|beat| beat.line == "support")? + 1;
        let choice =
            Choice::new(next, "separating plane", "Does the line through w perpendicular to d separate the bodies?");
        separating_plane_question(choice.with_pictures_before_answer(beats), gap, 0.0)
    });
    // A cached feature is discarded as a whole, without a choice.
    let is_discarded = before.remembers && !after.remembers;
    let ended = matches!(end, Some(Outcome::Apart | Outcome::IterationLimit));
    let lost = if is_discarded || ended { None } else { removed_vertex((before, after), &painter, beats) };
    first.into_iter().chain(lost).collect()
}

/// Question for the vertex that the reduction removes.
fn removed_vertex((before, after): (&Gjk, &Gjk), painter: &PlanarPainter, beats: &[Beat]) -> Option<Choice> {
    let choice =
        Choice::at(beats, "reduce", "removed vertex", REMOVED_VERTEX_QUESTION)?.with_pictures_before_answer(beats);
    let is_new = before.simplex.iter().all(|old| !old.has_same_vertices(&after.w));
    let joined = before.simplex.iter().chain(is_new.then_some(&after.w));
    let corners = joined.map(|vertex| {
        let is_removed = after.simplex.iter().all(|kept| !kept.has_same_vertices(vertex));
        RemovableVertex { name: vertex_name(vertex), at: painter.cso(vertex.w), is_removed }
    });
    removed_vertex_question(choice, CSO, &corners.collect::<Vec<_>>())
}
