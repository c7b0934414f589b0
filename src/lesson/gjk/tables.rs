//! Values, tables and plot points of GJK in space, from the data of a step. Each value is the number at the [`Moment`]
//! of its beat.

use contact_lens_model::answer::PairStatus;
use contact_lens_model::answer::number::{count, length, number, or_rounding, vector, weight};

use super::super::{Row, Table, Value, Verdict, symbol};
use super::simplex_view::SimplexVertex;
use super::view::{GjkView, Moment};

/// Returns the values of the beat at a line of the listing, at its moment. A value has a mark only where the beat draws
/// it.
pub(super) fn values(view: &GjkView, line: &str, moment: Moment) -> Vec<Value> {
    let has_new_v = moment >= Moment::NearestPointFound;
    let v = if has_new_v { view.v_after } else { view.v };
    let upper = if has_new_v { view.upper_after } else { view.bounds.upper };
    let lower = if moment >= Moment::BoundUpdated { view.bounds.lower } else { view.lower_before };
    let rounding = view.rounding();
    let mut values = Vec::new();
    match line {
        "support" => values.push(Value::of(symbol::DIRECTION, vector(view.direction), "d")),
        "direction" if view.end.is_none() => values.push(Value::of(symbol::DIRECTION, vector(view.next), "d")),
        "bound" if view.plane > 0.0 => {
            values.push(Value::of(symbol::PLANE_DISTANCE, or_rounding(length(view.plane), rounding), "lower"));
        }
        "bound" => values.push(Value::of(symbol::OVERLAP, or_rounding(length(-view.plane), rounding), "plane")),
        _ => {}
    }
    // The sentence states a length of zero.
    if upper.is_finite() && line != "add" && v.length() > rounding {
        values.push(Value::of(symbol::LENGTH_OF_V, or_rounding(length(v.length()), rounding), "v"));
    }
    // A negative lower bound of the distance says nothing.
    let has_lower_bound = lower > rounding && line != "support";
    if has_lower_bound {
        values.push(Value::number(symbol::BEST_LOWER_BOUND, or_rounding(length(lower), rounding)));
    }
    if has_lower_bound && upper.is_finite() {
        values.push(Value::number(symbol::BRACKET_WIDTH, or_rounding(length(upper - lower), rounding)));
    }
    if let Some(correction) = view.direction_correction()
        && moment == Moment::DirectionFound
    {
        values.push(Value::number(symbol::DEVIATION_OF_D, number(correction)));
    }
    if view.margin > 0.0 {
        values.push(Value::number(symbol::MARGINS, length(view.margin)));
    }
    values
}

/// Replaces GJK's bounds by the depth in the complete answer `complete`, which another algorithm computed. The empty
/// list of an outline stays empty.
pub(super) fn replace_bounds_by_depth(values: &mut Vec<Value>, view: &GjkView, complete: &Verdict) {
    let Some(pair) = complete.pair() else { return };
    let Some(distance) = pair.signed_distance else { return };
    if values.is_empty() {
        return;
    }
    let rounding = view.rounding();
    let core_depth = -distance - view.margin;
    let bounds = [symbol::BEST_LOWER_BOUND, symbol::BRACKET_WIDTH, symbol::LENGTH_OF_V];
    values.retain(|value| bounds.iter().all(|bound| bound.notation != value.symbol));
    // The answer says that touching bodies have no depth.
    if pair.status != PairStatus::Touching {
        let depth = or_rounding(length(-distance), rounding);
        values.insert(0, Value::of(symbol::DEPTH, depth, "witness"));
    }
    if view.margin > 0.0 {
        let text = or_rounding(length(core_depth), rounding);
        // The arrow `depth` is drawn only for cores that overlap.
        let value = if core_depth > 0.0 {
            Value::of(symbol::CORE_DEPTH, text, "depth")
        } else {
            Value::number(symbol::CORE_DEPTH, text)
        };
        values.insert(0, value);
    }
}

/// Returns the table of the vertices of `W` at a moment, sorted by number, with their weights once these are known.
pub(super) fn simplex(view: &GjkView, moment: Moment) -> Table {
    let is_joined = moment >= Moment::NearestPointFound && !view.joined.is_empty();
    let mut rows: Vec<Row> = if is_joined {
        view.joined.iter().map(|vertex| row(vertex, if vertex.lambda.is_some() { "kept" } else { "removed" })).collect()
    } else {
        view.before.iter().map(|vertex| row(vertex, "")).collect()
    };
    if let Some(w) = &view.w
        && !is_joined
    {
        rows.push(Row { chosen: true, ..row(w, "new") });
    }
    // The first cell is the name of the vertex: a letter and its number.
    rows.sort_by_key(|row| row.cells[0][1..].parse::<usize>().unwrap_or(usize::MAX));
    if is_joined {
        let newest = view.w.as_ref().map(|w| w.name("w"));
        for row in &mut rows {
            row.chosen = newest.as_ref() == Some(&row.cells[0].text);
        }
    }
    Table { title: "Simplex W", columns: vec!["vertex", "a − b", "on A", "on B", "weight λ", "result"], rows }
}

/// Row of a vertex; `result` says what happens to the vertex in this step: "new", "kept", "removed", or nothing yet.
fn row(vertex: &SimplexVertex, result: &str) -> Row {
    Row {
        cells: vec![
            vertex.name("w").into(),
            vector(vertex.w),
            count(vertex.features[0] as usize),
            count(vertex.features[1] as usize),
            vertex.lambda.map_or_else(|| "–".into(), weight),
            result.into(),
        ],
        key: Some(vertex.key("w").into()),
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
