//! Values, tables and plot points of EPA in space.

use super::view::{EpaView, Moment, PolytopeFace, PolytopeVertex};
use crate::answer::Shown;
use crate::answer::number::{count, error, length, length_or_none_yet, or_rounding, vector};
use crate::lesson::context::pair_verdict::values_with_margins;
use crate::lesson::{Row, Table, Value, Verdict, symbol};
use crate::snapshot::epa::Outcome;

/// Largest number of rows of the queue; the remainder is counted.
const MAX_ROWS: usize = 16;

/// Text of a bound or distance, meters.
fn bound(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length_or_none_yet(meters), view.rounding)
}

/// Values at a moment of the step: those that it determines.
pub(super) fn values(view: &EpaView, when: Moment) -> Vec<Value> {
    // Index of the bounds: 0 before the step, 1 after it.
    let state = usize::from(when >= Moment::BoundUpdated || when == Moment::PolytopeBuilt);
    let mut all = Vec::new();
    if view.upper[state].is_finite() && when != Moment::VertexJoined {
        let key = match (when, view.upper_fell()) {
            (Moment::BoundUpdated, true) => "upper",
            (Moment::BoundUpdated, false) if view.margin == 0.0 && view.end.is_none() => "witness",
            _ => "depth",
        };
        all.push(Value::of(symbol::UPPER, bound(view, view.upper[state]), key));
    }
    if view.lower[1].is_finite() && when == Moment::FaceTaken {
        all.push(Value::of(symbol::LOWER, bound(view, view.lower[1].max(0.0)), "v"));
    }
    if let Some(face) = view.entry.as_ref().filter(|_| (Moment::FaceTaken..=Moment::BoundUpdated).contains(&when)) {
        all.push(Value::of(symbol::FACE_DISTANCE, bound(view, face.distance), "v"));
    }
    if let (Some(entry), Some(_), Moment::SupportFound) = (&view.entry, &view.w, when) {
        all.push(Value::of(symbol::NORMAL, vector(entry.normal), "n"));
    }
    all
}

/// Changes the values to those of the ending: the bounds only where they differ, the bracket width if rounding prevents
/// a smaller one, and the margins with the answer.
pub(super) fn change_to_ending(values: &mut Vec<Value>, view: &EpaView, outcome: Outcome, verdict: &Verdict) {
    let [lower, upper] = [view.lower[1], view.upper[1]];
    if matches!(outcome, Outcome::Converged | Outcome::Apart | Outcome::Flat(_)) {
        values.retain(|value| ![symbol::UPPER.notation, symbol::LOWER.notation].contains(&value.symbol));
    }
    if outcome == Outcome::Stalled && upper > lower && (upper - lower).is_finite() {
        values.push(Value::number(symbol::BRACKET_WIDTH, error(upper - lower)));
    }
    values.extend(values_with_margins(verdict, view.margin, "witness"));
}

/// Faces in the queue at a moment, nearest first, without the entry face.
fn queued_faces(view: &EpaView, when: Moment) -> Vec<&PolytopeFace> {
    // The queue before or after the step.
    let is_after = matches!(when, Moment::PolytopeBuilt | Moment::VertexJoined | Moment::FacesQueued);
    let faces: &[PolytopeFace] = if is_after { &view.after } else { &view.before };
    let taken = view.entry.as_ref().filter(|_| !is_after).map(|entry| entry.id);
    let ids = view.queue[usize::from(is_after)].iter().filter(|id| taken != Some(**id));
    // New faces are in the queue only after the step.
    let ids = ids.filter(|id| when != Moment::VertexJoined || !view.added.contains(id));
    ids.filter_map(|id| faces.iter().find(|face| face.id == *id)).collect()
}

/// Table of the queue at a moment, nearest first, below the face that was taken from it.
pub(super) fn queue(view: &EpaView, when: Moment) -> Table {
    let mut rows = Vec::new();
    let taken = view.entry.as_ref().filter(|_| !matches!(when, Moment::VertexJoined | Moment::FacesQueued));
    rows.extend(taken.map(|entry| face_row(view, entry, "taken", true)));
    for face in queued_faces(view, when) {
        let new = when == Moment::FacesQueued && view.added.contains(&face.id);
        rows.push(face_row(view, face, if new { "new" } else { "" }, false));
    }
    if rows.len() > MAX_ROWS {
        let more = rows.len() - MAX_ROWS;
        rows.truncate(MAX_ROWS);
        rows.push(Row { cells: vec![format!("+{more}").into(), "".into(), "".into(), "".into()], ..Row::default() });
    }
    Table { title: "Queue, nearest face first", columns: vec!["face", "vertices", "distance", ""], rows }
}

/// Row of a face; `note` says what happens to it in this step.
fn face_row(view: &EpaView, face: &PolytopeFace, note: &str, chosen: bool) -> Row {
    Row {
        cells: vec![
            face.name().into(),
            face.vertex_names().into(),
            or_rounding(length(face.distance), view.rounding),
            note.into(),
        ],
        key: Some(face.key().into()),
        chosen,
    }
}

/// Returns the table of some vertices; `newest` is the id of the highlighted one.
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

/// Returns the plot points after the step: upper bound (series 0), lower bound (1) and their difference (2), meters,
/// where finite.
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
