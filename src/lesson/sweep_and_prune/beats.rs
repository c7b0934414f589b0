//! Sub-steps (beats) of sweep and prune: sentences, values and tables.

use super::{Action, Frame, MovingBoxesContext, Outcome, Pair, Said};
use crate::answer::number::{self, with_noun};
use crate::answer::{PairsFinding, Shown};
use crate::lesson::{Beat, EndingKind, Event, Row, Table, Value};
use crate::snapshot::sweep_and_prune::{End, Endpoint, Swap, axis_name};

/// Verdict of a frame in one sentence.
pub(super) fn ending(found: &PairsFinding, outcome: Outcome) -> String {
    let boxes = found.boxes.iter().flatten().count();
    let began = found.began.len();
    let ended = found.ended.len();
    let pairs = with_noun(found.pairs.len() as u64, "pair");
    let swaps = with_noun(found.swap_count(), "swap");
    match outcome {
        Outcome::Built => {
            let all = if boxes == 2 { String::from("Both") } else { format!("All {boxes}") };
            let overlap = match found.pairs.len() {
                0 => String::from("no two of them overlap"),
                1 => String::from("one pair of them overlaps"),
                _ => format!("{pairs} of them overlap"),
            };
            format!("{all} boxes are sorted, and {overlap}.")
        }
        Outcome::PairsUnchanged => {
            format!(
                "It took {swaps} to put the lists in order. The same {pairs} of boxes overlap as in the frame before."
            )
        }
        Outcome::PairsChanged => {
            format!(
                "It took {swaps} to put the lists in order. Now {pairs} of the {boxes} boxes overlap: {began} began in this frame, and {ended} ended."
            )
        }
    }
}

/// Beats of a step: lines, sentences and events.
pub(super) fn beats(context: &MovingBoxesContext, state: &Frame, worth: Option<EndingKind>, say: &str) -> Vec<Beat> {
    let stop = worth.map(Event::Stop);
    match state.now {
        Action::Start => Vec::new(),
        Action::Removed(count) => {
            let pairs = with_noun(state.ended as u64, "pair");
            let gone = if count == 1 { String::from("A body is") } else { format!("{count} bodies are") };
            let say =
                format!("{gone} gone: the ends of what is gone are taken out of all lists, and with them {pairs}.");
            vec![with_event("remove", say, (state.ended > 0).then_some(Event::End))]
        }
        Action::Written => vec![with_event("write", written(context), None)],
        Action::Swapped(swap) => {
            let number = state.swap_count();
            let all: u64 = context.totals.iter().sum();
            let (line, said, event) = verdict(context, state, &swap);
            vec![with_event("swap", passes(context, &swap, number, all), None), with_event(line, said, event)]
        }
        Action::Sorted => {
            let order = "No two neighbors are left to swap, on any axis.";
            let said = if stop.is_some() { format!("{order} {say}") } else { order.to_owned() };
            vec![with_event("sorted", said, stop)]
        }
        Action::Inserted(count) => {
            let bodies = if count == 1 { String::from("1 body is") } else { format!("{count} bodies are") };
            let merged = format!(
                "{bodies} new: on each axis the {} of their boxes are sorted and merged into the list.",
                with_noun(2 * count as u64, "end")
            );
            let swept = format!(
                "One sweep along the axis on which the fewest boxes overlap finds all pairs of new boxes. {say}"
            );
            vec![with_event("insert", merged, None), with_event("sweep", swept, stop)]
        }
    }
}

fn with_event(line: &'static str, say: String, event: Option<Event>) -> Beat {
    Beat { event, ..Beat::new(line, say) }
}

fn counted_value(symbol: &'static str, meaning: &'static str, n: usize) -> Value {
    Value { symbol, meaning, text: number::count(n), key: None }
}

/// Gap between two boxes on an axis.
fn gap_on(context: &MovingBoxesContext, pair: [u32; 2], axis: usize) -> Shown {
    let [low, high] = context.crowd.shared(pair, axis).unwrap_or_default();
    number::length(low - high)
}

