//! Sub-steps (beats) of frustum culling: one for each tested plane of a body, then its class, then the exact test.

use contact_lens_model::answer::Shown;
use contact_lens_model::snapshot::frustum::PlaneTest;
use contact_lens_picture::Role;

use super::number::{count, length, measured, number};
use super::planes::{class_word, touches};
use super::shown_bodies::ShownBodies;
use super::{CARD, Class, Culling, Exact, PlayedContext, Record, Side, Step, camera, planes, world};
use crate::{Beat, Event, Pictures, Row, Sentence, Table, Value, WORLD, say, symbol};

/// Returns the beats of one body: the order of the planes, each plane test, the class, the exact test, and the end of
/// the run.
pub(super) fn beats(step: &Step<'_, Culling>) -> Vec<Beat> {
    let Some(result) = step.after.last_result.as_ref().filter(|_| step.after.next > step.before.next) else {
        return vec![ending_beat(step, Beat::default())];
    };
    let context = step.context;
    let record = &result.record;
    let mut beats = Vec::new();
    if let Some(side) = record.cached {
        let say = say!(
            "{} was rejected by {} in the last frame, so this plane is tested first.",
            body_mark(context, record.body),
            plane_mark(context, side)
        );
        beats.push(Beat { line: "order", say, ..beat_content(step, ShownBodies::after_tests(result, 0)) });
    }
    for (k, test) in record.tested().enumerate() {
        beats.push(plane_test_beat(step, test, ShownBodies::after_tests(result, k + 1)));
    }
    let classified = ShownBodies::classified(result);
    beats.push(class_beat(step, classified));
    let with_exact_test = ShownBodies { shows_exact_test: true, ..classified };
    if let Some(exact) = record.exact {
        let event = Some(if record.is_false_positive() { Event::Warning } else { Event::Bound });
        let say = exact_sentence(context, record, &exact);
        beats.push(Beat { line: "exact", say, event, ..beat_content(step, with_exact_test) });
    }
    if step.end.is_some() {
        beats.push(ending_beat(step, beat_content(step, with_exact_test)));
    }
    beats
}

/// Beat of the answer, with the pictures, values and table of `content`.
fn ending_beat(step: &Step<'_, Culling>, content: Beat) -> Beat {
    let event = Some(Event::Stop(CARD.ending_kind(step.verdict)));
    Beat { line: "body", say: Sentence::answer(&step.verdict.say), event, ..content }
}

/// Beat of the test of one plane.
fn plane_test_beat(step: &Step<'_, Culling>, test: &PlaneTest, shows: ShownBodies<'_>) -> Beat {
    let (line, event) = match test.class {
        Class::Outside => ("outside", Event::Reduction),
        Class::Inside => ("inside", Event::Support),
        Class::Crossing => ("crossing", Event::Support),
    };
    let say = plane_sentence(step.context, shows.record.body, test);
    Beat { line, say, event: Some(event), ..beat_content(step, shows) }
}

