//! Quiz question of tree searches: the half of a split node that can be pruned.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::parts::Search;

use super::super::{Beat, Choice};
use super::context::Bodies;
use super::states::{PrunedPairs, newly_queued};

/// Question of a step of the closest-parts search that splits a node; `None` without an upper bound, and for steps that
/// query parts.
pub(super) fn half_to_prune(context: &Bodies, before: &Search, after: &Search, beats: &[Beat]) -> Option<Choice> {
    if !before.upper.is_finite() || after.queried.is_some() {
        return None;
    }
    let question = format!("The upper bound is {}. Which half can be pruned?", length(before.upper).text);
    question_on_halves(context, before, after, beats, question)
}

/// Question with the halves of a split node as candidates, and `both` and `neither`; `None` for a step that splits no
/// node.
pub(super) fn question_on_halves<A>(
    context: &Bodies,
    before: &Search<A>,
    after: &Search<A>,
    beats: &[Beat],
    question: String,
) -> Option<Choice> {
    let removed = PrunedPairs::of(after).latest;
    let popped = after.popped?.nodes;
    let line = if removed.is_empty() { "push" } else { "prune" };
    let mut choice = Choice::at(beats, line, "half to prune", question)?.with_pictures_before_answer(beats);
    let mut halves: Vec<[u32; 2]> = newly_queued(before, after).map(|pair| pair.nodes).collect();
    halves.extend(removed.iter().map(|pruned| pruned.pair.nodes));
    halves.sort_unstable();
    // The body whose node the step split.
    let body = (0..2).find(|body| halves.iter().any(|nodes| nodes[*body] != popped[*body]))?;
    for nodes in &halves {
        let is_only_pruned = removed.len() == 1 && removed[0].pair.nodes == *nodes;
        choice = choice.with_candidate(context.pair[body].node_name(nodes[body]), is_only_pruned);
    }
    choice.with_candidate("both", removed.len() == 2).with_candidate("neither", removed.is_empty()).validated()
}
