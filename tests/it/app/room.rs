//! Room in the window: a pane that fills it, a presentation, and the size of type.

use contact_lens::app::{Effect, PaneLayout, Prefs, Slot, State, ViewCommand, Window, WindowCommand, open_in_engine};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::state;

pub(super) fn harness_of(state: State) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .with_step_dt(1.0 / 60.0)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.run();
    harness
}

fn harness() -> Harness<'static, Window> {
    harness_of(state())
}

fn is_shown(harness: &Harness<'_, Window>, label: &str) -> bool {
    harness.query_by_label(label).is_some()
}

pub(super) fn double_click(harness: &mut Harness<'_, Window>, label: &str) {
    let tab = harness.query_all_by_label(label).next().unwrap().rect().center();
    for _ in 0..2 {
        for pressed in [true, false] {
            harness.event(Event::PointerMoved(tab));
            harness.event(Event::PointerButton {
                pos: tab,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            harness.step();
        }
    }
    // Long enough that the next click is the first of its own.
    (0..40).for_each(|_| harness.step());
}

#[test]
fn a_double_click_on_a_tab_fills_the_window_and_puts_it_back() {
    let mut harness = harness();
    let before = harness.get_by_label("World view").rect();
    double_click(&mut harness, "This step");
    assert_eq!(harness.state().state.pane_layout.filled, Some(Slot::Step));
    assert!(!is_shown(&harness, "World view"), "it alone is there");
    let value = harness.get_by_label("|v| = 1, upper bound").rect();
    assert!(value.width() > 1_000.0, "and as wide as the window: {value}");
    double_click(&mut harness, "This step");
    assert_eq!(harness.state().state.pane_layout, PaneLayout::default());
    assert_eq!(harness.get_by_label("World view").rect(), before, "all is where it was");
    // Escape puts it back too, and only it: a message that goes away by itself does not take the key.
    double_click(&mut harness, "Configuration space");
    assert!(harness.get_by_label("Configuration space view").rect().width() > 1_200.0);
    harness.key_press(Key::Escape);
    harness.run();
    assert!(is_shown(&harness, "World view") && is_shown(&harness, "Configuration space view"));
}

#[test]
fn a_key_fills_the_window_with_the_view_at_hand_and_a_panel_that_is_called_comes_forth() {
    let mut harness = harness();
    harness.key_press(Key::M);
    harness.run();
    assert_eq!(harness.state().state.pane_layout.filled, Some(Slot::View(0)));
    assert!(is_shown(&harness, "World view") && !is_shown(&harness, "Configuration space view"));
    // The panel of breakpoints was asked for: it is not hidden behind the view.
    harness.key_press(Key::B);
    harness.run();
    assert_eq!(harness.state().state.pane_layout.filled, None);
    assert!(is_shown(&harness, "Add breakpoint"));
    harness.key_press(Key::M);
    harness.key_press(Key::M);
    harness.run();
    assert_eq!(harness.state().state.pane_layout.filled, None, "twice is there and back");
}

#[test]
fn a_presentation_shows_views_sentence_and_listing_and_a_clicker_steps() {
    let mut harness = harness();
    harness.key_press(Key::F11);
    harness.run();
    assert!(harness.state().state.pane_layout.is_presenting);
    for shown in ["World view", "Configuration space view", "listing line support"] {
        assert!(is_shown(&harness, shown), "{shown}");
    }
    assert!(harness.query_by_label_contains("The bracket is").is_some());
    for hidden in ["File", "Next sub-step", "Tables", "|v| = 1, upper bound"] {
        assert!(!is_shown(&harness, hidden), "{hidden}");
    }
    assert!(harness.ctx.zoom_factor() >= 1.2, "large type: {}", harness.ctx.zoom_factor());
    for (key, position) in [(Key::PageDown, 1), (Key::PageDown, 2), (Key::PageUp, 1), (Key::ArrowRight, 2)] {
        harness.key_press(key);
        harness.run();
        assert_eq!(harness.state().state.playhead.position, position, "{key:?}");
    }
    // The step of a presentation stays where it is when it ends.
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!harness.state().state.pane_layout.is_presenting && is_shown(&harness, "Next sub-step"));
    assert_eq!((harness.ctx.zoom_factor(), harness.state().state.playhead.position), (1.0, 2));
}

#[test]
fn presenting_asks_for_the_whole_screen_once_and_gives_it_back() {
    let mut state = state();
    let asked = |state: &mut State| contact_lens::app::update(state, WindowCommand::TogglePresentation);
    assert_eq!(asked(&mut state), [Effect::FullScreen(true)]);
    assert_eq!(asked(&mut state), [Effect::FullScreen(false)]);
}

#[test]
fn keys_and_the_wheel_size_all_type_and_the_size_is_remembered() {
    let mut harness = harness();
    let size = |harness: &Harness<'_, Window>| (harness.ctx.zoom_factor(), harness.state().state.prefs.type_size);
    for (key, expected) in [(Key::Plus, 1.1), (Key::Equals, 1.25), (Key::Minus, 1.1), (Key::Num0, 1.0)] {
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        harness.run();
        assert_eq!(size(&harness), (expected, expected), "{key:?}");
    }
    let camera = *harness.state().state.camera(contact_lens::lesson::WORLD);
    // Moved by hand, it is not set anew where the view has another size.
    harness.state_mut().send(ViewCommand::Camera(contact_lens::lesson::WORLD, camera));
    let view = harness.get_by_label("World view").rect().center();
    harness.hover_at(view);
    for unit in [egui::MouseWheelUnit::Line, egui::MouseWheelUnit::Point] {
        let delta = egui::vec2(0.0, if unit == egui::MouseWheelUnit::Line { 1.0 } else { 50.0 });
        let (phase, modifiers) = (egui::TouchPhase::Move, Modifiers::COMMAND);
        harness.event(Event::MouseWheel { source: egui::MouseWheelSource::Wheel, unit, delta, phase, modifiers });
        harness.run();
    }
    assert_eq!(size(&harness), (1.25, 1.25), "two notches");
    assert_eq!(*harness.state().state.camera(contact_lens::lesson::WORLD), camera, "no camera moved");
    let kept = serde_json::to_string(&harness.state().state.prefs).unwrap();
    assert_eq!(serde_json::from_str::<Prefs>(&kept).unwrap().type_size, 1.25);
}

/// A long code file in a panel: the line lit stays in view when type grows.
#[test]
fn the_line_lit_stays_in_view_when_type_grows() {
    let scene = contact_lens::scene::shipped("gjk-box-octahedron").unwrap();
    let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
    let prefs = Prefs { code: true, ..Prefs::default() };
    let mut harness = harness_of(State::new(scene, None, prefs, open_in_engine));
    for _ in 0..6 {
        harness.key_press(Key::ArrowRight);
        harness.run();
        let name = format!("code line {}", harness.state().state.beat().unwrap().line);
        for by in [1, 1, 1, 1, 0] {
            harness.state_mut().send(WindowCommand::SizeType(by));
            harness.run();
            let there = harness.query_all_by_label(&name).next();
            let bounds = harness.ctx.content_rect();
            assert!(there.is_some_and(|line| bounds.contains_rect(line.rect().with_max_x(bounds.right()))), "{name}");
        }
    }
}
