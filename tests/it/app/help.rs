//! Help: keys, and what can be chosen about the query that is shown.

use contact_lens::app::{Prefs, State, open_in_engine};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness;

fn opened(scene: &str) -> Harness<'static, contact_lens::app::Window> {
    let shipped = contact_lens::scene::shipped(scene).unwrap();
    let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let mut harness = harness(State::new(scene, None, Prefs::default(), open_in_engine));
    harness.run();
    harness
}

#[test]
fn every_option_of_the_query_is_explained_by_its_name_in_files() {
    for scene in ["gjk-box-octahedron", "cast-boxes", "world-pyramid"] {
        let mut harness = opened(scene);
        harness.key_press_modifiers(Modifiers::SHIFT, Key::F1);
        harness.run();
        let names = harness.state().state.query().unwrap().ask.algorithm().options();
        assert!(!names.is_empty(), "{scene}");
        let dimension = harness.state().state.doc.scene.dimension;
        let ask = harness.state().state.query().unwrap().ask.clone();
        for about in ask.options().unwrap().fields() {
            let there = about.only_in.is_none_or(|only| only == dimension);
            assert_eq!(harness.query_by_label(about.name).is_some(), there, "{scene}: {}", about.name);
        }
        harness.key_press(Key::Escape);
        harness.run();
        assert!(harness.query_by_label(names[0]).is_none(), "{scene}: Escape closes it");
    }
}

#[test]
fn the_pages_of_the_help_lead_to_each_other() {
    let mut harness = opened("gjk-box-octahedron");
    harness.key_press(Key::F1);
    harness.run();
    assert!(harness.query_by_label("Cancel a drag").is_some());
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Options of this query").click();
    harness.run();
    assert!(harness.query_by_label("max_iterations").is_some() && harness.query_by_label("Cancel a drag").is_none());
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Keys and mouse").click();
    harness.run();
    assert!(harness.query_by_label("Cancel a drag").is_some());
}

#[test]
fn every_key_stands_in_the_list_and_no_words_lie_over_others() {
    for size in [[1280.0, 800.0], [1024.0, 700.0], [1440.0, 900.0]] {
        let mut harness = Harness::builder().with_size(size).build_ui_state(
            |ui, window: &mut contact_lens::app::Window| window.ui(ui),
            contact_lens::app::Window::new(super::state()),
        );
        harness.run();
        harness.key_press(Key::F1);
        harness.run();
        let titles = contact_lens::app::ACTIONS.iter().filter(|action| !action.shortcuts.is_empty());
        let mut rows = Vec::new();
        for action in titles {
            let all: Vec<_> = harness.query_all_by_label(action.title).map(|node| node.rect()).collect();
            assert!(!all.is_empty(), "{} is not listed", action.title);
            rows.extend(all.last().copied());
        }
        let words =
            ["Change an input of the run", "drag its underlined number", "Hide or show a layer", "click in the legend"];
        let [what, how, other, there] = words.map(|word| harness.get_by_label(word).rect());
        assert!(!what.intersects(how) && !other.intersects(there), "{size:?}: {what} {how} {other} {there}");
        let overlap =
            |(i, one): (usize, &egui::Rect)| rows[i + 1..].iter().any(|other| other.shrink(1.0).intersects(*one));
        assert!(!rows.iter().enumerate().any(overlap), "{size:?}");
    }
}
