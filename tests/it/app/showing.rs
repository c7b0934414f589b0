//! At one beat: opened there, copied as a command, and gone to by its number.

use std::process::Command as Program;

use contact_lens::app::{
    ClipboardCommand, Edit, Effect, FileCommand, Jump, Prefs, RunCommand, SceneCommand, SelectCommand, Severity, State,
    TimeCommand, Window, open_in_engine, update,
};
use contact_lens::lesson::BeatIndex;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{act, fake, state, two_boxes};

fn harness_of(state: State) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.run();
    harness
}

/// A shipped scene to which the engine has answered.
fn opened(name: &str) -> State {
    let mut state = State::new(two_boxes(), None, Prefs::default(), open_in_engine);
    act(&mut state, FileCommand::OpenShipped(contact_lens::scene::index_of(name).unwrap()));
    state
}

fn copied(state: &mut State) -> Option<String> {
    update(state, ClipboardCommand::CopyCommand).into_iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    })
}

#[test]
fn a_beat_that_is_asked_for_before_the_answer_is_shown_with_it() {
    let mut state = State::new(two_boxes(), None, Prefs::default(), fake::play);
    // The question goes out, and the answer is not there yet.
    let asked = update(&mut state, RunCommand::Rerun);
    assert!(
        update(&mut state, TimeCommand::Jump(Jump::Beat(BeatIndex { step: 2, beat: 1 }))).is_empty()
            && state.recording.is_none()
    );
    for effect in asked {
        let answer = contact_lens::app::perform(&effect, &state).unwrap();
        act(&mut state, answer);
    }
    assert_eq!(state.beat_index(), BeatIndex { step: 2, beat: 1 });
    // It was shown once: the next answer stays at the beat that is shown then.
    act(&mut state, TimeCommand::Jump(Jump::Last));
    act(&mut state, RunCommand::Rerun);
    assert_eq!(state.beat_index(), BeatIndex { step: fake::STEPS - 1, beat: 2 });
}

#[test]
fn a_step_that_is_not_there_is_said_and_the_last_is_shown() {
    let mut state = state();
    act(&mut state, TimeCommand::Jump(Jump::Beat(BeatIndex { step: 11, beat: 0 })));
    assert_eq!(state.beat_index(), BeatIndex { step: fake::STEPS - 1, beat: 0 });
    let said = state.banners.iter().filter(|banner| banner.severity == Severity::Note).map(|banner| &*banner.text);
    assert_eq!(said.collect::<Vec<_>>(), ["There is no step 12: the last one is 5."]);
}

#[test]
fn the_command_of_a_beat_shows_this_beat() {
    let mut state = opened("gjk-box-octahedron");
    act(&mut state, TimeCommand::Jump(Jump::Beat(BeatIndex { step: 2, beat: 1 })));
    act(&mut state, RunCommand::TogglePrecision);
    let command = copied(&mut state).unwrap();
    assert_eq!(command, "contact-lens gjk-box-octahedron --precision f32 --step 3 --substep 2");
    // Where there is no display that very command prints the step and draws the beat.
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::new(env!("CARGO_BIN_EXE_contact-lens"));
    program.args(command.split(' ').skip(1)).current_dir(folder.path());
    let out =
        program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(
        out.status.success() && text.contains(&state.beat().unwrap().say.text().split(':').next().unwrap()[..20]),
        "{text}"
    );
    assert!(text.contains("Step 3 of 6"), "{text}");
    let picture = std::fs::read(folder.path().join("gjk-box-octahedron-step-3-substep-2.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn the_command_names_query_and_frame_and_a_scene_in_no_file_has_none() {
    let mut state = state();
    assert_eq!(copied(&mut state), None);
    assert!(state.banners.last().unwrap().text.contains("Save the scene first"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two boxes.scene.json");
    std::fs::write(&path, super::TWO_BOXES).unwrap();
    act(&mut state, FileCommand::Open(path.clone()));
    for effect in update(&mut state, FileCommand::Open(path.clone())) {
        let read = contact_lens::app::perform(&effect, &state);
        read.into_iter().for_each(|read| drop(act(&mut state, read)));
    }
    act(&mut state, SelectCommand::SelectQuery(1));
    let command = copied(&mut state).unwrap();
    assert_eq!(command, format!("contact-lens '{}' --query backwards --step 1 --substep 1", path.display()));
    act(&mut state, SceneCommand::Edit(Edit::Name(String::from("Edited"))));
    assert_eq!(copied(&mut state), None, "the file holds another scene");
}

#[test]
fn commands_go_to_the_frames_worth_a_look() {
    let mut state = opened("distance-in-and-out");
    let least = |state: &State| state.verdict().unwrap().pair().unwrap().signed_distance.unwrap();
    act(&mut state, TimeCommand::SetFrame(0));
    let apart = least(&state);
    act(&mut state, TimeCommand::ToNextChange);
    let (begun, distance) = (state.focus.frame, least(&state));
    assert!(apart > 0.0 && begun > 0 && distance <= 0.0, "contact begins: {apart} {distance}");
    act(&mut state, TimeCommand::SetFrame(begun - 1));
    assert!(least(&state) > 0.0, "not before");
    act(&mut state, TimeCommand::ToDeepest);
    let (deepest, depth) = (state.focus.frame, least(&state));
    for frame in 0..state.frames() {
        act(&mut state, TimeCommand::SetFrame(frame));
        assert!(least(&state) >= depth, "frame {frame}");
    }
    assert!(depth < 0.0 && deepest > begun);
    act(&mut state, TimeCommand::ToNextChange);
    assert_eq!(state.focus.frame, state.frames() - 1, "there is nothing after the last frame");
    assert!(state.banners.last().unwrap().text.starts_with("No later change: this is the last frame."));
}

#[test]
fn a_field_goes_to_a_step_a_beat_and_a_frame() {
    let mut harness = harness_of(opened("gjk-warm-start-moving"));
    let go = |harness: &mut Harness<'_, Window>, text: &str| {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
        harness.run();
        harness.get_by_label("Go to step or frame").type_text(text);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
    };
    go(&mut harness, "2");
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 1, beat: 0 });
    go(&mut harness, "2.3");
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 1, beat: 2 });
    go(&mut harness, "f 5");
    assert_eq!(harness.state().state.focus.frame, 5);
    assert!(harness.query_by_label("Go to step or frame").is_none(), "it closes");
    // What is no number goes nowhere, and Escape closes the field.
    go(&mut harness, "two");
    assert!(harness.query_by_label("Go to step or frame").is_some());
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label("Go to step or frame").is_none());
}
