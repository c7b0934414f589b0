//! Beats (sub-steps) of frustum culling: one per plane, then the class, then the exact test.

use super::number::{count, length, measured, number};
use super::planes::{class_word, touches};
use super::shown_bodies::ShownBodies;
use super::{CARD, Class, Culling, Exact, PlayedContext, Record, Side, Step, camera, planes, world};
use crate::answer::Shown;
use crate::lesson::{Beat, Event, Pictures, Row, Sentence, Table, Value, WORLD, say, symbol};
use crate::picture::Role;
use crate::snapshot::frustum::PlaneTest;

/// Returns the beats of one body: the order of the planes, each plane test, the class, the exact test, and the end of
/// the run.
pub(super) fn beats(step: &Step<'_, Culling>) -> Vec<Beat> {
    let context = step.context;
    let Some(found) = step.after.last_result.as_ref().filter(|_| step.after.next > step.before.next) else {
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        return vec![Beat { line: "body", say: Sentence::answer(&step.verdict.say), event, ..Beat::default() }];
    };
    let record = &found.record;
    let tests: Vec<PlaneTest> = record.tested().copied().collect();
    let mut beats = Vec::new();
    if let Some(side) = record.cached {
        let shows = ShownBodies::after_tests(found, 0);
        let say = say!(
            "{} was rejected by {} in the last frame, so this plane is tested first.",
            body_mark(context, record.body),
            plane_mark(context, side)
        );
        beats.push(Beat { line: "order", say, ..beat_content(step, shows) });
    }
    for (k, test) in tests.iter().enumerate() {
        let shows = ShownBodies::after_tests(found, k + 1);
        let line = match test.class {
            Class::Outside => "outside",
            Class::Inside => "inside",
            Class::Crossing => "crossing",
        };
        let event = Some(if test.class == Class::Outside { Event::Reduction } else { Event::Support });
        beats.push(Beat { line, say: plane_sentence(context, record.body, test), event, ..beat_content(step, shows) });
    }
    let known = ShownBodies::classified(found);
    let line = if record.class == Class::Outside { "reject" } else { "body" };
    let [_, crossing, inside] = step.after.counts;
    // One point for each of the card's series: planes of this body, and bodies kept.
    let points = vec![(0, tests.len() as f64), (1, f64::from(crossing + inside))];
    beats.push(Beat {
        line,
        say: class_sentence(context, record),
        points,
        event: Some(Event::Bound),
        ..beat_content(step, known)
    });
    if let Some(exact) = record.exact {
        let shows = ShownBodies { shows_exact_test: true, ..known };
        let event = Some(if record.is_false_positive() { Event::Warning } else { Event::Bound });
        beats.push(Beat {
            line: "exact",
            say: exact_sentence(context, record, &exact),
            event,
            ..beat_content(step, shows)
        });
    }
    if step.end.is_some() {
        let shows = ShownBodies { shows_exact_test: true, ..known };
        let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
        beats.push(Beat { line: "body", say: Sentence::answer(&step.verdict.say), event, ..beat_content(step, shows) });
    }
    beats
}

