//! The numbers of a GJK step: values of the state, the table of `W`, points of the plot.

use super::seen::{Corner, Moment, Seen};
use crate::lesson::number::{count, number, number_or, vector, weight};
use crate::lesson::{Row, Table, Value};

/// The state's numbers at this moment of the step.
pub(super) fn values(seen: &Seen, when: Moment) -> Vec<Value> {
    let (v, upper) =
        if when >= Moment::Reduced { (seen.v_after, seen.upper_after) } else { (seen.v, seen.bounds.upper) };
    let lower = if when >= Moment::Bounded { seen.bounds.lower } else { seen.lower_before };
    let corners = match when {
        Moment::Found | Moment::Bounded | Moment::GivenBack => seen.before.len(),
        Moment::Added | Moment::Reduced => seen.before.len() + 1,
        Moment::Dropped | Moment::Aimed => seen.after.len(),
    };
    let d = if when == Moment::Aimed { seen.next } else { seen.direction };
    let known = |x: f64| number_or(x, "none yet");
    let value = Value::new;
    let mut all = vec![
        value(
            "|v|",
            "from the origin to the nearest point so far: the distance is at most this",
            known(if upper.is_finite() { v.length() } else { upper }),
            "v",
        ),
        value("μ", "best plane so far: the distance is at least this", known(lower), "lower"),
        value("|v| − μ", "gap between upper and lower bound", known(upper - lower), "v"),
    ];
    if when >= Moment::Bounded {
        all.push(value("−d·w", "what the plane through w alone proves", number(seen.plane), "plane"));
    }
    let aimed =
        if when == Moment::Aimed { "the next search direction" } else { "the direction in which w was searched" };
    all.push(value("d", aimed, vector(d), "d"));
    if let Some(off) = seen.off().filter(|_| when == Moment::Aimed) {
        all.push(value("|d + v/|v||", "how far −v/|v| is off the exact perpendicular", number(off), "d"));
    }
    all.push(value("|W|", "corners of the simplex", count(corners), "w"));
    if seen.margin > 0.0 {
        all.push(value("μ_A + μ_B", "balls around the cores, taken off at the end", number(seen.margin), "margin"));
    }
    all
}

/// The corners of `W` at this moment, with their shares in `v` once they are known.
pub(super) fn simplex(seen: &Seen, when: Moment) -> Table {
    let joined = when >= Moment::Reduced && !seen.joined.is_empty();
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
