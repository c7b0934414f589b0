//! The answer over frames as a plot, drags that keep the step, and arithmetic in fields.

use contact_lens::app::{
    Command, Edit, Jump, Prefs, RunCommand, SceneCommand, SelectCommand, State, TimeCommand, open_in_engine, perform,
};
use contact_lens::lesson::BeatIndex;
use contact_lens::play::IMPULSE;
use contact_lens::scene::model::{Algorithm, CapturedAnswer, Scene, Shape};
use contact_lens::scene::{self, Recorder};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

fn shipped(name: &str) -> Scene {
    let shipped = scene::shipped(name).unwrap();
    scene::parse(shipped.name, shipped.text.as_bytes()).unwrap()
}

fn state(scene: Scene) -> State {
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

/// Lets happen what was asked of threads.
fn all(state: &mut State, command: impl Into<Command>) {
    for effect in act(state, command) {
        if let Some(command) = perform(&effect, state) {
            act(state, command);
        }
    }
}

#[test]
fn the_answer_of_every_frame_is_a_plot_that_leads_to_frames() {
    let mut harness = harness(state(shipped("isa-gjk-moving-stone")));
    harness.run();
    harness.get_by_label("Plot over frames").click();
    harness.run();
    harness.get_by_label("Run all frames").click();
    harness.run();
    harness.get_by_label("Curve").click();
    harness.run();
    harness.get_by_label("Curve iterations").click();
    harness.run();
    assert!(harness.query_all_by_label_contains("frame 0: ").count() > 0, "what the frame answers");
    let state = &harness.state().state;
    let curves = state.survey.curves.clone().unwrap().unwrap();
    let iterations = curves.iter().find(|curve| curve.name == "iterations").unwrap();
    assert_eq!(iterations.values.len(), state.frames());
    // Each is the answer of its frame.
    let run = contact_lens::play::open(state.focus.precision, &state.doc.scene, state.query().unwrap()).unwrap();
    for frame in 0..run.frames() {
        assert_eq!(iterations.values[frame], f64::from(run.answer(frame).unwrap().iterations), "frame {frame}");
    }
    // A click on the plot goes to the frame.
    let rect = harness.get_by_label("Answer over the frames").rect();
    let before = harness.state().state.focus.frame;
    let at = rect.center() + egui::vec2(rect.width() * 0.3, 0.0);
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run();
    let frame = harness.state().state.focus.frame;
    assert!(frame != before && frame > run.frames() / 2, "frame {frame} of {}", run.frames());
    harness.get_by_label("Plot over steps").click();
    harness.run();
    assert!(harness.query_by_label("Answer over the frames").is_none());
}

#[test]
fn a_world_is_run_to_its_largest_impulse() {
    let mut state = state(shipped("world-bounce"));
    all(&mut state, TimeCommand::ToLargestImpulse);
    let curves = state.survey.curves.clone().unwrap().unwrap();
    let names: Vec<_> = curves.iter().map(|curve| curve.name).collect();
    assert!(["penetration", "energy", IMPULSE].iter().all(|name| names.contains(name)), "{names:?}");
    let impulses = &curves.iter().find(|curve| curve.name == IMPULSE).unwrap().values;
    let frame = state.focus.frame;
    assert!(impulses.iter().all(|impulse| *impulse <= impulses[frame]), "frame {frame}");
    assert!(impulses[frame] > 0.0);
    // Known once, it is not asked for again.
    act(&mut state, TimeCommand::SetFrame(0));
    assert!(act(&mut state, TimeCommand::ToLargestImpulse).is_empty());
    assert_eq!(state.focus.frame, frame);
    // Where there is none that is said.
    let mut other = self::state(shipped("isa-gjk-moving-stone"));
    all(&mut other, TimeCommand::ToLargestImpulse);
    assert!(
        other
            .banners
            .iter()
            .any(|banner| banner.text.contains("No frame of this query has a value for “largest impulse”"))
    );
}

#[test]
fn a_drag_keeps_the_step_or_says_that_there_is_none() {
    let mut state = state(shipped("gjk-box-octahedron"));
    act(&mut state, TimeCommand::Jump(Jump::Last));
    act(&mut state, TimeCommand::Jump(Jump::Previous));
    let BeatIndex { step, beat } = state.beat_index();
    let steps = state.recording.as_ref().unwrap().steps();
    act(&mut state, SelectCommand::SelectBody(Some(1)));
    let body = state.doc.scene.bodies[1].clone();
    let drag = |state: &mut State, by: f64| {
        let position = [body.position[0] + by, body.position[1], body.position[2]];
        let edit = Edit::Pose { body: 1, frame: 0, position, rotation: body.rotation };
        act(state, SceneCommand::Edit(edit));
        state.recording.as_ref().unwrap().steps()
    };
    // Far away, one look is enough.
    let fewer = [3.0, 6.0, 20.0, 60.0, 200.0].into_iter().map(|by| drag(&mut state, by)).min().unwrap();
    assert!(fewer < steps, "{fewer} of {steps}");
    let said = |state: &State| state.banners.iter().any(|banner| banner.text.contains("no longer exists"));
    assert!(said(&state));
    // Back, and the very step is shown again.
    drag(&mut state, 1e-9);
    assert_eq!(state.beat_index(), BeatIndex { step, beat });
    act(&mut state, SceneCommand::EndGesture);
    assert_eq!(state.beat_index(), BeatIndex { step, beat });
    // From the answer on, a drag shows the answers, however many steps they take.
    act(&mut state, TimeCommand::Jump(Jump::Last));
    for by in [3.0, 0.5, 20.0, 1e-9] {
        drag(&mut state, by);
        let position = state.recording.as_ref().unwrap().position(usize::MAX - 1, usize::MAX);
        assert_eq!(state.playhead.position, position, "the answer of a drag by {by} m");
    }
}

#[test]
fn fields_take_arithmetic() {
    let mut harness = harness(state(shipped("gjk-box-octahedron")));
    harness.run();
    harness.get_by_label("octahedron").click();
    harness.run();
    for (typed, value) in [("1/3", 1.0 / 3.0), ("2 + 5 cm", 2.05), ("sqrt(2)", 2f64.sqrt())] {
        harness.get_by_label("Position x").click();
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.get_by_label("Position x").type_text(typed);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let x = harness.state().state.doc.scene.bodies[1].position[0];
        assert!((x - value).abs() < 1e-12, "{typed}: {x}");
    }
}

/// A capture of 300 frames, of which an engine reports one distance 10 mm too large.
fn capture_with_a_wrong_frame(wrong: usize) -> Scene {
    let half_extents = [0.5, 0.5, 0.5];
    let mut recorder = Recorder::new("boxes", [("a", Shape::Box { half_extents }), ("b", Shape::Box { half_extents })]);
    for frame in 0..300 {
        recorder
            .frame(0.01 * f64::from(frame), [("b", [1.1 + 0.01 * f64::from(frame), 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])]);
    }
    recorder.query(Algorithm::Distance.of("a", "b"));
    let mut scene = recorder.scene().clone();
    scene.queries.remove(0);
    scene.queries[0].theirs = (0..300)
        .map(|frame| {
            let error = if frame == wrong { 0.01 } else { 0.0 };
            let distance = Some(0.1 + 0.01 * frame as f64 + error);
            CapturedAnswer { distance, frame: frame as u32, ..CapturedAnswer::new("an engine") }
        })
        .collect();
    scene
}

/// A state in which the captured answers have been compared.
fn compared(scene: Scene) -> State {
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    all(&mut state, RunCommand::Rerun);
    state
}

#[test]
fn the_wrong_frame_of_a_capture_is_found_by_one_command() {
    for command in [TimeCommand::ToNextDisagreement, TimeCommand::ToWorstDisagreement] {
        let mut state = compared(capture_with_a_wrong_frame(217));
        assert_ne!(state.focus.frame, 217);
        all(&mut state, command);
        assert_eq!(state.focus.frame, 217);
    }
    let mut state = compared(capture_with_a_wrong_frame(usize::MAX));
    all(&mut state, TimeCommand::ToNextDisagreement);
    assert!(state.banners.iter().any(|banner| banner.text.contains("agree with the proven ones")));
}
