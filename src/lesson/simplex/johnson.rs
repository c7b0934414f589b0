//! Lesson of Johnson's algorithm: determinants are computed by recursion over the number of vertices; their signs then
//! test one subset of the simplex's vertices per step.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::or_zero;
use contact_lens_model::snapshot::simplex::{Outcome, Search, Subset, members, name, size};

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, SourceFile, Table, Verdict};
use super::certificate::proven_verdict;
use super::{MethodTerms, SimplexQuery};

/// Card of Johnson's algorithm.
pub const CARD: Card = Card {
    id: "johnson",
    title: "Simplex: Johnson's algorithm",
    summary: "Which subset of a simplex contains the point nearest the query point? Signs of determinants decide.",
    sources: &["Advanced Collision Detection, 2011: Johnson's distance algorithm", "Gilbert, Johnson & Keerthi 1988"],
    listing: include_str!("../engine/dim3/simplex/johnson/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/simplex/johnson/stepper.rs",
        text: include_str!("../engine/dim3/simplex/johnson/stepper.rs"),
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

/// Returns the lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<Johnson>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    proven_verdict(query, steps, outcome, ending(outcome))
}

/// Symbols and words of Johnson's algorithm.
struct Johnson;

impl MethodTerms for Johnson {
    const CARD: &'static Card = &CARD;
    const FACE_WORD: &'static str = "subset";
    const WEIGHTS_LINE: &'static str = "recursion";
    const SIGNS_NOTE: &'static str = " Johnson's algorithm tests these signs by determinants.";

    fn tested_symbol(subset: Subset, vertex: usize) -> String {
        format!("Δ_{},{}", name(subset), name(1 << vertex))
    }

    /// Magnitude of the determinant of `n` vertices: a product of `2n − 2` lengths.
    fn magnitude(state: &Search, subset: Subset) -> f64 {
        state.scale.recip().powi(2 * size(subset) as i32 - 2)
    }

    fn table(state: &Search, query: &SimplexQuery) -> Table {
        let subsets = query.subsets().filter(|&subset| size(subset) <= state.filled_size);
        let mut columns = vec!["M"];
        columns.extend(&["Δ_M,A", "Δ_M,B", "Δ_M,C", "Δ_M,D"][..size(query.simplex)]);
        columns.push("Σ");
        let rows = subsets.map(|subset| determinant_row(state, query, subset)).collect();
        Table { title: "Determinants", columns, rows }
    }
}

/// Row of a subset: its determinant for each of its vertices, and their sum.
fn determinant_row(state: &Search, query: &SimplexQuery, subset: Subset) -> Row {
    let determinants = &state.sign_tests[usize::from(subset)];
    let magnitude = Johnson::magnitude(state, subset);
    let mut cells = vec![Shown::from(name(subset))];
    for i in members(query.simplex) {
        let is_member = subset >> i & 1 == 1;
        cells.push(if is_member { or_zero(determinants[i], magnitude) } else { "".into() });
    }
    cells.push(or_zero(members(subset).map(|i| determinants[i]).sum(), magnitude));
    Row { cells, key: Some(format!("face/{}", name(subset)).into()), chosen: false }
}
