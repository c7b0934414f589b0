//! Sentences on new boxes: their endpoints in the sorted lists, and the sweep along one axis that finds their pairs.

use contact_lens_model::answer::number;
use contact_lens_model::snapshot::sweep_and_prune::axis_name;

use super::quantities::{axis_mark, gap_on};
use super::{MovingBoxesContext, Pair};
use crate::{Sentence, Value, say, symbol};

/// Largest number of new pairs that a sentence lists by name.
const MAX_NAMED_PAIRS: usize = 3;

/// Sentence on the axis of the sweep and on the pairs that it finds. `verdict` is the sentence of the frame's result;
/// `begun` are the drawn pairs that began in the frame.
pub(super) fn sweep_sentence(context: &MovingBoxesContext, verdict: &str, begun: &[Pair]) -> Sentence {
    let axis = context.boxes.sweep_axis();
    let fewest_overlaps = context.boxes.overlap_count(axis);
    let axis_mark_id = format!("axis/{}", axis_name(axis));
    let overlaps = Value::of(symbol::AXIS_OVERLAPS, number::count(fewest_overlaps as usize), axis_mark_id);
    let tied_axes: Vec<usize> =
        (0..context.boxes.axes).filter(|other| context.boxes.overlap_count(*other) == fewest_overlaps).collect();
    let new_pairs = new_pairs_clause(context, begun);
    let sweep = if tied_axes.len() > 1 {
        say!(
            "The axes {} tie for the fewest overlaps of intervals, {} each, so the sweep runs along the first, {}{}.",
            Sentence::list(tied_axes.into_iter().map(axis_mark)),
            overlaps,
            axis_mark(axis),
            new_pairs
        )
    } else if context.boxes.axes == 2 {
        let other = 1 - axis;
        let other_count = number::count(context.boxes.overlap_count(other) as usize);
        let other_overlaps = Value::of(symbol::AXIS_OVERLAPS, other_count, format!("axis/{}", axis_name(other)));
        say!(
            "The axis {} has fewer overlaps of intervals ({}) than {} ({}), so the sweep runs along it{}.",
            axis_mark(axis),
            overlaps,
            axis_mark(other),
            other_overlaps,
            new_pairs
        )
    } else {
        say!(
            "The axis {} has the fewest overlaps of intervals, {}, so the sweep runs along it{}.",
            axis_mark(axis),
            overlaps,
            new_pairs
        )
    };
    match context.boxes.two_boxes_apart_on(axis) {
        Some(pair) => say!(
            "{} {} On {}, their gap is {}.",
            sweep,
            Sentence::answer(verdict),
            axis_mark(axis),
            gap_on(context, pair, axis)
        ),
        None => say!("{} {}", sweep, Sentence::answer(verdict)),
    }
}

/// Clause on the new pairs; empty if there are none, or more than [`MAX_NAMED_PAIRS`].
fn new_pairs_clause(context: &MovingBoxesContext, begun: &[Pair]) -> Sentence {
    if !(1..=MAX_NAMED_PAIRS).contains(&begun.len()) {
        return Sentence::default();
    }
    let names = begun.iter().map(|[a, b]| say!("{}{}, {}{}", "{", body_mark(context, *a), body_mark(context, *b), "}"));
    let noun = if begun.len() == 1 { "pair" } else { "pairs" };
    say!(" and finds the {} {}", noun, Sentence::list(names))
}

/// Name of a body, with the mark of its box.
fn body_mark(context: &MovingBoxesContext, body: u32) -> Sentence {
    let name = context.boxes.name(body);
    Sentence::mark(name, format!("body/{name}"))
}

/// Sentence on `count` new boxes whose endpoints join the lists.
pub(super) fn insertion_sentence(context: &MovingBoxesContext, count: usize) -> Sentence {
    let axes = Sentence::list((0..context.boxes.axes).map(axis_mark));
    let endpoints = Value::number(symbol::ENDPOINTS, number::count(2 * count));
    let boxes = Value::number(symbol::NEW_BOXES, number::count(count));
    let builds_lists = context.boxes.was_empty();
    if builds_lists && count == 1 {
        say!("The new sorted list of each axis, {}, holds the two endpoints of the box.", axes)
    } else if builds_lists {
        say!(
            "The sorted list of each axis, {}, holds the {} endpoints of the {} boxes in ascending order.",
            axes,
            endpoints,
            boxes
        )
    } else if count == 1 {
        say!("One box is new: on each axis, {}, its two endpoints are merged into the sorted list.", axes)
    } else {
        say!(
            "{} boxes are new: on each axis, {}, their {} endpoints are merged into the sorted list.",
            boxes,
            axes,
            endpoints
        )
    }
}
