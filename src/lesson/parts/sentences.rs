//! Sentences of the search for the closest parts of two bodies.

use contact_lens_model::answer::number::count;
use contact_lens_model::snapshot::parts::{NodePair, Pruned};

use super::super::{Sentence, Value, say, symbol};
use super::beats::ClosestPartsStep;

impl ClosestPartsStep<'_> {
    /// Sentence on the pair that the step takes from the queue, with its lower bound.
    pub(super) fn pop_sentence(&self, popped: &NodePair) -> Sentence {
        let pair = self.context.pair(popped.nodes);
        let bound = self.bound(popped);
        let is_first = self.number == 0;
        if is_first && popped.bound < 0.0 {
            say!("The search begins with the boxes of {}, which overlap: their lower bound is {}.", pair, bound)
        } else if is_first {
            say!("The search begins with the boxes of {}, which are {} apart.", pair, bound)
        } else if self.before.upper.is_finite() {
            say!(
                "Of all queued pairs, {} have the least bound, {}. The upper bound is {}, so they may contain closer \
                 parts.",
                pair,
                bound,
                self.upper(self.before.upper)
            )
        } else if self.context.is_rounding(popped.bound) {
            say!("Of all queued pairs, {} have the least bound: their boxes touch. No upper bound is known yet.", pair)
        } else if popped.bound < 0.0 {
            say!(
                "Of all queued pairs, {} have the least bound, {}: their boxes overlap. No upper bound is known yet.",
                pair,
                bound
            )
        } else {
            say!("Of all queued pairs, {} have the least bound, {}. No upper bound is known yet.", pair, bound)
        }
    }

    /// Clause on the signed distance of two parts, meters, after their names.
    pub(super) fn distance_clause(&self, signed_distance: f64) -> Sentence {
        if self.context.is_rounding(signed_distance) {
            Sentence::from("touch: their distance is below rounding error")
        } else if signed_distance < 0.0 {
            say!("overlap by {}", self.distance(signed_distance))
        } else {
            say!("are {} apart", self.distance(signed_distance))
        }
    }

    /// Sentence on how many queued pairs the upper bound excludes.
    pub(super) fn excluded_pairs_sentence(&self) -> Sentence {
        let queued = self.after.queue.len();
        let excluded = self.after.queue.iter().filter(|entry| entry.bound >= self.after.upper).count();
        if queued == 0 {
            Sentence::from("The queue is empty.")
        } else if excluded == 0 && queued == 1 {
            Sentence::from("The queued pair may be closer: its lower bound is below the upper bound.")
        } else if excluded == 0 {
            Sentence::from("All queued pairs may be closer: their lower bounds are below the upper bound.")
        } else if excluded == queued {
            Sentence::from(
                "No lower bound of a queued pair is below the upper bound, so none of these pairs can be closer.",
            )
        } else if excluded == 1 {
            Sentence::from(
                "The lower bound of one queued pair is not below the upper bound, so that pair cannot be closer.",
            )
        } else {
            say!(
                "The lower bounds of {} queued pairs are not below the upper bound, so these pairs cannot be closer.",
                Value::number(symbol::PAIRS_BEYOND_BOUND, count(excluded))
            )
        }
    }

    /// Sentence on a split node of `body` with one pruned and one queued half; `bounds` are those of `halves`.
    pub(super) fn pruned_half_sentence(
        &self,
        body: usize,
        pruned: &Pruned,
        halves: &[NodePair],
        bounds: &[Value],
    ) -> Sentence {
        let index = halves.iter().position(|half| half.nodes == pruned.pair.nodes).unwrap_or(0);
        let other = halves.iter().find(|half| half.nodes != pruned.pair.nodes);
        say!(
            "{} is pruned: its bound, {}, is not below the upper bound, {}. The other half, {}, joins the queue.",
            self.context.half(body, &pruned.pair),
            &bounds[index],
            self.upper(pruned.upper),
            other.map_or_else(Sentence::default, |half| self.context.half(body, half))
        )
    }

    /// Sentence on the halves of a split node of body `body` that both join the queue.
    pub(super) fn queueing_sentence(&self, body: usize, halves: &[NodePair]) -> Sentence {
        let names = Sentence::list(halves.iter().map(|half| self.context.half(body, half)));
        if self.after.upper.is_finite() {
            say!(
                "Both {} join the queue: their bounds are below the upper bound {}.",
                names,
                self.upper(self.after.upper)
            )
        } else {
            say!("Both {} join the queue: without an upper bound, no pair can be pruned.", names)
        }
    }
}
