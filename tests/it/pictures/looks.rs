//! What is decided about the looks of contacts and of separating axes, asked of every shipped scene of these lessons.

use std::collections::BTreeMap;
use std::sync::Arc;

use contact_lens::answer::FindingFacts as _;
use contact_lens::lesson::{Lesson, View, WORLD};
use contact_lens::picture::view::legend;
use contact_lens::picture::{Bounds, Camera, Form, Key, LaneMap, Mark, Picture, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::{self, SHIPPED};
use glam::{DVec2, DVec3};

/// The first frame of every query whose lesson has this card.
fn lessons(id: &str) -> Vec<(&'static str, Arc<dyn Lesson>)> {
    let mut all: Vec<(&str, Arc<dyn Lesson>)> = Vec::new();
    for shipped in SHIPPED.iter().filter(|shipped| shipped.name.contains(id)) {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let lesson = play::lesson(Precision::F64, &scene, query, 0).unwrap();
            if lesson.card().id.ends_with(id) {
                all.push((shipped.name, lesson));
            }
        }
    }
    assert!(all.len() > 2, "scenes of {id}");
    all
}

/// Lines at which points and tiles begin anew.
const BEGINS: [&str; 3] = ["incident", "edges", "closest"];

/// The number in a dot, or beside a cross; what tells a depth is no number of a point.
fn number(mark: &Mark) -> Option<usize> {
    match &mark.form {
        Form::Badge { text, .. } => Some(leading(text)),
        Form::Label { text, .. } if mark.role == Role::Removed => Some(leading(text)),
        _ => None,
    }
}

/// The number with which a name begins: `3 (a2b1)` is of point 3.
fn leading(text: &str) -> usize {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{text:?} begins with no number"))
}

#[test]
fn a_point_of_contact_has_one_number_in_world_tiles_and_tables() {
    let mut held = 0;
    for (name, lesson) in lessons("manifold") {
        // A second face makes other points.
        let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
        for step in 0..lesson.steps() {
            for beat in lesson.beats(step) {
                if BEGINS.contains(&beat.line) {
                    numbers.clear();
                }
                let marks = beat.pictures.iter().flat_map(|(_, picture)| &picture.marks);
                let named = marks.filter(|mark| mark.key.0.starts_with("point/"));
                let mut numbered: Vec<(Key, usize)> =
                    named.filter_map(|mark| Some((mark.key.clone(), number(mark)?))).collect();
                let rows = beat.tables.iter().flat_map(|table| &table.rows);
                numbered.extend(rows.filter_map(|row| {
                    let key = row.key.clone().filter(|key| key.0.starts_with("point/"))?;
                    Some((key, leading(&row.cells[0])))
                }));
                for (key, number) in numbered {
                    let first = *numbers.entry(key.clone()).or_insert(number);
                    assert_eq!(first, number, "{name}, step {}, @{}: {key:?}", step + 1, beat.line);
                    held += 1;
                }
            }
        }
    }
    assert!(held > 100, "{held}");
}

#[test]
fn the_reference_has_the_ink_of_its_owner() {
    let mut owners = [0, 0];
    for (name, lesson) in lessons("manifold") {
        let still = lesson.backdrop();
        let bodies: Vec<(Role, [DVec3; 2])> = still
            .pictures
            .of(WORLD)
            .marks
            .iter()
            .filter(|mark| matches!(mark.role, Role::ShapeA | Role::ShapeB))
            .map(|mark| (mark.role, Bounds::of(&std::iter::once(mark.clone()).collect()).corners().unwrap()))
            .collect();
        for beat in (0..lesson.steps()).flat_map(|step| lesson.beats(step)) {
            for mark in &beat.pictures.of(WORLD).marks {
                let owner = match mark.role {
                    Role::Reference | Role::IncidentA => Role::ShapeA,
                    Role::ReferenceB | Role::Incident => Role::ShapeB,
                    _ => continue,
                };
                let [low, high] = Bounds::of(&std::iter::once(mark.clone()).collect()).corners().unwrap();
                let (_, [least, most]) = bodies.iter().find(|(role, _)| *role == owner).unwrap();
                // Round bodies are drawn with few corners.
                let room = 0.02 * (*most - *least).length();
                assert!(
                    low.cmpge(*least - room).all() && high.cmple(*most + room).all(),
                    "{name}: {:?} {low} … {high} lies on no body of its ink, {least} … {most}",
                    mark.role
                );
                owners[usize::from(owner == Role::ShapeB)] += 1;
            }
        }
    }
    assert!(owners.iter().all(|n| *n > 20), "{owners:?}");
}

