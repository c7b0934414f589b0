//! Beat that collects the contact points of a body on a half-space: the vertices of its deepest feature, which is a
//! face, an edge or a point.

use contact_lens_model::answer::number::count;
use contact_lens_model::snapshot::half_space::{Corner, Query};

use super::step_context::{StepContext, gap_symbol};
use crate::{Beat, Row, Sentence, Table, Value, say, symbol};

/// Value of the contact margin, the largest gap of a contact point; `margin` in meters.
fn contact_margin(step: &StepContext<'_>, margin: f64) -> Value {
    Value::number(symbol::CONTACT_MARGIN, step.length(margin))
}

/// Sentence on the vertices of the deepest feature: how many of them are within the contact margin `margin`, meters.
fn contact_sentence(step: &StepContext<'_>, margin: f64) -> Sentence {
    let [plane, body] = step.names();
    let corners = &step.after.corners;
    let vertex_count = corners.len();
    let near_count = corners.iter().filter(|corner| corner.near).count();
    let location = if margin > 0.0 {
        say!("at most {}, the contact margin, outside {}", contact_margin(step, margin), plane)
    } else {
        say!("on the surface of {} or below it", plane)
    };
    match vertex_count {
        1 => say!("The deepest feature of {} is one point. This point lies {}.", body, location),
        2 if near_count == 2 => say!("The deepest feature of {} is an edge. Both its ends lie {}.", body, location),
        2 => say!("The deepest feature of {} is an edge. One of its ends lies {}.", body, location),
        _ => say!(
            "The deepest feature of {} is a face with {} vertices. {} {}.",
            body,
            Value::number(symbol::FACING_VERTICES, count(vertex_count)),
            near_vertices_clause(vertex_count, near_count),
            location
        ),
    }
}

/// Subject and verb of the sentence on the vertices of a face that are within the contact margin.
fn near_vertices_clause(vertex_count: usize, near_count: usize) -> Sentence {
    if near_count == vertex_count {
        Sentence::from("All of them lie")
    } else if near_count == 1 {
        Sentence::from("One of them lies")
    } else {
        say!("{} of them lie", Value::number(symbol::NEAR_VERTICES, count(near_count)))
    }
}

/// Beat of the vertices of the deepest feature; those within the contact margin that the query keeps are the contact
/// points.
pub(super) fn contact_beat(step: &StepContext<'_>) -> Beat {
    let corners = &step.after.corners;
    let margin = match step.after.query {
        Query::Contacts { margin, .. } => margin,
        Query::Distance | Query::Cast { .. } => 0.0,
    };
    let near_count = corners.iter().filter(|corner| corner.near).count();
    let kept_count = corners.iter().filter(|corner| corner.kept).count();
    let reduction = if kept_count == near_count {
        Sentence::default()
    } else if kept_count == 1 {
        Sentence::from(" The query keeps only one of them.")
    } else {
        say!(" The query keeps only {} of them.", Value::number(symbol::POINTS, count(kept_count)))
    };
    let say = say!("{}{} {}", contact_sentence(step, margin), reduction, Sentence::answer(&step.verdict.say));
    let mut values = vec![Value::number(symbol::FACING_VERTICES, count(corners.len()))];
    if margin > 0.0 {
        values.push(contact_margin(step, margin));
    }
    let kept_gaps = corners.iter().filter(|corner| corner.kept).map(|corner| corner.gap);
    let smallest_gap = kept_gaps.fold(f64::INFINITY, f64::min);
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
        rows: corners.iter().map(|corner| vertex_row(step, corner)).collect(),
    }
}

/// Row of a vertex: its number, from 1, its signed gap, and whether it is a contact point.
fn vertex_row(step: &StepContext<'_>, corner: &Corner) -> Row {
    let result = if !corner.near {
        "beyond the margin"
    } else if corner.kept {
        "contact"
    } else {
        "not kept"
    };
    Row {
        cells: vec![format!("{}", corner.vertex + 1).into(), step.length(corner.gap), result.into()],
        key: Some(format!("corner/{}", corner.vertex).into()),
        chosen: corner.kept,
    }
}
