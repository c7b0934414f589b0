//! Values, tables and plot points of GJK.

use super::super::{Row, Table, Value, Verdict};
use super::view::{GjkView, Moment, SimplexVertex};
use crate::answer::Shown;
use crate::answer::number::{count, length, length_or_none_yet, number, or_rounding, vector, weight};

/// Text of the bracket width; `off` is the rounding error.
fn gap(upper: f64, lower: f64, off: f64) -> Shown {
    match upper - lower {
        gap if !gap.is_finite() => "none yet".into(),
        gap => or_rounding(length(gap), off),
    }
}

/// Values at a moment of the step.
pub(super) fn values(view: &GjkView, when: Moment) -> Vec<Value> {
    let (v, upper) =
        if when >= Moment::Reduced { (view.v_after, view.upper_after) } else { (view.v, view.bounds.upper) };
    let lower = if when >= Moment::Bounded { view.bounds.lower } else { view.lower_before };
    let corners = match when {
        Moment::Found | Moment::Bounded | Moment::GivenBack => view.before.len(),
        Moment::Added | Moment::Reduced => view.before.len() + 1,
        Moment::Dropped | Moment::Aimed => view.after.len(),
    };
    let d = if when == Moment::Aimed { view.next } else { view.direction };
    let off = view.rounding();
    let value = Value::new;
    let mut all = vec![
        value(
            "|v|",
            "at most so far",
            or_rounding(length_or_none_yet(if upper.is_finite() { v.length() } else { upper }), off),
            "v",
        ),
        value("μ", "at least so far", or_rounding(length_or_none_yet(lower), off), "lower"),
        value("|v| − μ", "gap of the bounds", gap(upper, lower, off), "v"),
    ];
    if when >= Moment::Bounded {
        all.push(value("−d·w", "by w's plane", or_rounding(length(view.plane), off), "plane"));
    }
    let aimed = if when == Moment::Aimed { "next direction" } else { "search direction" };
    all.push(value("d", aimed, vector(d), "d"));
    if let Some(off) = view.off().filter(|_| when == Moment::Aimed) {
        all.push(value("|d + v/|v||", "off −v/|v|", number(off), "d"));
    }
    all.push(value("|W|", "corners", count(corners), "w"));
    if view.margin > 0.0 {
        all.push(value("μ_A + μ_B", "both margins", length(view.margin), "margin"));
    }
    all
}

/// Replaces GJK's bounds by the depth that another algorithm found.
pub(super) fn measured(values: &mut Vec<Value>, view: &GjkView, full: &Verdict) {
    let Some(distance) = full.pair().and_then(|pair| pair.signed_distance) else { return };
    if values.is_empty() {
        return;
    }
    let off = view.rounding();
    let depth = or_rounding(length(-distance), off);
    let cores = or_rounding(length(-distance - view.margin), off);
    values.retain(|value| !["μ", "|v| − μ", "−d·w", "d"].contains(&value.symbol));
    values.insert(1, Value::new("depth", "by growing W", depth, "depth"));
    if view.margin > 0.0 {
        values.insert(2, Value::new("cores", "depth without margins", cores, "depth"));
    }
}

/// Table of the vertices of `W` at a moment, with their weights once these are known.
pub(super) fn simplex(view: &GjkView, when: Moment) -> Table {
    let joined = when >= Moment::Reduced && !view.joined.is_empty();
    let mut rows: Vec<Row> = if joined {
        view.joined.iter().map(|c| row(c, if c.lambda.is_some() { "kept" } else { "dropped" })).collect()
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
    Table { title: "W", columns: vec!["", "a − b", "on A", "on B", "λ", ""], rows }
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
