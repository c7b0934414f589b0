//! Sub-steps (beats) of frustum culling: one per plane, then the class, then the exact test.

use super::number::{count, length, measured, number};
use super::shown_bodies::ShownBodies;
use super::{CARD, Class, Culling, Exact, Played, Record, Side, Step, camera, planes, world};
use crate::answer::Shown;
use crate::lesson::{Beat, Event, Pictures, Row, Table, Value, WORLD};
use crate::snapshot::frustum::{Parallel, PlaneTest};

pub(super) fn beats(step: &Step<'_, Culling>) -> Vec<Beat> {
    let context = step.context;
    let Some(found) = step.after.now.as_ref().filter(|_| step.after.next > step.before.next) else {
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        return vec![Beat { line: "body", say: step.verdict.say.clone(), event, ..Beat::default() }];
    };
    let record = &found.record;
    let name = context.name(record.body);
    let tests: Vec<PlaneTest> = record.tested().copied().collect();
    let mut beats = Vec::new();
    if let Some(side) = record.cached {
        let shows = ShownBodies { record, found, tested: 0, known: false, exact: false };
        let say = format!(
            "In the last frame the {side} plane rejected {name}, so it is tested first: it may well do so again."
        );
        beats.push(Beat { line: "order", say, ..shown(step, shows) });
    }
    for (k, test) in tests.iter().enumerate() {
        let shows = ShownBodies { record, found, tested: k + 1, known: false, exact: false };
        let line = match test.class {
            Class::Outside => "outside",
            Class::Inside => "inside",
            Class::Crossing => "crossing",
        };
        let event = Some(if test.class == Class::Outside { Event::Reduction } else { Event::Support });
        beats.push(Beat { line, say: plane_words(name, test), event, ..shown(step, shows) });
    }
    let known = ShownBodies { record, found, tested: tests.len(), known: true, exact: false };
    let line = if record.class == Class::Outside { "reject" } else { "body" };
    let points = vec![(0, tests.len() as f64), (1, f64::from(step.after.counts[1] + step.after.counts[2]))];
    beats.push(Beat { line, say: class_words(name, record), points, event: Some(Event::Bound), ..shown(step, known) });
    if let Some(exact) = record.exact {
        let shows = ShownBodies { exact: true, ..known };
        let event = Some(if record.is_false_positive() { Event::Warning } else { Event::Bound });
        beats.push(Beat { line: "exact", say: exact_words(name, &exact), event, ..shown(step, shows) });
    }
    if step.end.is_some() {
        let shows = ShownBodies { exact: true, ..known };
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        beats.push(Beat { line: "body", say: step.verdict.say.clone(), event, ..shown(step, shows) });
    }
    beats
}

