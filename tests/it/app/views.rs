//! The window takes its tiles from the lesson: one for each view, whatever their number and kind.

use std::sync::Arc;

use contact_lens::app::{
    Prefs, RunCommand, SelectCommand, State, TimeCommand, ViewCommand, Window, WindowCommand, open_in_engine,
};
use contact_lens::lesson::{Backdrop, Beat, Card, Lesson, PlotAxis, SourceFile, Verdict, View, WORLD};
use contact_lens::picture::{Camera, Key, Up};
use contact_lens::play::{Precision, QueryError, Run};
use contact_lens::scene::model::{Query, Scene, Upward};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::picture::screen;
use super::{act as update, fake, two_boxes};
use crate::pictures::sat;

/// A lesson with a space, lanes and a sphere.
const CARD: Card = Card {
    id: "three-views",
    title: "Three views",
    summary: "Shows the axes of two boxes.",
    sources: &["nobody"],
    listing: "look  @look",
    code: &[SourceFile { path: "src/engine/three_views/stepper.rs", text: "look(); // @look" }],
    views: sat::VIEWS,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[],
};

struct ThreeViews {
    verdict: Verdict,
    backdrop: Arc<Backdrop>,
}

impl Lesson for ThreeViews {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn steps(&self) -> usize {
        1
    }

    fn beats(&self, _: usize) -> Vec<Beat> {
        let [_, pictures] = sat::pictures();
        let say = String::from("On the framed axis the shadow of B begins after that of A ends.");
        vec![Beat { line: "look", say: say.into(), pictures, ..Beat::default() }]
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.backdrop.clone()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// The first query is about a pair, the second has three views.
fn play(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
    Ok(fake::frames(scene, query, precision, lesson))
}

fn lesson(scene: &Scene, query: &Query, frame: usize, precision: Precision) -> Result<Arc<dyn Lesson>, QueryError> {
    let pair = fake::lesson(scene, query, frame, precision)?;
    if query.name != "backwards" {
        return Ok(pair);
    }
    let [pictures, _] = sat::pictures();
    Ok(Arc::new(ThreeViews { verdict: pair.verdict().clone(), backdrop: Arc::new(Backdrop { pictures }) }))
}

fn state(dark: bool) -> State {
    let mut state = State::new(two_boxes(), None, Prefs { dark, ..Prefs::default() }, play);
    update(&mut state, RunCommand::Rerun);
    state
}

fn harness() -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state(true)));
    harness.run();
    harness
}

