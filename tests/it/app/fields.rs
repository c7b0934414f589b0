//! Fields write what a person entered, and nothing else.

use std::collections::BTreeSet;

use contact_lens::app::{FileCommand, Prefs, SelectCommand, State, Window, open_in_engine};
use contact_lens::ask::{FieldInfo, Kind, Slot};
use contact_lens::scene::model::{Algorithm, Ask, Dimension, Scene, Shape, SubjectKind};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

pub fn harness(window: Window) -> Harness<'static, Window> {
    Harness::builder()
        .with_size([1280.0, 1600.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window)
}

/// Numbers at the ends of what a scene may hold.
fn extremes() -> Scene {
    let text = r#"{
      "version": 1, "name": "Extremes",
      "bodies": [
        {"name": "point", "shape": {"type": "sphere", "radius": 0}, "position": [1e-17, -0.0, 123456.78901234567]},
        {"name": "grain", "shape": {"type": "sphere", "radius": 5e-10}, "margin": 1e-300},
        {"name": "world", "shape": {"type": "box", "half_extents": [1e12, 5e-324, 0.1234567890123456]},
         "position": [-1e12, 0.3333333333333333, 1e-300]},
        {"name": "tilted", "shape": {"type": "capsule", "radius": 5e-10, "half_height": 0, "axis": "z"},
         "rotation": [0.1, 0.2, 0.3, 0.9273618495495704]},
        {"name": "flat", "shape": {"type": "ellipsoid", "radii": [0, 1e-9, 0.9e-9]}},
        {"name": "image", "shape": {"type": "affine", "matrix": [[1e-9, 0, 1e11], [0, 0, 0], [7, -0.0, 3]],
         "offset": [1e-12, 2, 3], "shape": {"type": "inflate", "radius": 0, "shape": {"type": "cone", "radius": 1e-10, "half_height": 1e-11}}}}
      ],
      "queries": [
        {"name": "first", "algorithm": "distance", "a": "point", "b": "grain",
         "options": {"max_iterations": 4000000000}},
        {"name": "second", "algorithm": "distance", "a": "grain", "b": "tilted"},
        {"name": "third", "algorithm": "gjk", "a": "world", "b": "image",
         "options": {"relative_tolerance": 0, "absolute_tolerance": 1e-300, "direction": [1e-9, 0, 1e11]}}
      ]
    }"#;
    contact_lens::scene::parse("extremes", text.as_bytes()).unwrap()
}

/// Opens the options of the query, which are folded away at first.
fn unfold(harness: &mut Harness<'_, Window>) {
    press(harness, egui::vec2(-10.0, 0.0));
}

/// A click so far from the left end of the name of the options.
fn press(harness: &mut Harness<'_, Window>, off: egui::Vec2) {
    let at = harness.get_by_label("Options").rect().left_center() + off;
    harness.drag_at(at);
    harness.run();
    harness.drop_at(at);
    harness.run();
}

#[test]
fn the_name_of_a_fold_opens_it_and_shuts_it_as_its_triangle_does() {
    let mut harness = harness(Window::new(State::new(extremes(), None, Prefs::default(), open_in_engine)));
    let is_open = |harness: &Harness<'_, Window>| harness.query_all_by_label("Most iterations").next().is_some();
    assert!(!is_open(&harness));
    for (off, open) in [(12.0, true), (-10.0, false), (-10.0, true), (12.0, false)] {
        press(&mut harness, egui::vec2(off, 0.0));
        harness.run_steps(30);
        assert_eq!(is_open(&harness), open, "{off}");
    }
}

/// Selects every body and every query, and goes through the fields by Tab.
fn look_at_everything(harness: &mut Harness<'_, Window>, tabs: usize) {
    let before = harness.state().state.doc.scene.clone();
    for query in 0..before.queries.len() {
        harness.state_mut().send(SelectCommand::SelectQuery(query));
        harness.run_steps(2);
        let answer = harness.state().state.verdict().cloned();
        for body in 0..before.bodies.len() {
            harness.state_mut().send(SelectCommand::SelectBody(Some(body)));
            harness.run_steps(2);
            for _ in 0..tabs {
                harness.key_press(Key::Tab);
                harness.run_steps(2);
            }
            let state = &harness.state().state;
            let name = &before.name;
            assert_eq!(state.doc.scene, before, "{name}: query {query}, body {body}");
            assert!(!state.doc.dirty && state.doc.edition == 0, "{name}: query {query}, body {body}");
            assert_eq!(state.verdict(), answer.as_ref(), "{name}: query {query}, body {body}");
        }
    }
}

#[test]
fn looking_at_extreme_numbers_changes_none_of_them() {
    let mut harness = harness(Window::new(State::new(extremes(), None, Prefs::default(), open_in_engine)));
    harness.run();
    unfold(&mut harness);
    assert!(harness.query_by_label_contains("own Most").is_some(), "the options are unfolded");
    look_at_everything(&mut harness, 40);
}

#[test]
fn looking_at_the_shipped_scenes_changes_none_of_them() {
    let mut harness = harness(Window::new(State::new(super::two_boxes(), None, Prefs::default(), super::fake::play)));
    harness.run();
    unfold(&mut harness);
    for (index, _) in crate::walk::some_scenes() {
        harness.state_mut().send(FileCommand::OpenShipped(index));
        harness.run();
        look_at_everything(&mut harness, 0);
    }
}

