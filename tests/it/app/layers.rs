//! Entries of legends switch their layers, by real clicks.

use contact_lens::app::{Jump, TimeCommand, ViewCommand, Window};
use contact_lens::lesson::{CSO, WORLD};
use contact_lens::picture::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::room::{self, double_click};
use super::scrubbing::{opened, shipped};

fn off(harness: &Harness<'_, Window>, view: &'static str, role: Role) -> bool {
    harness.state().state.focus.layers.is_off(view, role)
}

#[test]
fn a_click_hides_a_layer_in_its_view_while_one_steps_and_another_shows_it_again() {
    let mut harness = shipped("support-box");
    harness.run();
    let entry = "Layer box, World";
    let place = harness.get_by_label(entry).rect();
    harness.get_by_label(entry).click();
    harness.run();
    assert!(off(&harness, WORLD, Role::ShapeA) && !off(&harness, CSO, Role::ShapeA));
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    assert!(off(&harness, WORLD, Role::ShapeA), "remembered while one steps");
    assert_eq!(harness.get_by_label(entry).rect(), place, "the entry stays where it was");
    harness.get_by_label(entry).click();
    harness.run();
    assert!(!off(&harness, WORLD, Role::ShapeA));
    assert!(harness.query_by_label("Show all layers").is_none());
}

#[test]
fn a_double_click_shows_a_layer_alone_and_there_are_two_ways_back() {
    let mut harness = room::harness_of(opened("support-box"));
    let twice = |harness: &mut Harness<'_, Window>| double_click(harness, "Layer other box, World");
    twice(&mut harness);
    assert!(off(&harness, WORLD, Role::ShapeA) && !off(&harness, WORLD, Role::ShapeB));
    harness.get_by_label("Show all layers").click();
    harness.run();
    assert!(!harness.state().state.focus.layers.any_off());
    // Long enough that the next click is the first of its own.
    (0..40).for_each(|_| harness.step());
    twice(&mut harness);
    assert!(off(&harness, WORLD, Role::ShapeA));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::G);
    harness.run();
    assert!(!harness.state().state.focus.layers.any_off(), "by its key");
}

#[test]
fn what_is_off_is_not_met_by_the_pointer_nor_in_a_view_of_the_plane() {
    let mut harness = shipped("planar-minkowski-triangles");
    harness.run();
    let view = harness.state().state.views()[0];
    let layered = harness.query_all_by_label_contains("Layer ").count();
    assert!(layered > 1, "{layered} entries");
    let pane = harness.get_by_label(&format!("{} view", view.heading())).rect();
    let places = (4..16).flat_map(|i| (4..16).map(move |k| pane.lerp_inside(egui::vec2(i as f32, k as f32) / 20.0)));
    let met = places.into_iter().find(|at| {
        harness.hover_at(*at);
        harness.run();
        harness.state().state.hover.is_some()
    });
    let at = met.expect("something lies in the view");
    for role in Role::ALL {
        if !off(&harness, view.id, role) {
            harness.state_mut().send(ViewCommand::ToggleLayer(view.id, role));
        }
    }
    harness.run();
    harness.hover_at(at + egui::vec2(1.0, 0.0));
    harness.run();
    assert_eq!(harness.state().state.hover, None);
}

#[test]
fn an_inset_is_closed_in_its_corner_and_opened_by_its_key() {
    let mut harness = shipped("gjk-nearly-touching");
    harness.state_mut().send(TimeCommand::Jump(Jump::Last));
    harness.run();
    let insets = |harness: &Harness<'_, Window>| harness.query_all_by_label("Close the insets").count();
    assert!(insets(&harness) > 0);
    harness.get_all_by_label("Close the insets").next().unwrap().click();
    harness.run();
    assert_eq!(insets(&harness), 0);
    harness.key_press(Key::Z);
    harness.run();
    assert!(insets(&harness) > 0);
}
