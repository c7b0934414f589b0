//! The browser of shipped scenes: everything in it is found, opened and remembered, by clicks and keys.

use contact_lens::app::{FileCommand, SceneCommand, State, Window, WindowCommand};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::catalog::{catalog, course};
use contact_lens::scene::model::Chapter;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::state;

fn harness_at(size: [f32; 2]) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state()));
    harness.run();
    harness
}

fn browser() -> Harness<'static, Window> {
    let mut harness = harness_at([1280.0, 800.0]);
    harness.key_press(Key::F2);
    harness.run();
    assert!(harness.state().state.is_browser_open);
    harness
}

fn open_scene(state: &State) -> &'static str {
    SHIPPED[state.doc.shipped.expect("a shipped scene")].name
}

/// The three longest words of a title.
fn three_words(title: &str) -> String {
    let mut words: Vec<&str> = title.split(' ').collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.truncate(3);
    words.join(" ")
}

#[test]
fn words_of_the_last_time_are_seen_again_and_replaced_by_others() {
    let mut harness = browser();
    let words = |harness: &Harness<'_, Window>, label: &str| harness.get_by_label(label).value();
    harness.get_by_label("Search scenes").type_text("sat boxes");
    harness.run();
    for key in [Key::Escape, Key::F2] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(words(&harness, "Search scenes").as_deref(), Some("sat boxes"));
    harness.event(egui::Event::Text(String::from("jolt")));
    harness.run();
    assert_eq!(words(&harness, "Search scenes").as_deref(), Some("jolt"));
    harness.key_press(Key::Escape);
    harness.run();
    for typed in ["convex", "gauss"] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
        harness.run();
        harness.event(egui::Event::Text(String::from(typed)));
        harness.run();
        assert_eq!(words(&harness, "Find a command").as_deref(), Some(typed));
        harness.key_press(Key::Escape);
        harness.run();
    }
}

#[test]
fn three_words_of_its_title_find_every_scene_among_the_first() {
    assert_eq!(catalog().len(), SHIPPED.len());
    for entry in catalog() {
        let found = contact_lens::scene::catalog::find(&three_words(&entry.title));
        let place = found.iter().position(|other| other.index == entry.index);
        assert!(place.is_some_and(|place| place < 12), "{}: {place:?} of {}", entry.title, found.len());
    }
}

#[test]
fn all_scenes_are_opened_by_three_words_of_their_titles() {
    let mut harness = browser();
    for entry in catalog() {
        if !harness.state().state.is_browser_open {
            harness.state_mut().send(WindowCommand::ToggleBrowser);
        }
        harness.run();
        harness.get_by_label("Search scenes").type_text(&three_words(&entry.title));
        harness.run();
        let card = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == egui::Role::Button;
        let cards: Vec<_> = harness.get_all_by_label(&entry.title).filter(card).collect();
        assert_eq!(cards.len(), 1, "{}: {}", entry.name, entry.title);
        cards[0].click();
        drop(cards);
        harness.run();
        let state = &harness.state().state;
        assert_eq!(open_scene(state), entry.name);
        assert!(!state.is_browser_open && state.prefs.seen.contains(entry.name));
    }
}

#[test]
fn arrows_and_enter_open_what_is_chosen_and_escape_closes() {
    let mut harness = browser();
    harness.get_by_label("Search scenes").type_text("gjk iteration limit");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(open_scene(&harness.state().state).contains("iteration-limit"));
    harness.key_press(Key::F2);
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!harness.state().state.is_browser_open);
}

#[test]
fn shelves_hold_the_course_all_systems_and_reports() {
    let mut harness = browser();
    harness.get_by_label("Warm starting").click();
    harness.run();
    for entry in course() {
        let is_there = harness.query_by_label(&entry.title).is_some();
        let chapter = entry.course.expect("a scene of the course").chapter;
        assert_eq!(is_there, chapter == Chapter::WarmStart, "{}", entry.title);
    }
    harness.get_by_label("Warm starting").click();
    harness.run();
    harness.get_by_label("Reported bugs").click();
    harness.run();
    assert!(harness.query_by_label("Wrong normal").is_some());
    harness.get_by_label("Bugs by engine").click();
    harness.run();
    harness.get_by_label("Avian").click();
    harness.run();
    for entry in catalog().iter().filter(|entry| entry.report.is_some()) {
        let is_there = harness.query_by_label(&entry.title).is_some();
        let project = &entry.report.as_ref().expect("a report").project;
        assert_eq!(is_there, project == "Avian", "{}", entry.title);
    }
    harness.get_by_label("All scenes").click();
    harness.run();
    assert!(harness.query_by_label("Frustum culling").is_some());
}

#[test]
fn keys_lead_from_scene_to_scene_and_never_lose_edits() {
    let mut harness = harness_at([1280.0, 800.0]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    harness.run();
    assert_eq!(open_scene(&harness.state().state), catalog()[0].name);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    harness.run();
    assert_eq!(open_scene(&harness.state().state), catalog()[1].name);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageUp);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageUp);
    harness.run();
    assert_eq!(open_scene(&harness.state().state), catalog()[catalog().len() - 1].name, "round the end");
    let edit = contact_lens::app::Edit::AddBody(None);
    harness.state_mut().send(SceneCommand::Edit(edit));
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    harness.run();
    assert!(harness.state().state.pending_command.is_some(), "edits that are not saved are asked about");
}

#[test]
fn the_palette_finds_scenes_queries_and_bodies() {
    let mut harness = harness_at([1280.0, 800.0]);
    for (typed, check) in [
        ("backwards", (|state| state.focus.query == 1) as fn(&State) -> bool),
        ("sat boxes", |state| open_scene(state).contains("sat")),
    ] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
        harness.run();
        harness.get_by_label("Find a command").type_text(typed);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert!(check(&harness.state().state), "{typed}");
    }
}

#[test]
fn the_end_of_a_lesson_offers_the_next_one() {
    let mut harness = harness_at([1280.0, 800.0]);
    let all = course();
    harness.state_mut().send(FileCommand::OpenShipped(all[0].index));
    harness.run();
    let next = format!("Next: {}", all[1].title);
    assert!(harness.query_by_label(&next).is_none(), "not before the end");
    harness.key_press(Key::End);
    harness.run();
    harness.get_by_label(&next).click();
    harness.run();
    assert_eq!(open_scene(&harness.state().state), all[1].name);
}