fn type_into(harness: &mut Harness<'_, Window>, label: &str, text: &str) {
    harness.get_by_label(label).click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label(label).type_text(text);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
}

#[test]
fn an_entry_that_no_scene_may_hold_is_shown_and_not_taken() {
    let mut harness = harness(Window::new(super::state()));
    harness.state_mut().send(SelectCommand::SelectBody(Some(0)));
    harness.run();
    let before = harness.state().state.doc.scene.clone();
    for (text, why) in [
        ("-1", "This number must not be negative."),
        ("1e13", "This number is outside the allowed range."),
        ("1e999", "This number must be finite."),
        ("wide", "This is not a number."),
    ] {
        type_into(&mut harness, "Half size x", text);
        assert_eq!(harness.state().state.doc.scene, before, "{text}");
        assert!(!harness.state().state.doc.dirty, "{text}");
        assert!(harness.query_by_label(why).is_some(), "{text}");
    }
    // Another body's field of that place holds no error, and the entry is still there when one comes back.
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    assert!(harness.query_by_label("This is not a number.").is_none());
    harness.state_mut().send(SelectCommand::SelectBody(Some(0)));
    harness.run();
    assert!(harness.query_by_label("This is not a number.").is_some());
    // What a scene may hold is taken as it is, and the complaint goes.
    for (text, value) in [("0", 0.0), ("5e-10", 5e-10), ("0.12345678901234567", 0.123_456_789_012_345_67)] {
        type_into(&mut harness, "Half size x", text);
        let Shape::Box { half_extents } = harness.state().state.doc.scene.bodies[0].shape else { panic!("a box") };
        assert_eq!(half_extents[0], value);
        assert!(harness.query_by_label("This is not a number.").is_none());
    }
    // Each of these entries can be saved and read again.
    contact_lens::scene::save::to_string(&harness.state().state.doc.scene).unwrap();
}

#[test]
fn a_name_that_another_body_has_can_be_typed_through_but_not_taken() {
    let mut harness = harness(Window::new(super::state()));
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    harness.get_by_label("Body name").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Body name").type_text("A");
    harness.run();
    assert!(harness.query_by_label("Another body has this name.").is_some());
    assert_eq!(harness.state().state.doc.scene.bodies[1].name, "B");
    harness.get_by_label("Body name").type_text("2");
    harness.run();
    assert!(harness.query_by_label("Another body has this name.").is_none());
    assert_eq!(harness.state().state.doc.scene.bodies[1].name, "A2");
    assert_eq!(harness.state().state.doc.scene.queries[0].ask.subjects().list(), "A, A2");
}

/// The name by which the row of a field can be found.
fn control(about: &FieldInfo, slot: &dyn Slot) -> String {
    match slot.kind() {
        Kind::Number | Kind::Count => format!("own {}", about.label),
        Kind::Vector | Kind::Planar => format!("own {}", about.name),
        Kind::Flag => about.name.replace('_', " "),
        Kind::Choice => about.label.to_owned(),
    }
}

/// The rows that there are for a question that says nothing of how it is to be answered.
fn controls(ask: &Ask, dimension: Dimension) -> Vec<String> {
    let Some(options) = ask.options() else { return Vec::new() };
    let fields = options.fields().into_iter().filter(|about| options.conflict(about.name, dimension).is_none());
    fields.map(|about| control(about, options.slot(about.name).unwrap())).collect()
}

fn shown_options(dimension: Dimension, shapes: [&str; 2]) {
    let all = Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_for(dimension));
    let query = |algorithm: Algorithm| {
        let subjects = match algorithm.subject() {
            SubjectKind::Pair => r#", "a": "A", "b": "B""#,
            SubjectKind::Body => r#", "body": "A""#,
            SubjectKind::World => "",
            _ => r#", "bodies": "all""#,
        };
        let id = algorithm.id();
        format!(r#"{{"name": "{id}", "algorithm": "{id}"{subjects}}}"#)
    };
    let queries = all.map(query).collect::<Vec<_>>().join(", ");
    let [a, b] = shapes;
    let dim = u8::from(dimension);
    let text = format!(
        r#"{{"version": 1, "name": "All", "dimension": {dim}, "bodies": [{{"name": "A", "shape": {a}}}, {{"name": "B", "shape": {b}}}],
        "queries": [{queries}]}}"#
    );
    let scene = contact_lens::scene::parse("all", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let mut harness = harness(Window::new(State::new(scene.clone(), None, Prefs::default(), open_in_engine)));
    harness.run_steps(2);
    unfold(&mut harness);
    let every: BTreeSet<String> = scene.queries.iter().flat_map(|query| controls(&query.ask, dimension)).collect();
    for (i, query) in scene.queries.iter().enumerate() {
        harness.state_mut().send(SelectCommand::SelectQuery(i));
        harness.run_steps(3);
        let own = controls(&query.ask, dimension);
        for label in &every {
            let shown = harness.query_all_by_label(label).next().is_some();
            assert_eq!(shown, own.contains(label), "{}: {label}", query.name);
        }
    }
}

#[test]
fn the_options_shown_are_those_of_the_algorithm() {
    let segment = |from: f64, to: f64| format!(r#"{{"type": "segment", "points": [[{from}, 0, 0], [{to}, 0, 0]]}}"#);
    shown_options(Dimension::Three, [&segment(0.0, 1.0), &segment(3.0, 3.0)]);
    let square = r#"{"type": "rectangle", "half_extents": [1, 1]}"#;
    shown_options(Dimension::Two, [square; 2]);
}
