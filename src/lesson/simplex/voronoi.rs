//! Lesson of Voronoi regions: lengths, areas and volumes are measured, then one region is tested per step.

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, Sentence, SourceFile, Table, Verdict, say};
use super::{MethodTerms, SimplexQuery, panes, result_of_tests, verdict as verdict_of};
use crate::answer::Shown;
use crate::answer::number::{or_zero, weight};
use crate::snapshot::simplex::{Outcome, Search, Subset, name, size};

/// Card of Voronoi regions.
pub const CARD: Card = Card {
    id: "voronoi",
    title: "Simplex: Voronoi regions",
    summary: "Which vertex, edge or face of a simplex is nearest to a point? Barycentric coordinates decide.",
    sources: &["Catto, GDC 2010: point to line segment, point to triangle", "Ericson 2005, 5.1"],
    listing: include_str!("../../engine/dim3/simplex/voronoi/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/simplex/voronoi/stepper.rs",
        text: include_str!("../../engine/dim3/simplex/voronoi/stepper.rs"),
    }],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: ENDINGS,
};

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Passed(_) => success "Region" called "Nearest point found":
        "One region contains the query point, and no vertex is nearer.";
    Outcome::Backup(..) => success "Backup" called "Found by the backup":
        "Because of rounding error, no region or the wrong one was selected; the nearest point over all faces was \
         taken.";
}

/// Lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<Voronoi>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    verdict_of(query, steps, outcome, ending(outcome))
}

struct Voronoi;

impl MethodTerms for Voronoi {
    const CARD: &'static Card = &CARD;
    const WHAT: &'static str = "region";
    const MEASURE: &'static str = "coordinates";

    /// Regions of a tetrahedron are not drawn, so only those in a plane are mentioned.
    fn result(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
        if !query.regions.is_planar() {
            return result_of_tests(query, subset, passes);
        }
        let contains = if passes { "contains" } else { "does not contain" };
        let aside = if panes::is_line_region(query, subset) { ", here only a line," } else { "" };
        say!("Region {}{} {} {}", query.face(subset), aside, contains, query.query_name())
    }

    fn table(state: &Search, query: &SimplexQuery) -> Table {
        let faces = query.subsets().filter(|&j| size(j) > 1 && size(j) <= state.filled_size);
        let row = |subset: Subset| {
            let face = name(subset);
            let whole = state.divisors[usize::from(subset)];
            let flat = whole <= 0.0;
            let mut cells = vec![Shown::from(face.as_str())];
            cells.extend((0..4).map(|i| match subset >> i & 1 == 1 {
                false => "".into(),
                true if flat => "0".into(),
                true => weight(state.barycentric[usize::from(subset)][i]),
            }));
            // Undoes the scaling: |e|², |n|², |V| of the input.
            let power = [0, 0, 2, 4, 3][size(subset)];
            let meters = state.scale.powi(-power);
            cells.push(or_zero(whole * meters, meters));
            Row { cells, key: Some(format!("face/{face}").into()), chosen: false }
        };
        Table {
            title: "Barycentric coordinates of Q",
            columns: vec!["face", "λ_A", "λ_B", "λ_C", "λ_D", "|e|², |n|², 6V"],
            rows: faces.map(row).collect(),
        }
    }
}
