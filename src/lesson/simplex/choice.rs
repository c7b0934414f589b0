//! Quiz questions of a search over the faces of a simplex: the face nearest to Q, and the test that a face fails.

use glam::DVec3;

use super::{MethodTerms, SimplexQuery, members, name, size, tests};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, Choice, Verdict, WORLD};
use crate::snapshot::simplex::{Search, Subset};

/// Largest number of faces that are candidates.
const MAX_FACES: usize = 8;

/// Kind and name of a face in a sentence: `edge AB`.
fn kind_and_name(query: &SimplexQuery, subset: Subset) -> String {
    format!("{} {}", query.kind(subset), name(subset))
}

/// Middle of the vertices of a face, relative to Q.
fn centroid(query: &SimplexQuery, subset: Subset) -> DVec3 {
    members(subset).map(|i| query.points[i]).sum::<DVec3>() / size(subset).max(1) as f64
}

/// Question for the result of the whole search, before its first beat.
pub(super) fn nearest_face_choice(query: &SimplexQuery, subset: Subset, verdict: &Verdict) -> Option<Choice> {
    let question = "Which vertex, edge or face of the simplex contains the point nearest to Q?";
    let mut choice = Choice::new(0, "nearest feature", question);
    super::panes::add_simplex(choice.pictures.edit(WORLD), query);
    choice.why = Some(format!("The nearest point lies in {}. {}", kind_and_name(query, subset), verdict.say));
    let all: Vec<Subset> = query.subsets().collect();
    let reach = members(query.all).map(|i| query.points[i].length()).fold(0.0, f64::max);
    // The listed misses are the faces with the nearest centroids.
    let listed =
        shortlist(
            all,
            reach,
            MAX_FACES,
            |other: &Subset| if *other == subset { 0.0 } else { centroid(query, *other).length() + reach },
        );
    let add = |choice: Choice, (other, is_right): (Subset, bool)| {
        let at = query.q + centroid(query, other);
        choice.with_candidate_point(WORLD, at, kind_and_name(query, other), is_right)
    };
    listed.into_iter().fold(choice, add).if_answerable()
}

/// Question for the test that the current face fails.
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
        V::WHAT,
        name(tested_face.subset)
    );
    let choice = Choice::at(beats, "weigh", "failed test", question)?.with_pictures_before_answer(beats);
    let all_pass = tests.iter().all(|test| test.passed);
    tests
        .iter()
        .fold(choice, |choice, test| {
            let rule = if test.is_member { "must be positive" } else { "must not be positive" };
            choice.with_candidate(format!("{}, which {rule}", V::tested_symbol(test.face, test.vertex)), !test.passed)
        })
        .with_candidate("none: all tests pass", all_pass)
        .if_answerable()
}
