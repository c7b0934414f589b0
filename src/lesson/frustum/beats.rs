//! Sub-steps (beats) of frustum culling: one per plane, then the class, then the exact test.

use super::number::{count, length, measured, number};
use super::shown_bodies::ShownBodies;
use super::{CARD, Class, Culling, Exact, Played, Record, Side, Step, camera, planes, world};
use crate::answer::Shown;
use crate::lesson::{Beat, Event, Pictures, Row, Sentence, Table, Value, WORLD, symbol};
use crate::snapshot::frustum::{Parallel, PlaneTest};

pub(super) fn beats(step: &Step<'_, Culling>) -> Vec<Beat> {
    let context = step.context;
    let Some(found) = step.after.now.as_ref().filter(|_| step.after.next > step.before.next) else {
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        return vec![Beat { line: "body", say: Sentence::answer(&step.verdict.say), event, ..Beat::default() }];
    };
    let record = &found.record;
    let name = context.name(record.body);
    let tests: Vec<PlaneTest> = record.tested().copied().collect();
    let mut beats = Vec::new();
    if let Some(side) = record.cached {
        let shows = ShownBodies { record, found, tested: 0, known: false, exact: false };
        let say = format!(
            "The {} rejected {name} in the last frame, so it is tested first: it probably rejects {name} again.",
            context.plane_name(side)
        );
        beats.push(Beat { line: "order", say: say.into(), ..shown(step, shows) });
    }
    for (k, test) in tests.iter().enumerate() {
        let shows = ShownBodies { record, found, tested: k + 1, known: false, exact: false };
        let line = match test.class {
            Class::Outside => "outside",
            Class::Inside => "inside",
            Class::Crossing => "crossing",
        };
        let event = Some(if test.class == Class::Outside { Event::Reduction } else { Event::Support });
        beats.push(Beat { line, say: plane_words(context, name, test).into(), event, ..shown(step, shows) });
    }
    let known = ShownBodies { record, found, tested: tests.len(), known: true, exact: false };
    let line = if record.class == Class::Outside { "reject" } else { "body" };
    let points = vec![(0, tests.len() as f64), (1, f64::from(step.after.counts[1] + step.after.counts[2]))];
    beats.push(Beat {
        line,
        say: class_words(context, record).into(),
        points,
        event: Some(Event::Bound),
        ..shown(step, known)
    });
    if let Some(exact) = record.exact {
        let shows = ShownBodies { exact: true, ..known };
        let event = Some(if record.is_false_positive() { Event::Warning } else { Event::Bound });
        beats.push(Beat { line: "exact", say: exact_words(context, name, &exact).into(), event, ..shown(step, shows) });
    }
    if step.end.is_some() {
        let shows = ShownBodies { exact: true, ..known };
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        beats.push(Beat { line: "body", say: Sentence::answer(&step.verdict.say), event, ..shown(step, shows) });
    }
    beats
}

