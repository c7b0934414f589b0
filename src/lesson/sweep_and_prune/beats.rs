//! Sub-steps (beats) of sweep and prune: sentences, values and tables.

use super::{Action, Frame, MovingBoxesContext, Outcome, Pair, Said};
use crate::answer::number::{self, with_noun};
use crate::answer::{PairsFinding, Shown};
use crate::lesson::{Beat, EndingKind, Event, Row, Table, Value, symbol};
use crate::snapshot::sweep_and_prune::{End, Endpoint, Swap, axis_name};

/// Verdict of a frame in one sentence.
pub(super) fn ending(found: &PairsFinding, outcome: Outcome) -> String {
    let boxes = found.boxes.iter().flatten().count();
    let swaps = with_noun(found.swap_count(), "swap");
    let count = found.pairs.len();
    match outcome {
        Outcome::Built => {
            let overlap = match count {
                0 => String::from("no two of them overlap"),
                1 => String::from("one pair overlaps"),
                _ => format!("{count} pairs overlap"),
            };
            format!("The lists are built from {boxes} boxes: {overlap}.")
        }
        Outcome::PairsUnchanged => {
            let same = match count {
                0 => String::from("no boxes overlap"),
                1 => String::from("the same pair overlaps"),
                _ => format!("the same {count} pairs overlap"),
            };
            format!("The lists are in order after {swaps}: {same} as in the last frame.")
        }
        Outcome::PairsChanged => {
            let overlap = if count == 1 { String::from("1 pair overlaps") } else { format!("{count} pairs overlap") };
            let began = found.began.len();
            let ended = found.ended.len();
            format!("The lists are in order after {swaps}: {overlap}. In this frame, {began} began and {ended} ended.")
        }
    }
}

/// Beats of a step: lines, sentences and events.
pub(super) fn beats(context: &MovingBoxesContext, state: &Frame, worth: Option<EndingKind>, say: &str) -> Vec<Beat> {
    let stop = worth.map(Event::Stop);
    match state.now {
        Action::Start => Vec::new(),
        Action::Removed(count) => {
            let ended = match state.ended {
                0 => String::from("no pair ends"),
                1 => String::from("1 pair ends"),
                pairs => format!("{pairs} pairs end"),
            };
            let say = match count {
                1 => format!("One body is removed: its endpoints leave all lists, and {ended}."),
                _ => format!("{count} bodies are removed: their endpoints leave all lists, and {ended}."),
            };
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
            let order = "All lists are in order: no neighbors are left to swap.";
            let said = if stop.is_some() { say } else { order };
            vec![with_event("sorted", said.to_owned(), stop)]
        }
        Action::Inserted(count) => {
            let merged = match count {
                1 => String::from("One box is new: on each axis, its 2 endpoints are merged into the list."),
                _ => format!(
                    "{count} boxes are new: on each axis, their {} endpoints are sorted and merged into the list.",
                    2 * count
                ),
            };
            let swept =
                format!("One sweep along the axis with the fewest overlaps finds the pairs of new boxes. {say}");
            vec![with_event("insert", merged, None), with_event("sweep", swept, stop)]
        }
    }
}

fn with_event(line: &'static str, say: String, event: Option<Event>) -> Beat {
    Beat { event, ..Beat::new(line, say) }
}

/// Gap between two boxes on an axis.
fn gap_on(context: &MovingBoxesContext, pair: [u32; 2], axis: usize) -> Shown {
    let [low, high] = context.crowd.shared(pair, axis).unwrap_or_default();
    number::length(low - high)
}

fn written(context: &MovingBoxesContext) -> String {
    let by_axis = context.totals.iter().enumerate().filter(|(_, count)| **count > 0);
    let parts: Vec<String> = by_axis.map(|(axis, count)| format!("{count} on {}", axis_name(axis))).collect();
    let head = "All boxes have moved: the lists have the new endpoints in their old order.";
    match parts.as_slice() {
        [] => format!("{head} The lists are still in order, since no endpoint has passed another."),
        [one] => format!("{head} Each crossing of two lines is one swap: {one}."),
        [rest @ .., last] => {
            format!("{head} Each crossing of two lines is one swap: {} and {last}.", rest.join(", "))
        }
    }
}

