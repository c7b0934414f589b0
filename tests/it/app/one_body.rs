//! Questions about one body: nothing in the window supposes two.

use contact_lens::answer::Finding;
use contact_lens::app::{
    ClipboardCommand, Command, Edit, Jump, Prefs, RunCommand, SceneCommand, SelectCommand, State, TimeCommand,
    ViewCommand, Window, open_in_engine,
};
use contact_lens::lesson::{BeatIndex, WORLD};
use contact_lens::scene::model::{Algorithm, Scene, Subjects};
use egui_kittest::kittest::Queryable as _;

use super::act as update;
use super::fields::harness;

fn scene(name: &str) -> Scene {
    let shipped = contact_lens::scene::shipped(name).unwrap();
    contact_lens::scene::parse(name, shipped.text.as_bytes()).unwrap()
}

fn state(scene: Scene) -> State {
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    update(&mut state, RunCommand::Rerun);
    state
}

#[test]
fn what_single_precision_rounds_is_no_disagreement() {
    // 1e-8 of a height of 3.8 m: less than `f32` can tell, more than `f64` may be off.
    let state = state(scene("hierarchy-stone"));
    let heights = [state.verdict().unwrap(), &state.other_precision.as_ref().unwrap().verdict].map(|verdict| {
        match &verdict.finding {
            Finding::Farthest(found) => found.value,
            other => panic!("{other:?}"),
        }
    });
    assert!(heights[0] != heights[1] && (heights[0] - heights[1]).abs() < 1e-6, "{heights:?}");
    assert_eq!(state.disagreement(), None);
}

#[test]
fn a_hull_can_be_stepped_edited_and_undone() {
    for name in ["planar-graham", "planar-jarvis", "quickhull-points"] {
        let mut state = state(scene(name));
        let verdict = state.verdict().unwrap_or_else(|| panic!("{name}: {:?}", state.refusal)).clone();
        assert!(matches!(verdict.finding, Finding::Hull(_)), "{verdict:?}");
        assert_eq!(state.disagreement(), None);
        assert_eq!(state.views().iter().map(|view| view.id).collect::<Vec<_>>(), [WORLD]);
        update(&mut state, TimeCommand::Jump(Jump::Last));
        assert_eq!(state.beat_index().step + 1, state.recording.as_ref().unwrap().steps());
        for command in [
            Command::View(ViewCommand::FrameAll),
            Command::View(ViewCommand::FrameSelection),
            Command::Clipboard(ClipboardCommand::CopyAnswer),
            Command::Run(RunCommand::TogglePrecision),
        ] {
            update(&mut state, command);
        }
        update(&mut state, SceneCommand::Edit(Edit::SwapBodies(0)));
        update(&mut state, SceneCommand::Edit(Edit::RenameBody(0, String::from("points"))));
        let subjects = state.query().unwrap().ask.subjects();
        assert_eq!((subjects, subjects.list()), (Subjects::Body("points"), String::from("points")));
        update(&mut state, SceneCommand::Edit(Edit::Margin(0, 0.5)));
        let refusal = state.refusal.clone().unwrap();
        assert_eq!(refusal.field, "bodies[0].margin", "{refusal:?}");
        update(&mut state, SceneCommand::Undo);
        assert!(state.refusal.is_none() && state.verdict().is_some());
    }
}

/// Whoever clicks a box wants to know why it is culled, or why not: sentence, tables and strips follow what is selected.
#[test]
fn a_body_that_is_chosen_is_told_of_where_each_step_is_about_one() {
    let mut state = state(scene("cull-twelve-boxes"));
    for (body, why) in [(11, "false positive"), (2, "on the outer side"), (0, "completely in view")] {
        update(&mut state, SelectCommand::SelectBody(Some(body)));
        let name = state.doc.scene.bodies[body].name.clone();
        let BeatIndex { step, beat } = state.beat_index();
        let beats = state.recording.as_ref().unwrap().lesson.beats(step);
        assert_eq!((step, beat + 1), (body, beats.len()), "the end of its step");
        assert!(
            beats.iter().any(|beat| beat.say.text().contains(&name) && beat.say.text().contains(why)),
            "{name}: {beats:?}"
        );
        assert!(state.focus.body == Some(body) && beats[0].say.text().contains(&name), "{name}: {}", beats[0].say);
    }
    update(&mut state, TimeCommand::Jump(Jump::First));
    update(&mut state, SelectCommand::SelectBody(Some(0)));
    assert_eq!(state.beat_index(), BeatIndex { step: 0, beat: 0 }, "it is told of already");
    let mut hull = self::state(scene("quickhull-points"));
    update(&mut hull, SelectCommand::SelectBody(Some(0)));
    assert_eq!(hull.beat_index(), BeatIndex { step: 0, beat: 0 }, "no step is about a body");
}

#[test]
fn a_body_that_is_alone_can_be_asked_about() {
    let mut alone = scene("quickhull-points");
    alone.queries.clear();
    let mut state = state(alone);
    assert!(state.verdict().is_none());
    update(&mut state, SceneCommand::Edit(Edit::AddQuery(None)));
    assert_eq!(state.query().map(|query| query.ask.algorithm()), Some(Algorithm::Quickhull));
    assert!(state.verdict().is_some(), "{:?}", state.refusal);
    update(&mut state, SceneCommand::Edit(Edit::AddBody(None)));
    update(&mut state, SceneCommand::Edit(Edit::RemoveBody(0)));
    assert!(state.doc.scene.queries.is_empty(), "the question went with its body");
}

#[test]
fn the_panel_names_one_body_and_offers_pairs_only_where_there_are_two() {
    let window = |scene| Window::new(State::new(scene, None, Prefs::default(), open_in_engine));
    let mut harness = harness(window(scene("quickhull-points")));
    harness.run_steps(3);
    assert!(harness.query_all_by_label("Body").next().is_some());
    assert!(harness.query_by_label("Body A").is_none() && harness.query_by_label("Body B").is_none());
}
