//! Values that the sentences of a tree search state, and the ids of the marks that these values highlight.

use super::super::context::drawn_keys::with_drawn_keys;
use super::super::{Beat, Detail};

/// Mark id of a pair of nodes in the view of the bounds.
pub(super) fn pair_key(nodes: [u32; 2]) -> String {
    format!("pair/{}/{}", nodes[0], nodes[1])
}

/// Adds the quantities of the sentences to the values of beats in full detail, and removes the keys of values without a
/// mark in their beat.
pub(super) fn with_stated_values(mut beats: Vec<Beat>, detail: Detail) -> Vec<Beat> {
    for Beat { say, values, pictures, .. } in &mut beats {
        let all = detail.full(|| say.values_with(std::mem::take(values)));
        *values = with_drawn_keys(all, pictures);
    }
    beats
}
