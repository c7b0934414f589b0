//! Tables of a step of sweep and prune: the endpoints and boxes of a swap, the swaps by axis, and the pairs.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number;
use contact_lens_model::snapshot::sweep_and_prune::{Endpoint, Swap, axis_name};

use super::beats::endpoint_name;
use super::moving_boxes::CurrentPair;
use super::{Action, Frame, MovingBoxesContext, Pair};
use crate::{Row, Table};

/// Returns the tables of the swap's endpoints and boxes, of the swaps by axis, and of the pairs.
pub(super) fn tables(context: &MovingBoxesContext, state: &Frame, pairs: &[CurrentPair]) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut pair_of_swap = None;
    if let Action::Swapped(swap) = state.last_action {
        pair_of_swap = Some(swap.pair());
        tables.extend([endpoint_table(context, &swap), box_table(context, &swap)]);
    }
    tables.push(swap_table(context, state));
    // Of very many pairs, only those of the swap's two boxes are listed.
    let title = if pairs.len() < state.pairs { "Pairs of both boxes" } else { "Pairs" };
    let rows = pairs.iter().map(|pair| pair_row(context, *pair, pair_of_swap)).collect();
    tables.push(Table { title, columns: vec!["box", "box", "began"], rows });
    tables
}

/// Row of a pair, which is chosen if it is the pair of the current swap.
fn pair_row(context: &MovingBoxesContext, CurrentPair { pair, is_new }: CurrentPair, of_swap: Option<Pair>) -> Row {
    let [a, b] = pair;
    Row {
        cells: vec![
            Shown::from(context.boxes.name(a)),
            Shown::from(context.boxes.name(b)),
            Shown::from(if is_new { "in this frame" } else { "before" }),
        ],
        key: Some(format!("pair/{a}/{b}").into()),
        chosen: of_swap == Some(pair),
    }
}

/// Table of the swap's two endpoints in the previous and the current frame.
fn endpoint_table(context: &MovingBoxesContext, swap: &Swap) -> Table {
    let rows = vec![
        endpoint_row(context, swap.mover, swap.axis, "moves down"),
        endpoint_row(context, swap.passed, swap.axis, "moves up"),
    ];
    Table { title: "Swapped endpoints", columns: vec!["endpoint", "before, m", "now, m", "in the list"], rows }
}

/// Row of an endpoint on an axis; `motion` is its motion in the sorted list.
fn endpoint_row(context: &MovingBoxesContext, Endpoint { end, value }: Endpoint, axis: usize, motion: &str) -> Row {
    let before = context.boxes.before(end.body).map(|corners| corners[usize::from(end.is_max)][axis]);
    Row {
        cells: vec![
            Shown::from(endpoint_name(context, end)),
            before.map_or_else(|| Shown::from("none"), number::number),
            number::number(value),
            Shown::from(motion),
        ],
        key: Some(format!("body/{}", context.boxes.name(end.body)).into()),
        chosen: false,
    }
}

/// Table of the numbers of swaps on each axis, up to this step and in the whole frame.
fn swap_table(context: &MovingBoxesContext, state: &Frame) -> Table {
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
fn box_table(context: &MovingBoxesContext, swap: &Swap) -> Table {
    let rows = (0..context.boxes.axes).map(|axis| box_row(context, swap, axis)).collect();
    Table { title: "Boxes of the swap", columns: vec!["axis", "state", "length"], rows }
}

/// Row of the overlap or gap of the swap's two boxes on an axis. It is new on the axis of a swap of a min with a max.
fn box_row(context: &MovingBoxesContext, swap: &Swap, axis: usize) -> Row {
    let [low, high] = context.boxes.shared(swap.pair(), axis).unwrap_or_default();
    let is_new = axis == swap.axis && swap.mover.end.is_max != swap.passed.end.is_max;
    let state = match (low <= high, is_new) {
        (true, true) => "overlap, new",
        (true, false) => "overlap",
        (false, true) => "apart, new",
        (false, false) => "apart",
    };
    Row {
        cells: vec![Shown::from(axis_name(axis)), Shown::from(state), number::length((high - low).abs())],
        key: Some(format!("axis/{}", axis_name(axis)).into()),
        chosen: axis == swap.axis,
    }
}
