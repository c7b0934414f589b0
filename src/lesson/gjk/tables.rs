//! Values, tables and plot points of GJK.

use super::super::{Row, Table, Value, Verdict, symbol};
use super::simplex_view::SimplexVertex;
use super::view::{GjkView, Moment};
use crate::answer::PairStatus;
use crate::answer::number::{count, length, number, or_rounding, vector, weight};

/// Values of the sub-step `line` at a moment of the step. A value has a mark only where the sub-step draws it.
pub(super) fn values(view: &GjkView, line: &str, when: Moment) -> Vec<Value> {
    let (v, upper) =
        if when >= Moment::Reduced { (view.v_after, view.upper_after) } else { (view.v, view.bounds.upper) };
    let lower = if when >= Moment::Bounded { view.bounds.lower } else { view.lower_before };
    let off = view.rounding();
    let mut all = Vec::new();
    match line {
        "support" => all.push(Value::of(symbol::DIRECTION, vector(view.direction), "d")),
        "direction" if view.end.is_none() => all.push(Value::of(symbol::DIRECTION, vector(view.next), "d")),
        "bound" if view.plane > 0.0 => {
            all.push(Value::of(symbol::PLANE_DISTANCE, or_rounding(length(view.plane), off), "lower"));
        }
        "bound" => all.push(Value::of(symbol::OVERLAP, or_rounding(length(-view.plane), off), "plane")),
        _ => {}
    }
    // A length of zero is in the sentence.
    if upper.is_finite() && line != "add" && v.length() > off {
        all.push(Value::of(symbol::LENGTH_OF_V, or_rounding(length(v.length()), off), "v"));
    }
    // A negative bound of the distance says nothing.
    let is_known = lower > off && line != "support";
    if is_known {
        all.push(Value::number(symbol::BEST_LOWER_BOUND, or_rounding(length(lower), off)));
    }
    if is_known && upper.is_finite() {
        all.push(Value::number(symbol::BRACKET_WIDTH, or_rounding(length(upper - lower), off)));
    }
    if let Some(off) = view.off().filter(|_| when == Moment::Aimed) {
        all.push(Value::number(symbol::TURN_OF_D, number(off)));
    }
    if view.margin > 0.0 {
        all.push(Value::number(symbol::MARGINS, length(view.margin)));
    }
    all
}

/// Replaces GJK's bounds by the depth that another algorithm found.
pub(super) fn measured(values: &mut Vec<Value>, view: &GjkView, full: &Verdict) {
    let Some(pair) = full.pair() else { return };
    let Some(distance) = pair.signed_distance else { return };
    if values.is_empty() {
        return;
    }
    let off = view.rounding();
    let depth = or_rounding(length(-distance), off);
    let cores = or_rounding(length(-distance - view.margin), off);
    let bounds = [symbol::BEST_LOWER_BOUND, symbol::BRACKET_WIDTH, symbol::LENGTH_OF_V];
    values.retain(|value| bounds.iter().all(|bound| bound.sign != value.symbol));
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

/// Table of the vertices of `W` at a moment, with their weights once these are known.
pub(super) fn simplex(view: &GjkView, when: Moment) -> Table {
    let joined = when >= Moment::Reduced && !view.joined.is_empty();
    let mut rows: Vec<Row> = if joined {
        view.joined.iter().map(|c| row(c, if c.lambda.is_some() { "kept" } else { "removed" })).collect()
    } else {
        view.before.iter().map(|c| row(c, "")).collect()
    };
    if let (Some(w), false) = (&view.w, joined) {
        rows.push(Row { chosen: true, ..row(w, "new") });
    }
    rows.sort_by_key(|row| row.cells[0][1..].parse::<usize>().unwrap_or(usize::MAX));
    if joined {
        let newest = view.w.as_ref().map(|w| w.name("w"));
        for row in &mut rows {
            row.chosen = newest.as_ref() == Some(&row.cells[0].text);
        }
    }
    Table { title: "Simplex W", columns: vec!["vertex", "a − b", "on A", "on B", "weight λ", "result"], rows }
}

fn row(corner: &SimplexVertex, fate: &str) -> Row {
    Row {
        cells: vec![
            corner.name("w").into(),
            vector(corner.w),
            count(corner.features[0] as usize),
            count(corner.features[1] as usize),
            corner.lambda.map_or_else(|| "–".into(), weight),
            fate.into(),
        ],
        key: Some(corner.key("w").into()),
        chosen: false,
    }
}

/// Plot points after the step: bounds of the signed distance, `|v|`, and the bracket width.
pub(super) fn points(view: &GjkView) -> Vec<(usize, f64)> {
    let upper = view.upper_after - view.margin;
    let lower = view.bounds.lower - view.margin;
    vec![(0, upper), (1, lower), (2, view.v_after.length()), (3, upper - lower)]
}
