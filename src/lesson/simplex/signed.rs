//! Lesson of signed volumes: the whole simplex is tested first, then the faces that its signs select.

use super::super::{Card, Ending, Lesson, PAIR, PlotAxis, Recording, Row, SourceFile, Table, Verdict};
use super::{Setting, Vocabulary, conclude};
use crate::answer::Shown;
use crate::answer::number::{or_zero, weight};
use crate::snapshot::simplex::{Outcome, Search, Subset, TestedFace, name, size};

/// Card of signed volumes.
pub const CARD: Card = Card {
    id: "signed_volumes",
    title: "Simplex: signed volumes",
    summary: "Which face of a simplex is nearest to a point, told by comparing signs of volumes, areas and lengths?",
    sources: &["Montanari, Petrinic & Barbieri 2017, S3D, S2D, S1D"],
    listing: include_str!("../../engine/dim3/simplex/signed/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/simplex/signed/stepper.rs",
        text: include_str!("../../engine/dim3/simplex/signed/stepper.rs"),
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[Ending::success(
        "Nearest",
        "Every face that signs did not rule out was judged; this is the nearest of the points found.",
    )
    .called("Nearest point found")],
};

/// Lesson of a recorded search over the simplex and the query point of `setting`.
pub fn lesson(recording: Box<dyn Recording<Search>>, setting: Setting, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<SignedVolumes>(recording, setting, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(setting: &Setting, steps: usize, outcome: Outcome) -> Verdict {
    conclude::<SignedVolumes>(setting, steps, outcome)
}

struct SignedVolumes;

impl Vocabulary for SignedVolumes {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "face";
    const MEASURE: &'static str = "weigh";
    const OUTSIDERS: bool = false;

    fn symbol(subset: Subset, i: usize) -> String {
        format!("C_{},{}", name(subset), name(1 << i))
    }

    fn share_symbol(subset: Subset, i: usize) -> String {
        Self::symbol(subset, i)
    }

    fn explain(_vertices: usize, _setting: &Setting) -> String {
        String::from("Signs are compared face by face.")
    }

    fn sentence(state: &Search, weighed: &TestedFace) -> Option<String> {
        let face = name(weighed.subset);
        let (beyond, inside) = match size(weighed.subset) {
            4 => ("Q lies beyond some sides of", "Q lies inside"),
            3 => ("The foot of Q lies beyond some sides of", "The foot of Q lies inside"),
            2 => ("The foot of Q lies beyond an end of", "The foot of Q lies between the ends of"),
            _ => return Some(format!("{face} is a single corner: it is its own nearest point.")),
        };
        let waiting: Vec<String> = state.waiting.iter().map(|&face| name(face)).collect();
        Some(if weighed.holds {
            format!(
                "{inside} {face}: all parts that it divides {face} into have the sign of the whole. It is a candidate."
            )
        } else {
            let next = match &waiting[..] {
                [] => String::from("Nothing else waits."),
                waiting => format!("Still to be searched: {}.", waiting.join(", ")),
            };
            format!(
                "{beyond} {face}, where signs are opposite, or so close that rounding hides the sign: the nearest point may lie \
                 there. {next}"
            )
        })
    }

    fn table(state: &Search, _setting: &Setting) -> Table {
        Table {
            title: "Signed parts, as shares of the whole",
            columns: vec!["face", "whole (scaled)", "across A", "across B", "across C", "across D"],
            rows: state
                .weighed
                .iter()
                .map(|weighed| {
                    let face = name(weighed.subset);
                    let mut cells =
                        vec![Shown::from(face.as_str()), or_zero(state.whole[usize::from(weighed.subset)], 1.0)];
                    for i in 0..4 {
                        let own = weighed.subset >> i & 1 == 1 && size(weighed.subset) > 1;
                        cells.push(if own { weight(state.shares[usize::from(weighed.subset)][i]) } else { "".into() });
                    }
                    Row { cells, key: Some(format!("face/{face}").into()), chosen: false }
                })
                .collect(),
        }
    }
}
