//! Judging in the window: signs beside queries, the table of all answers, answers that are accepted, edits with their names.

use contact_lens::app::{
    Column, Edit, ExpectationCommand, Prefs, RunCommand, SceneCommand, SelectCommand, State, Window, open_in_engine,
};
use contact_lens::scene::{self, model::Scene};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::act;

/// Two boxes 1 m apart, and queries of which one is right, one is wrong and two expect nothing.
const SCENE: &str = r#"{
  "version": 1, "name": "Judged",
  "bodies": [
    {"name": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}},
    {"name": "B", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [2, 0.1, 0.2]}
  ],
  "queries": [
    {"name": "right", "algorithm": "gjk", "a": "A", "b": "B", "expect": {"signed_distance": 1.0}},
    {"name": "wrong", "algorithm": "gjk", "a": "A", "b": "B", "expect": {"signed_distance": 1.5}},
    {"name": "lines", "algorithm": "sat", "a": "A", "b": "B"},
    {"name": "open", "algorithm": "distance", "a": "B", "b": "A"}
  ]
}"#;

fn scene() -> Scene {
    scene::parse("judged", SCENE.as_bytes()).unwrap()
}

fn state() -> State {
    let mut state = State::new(scene(), None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

fn harness() -> Harness<'static, Window> {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(60)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state()))
}

/// Lets a judgement that was asked for come.
fn judged(state: &mut State, command: ExpectationCommand) {
    for effect in act(state, command) {
        if let Some(command) = contact_lens::app::perform(&effect, state) {
            act(state, command);
        }
    }
}

#[test]
fn the_query_that_is_shown_passes_or_fails() {
    let mut harness = harness();
    harness.run();
    harness.get_by_label("right meets its expectations");
    harness.get_by_label("wrong").click();
    harness.run();
    harness.get_by_label("wrong does not meet its expectations");
    assert!(harness.state().state.expectation_results.unmet().unwrap()[0].contains("1.5"));
    harness.get_by_label("open").click();
    harness.run();
    assert_eq!(harness.state().state.expectation_results.unmet(), None, "it expects nothing");
}

#[test]
fn all_answers_stand_in_a_table_that_sorts_and_leads_to_what_fails() {
    let mut harness = harness();
    harness.run();
    harness.key_press(Key::I);
    harness.run();
    harness.get_by_label("All answers of this scene");
    let standing = |harness: &Harness<'_, Window>| {
        let state = &harness.state().state;
        state
            .expectation_results
            .cases_of(state.doc.edition)
            .unwrap()
            .iter()
            .map(|case| case.failures.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(standing(&harness), [0, 1, 0, 0]);
    // Top to bottom, as they are drawn.
    let rows = |harness: &Harness<'_, Window>| {
        let names = ["right", "wrong", "lines", "open"];
        let at = |name: &str| harness.get_by_label(&format!("Show the query {name}")).rect().top();
        let mut order = names.map(|name| (at(name), name));
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order.map(|(_, name)| name)
    };
    assert_eq!(rows(&harness), ["right", "wrong", "lines", "open"]);
    // The table of the step has a column of that name, too.
    harness.get_all_by_label("Sort by result").last().unwrap().click();
    harness.run();
    assert_eq!(rows(&harness)[0], "wrong", "what fails comes first");
    harness.get_by_label("Sort by query").click();
    harness.run();
    assert_eq!(rows(&harness), ["lines", "open", "right", "wrong"]);
    harness.get_by_label("Sort by query").click();
    harness.run();
    assert_eq!(rows(&harness), ["wrong", "right", "open", "lines"]);
    let sorting = harness.state().state.expectation_results.sorting;
    assert_eq!((sorting.column, sorting.is_descending), (Column::Query, true));
    harness.get_by_label("Show the query wrong").click();
    harness.run();
    let state = &harness.state().state;
    assert!(!state.expectation_results.open);
    assert_eq!(state.focus.query, 1);
    assert_eq!(state.beat_index().step + 1, state.recording.as_ref().unwrap().steps(), "at the step where it fails");
    assert!(state.banners.iter().any(|banner| banner.text.contains("1.5")), "it says why");
    // The signs beside the others are known now.
    harness.get_by_label("right meets its expectations");
    harness.get_by_label("wrong does not meet its expectations");
}

#[test]
fn an_accepted_answer_is_expected_and_undone_by_its_name() {
    let mut state = state();
    act(&mut state, SelectCommand::SelectQuery(1));
    assert!(!state.expectation_results.unmet().unwrap().is_empty());
    act(&mut state, ExpectationCommand::Accept);
    assert_eq!(state.expectation_results.unmet(), Some(&[][..]));
    let expect = contact_lens::check::expectations(state.query().unwrap());
    assert!((expect["signed_distance"].as_f64().unwrap() - 1.0).abs() < 1e-15, "{expect:?}");
    assert_eq!(expect["intersects"], false);
    assert!(expect.contains_key("normal") && expect.contains_key("outcome"), "{expect:?}");
    act(&mut state, SceneCommand::Undo);
    assert_eq!(*state.doc.scene, scene());
    assert!(state.banners.iter().any(|banner| banner.text == "Undone: the expectations of the query “wrong”."));
    act(&mut state, SceneCommand::Redo);
    assert_eq!(state.expectation_results.unmet(), Some(&[][..]));
    assert!(state.banners.iter().any(|banner| banner.text.starts_with("Redone: the expectations of the query")));
    // The file says it, and the checker agrees.
    judged(&mut state, ExpectationCommand::Toggle);
    let cases = state.expectation_results.cases_of(state.doc.edition).unwrap();
    assert!(cases[1].holds() && cases[1].expectations > 2, "{:?}", cases[1].failures);
    // Another edit, and they are judged anew.
    for effect in act(&mut state, ExpectationCommand::ExpectNothing) {
        let command = contact_lens::app::perform(&effect, &state).unwrap();
        act(&mut state, command);
    }
    assert_eq!(state.expectation_results.cases_of(state.doc.edition).unwrap()[1].expectations, 0);
}

#[test]
fn every_kind_of_answer_can_be_accepted() {
    let mut accepted = 0;
    let mut seen = std::collections::BTreeSet::new();
    for shipped in scene::SHIPPED {
        if shipped.text.len() > 40_000 {
            continue;
        }
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for (index, query) in scene.queries.iter().enumerate() {
            if query.is_of_a_world() || !seen.insert((query.ask.algorithm().id(), u8::from(scene.dimension))) {
                continue;
            }
            let mut state = State::new(scene.clone(), None, Prefs::default(), open_in_engine);
            act(&mut state, RunCommand::Rerun);
            act(&mut state, SelectCommand::SelectQuery(index));
            act(&mut state, contact_lens::app::TimeCommand::SetFrame(query.ask.expectation().frame()));
            act(&mut state, ExpectationCommand::Accept);
            let name = format!("{}: {}", shipped.name, query.name);
            assert_eq!(state.expectation_results.unmet(), Some(&[][..]), "{name}: {:?}", state.banners);
            let more = contact_lens::check::expectations(state.query().unwrap()).len();
            assert!(more >= 1, "{name}");
            accepted += 1;
        }
    }
    assert!(accepted >= 28, "only {accepted} kinds of answers");
}

#[test]
fn queries_are_renamed_and_expectations_and_notes_edited() {
    let mut harness = harness();
    harness.run();
    let field = harness.get_by_label("Query name");
    field.click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Query name").type_text("left");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().state.query().unwrap().name, "left");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().state.query().unwrap().name, "right");
    assert!(harness.state().state.banners.iter().any(|banner| banner.text == "Undone: the name of the query “right”."));
    // What is expected, in its own field.
    harness.get_by_label("Expected").click();
    harness.run();
    harness.get_by_label("Expected signed_distance").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Expected signed_distance").type_text("1.25");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let expect = contact_lens::check::expectations(harness.state().state.query().unwrap());
    assert_eq!(expect["signed_distance"], 1.25);
    harness.get_by_label("right does not meet its expectations");
    harness.get_by_label("Remove expected signed_distance").click();
    harness.run();
    assert!(contact_lens::check::expectations(harness.state().state.query().unwrap()).is_empty());
    // The note.
    harness.get_by_label("Add a note").click();
    harness.run();
    harness.get_by_label("Note").type_text("Look here.");
    harness.run();
    assert_eq!(harness.state().state.doc.scene.note, "Look here.");
    let edit = Edit::Note(String::from("There."));
    act(&mut harness.state_mut().state, SceneCommand::Edit(edit));
}
