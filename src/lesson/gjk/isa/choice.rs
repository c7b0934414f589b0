//! Quiz questions of intersection tests: the sign of the gap, and the removed vertex; also used by boolean GJK.

use crate::lesson::gjk::simplex_view::SimplexVertex;
use crate::lesson::quiz::farthest::{RemovableVertex, removed_vertex_question, separating_plane_question};
use crate::lesson::{Beat, CSO, Choice};

/// Data of a step of an intersection test for its questions.
pub struct SimplexStep<'a> {
    /// Gap along the direction, meters.
    pub gap: f64,
    /// Gap above which the bodies are proven apart, meters.
    pub least_gap: f64,
    /// Simplex with the new vertex; empty if the step ended before it joined.
    pub joined: &'a [SimplexVertex],
    /// Vertices that are kept.
    pub kept: &'a [SimplexVertex],
    /// Line of the listing whose beat reveals the kept vertices.
    pub line: &'static str,
}

/// Questions of a step.
pub fn choices(step: &SimplexStep<'_>, beats: &[Beat]) -> Vec<Choice> {
    let question = "Does the plane through w separate the bodies?";
    let gap_choice = Choice::at(beats, "gap", "separating plane", question).and_then(|choice| {
        separating_plane_question(choice.with_pictures_before_answer(beats), step.gap, step.least_gap)
    });
    let question = "Which vertex does the simplex lose, because the part nearest the origin does not contain it?";
    let removed_choice = Choice::at(beats, step.line, "removed vertex", question).and_then(|choice| {
        let corners = step.joined.iter().map(|corner| {
            let is_removed = step.kept.iter().all(|kept| !kept.is_same_vertex(corner));
            RemovableVertex { name: corner.name("w"), at: corner.w, is_removed }
        });
        removed_vertex_question(choice.with_pictures_before_answer(beats), CSO, &corners.collect::<Vec<_>>())
    });
    gap_choice.into_iter().chain(removed_choice).collect()
}
