//! Numbers of a step that are inputs are dragged where they are read, by real drags.

use contact_lens::app::{Jump, Prefs, SceneCommand, Slot, State, TimeCommand, Window, WindowCommand, engine_player};
use contact_lens::scene::model::{Scene, Shape};
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// A window that has a shipped scene open.
pub fn opened(name: &str) -> State {
    let scene = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    State::new(scene, None, Prefs::default(), engine_player)
}

pub fn shipped(name: &str) -> Harness<'static, Window> {
    super::harness(opened(name))
}

fn scene<'a>(harness: &'a Harness<'_, Window>) -> &'a Scene {
    &harness.state().state.doc.scene
}

/// Drags the number with this label by so many points; `let_go` ends it.
fn drag(harness: &mut Harness<'_, Window>, label: &str, by: f32, let_go: bool) {
    let at = harness.query_all_by_label(label).next().unwrap_or_else(|| panic!("{label}")).rect().center();
    harness.hover_at(at);
    harness.run();
    harness.drag_at(at);
    harness.run();
    for part in [0.3, 0.7, 1.0] {
        harness.hover_at(at + vec2(by * part, 0.0));
        harness.run();
    }
    if let_go {
        harness.drop_at(at + vec2(by, 0.0));
        harness.run();
    }
}

fn direction(harness: &Harness<'_, Window>) -> [f64; 3] {
    scene(harness).queries[0].ask.direction().unwrap()
}

#[test]
fn the_direction_of_a_support_query_is_dragged_in_sentence_and_values_and_the_step_stays() {
    let mut harness = shipped("support-box");
    harness.run();
    let before = direction(&harness);
    // Once in the sentence, once among the values.
    let places = harness.query_all_by_label("Drag Direction of the query, x").count();
    assert_eq!(places, 2);
    harness.state_mut().send(TimeCommand::Jump(Jump::To(1)));
    harness.run();
    let said = harness.state().state.beat().unwrap().say.clone();
    drag(&mut harness, "Drag Direction of the query, x", -60.0, true);
    let after = direction(&harness);
    assert!(after[0] < before[0] && after[1..] == before[1..], "{before:?} {after:?}");
    assert_eq!(harness.state().state.head.position, 1, "the lesson stays on its beat");
    assert_ne!(harness.state().state.beat().unwrap().values[0].text.text, "", "and shows the new run: {said}");
    let shown = harness.state().state.beat().unwrap().values[0].text.exact;
    let unit = glam::DVec3::from(after).normalize();
    assert!(matches!(shown, Some(contact_lens::answer::number::Exact::Vector(d)) if (d - unit).length() < 1e-12));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(direction(&harness), before, "one drag is one undo");
}

#[test]
fn escape_breaks_a_drag_off_and_a_plain_number_is_no_input() {
    let mut harness = shipped("support-box");
    harness.run();
    let before = direction(&harness);
    drag(&mut harness, "Drag Direction of the query, y", 40.0, false);
    assert_ne!(direction(&harness), before);
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(direction(&harness), before);
    harness.state_mut().send(SceneCommand::EndGesture);
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    assert!(harness.state().state.beat().unwrap().values.len() > 1, "h and h/|d| are found, not given");
    let dragged: Vec<_> = harness.query_all_by_label_contains("Drag Direction").map(|node| node.rect()).collect();
    assert_eq!(dragged.len(), 3, "the three coordinates of d among the values");
}

#[test]
fn a_point_is_dragged_in_the_table_that_lists_it() {
    let mut harness = shipped("planar-graham");
    harness.state_mut().send(WindowCommand::Reveal(Slot::Tables));
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    let points = |harness: &Harness<'_, Window>| match &scene(harness).bodies[0].shape {
        Shape::Polygon { points } => points.clone(),
        shape => panic!("{shape:?}"),
    };
    let before = points(&harness);
    let label = (0..before.len()).map(|k| format!("Drag Point p{k} of {}, x", scene(&harness).bodies[0].name));
    let listed: Vec<String> = label.filter(|label| harness.query_all_by_label(label).next().is_some()).collect();
    let label = listed.first().expect("a corner is listed");
    drag(&mut harness, label, 20.0, true);
    let after = points(&harness);
    let changed: Vec<usize> = (0..before.len()).filter(|k| before[*k] != after[*k]).collect();
    assert_eq!(changed.len(), 1, "{before:?} {after:?}");
    assert!(label.contains(&format!("p{} ", changed[0])), "{label}");
    assert!(after[changed[0]][0] > before[changed[0]][0] && after[changed[0]][1] == before[changed[0]][1]);
}
