//! Two runs side by side: they stand at the same step, say where they part, and follow edits.

use contact_lens::app::{
    ComparisonCommand, Edit, FileCommand, Jump, Prefs, RunDifference, SceneCommand, State, TimeCommand, Window,
    open_in_engine,
};
use contact_lens::lesson::BeatIndex;
use contact_lens::play::Precision;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness;

fn opened(name: &str) -> Harness<'static, Window> {
    let shipped = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut harness = harness(State::new(scene, None, Prefs::default(), open_in_engine));
    harness.run();
    harness.key_press_modifiers(Modifiers::SHIFT, Key::X);
    harness.run();
    harness
}

#[test]
fn the_other_precision_stands_at_the_same_step_and_says_where_it_parts() {
    let mut harness = opened("gjk-ellipsoids-ratio-100");
    let state = &harness.state().state;
    let comparison = state.comparison.as_ref().unwrap();
    assert_eq!([state.focus.precision, comparison.state.focus.precision], [Precision::F64, Precision::F32]);
    let shown = state.other_precision.as_ref().unwrap().divergence.clone();
    let parts = comparison.divergence.found().cloned();
    assert_eq!(parts, shown);
    let parts = parts.expect("these ellipsoids are too long for single precision");
    let label = format!("Step {}, sub-step {}", parts.step + 1, parts.beat + 1);
    harness.get_by_label(&label).click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!(state.beat_index(), BeatIndex { step: parts.step, beat: parts.beat });
    assert_eq!(state.comparison.as_ref().unwrap().state.beat_index().step, parts.step);
    harness.key_press(Key::ArrowDown);
    harness.run();
    let state = &harness.state().state;
    let other = &state.comparison.as_ref().unwrap().state;
    let steps = other.recording.as_ref().unwrap().steps();
    assert_eq!(other.beat_index().step, state.beat_index().step.min(steps - 1));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.state().state.comparison.is_none());
}

#[test]
fn two_solvers_are_compared_and_an_edit_reaches_both() {
    let mut harness = opened("gjk-box-octahedron");
    let state = &harness.state().state;
    let all = RunDifference::all(&state.run_inputs());
    let names: Vec<String> = all.iter().map(|other| other.names(&state.run_inputs())[1].clone()).collect();
    let solver = names.iter().position(|name| name == "solver: johnson").unwrap_or_else(|| panic!("{names:?}"));
    harness.state_mut().send(ComparisonCommand::Choose(all[solver]));
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    let state = &harness.state().state;
    let other = &state.comparison.as_ref().unwrap().state;
    assert_ne!(state.query(), other.query());
    assert_eq!(state.verdict().unwrap().finding.pair_status(), other.verdict().unwrap().finding.pair_status());
    let mut position = state.doc.scene.bodies[1].position;
    position[0] += 3.0;
    let pose = Edit::Pose { body: 1, frame: 0, position, rotation: state.doc.scene.bodies[1].rotation };
    harness.state_mut().send(SceneCommand::Edit(pose));
    harness.run();
    let state = &harness.state().state;
    let other = &state.comparison.as_ref().unwrap().state;
    assert_eq!(state.doc.scene.bodies, other.doc.scene.bodies);
    let distance = |state: &State| state.verdict().unwrap().pair().unwrap().signed_distance.unwrap();
    assert!((distance(state) - distance(other)).abs() < 1e-9);
}

#[test]
fn another_scene_is_asked_for_on_both_sides() {
    let mut harness = opened("gjk-box-octahedron");
    let before = harness.state().state.doc.scene.clone();
    harness.state_mut().send(FileCommand::OpenNeighbor(1));
    harness.run();
    let state = &harness.state().state;
    let other = &state.comparison.as_ref().unwrap().state;
    assert_ne!(state.doc.scene.bodies, before.bodies);
    assert_eq!(other.doc.scene.bodies, state.doc.scene.bodies);
}

#[test]
fn a_run_that_has_ended_stays_at_its_end() {
    let mut harness = opened("gjk-ellipsoids-ratio-100");
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    let state = &harness.state().state;
    let other = &state.comparison.as_ref().unwrap().state;
    let (run, steps) = (other.recording.as_ref().unwrap(), state.recording.as_ref().unwrap().steps());
    assert!(run.steps() != steps || other.beat_index().step == state.beat_index().step);
    assert!(run.steps() >= steps || other.playhead.position == run.beats() - 1);
}
