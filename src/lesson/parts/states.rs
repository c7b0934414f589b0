//! States of a search within a step: after the pop, and after a split before its halves are compared with the pruning
//! limit.

use contact_lens_model::snapshot::parts::{NodePair, Pruned, Search};

/// Pruned pairs of a state, in the order of the run.
pub(super) struct PrunedPairs<'a> {
    /// Pairs that earlier steps pruned.
    pub earlier: &'a [Pruned],
    /// Pairs that the last step pruned.
    pub latest: &'a [Pruned],
}

impl<'a> PrunedPairs<'a> {
    /// Pruned pairs of `state`.
    pub fn of<A>(state: &'a Search<A>) -> Self {
        let (earlier, latest) = state.pruned.split_at(state.pruned_before.min(state.pruned.len()));
        Self { earlier, latest }
    }
}

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

/// Pairs that the step from `before` to `after` put into the queue, by increasing bound.
pub(super) fn newly_queued<'a, A>(before: &'a Search<A>, after: &'a Search<A>) -> impl Iterator<Item = &'a NodePair> {
    after.queue.iter().filter(|pair| !before.queue.iter().any(|queued| queued.nodes == pair.nodes))
}

/// Body whose node the step from `before` to `after` split (0 for A, 1 for B), and the resulting pairs by node index;
/// `None` if the step split no node. `after` must not be the state at the end of the search, where the step prunes the
/// whole queue.
pub(super) fn split_halves<A>(
    before: &Search<A>,
    after: &Search<A>,
    popped: &NodePair,
) -> Option<(usize, Vec<NodePair>)> {
    let mut halves: Vec<NodePair> = newly_queued(before, after).copied().collect();
    halves.extend(PrunedPairs::of(after).latest.iter().map(|pruned| pruned.pair));
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
