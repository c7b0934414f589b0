//! Lesson of signed volumes: the whole simplex is tested first, then the faces that the signs of its weights select.
//! Every face without a failed test is a candidate for the nearest point.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{length, or_zero, weight};
use contact_lens_model::snapshot::simplex::{Outcome, Search, Subset, TestedFace, name, size};

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, Sentence, SourceFile, Table, Verdict};
use super::certificate::proven_verdict;
use super::sentences::{degenerate_clause, inside_clause, reason_for_failing};
use super::{MethodTerms, SimplexQuery, Test, panes};
use crate::{Value, say, symbol};

/// Card of signed volumes.
pub const CARD: Card = Card {
    id: "signed_volumes",
    title: "Simplex: signed volumes",
    summary: "Which face of a simplex is nearest to a point? Signs of volumes, areas and lengths decide.",
    sources: &["Montanari, Petrinic & Barbieri 2017, S3D, S2D, S1D"],
    listing: include_str!("../engine/dim3/simplex/signed/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/simplex/signed/stepper.rs",
        text: include_str!("../engine/dim3/simplex/signed/stepper.rs"),
    }],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: ENDINGS,
};

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Passed(_) | Outcome::Backup(..) => success "Nearest" called "Nearest point found":
        "Every face that signs did not exclude was searched; this is the nearest of the points found.";
}

/// Returns the lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<SignedVolumes>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    proven_verdict(query, steps, outcome, ending(outcome))
}

/// Symbols and words of signed volumes.
struct SignedVolumes;

impl MethodTerms for SignedVolumes {
    const CARD: &'static Card = &CARD;
    const FACE_WORD: &'static str = "face";
    const WEIGHTS_LINE: &'static str = "weigh";
    const TESTS_OTHER_VERTICES: bool = false;

    fn sentence(query: &SimplexQuery, state: &Search, tested_face: &TestedFace, tests: &[Test]) -> Sentence {
        sentence_on_face(query, state, tested_face, tests)
    }

    fn table(state: &Search, _query: &SimplexQuery) -> Table {
        Table {
            title: "Weights of the foot of Q",
            columns: vec!["face", "whole (scaled)", "of A", "of B", "of C", "of D"],
            rows: state.tested_faces.iter().map(|tested_face| weight_row(state, tested_face.subset)).collect(),
        }
    }
}

/// Row of a tested face: the signed volume, area or length of the whole face, and the weights of its vertices; none for
/// a vertex.
fn weight_row(state: &Search, subset: Subset) -> Row {
    let face = name(subset);
    let divisor = state.divisors[usize::from(subset)];
    let mut cells = vec![Shown::from(face.as_str()), or_zero(divisor, 1.0)];
    for i in 0..4 {
        let has_weight = subset >> i & 1 == 1 && size(subset) > 1;
        cells.push(if has_weight { weight(state.barycentric[usize::from(subset)][i]) } else { "".into() });
    }
    Row { cells, key: Some(format!("face/{face}").into()), chosen: false }
}

/// Sentences on a face tested by signed volumes: a candidate for the nearest point, or the position of Q and the faces
/// that are searched next.
fn sentence_on_face(query: &SimplexQuery, state: &Search, tested_face: &TestedFace, tests: &[Test]) -> Sentence {
    let subset = tested_face.subset;
    let failed: Vec<&Test> = tests.iter().filter(|test| !test.passed).collect();
    if failed.is_empty() || size(subset) == 1 {
        return sentence_on_candidate(query, state, subset);
    }
    let reason = reason_for_rejection(query, subset, &failed).capitalized();
    if state.waiting.is_empty() {
        return say!("{}. No other face is left to search.", reason);
    }
    let waiting = state.waiting.iter().map(|&face| query.kind_and_name(face));
    say!("{}. The search continues with {}.", reason, Sentence::list(waiting))
}

/// Clause on why a face is no candidate: its degeneracy, the rounding error of a weight, or the weights that are not
/// positive. `failed` are the failed tests, at least one.
fn reason_for_rejection(query: &SimplexQuery, subset: Subset, failed: &[&Test]) -> Sentence {
    if failed[0].is_flat {
        return degenerate_clause(query, subset);
    }
    if let [only] = failed {
        return reason_for_failing(query, only, subset);
    }
    match failed.iter().find(|test| test.is_unreliable) {
        Some(unreliable) => reason_for_failing(query, unreliable, subset),
        None => outside_clause(query, subset, failed),
    }
}

/// Sentences on a face without a failed test: it contains Q, or a candidate for the nearest point.
fn sentence_on_candidate(query: &SimplexQuery, state: &Search, subset: Subset) -> Sentence {
    match size(subset) {
        1 => {
            let vertex = query.kind_and_name(subset).capitalized();
            let distance = distance_from_q(query, state, subset);
            say!("{} is a candidate for the nearest point{}.", vertex, distance)
        }
        4 => say!("All weights are positive, so {} lies inside the tetrahedron.", query.query_name()),
        _ => {
            let place = inside_clause(query, subset).capitalized();
            let foot = this_foot_or_query(query, subset);
            let distance = distance_from_q(query, state, subset);
            say!("{}. {} is a candidate for the nearest point{}.", place, foot, distance)
        }
    }
}

/// `This foot` of a face, or `Q` where it is its own foot; starts a sentence.
fn this_foot_or_query(query: &SimplexQuery, face: Subset) -> Sentence {
    if query.is_on(face) {
        query.query_name()
    } else {
        say!("This {}", Sentence::mark("foot", format!("foot/{}", name(face))))
    }
}

/// End of a sentence on the candidate in a face: its distance from Q.
fn distance_from_q(query: &SimplexQuery, state: &Search, subset: Subset) -> Sentence {
    let distance = panes::candidate_point(query, subset, &state.barycentric).distance(query.q);
    if query.is_rounding(distance) {
        return say!(", and {} lies on it, except for rounding error", query.query_name());
    }
    let value = Value::of(symbol::FOOT_DISTANCE, length(distance), format!("distance/{}", name(subset)));
    say!(", {} from {}", value, query.query_name())
}

/// Clause on a face that does not contain Q or its foot, because several weights are not positive.
fn outside_clause(query: &SimplexQuery, subset: Subset, failed: &[&Test]) -> Sentence {
    let subject = if size(subset) == 4 { query.query_name() } else { query.foot_name(subset) };
    let weights = failed.iter().map(|test| {
        if test.is_zero {
            say!("{} (zero, except for rounding error)", test.symbol_mark())
        } else {
            say!("{} = {}", test.symbol_mark(), test.value())
        }
    });
    let face = if size(subset) == 4 { Sentence::from("the tetrahedron") } else { query.face(subset) };
    say!("{} lies outside {}, because the weights {} are not positive", subject, face, Sentence::list(weights))
}
