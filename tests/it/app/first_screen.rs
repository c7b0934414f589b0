//! The first screen: its three doors, by clicks, keys, pastes and drops, whatever has the focus.

use contact_lens::app::{
    ClipboardCommand, Effect, FoundEdits, RecoveryCommand, Severity, State, StoredEdits, Window, WindowCommand,
    open_in_engine,
};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::catalog::{catalog, core_path, course};
use contact_lens::scene::model::{Chapter, ReportedFault};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{TWO_BOXES, state};

fn at(size: [f32; 2]) -> Harness<'static, Window> {
    let mut state = state();
    state.is_first_screen_open = true;
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.run();
    harness
}

fn first_screen() -> Harness<'static, Window> {
    at([1280.0, 800.0])
}

/// Whether a scene is shown, with nothing over it.
fn shows(state: &State, name: &str) -> bool {
    state.doc.scene.name == name && !state.is_first_screen_open && !state.is_browser_open
}

fn renamed() -> String {
    TWO_BOXES.replace("Two boxes", "Pasted boxes")
}

#[test]
fn pasted_text_opens_at_once_whatever_has_the_focus() {
    for focused in [None, Some("Open a file…"), Some("Why A − B?"), Some("Search scenes")] {
        let mut harness = first_screen();
        if focused == Some("Search scenes") {
            harness.key_press(Key::F2);
            harness.run();
            assert!(harness.state().state.is_browser_open);
        }
        if let Some(label) = focused {
            harness.get_by_label(label).focus();
            harness.run();
        }
        harness.event(Event::Paste(renamed()));
        harness.run();
        assert!(shows(&harness.state().state, "Pasted boxes"), "focus on {focused:?}");
    }
}

#[test]
fn text_that_is_no_scene_is_reported_or_searched_for() {
    let mut harness = first_screen();
    harness.event(Event::Paste(String::from("nothing that\nanyone could read as a scene")));
    harness.run();
    let state = &harness.state().state;
    assert!(state.is_first_screen_open && state.banners.iter().any(|banner| banner.severity == Severity::Error));
    assert!(harness.query_by_label_contains("cannot be read").is_some(), "the reason is on the screen");
    // One line in the search field of the browser is a search.
    let mut harness = first_screen();
    harness.key_press(Key::F2);
    harness.run();
    harness.event(Event::Paste(String::from("gjk iteration limit")));
    harness.run();
    assert!(harness.state().state.is_browser_open && harness.state().state.banners.is_empty());
    assert_eq!(harness.get_by_label("Search scenes").value().as_deref(), Some("gjk iteration limit"));
    harness.event(Event::Paste(String::from("nothing that\nanyone could read as a scene")));
    harness.run();
    assert!(harness.query_by_label_contains("cannot be read").is_some(), "above the browser too");
}

/// A file that is let go over the window.
#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_file_and_restored_edits_close_the_screen_and_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dropped.scene.json");
    std::fs::write(&file, TWO_BOXES.replace("Two boxes", "Dropped boxes")).unwrap();
    for with_browser in [false, true] {
        let mut harness = first_screen();
        if with_browser {
            harness.key_press(Key::F2);
            harness.run();
        }
        harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(file.clone())));
        harness.run();
        assert!(shows(&harness.state().state, "Dropped boxes"));
        let mut harness = first_screen();
        if with_browser {
            harness.key_press(Key::F2);
            harness.run();
        }
        let mut scene = super::two_boxes();
        scene.name = String::from("Restored boxes");
        let edits = StoredEdits { path: None, stamp: None, scene: scene.into() };
        let found = FoundEdits { file: folder.path().join("x.json"), edits, age: std::time::Duration::from_secs(9) };
        harness.state_mut().send(RecoveryCommand::Found(vec![found]));
        harness.run();
        harness.get_by_label("Restore").click();
        harness.run();
        assert!(shows(&harness.state().state, "Restored boxes"));
    }
}

