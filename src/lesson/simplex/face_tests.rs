//! Sign tests of a simplex's face, with the tested weights. A face contains the point nearest to Q if the weights of
//! its own vertices are positive and those of the other vertices are not.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{number, or_zero, weight};
use contact_lens_model::snapshot::simplex::{Search, Subset, TestedFace, members, name, size};

use super::query::has_sum_one;
use super::{MethodTerms, SimplexQuery, WEIGHTS};
use crate::{Sentence, Value};

/// One test of a face: the sign of a weight.
pub(super) struct Test {
    /// Symbol of the weight.
    pub(super) symbol: String,
    /// Face whose weight is tested: the face itself, or the face joined by another vertex.
    pub(super) face: Subset,
    /// Vertex of the weight.
    pub(super) vertex: usize,
    /// Number whose sign is tested: the weight, or for Johnson's algorithm its determinant.
    pub(super) tested: f64,
    /// Weight of the vertex in Q's projection on `face`.
    pub(super) weight: Shown,
    /// Whether the tested number is zero to rounding.
    pub(super) is_zero: bool,
    /// Whether `face` has no length, area or volume, so that it has no weights.
    pub(super) is_flat: bool,
    /// Whether rounding error decides the sign: the weight of exact vertices has another one.
    pub(super) is_unreliable: bool,
    /// Whether the test passes.
    pub(super) passed: bool,
    /// Whether the vertex belongs to the tested face, so that its weight must be positive; other weights must not.
    pub(super) is_member: bool,
}

impl Test {
    /// Mark id of the weight's label.
    pub(super) fn key(&self) -> String {
        weight_key(self.face, self.vertex)
    }

    /// Whether this is a passed test of the tetrahedron: Q is on the inner side of the face opposite the vertex.
    pub(super) fn is_inside_tetrahedron(&self) -> bool {
        size(self.face) == 4 && self.is_member && self.passed
    }

    /// The weight in a sentence.
    pub(super) fn value(&self) -> Value {
        Value::of(WEIGHTS[self.vertex], self.weight.clone(), self.key())
    }

    /// Symbol of the weight in a sentence.
    pub(super) fn symbol_mark(&self) -> Sentence {
        Sentence::mark(self.symbol.clone(), self.key())
    }
}

/// Symbol of the weight of a vertex: `λ_A`. A beat is about one face, so the symbol does not name the face.
pub(super) fn weight_symbol(vertex: usize) -> String {
    format!("λ_{}", name(1 << vertex))
}

/// Mark id of the label of a vertex's weight in a face.
pub(super) fn weight_key(face: Subset, vertex: usize) -> String {
    format!("weight/{}/{}", name(face), name(1 << vertex))
}

/// Tests of a face, the members' first.
pub(super) fn tests<V: MethodTerms>(query: &SimplexQuery, state: &Search, tested_face: &TestedFace) -> Vec<Test> {
    let inner = members(tested_face.subset).filter(|_| size(tested_face.subset) > 1);
    let outer = members(query.simplex & !tested_face.subset).filter(|_| V::TESTS_OTHER_VERTICES);
    let magnitude = V::magnitude(state, tested_face.subset);
    inner
        .chain(outer)
        .map(|vertex| {
            let face = tested_face.subset | 1 << vertex;
            let tested = state.sign_tests[usize::from(face)][vertex];
            let weights = &state.barycentric[usize::from(face)];
            let is_zero = or_zero(tested, magnitude).text == "0";
            let passed = tested_face.passed >> vertex & 1 == 1;
            let is_member = tested_face.subset >> vertex & 1 == 1;
            let is_rejected = is_member && !passed;
            Test {
                symbol: weight_symbol(vertex),
                face,
                vertex,
                tested,
                weight: weight_text(weights[vertex]),
                is_zero,
                is_flat: !has_sum_one(members(face).map(|i| weights[i]).sum()),
                is_unreliable: is_rejected && !query.is_beyond_or_on(face, vertex, is_zero),
                passed,
                is_member,
            }
        })
        .collect()
}

/// Text of a weight: four decimals, or five digits where it is large, as for Q's projection far beyond a short edge.
pub(super) fn weight_text(x: f64) -> Shown {
    if x.abs() < 10.0 { weight(x) } else { number(x) }
}
