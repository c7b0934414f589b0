//! Quiz question of tree searches: the half of a split node that can be pruned.

use super::super::{Beat, Choice};
use super::context::Bodies;
use crate::answer::number::length;
use crate::snapshot::parts::Search;

/// Question of a step that splits a node, once an upper bound is known.
pub(super) fn choices(context: &Bodies, before: &Search, after: &Search, beats: &[Beat]) -> Option<Choice> {
    if !before.upper.is_finite() || after.queried.is_some() {
        return None;
    }
    let asks = format!("The upper bound is {}. Which half can be pruned?", length(before.upper).text);
    halves(context, before, after, beats, asks)
}

/// Question with the halves of a split node as candidates.
pub(super) fn halves<A>(
    context: &Bodies,
    before: &Search<A>,
    after: &Search<A>,
    beats: &[Beat],
    asks: String,
) -> Option<Choice> {
    let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
    let popped = after.popped?.nodes;
    let line = if removed.is_empty() { "push" } else { "prune" };
    let mut choice = Choice::at(beats, line, "half to prune", asks)?.over_before(beats);
    let came = after.queue.iter().filter(|entry| !before.queue.iter().any(|old| old.nodes == entry.nodes));
    let mut halves: Vec<[u32; 2]> = came.map(|entry| entry.nodes).collect();
    halves.extend(removed.iter().map(|pruned| pruned.pair.nodes));
    halves.sort_unstable();
    let body = (0..2).find(|body| halves.iter().any(|nodes| nodes[*body] != popped[*body]))?;
    for nodes in &halves {
        let alone = removed.len() == 1 && removed[0].pair.nodes == *nodes;
        choice = choice.or(context.pair[body].node_name(nodes[body]), alone);
    }
    choice.or("both", removed.len() == 2).or("neither", removed.is_empty()).if_answerable()
}
