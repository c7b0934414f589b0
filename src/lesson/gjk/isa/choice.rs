//! Quiz questions of intersection tests: the sign of the gap, and the removed vertex; also used by boolean GJK.

use crate::lesson::gjk::simplex_view::SimplexVertex;
use crate::lesson::quiz::farthest::{RemovableVertex, removed_vertex_question, separating_plane_question};
use crate::lesson::{Beat, CSO, Choice};

/// Step of an intersection test.
pub struct Tested<'a> {
    /// Gap along the direction, and the value that it must exceed.
    pub gap: [f64; 2],
    /// Simplex with the new vertex; empty if the step ended before it joined.
    pub joined: &'a [SimplexVertex],
    /// Vertices that are kept.
    pub kept: &'a [SimplexVertex],
    /// Line of the listing that reveals them.
    pub line: &'static str,
}

/// Questions of a step.
pub fn choices(tested: &Tested<'_>, beats: &[Beat]) -> Vec<Choice> {
    let question = "Does the plane through w separate the bodies?";
    let sign = Choice::at(beats, "gap", "separating plane", question).and_then(|choice| {
        let [gap, least] = tested.gap;
        separating_plane_question(choice.with_pictures_before_answer(beats), gap, least)
    });
    let question = "Which vertex does the simplex lose, because the part nearest the origin does not contain it?";
    let lost = Choice::at(beats, tested.line, "removed vertex", question).and_then(|choice| {
        let corners = tested.joined.iter().map(|corner| {
            let is_removed = tested.kept.iter().all(|kept| !kept.is(corner));
            RemovableVertex { name: corner.name("w"), at: corner.w, is_removed }
        });
        removed_vertex_question(choice.with_pictures_before_answer(beats), CSO, &corners.collect::<Vec<_>>())
    });
    sign.into_iter().chain(lost).collect()
}
