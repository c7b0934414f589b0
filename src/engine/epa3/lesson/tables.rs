//! The numbers of an EPA step: values of the state, the queue, the vertices, points of the plot.

use super::seen::{Corner, Seen, Seen3};
use crate::lesson::number::{count, number, number_or, vector};
use crate::lesson::{Row, Table, Value};

/// Rows of the queue that are shown; the rest is counted.
const SHOWN: usize = 16;

/// The state's numbers; with `fresh`, after the support point.
pub(super) fn values(seen: &Seen, fresh: bool) -> Vec<Value> {
    let at = usize::from(fresh);
    let value = Value::new;
    let known = |x: f64| number_or(x, "none yet");
    let mut all = vec![
        value("upper", "the best supporting plane: the depth is at most this", known(seen.upper[at]), "plane"),
        value("lower", "the nearest face: the depth is at least this", known(seen.lower[at]), "v"),
    ];
    if let Some(entry) = &seen.entry {
        all.push(value("distance", "of the entry's plane from the origin", number(entry.distance), "v"));
        all.push(value("n", "the entry's outward normal", vector(entry.normal), "n"));
    }
    if let (Some(height), true) = (seen.height(), fresh) {
        all.push(value("n·w", "how far the new support point reaches along n", number(height), "plane"));
    }
    all.push(value("ε", "how far the bounds may be apart", number(seen.epsilon), "plane"));
    let faces = if fresh { seen.after.len() } else { seen.before.len() };
    all.push(value("faces", "of the polytope", count(faces), "n"));
    if seen.margin > 0.0 {
        all.push(value("μ_A + μ_B", "balls around the cores, added at the end", number(seen.margin), "margin"));
    }
    all
}

/// The queue, nearest first. With `fresh` after the step, new faces marked; else before, with the entry at its head.
pub(super) fn queue(seen: &Seen, fresh: bool) -> Table {
    let faces: &[Seen3] = if fresh { &seen.after } else { &seen.before };
    let row = |face: &Seen3, fate: &str, chosen: bool| Row {
        cells: vec![face.name().into(), face.corners().into(), number(face.distance), fate.into()],
        key: Some(face.key().into()),
        chosen,
    };
    let mut rows = Vec::new();
    if let (Some(entry), false) = (&seen.entry, fresh) {
        rows.push(row(entry, "nearest", true));
    }
    for id in &seen.queue[usize::from(fresh)] {
        let taken = !fresh && seen.entry.as_ref().is_some_and(|entry| entry.id == *id);
        let Some(face) = faces.iter().find(|f| f.id == *id).filter(|_| !taken) else { continue };
        let new = fresh && seen.added.contains(id);
        rows.push(row(face, if new { "new" } else { "" }, false));
    }
    if rows.len() > SHOWN {
        let more = rows.len() - SHOWN;
        rows.truncate(SHOWN);
        rows.push(Row { cells: vec![format!("+{more}").into(), "".into(), "".into(), "".into()], ..Row::default() });
    }
    Table { title: "queue", columns: vec!["face", "corners", "distance", ""], rows }
}

/// The vertices that matter now: the entry's corners and `w`, or all of the start.
pub(super) fn vertices(list: &[&Corner], newest: Option<u32>) -> Table {
    let row = |c: &&Corner| Row {
        cells: vec![c.name("w").into(), vector(c.w), count(c.features[0] as usize), count(c.features[1] as usize)],
        key: Some(c.key("w").into()),
        chosen: newest == Some(c.id),
    };
    Table { title: "vertices", columns: vec!["", "a − b", "on A", "on B"], rows: list.iter().map(row).collect() }
}

/// The curves after the step.
pub(super) fn points(seen: &Seen) -> Vec<(usize, f64)> {
    let mut all = Vec::new();
    let (lower, upper) = (seen.lower[1], seen.upper[1]);
    if upper.is_finite() {
        all.push((0, upper));
    }
    if lower.is_finite() {
        all.push((1, lower));
    }
    if upper.is_finite() && lower.is_finite() {
        all.push((2, upper - lower));
    }
    all
}
