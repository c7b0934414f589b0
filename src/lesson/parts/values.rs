//! Values of tree searches, and the mark ids that they highlight.

use super::super::Beat;
use super::super::context::drawn_keys::with_drawn_keys;

/// Mark id of a pair of nodes in the view of the bounds.
pub(super) fn pair_key(nodes: [u32; 2]) -> String {
    format!("pair/{}/{}", nodes[0], nodes[1])
}

/// Removes values that the sentence states, and the keys of values without a mark in their beat.
pub(super) fn only_news(mut beats: Vec<Beat>) -> Vec<Beat> {
    for Beat { say, values, pictures, .. } in &mut beats {
        values.retain(|value| say.quantities().all(|said| said.symbol != value.symbol));
        *values = with_drawn_keys(std::mem::take(values), pictures);
    }
    beats
}
