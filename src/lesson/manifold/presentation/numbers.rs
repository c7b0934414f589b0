//! Values and tables of a contact manifold at a line of the listing: a number appears at the line that computes it.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{Exact, Unit, count, number, or_rounding, weight};
use contact_lens_model::snapshot::manifold::Pick;

use super::{ClippedVertex, ContactPoint, Line, ManifoldContext, ManifoldState, StepKind};
use crate::{Row, Sentence, Table, Value, symbol};

/// Mark id of the proven bounds of the signed distance.
pub(super) const BRACKET: &str = "distance";

/// Values that a line computes or tests. `sentence` is the sentence of the line, `unit` the common unit of the lengths.
pub(super) fn values(state: &ManifoldState, line: Line, unit: Unit, sentence: &Sentence) -> Vec<Value> {
    // Gaps, bounds and tolerances are those that the sentence compares.
    if matches!(line, Line::Axes | Line::Gaps | Line::Distance | Line::Apart | Line::Reference) {
        return sentence.quantities().cloned().collect();
    }
    // The numbers of the answer are in its sentence.
    if line == Line::End {
        return Vec::new();
    }
    let mut values = Vec::new();
    values.extend(sentence.quantities().find(|value| value.symbol == symbol::CONTACT_MARGIN.notation).cloned());
    if line == Line::Clip && state.side_ends.is_none() {
        values.extend(state.vertex_count.map(|left| Value::number(symbol::VERTICES, count(left))));
    }
    if has_points(state, line) {
        values.extend(values_of_points(state, line, unit));
    }
    values
}

/// Values of the contact points: the depth of the deepest, their number, and the score and area of the selection. Empty
/// without points.
fn values_of_points(state: &ManifoldState, line: Line, unit: Unit) -> Vec<Value> {
    let Some(deepest) = state.deepest() else { return Vec::new() };
    let mut values = Vec::new();
    // The lines of the selection are about the selected point, which may not be the deepest.
    if !matches!(line, Line::Pick | Line::Reduce) {
        let key = format!("depth/{}", deepest.id);
        values.push(if deepest.is_touching {
            Value::of(symbol::DEPTH, unit.length(deepest.depth), key)
        } else {
            Value::of(symbol::GAP, unit.length(-deepest.depth), key)
        });
    }
    if shows_selection(line) {
        let kept = state.points.iter().filter(|point| state.keeps(point)).count();
        if kept > 1 {
            values.push(Value::number(symbol::POINTS, count(kept)));
        }
    }
    if line == Line::Pick {
        values.extend(score_of_newest_pick(state, unit));
    }
    if let Some([kept, all]) = state.areas {
        let ratio = if all > 0.0 { kept / all } else { 1.0 };
        let shown = Shown { text: format!("{:.1} %", 100.0 * ratio), exact: Some(Exact::Number(ratio)) };
        values.push(Value::number(symbol::KEPT_AREA, shown));
    }
    values
}

/// Score of the newest selected point; `None` for the deepest one, whose depth has its own value, and without selected
/// points.
fn score_of_newest_pick(state: &ManifoldState, unit: Unit) -> Option<Value> {
    let picks = state.points.iter().filter_map(|point| Some((point, point.picked?)));
    let (point, pick) = picks.max_by_key(|(_, pick)| pick.index)?;
    let key = format!("point/{}", point.id);
    match pick.reason {
        Pick::Deepest => None,
        Pick::Farthest => Some(Value::of(symbol::SPREAD, unit.length(pick.score), key)),
        Pick::Area => {
            let area = Shown { text: format!("{} m²", number(pick.score)), exact: Some(Exact::Number(pick.score)) };
            Some(Value::of(symbol::AREA, area, key))
        }
    }
}

/// Whether the reference is known at this line.
pub(super) fn is_decided(state: &ManifoldState, line: Line) -> bool {
    state.kind != StepKind::Axes || !matches!(line, Line::Axes | Line::Gaps | Line::Distance)
}

