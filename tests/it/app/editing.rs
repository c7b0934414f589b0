//! Editing as people expect it: Escape breaks a drag off, Delete deletes, Enter answers, Ctrl+D makes another.

use contact_lens::app::{
    Edit, FileCommand, PathPurpose, SaveCommand, SceneCommand, SelectCommand, State, Window, WindowCommand,
};
use contact_lens::lesson::WORLD;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{act, state};

fn harness() -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state()));
    harness.run();
    harness
}

fn x_of_b(harness: &Harness<'_, Window>) -> f64 {
    harness.state().state.doc.scene.bodies[1].position[0]
}

/// Drags the arrow along x of B, and does not let go of it. Returns where the pointer is.
fn drag_arrow(harness: &mut Harness<'_, Window>) -> egui::Pos2 {
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    let rect = harness.get_by_label("World view").rect();
    let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let on_screen = |x: f64| {
        let at = harness.state().state.camera(WORLD).project(glam::dvec3(x, 0.0, 0.0), size).unwrap();
        rect.min + egui::vec2(at.x as f32, at.y as f32)
    };
    let (foot, along) = (on_screen(2.0), (on_screen(3.0) - on_screen(2.0)).normalized());
    harness.drag_at(foot + along * 40.0);
    harness.run();
    for far in [48.0, 60.0, 90.0] {
        harness.hover_at(foot + along * far);
        harness.run();
    }
    assert!(x_of_b(harness) > 2.1, "it is dragged");
    foot + along * 90.0
}

#[test]
fn escape_breaks_a_drag_off_and_leaves_no_undo() {
    let mut harness = harness();
    harness.state_mut().send(SceneCommand::Edit(Edit::Name(String::from("Renamed"))));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    let camera = *harness.state().state.camera(WORLD);
    let pointer = drag_arrow(&mut harness);
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(x_of_b(&harness), 2.0, "the place of before");
    let distance = harness.state().state.verdict().unwrap().pair().unwrap().signed_distance;
    assert_eq!(distance, Some(2.0), "and its answer");
    // What the hand still does changes nothing.
    harness.hover_at(pointer + egui::vec2(40.0, 10.0));
    harness.run();
    harness.drop_at(pointer + egui::vec2(40.0, 10.0));
    harness.run();
    assert_eq!((x_of_b(&harness), *harness.state().state.camera(WORLD)), (2.0, camera));
    let doc = &harness.state().state.doc;
    assert!(!doc.can_undo() && !doc.dirty, "there was no edit");
    assert!(doc.can_redo(), "what could be done again still can");
    // The next drag is like any other.
    let pointer = drag_arrow(&mut harness);
    harness.drop_at(pointer);
    harness.run();
    assert!(x_of_b(&harness) > 2.1 && harness.state().state.doc.can_undo());
}

#[test]
fn escape_breaks_the_drag_of_a_number_off() {
    let mut harness = harness();
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    let field = harness.get_by_label("Position x").rect().center();
    harness.drag_at(field);
    harness.run();
    for by in [20.0, 60.0] {
        harness.hover_at(field + egui::vec2(by, 0.0));
        harness.run();
    }
    assert_ne!(x_of_b(&harness), 2.0);
    harness.key_press(Key::Escape);
    harness.run();
    harness.drop_at(field);
    harness.run();
    assert_eq!(x_of_b(&harness), 2.0);
    assert!(!harness.state().state.doc.can_undo());
}

fn note(state: &State) -> &str {
    state.banners.last().map_or("", |banner| &banner.text)
}

#[test]
fn delete_says_which_queries_go_and_can_be_undone() {
    let mut harness = harness();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(harness.state().state.doc.scene.bodies.len(), 2, "nothing is selected");
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    let state = &harness.state().state;
    assert_eq!((state.doc.scene.bodies.len(), state.doc.scene.queries.len(), state.focus.body), (1, 0, None));
    assert_eq!(note(state), "Deleted “B”, and 2 queries with it: “distance”, “backwards”.");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    let scene = &harness.state().state.doc.scene;
    assert_eq!((scene.bodies.len(), scene.queries.len()), (2, 2));
    // While a name is typed the key is the field's.
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    harness.get_by_label("Position x").click();
    harness.run();
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(harness.state().state.doc.scene.bodies.len(), 2);
}

#[test]
fn the_query_that_is_shown_stays_shown_when_one_before_it_goes() {
    let mut state = state();
    act(&mut state, SelectCommand::SelectQuery(1));
    act(&mut state, SceneCommand::Edit(Edit::RemoveQuery(0)));
    assert_eq!((state.focus.query, state.query().unwrap().name.as_str()), (0, "backwards"));
    // The last body is not deleted, and that is said.
    act(&mut state, SceneCommand::Edit(Edit::RemoveBody(1)));
    act(&mut state, SelectCommand::SelectBody(Some(0)));
    act(&mut state, SceneCommand::DeleteSelected);
    assert_eq!(state.doc.scene.bodies.len(), 1);
    assert_eq!(note(&state), "The last body stays: a scene has at least one.");
}

#[test]
fn a_copy_stands_beside_its_model_in_every_frame() {
    let mut harness = harness();
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    harness.run();
    let state = &harness.state().state;
    assert_eq!((state.doc.scene.bodies[2].name.as_str(), state.focus.body), ("B 2", Some(2)));
    assert_eq!(state.doc.scene.bodies[2].position, [3.0, 0.0, 0.0]);
    let mut state = super::state();
    act(&mut state, FileCommand::OpenShipped(contact_lens::scene::index_of("gjk-warm-start-moving").unwrap()));
    let model = state.doc.scene.frames.get(0).unwrap().poses[0].body.clone();
    let index = state.doc.scene.bodies.iter().position(|body| body.name == model).unwrap();
    act(&mut state, SelectCommand::SelectBody(Some(index)));
    act(&mut state, SceneCommand::DuplicateSelected);
    let (scene, copy) = (&state.doc.scene, state.doc.scene.bodies.len() - 1);
    for frame in 0..scene.frames.len() {
        let [was, is] = [index, copy].map(|body| scene.pose(&scene.bodies[body], frame).0);
        assert_eq!([is[0] - was[0] - 1.0, is[1] - was[1], is[2] - was[2]].map(|off| off.abs() < 1e-12), [true; 3]);
    }
}

#[test]
fn enter_answers_a_question_for_a_path_whose_name_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let suggested = folder.path().join("two-boxes.scene.json");
    let mut harness = harness();
    harness.state_mut().send(SaveCommand::AskPath(PathPurpose::Save, suggested.display().to_string()));
    harness.run();
    // What is typed takes the place of the name alone.
    harness.get_by_label("Path").type_text("mine");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(folder.path().join("mine.scene.json").exists() && harness.state().state.path_dialog.is_none());
}

#[test]
fn enter_saves_edits_before_they_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.scene.json");
    let mut harness = harness();
    harness.state_mut().send(SaveCommand::SaveAs(path.clone()));
    harness.state_mut().send(SceneCommand::Edit(Edit::Name(String::from("Edited"))));
    harness.state_mut().send(FileCommand::New);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(std::fs::read_to_string(&path).unwrap().contains("Edited"));
    assert_eq!(harness.state().state.doc.scene.name, "New scene");
    // A file that is there is not overwritten by it.
    std::fs::write(&path, "the user's own").unwrap();
    harness.state_mut().send(SaveCommand::SaveAs(path.clone()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "the user's own");
    harness.state_mut().send(WindowCommand::Dismiss);
}
