//! Lessons, seen from outside: every shipped scene plays in both precisions, and what is shown is true.

pub(crate) mod bounds;
pub(crate) mod moments;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use contact_lens::answer::{Found as _, PairStatus};
use contact_lens::lesson::{CSO, Card, Lesson, Pictures, ViewKind, WORLD};
use contact_lens::picture::{Form, Picture, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Dimension, Scene};
use contact_lens::scene::{self, SHIPPED};

use crate::played::{Beats, Met, Play, Rule, beats, both, each, met};

/// What holds of every lesson.
pub(crate) const RULES: &[(&str, Rule)] = &[
    ("lines", lines_are_told),
    ("shown", shown_is_neither_empty_nor_infinite),
    ("views", drawn_is_in_the_views_of_the_card),
    ("support", support_shows_one_new_point),
    ("partners", vertices_have_partners_and_rows),
    ("closing in", bounds_close_in),
    ("printed", stop_tests_are_printed),
];

fn scene(name: &str) -> Scene {
    let shipped = scene::shipped(name).unwrap();
    scene::parse(shipped.name, shipped.text.as_bytes()).unwrap()
}

/// The labels of a listing or of a stepper.
fn labels(text: &str) -> BTreeSet<&str> {
    text.lines()
        .filter_map(|line| line.rsplit_once('@').map(|(_, label)| label.trim()))
        .filter(|label| !label.is_empty() && label.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .collect()
}

/// Lines that only rounding leads to, and no shipped scene: their lessons' own tests reach them.
const OUT_OF_REACH: &[(&str, &str)] = &[
    ("Boolean GJK", "careful"),
    ("Distance, the full answer", "kink"),
    ("Moving objects: GJK ray cast", "judge"),
    ("Moving objects: GJK ray cast", "stop-stalled"),
    ("Moving objects in the plane: GJK ray cast", "judge"),
    ("Moving objects in the plane: GJK ray cast", "stop-stalled"),
    ("Moving objects: conservative advancement", "stop-stalled"),
    ("Moving objects in the plane: conservative advancement", "stop-stalled"),
    // Bodies of the plane have corners and balls alone: the search comes to the surface itself.
    ("Moving objects in the plane: GJK ray cast", "stop-bracket"),
    // Boxes alone are tried by rows.
    ("Moving objects in the plane: separating axes over time", "row"),
    ("Moving objects in the plane: separating axes over time", "row-span"),
    // Lines of the plane are spanned by sides alone, never badly.
    ("Moving objects in the plane: separating axes over time", "again"),
    // In the plane the search itself crosses the ray by segments.
    ("Moving objects in the plane: GJK ray cast", "cross"),
    ("Moving objects in the plane: conservative advancement", "cross"),
    ("Dobkin-Kirkpatrick hierarchy", "climb"),
    // Two that meet in flight have no gap along a normal that would leave others out; the search is that of distances.
    ("First contact of bodies of parts", "along"),
    // Of contacts none is best, and the margin prunes, not a normal.
    ("Contacts of bodies of parts", "along"),
    ("Contacts of bodies of parts", "best"),
    // The bodies of a scene are there in every frame.
    ("Sweep and prune", "remove"),
    ("Sweep and prune in the plane", "remove"),
];

fn lines_are_told(play: &Play, beats: &Beats, met: &mut Met) {
    met.names.extend(each(beats).map(|beat| (play.lesson.card().title, beat.line)));
}

#[test]
fn every_line_of_a_listing_is_told_by_some_beat_and_no_beat_tells_another() {
    let mut cards: Vec<&'static Card> = Vec::new();
    for play in both() {
        let card = play.lesson.card();
        if !cards.iter().any(|known| known.title == card.title) {
            cards.push(card);
        }
    }
    let met_lines = &met("lines").names;
    assert!(cards.len() >= 2, "support and gjk at least");
    for card in cards {
        let said: BTreeSet<&str> =
            met_lines.iter().filter(|(id, _)| *id == card.title).map(|(_, line)| *line).collect();
        let reached = |text| {
            let all = labels(text).into_iter();
            all.filter(|label| !OUT_OF_REACH.contains(&(card.title, label))).collect::<BTreeSet<_>>()
        };
        let said: BTreeSet<&str> =
            said.into_iter().filter(|label| !OUT_OF_REACH.contains(&(card.title, label))).collect();
        assert_eq!(said, reached(card.listing), "{}: beats against listing", card.title);
        let code: BTreeSet<&str> = card.code.iter().flat_map(|file| reached(file.text)).collect();
        assert_eq!(said, code, "{}: beats against code", card.title);
        for file in card.code {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path);
            assert_eq!(
                std::fs::read_to_string(&path).ok().as_deref(),
                Some(file.text),
                "{}: {}",
                card.title,
                file.path
            );
            for label in labels(file.text) {
                assert_eq!(card.source_of(label).map(|found| found.path), Some(file.path), "{}: @{label}", card.title);
            }
        }
    }
}

