//! The window shows the toy, which only tests see, and has never heard of it.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{RunCommand, State, Window, open_in_engine, perform, update};

#[test]
fn the_window_shows_a_new_lesson() {
    let text = include_bytes!("toy.scene.json");
    let scene = crate::scene::parse("toy", text).unwrap_or_else(|error| panic!("{error}"));
    let mut state = State::new(scene, None, Default::default(), open_in_engine);
    for effect in update(&mut state, RunCommand::Rerun) {
        if let Some(answer) = perform(&effect, &state) {
            update(&mut state, answer);
        }
    }
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.run_ok();
    assert!(harness.query_by_label_contains("A toy").is_some(), "the window shows the lesson");
}
