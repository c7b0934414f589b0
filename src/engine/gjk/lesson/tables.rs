//! The numbers of a GJK step: values of the state, the table of `W`, points of the plot.

use super::seen::{Corner, Seen};
use crate::lesson::number::{count, number, number_or, vector, weight};
use crate::lesson::{Row, Table, Value};

/// The state's numbers, before (`fresh` false) or after `v` has moved.
pub(super) fn values(seen: &Seen, fresh: bool) -> Vec<Value> {
    let fresh = fresh && !seen.joined.is_empty();
    let (v, upper, corners, d) = if fresh {
        (seen.v_after, seen.upper_after, seen.after.len(), seen.next)
    } else {
        (seen.v, seen.bounds.upper, seen.before.len(), seen.direction)
    };
    let known = |x: f64| number_or(x, "none yet");
    let value = Value::new;
    let mut all = vec![
        value(
            "|v|",
            "from the origin to the nearest point so far",
            known(if upper.is_finite() { v.length() } else { upper }),
            "v",
        ),
        value("μ", "best plane so far: the distance is at least this", known(seen.bounds.lower), "lower"),
        value("|v| − μ", "gap between upper and lower bound", known(upper - seen.bounds.lower), "v"),
        value("−d·w", "what the new plane alone proves", number(seen.plane), "plane"),
        value("d", "search direction, from A towards B", vector(d), "d"),
        value("|W|", "corners of the simplex", count(corners), "w"),
    ];
    if seen.margin > 0.0 {
        all.push(value("μ_A + μ_B", "balls around the cores, taken off at the end", number(seen.margin), "margin"));
    }
    all
}

/// The corners of `W`, with their shares in `v` once they are known.
pub(super) fn simplex(seen: &Seen, fresh: bool) -> Table {
    let joined = fresh && !seen.joined.is_empty();
    let mut rows: Vec<Row> = if joined {
        seen.joined.iter().map(|c| row(c, if c.lambda.is_some() { "kept" } else { "dropped" })).collect()
    } else {
        seen.before.iter().map(|c| row(c, "")).collect()
    };
    if let (Some(w), false) = (&seen.w, joined) {
        rows.push(Row { chosen: true, ..row(w, "new") });
    }
    rows.sort_by_key(|row| row.cells[0][1..].parse::<usize>().unwrap_or(usize::MAX));
    if joined {
        let newest = seen.w.as_ref().map(|w| w.name("w"));
        for row in &mut rows {
            row.chosen = newest.as_ref() == Some(&row.cells[0].text);
        }
    }
    Table { title: "W", columns: vec!["", "a − b", "on A", "on B", "λ", ""], rows }
}

fn row(corner: &Corner, fate: &str) -> Row {
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

/// The curves after `v` has moved: bounds of the signed distance, `|v|`, and their gap.
pub(super) fn points(seen: &Seen) -> Vec<(usize, f64)> {
    let upper = seen.upper_after - seen.margin;
    let lower = seen.bounds.lower - seen.margin;
    vec![(0, upper), (1, lower), (2, seen.v_after.length()), (3, upper - lower)]
}
