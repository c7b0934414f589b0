//! Quiz questions of EPA in the plane: the nearest edge, and whether the bounds agree.

use super::{Edge, Epa, PlanarPainter, vertex_name, vertices};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, CSO, Choice, PairContext};
use crate::picture::{Form, Picture, Role};

/// Largest number of edges among the candidates.
const MAX_EDGES: usize = 6;

/// Returns the questions of an iteration with these beats; none if it only ends the run.
pub(super) fn choices((before, after): (&Epa, &Epa), context: &PairContext, beats: &[Beat]) -> Vec<Choice> {
    if after.iterations == before.iterations {
        return Vec::new();
    }
    let painter = PlanarPainter { context };
    let entry = &before.edges[after.nearest];
    let nearest = Choice::at(beats, "nearest", "nearest edge", "Which edge of the polygon is nearest the origin?");
    let nearest = nearest.and_then(|choice| {
        let mut cso = Picture::default();
        let corners = vertices(before).iter().map(|p| painter.cso(*p)).collect();
        cso.add(Role::Polytope, "polygon", Form::Polygon(corners));
        let edges: Vec<&Edge> = before.edges.iter().collect();
        let size = context.bounding_radius();
        let listed = shortlist(edges, size, MAX_EDGES, |edge| edge.distance - entry.distance);
        listed
            .into_iter()
            .fold(
                choice.with_pictures((Picture::default(), cso)).hiding_numbers(),
                |choice: Choice, (edge, is_right): (&Edge, bool)| {
                    let name = format!("from {} to {}", vertex_name(&edge.from), vertex_name(&edge.to));
                    choice.with_candidate_face(
                        CSO,
                        vec![painter.cso(edge.from.w), painter.cso(edge.to.w)],
                        name,
                        is_right,
                    )
                },
            )
            .if_answerable()
    });
    let agreement = after.by_gap.and_then(|gap| {
        let last = beats.len().checked_sub(1).filter(|last| matches!(beats[*last].line, "stop" | "split"))?;
        let question = "Do the bounds of the depth agree, or is the edge split at w?";
        let choice = Choice::new(last, "stop test", question).with_pictures_before_answer(beats);
        choice
            .with_candidate("the bounds agree: the depth is known", gap.holds())
            .with_candidate("the edge is split", !gap.holds())
            .if_answerable()
    });
    nearest.into_iter().chain(agreement).collect()
}