#[test]
fn every_ending_is_reached_by_a_scene() {
    let mut reached: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut promised: BTreeSet<(&str, &str)> = BTreeSet::new();
    for play in both() {
        let card = play.lesson.card();
        // A scene whose numbers an algorithm cannot use is rejected (the test below); its own tests reach that ending.
        let refused = |name: &str| {
            (["gjk", "isa_gjk", "boolean_gjk"].contains(&card.id) && name == "Degenerate")
                || (card.id, name) == ("cull", "NoBodies")
                || (card.id, name) == ("cast", "Stalled")
                || (card.id, name) == ("hierarchy", "MoveLimit")
                || name == "NotFinite"
        };
        let endings = card.endings.iter().filter(|ending| !refused(ending.name));
        promised.extend(endings.map(|ending| (card.title, ending.name)));
        reached.insert((card.title, play.lesson.verdict().outcome));
    }
    assert_eq!(reached, promised, "reached against the endings on the cards");
}

/// Words that name a part of an algorithm, and say nothing to who looks at the bodies alone.
const OF_ALGORITHMS: [&str; 12] = [
    "gap",
    "vanish",
    "stall",
    "clip",
    "subset",
    "region",
    "horizon",
    "cache",
    "finite",
    "degenerate",
    "unbounded",
    "converged",
];

#[test]
fn endings_are_called_by_words_that_need_no_algorithm() {
    for card in both().iter().map(|play| play.lesson.card()) {
        for ending in card.endings {
            let words = ending.words().to_lowercase();
            let of_algorithm = OF_ALGORITHMS.iter().find(|word| words.contains(**word));
            assert_eq!(of_algorithm, None, "{}: {} is called {words:?}", card.title, ending.name);
            let is_listed = ending.line.is_empty() || labels(card.listing).contains(ending.line);
            assert!(is_listed, "{}: {} is at {}", card.title, ending.name, ending.line);
        }
    }
}

#[test]
fn the_course_has_a_scene_for_every_ending() {
    let course: BTreeSet<&str> = contact_lens::scene::catalog::course().iter().map(|entry| entry.name).collect();
    let ending = |play: &Play| (play.lesson.card().title, play.lesson.verdict().outcome);
    let taught = |play: &&Play| play.name.split(' ').next().is_some_and(|scene| course.contains(scene));
    let shown: BTreeSet<_> = both().iter().filter(taught).map(ending).collect();
    let missing: BTreeSet<_> = both().iter().map(ending).filter(|ending| !shown.contains(ending)).collect();
    assert!(missing.is_empty(), "endings that no scene of the course has: {missing:?}");
}

#[test]
fn bodies_too_far_apart_to_measure_are_rejected_with_their_field() {
    let mut scene = scene("gjk-nearly-touching");
    scene.bodies[1].position = [1.0e300, 0.0, 0.0];
    let query = &scene.queries[0];
    let wide = play::lesson(Precision::F64, &scene, query, 0).map(|_| ()).unwrap_err();
    let narrow = play::lesson(Precision::F32, &scene, query, 0).map(|_| ()).unwrap_err();
    assert_eq!([wide.field, narrow.field], ["bodies[1].position", "bodies[1].position"]);
}