/// Beat with pictures, values and table.
fn shown(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Beat {
    let context = step.context;
    let pictures = step.detail.full(|| {
        let mut pictures = Pictures::default();
        world::draw(context, shows, pictures.edit(WORLD));
        camera::draw(context, shows, pictures.edit(super::CAMERA.id));
        planes::draw(context, shows, pictures.edit(super::PLANES.id));
        pictures
    });
    let values = step.detail.full(|| values(step, shows));
    let tables = step.detail.full(|| vec![table(context, shows)]);
    Beat { pictures, values, tables, ..Beat::default() }
}

fn plane_words(name: &str, test: &PlaneTest) -> String {
    let side = test.side;
    let d = length(test.d.abs());
    let r = length(test.r);
    match test.class {
        Class::Outside => {
            let beyond = length(-test.rejects.left);
            format!(
                "Even the point of {name} that reaches farthest in, its p-vertex, lies {beyond} outside the {side} plane, so all of {name} does."
            )
        }
        Class::Inside => {
            let within = length(test.contains.left);
            format!(
                "Even the point of {name} that reaches farthest out, its n-vertex, lies {within} inside the {side} plane, so all of {name} does."
            )
        }
        Class::Crossing if test.contains.left >= -test.rounding || test.rejects.left <= test.rounding => {
            format!("Within rounding, {name} touches the {side} plane, which counts as crossing.")
        }
        Class::Crossing if test.d.abs() < 1e-12 * test.r => {
            format!("The {side} plane cuts {name}: it passes through the center, up to rounding.")
        }
        Class::Crossing => format!(
            "The {side} plane is {d} away from the center of {name}, closer than the {r} that {name} reaches to either side: the plane cuts it."
        ),
    }
}

/// List of names in a sentence.
fn listed(sides: &[Side]) -> String {
    let names: Vec<&str> = sides.iter().map(|side| side.name()).collect();
    match names.as_slice() {
        [] => String::from("none"),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

pub(super) fn class_words(name: &str, record: &Record) -> String {
    let tested = record.tested().count();
    match record.class {
        Class::Outside => {
            let side = record.rejected_by().map_or("", Side::name);
            let planes = if tested == 1 { String::from("One plane was") } else { format!("{tested} planes were") };
            format!(
                "All of {name} lies outside the {side} plane, so the camera cannot see it: it is not drawn. {planes} tested."
            )
        }
        Class::Inside => format!("{name} lies on the inner side of all {tested} planes: all of it is in view."),
        Class::Crossing => {
            let crossed: Vec<Side> =
                record.tested().filter(|test| test.class == Class::Crossing).map(|test| test.side).collect();
            format!(
                "No plane has all of {name} on its outer side, so {name} is kept. It crosses the {} {}.",
                listed(&crossed),
                if crossed.len() == 1 { "plane" } else { "planes" }
            )
        }
    }
}

fn exact_words(name: &str, exact: &Exact) -> String {
    match exact {
        Exact::Outside(sum) => {
            let sides: Vec<Side> = sum.sides.iter().flatten().copied().collect();
            let place = if sides.len() == 2 { "edge" } else { "corner" };
            let along = match sum.parallel {
                Parallel::Face(_) => format!(" and parallel to a face of {name}"),
                Parallel::Edges(_) => format!(" and parallel to an edge of {name}"),
                _ => String::new(),
            };
            format!(
                "Yet {name} is not in view, it is a false positive: a plane through the frustum's {place} between {}{along} separates the two, with a gap of {}. Drawing {name} does no harm, it only wastes work.",
                listed(&sides),
                length(sum.gap)
            )
        }
        Exact::Unknown => format!(
            "These planes alone cannot tell whether {name} is in view, and for its shape there is no exact test."
        ),
        _ => format!("No plane at all separates {name} from the frustum: it really is in view."),
    }
}

fn values(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Vec<Value> {
    let name = Shown::from(step.context.name(shows.record.body));
    let before = step.before.planes as usize;
    let all = step.context.records.len() * step.context.problem.count();
    let text = Shown::from(format!("{} of {all}", before + shows.tested));
    let mut values =
        vec![Value::new("body", "tested now", name, "body"), Value::new("planes", "tested", text, "planes")];
    if let Some((sum, _)) = shows.sum() {
        values.push(Value::new("gap", "to the frustum", length(sum.gap), "sum"));
    }
    if let Some(test) = shows.lit() {
        values.push(Value::new("d", "center to plane", measured(test.d, test.rounding), "plane"));
        values.push(Value::new("r", "half width", length(test.r), "plane"));
    }
    if shows.known {
        let found = if shows.exact { step.after } else { step.before };
        let [outside, crossing, inside] = step.after.counts;
        let falsely = found.false_positives as usize;
        values.push(Value::new("inside", "so far", count(inside as usize), "class/inside"));
        values.push(Value::new("crossing", "so far", count(crossing as usize - falsely), "class/crossing"));
        values.push(Value::new("outside", "so far", count(outside as usize), "class/outside"));
        if falsely > 0 {
            values.push(Value::new("false positives", "so far", count(falsely), "class/fault"));
        }
    }
    values
}

/// Table of the planes of the current body.
fn table(context: &Played, shows: ShownBodies<'_>) -> Table {
    let mut rows: Vec<Row> = Side::ALL
        .into_iter()
        .map(|side| {
            let test = shows.record.tested().take(shows.tested).find(|test| test.side == side);
            let there = context.region.plane(side).is_some();
            let mut cells = vec![Shown::from(side.name())];
            match test {
                Some(test) => {
                    let [d, r] = [test.d, test.r];
                    cells.extend([number(d), number(r), number(d - r), number(d + r)]);
                    cells.push(Shown::from(match test.class {
                        Class::Outside => "outside",
                        Class::Crossing => "crossing",
                        Class::Inside => "inside",
                    }));
                }
                None => {
                    cells.extend(["", "", "", ""].map(Shown::from));
                    cells.push(Shown::from(if there { "not tested" } else { "absent" }));
                }
            }
            let chosen = test.is_some_and(|test| test.class == Class::Outside);
            Row { cells, key: Some(format!("plane/{side}").into()), chosen }
        })
        .collect();
    let total = [Shown::from("tested"), count(shows.tested)];
    let rest = ["", "", "", ""].map(Shown::from);
    rows.push(Row { cells: total.into_iter().chain(rest).collect(), key: None, chosen: false });
    Table { title: "Planes of this body", columns: vec!["plane", "d", "r", "d − r", "d + r", "verdict"], rows }
}
