//! Values and tables of contact manifolds, each from the line that computes it.

use super::{ClippedVertex, Dot, StepKind, Touch, TouchContext};
use crate::answer::Shown;
use crate::answer::number::{Exact, Unit, count, length, number, or_rounding, weight};
use crate::lesson::{Row, Table, Value};
use crate::snapshot::manifold::Pick;

/// Values that are known at a line, in the order of their computation, so that none changes its place.
pub(super) fn values(touch: &Touch, line: &str, unit: Unit) -> Vec<Value> {
    let mut values = found(touch, line, unit);
    // These are last because they appear and disappear with the query.
    let [lower, upper] = touch.query.map_or([None; 2], |query| query.bracket);
    values.extend(lower.map(|lower| Value::new("lower", "signed distance, at least", unit.length(lower), "reference")));
    values.extend(upper.map(|upper| Value::new("upper", "signed distance, at most", unit.length(upper), "reference")));
    values
}

fn found(touch: &Touch, line: &str, unit: Unit) -> Vec<Value> {
    let mut values =
        vec![Value::new("margin", "up to how far apart points count", unit.length(touch.margin), "margin")];
    values.extend(touch.gap.map(|gap| Value::new("gap", "negative in overlap", unit.length(gap), "reference")));
    // For touching bodies the allowed penalty is also below rounding error.
    let counts = !unit.short(touch.band).starts_with("under");
    if let Some(paid) = touch.paid().filter(|_| counts && is_decided(touch, line)) {
        let text = format!("{} of {}", unit.short(paid), unit.short(touch.band));
        let shown = Shown { text, exact: Some(Exact::Number(paid)) };
        values.push(Value::new("bias", "the face is worse by, of what is allowed", shown, "reference"));
    }
    let name = if touch.side_ends.is_some() { "ends" } else { "corners" };
    values.extend(touch.left.map(|left| Value::new(name, "left of what is clipped", count(left), "left")));
    let Some(deepest) = touch.deepest().filter(|_| has_points(touch, line)) else { return values };
    values.push(Value::new("depth", "of the deepest point", unit.length(deepest.depth), "reference"));
    if !is_measured(line) {
        let kept = touch.dots.iter().filter(|dot| touch.keeps(dot)).count();
        values.push(Value::new("points", "of contact, so far", count(kept), "reference"));
    }
    let picks = touch.dots.iter().filter_map(|dot| dot.picked);
    if let Some(pick) = picks.max_by_key(|pick| pick.place) {
        let score = match pick.why {
            Pick::Deepest => unit.length(pick.score),
            Pick::Farthest => length(pick.score),
            Pick::Area => Shown { text: format!("{} m²", number(pick.score)), exact: Some(Exact::Number(pick.score)) },
        };
        values.push(Value::new("score", "of this pick", score, "reference"));
    }
    if let Some([kept, all]) = touch.areas {
        let share = if all > 0.0 { kept / all } else { 1.0 };
        let shown = Shown { text: format!("{:.1} %", 100.0 * share), exact: Some(Exact::Number(share)) };
        values.push(Value::new("area", "kept of that of all points", shown, "reference"));
    }
    values
}

/// Whether the reference is known at this line.
pub(super) fn is_decided(touch: &Touch, line: &str) -> bool {
    touch.did != StepKind::Axes || !matches!(line, "axes" | "gaps" | "distance")
}

/// Whether points exist at this line; closest points exist once the distance is known.
fn has_points(touch: &Touch, line: &str) -> bool {
    touch.did != StepKind::Axes && (touch.did != StepKind::Edges || line != "distance")
}

/// Whether this line only measures the points, before their selection.
fn is_measured(line: &str) -> bool {
    matches!(line, "depth" | "distance")
}

/// Tables of a step at a line.
pub(super) fn tables(context: &TouchContext, touch: &Touch, line: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    if matches!(touch.did, StepKind::Axes | StepKind::Distance) {
        let decided = is_decided(touch, line);
        let rows = touch
            .candidates
            .iter()
            .map(|(name, gap, taken)| Row {
                cells: vec![Shown::from(name.as_str()), context.unit.length(*gap)],
                key: None,
                chosen: *taken && decided,
            })
            .collect();
        tables.push(Table { title: "Largest gaps", columns: vec!["along", "gap"], rows });
    }
    let flat = touch.side_ends.is_some();
    if matches!(touch.did, StepKind::Clip(_) | StepKind::Incident) && !flat && !touch.polygon.is_empty() {
        let rows = touch.polygon.iter().map(corner).collect();
        tables.push(Table { title: "Corners that are left", columns: vec!["corner", "cut edge", "t"], rows });
    }
    if !touch.dots.is_empty() && has_points(touch, line) {
        let measured = is_measured(line);
        let rows = touch.dots.iter().map(|dot| point(touch, dot, context.unit, measured)).collect();
        let columns = ["point", "depth", "lies on", "made of", "kept"];
        let shown = if measured { 4 } else { 5 };
        tables.push(Table { title: "Points of contact", columns: columns[..shown].to_vec(), rows });
    }
    tables
}

fn corner(corner: &ClippedVertex) -> Row {
    let (edge, share) = match &corner.cut {
        Some((edge, share)) => (Shown::from(edge.as_str()), weight(*share)),
        None => (Shown::from("not cut"), Shown::default()),
    };
    Row { cells: vec![Shown::from(corner.name.as_str()), edge, share], key: None, chosen: false }
}

/// Table row of a point; while depths are `measured`, the selection is still hidden.
fn point(touch: &Touch, dot: &Dot, unit: Unit, measured: bool) -> Row {
    let kept = match dot.picked {
        Some(pick) => {
            let why = match pick.why {
                Pick::Deepest => "deepest",
                Pick::Farthest => "farthest",
                Pick::Area => "largest area",
            };
            format!("pick {}: {why}", pick.place + 1)
        }
        None if touch.did != StepKind::Pick => String::from("yes"),
        None if touch.all_picked => String::from("no"),
        None => String::from("not yet"),
    };
    let cells = [
        Shown::from(dot.name()),
        unit.length(dot.depth),
        Shown::from(dot.lies_on.join(", ")),
        Shown::from(dot.why),
        Shown::from(kept),
    ];
    let shown = if measured { 4 } else { 5 };
    Row {
        cells: cells.into_iter().take(shown).collect(),
        key: Some(format!("point/{}", dot.id).into()),
        chosen: dot.picked.is_some(),
    }
}

/// Text of a length; 0 where it is below the rounding error.
pub(in super::super) fn length_or_rounding(meters: f64, unit: Unit, off: f64) -> String {
    or_rounding(unit.length(meters), off).text
}