#[test]
fn answers_hold_what_the_scenes_expect() {
    for play in both().iter().filter(|play| play.frame == 0) {
        let expect = play.query.ask.expectation();
        let Some(found) = play.lesson.verdict().pair() else { continue };
        let exact = play.name.ends_with("f64");
        if let Some((truth, tolerance)) = expect.signed_distance() {
            let rounding = tolerance.unwrap_or(0.0).max(1e-13);
            let inside = found.proof.lower - rounding <= truth && truth <= found.proof.upper + rounding;
            assert!(inside, "{}: {truth} is outside of {:?}", play.name, found.proof);
            // What single precision cannot tell it must not claim to know.
            if !exact && found.signed_distance.is_none() {
                assert_ne!(found.status, PairStatus::Separated, "{}: {found:?}", play.name);
                continue;
            }
            let reached = found.signed_distance.unwrap_or(f64::NAN);
            // In single precision the bracket, which holds the truth, says how much may be wanting.
            let allowed = if exact { rounding } else { rounding.max(found.proof.width()) };
            assert!((reached - truth).abs() <= allowed, "{}: {reached} instead of {truth}", play.name);
        }
        if let (Some(normal), true) = (expect.normal(), exact) {
            let off = found.normal.unwrap().distance(normal.into());
            assert!(off < 2e-3, "{}: the normal is off by {off}", play.name);
        }
        match expect.intersects() {
            Some(true) => assert_ne!(found.status, PairStatus::Separated, "{}: {found:?}", play.name),
            Some(false) => assert_ne!(found.status, PairStatus::Penetrating, "{}: {found:?}", play.name),
            None => {}
        }
    }
}

#[test]
fn answer_and_play_agree() {
    for shipped in SHIPPED {
        let scene = scene(shipped.name);
        for query in &scene.queries {
            let last = scene.frames_of(Some(query)) - 1;
            let played = play::lesson(Precision::F64, &scene, query, last).unwrap().verdict().clone();
            assert_eq!(play::answer(Precision::F64, &scene, query, last), Ok(played), "{} in f64", shipped.name);
            let played = play::lesson(Precision::F32, &scene, query, last).unwrap().verdict().clone();
            assert_eq!(play::answer(Precision::F32, &scene, query, last), Ok(played), "{} in f32", shipped.name);
        }
    }
}

/// Every coordinate of a picture.
fn coordinates(picture: &Picture) -> Vec<f64> {
    let mut all: Vec<f64> = picture.requests.reserved.iter().flat_map(|p| p.to_array()).collect();
    for detail in &picture.requests.details {
        all.extend([detail.center.x, detail.center.y, detail.center.z, detail.radius]);
    }
    for mark in &picture.marks {
        let mut put = |p: &glam::DVec3| all.extend(p.to_array());
        match &mark.form {
            Form::Point(p) | Form::Badge { at: p, .. } | Form::Label { at: p, .. } => put(p),
            Form::Segment(ends) => ends.iter().for_each(put),
            Form::Arrow { from, to } => [from, to].into_iter().for_each(put),
            Form::Polyline { points, .. } | Form::Polygon(points) => points.iter().for_each(put),
            Form::Circle { center, normal, .. } => [center, normal].into_iter().for_each(put),
            Form::Plane { point, normal, .. } | Form::HalfSpace { point, normal, .. } => {
                [point, normal].into_iter().for_each(put);
            }
            Form::Solid(solid) => solid.vertices.iter().for_each(put),
            Form::Arc { from, to, .. } => [from, to].into_iter().for_each(put),
            Form::Interval { row, thickness, .. } => all.extend([row, thickness]),
            Form::Lane { rows, .. } | Form::Band { rows, .. } => all.extend(rows),
            Form::Axis { ends, .. } => all.extend(ends),
            Form::Cell { ends, rows, .. } => all.extend(ends.iter().chain(rows)),
            Form::Density { ends, rows, .. } => all.extend(ends.iter().chain(rows)),
            Form::Tile { corners, .. } => corners.iter().for_each(put),
            Form::Link(ends) => ends.iter().for_each(put),
            Form::Entry { row, .. } => all.push(*row),
            Form::Scale { ends, .. } => all.extend(ends.iter().flatten()),
            Form::Columns { .. } => {}
        }
    }
    all
}

