//! Where things stand in the window: nothing is cut off, nothing moves while one steps. Found by accessible labels.

use contact_lens::app::{Jump, Prefs, SelectCommand, State, TimeCommand, Window, open_in_engine};
use contact_lens::lesson::WORLD;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// The window on a shipped scene, played by the engine.
fn shipped(name: &str) -> Harness<'static, Window> {
    sized(name, [1280.0, 800.0])
}

fn sized(name: &str, size: [f32; 2]) -> Harness<'static, Window> {
    let scene = contact_lens::scene::shipped(name).unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    let window = Window::new(State::new(scene, None, Prefs::default(), open_in_engine));
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
    harness.run();
    harness
}

#[test]
fn long_names_stay_inside_the_scene_panel() {
    for name in ["distance-in-and-out", "boolean-gjk-tetrahedron", "epa-horizon-discs-out-of-order"] {
        let harness = shipped(name);
        let end = harness.get_by_label("World view").rect().left();
        for label in ["Algorithm", "Body A", "Add a body", "Add a query", "Scene name"] {
            let rects: Vec<_> = harness.get_all_by_label(label).map(|node| node.rect()).collect();
            // The panel of the listing is called "Algorithm" too, far to the right.
            assert!(rects.iter().any(|rect| rect.left() < end && rect.right() <= end), "{name}: {label} at {rects:?}");
        }
    }
}

#[test]
fn small_windows_cut_nothing() {
    for size in [[820.0, 520.0], [900.0, 600.0], [1119.0, 700.0], [1120.0, 700.0], [1280.0, 720.0]] {
        let mut harness = sized("gjk-box-octahedron", size);
        harness.state_mut().send(SelectCommand::SelectBody(Some(0)));
        harness.run();
        let rect = |label: &str| harness.get_by_label(label).rect();
        assert!(rect("World").right() < rect("Move").left(), "{size:?}: the title runs into the tools");
        assert!(rect("Configuration space").right() < rect("Legend, Configuration space").left(), "{size:?}");
        assert!(rect("Bounds over the steps").height() > 50.0, "{size:?}: the plot has no room");
        let timeline = harness.get_by_label_contains("Timeline, sub-step").rect();
        assert!(timeline.right() < size[0] - 100.0, "{size:?}: speed and counter stand beside the timeline");
        // The fields of a body: beside the views, or behind the tab of the listing.
        if let Some(tab) = harness.query_by_label("Scene") {
            tab.click();
            harness.run();
        }
        let fields = ["x", "y", "z"].map(|axis| harness.get_by_label(&format!("Position {axis}")).rect());
        let views = ["World view", "Configuration space view"].map(|label| harness.get_by_label(label).rect());
        for rect in fields {
            assert!(rect.width() >= 36.0 && rect.right() <= size[0], "{size:?}: {rect:?}");
            assert!(views.iter().all(|view| !view.intersects(rect)), "{size:?}: {rect:?} over a view");
        }
    }
}

#[test]
fn a_lesson_without_numbers_over_steps_shows_its_code_instead() {
    for (name, plots) in [("support-box", false), ("simplex-point-triangle", false), ("gjk-box-octahedron", true)] {
        let harness = shipped(name);
        assert_eq!(harness.query_by_label_contains("the source code, with the line").is_some(), !plots, "{name}");
        assert_eq!(harness.query_by_label("Bounds over the steps").is_some(), plots, "{name}");
    }
}

#[test]
fn nothing_moves_from_beat_to_beat() {
    let mut harness = shipped("epa-box-box");
    let beats = harness.state().state.recording.as_ref().unwrap().beats();
    let at = |harness: &Harness<'_, Window>| {
        // Tables scroll to the row that was chosen.
        ["VALUES", "World view", "Next sub-step"].map(|label| harness.query_by_label(label).map(|n| n.rect().min))
    };
    let mut places = [None; 3];
    for position in 0..beats {
        harness.state_mut().send(TimeCommand::Jump(Jump::To(position)));
        harness.run();
        for (place, now) in places.iter_mut().zip(at(&harness)) {
            assert!(place.is_none() || now.is_none() || *place == now, "beat {position}: {place:?}, then {now:?}");
            *place = place.or(now);
        }
    }
    assert!(places.iter().all(Option::is_some), "{places:?}");
}

#[test]
fn the_queue_is_in_view_beside_the_stop_tests() {
    let mut harness = shipped("epa-box-box");
    harness.key_press(Key::End);
    harness.run();
    let nearest = harness.get_by_label_contains(", taken").rect();
    let fired = harness.get_by_label_contains("ends the loop here").rect();
    let timeline = harness.get_by_label_contains("Timeline, sub-step").rect().top();
    for rect in [nearest, fired] {
        assert!(rect.height() > 10.0 && rect.bottom() < timeline, "{rect:?} above {timeline}");
    }
    assert!(nearest.right() <= fired.left());
}

#[test]
fn a_simplex_is_in_view_when_its_scene_opens() {
    for name in ["simplex-point-tetrahedron", "simplex-flat-around-q", "simplex-catto-wire"] {
        let harness = shipped(name);
        let state = &harness.state().state;
        let size = glam::DVec2::new(330.0, 410.0);
        let picture = state.picture(WORLD).unwrap();
        let corners: Vec<_> = picture
            .marks
            .iter()
            .filter_map(|mark| match &mark.form {
                contact_lens::picture::Form::Point(at) | contact_lens::picture::Form::Label { at, .. } => {
                    state.camera(WORLD).project(*at, size)
                }
                _ => None,
            })
            .collect();
        let inside = |at: &glam::DVec2| at.cmpge(glam::DVec2::ZERO).all() && at.cmple(size).all();
        assert!(corners.len() > 1 && corners.iter().all(inside), "{name}: {corners:?}");
    }
}

#[test]
fn the_palette_shows_first_what_can_be_done_now() {
    let mut harness = shipped("gjk-box-octahedron");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.run();
    harness.get_by_label("Find a command").type_text("fra");
    harness.run();
    let top = |label: &str| harness.get_all_by_label(label).map(|node| node.rect().top()).fold(f32::INFINITY, f32::min);
    assert!(top("Frame selection") < top("Next frame"), "this scene stands still: it has no next frame");
}

#[test]
fn a_yes_or_no_question_says_that_no_distance_was_asked() {
    let harness = shipped("boolean-gjk-tetrahedron");
    let pair = harness.state().state.verdict().unwrap().pair().unwrap();
    assert!(pair.signed_distance.is_none() && pair.proof.tolerance.is_infinite());
    assert!(harness.query_by_label_contains("requested only an overlap test").is_some());
}
