//! Lesson of Voronoi regions: barycentric coordinates are computed from lengths, areas and volumes, then the region of
//! one face is tested per step.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{or_zero, weight};
use contact_lens_model::snapshot::simplex::{Outcome, Search, Subset, name, size};

use super::super::{BODY, Card, Ending, Lesson, PlotAxis, Recording, Row, Sentence, SourceFile, Table, Verdict, say};
use super::certificate::proven_verdict;
use super::region_marks::is_line_region;
use super::{MethodTerms, SimplexQuery, result_of_tests};

/// Card of Voronoi regions.
pub const CARD: Card = Card {
    id: "voronoi",
    title: "Simplex: Voronoi regions",
    summary: "Which vertex, edge or face of a simplex is nearest to a point? Barycentric coordinates decide.",
    sources: &["Catto, GDC 2010: point to line segment, point to triangle", "Ericson 2005, 5.1"],
    listing: include_str!("../engine/dim3/simplex/voronoi/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/simplex/voronoi/stepper.rs",
        text: include_str!("../engine/dim3/simplex/voronoi/stepper.rs"),
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

/// Returns the lesson of a recorded search over the simplex and the query point of `query`.
pub fn lesson(recording: Box<dyn Recording<Search>>, query: SimplexQuery, verdict: Verdict) -> Box<dyn Lesson> {
    super::lesson::<Voronoi>(recording, query, verdict)
}

/// Verdict of a search that ended after `steps` steps.
pub fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome) -> Verdict {
    proven_verdict(query, steps, outcome, ending(outcome))
}

/// Symbols and words of Voronoi regions.
struct Voronoi;

impl MethodTerms for Voronoi {
    const CARD: &'static Card = &CARD;
    const FACE_WORD: &'static str = "region";
    const WEIGHTS_LINE: &'static str = "coordinates";

    /// Result of the tests of a face. Only regions in a plane are drawn, so only they are mentioned.
    fn result(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
        if !query.regions.is_planar() {
            return result_of_tests(query, subset, passes);
        }
        let contains = if passes { "contains" } else { "does not contain" };
        let shape = if is_line_region(query, subset) { ", here only a line," } else { "" };
        say!("Region {}{} {} {}", query.face(subset), shape, contains, query.query_name())
    }

    fn table(state: &Search, query: &SimplexQuery) -> Table {
        let faces = query.subsets().filter(|&face| size(face) > 1 && size(face) <= state.filled_size);
        Table {
            title: "Barycentric coordinates of Q",
            columns: vec!["face", "λ_A", "λ_B", "λ_C", "λ_D", "|e|², |n|², 6V"],
            rows: faces.map(|face| coordinate_row(state, face)).collect(),
        }
    }
}

/// Row of an edge, triangle or tetrahedron: the barycentric coordinates of Q's projection, and the divisor that made
/// them from lengths, areas or volumes.
fn coordinate_row(state: &Search, face: Subset) -> Row {
    let divisor = state.divisors[usize::from(face)];
    let is_degenerate = divisor <= 0.0;
    let mut cells = vec![Shown::from(name(face))];
    for i in 0..4 {
        let is_member = face >> i & 1 == 1;
        cells.push(if !is_member {
            "".into()
        } else if is_degenerate {
            "0".into()
        } else {
            weight(state.barycentric[usize::from(face)][i])
        });
    }
    // Undoes the scaling of the vertices. The divisor is |e|² of an edge, |n|² of a triangle's cross product, six times
    // the volume of a tetrahedron: products of 2, 4 and 3 lengths.
    let length_count = [0, 0, 2, 4, 3][size(face)];
    let magnitude = state.scale.powi(-length_count);
    cells.push(or_zero(divisor * magnitude, magnitude));
    Row { cells, key: Some(format!("face/{}", name(face)).into()), chosen: false }
}
