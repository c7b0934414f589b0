//! Beats (sub-steps) of sweep and prune: lines of the listing, sentences, events, and values. The parent module adds
//! the pictures and tables.

use contact_lens_model::answer::PairsFinding;
use contact_lens_model::answer::number::{self, with_noun};
use contact_lens_model::snapshot::sweep_and_prune::{End, Endpoint, Swap};
use contact_lens_picture::Role;

use super::quantities::{axis_mark, gap_on};
use super::{Action, Frame, MovingBoxesContext, Outcome, Pair, SwapEffect, SwapProgress, insertion};
use crate::{Beat, EndingKind, Event, Sentence, Value, say, symbol};

/// Verdict of a frame, one or two sentences.
pub(super) fn ending(result: &PairsFinding, outcome: Outcome) -> String {
    let boxes = result.boxes.iter().flatten().count();
    let swaps = with_noun(result.swap_count(), "swap");
    let count = result.pairs.len();
    match outcome {
        Outcome::Built => match (count, boxes) {
            (0, 0 | 1) => String::from("There is no pair of boxes."),
            (0, 2) => String::from("The two boxes neither overlap nor touch."),
            (1, 2) => String::from("The two boxes overlap or touch."),
            (0, _) => format!("No two of the {boxes} boxes overlap or touch."),
            (1, _) => format!("One pair of the {boxes} boxes overlaps or touches."),
            _ => format!("{count} pairs of the {boxes} boxes overlap or touch."),
        },
        Outcome::PairsUnchanged => {
            let unchanged_pairs = match count {
                0 => String::from("no boxes overlap or touch"),
                1 => String::from("the same pair overlaps or touches"),
                _ => format!("the same {count} pairs overlap or touch"),
            };
            format!("The lists are in order after {swaps}: {unchanged_pairs} as in the last frame.")
        }
        Outcome::PairsChanged => {
            let overlap = match count {
                1 => String::from("one pair overlaps or touches"),
                _ => format!("{count} pairs overlap or touch"),
            };
            let began = result.began.len();
            let ended = result.ended.len();
            format!("The lists are in order after {swaps}: {overlap}. In this frame, {began} began and {ended} ended.")
        }
    }
}

/// Returns the beats of a step: lines, sentences and events. `ending_kind` is the kind of the frame's ending at its
/// last step, `None` before; `verdict` is the sentence of the frame's result; `begun` are the drawn pairs that began in
/// the frame.
pub(super) fn beats(
    context: &MovingBoxesContext,
    state: &Frame,
    ending_kind: Option<EndingKind>,
    verdict: &str,
    begun: &[Pair],
) -> Vec<Beat> {
    let stop = ending_kind.map(Event::Stop);
    match state.last_action {
        Action::Start => Vec::new(),
        Action::Removed(count) => {
            let event = if state.ended > 0 { Some(Event::End) } else { None };
            vec![with_event("remove", removal_sentence(count, state.ended), event)]
        }
        Action::Written => vec![with_event("write", new_endpoints_sentence(context), None)],
        Action::Swapped(swap) => {
            let sentence = swap_sentence(context, &swap, state.swap_count());
            vec![with_event("swap", sentence, None), effect_beat(context, state, &swap)]
        }
        Action::Sorted => {
            let sentence = match stop {
                Some(_) => Sentence::answer(verdict),
                None => Sentence::from("All lists are in order: no neighbors are left to swap."),
            };
            vec![with_event("sorted", sentence, stop)]
        }
        Action::Inserted(count) => {
            let new_endpoints = insertion::insertion_sentence(context, count);
            let new_pairs = insertion::sweep_sentence(context, verdict, begun);
            vec![with_event("insert", new_endpoints, None), with_event("sweep", new_pairs, stop)]
        }
    }
}

/// Returns a beat at the line of the listing with the label `line`, without pictures, values and tables.
fn with_event(line: &'static str, say: Sentence, event: Option<Event>) -> Beat {
    Beat { event, ..Beat::new(line, say) }
}

/// Sentence on `count` bodies that leave the lists, and on the number of pairs that end with them.
fn removal_sentence(count: usize, ended: usize) -> Sentence {
    let ended = match ended {
        0 => Sentence::from("no pair ends"),
        1 => Sentence::from("one pair ends"),
        pairs => say!("{} pairs end", Value::number(symbol::ENDED_PAIRS, number::count(pairs))),
    };
    match count {
        1 => say!("One body is removed: its endpoints leave all lists, and {}.", ended),
        _ => say!(
            "{} bodies are removed: their endpoints leave all lists, and {}.",
            Value::number(symbol::REMOVED_BODIES, number::count(count)),
            ended
        ),
    }
}

/// Sentence on the new endpoints of all boxes in the lists, with the number of swaps on each axis.
fn new_endpoints_sentence(context: &MovingBoxesContext) -> Sentence {
    let by_axis = context.totals.iter().enumerate().filter(|(_, count)| **count > 0);
    let parts: Vec<Sentence> = by_axis
        .map(|(axis, count)| {
            let swaps = Value::number(symbol::SWAPS_ON_AXIS, number::count(*count as usize));
            say!("{} on {}", swaps, axis_mark(axis))
        })
        .collect();
    let head = "All boxes have moved: the lists have the new endpoints in their old order.";
    if parts.is_empty() {
        say!("{} The lists are still in order, since no endpoint has passed another.", head)
    } else {
        say!("{} Each crossing of two lines is one swap: {}.", head, Sentence::list(parts))
    }
}

