//! Quiz questions of the intersection tests ISA-GJK and boolean GJK: whether the plane through the support point
//! separates the bodies, and which vertex the simplex loses.

use crate::gjk::simplex_view::SimplexVertex;
use crate::quiz::farthest::{RemovableVertex, removed_vertex_question, separating_plane_question};
use crate::{Beat, CSO, Choice};

/// Data of one step of an intersection test that its questions need.
pub struct SimplexStep<'a> {
    /// Gap of the bodies, or of their cores, along the direction, meters; negative for an overlap.
    pub gap: f64,
    /// Gap above which the bodies are proven apart, meters.
    pub least_gap: f64,
    /// Simplex with the new vertex; empty if the step ended before it joined.
    pub joined: &'a [SimplexVertex],
    /// Vertices of the simplex that are kept after the step.
    pub kept: &'a [SimplexVertex],
    /// Line of the listing whose beat reveals the kept vertices.
    pub line: &'static str,
}

/// Questions of a step, attached to its `beats`; a question without a beat that answers it is left out.
pub fn choices(step: &SimplexStep<'_>, beats: &[Beat]) -> Vec<Choice> {
    let mut choices = Vec::new();
    choices.extend(separating_plane_choice(step, beats));
    choices.extend(removed_vertex_choice(step, beats));
    choices
}

/// Question for whether the plane through the support point separates the bodies; `None` without a beat of the gap.
fn separating_plane_choice(step: &SimplexStep<'_>, beats: &[Beat]) -> Option<Choice> {
    let question = "Does the plane through w separate the bodies?";
    let choice = Choice::at(beats, "gap", "separating plane", question)?.with_pictures_before_answer(beats);
    separating_plane_question(choice, step.gap, step.least_gap)
}

/// Question for the vertex that the reduction removes; `None` without a beat of the reduction.
fn removed_vertex_choice(step: &SimplexStep<'_>, beats: &[Beat]) -> Option<Choice> {
    let question = "Which vertex does the simplex lose, because the part nearest the origin does not contain it?";
    let choice = Choice::at(beats, step.line, "removed vertex", question)?.with_pictures_before_answer(beats);
    let vertices: Vec<RemovableVertex> = step
        .joined
        .iter()
        .map(|vertex| {
            let is_removed = step.kept.iter().all(|kept| !kept.is_same_vertex(vertex));
            RemovableVertex { name: vertex.name("w"), at: vertex.w, is_removed }
        })
        .collect();
    removed_vertex_question(choice, CSO, &vertices)
}
