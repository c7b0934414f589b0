//! Why the selected body of a world moved: the section of the tables, its list of sub-steps, and its contact. Why two
//! bodies have no contact.

use contact_lens::app::{Prefs, RunCommand, SelectCommand, State, TimeCommand, WorldCommand, open_in_engine, perform};
use contact_lens::scene::model::Algorithm;
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

/// The world of boxes on slopes, answered.
fn state() -> State {
    let shipped = contact_lens::scene::shipped("world-friction-cone").unwrap();
    let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

#[test]
fn a_note_says_why_two_bodies_have_no_contact() {
    let mut state = state();
    for effect in act(&mut state, WorldCommand::WhyNoContact([1, 3])) {
        if let Some(command) = perform(&effect, &state) {
            act(&mut state, command);
        }
    }
    assert!(state.banners.iter().any(|banner| banner.text.starts_with("box 0.4 and box 0.6 are apart by ")));
}

#[test]
fn the_tables_say_why_the_selected_body_moved_and_open_its_contact() {
    let mut state = state();
    act(&mut state, TimeCommand::SetFrame(30));
    act(&mut state, SelectCommand::SelectBody(Some(3)));
    let mut harness = harness(state);
    harness.run();
    assert!(harness.query_all_by_label_contains("WHY BOX 0.6 MOVED").count() > 0);
    harness.get_by_label("push of slope 0.6").click();
    harness.run();
    assert!(harness.state().state.explanation.is_some(), "the list of sub-steps");
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert!(harness.state().state.explanation.is_none());
    harness.get_by_label("Open the contact with slope 0.6").click();
    harness.run();
    let state = &harness.state().state;
    assert!(state.doc.world.is_some(), "the world waits behind the scene of its contact");
    assert_eq!(state.query().map(|query| query.ask.algorithm()), Some(Algorithm::Manifold));
}