fn shown_is_neither_empty_nor_infinite(play: &Play, beats: &Beats, met: &mut Met) {
    let backdrop = play.lesson.backdrop();
    for (i, beat) in each(beats).enumerate() {
        met.count += 1;
        let at = format!("{}, beat {i} @{}", play.name, beat.line);
        assert!(beat.say.text().len() > 20 && beat.say.text().ends_with(['.', '?']), "{at}: {:?}", beat.say);
        assert!(!beat.say.text().contains("not a number"), "{at}: {:?}", beat.say);
        let seen = |pictures: &Pictures| !pictures.of(WORLD).marks.is_empty() || !pictures.of(CSO).marks.is_empty();
        assert!(seen(&beat.pictures) || seen(&backdrop.pictures), "{at}: nothing to see");
        for picture in [beat.pictures.of(WORLD), beat.pictures.of(CSO)] {
            assert!(coordinates(picture).iter().all(|x| x.is_finite()), "{at}: {picture:?}");
        }
        for table in &beat.tables {
            assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()), "{at}: {table:?}");
        }
        assert!(beat.points.iter().all(|(i, _)| *i < play.lesson.card().series.len()), "{at}: a curve too many");
    }
}

#[test]
fn nothing_that_is_shown_is_empty_or_infinite() {
    assert!(met("shown").count > 10_000, "a weak test");
}

fn drawn_is_in_the_views_of_the_card(play: &Play, beats: &Beats, met: &mut Met) {
    met.count += 1;
    let ids: Vec<&str> = play.lesson.card().views.iter().map(|view| view.id).collect();
    let planar = play.lesson.card().views[0].kind == ViewKind::Plane;
    let dimension = if planar { Dimension::Two } else { Dimension::Three };
    let named = play.query.ask.algorithm().views(dimension);
    // A lesson of bodies of parts has views of its own.
    assert!(ids.iter().all(|id| named.contains(id)), "{}: {ids:?} are not all among {named:?}", play.name);
    met.names.extend(ids.iter().map(|id| (play.query.ask.algorithm().id(), *id)));
    let backdrop = play.lesson.backdrop();
    let drawn = each(beats).map(|beat| &beat.pictures).chain([&backdrop.pictures]).flat_map(Pictures::iter);
    for (id, _) in drawn {
        assert!(ids.contains(&id), "{}: draws in {id}, which nobody shows", play.name);
    }
}

#[test]
fn a_lesson_has_the_views_that_scenes_may_name_and_draws_in_no_other() {
    assert_eq!(met("views").count, both().len());
    for play in both() {
        let algorithm = play.query.ask.algorithm();
        let named = [Dimension::Two, Dimension::Three].into_iter().flat_map(|dimension| algorithm.views(dimension));
        for view in named {
            let shown = met("views").names.contains(&(algorithm.id(), *view));
            assert!(shown || !algorithm.is_for(Dimension::Three), "{}: nobody shows {view}", algorithm.id());
        }
    }
}

fn count(picture: &Picture, role: Role, wanted: fn(&Form) -> bool) -> usize {
    picture.marks.iter().filter(|mark| mark.role == role && wanted(&mark.form)).count()
}

