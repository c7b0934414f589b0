//! What is said of a step, with its numbers.

use super::panes::replaced;
use super::{Did, Dot, Query, Touch, TouchContext};
use crate::answer::Shown;
use crate::answer::number::{count, length, number, weight};
use crate::lesson::{Beat, Detail, EndingKind, Event, Row, Table, Value, Verdict};
use crate::picture::Role;
use crate::snapshot::manifold::QueryStep;

/// What roles are called here.
pub const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Axis, "side that clips"),
    (Role::Simplex, "what is left"),
    (Role::Ghost, "before, or not kept yet"),
    (Role::Removed, "dropped"),
    (Role::Member, "cut away"),
    (Role::NewSupport, "cut corner"),
    (Role::Closest, "contact"),
    (Role::Witness, "near, not touching"),
    (Role::Bound, "margin"),
    (Role::Rim, "takes its place"),
    (Role::Reference, "reference face or edge"),
    (Role::ReferenceB, "reference face or edge"),
    (Role::Incident, "incident face or edge"),
    (Role::IncidentA, "incident face or edge"),
];

/// The beats of a step, a line each; of the last step also that of the ending, which is worth `end`.
pub fn beats(
    context: &TouchContext,
    step: usize,
    verdict: &Verdict,
    end: Option<EndingKind>,
    detail: Detail,
) -> Vec<Beat> {
    let Some(touch) = context.touches.get(step) else { return Vec::new() };
    let beat = |line: &'static str, say: String, event: Option<Event>| Beat {
        line,
        say,
        pictures: detail.full(|| context.pictures(step)),
        values: detail.full(|| values(touch, verdict)),
        tables: detail.full(|| tables(touch)),
        points: points(touch),
        event,
        ..Beat::default()
    };
    let told = touch.lines.iter().map(|line| {
        let event = match *line {
            "reference" => Some(Event::Support),
            "clip" => Some(Event::Reduction),
            _ => None,
        };
        let before = step.checked_sub(1).and_then(|before| context.touches.get(before));
        beat(line, sentence(touch, before, line), event)
    });
    let ending = end.map(|kind| beat("end", verdict.say.clone(), Some(Event::Stop(kind))));
    told.chain(ending).collect()
}

/// How many corners or points there are, and how deep the deepest is.
fn points(touch: &Touch) -> Vec<(usize, f64)> {
    let shown = touch.dots.iter().filter(|dot| touch.did != Did::Pick || dot.picked.is_some()).count();
    let mut points = vec![(0, if touch.dots.is_empty() { touch.polygon.len() } else { shown } as f64)];
    points.extend(touch.dots.iter().map(|dot| dot.depth).max_by(f64::total_cmp).map(|depth| (1, depth)));
    points
}

fn corners(n: usize) -> String {
    if n == 1 { String::from("1 corner") } else { format!("{n} corners") }
}

fn sentence(touch: &Touch, before: Option<&Touch>, line: &str) -> String {
    let gap = || touch.gap.map_or_else(|| String::from("unknown"), |gap| length(gap).text);
    match line {
        "axes" if touch.asks => String::from(
            "The gap along each face is measured. A core is round, or the cores may be apart: their distance tells more.",
        ),
        "axes" if touch.gap.is_none() && !touch.candidates.is_empty() => {
            String::from("The gaps along the first axes are measured; of so many the next step measures more.")
        }
        "axes" | "gaps" if touch.reference.is_empty() => {
            String::from("The gap along each axis is measured; no face makes this contact.")
        }
        "axes" | "gaps" => String::from("The gap along each axis is measured, with all corners of both bodies."),
        "distance" => touch.query.map_or_else(String::new, |query| queried(&query)),
        "apart" => format!("The gap is {}, more than the margin, {}.", gap(), length(touch.margin)),
        "reference" => format!(
            "The reference is {}: along no axis is the gap larger by more than the bias, {}.",
            touch.reference,
            length(touch.band)
        ),
        "corners" => String::from("Two corners are nearer than the reference tells, by more than the bias."),
        "incident" => format!(
            "On the other body, what faces {} most directly has {}. These are clipped now.",
            touch.reference,
            corners(touch.incident.len())
        ),
        "clip" => match touch.did {
            Did::Clip(k) => clipped(touch, k),
            _ => String::new(),
        },
        "depth" => {
            format!("How deep each of the {} lies below the reference is measured.", corners(touch.polygon.len()))
        }
        "keep" if touch.dots.is_empty() => String::from("None of them makes the contact."),
        "keep" => near(touch),
        "edges" if touch.asks => {
            String::from("No two edges cross where they are nearest, so the cores are asked for their closest points.")
        }
        "edges" => String::from("Two edges cross, so one point is enough: where they come closest."),
        "closest" => String::from("No face lies on the other body, so the closest points make the contact."),
        _ => picked(touch, before),
    }
}

