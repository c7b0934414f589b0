//! States of a search within a step: after the pop, and after a split before its halves are compared.

use crate::snapshot::parts::{NodePair, Pruned, Search};

/// State within the step from `before` to `after`, after the step popped a pair from the queue and before it did
/// anything else.
pub(super) fn popped_state<A: Clone>(before: &Search<A>, after: &Search<A>) -> Search<A> {
    let popped = after.popped.map(|entry| entry.nodes);
    let mut state = before.clone();
    state.queue.retain(|entry| Some(entry.nodes) != popped);
    state.popped = after.popped;
    state.queried = None;
    state.pruned_before = state.pruned.len();
    state
}

/// Body whose node the step from `before` to `after` split (0 for A, 1 for B), and the resulting pairs by node index;
/// `None` if the step split no node. A step that ends the search prunes the whole queue, so `after` must not be its
/// state.
pub(super) fn halves<A>(before: &Search<A>, after: &Search<A>, popped: &NodePair) -> Option<(usize, Vec<NodePair>)> {
    let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
    let is_new = |entry: &&NodePair| !before.queue.iter().any(|old| old.nodes == entry.nodes);
    let mut halves: Vec<NodePair> = after.queue.iter().filter(is_new).copied().collect();
    halves.extend(removed.iter().map(|pruned| pruned.pair));
    let body = (0..2).find(|body| halves.iter().any(|half| half.nodes[*body] != popped.nodes[*body]))?;
    halves.sort_by_key(|half| half.nodes[body]);
    Some((body, halves))
}

/// State after a split, before the bounds of the halves are compared with the pruning limit: both halves are queued.
/// `removed` are the halves that the step pruned.
pub(super) fn state_before_pruning<A: Clone>(after: &Search<A>, removed: &[Pruned]) -> Search<A> {
    let mut state = after.clone();
    state.queue.extend(removed.iter().map(|pruned| pruned.pair));
    state.queue.sort_by(|a, b| a.bound.total_cmp(&b.bound));
    state.pruned.truncate(after.pruned_before);
    state
}