fn support_shows_one_new_point(play: &Play, beats: &Beats, met: &mut Met) {
    if play.lesson.card().title != "GJK distance" {
        return;
    }
    let backdrop = play.lesson.backdrop();
    let origins = count(backdrop.pictures.of(CSO), Role::Origin, |form| matches!(form, Form::Point(_)));
    assert_eq!(origins, 1, "{}: the origin is in the backdrop, once", play.name);
    for beat in each(beats).filter(|beat| beat.line == "support") {
        met.count += 1;
        let dots = |picture, role| count(picture, role, |form| matches!(form, Form::Point(_)));
        assert_eq!(dots(beat.pictures.of(CSO), Role::NewSupport), 1, "{}: one w", play.name);
        assert_eq!(dots(beat.pictures.of(WORLD), Role::NewSupport), 2, "{}: its partners on A and on B", play.name);
    }
}

#[test]
fn a_support_beat_shows_one_new_point_over_an_origin_that_stays() {
    assert!(met("support").count > 50, "a weak test");
}

fn vertices_have_partners_and_rows(play: &Play, beats: &Beats, met: &mut Met) {
    if play.lesson.card().title != "GJK distance" {
        return;
    }
    for beat in each(beats) {
        met.count += 1;
        let keys = |picture: &Picture| -> BTreeSet<String> {
            picture.marks.iter().map(|mark| mark.key.0.to_string()).collect()
        };
        let (world, cso) = (keys(beat.pictures.of(WORLD)), keys(beat.pictures.of(CSO)));
        let rows: BTreeSet<String> =
            beat.tables.iter().flat_map(|t| &t.rows).filter_map(|r| r.key.as_ref()).map(|k| k.0.to_string()).collect();
        for key in cso.iter().filter(|key| key.starts_with("w/")) {
            for side in ["a/", "b/"] {
                let partner = key.replacen("w/", side, 1);
                assert!(world.contains(&partner), "{} @{}: {key} without {partner}", play.name, beat.line);
            }
            assert!(rows.contains(key), "{} @{}: {key} without a row", play.name, beat.line);
        }
    }
}

#[test]
fn a_vertex_in_one_pane_has_its_partners_in_the_other_and_a_row_in_the_table() {
    assert!(met("partners").count > 100, "a weak test");
}

fn bounds_close_in(play: &Play, beats: &Beats, met: &mut Met) {
    if play.lesson.card().title != "GJK distance" {
        return;
    }
    let series = play.lesson.card().series;
    let find = |name| series.iter().position(|s| s.name == name).unwrap();
    let (upper, lower) = (find("upper bound"), find("lower bound"));
    let rounding = if play.name.ends_with("f64") { 1e-9 } else { 1e-3 };
    let (mut up, mut low) = (f64::INFINITY, f64::NEG_INFINITY);
    for (i, value) in each(beats).flat_map(|beat| &beat.points) {
        met.count += 1;
        let rounding = rounding * (1.0 + value.abs());
        if *i == upper {
            assert!(*value <= up + rounding, "{}: the upper bound rose from {up} to {value}", play.name);
            up = up.min(*value);
        } else if *i == lower {
            assert!(*value >= low - rounding, "{}: the lower bound fell from {low} to {value}", play.name);
            low = low.max(*value);
        }
        assert!(low <= up + rounding, "{}: lower {low} above upper {up}", play.name);
    }
}

#[test]
fn bounds_close_in_from_both_sides() {
    assert!(met("closing in").count > 50, "a weak test");
}

fn stop_tests_are_printed(play: &Play, beats: &Beats, met: &mut Met) {
    if play.lesson.card().title != "GJK distance" {
        return;
    }
    let beats: Vec<_> = each(beats).collect();
    let stops: Vec<_> = beats.iter().flat_map(|beat| &beat.stops).collect();
    assert!(!stops.is_empty(), "{}: no stop test shown", play.name);
    for stop in stops {
        if stop.fired {
            met.names.insert((stop.name, stop.line));
        }
    }
    let last = beats.last().unwrap();
    assert!(last.stops.iter().any(|stop| stop.fired), "{}: the last beat does not say what ended it", play.name);
    let early = beats.iter().rev().skip_while(|beat| beat.stops.iter().any(|s| s.fired));
    assert!(early.flat_map(|beat| &beat.stops).all(|stop| !stop.fired), "{}: a test fired early", play.name);
}