/// Beat with pictures, values and table.
fn beat_content(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Beat {
    let context = step.context;
    let pictures = step.detail.full(|| {
        let mut pictures = Pictures::default();
        world::add_step_marks(context, shows, pictures.edit(WORLD));
        // The camera's image explains the class, not the test of one plane.
        if context.has_sides && shows.is_class_known {
            camera::add_step_marks(context, shows, pictures.edit(super::CAMERA.id));
        }
        planes::add_rows(context, shows, pictures.edit(super::PLANES.id));
        if shows.current_test().is_some() {
            pictures = pictures.naming(Role::Frustum, "frustum");
            if !context.has_many_bodies() {
                pictures = pictures.naming(Role::Axis, "tested plane");
            }
        }
        pictures.facing(world::focus(context, shows))
    });
    let values = step.detail.full(|| values(step, shows));
    let tables = step.detail.full(|| vec![table(context, shows)]);
    Beat { pictures, values, tables, ..Beat::default() }
}

/// Name of a body in a sentence.
fn body_mark(context: &PlayedContext, body: usize) -> Sentence {
    let name = context.name(body);
    Sentence::mark(name, format!("body/{name}"))
}

/// Name of a plane in a sentence: `the left plane`, or `plane 0` where the planes are not those of a camera.
fn plane_mark(context: &PlayedContext, side: Side) -> Sentence {
    let name = Sentence::mark(context.plane_name(side), format!("plane/{side}"));
    if context.has_sides { say!("the {}", name) } else { name }
}

/// Distance from a plane of the body's point farthest out, meters, as a value.
fn farthest_out(test: &PlaneTest) -> Value {
    let distance = test.contains.left;
    let symbol = if distance < 0.0 { symbol::OUTERMOST_OUTSIDE } else { symbol::OUTERMOST_DISTANCE };
    Value::of(symbol, measured(distance.abs(), test.rounding), world::FARTHEST_OUT)
}

/// Distance from a plane of the body's point farthest in, meters, as a value.
fn farthest_in(test: &PlaneTest) -> Value {
    let distance = test.rejects.left;
    let symbol = if distance < 0.0 { symbol::INNERMOST_OUTSIDE } else { symbol::INNERMOST_DISTANCE };
    Value::of(symbol, measured(distance.abs(), test.rounding), world::FARTHEST_IN)
}

/// Sentence on one plane test.
fn plane_sentence(context: &PlayedContext, body: usize, test: &PlaneTest) -> Sentence {
    let name = body_mark(context, body);
    let plane = plane_mark(context, test.side);
    match test.class {
        Class::Outside if test.r == 0.0 => {
            say!("{} is {} outside {}.", name, farthest_in(test), plane)
        }
        Class::Outside => say!(
            "All of {} is on the outer side of {}: even its innermost point is {} outside.",
            name,
            plane,
            farthest_in(test)
        ),
        Class::Inside if test.r == 0.0 => {
            say!("{} is {} inside {}.", name, farthest_out(test), plane)
        }
        Class::Inside => say!(
            "All of {} is on the inner side of {}: even its outermost point is {} inside.",
            name,
            plane,
            farthest_out(test)
        ),
        Class::Crossing if touches(test) => {
            let side = if test.rejects.left <= test.rounding { "outside" } else { "inside" };
            say!("{} touches {} from {}: touching counts as crossing, so the plane does not decide.", name, plane, side)
        }
        Class::Crossing => say!(
            "{} crosses {}: it reaches from {} outside to {} inside.",
            name,
            plane,
            farthest_out(test),
            farthest_in(test)
        ),
    }
}

/// Sentence on the class that follows from all plane tests of a body.
pub(super) fn class_sentence(context: &PlayedContext, record: &Record) -> Sentence {
    let name = body_mark(context, record.body);
    let tested = Value::number(symbol::PLANE_TESTS_OF_BODY, count(record.tested().count()));
    match record.class {
        Class::Outside => {
            let plane = record.rejected_by().map_or_else(Sentence::default, |side| plane_mark(context, side));
            let tests = match record.tested().count() {
                1 => Sentence::from("one plane test"),
                _ => say!("{} plane tests", tested),
            };
            let unseen = if context.has_many_bodies() || !context.has_sides {
                ""
            } else {
                camera::absence_sentence(context, record.body)
            };
            say!("{} is culled after {}: all of it is on the outer side of {}.{}", name, tests, plane, unseen)
        }
        Class::Inside => say!("{} is on the inner side of all {} planes, so it is completely in view.", name, tested),
        Class::Crossing => {
            let [touched, crossed] = [true, false].map(|is_touch| {
                let tests = record.tested().filter(|test| test.class == Class::Crossing && touches(test) == is_touch);
                tests.map(|test| plane_mark(context, test.side)).collect::<Vec<Sentence>>()
            });
            let crosses = match [crossed.is_empty(), touched.is_empty()] {
                [false, false] => say!("crosses {} and touches {}", Sentence::list(crossed), Sentence::list(touched)),
                [true, false] => say!("touches {}", Sentence::list(touched)),
                _ => say!("crosses {}", Sentence::list(crossed)),
            };
            say!(
                "{} {}, and no plane has all of it on its outer side: it may be in view, so it is kept.",
                name,
                crosses
            )
        }
    }
}

/// Sentence on the exact test of a crossing body.
fn exact_sentence(context: &PlayedContext, record: &Record, exact: &Exact) -> Sentence {
    let name = body_mark(context, record.body);
    let is_touching = record.tested().any(|test| touches(test) && test.rejects.left <= test.rounding);
    match exact {
        Exact::Outside(sum) => {
            let sides: Vec<Side> = sum.sides.iter().flatten().copied().collect();
            let place = if sides.len() == 2 { "edge" } else { "vertex" };
            say!(
                "{} is a false positive: a {} through the frustum's {} of {} keeps it {} away from the frustum.",
                name,
                Sentence::mark("plane", "sum"),
                place,
                Sentence::list(sides.into_iter().map(|side| plane_mark(context, side))),
                Value::of(symbol::GAP, length(sum.gap), "gap")
            )
        }
        Exact::Unknown => {
            say!("The class of {} stays open: no plane rejects it, and no further test exists for its shape.", name)
        }
        _ if is_touching => {
            say!("{} touches the frustum without overlapping it. Touching counts as in view, so it is kept.", name)
        }
        _ => say!("{} overlaps the frustum, so it is in view: no plane separates the two.", name),
    }
}

/// Values of a beat: the extreme points of a plane test, or the counts of the run once the class is known.
fn values(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Vec<Value> {
    let mut values = Vec::new();
    if let Some((sum, _)) = shows.separating_plane() {
        values.push(Value::of(symbol::GAP, length(sum.gap), "gap"));
    }
    if let Some(test) = shows.current_test() {
        values.extend((test.class != Class::Outside).then(|| farthest_out(test)));
        values.extend((test.class != Class::Inside).then(|| farthest_in(test)));
    }
    if shows.is_class_known {
        // A false positive counts once its exact test is shown.
        let found = if shows.shows_exact_test { step.after } else { step.before };
        let [outside, crossing, inside] = step.after.counts;
        values.push(Value::number(symbol::VISIBLE_BODIES, count((inside + crossing) as usize)));
        values.push(Value::number(symbol::CULLED_BODIES, count(outside as usize)));
        values.push(Value::number(symbol::FALSE_POSITIVES, count(found.false_positives as usize)));
        if step.end.is_some() {
            values.push(Value::number(symbol::PLANE_TESTS, count(step.after.planes as usize)));
        }
    }
    values
}

/// Table of the planes of the current body.
fn table(context: &PlayedContext, shows: ShownBodies<'_>) -> Table {
    let mut rows: Vec<Row> = Side::ALL
        .into_iter()
        .map(|side| {
            let test = shows.record.tested().take(shows.tested).find(|test| test.side == side);
            let exists = context.region.plane(side).is_some();
            let mut cells = vec![Shown::from(context.plane_name(side))];
            match test {
                Some(test) => {
                    let [d, r] = [test.d, test.r];
                    cells.extend([number(d), number(r), number(d - r), number(d + r)]);
                    cells.push(Shown::from(class_word(test)));
                }
                None => {
                    cells.extend(["", "", "", ""].map(Shown::from));
                    cells.push(Shown::from(if exists { "not tested" } else { "absent" }));
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
