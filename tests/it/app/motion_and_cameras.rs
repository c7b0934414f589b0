//! The moment of a cast is dragged on its time view; the frustum of culling is moved by handles and fields.

use contact_lens::app::{Prefs, SceneCommand, SelectCommand, State, ViewCommand, Window, open_in_engine};
use contact_lens::lesson::WORLD;
use contact_lens::picture::Camera;
use contact_lens::scene::model::{Ask, Selection};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// A shipped scene in the window, played by the engine.
fn harness(name: &str) -> Harness<'static, Window> {
    let text = std::fs::read(format!("scenes/{name}.scene.json")).unwrap();
    let scene = contact_lens::scene::parse(name, &text).unwrap();
    let mut harness = super::fields::harness(Window::new(State::new(scene, None, Prefs::default(), open_in_engine)));
    until(&mut harness, |state| state.recording.is_some(), "the first answer");
    harness
}

/// Lets the window run until the engine, in its own thread, has answered so.
fn until(harness: &mut Harness<'_, Window>, holds: impl Fn(&State) -> bool, what: &str) {
    for _ in 0..2000 {
        // While it works the window repaints.
        harness.run_steps(2);
        if holds(&harness.state().state) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("{what}: not after ten seconds");
}

fn drag(harness: &mut Harness<'_, Window>, from: egui::Pos2, to: egui::Pos2) {
    harness.drag_at(from);
    harness.run_steps(3);
    for part in [0.3, 0.7, 1.0] {
        harness.hover_at(from + (to - from) * part);
        harness.run_steps(3);
    }
    harness.drop_at(to);
    harness.run_steps(3);
}

#[test]
fn the_moment_of_a_cast_follows_its_line_and_leaves_the_camera_alone() {
    let mut harness = harness("cast-boxes");
    let moment = |harness: &Harness<'_, Window>, view: &str| {
        let picture = harness.state().state.moment_picture(view).cloned().unwrap_or_default();
        picture.marks.iter().map(|mark| mark.key.0.to_string()).collect::<Vec<_>>()
    };
    assert!(moment(&harness, WORLD).is_empty(), "at the start the bodies stand there already");
    let camera = *harness.state().state.camera("time");
    let rect = harness.get_by_label("Time view").rect();
    // The line stands at 0, in the left half of the pane: found by the cursor over it. The pane's edge has one, too.
    let y = rect.center().y;
    let line = (16..(rect.width() as usize)).map(|x| egui::pos2(rect.left() + x as f32, y)).find(|at| {
        harness.hover_at(*at);
        harness.run_steps(2);
        harness.output().platform_output.cursor_icon == egui::CursorIcon::ResizeHorizontal
    });
    let line = line.unwrap() + egui::vec2(6.0, 0.0);
    drag(&mut harness, line, egui::pos2(rect.center().x, y));
    let drawn = moment(&harness, WORLD);
    let knob = harness.state().state.moment_picture("time").cloned();
    assert!(drawn.iter().any(|key| key.starts_with("moment/")), "the bodies moved on: {line} of {rect}, {knob:?}");
    assert!(moment(&harness, "time").iter().any(|key| key == "moment"));
    assert_eq!(*harness.state().state.camera("time"), camera, "the line was dragged, not the view");
    drag(&mut harness, egui::pos2(rect.center().x, y), egui::pos2(rect.right() + 500.0, y));
    let last = harness.state().state.moment_picture("time").unwrap().marks.len();
    assert!(last > 0, "the line stops at the end of the motion");
}

#[test]
fn a_frustum_is_chosen_by_its_name_turned_by_fields_and_moved_by_its_handle() {
    let mut harness = harness("cull-twelve-boxes");
    let name = harness.state().state.doc.scene.frusta[0].name.clone();
    harness.get_by_label(&name).click();
    harness.run();
    assert_eq!(harness.state().state.focus.frustum, Some(0));
    let before = harness.state().state.doc.scene.frusta[0].form.clone();
    let answer = harness.state().state.verdict().cloned();
    // The row's label has the same name, and stands before its field.
    harness.get_all_by_label("Angle of view").last().unwrap().click();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.get_all_by_label("Angle of view").last().unwrap().type_text("4");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().state.doc.scene.frusta[0].form.fov_y, Some(4.0));
    until(&mut harness, |state| state.verdict().cloned() != answer, "fewer bodies are seen");
    harness.state_mut().send(SceneCommand::Undo);
    until(&mut harness, |state| state.verdict().cloned() == answer, "as many as before");
    // The arrow along x from the eye, in a view of the eye.
    let eye = glam::DVec3::from(before.eye.unwrap());
    let camera = Camera { target: eye, ..*harness.state().state.camera(WORLD) };
    harness.state_mut().send(ViewCommand::Camera(WORLD, camera));
    harness.run();
    let rect = harness.get_by_label("World view").rect();
    let on_screen = |harness: &Harness<'_, Window>, p: glam::DVec3| {
        let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let at = harness.state().state.camera(WORLD).project(p, size).unwrap();
        rect.min + egui::vec2(at.x as f32, at.y as f32)
    };
    let foot = on_screen(&harness, eye);
    let along = (on_screen(&harness, eye + glam::DVec3::X) - foot).normalized();
    drag(&mut harness, foot + along * 40.0, foot + along * 90.0);
    let [x, y, z] = harness.state().state.doc.scene.frusta[0].form.eye.unwrap();
    assert!(x > eye.x + 0.01 && y == eye.y && z == eye.z, "only x grew: {x} {y} {z} from {eye}");
    harness.state_mut().send(SceneCommand::Undo);
    harness.run();
    assert_eq!(harness.state().state.doc.scene.frusta[0].form, before, "one drag is one undo");
}

#[test]
fn frusta_are_added_renamed_and_removed_with_their_queries() {
    let mut harness = harness("cull-twelve-boxes");
    let count = harness.state().state.doc.scene.frusta.len();
    harness.get_by_label("Add a frustum").click();
    harness.run();
    assert_eq!(harness.state().state.doc.scene.frusta.len(), count + 1);
    assert_eq!(harness.state().state.focus.frustum, Some(count));
    harness.get_by_label("Remove this frustum").click();
    harness.run();
    assert_eq!(harness.state().state.doc.scene.frusta.len(), count);
    let queries = harness.state().state.doc.scene.queries.len();
    assert!(queries > 0, "the queries by another frustum stay");
    harness.state_mut().send(SelectCommand::SelectFrustum(Some(0)));
    harness.run();
    harness.get_by_label("Remove this frustum").click();
    harness.run();
    let scene = &harness.state().state.doc.scene;
    assert!(scene.frusta.len() == count - 1 && scene.queries.len() < queries);
}

#[test]
fn the_bodies_of_a_crowd_are_ticked_in_a_list() {
    let mut harness = harness("cull-twelve-boxes");
    let bodies = |harness: &Harness<'_, Window>| match &harness.state().state.query().unwrap().ask {
        Ask::Cull { bodies, .. } => bodies.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(bodies(&harness), Selection::All);
    harness.get_by_label("all bodies").click();
    harness.run();
    let Selection::Named(names) = bodies(&harness) else { panic!("now they are named") };
    assert_eq!(names.len(), harness.state().state.doc.scene.bodies.len());
    harness.get_by_label(&format!("Include {}", names[0])).click();
    harness.run();
    assert_eq!(bodies(&harness), Selection::Named(names[1..].to_vec()));
    until(&mut harness, |state| state.verdict().is_some(), "those that are left are culled");
}