#[test]
fn every_stop_test_is_printed_with_what_it_compared() {
    let fired = &met("printed").names;
    assert!(fired.len() >= 4, "the scenes end in many ways: {fired:?}");
}

#[test]
fn both_precisions_tell_the_same_story_where_rounding_leaves_them_free() {
    // Not the box edges that cross: square to both edges, their ends are equally far, and rounding picks one.
    for name in ["gjk-box-octahedron", "gjk-boxes-vertex-face", "support-box"] {
        let scene = scene(name);
        let query = &scene.queries[0];
        let wide = play::lesson(Precision::F64, &scene, query, 0).unwrap();
        let narrow = play::lesson(Precision::F32, &scene, query, 0).unwrap();
        assert_eq!(wide.steps(), narrow.steps(), "{name}");
        for (one, other) in beats(&*wide).iter().zip(&beats(&*narrow)) {
            assert_eq!(one.line, other.line, "{name}");
            for (p, q) in
                [(one.pictures.of(WORLD), other.pictures.of(WORLD)), (one.pictures.of(CSO), other.pictures.of(CSO))]
            {
                let (p, q) = (coordinates(p), coordinates(q));
                assert_eq!(p.len(), q.len(), "{name} @{}", one.line);
                let off = p.iter().zip(&q).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
                assert!(off < 1e-4, "{name} @{}: off by {off}", one.line);
            }
        }
    }
}

/// All that is told of a run, as text.
fn story(lesson: &dyn Lesson) -> String {
    let mut out = String::new();
    for step in 0..lesson.steps() {
        for beat in lesson.beats(step) {
            let _ = writeln!(out, "[{step}] @{} {:?}\n  {}", beat.line, beat.event, beat.say);
            for value in &beat.values {
                let _ = writeln!(out, "  {} = {}", value.symbol, value.text);
            }
            for table in &beat.tables {
                let _ = writeln!(out, "  {}: {}", table.title, table.columns.join(" | "));
                for row in &table.rows {
                    let _ = writeln!(
                        out,
                        "    {}{}",
                        row.texts().collect::<Vec<_>>().join(" | "),
                        if row.chosen { "  ←" } else { "" }
                    );
                }
            }
            for stop in &beat.stops {
                let _ = writeln!(
                    out,
                    "  {} {}: {:.4e} {} {:.4e}",
                    if stop.fired { "STOP" } else { "go on" },
                    stop.name,
                    stop.left,
                    stop.relation,
                    stop.right
                );
            }
        }
    }
    let verdict = lesson.verdict();
    let _ = writeln!(out, "{} ({}): {}", verdict.finding.status(), verdict.outcome, verdict.say);
    out
}

#[test]
fn the_stories_of_some_scenes() {
    for name in ["gjk-box-octahedron", "gjk-boxes-edge-edge", "gjk-catto-containment", "gjk-margins", "support-box"] {
        let scene = scene(name);
        let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
        insta::assert_snapshot!(name, story(&*lesson));
    }
}

#[test]
fn a_query_that_cannot_be_asked_names_the_field() {
    let mut broken = scene("gjk-box-octahedron");
    *broken.queries[0].ask.names_mut().next().unwrap() = String::from("nobody");
    let reject = play::lesson(Precision::F64, &broken, &broken.queries[0], 0).err().unwrap();
    assert_eq!(reject.field, "queries[0].a", "{reject:?}");
    let mut flat = scene("gjk-box-octahedron");
    flat.bodies[1].shape = contact_lens::scene::model::Shape::Circle { radius: 1.0 };
    let reject = play::lesson(Precision::F32, &flat, &flat.queries[0], 0).err().unwrap();
    assert!(reject.field.starts_with("bodies[1].shape"), "{reject:?}");
}
