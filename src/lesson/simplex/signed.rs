//! Lesson of signed volumes: the whole simplex is tested first, then the faces that its signs select.

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, Sentence, SourceFile, Table, Verdict};
use super::{MethodTerms, SimplexQuery, Test, sentences, verdict as verdict_of};
use crate::answer::Shown;
use crate::answer::number::{or_zero, weight};
use crate::snapshot::simplex::{Outcome, Search, TestedFace, name, size};

/// Card of signed volumes.
pub const CARD: Card = Card {
    id: "signed_volumes",
    title: "Simplex: signed volumes",
    summary: "Which face of a simplex is nearest to a point? Signs of volumes, areas and lengths decide.",
    sources: &["Montanari, Petrinic & Barbieri 2017, S3D, S2D, S1D"],
    listing: include_str!("../../engine/dim3/simplex/signed/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/simplex/signed/stepper.rs",
        text: include_str!("../../engine/dim3/simplex/signed/stepper.rs"),
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

/// Lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<SignedVolumes>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    verdict_of(query, steps, outcome, ending(outcome))
}

struct SignedVolumes;

impl MethodTerms for SignedVolumes {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "face";
    const MEASURE: &'static str = "weigh";
    const OUTSIDERS: bool = false;

    fn sentence(query: &SimplexQuery, state: &Search, tested_face: &TestedFace, tests: &[Test]) -> Sentence {
        sentences::sentence_of_signed_volumes(query, state, tested_face, tests)
    }

    fn table(state: &Search, _setting: &SimplexQuery) -> Table {
        Table {
            title: "Weights of the foot of Q",
            columns: vec!["face", "whole (scaled)", "of A", "of B", "of C", "of D"],
            rows: state
                .tested_faces
                .iter()
                .map(|tested_face| {
                    let face = name(tested_face.subset);
                    let mut cells =
                        vec![Shown::from(face.as_str()), or_zero(state.divisors[usize::from(tested_face.subset)], 1.0)];
                    for i in 0..4 {
                        let own = tested_face.subset >> i & 1 == 1 && size(tested_face.subset) > 1;
                        cells.push(if own {
                            weight(state.barycentric[usize::from(tested_face.subset)][i])
                        } else {
                            "".into()
                        });
                    }
                    Row { cells, key: Some(format!("face/{face}").into()), chosen: false }
                })
                .collect(),
        }
    }
}
