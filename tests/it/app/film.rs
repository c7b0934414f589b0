//! What an animation shows is asked first: which part of the run, how fast, how large.

use contact_lens::app::{AnimationOptions, Effect, ExportFormat, FigureCommand, Window};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::scrubbing::shipped;

/// The times of the frames of a file, hundredths of a second, and its size.
fn delays(bytes: &[u8]) -> (Vec<u16>, (u16, u16)) {
    let mut reader = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let (mut delays, size) = (Vec::new(), (reader.width(), reader.height()));
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    (delays, size)
}

/// Writes what the window would, there.
fn written(harness: &mut Harness<'_, Window>, name: &str) -> (Vec<u16>, (u16, u16)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    harness.state_mut().send(FigureCommand::Export(path.clone()));
    for _ in 0..3000 {
        harness.run_steps(1);
        if path.exists() && harness.query_by_label_contains("Wrote").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    delays(&std::fs::read(&path).expect("it was written"))
}

#[test]
fn a_part_of_a_run_is_written_at_twice_the_speed_and_smaller() {
    let mut harness = shipped("support-box");
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    harness.run();
    assert_eq!(
        harness.state().state.animation_dialog,
        Some(AnimationOptions { last: 0, ..AnimationOptions::WHOLE }),
        "one step"
    );
    let range = "1 of 1 step, in 4 pictures, each shown long enough to read its sentence.";
    assert!(harness.query_by_label(range).is_some());
    harness.get_by_label("×2").click();
    harness.run();
    harness.get_by_label("small").click();
    harness.run();
    harness.get_by_label("Choose the file…").click();
    harness.run();
    let effects = harness.state_mut().take_effects();
    assert!(matches!(&effects[..], [.., Effect::PickExport(name, ExportFormat::Gif)] if name.ends_with(".gif")));
    assert_eq!(harness.state().state.animation_dialog, None);
    let (fast, small) = written(&mut harness, "fast.gif");
    harness.state_mut().send(FigureCommand::ExportAnimation(AnimationOptions::WHOLE));
    let (slow, large) = written(&mut harness, "slow.gif");
    assert_eq!(fast.len(), slow.len());
    assert!(fast.iter().zip(&slow).all(|(fast, slow)| (slow / 2).abs_diff(*fast) <= 1), "{fast:?} {slow:?}");
    assert!(small.0 < large.0 && small.1 < large.1, "{small:?} {large:?}");
}

#[test]
fn steps_are_chosen_from_one_to_another_and_escape_asks_no_more() {
    let mut harness = shipped("gjk-boxes-edge-edge");
    harness.run();
    harness.state_mut().send(FigureCommand::AskAnimation);
    harness.run();
    let field = harness.get_by_label("First step");
    field.click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("First step").type_text("2");
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    let steps = harness.state().state.recording.as_ref().unwrap().steps();
    assert_eq!(
        harness.state().state.animation_dialog,
        Some(AnimationOptions { first: 1, last: steps - 1, ..AnimationOptions::WHOLE })
    );
    assert!(harness.query_by_label_contains(&format!("{} of {steps} step", steps - 1)).is_some());
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.animation_dialog, None);
}
