//! Values of tree searches, and the mark ids that they highlight.

use super::super::context::drawn_keys::with_drawn_keys;
use super::super::{Beat, Value, symbol};
use super::context::Bodies;
use crate::answer::number::count;
use crate::snapshot::parts::Search;

/// Values of the search: the current bound and the upper bound, then the counts.
pub(super) fn values(context: &Bodies, state: &Search) -> Vec<Value> {
    let mut values = Vec::new();
    if let Some(entry) = &state.popped {
        values.push(Value::of(symbol::BOUND, context.length(entry.bound), pair_key(entry.nodes)));
    }
    if state.upper.is_finite() {
        values.push(Value::of(symbol::UPPER, context.length(state.upper), "upper"));
    }
    values.extend(counts(context, state));
    values
}

/// Best parts so far, and the numbers of queued, pruned, tested and skipped pairs.
pub(super) fn counts<A>(context: &Bodies, state: &Search<A>) -> Vec<Value> {
    let mut values = Vec::new();
    let sides = [(symbol::PART_A, "part/a"), (symbol::PART_B, "part/b")].into_iter().enumerate();
    for (body, (symbol, key)) in sides.filter(|(body, _)| context.pair[*body].named.count > 1) {
        let part = state.best.as_ref().map(|best| (context.pair[body].named.label)(best.parts[body]));
        values.extend(part.map(|part| Value::of(symbol, part, key)));
    }
    values.push(Value::number(symbol::WAITING, count(state.queue.len())));
    values.push(Value::number(symbol::PRUNED, count(state.pruned.len())));
    values.push(Value::number(symbol::TESTED, count(state.queries as usize)));
    if state.left_out > 0 {
        values.push(Value::number(symbol::SKIPPED, count(state.left_out as usize)));
    }
    values
}

/// Mark id of a pair of nodes in the view of the bounds.
pub(super) fn pair_key(nodes: [u32; 2]) -> String {
    format!("pair/{}/{}", nodes[0], nodes[1])
}

/// Removes the keys of values without a mark in their beat.
pub(super) fn without_missing_marks(mut beats: Vec<Beat>) -> Vec<Beat> {
    for Beat { values, pictures, .. } in &mut beats {
        *values = with_drawn_keys(std::mem::take(values), pictures);
    }
    beats
}
