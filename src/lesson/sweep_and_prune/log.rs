//! Log of the swaps of a frame, from which the pairs of every state of the frame are reconstructed.

use contact_lens_model::answer::PairsFinding;
use contact_lens_model::snapshot::sweep_and_prune::{Action, Frame, Pair, Swap, Verdict, axis_name};

use super::moving_boxes::{Crossing, CurrentPair, Effect};
use crate::{Level, Levels};

/// Change of a pair by a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PairChange {
    /// Pair that begins or ends.
    pair: Pair,
    /// Number of the swap in the frame, from 1.
    swap_number: usize,
}

/// Swaps of a frame in order. A frame has many states, which differ in one pair at most, so that storing the pairs of
/// every state would be wasteful.
#[derive(Clone, Debug)]
pub struct Log {
    /// All swaps of the frame, in order.
    swaps: Vec<Crossing>,
    /// Pairs that began by a swap; sorted by pair once the log is complete.
    begun: Vec<PairChange>,
    /// Pairs that ended by a swap, in order.
    ended: Vec<PairChange>,
    /// Groups of the steps on the timeline.
    levels: Levels,
}

impl Default for Log {
    fn default() -> Self {
        Self { swaps: Vec::new(), begun: Vec::new(), ended: Vec::new(), levels: Levels::of("list") }
    }
}

impl Log {
    /// Adds a step that executed `action`.
    pub fn add_step(&mut self, action: &Action) {
        self.levels.add_step(match action {
            Action::Swapped(swap) => axis_name(swap.axis),
            Action::Sorted => "in order",
            Action::Inserted(_) => "new bodies",
            Action::Start | Action::Removed(_) | Action::Written => "new boxes",
        });
        if let Action::Swapped(swap) = action {
            self.swaps.push(crossing(swap));
            let change = PairChange { pair: swap.pair(), swap_number: self.swaps.len() };
            match swap.verdict {
                Verdict::Begins => self.begun.push(change),
                Verdict::Ends => self.ended.push(change),
                Verdict::SameKind | Verdict::Apart(_) | Verdict::Began | Verdict::NoPair => {}
            }
        }
    }

    /// Completes the log after the last step; returns it with the groups of steps.
    pub(super) fn finish(mut self) -> (Self, Vec<Level>) {
        self.begun.sort_unstable();
        let levels = std::mem::replace(&mut self.levels, Levels::of("list")).finish();
        (self, levels)
    }

    /// Swaps up to a state, in order.
    pub(super) fn swaps(&self, state: &Frame) -> &[Crossing] {
        &self.swaps[..(state.swap_count() as usize).min(self.swaps.len())]
    }

    /// Pairs of a state for which `is_shown` holds, in order. A pair begins or ends at most once in a frame, so these
    /// are the pairs at the end of the frame (in `result`) without those that begin later, and with those that end
    /// later.
    pub(super) fn pairs(
        &self,
        state: &Frame,
        result: &PairsFinding,
        is_shown: impl Fn(&Pair) -> bool,
    ) -> Vec<CurrentPair> {
        let done = self.swaps(state).len();
        let has_inserted = matches!(state.last_action, Action::Inserted(_));
        let mut pairs = Vec::new();
        for pair in result.pairs.iter().filter(|pair| is_shown(pair)) {
            let is_new = result.began.binary_search(pair).is_ok();
            let exists = match self.begun.binary_search_by_key(pair, |change| change.pair) {
                Ok(index) => self.begun[index].swap_number <= done,
                // A new pair without a swap came with a new body in the last step.
                Err(_) => !is_new || has_inserted,
            };
            if exists {
                pairs.push(CurrentPair { pair: *pair, is_new });
            }
        }
        for change in &self.ended {
            if change.swap_number > done && is_shown(&change.pair) {
                pairs.push(CurrentPair { pair: change.pair, is_new: false });
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

/// Swap as the pictures show it.
fn crossing(swap: &Swap) -> Crossing {
    let effect = match swap.verdict {
        Verdict::Begins => Effect::Begins,
        Verdict::Ends => Effect::Ends,
        Verdict::SameKind | Verdict::Apart(_) | Verdict::Began | Verdict::NoPair => Effect::Nothing,
    };
    Crossing { axis: swap.axis, ends: [swap.mover.end, swap.passed.end], effect }
}