#[test]
fn every_phase_has_a_framed_tile_from_the_start_and_keeps_its_place() {
    for (name, lesson) in lessons("manifold") {
        let Some(view) = lesson.card().views.iter().find(|view| view.id == "face") else { continue };
        let tiles = |picture: &Picture| -> Vec<(Key, [DVec3; 2])> {
            let tile = |mark: &Mark| match &mark.form {
                Form::Tile { corners, caption, .. } => {
                    assert!(!caption.is_empty(), "{name}");
                    Some((mark.key.clone(), *corners))
                }
                _ => None,
            };
            picture.marks.iter().filter_map(tile).collect()
        };
        let steps = lesson.steps();
        let last = tiles(lesson.beats(steps - 1).last().unwrap().pictures.of(view.id));
        // Clipping that leaves nothing begins anew with other tiles.
        let starts = (0..steps).rfind(|step| lesson.beats(*step).iter().any(|beat| BEGINS.contains(&beat.line)));
        for step in starts.unwrap_or(0)..steps {
            for beat in lesson.beats(step).iter().filter(|_| !last.is_empty()) {
                assert_eq!(tiles(beat.pictures.of(view.id)), last, "{name}, step {}", step + 1);
            }
        }
    }
}

#[test]
fn the_reference_fills_a_tile_and_the_legend_stays() {
    let mut held = 0;
    for (name, lesson) in lessons("manifold") {
        let Some(view) = lesson.card().views.iter().find(|view| view.id == "face") else { continue };
        let mut legend = None;
        for beat in (0..lesson.steps()).flat_map(|step| lesson.beats(step)) {
            let picture = beat.pictures.of(view.id);
            let roles: Vec<Role> = legend::samples_of_marks(&picture.marks).into_keys().collect();
            if let Some(before) = legend.replace(roles.clone()).filter(|before: &Vec<Role>| !before.is_empty()) {
                assert_eq!(before, roles, "{name} @{}", beat.line);
            }
            let extent = |mark: &Mark| match &mark.form {
                Form::Tile { corners: [low, high], .. } => Some((*high - *low).truncate()),
                Form::Polyline { .. } => {
                    let [low, high] = Bounds::of(&std::iter::once(mark.clone()).collect()).corners()?;
                    Some((high - low).truncate())
                }
                _ => None,
            };
            let frame = picture.marks.iter().find(|mark| mark.key.0 == "pane/0/frame").and_then(extent);
            let outline = picture.marks.iter().find(|mark| mark.key.0 == "pane/0/reference").and_then(extent);
            if let (Some(frame), Some(outline)) = (frame, outline) {
                // Labels have room around what is framed: 70 % of the tile. The other face is framed before it is laid,
                // too. What lies beside the reference is framed with it.
                let drawn = |mark: &&Mark| {
                    matches!(mark.key.0.as_ref(), "pane/0/reference" | "pane/0/before" | "pane/0/outline")
                };
                let all = Bounds::of(&picture.marks.iter().filter(drawn).cloned().collect());
                let all = all.corners().map_or(outline, |[low, high]| (high - low).truncate());
                let least = if all.max_element() > 2.0 * outline.max_element() { 0.3 } else { 0.6 };
                assert!(outline.max_element() >= least * frame.max_element(), "{name}: {outline} of {frame}");
                assert!(all.max_element() >= 0.6 * frame.max_element(), "{name}: {all} of {frame}");
                held += 1;
            }
        }
    }
    assert!(held > 50, "{held}");
}

#[test]
fn a_value_of_a_contact_comes_when_it_is_found() {
    for (name, lesson) in lessons("manifold") {
        for beat in (0..lesson.steps()).flat_map(|step| lesson.beats(step)) {
            let mut now: Vec<&str> = beat.values.iter().map(|value| value.symbol).collect();
            let at = format!("{name} @{}: {now:?}", beat.line);
            // Bounds that a distance query has proven come and go with it, behind all others.
            let bound = |symbol: &&str| matches!(*symbol, "lower" | "upper");
            now.truncate(now.iter().rposition(|symbol| !bound(symbol)).map_or(0, |last| last + 1));
            assert!(!now.iter().any(bound), "{at}");
            let found = now.contains(&"points");
            assert!(
                !found || !matches!(beat.line, "axes" | "gaps" | "reference" | "incident" | "clip" | "depth"),
                "{at}"
            );
            let is_score = |symbol: &&str| matches!(*symbol, "spread" | "area");
            assert!(beat.line == "pick" || !now.iter().any(is_score), "{at}");
        }
    }
}

fn world(lesson: &dyn Lesson) -> View {
    *lesson.card().views.iter().find(|view| view.id == WORLD).unwrap()
}

