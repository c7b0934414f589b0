//! Captured answers in the window: the cell of the answer bar, the jumps to disagreements over all queries, and the
//! marks above the slider of frames.

use contact_lens::app::{Prefs, RunCommand, State, TimeCommand, open_in_engine, perform};
use contact_lens::scene::Recorder;
use contact_lens::scene::model::{Algorithm, CapturedAnswer, Scene, Shape};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

/// Number of frames of the capture.
const FRAMES: usize = 40;

/// A capture of two pairs of boxes. The distance of the second pair is 10 mm too large in frame 31, and 20 mm in frame
/// 12; the first pair has no wrong answer, and no answer in frame 0.
fn capture() -> Scene {
    let shape = Shape::Box { half_extents: [0.5, 0.5, 0.5] };
    let mut recorder = Recorder::new("boxes", ["a", "b", "c", "d"].map(|name| (name, shape.clone())));
    for frame in 0..FRAMES {
        let x = 1.0 + 0.125 * frame as f64;
        let rotation = [0.0, 0.0, 0.0, 1.0];
        let poses = [("b", [x, 0.0, 0.0], rotation), ("c", [0.0, 5.0, 0.0], rotation), ("d", [x, 5.0, 0.0], rotation)];
        recorder.frame(0.01 * frame as f64, poses);
    }
    let mut scene = recorder.scene().clone();
    scene.queries.clear();
    for (query, [a, b]) in [["a", "b"], ["c", "d"]].into_iter().enumerate() {
        recorder.query(Algorithm::Distance.of(a, b));
        let mut asked = recorder.scene().queries.last().unwrap().clone();
        asked.theirs = (1 - query..FRAMES).map(|frame| answer(query, frame)).collect();
        scene.queries.push(asked);
    }
    scene
}

/// The captured answer about a pair in a frame.
fn answer(query: usize, frame: usize) -> CapturedAnswer {
    let error = match (query, frame) {
        (1, 31) => 0.01,
        (1, 12) => 0.02,
        _ => 0.0,
    };
    let distance = Some(0.125 * frame as f64 + error);
    CapturedAnswer { distance, frame: frame as u32, ..CapturedAnswer::new("mine") }
}

/// The state after the engine has answered and the captured answers were compared.
fn state() -> State {
    let mut state = State::new(capture(), None, Prefs::default(), open_in_engine);
    for effect in act(&mut state, RunCommand::Rerun) {
        if let Some(command) = perform(&effect, &state) {
            act(&mut state, command);
        }
    }
    state
}

/// Query and frame that are shown.
fn shown(state: &State) -> [usize; 2] {
    [state.focus.query, state.focus.frame]
}

#[test]
fn jumps_go_over_all_queries_and_say_how_far_an_answer_is_off() {
    let mut state = state();
    act(&mut state, TimeCommand::ToWorstDisagreement);
    assert_eq!(shown(&state), [1, 12]);
    assert!(state.banners.iter().any(|banner| banner.text.starts_with("Frame 12: mine reports distance 1.52")));
    act(&mut state, TimeCommand::ToNextDisagreement);
    assert_eq!(shown(&state), [1, 31]);
    act(&mut state, TimeCommand::ToNextDisagreement);
    assert_eq!(shown(&state), [1, 12], "from the start again");
}

#[test]
fn two_keys_find_both_wrong_frames_and_the_bar_says_by_how_much() {
    let mut harness = harness(state());
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    harness.run();
    assert_eq!(shown(&harness.state().state), [1, 12]);
    let cells = harness.query_all_by_label_contains("mine reports distance 1.52").count();
    assert!(cells > 0, "the cell of the answer bar");
    // The last step has the table of captured answers.
    let state = &harness.state().state;
    assert_eq!(state.playhead.position + 1, state.recording.as_ref().unwrap().beats());
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    harness.run();
    assert_eq!(shown(&harness.state().state), [1, 31]);
}

#[test]
fn the_cell_agrees_where_the_answers_do_and_is_absent_without_one() {
    let mut state = state();
    let captured = |state: &State| state.recording.as_ref().unwrap().captured.clone();
    act(&mut state, TimeCommand::SetFrame(0));
    assert_eq!(captured(&state), None);
    act(&mut state, TimeCommand::SetFrame(3));
    assert!(captured(&state).unwrap().worst.is_some_and(|worst| worst.ratio <= 1.0));
    act(&mut state, TimeCommand::ToWorstDisagreement);
    let worst = captured(&state).unwrap().worst.unwrap();
    assert!((worst.ratio - 40.0).abs() < 1e-6, "20 mm are {} times half a unit of three decimals", worst.ratio);
}