#[test]
fn each_door_leads_to_its_scenes() {
    let mut harness = first_screen();
    harness.get_by_label("Paste a contact").click();
    let mut has_asked = false;
    for _ in 0..4 {
        harness.step();
        let mut commands = harness.output().viewport_output.values().flat_map(|output| &output.commands);
        has_asked |= commands.any(|command| matches!(command, egui::ViewportCommand::RequestPaste));
    }
    assert!(has_asked, "the desktop is asked for the clipboard");
    harness.get_by_label("Open a file…").click();
    harness.run();
    assert!(harness.state_mut().take_effects().contains(&Effect::PickOpen));
    harness.get_by_label("Start the core path").click();
    harness.run();
    assert!(shows(&harness.state().state, &core_path()[0].entry.title), "the first scene that was not opened");
    harness.state_mut().send(WindowCommand::ToggleFirstScreen);
    harness.run();
    assert!(harness.query_by_label_contains("Continue").is_none(), "the name of the button stays");
    harness.get_by_label(core_path()[3].topic).click();
    harness.run();
    assert!(shows(&harness.state().state, &core_path()[3].entry.title));
    let mut harness = first_screen();
    harness.get_by_label(ReportedFault::MissedContact.title()).click();
    harness.run();
    assert!(harness.state().state.is_browser_open);
    for entry in catalog().iter().filter_map(|entry| Some((entry, entry.report.as_ref()?))) {
        let is_there = harness.query_by_label(&entry.0.title).is_some();
        assert!(!is_there || entry.1.fault == ReportedFault::MissedContact, "{}", entry.0.title);
    }
}

#[test]
fn the_core_path_starts_with_the_scene_behind_the_screen_and_leads_on() {
    assert_eq!(core_path()[0].entry.name, SHIPPED[0].name, "the scene behind the screen");
    let mut harness = first_screen();
    harness.get_by_label("Start the core path").click();
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    let next = core_path()[1];
    harness.get_by_label(&format!("Next in the core path: {}", next.topic)).click();
    harness.run();
    assert!(shows(&harness.state().state, &next.entry.title));
}

#[test]
fn keys_of_the_hidden_scene_do_nothing_and_escape_shows_it() {
    let mut harness = first_screen();
    let before = harness.state().state.playhead.position;
    for key in [Key::ArrowRight, Key::End, Key::X, Key::Q, Key::M] {
        harness.key_press(key);
        harness.run();
    }
    let state = &harness.state().state;
    assert!(state.is_first_screen_open && state.playhead.position == before && state.prediction.is_none());
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!harness.state().state.is_first_screen_open);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::F2);
    harness.run();
    assert!(harness.state().state.is_first_screen_open);
    // A command about the scene, from the palette, shows the scene.
    harness.state_mut().send(WindowCommand::TogglePalette);
    harness.run();
    harness.get_by_label("Find a command").type_text("Last sub-step");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(!harness.state().state.is_first_screen_open && harness.state().state.playhead.position > before);
}

#[test]
fn arrows_and_enter_choose_on_the_first_screen() {
    let mut harness = first_screen();
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert!(harness.get_by_label("Paste a contact").accesskit_node().is_focused());
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert!(harness.get_by_label("Open a file…").accesskit_node().is_focused());
    harness.key_press(Key::Enter);
    harness.run();
    assert!(harness.state_mut().take_effects().contains(&Effect::PickOpen));
}

/// Title of the chosen card.
fn chosen(harness: &Harness<'_, Window>) -> String {
    let all: Vec<_> = harness
        .root()
        .children_recursive()
        .filter(|node| {
            let node = node.accesskit_node();
            node.toggled() == Some(egui::accesskit::Toggled::True) && node.label().is_some()
        })
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| catalog().iter().any(|entry| entry.title == *label))
        .collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

