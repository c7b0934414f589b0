//! Values, tables and plot points of EPA.

use super::view::{EpaView, Moment, PolytopeVertex, PolytopeView};
use crate::answer::Shown;
use crate::answer::number::{count, error, length, length_or_none_yet, or_rounding, vector};
use crate::lesson::context::pair_verdict::{margins_text, with_margins};
use crate::lesson::{Row, Table, Value, Verdict, symbol};
use crate::snapshot::epa::Outcome;

/// Largest number of rows of the queue; the remainder is counted.
const SHOWN: usize = 16;

/// Text of a bound or distance, meters.
fn bound(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length_or_none_yet(meters), view.rounding)
}

/// Values at a moment of the step: those that it determines.
pub(super) fn values(view: &EpaView, when: Moment) -> Vec<Value> {
    let at = usize::from(when >= Moment::Bounded || when == Moment::Started);
    let mut all = vec![
        Value::of(symbol::UPPER, bound(view, view.upper[at]), if when == Moment::Bounded { "upper" } else { "depth" }),
        Value::of(symbol::LOWER, bound(view, view.lower[1]), "v"),
    ];
    if let Some(entry) = view.entry.as_ref().filter(|_| matches!(when, Moment::Taken | Moment::Bounded)) {
        all.push(Value::of(symbol::FACE_DISTANCE, bound(view, entry.distance), "v"));
    }
    if let (Some(entry), Some(w)) = (&view.entry, view.w.as_ref().filter(|_| when >= Moment::Found)) {
        all.push(Value::of(symbol::NORMAL, vector(entry.normal), "n"));
        all.push(Value::of(symbol::SUPPORT, vector(w.w), w.key("w")));
    }
    if let (Some(height), true) = (view.height(), when == Moment::Bounded) {
        all.push(Value::of(symbol::SUPPORT_HEIGHT, bound(view, height), "upper"));
    }
    if when >= Moment::Sighted && !view.horizon.is_empty() {
        all.push(Value::of(symbol::VISIBLE_FACES, count(view.visible.len()), "visible"));
        all.push(Value::of(symbol::HORIZON, count(view.horizon.len()), "horizon"));
    }
    let is_built = !view.after.is_empty() && matches!(when, Moment::Started | Moment::Joined | Moment::Pushed);
    if is_built {
        all.push(Value::number(symbol::FACES, count(view.after.len())));
        all.push(Value::number(symbol::VERTICES, count(view.vertices.len())));
        all.push(Value::number(symbol::QUEUED_FACES, count(waiting(view, when).len())));
    }
    if when == Moment::Pushed {
        let new = view.added.clone().filter(|face| view.queue[1].contains(face)).count();
        all.push(Value::number(symbol::NEW_QUEUED_FACES, count(new)));
    }
    all
}

/// Adds the values of the ending: the proven lower bound where no face gave one, the bracket width if rounding prevents
/// a smaller one, and the margins with the answer.
pub(super) fn conclude(values: &mut Vec<Value>, view: &EpaView, outcome: Outcome, verdict: &Verdict) {
    let [lower, upper] = [view.lower[1], view.upper[1]];
    if let Some(shown) = values.iter_mut().find(|value| value.symbol == symbol::LOWER.sign && !lower.is_finite()) {
        let proven = verdict.pair().map_or(f64::NEG_INFINITY, |pair| -pair.proof.upper - view.margin);
        shown.text = match proven.is_finite() {
            true => or_rounding(length(proven), view.rounding),
            false => "none".into(),
        };
    }
    if outcome == Outcome::Stalled && upper > lower && (upper - lower).is_finite() {
        values.push(Value::number(symbol::BRACKET_WIDTH, error(upper - lower)));
    }
    if outcome == Outcome::Apart && upper < 0.0 {
        values.retain(|value| ![symbol::UPPER.sign, symbol::LOWER.sign].contains(&value.symbol));
        values.push(Value::of(symbol::CORE_GAP, or_rounding(length(-upper), view.rounding), "depth"));
    }
    if view.margin > 0.0 {
        values.push(Value::number(symbol::MARGINS, margins_text(verdict, view.margin)));
        values.extend(with_margins(verdict, "witness"));
    }
}

/// Faces in the queue at a moment, nearest first, without the entry face.
fn waiting(view: &EpaView, when: Moment) -> Vec<&PolytopeView> {
    let late = matches!(when, Moment::Started | Moment::Joined | Moment::Pushed);
    let faces: &[PolytopeView] = if late { &view.after } else { &view.before };
    let taken = view.entry.as_ref().filter(|_| !late).map(|entry| entry.id);
    let ids = view.queue[usize::from(late)].iter().filter(|id| taken != Some(**id));
    // New faces are in the queue only after the step.
    let ids = ids.filter(|id| when != Moment::Joined || !view.added.contains(id));
    ids.filter_map(|id| faces.iter().find(|face| face.id == *id)).collect()
}

/// Table of the queue at a moment, nearest first, below the face that was taken from it.
pub(super) fn queue(view: &EpaView, when: Moment) -> Table {
    let mut rows = Vec::new();
    let taken = view.entry.as_ref().filter(|_| !matches!(when, Moment::Joined | Moment::Pushed));
    rows.extend(taken.map(|entry| face_row(view, entry, "taken", true)));
    for face in waiting(view, when) {
        let new = when == Moment::Pushed && view.added.contains(&face.id);
        rows.push(face_row(view, face, if new { "new" } else { "" }, false));
    }
    if rows.len() > SHOWN {
        let more = rows.len() - SHOWN;
        rows.truncate(SHOWN);
        rows.push(Row { cells: vec![format!("+{more}").into(), "".into(), "".into(), "".into()], ..Row::default() });
    }
    Table { title: "Queue, nearest face first", columns: vec!["face", "vertices", "distance", ""], rows }
}

fn face_row(view: &EpaView, face: &PolytopeView, fate: &str, chosen: bool) -> Row {
    Row {
        cells: vec![
            face.name().into(),
            face.corners().into(),
            or_rounding(length(face.distance), view.rounding),
            fate.into(),
        ],
        key: Some(face.key().into()),
        chosen,
    }
}

pub(super) fn vertices(list: &[&PolytopeVertex], newest: Option<u32>) -> Table {
    Table {
        title: "Vertices",
        columns: vec!["", "a − b", "on A", "on B"],
        rows: list
            .iter()
            .map(|c| Row {
                cells: vec![
                    c.name("w").into(),
                    vector(c.w),
                    count(c.features[0] as usize),
                    count(c.features[1] as usize),
                ],
                key: Some(c.key("w").into()),
                chosen: newest == Some(c.id),
            })
            .collect(),
    }
}

pub(super) fn points(view: &EpaView) -> Vec<(usize, f64)> {
    let mut all = Vec::new();
    let lower = view.lower[1];
    let upper = view.upper[1];
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
