//! The window: what `update` does without one, clicks by accessible label, and one picture of it all.

mod agree;
mod beside;
mod browser;
mod captured;
mod clicks;
mod clipboard;
mod derivation;
mod editing;
mod fake;
mod fields;
mod files;
mod film;
mod first_screen;
mod following;
mod frame_time;
mod glossary;
mod gone;
mod help;
mod judging;
mod layers;
mod layout;
mod motion_and_cameras;
mod one_body;
mod over_frames;
pub mod picture;
mod predict;
mod quiet;
mod room;
mod scrubbing;
mod showing;
mod tables;
mod update;
mod views;
mod why;
mod why_moved;
mod worlds;

use contact_lens::app::{Command, Effect, Prefs, RunCommand, State, Window, perform};
use contact_lens::scene::model::Scene;
use egui_kittest::Harness;

/// Two boxes, two meters apart, and two queries about them.
const TWO_BOXES: &str = r#"{
  "version": 1, "name": "Two boxes", "note": "Look here.",
  "bodies": [
    {"name": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
    {"name": "B", "shape": {"type": "sphere", "radius": 0.4}, "position": [2, 0, 0]}
  ],
  "queries": [
    {"name": "distance", "algorithm": "gjk", "a": "A", "b": "B"},
    {"name": "backwards", "algorithm": "gjk", "a": "B", "b": "A"}
  ]
}"#;

fn two_boxes() -> Scene {
    serde_json::from_str(TWO_BOXES).unwrap()
}

/// A state to which the engine has answered.
fn state() -> State {
    let mut state = State::new(two_boxes(), None, Prefs::default(), fake::play);
    act(&mut state, RunCommand::Rerun);
    state
}

/// The window in this state, 1280 × 800.
fn harness(state: State) -> Harness<'static, Window> {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(60)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state))
}

/// Lets a command happen and the engine answer, in place. Returns what else is asked of the world outside.
fn act(state: &mut State, command: impl Into<Command>) -> Vec<Effect> {
    let mut left = Vec::new();
    for effect in contact_lens::app::update(state, command) {
        match effect {
            Effect::Ask(_) => left.extend(perform(&effect, state).map(|answer| act(state, answer)).unwrap_or_default()),
            other => left.push(other),
        }
    }
    left
}
