//! Numbers of a step that are inputs are dragged where they are read, by real drags.

use std::collections::BTreeSet;

use contact_lens::app::{Jump, Prefs, SceneCommand, Slot, State, TimeCommand, Window, WindowCommand, open_in_engine};
use contact_lens::scene::model::{Scene, Shape};
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// A window that has a shipped scene open.
pub fn opened(name: &str) -> State {
    let scene = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    State::new(scene, None, Prefs::default(), open_in_engine)
}

pub fn shipped(name: &str) -> Harness<'static, Window> {
    super::harness(opened(name))
}

fn scene<'a>(harness: &'a Harness<'_, Window>) -> &'a Scene {
    &harness.state().state.doc.scene
}

/// Drags the number with this label by so many points; `release` ends it.
fn drag(harness: &mut Harness<'_, Window>, label: &str, by: f32, release: bool) {
    let at = harness.query_all_by_label(label).next().unwrap_or_else(|| panic!("{label}")).rect().center();
    harness.hover_at(at);
    harness.run();
    harness.drag_at(at);
    harness.run();
    for part in [0.3, 0.7, 1.0] {
        harness.hover_at(at + vec2(by * part, 0.0));
        harness.run();
    }
    if release {
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
    let places = harness.query_all_by_label("Drag Option “Direction”, x").count();
    assert_eq!(places, 2);
    harness.state_mut().send(TimeCommand::Jump(Jump::To(1)));
    harness.run();
    let said = harness.state().state.beat().unwrap().say.clone();
    drag(&mut harness, "Drag Option “Direction”, x", -60.0, true);
    let after = direction(&harness);
    assert!(after[0] < before[0] && after[1..] == before[1..], "{before:?} {after:?}");
    assert_eq!(harness.state().state.playhead.position, 1, "the lesson stays on its beat");
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
    drag(&mut harness, "Drag Option “Direction”, y", 40.0, false);
    assert_ne!(direction(&harness), before);
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(direction(&harness), before);
    harness.state_mut().send(SceneCommand::EndGesture);
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    assert!(harness.state().state.beat().unwrap().values.len() > 1, "h and h/|d| are found, not given");
    let dragged: Vec<_> =
        harness.query_all_by_label_contains("Drag Option “Direction”").map(|node| node.rect()).collect();
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

/// What can be dragged where: the names of the inputs in a beat.
fn dragged_here(harness: &Harness<'_, Window>) -> BTreeSet<String> {
    use egui_kittest::kittest::NodeT as _;
    let nodes = harness.query_all_by_label_contains("Drag ");
    nodes.filter_map(|node| node.accesskit_node().label()).filter(|label| label.starts_with("Drag ")).collect()
}

#[test]
fn every_kind_of_input_is_dragged_where_it_is_read_and_one_drag_is_one_undo() {
    let kinds = [
        ("cast-boxes", "separating axes", "Drag Option “Until”"),
        ("cast-boxes", "separating axes", "Drag Velocity of slab, y"),
        ("cast-rotation", "both turn", "Drag Option “Until”"),
        ("gjk-iteration-limit", "", "Drag Option “Most iterations”"),
        ("planar-epa-deep", "disc", "Drag Radius of "),
        ("distance-shallow", "", "Drag Margin of "),
        ("halfspace-distance", "", "Drag Normal of "),
        ("halfspace-two", "", "Drag Offset of "),
        ("halfspace-contacts", "", "Drag Option “Margin”"),
        ("halfspace-cast", "", "Drag Velocity of "),
    ];
    for (name, query, wanted) in kinds {
        // So high that all values have room.
        let mut harness = Harness::builder()
            .with_size([1280.0, 1400.0])
            .with_max_steps(40)
            .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(opened(name)));
        harness.run();
        let index = scene(&harness).queries.iter().position(|own| own.name == query).unwrap_or(0);
        harness.state_mut().send(contact_lens::app::SelectCommand::SelectQuery(index));
        harness.run();
        let beats = harness.state().state.recording.as_ref().unwrap().beats().min(60);
        let mut all = BTreeSet::new();
        let found = (0..beats).find_map(|beat| {
            harness.state_mut().send(TimeCommand::Jump(Jump::To(beat)));
            harness.run();
            let here = dragged_here(&harness);
            all.extend(here.iter().cloned());
            here.into_iter().find(|label| label.starts_with(wanted))
        });
        let label = found.unwrap_or_else(|| panic!("{name}: {wanted} is not among {all:?}"));
        let (before, position) = (scene(&harness).clone(), harness.state().state.playhead.position);
        drag(&mut harness, &label, 30.0, true);
        assert_ne!(*scene(&harness), before, "{name}: {label} changes nothing");
        assert!(harness.state().state.refusal.is_none(), "{name}: {label} is refused");
        let step = harness.state().state.recording.as_ref().unwrap().beat_index(position).step;
        assert_eq!(harness.state().state.beat_index().step, step, "{name}: the step stays");
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(*scene(&harness), before, "{name}: {label} is one undo");
    }
}

#[test]
fn a_number_is_dragged_in_a_presentation() {
    let mut harness = shipped("support-box");
    harness.run();
    harness.key_press(Key::F11);
    harness.run();
    assert!(harness.state().state.pane_layout.is_presenting);
    let before = direction(&harness);
    assert_eq!(harness.query_all_by_label("Drag Option “Direction”, x").count(), 1, "in the sentence alone");
    drag(&mut harness, "Drag Option “Direction”, x", -60.0, true);
    assert!(direction(&harness)[0] < before[0] && direction(&harness)[1..] == before[1..]);
    let said = harness.state().state.beat().unwrap().say.text();
    let shown = &harness.state().state.beat().unwrap().values[0].text.text;
    assert!(said.contains(shown.as_str()), "{said} shows {shown}");
}

#[test]
fn side_by_side_a_drag_in_either_sentence_changes_both_runs() {
    let mut harness = shipped("support-box");
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::X);
    harness.run();
    let of_twin = |harness: &Harness<'_, Window>| {
        let second_run = &harness.state().state.comparison.as_ref().unwrap().state;
        (second_run.doc.scene.queries[0].ask.direction().unwrap(), second_run.beat().unwrap().say.clone())
    };
    for side in 0..2 {
        let (before, said) = (direction(&harness), of_twin(&harness).1);
        let mut places: Vec<_> =
            harness.query_all_by_label("Drag Option “Direction”, x").map(|node| node.rect().center()).collect();
        places.sort_by(|a, b| a.x.total_cmp(&b.x));
        // Once in each sentence; the values that differ list it too, below the first.
        let at = if side == 0 { places[0] } else { *places.last().unwrap() };
        harness.hover_at(at);
        harness.run();
        harness.drag_at(at);
        harness.run();
        harness.hover_at(at - vec2(40.0, 0.0));
        harness.run();
        harness.drop_at(at - vec2(40.0, 0.0));
        harness.run();
        assert!(direction(&harness)[0] < before[0], "side {side} of {}", places.len());
        assert_eq!(of_twin(&harness).0, direction(&harness));
        assert_ne!(of_twin(&harness).1, said, "the other run follows");
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
        assert_eq!(direction(&harness), before);
    }
}
