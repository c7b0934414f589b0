//! Sign tests of a simplex's face, with the texts of the tested numbers.

use super::{Setting, Vocabulary};
use crate::answer::number::or_zero;
use crate::snapshot::simplex::{Search, Subset, TestedFace, members, size};

/// One test of a face: the sign of a weight.
pub(super) struct Test {
    /// Symbol of the tested number.
    pub(super) symbol: String,
    /// Face whose weight is tested: the face itself, or the face joined by another vertex.
    pub(super) face: Subset,
    /// Vertex of the weight.
    pub(super) vertex: usize,
    /// Tested number.
    pub(super) value: f64,
    /// Text of the number.
    pub(super) text: String,
    /// Whether the number is zero to rounding.
    pub(super) is_zero: bool,
    /// Whether the test passes.
    pub(super) passed: bool,
    /// Whether the vertex belongs to the tested face, so that its weight must be positive; other weights must not.
    pub(super) is_member: bool,
}

/// Tests of a face, the members' first.
pub(super) fn tests<V: Vocabulary>(setting: &Setting, state: &Search, weighed: &TestedFace) -> Vec<Test> {
    let inner = members(weighed.subset).filter(|_| size(weighed.subset) > 1);
    let outer = members(setting.all & !weighed.subset).filter(|_| V::OUTSIDERS);
    let magnitude = V::magnitude(state, weighed.subset);
    inner
        .chain(outer)
        .map(|vertex| {
            let face = weighed.subset | 1 << vertex;
            let value = state.tested[usize::from(face)][vertex];
            let text = or_zero(value, magnitude).text;
            Test {
                symbol: V::symbol(face, vertex),
                face,
                vertex,
                value,
                is_zero: text == "0",
                text,
                passed: weighed.passed >> vertex & 1 == 1,
                is_member: weighed.subset >> vertex & 1 == 1,
            }
        })
        .collect()
}