/// Whether points exist at this line; closest points exist once the distance is known.
fn has_points(state: &ManifoldState, line: Line) -> bool {
    state.kind != StepKind::Axes && (state.kind != StepKind::Edges || line != Line::Distance)
}

/// Whether the selection of points is known at this line; the other lines only measure depths.
fn shows_selection(line: Line) -> bool {
    !matches!(line, Line::Depth | Line::Distance)
}

/// Tables of a step at a line: candidates for the reference, vertices after a clip, contact points.
pub(super) fn tables(context: &ManifoldContext, state: &ManifoldState, line: Line) -> Vec<Table> {
    let mut tables = Vec::new();
    if matches!(state.kind, StepKind::Axes | StepKind::Distance) {
        tables.push(table_of_candidates(state, line, context.unit));
    }
    let is_planar = state.side_ends.is_some();
    let clips = matches!(state.kind, StepKind::Clip(_) | StepKind::Incident);
    if clips && !is_planar && !state.polygon.is_empty() {
        let rows = state.polygon.iter().map(row_of_vertex).collect();
        tables.push(Table { title: "Remaining vertices", columns: vec!["vertex", "clipped edge", "t"], rows });
    }
    if !state.points.is_empty() && has_points(state, line) {
        tables.push(table_of_points(state, line, context.unit));
    }
    tables
}

/// Table of the separations of the candidates; the reference is marked once it is known.
fn table_of_candidates(state: &ManifoldState, line: Line, unit: Unit) -> Table {
    let is_decided = is_decided(state, line);
    let rows = state
        .candidates
        .iter()
        .map(|candidate| Row {
            cells: vec![Shown::from(candidate.name.as_str()), unit.length(candidate.gap)],
            key: None,
            chosen: candidate.is_reference && is_decided,
        })
        .collect();
    Table { title: "Largest gaps", columns: vec!["axis", "gap"], rows }
}

/// Row of a vertex of the clipped polygon.
fn row_of_vertex(vertex: &ClippedVertex) -> Row {
    let name = Shown::from(vertex.name.as_str());
    let cells = match &vertex.cut {
        Some(edge) => vec![name, Shown::from(edge.name.as_str()), weight(edge.t)],
        None => vec![name, Shown::from("none"), Shown::default()],
    };
    Row { cells, key: None, chosen: false }
}

/// Table of the contact points; the column of the selection appears once it is known.
fn table_of_points(state: &ManifoldState, line: Line, unit: Unit) -> Table {
    let mut columns = vec!["point", "depth", "features", "origin"];
    if shows_selection(line) {
        columns.push("kept");
    }
    let rows = state
        .points
        .iter()
        .map(|point| {
            let [on_a, on_b] = &point.features;
            let mut cells = vec![
                Shown::from(point.name()),
                unit.length(point.depth),
                Shown::from(format!("{on_a}, {on_b}")),
                Shown::from(point.origin),
            ];
            if shows_selection(line) {
                cells.push(Shown::from(text_of_selection(state, point)));
            }
            Row { cells, key: Some(format!("point/{}", point.id).into()), chosen: point.picked.is_some() }
        })
        .collect();
    Table { title: "Contact points", columns, rows }
}

/// Text of the column that says whether a point is kept, and why.
fn text_of_selection(state: &ManifoldState, point: &ContactPoint) -> String {
    match point.picked {
        Some(pick) => {
            let reason = match pick.reason {
                Pick::Deepest => "deepest",
                Pick::Farthest => "farthest",
                Pick::Area => "largest area",
            };
            format!("pick {}: {reason}", pick.index + 1)
        }
        None if state.kind != StepKind::Pick => String::from("yes"),
        None if state.all_picked => String::from("no"),
        None => String::from("not yet"),
    }
}

/// Text of a length, meters; in words where the length is nonzero but at most its rounding error `rounding`, meters.
pub(in super::super) fn length_or_rounding(meters: f64, unit: Unit, rounding: f64) -> String {
    or_rounding(unit.length(meters), rounding).text
}