/// Beat of the class that follows from all plane tests of a body.
fn class_beat(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Beat {
    let record = shows.record;
    let [_, crossing, inside] = step.after.counts;
    // One point for each of the card's series: planes tested for this body, and bodies kept.
    let points = vec![(0, record.tested().count() as f64), (1, f64::from(crossing + inside))];
    Beat {
        line: if record.class == Class::Outside { "reject" } else { "body" },
        say: class_sentence(step.context, record),
        points,
        event: Some(Event::Bound),
        ..beat_content(step, shows)
    }
}

/// Pictures, values and table of a beat, without line and sentence.
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

/// Sentence on the test of one plane. A body without extent along the normal has one distance from the plane, other
/// bodies have an outermost and an innermost point.
fn plane_sentence(context: &PlayedContext, body: usize, test: &PlaneTest) -> Sentence {
    let name = body_mark(context, body);
    let plane = plane_mark(context, test.side);
    let has_extent = test.r != 0.0;
    match test.class {
        Class::Outside if has_extent => say!(
            "All of {} is on the outer side of {}: even its innermost point is {} outside.",
            name,
            plane,
            farthest_in(test)
        ),
        Class::Outside => say!("{} is {} outside {}.", name, farthest_in(test), plane),
        Class::Inside if has_extent => say!(
            "All of {} is on the inner side of {}: even its outermost point is {} inside.",
            name,
            plane,
            farthest_out(test)
        ),
        Class::Inside => say!("{} is {} inside {}.", name, farthest_out(test), plane),
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
    let test_count = record.tested().count();
    let test_count_value = Value::number(symbol::PLANE_TESTS_OF_BODY, count(test_count));
    match record.class {
        Class::Outside => {
            let plane = record.rejected_by().map_or_else(Sentence::default, |side| plane_mark(context, side));
            let tests = if test_count == 1 {
                Sentence::from("one plane test")
            } else {
                say!("{} plane tests", test_count_value)
            };
            // With many bodies, the camera view does not draw their shapes.
            let has_image = context.has_sides && !context.has_many_bodies();
            let absence = if has_image { camera::absence_sentence(context, record.body) } else { "" };
            say!("{} is culled after {}: all of it is on the outer side of {}.{}", name, tests, plane, absence)
        }
        Class::Inside => {
            say!("{} is on the inner side of all {} planes, so it is completely in view.", name, test_count_value)
        }
        Class::Crossing => say!(
            "{} {}, and no plane has all of it on its outer side: it may be in view, so it is kept.",
            name,
            crossing_clause(context, record)
        ),
    }
}

/// Clause on the planes that a body crosses and touches: `crosses the left plane and touches the near plane`.
fn crossing_clause(context: &PlayedContext, record: &Record) -> Sentence {
    let mut crossed = Vec::new();
    let mut touched = Vec::new();
    for test in record.tested().filter(|test| test.class == Class::Crossing) {
        let planes = if touches(test) { &mut touched } else { &mut crossed };
        planes.push(plane_mark(context, test.side));
    }
    if touched.is_empty() {
        say!("crosses {}", Sentence::list(crossed))
    } else if crossed.is_empty() {
        say!("touches {}", Sentence::list(touched))
    } else {
        say!("crosses {} and touches {}", Sentence::list(crossed), Sentence::list(touched))
    }
}

/// Sentence on the exact test of a crossing body.
fn exact_sentence(context: &PlayedContext, record: &Record, exact: &Exact) -> Sentence {
    let name = body_mark(context, record.body);
    match exact {
        Exact::Outside(sum) => {
            let sides: Vec<Side> = sum.sides.iter().flatten().copied().collect();
            // Two planes of the frustum intersect in an edge, three in a vertex.
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
        Exact::ByPlane | Exact::Crossing | Exact::Inside => {
            let is_touching = record.tested().any(|test| touches(test) && test.rejects.left <= test.rounding);
            if is_touching {
                say!("{} touches the frustum without overlapping it. Touching counts as in view, so it is kept.", name)
            } else {
                say!("{} overlaps the frustum, so it is in view: no plane separates the two.", name)
            }
        }
    }
}

/// Values of a beat: the extreme points of a plane test, or the counts of the run once the class is known.
fn values(step: &Step<'_, Culling>, shows: ShownBodies<'_>) -> Vec<Value> {
    let mut values = Vec::new();
    if let Some((sum, _)) = shows.separating_plane() {
        values.push(Value::of(symbol::GAP, length(sum.gap), "gap"));
    }
    if let Some(test) = shows.current_test() {
        if test.class != Class::Outside {
            values.push(farthest_out(test));
        }
        if test.class != Class::Inside {
            values.push(farthest_in(test));
        }
    }
    if shows.is_class_known {
        // A false positive counts once its exact test is shown.
        let counted = if shows.shows_exact_test { step.after } else { step.before };
        let [outside, crossing, inside] = step.after.counts;
        values.push(Value::number(symbol::VISIBLE_BODIES, count((inside + crossing) as usize)));
        values.push(Value::number(symbol::CULLED_BODIES, count(outside as usize)));
        values.push(Value::number(symbol::FALSE_POSITIVES, count(counted.false_positives as usize)));
        if step.end.is_some() {
            values.push(Value::number(symbol::PLANE_TESTS, count(step.after.planes as usize)));
        }
    }
    values
}

/// Table of the planes of the current body, with the number of tested planes in the last row.
fn table(context: &PlayedContext, shows: ShownBodies<'_>) -> Table {
    let mut rows: Vec<Row> = Side::ALL.into_iter().map(|side| row_of_plane(context, shows, side)).collect();
    let mut total = vec![Shown::from("tested"), count(shows.tested)];
    total.extend(["", "", "", ""].map(Shown::from));
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Planes of this body", columns: vec!["plane", "d", "r", "d − r", "d + r", "verdict"], rows }
}

/// Row of a plane: the numbers of its test, if this beat or an earlier one made it.
fn row_of_plane(context: &PlayedContext, shows: ShownBodies<'_>, side: Side) -> Row {
    let test = shows.record.tested().take(shows.tested).find(|test| test.side == side);
    let mut cells = vec![Shown::from(context.plane_name(side))];
    if let Some(test) = test {
        let PlaneTest { d, r, .. } = *test;
        cells.extend([number(d), number(r), number(d - r), number(d + r)]);
        cells.push(Shown::from(class_word(test)));
    } else {
        let exists = context.region.plane(side).is_some();
        cells.extend(["", "", "", ""].map(Shown::from));
        cells.push(Shown::from(if exists { "not tested" } else { "absent" }));
    }
    let chosen = test.is_some_and(|test| test.class == Class::Outside);
    Row { cells, key: Some(format!("plane/{side}").into()), chosen }
}