fn endpoint_name(context: &MovingBoxesContext, end: End) -> String {
    format!("{} of {}", if end.is_max { "max" } else { "min" }, context.crowd.name(end.body))
}

fn passes(context: &MovingBoxesContext, swap: &Swap, number: u64, all: u64) -> String {
    let mover = endpoint_name(context, swap.mover.end);
    let passed = endpoint_name(context, swap.passed.end);
    let value = &*number::number(swap.mover.value);
    let other = &*number::number(swap.passed.value);
    let axis = axis_name(swap.axis);
    match swap.mover.value == swap.passed.value {
        true => format!(
            "On {axis}, the {mover} and the {passed} are equal ({value} m), and the first sorts lower: swap {number} of {all}."
        ),
        false => {
            format!("On {axis}, the {mover} ({value} m) is now below the {passed} ({other} m): swap {number} of {all}.")
        }
    }
}

/// Effect of a swap: line of the listing, sentence and event.
fn verdict(context: &MovingBoxesContext, state: &Frame, swap: &Swap) -> (&'static str, String, Option<Event>) {
    let pair = swap.pair();
    let names = pair.map(|body| context.crowd.name(body));
    let axis = axis_name(swap.axis);
    let braces = format!("{{{}, {}}}", names[0], names[1]);
    match swap.verdict {
        Said::SameKind => {
            let kind = if swap.mover.end.is_max { "maxes" } else { "mins" };
            let said = format!(
                "The {kind} of {} and {} swap, which changes no pair: only a min and a max begin or end one.",
                names[0], names[1]
            );
            ("same", said, None)
        }
        Said::Begins => {
            let others: Vec<&str> =
                (0..context.crowd.axes).filter(|other| *other != swap.axis).map(axis_name).collect();
            let said = format!(
                "The pair {braces} begins: its boxes now overlap on {axis}, and they overlap on {} as well.",
                others.join(" and ")
            );
            ("begin", said, Some(Event::Begin))
        }
        Said::Ends => {
            let said = format!("The pair {braces} ends: its boxes no longer overlap on {axis}.");
            ("end", said, Some(Event::End))
        }
        Said::Apart(other) => {
            let gap = &*gap_on(context, pair, other);
            let at = axis_name(other);
            let said = match other == swap.axis {
                true => format!(
                    "The pair {braces} does not begin: with all endpoints in place, the boxes are {gap} apart on {at}."
                ),
                false => format!("The pair {braces} does not begin: the boxes are {gap} apart on {at}."),
            };
            ("verdict", said, None)
        }
        Said::Began => {
            ("verdict", format!("The pair {braces} exists already: an earlier swap of this frame began it."), None)
        }
        Said::NoPair if state.has_ended => {
            ("verdict", format!("The pair {braces} has ended already, by an earlier swap of this frame."), None)
        }
        Said::NoPair => {
            ("verdict", format!("The pair {braces} did not exist: its boxes are apart on another axis."), None)
        }
    }
}

pub(super) fn values(state: &Frame, [swaps, left]: [u64; 2], swept: bool) -> Vec<Value> {
    let mut values = Vec::new();
    if swept {
        values.push(Value::number(symbol::OVERLAPPING_PAIRS, number::count(state.pairs)));
        values.push(Value::number(symbol::BEGUN_PAIRS, number::count(state.began)));
    }
    values.push(Value::number(symbol::ENDED_PAIRS, number::count(state.ended)));
    values.push(Value::number(symbol::SWAPS, number::count(swaps as usize)));
    values.push(Value::number(symbol::REMAINING_SWAPS, number::count(left as usize)));
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
    let title = if pairs.len() < state.pairs { "Pairs of both boxes" } else { "Pairs" };
    tables.push(Table {
        title,
        columns: vec!["box", "box", "began"],
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
    let rows = [(swap.mover, "moves down"), (swap.passed, "moves up")]
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
    Table { title: "Swapped endpoints", columns: vec!["endpoint", "before, m", "now, m", "in the list"], rows }
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
    Table { title: "Swaps", columns: vec!["axis", "done", "in this frame"], rows }
}

/// Table of the overlap or gap of the swap's two boxes on each axis.
fn two_boxes(context: &MovingBoxesContext, swap: &Swap) -> Table {
    Table {
        title: "Boxes of the swap",
        columns: vec!["axis", "state", "length"],
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