/// What a step of the distance query did, and what is known with it.
fn queried(query: &Query) -> String {
    let did = match query.did {
        Some(QueryStep::Gjk) => "GJK looks for the points of the cores that are closest",
        Some(QueryStep::Newton) => "Newton's method moves the closest points along the curved cores",
        Some(QueryStep::Overlap) => "The cores touch or overlap, so their depth is looked for",
        Some(QueryStep::Proof) => "A direction is tried that may be the depth's, and what proves it",
        Some(QueryStep::Epa) => "EPA looks for the face of A − B nearest the origin",
        Some(QueryStep::Conclusion) => "The distance of the cores is known",
        None => "The pair is so small that the distance of the cores is asked for in another unit, at once",
    };
    let known = match query.bracket {
        [Some(lower), Some(upper)] => {
            format!(": the bodies' signed distance is from {} to {}", length(lower), length(upper))
        }
        [Some(lower), None] => format!(": the bodies' signed distance is {} or more", length(lower)),
        [None, Some(upper)] => format!(": the bodies' signed distance is {} or less", length(upper)),
        [None, None] => String::new(),
    };
    format!("{did}{known}.")
}

/// Which corners become points.
fn near(touch: &Touch) -> String {
    let (all, near, margin) = (touch.polygon.len(), touch.dots.len(), length(touch.margin));
    let (are, them) = if near == 1 { ("lies", "it counts as a point") } else { ("lie", "they count as points") };
    match near {
        _ if near == all && near > 1 => {
            format!("All {all} corners lie less than {margin} above the reference, the margin, so all count as points.")
        }
        _ => format!("{near} of {} {are} less than {margin} above the reference, the margin: {them}.", corners(all)),
    }
}

fn clipped(touch: &Touch, k: u32) -> String {
    let cut = touch.polygon.iter().filter(|corner| corner.share.is_some() && !touch.ghost.contains(&corner.at));
    let names: Vec<String> = cut.map(|corner| corner.name.clone()).collect();
    let (side, left) = (touch.side_name(k), corners(touch.polygon.len()));
    match names.len() {
        _ if touch.polygon.is_empty() => format!("All that was left lies outside of side {side}: nothing stays."),
        0 => format!("Nothing lies outside of side {side}: all {left} stay."),
        1 => format!("Side {side} cuts off what lies outside, with a new corner {}: {left} are left.", names[0]),
        _ => format!(
            "Side {side} cuts off what lies outside, with new corners {}: {left} are left.",
            names.join(" and ")
        ),
    }
}

fn picked(touch: &Touch, before: Option<&Touch>) -> String {
    let last = touch.numbered().filter_map(|(number, dot)| Some((dot.picked?, dot.name(number))));
    let Some(((place, why, score), name)) = last.max_by_key(|((place, ..), _)| *place) else { return String::new() };
    let score = if place < 2 { length(score).text } else { format!("{} m²", number(score)) };
    let said = format!("Pick {}: point {name} {why}, {score}.", place + 1);
    match before.and_then(|before| replaced(before, touch)) {
        Some([(out, old), (into, new)]) => format!(
            "{said} Point {} takes the place of point {}: it is deeper, {}.",
            new.name(into),
            old.name(out),
            length(new.depth)
        ),
        None => said,
    }
}