/// Name of an endpoint: `min of crate`.
pub(super) fn endpoint_name(context: &MovingBoxesContext, end: End) -> String {
    format!("{} of {}", endpoint_kind(end), context.boxes.name(end.body))
}

/// Kind of an endpoint: `min` or `max`.
fn endpoint_kind(end: End) -> &'static str {
    if end.is_max { "max" } else { "min" }
}

/// Name of a body of the swap, in the color of the body.
fn body_name(context: &MovingBoxesContext, swap: &Swap, body: u32) -> Sentence {
    let role = if swap.pair()[0] == body { Role::ShapeA } else { Role::ShapeB };
    Sentence::body(context.boxes.name(body), role)
}

/// Sentence on the two endpoints that swap, with the number of the swap in the frame, from 1.
fn swap_sentence(context: &MovingBoxesContext, swap: &Swap, swap_number: u64) -> Sentence {
    let Swap { mover, passed, .. } = swap;
    let mover_body = body_name(context, swap, mover.end.body);
    let passed_body = body_name(context, swap, passed.end.body);
    let count = say!(
        "swap {} of {}",
        Value::number(symbol::SWAPS, number::count(swap_number as usize)),
        Value::number(symbol::SWAPS_OF_FRAME, number::count(context.swap_count as usize))
    );
    if mover.value == passed.value {
        say!(
            "On {}, the {} of {} and the {} of {} are equal, {}, and the first sorts lower: {}.",
            axis_mark(swap.axis),
            endpoint_kind(mover.end),
            mover_body,
            endpoint_kind(passed.end),
            passed_body,
            endpoint_value(context, mover),
            count
        )
    } else {
        say!(
            "On {}, the {} of {}, {}, is now below the {} of {}, {}: {}.",
            axis_mark(swap.axis),
            endpoint_kind(mover.end),
            mover_body,
            endpoint_value(context, mover),
            endpoint_kind(passed.end),
            passed_body,
            endpoint_value(context, passed),
            count
        )
    }
}

/// Value of an endpoint, meters, which refers to the box of its body.
fn endpoint_value(context: &MovingBoxesContext, endpoint: &Endpoint) -> Value {
    let text = format!("{} m", number::number(endpoint.value).text);
    Value::of(symbol::ENDPOINT, text, format!("body/{}", context.boxes.name(endpoint.end.body)))
}

/// Beat on the effect of a swap on the pairs.
fn effect_beat(context: &MovingBoxesContext, state: &Frame, swap: &Swap) -> Beat {
    let pair = swap.pair();
    let [a, b] = pair.map(|body| body_name(context, swap, body));
    let axis = axis_mark(swap.axis);
    let braces = say!("{}{}, {}{}", "{", &a, &b, "}");
    match swap.verdict {
        SwapEffect::SameKind => {
            let kind = if swap.mover.end.is_max { "maxes" } else { "mins" };
            let say = say!(
                "The {} of {} and {} swap. No pair changes: only swaps of a min with a max begin or end a pair.",
                kind,
                a,
                b
            );
            with_event("same", say, None)
        }
        SwapEffect::Begins => {
            let others = (0..context.boxes.axes).filter(|other| *other != swap.axis).map(axis_mark);
            let say = say!(
                "The pair {} begins: its boxes now overlap on {}, as they do on {} already.",
                braces,
                axis,
                Sentence::list(others)
            );
            with_event("begin", say, Some(Event::Begin))
        }
        SwapEffect::Ends => {
            let say = say!("The pair {} ends: its boxes no longer overlap on {}.", braces, axis);
            with_event("end", say, Some(Event::End))
        }
        SwapEffect::Apart(separating_axis) => {
            let gap = gap_on(context, pair, separating_axis);
            let separating_mark = axis_mark(separating_axis);
            let say = if separating_axis == swap.axis {
                say!(
                    "The pair {} does not begin: with all endpoints in place, the boxes are {} apart on {}.",
                    braces,
                    gap,
                    separating_mark
                )
            } else {
                say!("The pair {} does not begin: the boxes are {} apart on {}.", braces, gap, separating_mark)
            };
            with_event("verdict", say, None)
        }
        SwapEffect::Began => {
            let say = say!("The pair {} exists already: an earlier swap of this frame began it.", braces);
            with_event("verdict", say, None)
        }
        SwapEffect::NoPair => {
            let say = if state.has_ended {
                say!("The pair {} has ended already, by an earlier swap of this frame.", braces)
            } else {
                say!("The pair {} did not exist: its boxes are apart on another axis.", braces)
            };
            with_event("verdict", say, None)
        }
    }
}

/// Returns the numbers of pairs and swaps of a beat. `has_swept` says whether the pairs of new boxes are known,
/// `was_empty` whether there are no earlier lists. A frame without earlier lists has no values: its sentence counts the
/// pairs, and all are new.
pub(super) fn values(state: &Frame, swaps: SwapProgress, has_swept: bool, was_empty: bool) -> Vec<Value> {
    let mut values = Vec::new();
    if was_empty {
        return values;
    }
    if has_swept {
        values.push(Value::number(symbol::OVERLAPPING_PAIRS, number::count(state.pairs)));
        values.push(Value::number(symbol::BEGUN_PAIRS, number::count(state.began)));
    }
    values.push(Value::number(symbol::ENDED_PAIRS, number::count(state.ended)));
    values.push(Value::number(symbol::SWAPS, number::count(swaps.done as usize)));
    values.push(Value::number(symbol::REMAINING_SWAPS, number::count(swaps.remaining() as usize)));
    values
}
