//! Log of the swaps of a frame, from which the pairs of every state are reconstructed.

use super::moving_boxes::{Crossing, Effect};
use crate::answer::PairsFinding;
use crate::lesson::{Level, Levels};
use crate::snapshot::sweep_and_prune::{Action, Frame, Pair, Swap, Verdict, axis_name};

/// Swaps of a frame in order. A frame has many states, which differ in one pair at most, so that storing the pairs of
/// every state would be wasteful.
#[derive(Clone, Debug)]
pub struct Log {
    /// All swaps of the frame, in order.
    swaps: Vec<Crossing>,
    /// Pairs that began, each with the number of its swap, from 1; sorted by pair at the end.
    begun: Vec<(Pair, usize)>,
    /// Pairs that ended, each with the number of its swap, from 1.
    ended: Vec<(Pair, usize)>,
    /// Groups of the steps on the timeline.
    levels: Levels,
}

impl Default for Log {
    fn default() -> Self {
        Self { swaps: Vec::new(), begun: Vec::new(), ended: Vec::new(), levels: Levels::of("list") }
    }
}

impl Log {
    /// Adds a step.
    pub fn add_step(&mut self, action: &Action) {
        self.levels.add_step(match action {
            Action::Swapped(swap) => axis_name(swap.axis),
            Action::Sorted => "in order",
            Action::Inserted(_) => "new bodies",
            _ => "new boxes",
        });
        if let Action::Swapped(swap) = action {
            self.swaps.push(crossing(swap));
            match swap.verdict {
                Verdict::Begins => self.begun.push((swap.pair(), self.swaps.len())),
                Verdict::Ends => self.ended.push((swap.pair(), self.swaps.len())),
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

    /// Swaps up to a state.
    pub(super) fn swaps(&self, state: &Frame) -> &[Crossing] {
        &self.swaps[..(state.swap_count() as usize).min(self.swaps.len())]
    }

    /// Pairs of a state for which `shown` holds, in order, each with whether it began in this frame. A pair begins or
    /// ends at most once in a frame, so these are the final pairs without those that begin later, and with those that
    /// end later.
    pub(super) fn pairs(
        &self,
        state: &Frame,
        found: &PairsFinding,
        shown: impl Fn(&Pair) -> bool,
    ) -> Vec<(Pair, bool)> {
        let done = self.swaps(state).len();
        let current = found.pairs.iter().filter(|pair| shown(pair)).filter_map(|pair| {
            let is_new = found.began.binary_search(pair).is_ok();
            let exists = match self.begun.binary_search_by_key(pair, |(pair, _)| *pair) {
                Ok(index) => self.begun[index].1 <= done,
                // A new pair without a swap came with a new body in the last step.
                Err(_) => !is_new || matches!(state.last_action, Action::Inserted(_)),
            };
            exists.then_some((*pair, is_new))
        });
        let later =
            self.ended.iter().filter(|(pair, swap)| *swap > done && shown(pair)).map(|(pair, _)| (*pair, false));
        let mut pairs: Vec<(Pair, bool)> = current.chain(later).collect();
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