/// Beat with pictures, values and table.
fn shown(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Beat {
    let context = step.context;
    let pictures = step.detail.full(|| {
        let mut pictures = Pictures::default();
        world::draw(context, shows, pictures.edit(WORLD));
        if context.has_sides {
            camera::draw(context, shows, pictures.edit(super::CAMERA.id));
        }
        planes::draw(context, shows, pictures.edit(super::PLANES.id));
        pictures
    });
    let values = step.detail.full(|| values(step, shows));
    let tables = step.detail.full(|| vec![table(context, shows)]);
    Beat { pictures, values, tables, ..Beat::default() }
}

fn plane_words(context: &Played, name: &str, test: &PlaneTest) -> String {
    let plane = context.plane_name(test.side);
    let n_vertex = measured(test.contains.left, test.rounding);
    let p_vertex = measured(test.rejects.left, test.rounding);
    match test.class {
        Class::Outside => format!(
            "All of {name} is outside the {plane}: its p-vertex, the point farthest in, is at d + r = {p_vertex}."
        ),
        Class::Inside => format!(
            "All of {name} is inside the {plane}: its n-vertex, the point farthest out, is at d − r = {n_vertex}."
        ),
        Class::Crossing if test.contains.left >= -test.rounding || test.rejects.left <= test.rounding => {
            format!("The distance of {name} from the {plane} is zero to rounding, which counts as crossing.")
        }
        Class::Crossing => format!(
            "The {plane} cuts {name}: its n-vertex is outside, at d − r = {n_vertex}, and its p-vertex inside, at d + r = {p_vertex}."
        ),
    }
}

/// List of plane names in a sentence.
fn listed(context: &Played, sides: &[Side]) -> String {
    let names: Vec<String> = sides.iter().map(|side| context.plane_name(*side)).collect();
    match names.as_slice() {
        [] => String::from("no plane"),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and the {last}", rest.join(", the ")),
    }
}

pub(super) fn class_words(context: &Played, record: &Record) -> String {
    let name = context.name(record.body);
    let tested = record.tested().count();
    match record.class {
        Class::Outside => {
            let plane = record.rejected_by().map(|side| context.plane_name(side)).unwrap_or_default();
            let tests = number_of_tests(tested);
            format!("The {plane} rejects {name} after {tests}: all of {name} is out of view and is not drawn.")
        }
        Class::Inside => format!("All {tested} planes have {name} inside, so all of {name} is in view."),
        Class::Crossing => {
            let crossed: Vec<Side> =
                record.tested().filter(|test| test.class == Class::Crossing).map(|test| test.side).collect();
            let cut = if crossed.len() == 1 { "cuts" } else { "cut" };
            let planes = listed(context, &crossed);
            format!("The {planes} {cut} {name}, and no plane rejects it, so {name} is kept.")
        }
    }
}

fn number_of_tests(tested: usize) -> String {
    if tested == 1 { String::from("1 plane test") } else { format!("{tested} plane tests") }
}

fn exact_words(context: &Played, name: &str, exact: &Exact) -> String {
    match exact {
        Exact::Outside(sum) => {
            let sides: Vec<Side> = sum.sides.iter().flatten().copied().collect();
            let place = if sides.len() == 2 { "edge" } else { "vertex" };
            let along = match sum.parallel {
                Parallel::Face(_) => format!(", parallel to a face of {name},"),
                Parallel::Edges(_) => format!(", parallel to an edge of {name},"),
                _ => String::new(),
            };
            format!(
                "{name} is a false positive: a plane through the frustum's {place} at the {}{along} separates them by {}.",
                listed(context, &sides),
                length(sum.gap)
            )
        }
        Exact::Unknown => {
            format!("The class of {name} stays open: no plane rejects it, and its shape has no exact test.")
        }
        _ => format!("{name} is in view: no plane at all separates it from the frustum."),
    }
}

fn values(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Vec<Value> {
    let mut values = Vec::new();
    if let Some((sum, _)) = shows.sum() {
        values.push(Value::of(symbol::GAP, length(sum.gap), "gap"));
    }
    if let Some(test) = shows.lit() {
        let key = format!("plane/{}", test.side);
        values.push(Value::of(symbol::N_VERTEX, measured(test.contains.left, test.rounding), key.clone()));
        values.push(Value::of(symbol::P_VERTEX, measured(test.rejects.left, test.rounding), key));
    }
    if shows.known {
        let found = if shows.exact { step.after } else { step.before };
        let [outside, crossing, inside] = step.after.counts;
        values.push(Value::number(symbol::VISIBLE_BODIES, count((inside + crossing) as usize)));
        values.push(Value::number(symbol::CULLED_BODIES, count(outside as usize)));
        values.push(Value::number(symbol::FALSE_POSITIVES, count(found.false_positives as usize)));
        values.push(Value::number(symbol::PLANE_TESTS, count(step.before.planes as usize + shows.tested)));
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
            let mut cells = vec![Shown::from(context.plane_name(side))];
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
