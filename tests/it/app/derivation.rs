//! Where a number comes from: the numbers that its listing line uses, back to inputs, and the jump to each.

use contact_lens::app::{
    DerivationLink, ExplanationCommand, Jump, Prefs, RunCommand, State, TimeCommand, open_in_engine, perform,
};
use contact_lens::lesson::Value;
use egui_kittest::kittest::Queryable as _;

use super::{act, harness};

/// A shipped scene, answered.
fn state(name: &str) -> State {
    let shipped = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    state
}

/// Steps back from the end to a beat with a value of this symbol.
fn go_to_value(state: &mut State, symbol: &str) -> Value {
    act(state, TimeCommand::Jump(Jump::Last));
    loop {
        let found = state.beat().unwrap().values.iter().find(|value| value.symbol == symbol).cloned();
        if let Some(value) = found {
            return value;
        }
        assert!(state.playhead.position > 0, "no value of {symbol}");
        act(state, TimeCommand::Jump(Jump::Previous));
    }
}

/// The links of a value of the beat shown.
fn links(state: &mut State, value: Value) -> Vec<DerivationLink> {
    for effect in act(state, ExplanationCommand::Derive(Box::new(value))) {
        if let Some(command) = perform(&effect, state) {
            act(state, command);
        }
    }
    state.derivation.as_ref().unwrap().links.clone().expect("the search has ended")
}

#[test]
fn a_bound_comes_from_the_support_point_and_the_direction_before_it() {
    let mut state = state("gjk-box-octahedron");
    let value = go_to_value(&mut state, "μ");
    let links = links(&mut state, value.clone());
    assert_eq!(links[0].value, value);
    assert!(links[0].line.starts_with("μ = max(μ, −d·w)"), "{}", links[0].line);
    let used: Vec<&str> = links.iter().filter(|link| link.depth == 1).map(|link| link.value.symbol).collect();
    assert_eq!(used, ["μ", "−d·w"], "the bound before, and the new plane");
    let plane = links.iter().position(|link| link.value.symbol == "−d·w").unwrap();
    let of_plane: Vec<&str> = links[plane + 1..].iter().take(2).map(|link| link.value.symbol).collect();
    assert!(of_plane.contains(&"d"), "{of_plane:?}");
    // A number is computed no later than the number that uses it, and its beat shows it.
    let mut path: Vec<&DerivationLink> = Vec::new();
    for link in &links {
        path.truncate(link.depth);
        if let Some(user) = path.last() {
            assert!(link.index <= user.index, "{} of {}", link.value.symbol, user.value.symbol);
        }
        let beats = state.recording.as_ref().unwrap().build_beats(link.index.step);
        assert!(beats[link.index.beat].values.iter().any(|value| value.text == link.value.text));
        path.push(link);
    }
}

#[test]
fn every_value_of_a_run_has_a_derivation() {
    for name in ["gjk-box-octahedron", "epa-box-box", "sat-boxes-overlap", "cast-boxes", "world-bounce"] {
        let state = &mut state(name);
        act(state, TimeCommand::Jump(Jump::Last));
        for _ in 0..12 {
            for value in state.beat().unwrap().values.clone() {
                let found = links(state, value.clone());
                assert_eq!(found.first().map(|link| &link.value.text), Some(&value.text), "{name}: {}", value.symbol);
                assert!(found.len() <= 24);
            }
            act(state, ExplanationCommand::Close);
            act(state, TimeCommand::Jump(Jump::Previous));
        }
    }
}

#[test]
fn a_click_on_a_number_goes_to_its_sub_step() {
    let mut state = state("gjk-box-octahedron");
    let value = go_to_value(&mut state, "μ");
    let found = links(&mut state, value);
    let link = found.iter().find(|link| link.value.symbol == "d").unwrap().clone();
    let mut harness = harness(state);
    harness.run();
    let label = format!("Go to d of step {}, sub-step {}", link.index.step + 1, link.index.beat + 1);
    harness.get_by_label(&label).click();
    harness.run();
    let state = &harness.state().state;
    assert!(state.derivation.is_none());
    assert_eq!(state.beat_index(), link.index);
}

#[test]
fn the_answer_has_a_derivation_too() {
    let mut state = state("gjk-box-octahedron");
    act(&mut state, TimeCommand::Jump(Jump::First));
    act(&mut state, ExplanationCommand::DeriveAnswer);
    let recording = state.recording.as_ref().unwrap();
    assert_eq!(state.playhead.position + 1, recording.beats());
    assert!(state.derivation.is_some());
}
