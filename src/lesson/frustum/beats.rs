//! What is told of a step: a beat a plane, then what they say together, then the exact test.

use super::number::{count, length, number};
use super::shows::Shows;
use super::{CARD, Class, Culling, Exact, Played, Record, Side, Step, camera, planes, world};
use crate::answer::Shown;
use crate::lesson::{Beat, Event, Pictures, Row, Table, Value, WORLD};
use crate::snapshot::frustum::{Parallel, PlaneTest};

/// All beats of a step.
pub(super) fn beats(step: &Step<'_, Culling>) -> Vec<Beat> {
    let context = step.context;
    let Some(found) = step.after.now.as_ref().filter(|_| step.after.next > step.before.next) else {
        let event = Some(Event::Stop(CARD.worth(step.verdict)));
        return vec![Beat { line: "body", say: step.verdict.say.clone(), event, ..Beat::default() }];
    };
    let record = &found.record;
    let name = context.name(record.body);
    let tests: Vec<PlaneTest> = record.tested().copied().collect();
    let mut beats = Vec::new();
    if let Some(side) = record.cached {
        let shows = Shows { record, found, tested: 0, known: false, exact: false };
        let say = format!("The {side} plane rejected {name} in the frame before, and is tested first.");
        beats.push(Beat { line: "order", say, ..shown(step, shows) });
    }
    for (k, test) in tests.iter().enumerate() {
        let shows = Shows { record, found, tested: k + 1, known: false, exact: false };
        let line = match test.class {
            Class::Outside => "outside",
            Class::Inside => "inside",
            Class::Crossing => "crossing",
        };
        let event = Some(if test.class == Class::Outside { Event::Reduction } else { Event::Support });
        beats.push(Beat { line, say: plane_words(name, test), event, ..shown(step, shows) });
    }
    let known = Shows { record, found, tested: tests.len(), known: true, exact: false };
    let line = if record.class == Class::Outside { "reject" } else { "body" };
    let points = vec![(0, tests.len() as f64), (1, f64::from(step.after.counts[1] + step.after.counts[2]))];
    beats.push(Beat { line, say: class_words(name, record), points, event: Some(Event::Bound), ..shown(step, known) });
    if let Some(exact) = record.exact {
        let shows = Shows { exact: true, ..known };
        let event = Some(if record.is_false_positive() { Event::Warning } else { Event::Bound });
        beats.push(Beat { line: "exact", say: exact_words(name, &exact), event, ..shown(step, shows) });
    }
    if step.end.is_some() {
        let shows = Shows { exact: true, ..known };
        let event = Some(Event::Stop(CARD.worth(step.verdict)));
        beats.push(Beat { line: "body", say: step.verdict.say.clone(), event, ..shown(step, shows) });
    }
    beats
}

/// Pictures, values and the table.
fn shown(step: &Step<'_, Culling>, shows: Shows<'_>) -> Beat {
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
    let (side, d, r) = (test.side, length(test.d), length(test.r));
    match test.class {
        Class::Outside => {
            let beyond = length(-test.rejects.left);
            format!(
                "Even its innermost corner, the p-vertex, is {beyond} outside the {side} plane, so all of {name} is: d = {d}, r = {r}."
            )
        }
        Class::Inside => {
            let within = length(test.contains.left);
            format!(
                "Even its outermost corner, the n-vertex, is {within} inside the {side} plane, so all of {name} is."
            )
        }
        Class::Crossing if test.contains.left >= -test.rounding || test.rejects.left <= test.rounding => {
            format!("Within rounding, {name} touches the {side} plane, which counts as crossing.")
        }
        Class::Crossing if test.d.abs() < 1e-12 * test.r => {
            format!("The {side} plane cuts {name}: it passes through the center, up to rounding.")
        }
        Class::Crossing => format!(
            "The {side} plane cuts {name}: it passes at d = {d} from the center, within the half width r = {r}."
        ),
    }
}

/// Names in a sentence.
fn listed(sides: &[Side]) -> String {
    let names: Vec<&str> = sides.iter().map(|side| side.name()).collect();
    match names.as_slice() {
        [] => String::from("none"),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn class_words(name: &str, record: &Record) -> String {
    let tested = record.tested().count();
    match record.class {
        Class::Outside => {
            let side = record.rejected_by().map_or("", Side::name);
            let planes = if tested == 1 { String::from("one plane was") } else { format!("{tested} planes were") };
            format!("{name} is outside, by the {side} plane; {planes} enough.")
        }
        Class::Inside => format!("All {tested} planes have {name} inside."),
        Class::Crossing => {
            let crossed: Vec<Side> =
                record.tested().filter(|test| test.class == Class::Crossing).map(|test| test.side).collect();
            format!("No single plane has {name} outside: it crosses {} and is kept.", listed(&crossed))
        }
    }
}

fn exact_words(name: &str, exact: &Exact) -> String {
    match exact {
        Exact::Outside(sum) => {
            let sides: Vec<Side> = sum.sides.iter().flatten().copied().collect();
            let place = if sides.len() == 2 { "edge" } else { "corner" };
            let along = match sum.parallel {
                Parallel::Face(_) => "and parallel to a face of it",
                Parallel::Edges(_) => "and along an edge of it",
                _ => "nearest to it",
            };
            format!(
                "Yet {name} misses the frustum: a plane through the {place} of {}, {along}, parts them by {}. Keeping it is safe, only wasteful.",
                listed(&sides),
                length(sum.gap)
            )
        }
        Exact::Unknown => format!("Whether {name} is seen, planes cannot tell, and its shape has no exact test."),
        _ => format!("No separating plane exists: {name} really is in view."),
    }
}

fn values(step: &Step<'_, Culling>, shows: Shows<'_>) -> Vec<Value> {
    let name = Shown::from(step.context.name(shows.record.body));
    let mut values = vec![Value::new("body", "that is tested", name, "body")];
    if let Some(test) = shows.lit() {
        values.push(Value::new("d", "signed distance of its middle from the plane", length(test.d), "plane"));
        values.push(Value::new("r", "half the width of its shadow", length(test.r), "plane"));
        values.push(Value::new("ρ", "what rounding may do to them", length(test.rounding), "plane"));
    }
    if let Some((sum, _)) = shows.sum() {
        values.push(Value::new("gap", "how far the body is beyond its own plane", length(sum.gap), "sum"));
    }
    let before = step.before.planes as usize;
    let all = step.context.records.len() * step.context.problem.count();
    let text = Shown::from(format!("{} of {all}", before + shows.tested));
    values.push(Value::new("planes", "tested so far, of all there are", text, "planes"));
    values
}

/// The planes of the body at hand.
fn table(context: &Played, shows: Shows<'_>) -> Table {
    let row = |side: Side| {
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
    };
    let mut rows: Vec<Row> = Side::ALL.into_iter().map(row).collect();
    let total = [Shown::from("tested"), count(shows.tested)];
    let rest = ["", "", "", ""].map(Shown::from);
    rows.push(Row { cells: total.into_iter().chain(rest).collect(), key: None, chosen: false });
    Table { title: "Planes of this body", columns: vec!["plane", "d", "r", "d − r", "d + r", "verdict"], rows }
}
