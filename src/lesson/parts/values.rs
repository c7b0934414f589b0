//! Values that the sentences of a tree search state, and the ids of the marks that these values highlight.

use super::super::context::drawn_keys::with_drawn_keys;
use super::super::{Beat, Detail};

/// Mark id of a pair of nodes (of A and of B) in the view of the bounds.
pub(super) fn pair_key(nodes: [u32; 2]) -> String {
    format!("pair/{}/{}", nodes[0], nodes[1])
}

/// Adds the quantities of the sentences to the values of the beats, and removes the mark ids of values whose mark is
/// not drawn in their beat. Beats in outline have no values.
pub(super) fn with_stated_values(mut beats: Vec<Beat>, detail: Detail) -> Vec<Beat> {
    for Beat { say, values, pictures, .. } in &mut beats {
        let all_values = detail.full(|| say.values_with(std::mem::take(values)));
        *values = with_drawn_keys(all_values, pictures);
    }
    beats
}
