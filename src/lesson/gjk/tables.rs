//! Values, tables and plot points of GJK in space.

use super::super::{Row, Table, Value, Verdict, symbol};
use super::simplex_view::SimplexVertex;
use super::view::{GjkView, Moment};
use crate::answer::PairStatus;
use crate::answer::number::{count, length, number, or_rounding, vector, weight};

/// Returns the values of the beat at a line of the listing, at its moment. A value has a mark only where the beat draws
/// it.
pub(super) fn values(view: &GjkView, line: &str, when: Moment) -> Vec<Value> {
    let (v, upper) =
        if when >= Moment::NearestPointFound { (view.v_after, view.upper_after) } else { (view.v, view.bounds.upper) };
    let lower = if when >= Moment::BoundUpdated { view.bounds.lower } else { view.lower_before };
    let rounding = view.rounding();
    let mut all = Vec::new();
    match line {
        "support" => all.push(Value::of(symbol::DIRECTION, vector(view.direction), "d")),
        "direction" if view.end.is_none() => all.push(Value::of(symbol::DIRECTION, vector(view.next), "d")),
        "bound" if view.plane > 0.0 => {
            all.push(Value::of(symbol::PLANE_DISTANCE, or_rounding(length(view.plane), rounding), "lower"));
        }
        "bound" => all.push(Value::of(symbol::OVERLAP, or_rounding(length(-view.plane), rounding), "plane")),
        _ => {}
    }
    // The sentence states a length of zero.
    if upper.is_finite() && line != "add" && v.length() > rounding {
        all.push(Value::of(symbol::LENGTH_OF_V, or_rounding(length(v.length()), rounding), "v"));
    }
    // A negative bound of the distance says nothing.
    let is_known = lower > rounding && line != "support";
    if is_known {
        all.push(Value::number(symbol::BEST_LOWER_BOUND, or_rounding(length(lower), rounding)));
    }
    if is_known && upper.is_finite() {
        all.push(Value::number(symbol::BRACKET_WIDTH, or_rounding(length(upper - lower), rounding)));
    }
    if let Some(correction) = view.direction_correction().filter(|_| when == Moment::DirectionFound) {
        all.push(Value::number(symbol::DEVIATION_OF_D, number(correction)));
    }
    if view.margin > 0.0 {
        all.push(Value::number(symbol::MARGINS, length(view.margin)));
    }
    all
}

/// Replaces GJK's bounds by the depth in the complete answer `full`, which another algorithm found.
pub(super) fn replace_bounds_by_depth(values: &mut Vec<Value>, view: &GjkView, full: &Verdict) {
    let Some(pair) = full.pair() else { return };
    let Some(distance) = pair.signed_distance else { return };
    if values.is_empty() {
        return;
    }
    let rounding = view.rounding();
    let depth = or_rounding(length(-distance), rounding);
    let cores = or_rounding(length(-distance - view.margin), rounding);
    let bounds = [symbol::BEST_LOWER_BOUND, symbol::BRACKET_WIDTH, symbol::LENGTH_OF_V];
    values.retain(|value| bounds.iter().all(|bound| bound.notation != value.symbol));
    // The answer says that touching bodies have no depth.
    if pair.status != PairStatus::Touching {
        values.insert(0, Value::of(symbol::DEPTH, depth, "witness"));
    }
    if view.margin > 0.0 {
        values.insert(
            0,
            match -distance - view.margin > 0.0 {
                true => Value::of(symbol::CORE_DEPTH, cores, "depth"),
                false => Value::number(symbol::CORE_DEPTH, cores),
            },
        );
    }
}

/// Returns the table of the vertices of `W` at a moment, sorted by number, with their weights once these are known.
pub(super) fn simplex(view: &GjkView, when: Moment) -> Table {
    let is_joined = when >= Moment::NearestPointFound && !view.joined.is_empty();
    let mut rows: Vec<Row> = if is_joined {
        view.joined.iter().map(|c| row(c, if c.lambda.is_some() { "kept" } else { "removed" })).collect()
    } else {
        view.before.iter().map(|c| row(c, "")).collect()
    };
    if let (Some(w), false) = (&view.w, is_joined) {
        rows.push(Row { chosen: true, ..row(w, "new") });
    }
    rows.sort_by_key(|row| row.cells[0][1..].parse::<usize>().unwrap_or(usize::MAX));
    if is_joined {
        let newest = view.w.as_ref().map(|w| w.name("w"));
        for row in &mut rows {
            row.chosen = newest.as_ref() == Some(&row.cells[0].text);
        }
    }
    Table { title: "Simplex W", columns: vec!["vertex", "a − b", "on A", "on B", "weight λ", "result"], rows }
}

/// Row of a vertex; `note` says what happens to it in this step.
fn row(corner: &SimplexVertex, note: &str) -> Row {
    Row {
        cells: vec![
            corner.name("w").into(),
            vector(corner.w),
            count(corner.features[0] as usize),
            count(corner.features[1] as usize),
            corner.lambda.map_or_else(|| "–".into(), weight),
            note.into(),
        ],
        key: Some(corner.key("w").into()),
        chosen: false,
    }
}

/// Returns the plot points after the step, meters: upper bound (series 0) and lower bound (1) of the signed distance,
/// `|v|` (2), and the bracket width (3).
pub(super) fn points(view: &GjkView) -> Vec<(usize, f64)> {
    let upper = view.upper_after - view.margin;
    let lower = view.bounds.lower - view.margin;
    vec![(0, upper), (1, lower), (2, view.v_after.length()), (3, upper - lower)]
}
