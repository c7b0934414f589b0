//! Lesson of Johnson's algorithm: determinants by recursion, then one subset per step.

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, SourceFile, Table, Verdict};
use super::{MethodTerms, SimplexQuery, verdict as verdict_of};
use crate::answer::{Shown, number::or_zero};
use crate::snapshot::simplex::{Outcome, Search, Subset, members, name, size};

/// Card of Johnson's algorithm.
pub const CARD: Card = Card {
    id: "johnson",
    title: "Simplex: Johnson's algorithm",
    summary: "Which subset of a simplex contains the point nearest the query point? Signs of determinants decide.",
    sources: &["Advanced Collision Detection, 2011: Johnson's distance algorithm", "Gilbert, Johnson & Keerthi 1988"],
    listing: include_str!("../../engine/dim3/simplex/johnson/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/simplex/johnson/stepper.rs",
        text: include_str!("../../engine/dim3/simplex/johnson/stepper.rs"),
    }],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: ENDINGS,
};

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Passed(_) => success "Subset" called "Nearest point found":
        "One subset passes all tests, and no vertex is nearer.";
    Outcome::Backup(..) => success "Backup" called "Found by the backup":
        "Because of rounding error, no subset passed all tests, or the wrong one did. The backup procedure took the \
         nearest point over all subsets with positive weights.";
}

/// Lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<Johnson>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    verdict_of(query, steps, outcome, ending(outcome))
}

struct Johnson;

impl MethodTerms for Johnson {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "subset";
    const MEASURE: &'static str = "recursion";
    const SIGNS: &'static str = " Johnson's algorithm tests these signs by determinants.";

    fn tested_symbol(subset: Subset, i: usize) -> String {
        format!("Δ_{},{}", name(subset), name(1 << i))
    }

    /// The determinant of `n` vertices is a product of `2n − 2` lengths.
    fn magnitude(state: &Search, subset: Subset) -> f64 {
        state.scale.recip().powi(2 * size(subset) as i32 - 2)
    }

    fn table(state: &Search, query: &SimplexQuery) -> Table {
        let corners: Vec<usize> = members(query.all).collect();
        let subsets = query.subsets().filter(|&j| size(j) <= state.filled_size);
        let mut columns = vec!["M"];
        columns.extend(&["Δ_M,A", "Δ_M,B", "Δ_M,C", "Δ_M,D"][..corners.len()]);
        columns.push("Σ");
        Table {
            title: "Determinants",
            columns,
            rows: subsets
                .map(|subset| {
                    let delta = &state.sign_tests[usize::from(subset)];
                    let largest = Self::magnitude(state, subset);
                    let mut cells = vec![Shown::from(name(subset))];
                    for &i in &corners {
                        let own = subset >> i & 1 == 1;
                        cells.push(if own { or_zero(delta[i], largest) } else { "".into() });
                    }
                    cells.push(or_zero(members(subset).map(|i| delta[i]).sum(), largest));
                    Row { cells, key: Some(format!("face/{}", name(subset)).into()), chosen: false }
                })
                .collect(),
        }
    }
}
