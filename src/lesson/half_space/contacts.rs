//! Beat that collects the contact points of a body on a half-space: the vertices of its deepest feature, which is a
//! face, an edge or a point.

use super::step_context::{StepContext, gap_symbol};
use crate::answer::number::count;
use crate::lesson::{Beat, Row, Sentence, Table, Value, say, symbol};
use crate::snapshot::half_space::{Corner, Query};

/// Value of the contact margin, the largest gap of a contact point; `margin` in meters.
fn contact_margin(step: &StepContext<'_>, margin: f64) -> Value {
    Value::number(symbol::CONTACT_MARGIN, step.length(margin))
}

/// Sentence on the vertices of the deepest feature: how many of them are within the contact margin, meters.
fn contact_sentence(step: &StepContext<'_>, margin: f64) -> Sentence {
    let [plane, body] = step.names();
    let corners = &step.after.corners;
    let near = corners.iter().filter(|corner| corner.near).count();
    let location = if margin > 0.0 {
        say!("at most {}, the contact margin, outside {}", contact_margin(step, margin), plane)
    } else {
        say!("on the surface of {} or below it", plane)
    };
    let vertex_count = Value::number(symbol::FACING_VERTICES, count(corners.len()));
    let near_count = Value::number(symbol::NEAR_VERTICES, count(near));
    match (corners.len(), near) {
        (1, _) => say!("The deepest feature of {} is one point. This point lies {}.", body, location),
        (2, 2) => say!("The deepest feature of {} is an edge. Both its ends lie {}.", body, location),
        (2, _) => say!("The deepest feature of {} is an edge. One of its ends lies {}.", body, location),
        (len, near) if len == near => {
            say!(
                "The deepest feature of {} is a face with {} vertices. All of them lie {}.",
                body,
                vertex_count,
                location
            )
        }
        (_, 1) => {
            say!(
                "The deepest feature of {} is a face with {} vertices. One of them lies {}.",
                body,
                vertex_count,
                location
            )
        }
        _ => say!(
            "The deepest feature of {} is a face with {} vertices. {} of them lie {}.",
            body,
            vertex_count,
            near_count,
            location
        ),
    }
}

/// Beat of the vertices of the deepest feature; those within the contact margin that the query keeps are the contact
/// points.
pub(super) fn contact_beat(step: &StepContext<'_>) -> Beat {
    let corners = &step.after.corners;
    let margin = if let Query::Contacts { margin, .. } = step.after.query { margin } else { 0.0 };
    let near = corners.iter().filter(|corner| corner.near).count();
    let kept = corners.iter().filter(|corner| corner.kept).count();
    let reduction = match kept {
        _ if kept == near => Sentence::default(),
        1 => Sentence::from(" The query keeps only one of them."),
        _ => say!(" The query keeps only {} of them.", Value::number(symbol::POINTS, count(kept))),
    };
    let say = say!("{}{} {}", contact_sentence(step, margin), reduction, Sentence::answer(&step.verdict.say));
    let kept_gaps = corners.iter().filter(|corner| corner.kept).map(|corner| corner.gap);
    let smallest_gap = kept_gaps.fold(f64::INFINITY, f64::min);
    let mut values = vec![Value::number(symbol::FACING_VERTICES, count(corners.len()))];
    values.extend((margin > 0.0).then(|| contact_margin(step, margin)));
    if smallest_gap.is_finite() && smallest_gap != 0.0 {
        values.push(Value::of(gap_symbol(smallest_gap), step.length(smallest_gap.abs()), "depth"));
    }
    Beat { line: "corners", say, values, tables: step.detail.full(|| vec![table(step, corners)]), ..Beat::default() }
}

/// Table of the vertices of the deepest feature.
fn table(step: &StepContext<'_>, corners: &[Corner]) -> Table {
    Table {
        title: "Vertices of the deepest feature",
        columns: vec!["vertex", "signed gap", "result"],
        rows: corners
            .iter()
            .map(|corner| Row {
                cells: vec![
                    format!("{}", corner.vertex + 1).into(),
                    step.length(corner.gap),
                    match (corner.near, corner.kept) {
                        (false, _) => "beyond the margin".into(),
                        (_, true) => "contact".into(),
                        _ => "not kept".into(),
                    },
                ],
                key: Some(format!("corner/{}", corner.vertex).into()),
                chosen: corner.kept,
            })
            .collect(),
    }
}