fn titles(harness: &Harness<'_, Window>) -> Vec<&'static str> {
    let all = ["World view", "Configuration space view", "Axes view", "Gauss sphere view"];
    all.into_iter().filter(|label| harness.query_by_label(label).is_some()).collect()
}

#[test]
fn the_dock_shows_the_views_of_the_lesson_at_hand() {
    const PAIR: [&str; 2] = ["World view", "Configuration space view"];
    const THREE: [&str; 3] = ["World view", "Axes view", "Gauss sphere view"];
    let mut harness = harness();
    assert_eq!(titles(&harness), PAIR);
    let before = harness.get_by_label(PAIR[1]).rect();
    harness.state_mut().send(SelectCommand::SelectQuery(1));
    harness.run();
    assert_eq!(titles(&harness), THREE);
    let rects = THREE.map(|label| harness.get_by_label(label).rect());
    for (i, rect) in rects.iter().enumerate() {
        assert!(rect.width() > 150.0 && rect.height() > 150.0, "{}: {rect:?}", THREE[i]);
        assert!(rects[i + 1..].iter().all(|other| !other.intersects(*rect)), "{rects:?}");
    }
    // Lanes and spheres have no other projection.
    assert!(harness.query_by_label("Parallel projection, World").is_some());
    assert!(harness.query_by_label("Parallel projection, Axes").is_none());
    harness.state_mut().send(SelectCommand::SelectQuery(0));
    harness.run();
    assert_eq!(titles(&harness), PAIR);
    assert_eq!(harness.get_by_label(PAIR[1]).rect(), before, "the tiles are where they were");
    let kept = serde_json::to_string(harness.state().layout()).unwrap();
    let layout = serde_json::from_str(&kept).unwrap();
    let window = Window::new(state(true)).with_layout(Some(layout));
    // A layout that was never drawn has fewer tiles. Those of a set come in any order.
    assert_eq!(serde_json::to_string(window.layout()).unwrap().len(), kept.len(), "what is remembered is taken");
    harness.state_mut().send(SelectCommand::SelectQuery(1));
    harness.state_mut().send(WindowCommand::ResetLayout);
    harness.run();
    assert_eq!(titles(&harness), THREE);
}

#[test]
fn cameras_are_remembered_by_view() {
    let mut state = state(true);
    let turned = Camera { azimuth: 1.25, ..*state.camera(WORLD) };
    update(&mut state, ViewCommand::Camera(WORLD, turned));
    update(&mut state, SelectCommand::SelectQuery(1));
    assert_eq!(state.views(), sat::VIEWS);
    assert_eq!(state.camera(WORLD).azimuth, 1.25, "the world is seen from the same side");
    let sphere = Camera { azimuth: 0.5, ..*state.camera("sphere") };
    update(&mut state, ViewCommand::Camera("sphere", sphere));
    assert_eq!(state.active_view, "sphere");
    let lanes = *state.camera("axes");
    update(&mut state, ViewCommand::Focus("axes"));
    update(&mut state, ViewCommand::ToggleProjection);
    assert_eq!(*state.camera("axes"), lanes, "lanes are read, not looked at");
    update(&mut state, SelectCommand::SelectQuery(0));
    assert_eq!(state.active_view, WORLD, "keys act on a view that is there");
    update(&mut state, SelectCommand::SelectQuery(1));
    assert_eq!(state.camera("sphere").azimuth, 0.5);
    update(&mut state, ViewCommand::Camera("cso", sphere));
    assert_eq!(state.active_view, WORLD, "a view that is not shown cannot be turned");
}

#[test]
fn lanes_and_spheres_are_pointed_at_moved_and_turned() {
    let mut harness = harness();
    harness.state_mut().send(SelectCommand::SelectQuery(1));
    harness.run();
    let lanes = harness.get_by_label("Axes view").rect();
    let mut hovered = std::collections::BTreeSet::new();
    for k in 1..40 {
        harness.hover_at(lanes.left_top() + egui::vec2(0.45 * lanes.width(), lanes.height() * k as f32 / 40.0));
        harness.run();
        hovered.extend(harness.state().state.hover.as_ref().map(|key: &Key| key.0.to_string()));
    }
    assert!(hovered.iter().filter(|key| key.starts_with("axis/")).count() > 5, "{hovered:?}");
    for (label, id) in [("Axes view", "axes"), ("Gauss sphere view", "sphere")] {
        let before = *harness.state().state.camera(id);
        let middle = harness.get_by_label(label).rect().center();
        harness.drag_at(middle);
        harness.run();
        harness.hover_at(middle + egui::vec2(40.0, 0.0));
        harness.run();
        harness.drop_at(middle + egui::vec2(40.0, 0.0));
        harness.run();
        let after = *harness.state().state.camera(id);
        let moved = if id == "axes" { after.target.x < before.target.x } else { after.azimuth < before.azimuth };
        assert!(moved, "{id}: {before:?}, then {after:?}");
        harness.state_mut().send(ViewCommand::FrameAll);
        harness.run();
        assert!((harness.state().state.camera(id).target - before.target).length() < 1e-9, "{id} is framed again");
    }
}

#[test]
fn a_window_of_three_views_is_drawn() {
    let Some(mut screen) = screen() else { return };
    for dark in [true, false] {
        let mut window = Window::new(state(dark));
        window.send(SelectCommand::SelectQuery(1));
        let picture = screen.draw(&mut window, [1280, 800], 1.0).unwrap();
        assert_eq!(window.gpu_error(), None);
        window.destroy();
        if let Some(folder) = std::env::var_os("CONTACT_LENS_KEEP") {
            picture.save(std::path::Path::new(&folder).join(format!("three-views-{dark}.png"))).unwrap();
        }
    }
}

#[test]
fn views_are_told_by_id_and_kind() {
    assert_eq!(View::space("a", "gauss sphere").heading(), "Gauss sphere");
    assert_ne!(View::space("world", "world"), View::plane("world", "world"));
}

/// A window that opens on any query keeps the axis that points up, as `render --view window --query NAME` draws it.
#[test]
fn the_first_cameras_of_every_query_keep_the_axis_that_points_up() {
    for up in [Upward::Y, Upward::Z] {
        for query in [0, 1] {
            let scene = Scene { up, ..two_boxes() };
            let mut window = Window::new(State::new(scene, None, Prefs::default(), open_in_engine));
            // The commands of `render_window`, in its order.
            window.send(SelectCommand::SelectQuery(query));
            window.send(TimeCommand::SetFrame(0));
            window.send(RunCommand::SetPrecision(Precision::F64));
            window.send(SelectCommand::SelectBody(Some(0)));
            let mut harness = super::fields::harness(window);
            for _ in 0..2000 {
                harness.run_steps(2);
                if harness.state().state.recording.is_some() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            harness.run_steps(6);
            let state = &harness.state().state;
            let expected = if up == Upward::Z { Up::Z } else { Up::Y };
            assert_eq!(state.focus.query, query);
            assert_eq!(state.camera(WORLD).up, expected, "query {query}");
        }
    }
}
