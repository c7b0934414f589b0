//! Axes and gaps in the sentences of sweep and prune, with references to their marks in the pictures.

use contact_lens_model::answer::number;
use contact_lens_model::snapshot::sweep_and_prune::axis_name;

use super::MovingBoxesContext;
use crate::{Sentence, Value, symbol};

/// Name of an axis in a sentence, which refers to the lane of the axis.
pub(super) fn axis_mark(axis: usize) -> Sentence {
    Sentence::mark(axis_name(axis), format!("axis/{}", axis_name(axis)))
}

/// Gap between two boxes on an axis, meters; negative if their intervals overlap, and 0 if a body is absent.
pub(super) fn gap_on(context: &MovingBoxesContext, pair: [u32; 2], axis: usize) -> Value {
    let [low, high] = context.boxes.shared(pair, axis).unwrap_or_default();
    Value::of(symbol::GAP, number::length(low - high), format!("gap/{}", axis_name(axis)))
}