fn written(context: &MovingBoxesContext) -> String {
    let by_axis = context.totals.iter().enumerate().filter(|(_, count)| **count > 0);
    let parts: Vec<String> = by_axis.map(|(axis, count)| format!("{count} on {}", axis_name(axis))).collect();
    let head = "All boxes have moved. The lists hold their new ends, still in the old order.";
    match parts.as_slice() {
        [] => format!("{head} No end has passed another: every list is still in order."),
        [one] => format!("{head} Each crossing of two lines will be one swap: {one}."),
        [rest @ .., last] => {
            format!("{head} Each crossing of two lines will be one swap: {} and {last}.", rest.join(", "))
        }
    }
}

fn endpoint_name(context: &MovingBoxesContext, end: End) -> String {
    format!("{} of {}", if end.is_max { "max" } else { "min" }, context.crowd.name(end.body))
}

fn passes(context: &MovingBoxesContext, swap: &Swap, number: u64, all: u64) -> String {
    let mover = endpoint_name(context, swap.mover.end);
    let passed = endpoint_name(context, swap.passed.end);
    let how =
        if swap.mover.value == swap.passed.value { "is now level with, and sorts before," } else { "is now before" };
    format!(
        "Swap {number} of {all}: on {} the {mover} (at {} m) {how} the {passed} (at {} m), but the list still has them the other way round: swap them.",
        axis_name(swap.axis),
        &*number::number(swap.mover.value),
        &*number::number(swap.passed.value)
    )
}

/// Effect of a swap: line of the listing, sentence and event.
fn verdict(context: &MovingBoxesContext, state: &Frame, swap: &Swap) -> (&'static str, String, Option<Event>) {
    let pair = swap.pair();
    let names = pair.map(|body| context.crowd.name(body));
    let axis = axis_name(swap.axis);
    let braces = format!("{{{}, {}}}", names[0], names[1]);
    let below = format!(
        "The {} is now before the {}",
        endpoint_name(context, swap.mover.end),
        endpoint_name(context, swap.passed.end)
    );
    match swap.verdict {
        Said::SameKind => {
            let kind = if swap.mover.end.is_max { "maxes" } else { "mins" };
            let said = format!(
                "The {kind} of {} and {} change places. That changes no pair: a pair begins or ends only where a min and a max do.",
                names[0], names[1]
            );
            ("same", said, None)
        }
        Said::Begins => {
            let others: Vec<&str> =
                (0..context.crowd.axes).filter(|other| *other != swap.axis).map(axis_name).collect();
            let others = match others.is_empty() {
                true => String::new(),
                false => format!(" They overlap on {} as well.", others.join(" and ")),
            };
            let said = format!("{below}, so the two boxes overlap on {axis}.{others} The pair {braces} begins.");
            ("begin", said, Some(Event::Begin))
        }
        Said::Ends => {
            let said = format!("{below}, so the two boxes no longer overlap on {axis}: the pair {braces} ends.");
            ("end", said, Some(Event::End))
        }
        Said::Apart(other) => {
            let at = axis_name(other);
            let said = match other == swap.axis {
                true => format!(
                    "{below}, but at their final places the boxes are {} apart on {at}: no pair.",
                    &*gap_on(context, pair, other)
                ),
                false => {
                    format!("{below}, but on {at} the boxes are {} apart: no pair.", &*gap_on(context, pair, other))
                }
            };
            ("verdict", said, None)
        }
        Said::Began => {
            let said = format!("{below}. An earlier swap of this frame began the pair {braces} already.");
            ("verdict", said, None)
        }
        Said::NoPair if state.has_ended => {
            let said = format!("{below}. An earlier swap of this frame ended the pair {braces} already.");
            ("verdict", said, None)
        }
        Said::NoPair => {
            let said = format!("{below}, but {braces} was no pair: the two are apart on another axis.");
            ("verdict", said, None)
        }
    }
}

