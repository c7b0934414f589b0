//! Quiz question of sweep and prune: the effect of a swap.

use contact_lens_model::snapshot::sweep_and_prune::{Action, Frame, Verdict};

use super::MovingBoxesContext;
use crate::{Beat, Choice};

/// Question for the effect of a step's swap on the pairs; `None` for steps without a swap. The last beat of the step
/// reveals the effect.
pub(super) fn swap_question(context: &MovingBoxesContext, after: &Frame, beats: &[Beat]) -> Option<Choice> {
    let Action::Swapped(swap) = after.last_action else { return None };
    let [a, b] = swap.pair().map(|body| context.boxes.name(body));
    let last = beats.len().checked_sub(1)?;
    let question = format!("The two endpoints swap. What happens to the pair {{{a}, {b}}}?");
    // The table would reveal the effect.
    let choice = Choice::new(last, "swap", question).with_pictures_before_answer(beats).hiding_numbers();
    let begins = swap.verdict == Verdict::Begins;
    let ends = swap.verdict == Verdict::Ends;
    choice
        .with_candidate("it begins: the boxes now overlap on all axes", begins)
        .with_candidate("it ends: the boxes no longer overlap", ends)
        .with_candidate("nothing: it neither begins nor ends", !begins && !ends)
        .validated()
}