#[test]
fn arrows_tab_and_pages_choose_in_the_browser() {
    let mut harness = first_screen();
    harness.key_press(Key::F2);
    harness.run();
    let core: Vec<&str> = core_path().iter().map(|scene| scene.entry.title.as_str()).collect();
    assert_eq!(chosen(&harness), core[0]);
    for (key, index) in [(Key::ArrowRight, 1), (Key::ArrowRight, 2), (Key::ArrowLeft, 1), (Key::Home, 0)] {
        harness.key_press(key);
        harness.run();
        assert_eq!(chosen(&harness), core[index], "{key:?}");
    }
    harness.key_press(Key::PageDown);
    harness.run();
    assert!(chosen(&harness) != core[0], "a page on");
    harness.key_press(Key::PageUp);
    harness.run();
    assert_eq!(chosen(&harness), core[0]);
    // Tab leaves the search field and comes to the cards, where the arrows act on the cards.
    for _ in 0..60 {
        harness.key_press(Key::Tab);
        harness.run();
        if harness.get_by_label("Cards").accesskit_node().is_focused() {
            break;
        }
    }
    assert!(harness.get_by_label("Cards").accesskit_node().is_focused());
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(chosen(&harness), core[1]);
    assert!(harness.get_by_label("Cards").accesskit_node().is_focused());
    harness.key_press(Key::Enter);
    harness.run();
    assert!(shows(&harness.state().state, core[1]));
}

#[test]
fn a_chapter_shows_its_heading_and_first_row() {
    let mut harness = at([1280.0, 600.0]);
    harness.key_press(Key::F2);
    harness.run();
    harness.key_press(Key::End);
    harness.run();
    harness.run();
    harness.get_by_label(Chapter::Gjk.title()).click();
    harness.run();
    let first =
        course().iter().find(|entry| entry.course.is_some_and(|course| course.chapter == Chapter::Gjk)).unwrap();
    let card = harness.get_by_label(&first.title).rect();
    let cards = harness.get_by_label("Cards").rect();
    assert!(card.top() >= cards.top() + 28.0, "the heading is above the first row: {card} in {cards}");
    assert_eq!(chosen(&harness), first.title);
}

#[test]
fn everything_on_the_first_screen_is_inside_of_small_and_large_windows() {
    for size in [[820.0, 520.0], [1280.0, 800.0], [1920.0, 1080.0]] {
        let harness = at(size);
        for label in ["Paste a contact", "Open a file…", "Start the core path", "Show at startup"] {
            let rect = harness.get_by_label(label).rect();
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            assert!(window.contains_rect(rect), "{label} at {size:?}: {rect}");
        }
    }
}

#[test]
fn an_example_opens_as_if_it_were_pasted() {
    let mut harness = first_screen();
    harness.get_by_label("Example: Code").click();
    harness.run();
    let state = &harness.state().state;
    assert!(!state.is_first_screen_open && state.doc.scene.bodies.len() == 2, "{:?}", state.banners);
    harness.state_mut().send(ClipboardCommand::Paste(renamed()));
    assert!(shows(&harness.state().state, "Pasted boxes"));
}

#[test]
fn the_first_screen_is_drawn_in_both_themes_and_all_sizes() {
    let Some(mut screen) = super::picture::screen() else { return };
    for (dark, size) in [(true, [820, 520]), (false, [820, 520]), (true, [1920, 1080]), (false, [1920, 1080])] {
        let mut window = Window::new(State::new(super::two_boxes(), None, Default::default(), open_in_engine));
        window.state.is_first_screen_open = true;
        window.state.prefs.dark = dark;
        let picture = screen.draw(&mut window, size, 1.0).unwrap();
        window.destroy();
        assert_eq!((picture.width(), picture.height()), (size[0], size[1]));
        if let Some(folder) = std::env::var_os("CONTACT_LENS_KEEP") {
            let name = format!("first-{}-{}.png", size[0], if dark { "dark" } else { "light" });
            picture.save(std::path::Path::new(&folder).join(name)).unwrap();
        }
    }
}