pub(super) fn values(state: &Frame, [swaps, left]: [u64; 2], swept: bool) -> Vec<Value> {
    let mut values = Vec::new();
    if swept {
        values.push(counted_value("|P|", "pairs", state.pairs));
        values.push(counted_value("began", "in this frame", state.began));
    }
    values.extend([
        counted_value("ended", "in this frame", state.ended),
        counted_value("n", "boxes", state.ends / 2),
        counted_value("2n", "ends in a list", state.ends),
        counted_value("swaps", "so far", swaps as usize),
        counted_value("all", "swaps in frame", (swaps + left) as usize),
        counted_value("left", "swaps to come", left as usize),
        counted_value("same kind", "min with min, max with max", state.idle as usize),
    ]);
    values
}

/// Tables of the swap's endpoints and boxes, of the swaps by axis, and of the pairs.
pub(super) fn tables(context: &MovingBoxesContext, state: &Frame, pairs: &[(Pair, bool)]) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut lit = None;
    if let Action::Swapped(swap) = state.now {
        lit = Some(swap.pair());
        tables.extend([two_ends(context, &swap), two_boxes(context, &swap)]);
    }
    tables.push(by_axis(context, state));
    let title = if pairs.len() < state.pairs { "Pairs of these two" } else { "Pairs" };
    tables.push(Table {
        title,
        columns: vec!["body", "body", "began"],
        rows: pairs
            .iter()
            .map(|([a, b], fresh)| Row {
                cells: vec![
                    Shown::from(context.crowd.name(*a)),
                    Shown::from(context.crowd.name(*b)),
                    Shown::from(if *fresh { "in this frame" } else { "before" }),
                ],
                key: Some(format!("pair/{a}/{b}").into()),
                chosen: lit == Some([*a, *b]),
            })
            .collect(),
    });
    tables
}

/// Table of the swap's two endpoints in the previous and the current frame.
fn two_ends(context: &MovingBoxesContext, swap: &Swap) -> Table {
    let rows = [(swap.mover, "moves forward"), (swap.passed, "moves back")]
        .map(|(Endpoint { end, value }, what)| {
            let corner = usize::from(end.is_max);
            let before = context.crowd.before(end.body).map(|corners| corners[corner][swap.axis]);
            Row {
                cells: vec![
                    Shown::from(endpoint_name(context, end)),
                    before.map_or_else(|| Shown::from("none"), number::number),
                    number::number(value),
                    Shown::from(what),
                ],
                key: Some(format!("body/{}", context.crowd.name(end.body)).into()),
                chosen: false,
            }
        })
        .to_vec();
    Table { title: "This swap's two ends", columns: vec!["end", "before", "now", "it"], rows }
}

fn by_axis(context: &MovingBoxesContext, state: &Frame) -> Table {
    let rows = state
        .swaps
        .iter()
        .zip(&context.totals)
        .enumerate()
        .map(|(axis, (done, all))| Row {
            cells: vec![Shown::from(axis_name(axis)), number::count(*done as usize), number::count(*all as usize)],
            key: Some(format!("axis/{}", axis_name(axis)).into()),
            chosen: false,
        })
        .collect();
    Table { title: "Swaps", columns: vec!["axis", "so far", "in this frame"], rows }
}

/// Table of the overlap or gap of the swap's two boxes on each axis.
fn two_boxes(context: &MovingBoxesContext, swap: &Swap) -> Table {
    Table {
        title: "This swap's two boxes",
        columns: vec!["axis", "they", "by"],
        rows: (0..context.crowd.axes)
            .map(|axis| {
                let [low, high] = context.crowd.shared(swap.pair(), axis).unwrap_or_default();
                let is = match (low <= high, axis == swap.axis, swap.mover.end.is_max == swap.passed.end.is_max) {
                    (true, true, false) => "overlap, new",
                    (false, true, false) => "apart, new",
                    (true, ..) => "overlap",
                    (false, ..) => "apart",
                };
                Row {
                    cells: vec![Shown::from(axis_name(axis)), Shown::from(is), number::length((high - low).abs())],
                    key: Some(format!("axis/{}", axis_name(axis)).into()),
                    chosen: axis == swap.axis,
                }
            })
            .collect(),
    }
}
