//! Why something is as it is: the beats that tell of it, and the way there.

use contact_lens::app::{ExplanationCommand, Jump, Prefs, State, TimeCommand, Window, open_in_engine};
use contact_lens::lesson::BeatIndex;
use contact_lens::picture::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness;

fn opened(name: &str) -> Harness<'static, Window> {
    let shipped = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut harness = harness(State::new(scene, None, Prefs::default(), open_in_engine));
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    harness
}

/// The steps, from 1, that are listed of a key.
fn listed(harness: &mut Harness<'static, Window>, key: &str) -> Vec<usize> {
    harness.state_mut().send(ExplanationCommand::Ask(Key::from(key.to_owned())));
    harness.run();
    let why = harness.state().state.explanation.as_ref().expect("asked");
    why.entries.as_ref().expect("found").iter().map(|one| one.index.step + 1).collect()
}

#[test]
fn a_box_that_is_culled_leads_to_the_step_that_culled_it() {
    let mut harness = opened("cull-twelve-boxes");
    let recording = harness.state().state.recording.clone().unwrap();
    let about = recording.lesson.step_about("body/box 12").expect("a step is about each box");
    let steps = listed(&mut harness, "body/box 12");
    assert!(!steps.is_empty() && steps.iter().all(|step| *step == about + 1), "{steps:?}");
    let label = format!("Go to step {}, sub-step 1", about + 1);
    harness.get_by_label(&label).click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!(state.beat_index(), BeatIndex { step: about, beat: 0 });
    assert!(state.explanation.is_none());
}

#[test]
fn a_vertex_of_a_simplex_leads_to_where_it_was_found_and_dropped() {
    let mut harness = opened("gjk-box-octahedron");
    let steps = listed(&mut harness, "w/1");
    assert_eq!(steps.first(), Some(&2), "w1 is found in the second step: {steps:?}");
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert!(harness.state().state.explanation.is_none(), "Escape closes the list");
    assert!(listed(&mut harness, "nothing has this key").is_empty());
    assert!(harness.query_by_label_contains("an input of the scene").is_some());
}

#[test]
fn what_moves_leads_to_the_beat_that_put_it_where_it_is() {
    let mut harness = opened("planar-epa-deep");
    let run = harness.state().state.recording.clone().unwrap();
    for step in [2, 5] {
        harness.state_mut().send(TimeCommand::Jump(Jump::To(run.position(step, 0))));
        harness.run();
        harness.state_mut().send(ExplanationCommand::Ask(Key::from(String::from("v"))));
        harness.run();
        let why = harness.state().state.explanation.as_ref().expect("asked");
        let told = why.entries.as_ref().expect("found");
        let made = told.iter().rfind(|one| one.index <= BeatIndex { step, beat: 0 }).expect("something put it there");
        assert!(made.index.step + 1 >= step, "v is that of the edge that joined last, before step {step}: {told:?}");
        assert!(harness.query_by_label_contains("last change before the one shown").is_some());
        harness.key_press(egui::Key::Escape);
        harness.run();
    }
}