fn values(touch: &Touch, verdict: &Verdict) -> Vec<Value> {
    let mut values = Vec::new();
    let [lower, upper] = touch.query.map_or([None; 2], |query| query.bracket);
    values.extend(lower.map(|lower| Value::new("lower", "signed distance, at least, m", length(lower), "reference")));
    values.extend(upper.map(|upper| Value::new("upper", "signed distance, at most, m", length(upper), "reference")));
    values.extend(touch.gap.map(|gap| Value::new("gap", "signed distance of the bodies, m", length(gap), "reference")));
    values.push(Value::new("bias", "by how much the reference may be worse, m", length(touch.band), "reference"));
    values.push(Value::new("margin", "up to how far apart points count, m", length(touch.margin), "reference"));
    values.push(Value::new("n", "corners that are left", count(touch.polygon.len()), "left"));
    values.push(Value::new("of", "corners before clipping", count(touch.incident.len()), "incident"));
    values.push(Value::new("points", "of contact so far", count(touch.dots.len()), "reference"));
    if let Did::Clip(k) = touch.did {
        values.push(Value::new("side", "of the reference that clips", count(k as usize + 1), "side"));
    }
    if let Some([kept, all]) = touch.areas {
        let share = if all > 0.0 { kept / all } else { 1.0 };
        values.push(Value::new("area", "share of the area that is kept", weight(share), "reference"));
    }
    if let crate::answer::Finding::Manifold(found) = &verdict.finding {
        values.push(Value::new("paid", "bias paid, m", length(found.bias_paid), "reference"));
        values.extend(
            found.deepest().map(|depth| Value::new("depth", "of the deepest point, m", length(depth), "reference")),
        );
        values.push(Value::new("found", "points in the end", count(found.points.len()), "reference"));
        values.push(Value::new("given up", "points", count(found.reduced as usize), "reference"));
        values.extend(
            found.area_kept.map(|share| Value::new("kept", "share of the area in the end", weight(share), "reference")),
        );
        if !found.separation.is_finite() || found.points.is_empty() {
            values.push(Value::new("apart", "at least, m", length(found.separation), "reference"));
        }
    }
    let picked = touch.dots.iter().filter_map(|dot| dot.picked).max_by_key(|(place, ..)| *place);
    if let Some((place, _, score)) = picked {
        values.push(Value::new("pick", "its number", count(place + 1), "reference"));
        values.push(Value::new("score", "of the pick, m or m²", number(score), "reference"));
    }
    values
}

fn tables(touch: &Touch) -> Vec<Table> {
    let mut tables = Vec::new();
    if matches!(touch.did, Did::Axes | Did::Distance) {
        let row = |(name, gap, taken): &(String, f64, bool)| Row {
            cells: vec![Shown::from(name.as_str()), length(*gap)],
            key: None,
            chosen: *taken,
        };
        let rows = touch.candidates.iter().map(row).collect();
        tables.push(Table { title: "What may make the contact", columns: vec!["what", "gap"], rows });
    }
    if matches!(touch.did, Did::Clip(_) | Did::Incident) {
        let row = |corner: &super::Corner| Row {
            cells: vec![Shown::from(corner.name.as_str()), corner.share.map_or_else(|| Shown::from("not cut"), weight)],
            key: None,
            chosen: false,
        };
        let rows = touch.polygon.iter().map(row).collect();
        tables.push(Table { title: "What is left", columns: vec!["edges", "t"], rows });
    }
    if !touch.dots.is_empty() {
        let rows = touch.numbered().map(|(number, dot)| row(touch, number, dot)).collect();
        let columns = vec!["point", "depth", "lies on", "made by", "kept as"];
        tables.push(Table { title: "Points of contact", columns, rows });
    }
    tables
}

fn row(touch: &Touch, number: usize, dot: &Dot) -> Row {
    let kept = match dot.picked {
        Some((place, why, _)) => format!("{}: {why}", place + 1),
        None if touch.did != Did::Pick => String::from("kept"),
        None if touch.areas.is_some() => String::from("dropped"),
        None => String::from("not yet"),
    };
    Row {
        cells: vec![
            Shown::from(dot.name(number)),
            touch.unit().length(dot.depth),
            Shown::from(dot.lies_on.as_str()),
            Shown::from(dot.why),
            Shown::from(kept),
        ],
        key: Some(format!("point/{}", dot.id).into()),
        chosen: dot.picked.is_some(),
    }
}
