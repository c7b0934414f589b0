//! Quiz questions of EPA in the plane: which edge of the polygon is nearest to the origin, and whether the bounds of
//! the depth agree.

use contact_lens_picture::{Form, Picture, Role};

use super::{Edge, Epa, PlanarPainter, vertex_name, vertices};
use crate::quiz::choice::shortlist;
use crate::{Beat, CSO, Choice, PairContext};

/// Largest number of edges among the candidates.
const MAX_EDGES: usize = 6;

/// Returns the questions of an iteration, attached to its `beats`; none for a step that only ends the run.
pub(super) fn choices((before, after): (&Epa, &Epa), context: &PairContext, beats: &[Beat]) -> Vec<Choice> {
    let has_iterated = after.iterations > before.iterations;
    if !has_iterated {
        return Vec::new();
    }
    let mut choices = Vec::new();
    choices.extend(nearest_edge_choice(before, &before.edges[after.nearest], context, beats));
    choices.extend(stop_test_choice(after, beats));
    choices
}

/// Question for the edge nearest to the origin, `nearest`, among the edges of the polygon of `state`; `None` if there
/// is no wrong answer.
fn nearest_edge_choice(state: &Epa, nearest: &Edge, context: &PairContext, beats: &[Beat]) -> Option<Choice> {
    let choice = Choice::at(beats, "nearest", "nearest edge", "Which edge of the polygon is nearest the origin?")?;
    let painter = PlanarPainter { context };
    let mut cso = Picture::default();
    let polygon = vertices(state).iter().map(|p| painter.cso(*p)).collect();
    cso.add(Role::Polytope, "polygon", Form::Polygon(polygon));
    // Distances in the table would reveal the answer.
    let mut choice = choice.with_pictures((Picture::default(), cso)).hiding_numbers();
    let edges: Vec<&Edge> = state.edges.iter().collect();
    let size = context.bounding_radius();
    for (edge, is_right) in shortlist(edges, size, MAX_EDGES, |edge| edge.distance - nearest.distance) {
        let name = format!("from {} to {}", vertex_name(&edge.from), vertex_name(&edge.to));
        let ends = vec![painter.cso(edge.from.w), painter.cso(edge.to.w)];
        choice = choice.with_candidate_face(CSO, ends, name, is_right);
    }
    choice.validated()
}

/// Question for whether the bounds agree after an iteration; `None` if the iteration did not compare them, or reached
/// the iteration limit.
fn stop_test_choice(after: &Epa, beats: &[Beat]) -> Option<Choice> {
    let gap = after.by_gap?;
    let last = beats.len().checked_sub(1)?;
    let states_answer = matches!(beats[last].line, "stop" | "split");
    if !states_answer {
        return None;
    }
    let question = "Do the bounds of the depth agree, or is the edge split at w?";
    Choice::new(last, "stop test", question)
        .with_pictures_before_answer(beats)
        .with_candidate("the bounds agree: the depth is known", gap.holds())
        .with_candidate("the edge is split", !gap.holds())
        .validated()
}
