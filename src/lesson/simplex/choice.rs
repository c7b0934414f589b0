//! Quiz questions of a search over the faces of a simplex: which face contains the point nearest to Q, and which test
//! the face of the step fails.

use contact_lens_model::snapshot::simplex::{Search, Subset};
use glam::DVec3;

use super::{MethodTerms, SimplexQuery, members, name, size, tests};
use crate::quiz::choice::shortlist;
use crate::{Beat, Choice, Verdict, WORLD};

/// Largest number of faces that are candidates.
const MAX_FACES: usize = 8;

/// Kind and name of a face in a sentence: `edge AB`.
fn kind_and_name(query: &SimplexQuery, subset: Subset) -> String {
    format!("{} {}", query.kind(subset), name(subset))
}

/// Mean of the vertices of a face, relative to Q, meters.
fn centroid(query: &SimplexQuery, subset: Subset) -> DVec3 {
    members(subset).map(|i| query.points[i]).sum::<DVec3>() / size(subset).max(1) as f64
}

/// Question for the result of the whole search, the face `subset`, before the first beat; `None` if there is no wrong
/// answer.
pub(super) fn nearest_face_choice(query: &SimplexQuery, subset: Subset, verdict: &Verdict) -> Option<Choice> {
    let question = "Which vertex, edge or face of the simplex contains the point nearest to Q?";
    let mut choice = Choice::new(0, "nearest feature", question);
    super::panes::add_simplex(choice.pictures.edit(WORLD), query);
    choice.why = Some(format!("The nearest point lies in {}. {}", kind_and_name(query, subset), verdict.say));
    let farthest_vertex = members(query.simplex).map(|i| query.points[i].length()).fold(0.0, f64::max);
    // The wrong candidates are the faces with the nearest centroids. All of them are worse than the right one by at
    // least the distance of the farthest vertex, so that none counts as right.
    let miss = |face: &Subset| {
        if *face == subset { 0.0 } else { centroid(query, *face).length() + farthest_vertex }
    };
    for (face, is_right) in shortlist(query.subsets().collect(), farthest_vertex, MAX_FACES, miss) {
        let at = query.q + centroid(query, face);
        choice = choice.with_candidate_point(WORLD, at, kind_and_name(query, face), is_right);
    }
    choice.validated()
}

/// Question for the test that the face of the step fails; `None` if the step tests no face, or if there is no wrong
/// answer.
pub(super) fn failed_test_choice<V: MethodTerms>(
    query: &SimplexQuery,
    before: &Search,
    after: &Search,
    beats: &[Beat],
) -> Option<Choice> {
    let tested_face = after.tested_faces.get(before.tested_faces.len())?;
    let tests = tests::<V>(query, after, tested_face);
    let question = format!(
        "Which test fails for the {} {}? Weights of its own vertices must be positive, other weights must not.",
        V::FACE_WORD,
        name(tested_face.subset)
    );
    let mut choice = Choice::at(beats, "weigh", "failed test", question)?.with_pictures_before_answer(beats);
    for test in &tests {
        let rule = if test.is_member { "must be positive" } else { "must not be positive" };
        let name = format!("{}, which {rule}", V::tested_symbol(test.face, test.vertex));
        choice = choice.with_candidate(name, !test.passed);
    }
    let all_pass = tests.iter().all(|test| test.passed);
    choice.with_candidate("none: all tests pass", all_pass).validated()
}