#[test]
fn the_camera_looks_across_the_axis_that_is_taken() {
    let mut held = 0;
    for (name, lesson) in lessons("sat") {
        let (view, normal) = (world(&*lesson), lesson.verdict().finding.normal().unwrap_or_default());
        let camera = lesson.camera(&view);
        let off = camera.axes().back.dot(normal);
        // Bodies of one plane would be one line.
        assert!(off.abs() < 1e-9 || lesson.verdict().outcome == "Degenerate", "{name}: {off}");
        assert!(camera.orthographic, "{name}: lengths along the axis are true");
        held += usize::from(normal != DVec3::ZERO);
    }
    assert!(held > 5);
}

#[test]
fn axes_shadows_and_gaps_are_part_of_what_is_framed() {
    for (name, lesson) in lessons("sat") {
        let view = world(&*lesson);
        let still = Bounds::of(lesson.backdrop().pictures.of(WORLD));
        let camera = view.kind.framing(lesson.camera(&view), &still, 1.0, 0.07);
        let size = DVec2::new(500.0, 500.0);
        for step in 0..lesson.steps() {
            for beat in lesson.beats(step) {
                let drawn = beat.pictures.of(WORLD).marks.iter();
                let own = [Role::Axis, Role::Reference, Role::ReferenceB, Role::Gap, Role::Penetration];
                let marks = drawn.filter(|mark| own.contains(&mark.role)).cloned().collect();
                let Some([low, high]) = Bounds::of(&marks).corners() else { continue };
                // In view as a whole: each mark's own corners, not those of the box around all.
                for mark in beat.pictures.of(WORLD).marks.iter().filter(|mark| own.contains(&mark.role)) {
                    let points: Vec<DVec3> = match &mark.form {
                        Form::Arrow { from, to } => vec![*from, *to],
                        Form::Polygon(points) => points.clone(),
                        Form::Label { at, .. } => vec![*at],
                        _ => Vec::new(),
                    };
                    for p in points {
                        let at = camera.project(p, size).unwrap();
                        let inside = at.cmpge(DVec2::ZERO).all() && at.cmple(size).all();
                        assert!(inside, "{name}, step {}: {:?} at {at} of {low} … {high}", step + 1, mark.key);
                    }
                }
            }
        }
    }
}

#[test]
fn lanes_keep_place_and_scale_and_the_lane_at_hand_is_in_view() {
    for (name, lesson) in lessons("sat") {
        let still = lesson.backdrop();
        let marks = |beat: &Picture| -> Vec<Mark> {
            still.pictures.of("axes").marks.iter().chain(&beat.marks).cloned().collect()
        };
        for height in [220.0, 300.0, 620.0] {
            let mut scale = None;
            for step in 0..lesson.steps() {
                for beat in lesson.beats(step) {
                    let marks = marks(beat.pictures.of("axes"));
                    let map = LaneMap::of(&marks, &Camera::flat(), DVec2::new(400.0, height), 38.0);
                    let now = (map.left, map.right, map.row);
                    assert_eq!(*scale.get_or_insert(now), now, "{name}, step {}, {height} high", step + 1);
                    assert!(map.row >= 12.0, "{name}: lanes of {} points", map.row);
                    for mark in marks.iter().filter(|mark| mark.role == Role::Axis) {
                        let Form::Lane { rows, .. } = &mark.form else { continue };
                        assert!(!map.hides(0.5 * (rows[0] + rows[1])), "{name}, step {}", step + 1);
                    }
                }
            }
        }
    }
}

#[test]
fn balls_that_prove_a_depth_are_seen_to_touch_their_plane() {
    for name in ["distance-refinement", "distance-rims"] {
        let shipped = scene::shipped(name).unwrap();
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
        let normal = lesson.verdict().finding.normal().unwrap();
        for view in lesson.card().views {
            let back = lesson.camera(view).axes().back;
            assert!(back.dot(normal).abs() < 1e-9, "{name}, {}: {}", view.id, back.dot(normal));
        }
    }
}

/// The lesson of a shipped scene's query, in the frame that it opens with.
fn lesson(name: &str, query: &str) -> Arc<dyn Lesson> {
    let shipped = scene::shipped(name).unwrap();
    let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let query = scene.queries.iter().find(|one| one.name == query).unwrap();
    play::opening(Precision::F64, &scene, query).unwrap()
}

