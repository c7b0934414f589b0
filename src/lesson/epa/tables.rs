//! Values, tables and plot points of EPA in space, from the data of a step. Each value is the number at the [`Moment`]
//! of its beat.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{count, error, length, length_or_none_yet, or_rounding, vector};
use contact_lens_model::snapshot::epa::Outcome;

use super::view::{EpaView, Moment, PolytopeFace, PolytopeVertex};
use crate::context::pair_verdict::values_with_margins;
use crate::{Row, Table, Value, Verdict, symbol};

/// Largest number of rows of the queue; the remainder is counted.
const MAX_ROWS: usize = 16;

/// Text of a bound or distance in meters: words where it is below rounding error, and where it is infinite.
fn bound(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length_or_none_yet(meters), view.rounding)
}

/// Values that the step determines at a moment.
pub(super) fn values(view: &EpaView, moment: Moment) -> Vec<Value> {
    // Index of the bounds: 0 before the step, 1 after it.
    let state = usize::from(moment >= Moment::BoundUpdated || moment == Moment::PolytopeBuilt);
    let mut values = Vec::new();
    if view.upper[state].is_finite() && moment != Moment::VertexJoined {
        values.push(Value::of(symbol::UPPER, bound(view, view.upper[state]), key_of_upper_bound(view, moment)));
    }
    if view.lower[1].is_finite() && moment == Moment::FaceTaken {
        values.push(Value::of(symbol::LOWER, bound(view, view.lower[1].max(0.0)), "v"));
    }
    let is_about_face = (Moment::FaceTaken..=Moment::BoundUpdated).contains(&moment);
    if let Some(face) = &view.entry
        && is_about_face
    {
        values.push(Value::of(symbol::FACE_DISTANCE, bound(view, face.distance), "v"));
    }
    if let (Some(face), Some(_)) = (&view.entry, &view.w)
        && moment == Moment::SupportFound
    {
        values.push(Value::of(symbol::NORMAL, vector(face.normal), "n"));
    }
    values
}

/// Mark id of what shows the upper bound at a moment: the distance of the new plane from the origin if that is the
/// bound, the separating translation in the world if the bound is that of an earlier plane and the cores have no
/// margins, otherwise the best plane's distance.
fn key_of_upper_bound(view: &EpaView, moment: Moment) -> &'static str {
    if moment != Moment::BoundUpdated {
        return "depth";
    }
    if view.upper_fell() {
        return "upper";
    }
    if view.margin == 0.0 && view.end.is_none() { "witness" } else { "depth" }
}

/// Changes the values to those of the ending: the bounds only where they differ, the bracket width if rounding prevents
/// a smaller one, and the margins with the answer.
pub(super) fn change_to_ending(values: &mut Vec<Value>, view: &EpaView, outcome: Outcome, verdict: &Verdict) {
    let lower = view.lower[1];
    let upper = view.upper[1];
    if matches!(outcome, Outcome::Converged | Outcome::Apart | Outcome::Flat(_)) {
        let bounds = [symbol::UPPER.notation, symbol::LOWER.notation];
        values.retain(|value| !bounds.contains(&value.symbol));
    }
    if outcome == Outcome::Stalled && upper > lower && (upper - lower).is_finite() {
        values.push(Value::number(symbol::BRACKET_WIDTH, error(upper - lower)));
    }
    values.extend(values_with_margins(verdict, view.margin, "witness"));
}

/// Faces in the queue at a moment, nearest first, without the face that the step takes from it.
fn queued_faces(view: &EpaView, moment: Moment) -> Vec<&PolytopeFace> {
    let has_grown = matches!(moment, Moment::PolytopeBuilt | Moment::VertexJoined | Moment::FacesQueued);
    let faces: &[PolytopeFace] = if has_grown { &view.after } else { &view.before };
    let queue = &view.queue[usize::from(has_grown)];
    let taken = if has_grown { None } else { view.entry.as_ref().map(|entry| entry.id) };
    let mut queued = Vec::new();
    for &id in queue {
        // The queue after the step contains the new faces, which join it last.
        let joins_later = moment == Moment::VertexJoined && view.added.contains(&id);
        if taken != Some(id) && !joins_later {
            queued.extend(faces.iter().find(|face| face.id == id));
        }
    }
    queued
}

/// Table of the queue at a moment, nearest first, below the face that was taken from it.
pub(super) fn queue(view: &EpaView, moment: Moment) -> Table {
    let mut rows = Vec::new();
    // The taken face is removed when the new faces replace it.
    let is_replaced = matches!(moment, Moment::VertexJoined | Moment::FacesQueued);
    if let Some(face) = &view.entry
        && !is_replaced
    {
        rows.push(face_row(view, face, "taken", true));
    }
    for face in queued_faces(view, moment) {
        let is_new = moment == Moment::FacesQueued && view.added.contains(&face.id);
        rows.push(face_row(view, face, if is_new { "new" } else { "" }, false));
    }
    if rows.len() > MAX_ROWS {
        let remainder = format!("+{}", rows.len() - MAX_ROWS);
        rows.truncate(MAX_ROWS);
        rows.push(Row { cells: vec![remainder.into(), "".into(), "".into(), "".into()], ..Row::default() });
    }
    Table { title: "Queue, nearest face first", columns: vec!["face", "vertices", "distance", ""], rows }
}

/// Row of a face; `note` says what happens to the face in this step: "taken", "new", or nothing.
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

/// Returns the table of the vertices in `list`; `newest` is the id of the highlighted one.
pub(super) fn vertices(list: &[&PolytopeVertex], newest: Option<u32>) -> Table {
    Table {
        title: "Vertices",
        columns: vec!["", "a − b", "on A", "on B"],
        rows: list
            .iter()
            .map(|vertex| Row {
                cells: vec![
                    vertex.name("w").into(),
                    vector(vertex.w),
                    count(vertex.features[0] as usize),
                    count(vertex.features[1] as usize),
                ],
                key: Some(vertex.key("w").into()),
                chosen: newest == Some(vertex.id),
            })
            .collect(),
    }
}

/// Returns the plot points after the step, in meters and only where finite: upper bound (series 0), lower bound (1) and
/// their difference (2).
pub(super) fn points(view: &EpaView) -> Vec<(usize, f64)> {
    let mut points = Vec::new();
    let lower = view.lower[1];
    let upper = view.upper[1];
    if upper.is_finite() {
        points.push((0, upper));
    }
    if lower.is_finite() {
        points.push((1, lower));
    }
    if upper.is_finite() && lower.is_finite() {
        points.push((2, upper - lower));
    }
    points
}