#[test]
fn the_impulse_of_each_of_few_rows_is_traced_to_where_it_ends() {
    let lesson = lesson("world-bounce", "ten seconds");
    let (mut traced, mut grown) = (0, Vec::new());
    for step in 0..lesson.steps() {
        let beats = lesson.beats(step);
        let picture = beats.last().unwrap().pictures.of("impulses");
        let points = |role: Role| -> Vec<&Vec<DVec3>> {
            let trace = |mark: &&Mark| mark.role == role && &*mark.key.0 == "trace";
            let line = |mark: &'_ Mark| matches!(mark.form, Form::Polyline { .. });
            let marks = picture.marks.iter().filter(trace).filter(|mark| line(mark));
            marks
                .map(|mark| if let Form::Polyline { points, .. } = &mark.form { points } else { unreachable!() })
                .collect()
        };
        let (past, coming) = (points(Role::Witness), points(Role::Grid));
        traced += past.len();
        grown.push(past.iter().map(|points| points.len()).sum::<usize>());
        // What was and what comes are one path of ten iterations, for each of two rows.
        if !(past.is_empty() || coming.is_empty()) && past.len() == coming.len() {
            let joined = past.iter().zip(&coming).all(|(past, coming)| past.last() == coming.first());
            assert!(joined && past[0].len() + coming[0].len() == 12, "step {step}");
        }
    }
    // Sub-steps about other rows have no pane of impulses.
    grown.retain(|points| *points > 0);
    assert!(traced > 10 && grown.is_sorted(), "{grown:?}");
    assert_eq!(grown.last(), Some(&22), "start and ten iterations of two rows");
}

#[test]
fn casts_show_the_bodies_at_the_end_of_the_bracket_once_it_is_told() {
    for (name, query) in [("cast-boxes", "ray cast"), ("planar-cast-rectangles", "ray cast")] {
        let lesson = lesson(name, query);
        let has = |role: Role, beat: &contact_lens::lesson::Beat| {
            beat.pictures.of(WORLD).marks.iter().any(|mark| mark.role == role)
        };
        let told: Vec<(bool, bool)> = (0..lesson.steps())
            .flat_map(|step| lesson.beats(step))
            .map(|beat| {
                let upper = beat.values.iter().find(|value| value.symbol == "t₁");
                (upper.is_some_and(|upper| &*upper.text != "not known"), has(Role::Last, &beat))
            })
            .collect();
        assert!(told.iter().any(|(_, drawn)| *drawn), "{name}: the bodies at t₁");
        assert!(told.iter().all(|(known, drawn)| *known || !drawn), "{name}: not before t₁ is known");
    }
}

#[test]
fn the_clip_plane_and_its_free_side_are_in_the_beat_that_uses_them() {
    for (name, query) in [("cast-boxes", "ray cast"), ("planar-cast-rectangles", "ray cast")] {
        let lesson = lesson(name, query);
        let mut clips = 0;
        for beat in (0..lesson.steps()).flat_map(|step| lesson.beats(step)) {
            let free = |mark: &Mark| match &mark.form {
                Form::HalfSpace { .. } => mark.role == Role::Bound,
                Form::Polygon(_) => mark.role == Role::Bound && mark.key.0.ends_with("/free"),
                _ => false,
            };
            let marks = &beat.pictures.of("cso").marks;
            let has_plane = marks.iter().any(free);
            match beat.line {
                "support" | "reduce" | "pierce" => assert!(!has_plane, "{name}, {}", beat.line),
                "clip" => {
                    assert!(has_plane, "{name}, {}: the side without contact", beat.line);
                    assert!(marks.iter().any(|mark| mark.role == Role::NewSupport), "{name}, {}: p", beat.line);
                    clips += 1;
                }
                _ => {}
            }
        }
        assert!(clips > 1, "{name}: {clips} planes");
    }
}

#[test]
fn a_difference_counts_a_face_in_the_beat_that_finds_it() {
    let lesson = lesson("minkowski-tetra-box", "difference");
    let counted = |picture: &Picture| -> Vec<usize> {
        let entries = picture.marks.iter().filter_map(|mark| match &mark.form {
            Form::Entry { note, .. } => note.parse().ok(),
            _ => None,
        });
        entries.collect()
    };
    let mut before = 0;
    for beat in (0..lesson.steps()).flat_map(|step| lesson.beats(step)) {
        let found = counted(beat.pictures.of("sphere"));
        let [parts @ .., all] = &found[..] else { panic!("{}: no key", beat.line) };
        assert_eq!(parts.iter().sum::<usize>(), *all, "{}", beat.line);
        let new = usize::from(matches!(beat.line, "face" | "parallelogram"));
        assert_eq!(*all, before + new, "{}", beat.line);
        before = *all;
    }
    assert_eq!(before, 21, "4 of A, 6 of −B and 11 of two edges");
}
