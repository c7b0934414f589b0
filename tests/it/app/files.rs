//! Files that change, go and come; edits that nobody saved.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens::app::{
    Cause, ClipboardCommand, Command, Disk, Document, Edit, Effect, FigureCommand, FileCommand, FoundEdits, Guard,
    Obstacle, Prefs, RecoveryCommand, RecoveryFolder, SaveCommand, SceneCommand, Severity, Stamp, State, StoredEdits,
    TimeCommand, Window, WindowCommand, open_in_engine, perform,
};
use contact_lens::check::Precision;
use contact_lens::play::{QueryError, Run};
use contact_lens::scene::model::{Query, Scene};
use contact_lens::scene::save;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{TWO_BOXES, act, state};

fn named(name: &str) -> Command {
    Command::Scene(SceneCommand::Edit(Edit::Name(name.to_owned())))
}

/// Lets a command happen with all that follows from it on disk. Returns what is left for the shell.
fn happen(state: &mut State, command: impl Into<Command>) -> Vec<Effect> {
    let mut left = Vec::new();
    for effect in act(state, command) {
        match perform(&effect, state) {
            Some(next) => left.extend(happen(state, next)),
            None => left.push(effect),
        }
    }
    left
}

/// A window on a file in a folder of its own.
fn opened() -> (tempfile::TempDir, PathBuf, State) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pair.scene.json");
    std::fs::write(&path, TWO_BOXES).unwrap();
    let mut state = state();
    happen(&mut state, FileCommand::Open(path.clone()));
    assert_eq!(state.doc.path.as_ref(), Some(&path));
    (folder, path, state)
}

fn on_disk(path: &Path) -> String {
    contact_lens::scene::Document::open(path).unwrap().scene.name
}

#[test]
fn saving_over_what_somebody_else_wrote_asks_first() {
    let (_folder, path, mut state) = opened();
    happen(&mut state, named("Mine"));
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Theirs")).unwrap();
    // Nobody told the window: the file is looked at when it is written.
    happen(&mut state, SaveCommand::Save);
    let conflict = state.conflict.clone().unwrap();
    assert_eq!((conflict.path.as_path(), conflict.obstacle), (path.as_path(), Obstacle::Changed));
    assert_eq!(on_disk(&path), "Theirs");
    // Cancel: nothing happens.
    happen(&mut state, WindowCommand::Dismiss);
    assert!(state.conflict.is_none() && state.doc.dirty && on_disk(&path) == "Theirs");
    // Overwrite: mine.
    happen(&mut state, SaveCommand::Save);
    happen(&mut state, SaveCommand::Overwrite);
    assert!(!state.doc.unsaved() && on_disk(&path) == "Mine");
    // Read it again: theirs, and my edits are gone, as I said.
    happen(&mut state, named("Mine again"));
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Theirs again")).unwrap();
    happen(&mut state, SaveCommand::Save);
    happen(&mut state, FileCommand::Revert);
    assert!(!state.doc.unsaved() && state.doc.scene.name == "Theirs again" && on_disk(&path) == "Theirs again");
    // Save as: both stay.
    happen(&mut state, named("Elsewhere"));
    std::fs::write(&path, "{").unwrap();
    happen(&mut state, SaveCommand::Save);
    assert!(matches!(happen(&mut state, SaveCommand::AskSaveAs).as_slice(), [Effect::PickSave(_)]));
    let other = path.with_file_name("other.scene.json");
    happen(&mut state, SaveCommand::SaveAs(other.clone()));
    assert!(state.doc.path.as_ref() == Some(&other) && !state.doc.unsaved() && on_disk(&other) == "Elsewhere");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{");
}

#[test]
fn the_first_save_after_a_save_does_not_ask() {
    let (_folder, path, mut state) = opened();
    for name in ["One", "Two", "Three"] {
        happen(&mut state, named(name));
        happen(&mut state, SaveCommand::Save);
        assert!(state.conflict.is_none() && on_disk(&path) == name);
        // The watcher sees what this window wrote itself.
        happen(&mut state, FileCommand::CheckFile);
        assert_eq!((state.doc.disk, state.doc.unsaved()), (Disk::Same, false));
    }
}

#[test]
fn a_typed_path_does_not_overwrite_another_file() {
    let (folder, _, mut state) = opened();
    let other = folder.path().join("other.scene.json");
    std::fs::write(&other, "precious").unwrap();
    happen(&mut state, SaveCommand::SaveAs(other.clone()));
    assert_eq!(state.conflict.as_ref().map(|conflict| conflict.obstacle), Some(Obstacle::Exists));
    happen(&mut state, WindowCommand::Dismiss);
    let figure = folder.path().join("figure.svg");
    std::fs::write(&figure, "precious").unwrap();
    happen(&mut state, FigureCommand::Export(figure.clone()));
    assert!(state.conflict.as_ref().unwrap().figure.is_some());
    for path in [&other, &figure] {
        assert_eq!(std::fs::read_to_string(path).unwrap(), "precious");
    }
    happen(&mut state, SaveCommand::Overwrite);
    assert!(std::fs::read_to_string(&figure).unwrap().contains("<svg"));
    // The system's own dialog has asked already.
    happen(&mut state, SaveCommand::SaveOver(other.clone()));
    assert_eq!(on_disk(&other), "Two boxes");
}

#[test]
fn a_file_that_is_gone_leaves_something_to_save() {
    let (_folder, path, mut state) = opened();
    std::fs::remove_file(&path).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert_eq!((state.doc.disk, state.doc.dirty, state.doc.unsaved()), (Disk::Gone, false, true));
    assert!(state.banners.iter().any(|banner| banner.text.contains("deleted or moved")));
    assert!(
        happen(&mut state, WindowCommand::Quit).is_empty() && state.pending_command.is_some(),
        "asked, as for any edit"
    );
    happen(&mut state, WindowCommand::Dismiss);
    happen(&mut state, SaveCommand::Save);
    assert!(!state.doc.unsaved() && on_disk(&path) == "Two boxes");
    assert!(state.banners.iter().all(|banner| banner.severity == Severity::Note), "{:?}", state.banners);
    // Gone and back again, by somebody else's hand.
    std::fs::remove_file(&path).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Back")).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert_eq!((state.doc.disk, state.doc.scene.name.as_str(), state.doc.unsaved()), (Disk::Same, "Back", false));
}

#[test]
fn edits_are_not_dropped_before_what_takes_their_place_has_come() {
    let (folder, _, mut state) = opened();
    happen(&mut state, named("Mine"));
    happen(&mut state, FileCommand::Open(folder.path().join("missing.scene.json")));
    assert!(state.pending_command.is_some());
    happen(&mut state, WindowCommand::Discard);
    assert_eq!(state.doc.scene.name, "Mine");
    assert!(state.doc.dirty, "the other file could not be opened, and these edits are still not saved");
    // Reading the own file again asks, too.
    happen(&mut state, FileCommand::Reload);
    assert!(
        matches!(state.pending_command.as_deref(), Some(Command::File(FileCommand::Reload)))
            && state.doc.scene.name == "Mine"
    );
    happen(&mut state, WindowCommand::Discard);
    assert!(state.doc.scene.name == "Two boxes" && !state.doc.unsaved());
}

#[test]
fn a_file_that_is_broken_at_launch_opens_when_it_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("late.scene.json");
    let mut state = state();
    // Not there yet.
    let left = happen(&mut state, FileCommand::Launch(path.clone()));
    assert!(left.contains(&Effect::Watch(Some(path.clone()))), "{left:?}");
    assert!(state.doc.awaits() && state.doc.scene.bodies.is_empty(), "no unrelated scene is shown");
    assert!(state.recording.is_none() && state.refusal.as_ref().unwrap().message.contains("late.scene.json"));
    assert!(!state.doc.unsaved());
    // There, and broken twice over: one message, the newest.
    for wrong in ["{", "{\"version\": 1, \"nmae\": \"x\"}"] {
        std::fs::write(&path, wrong).unwrap();
        happen(&mut state, FileCommand::CheckFile);
        assert!(state.doc.awaits());
    }
    let errors: Vec<_> = state.banners.iter().filter(|banner| banner.severity == Severity::Error).collect();
    assert!(errors.len() == 1 && errors[0].text.contains("nmae"), "{errors:?}");
    // Mended.
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Mended")).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert!(state.doc.scene.name == "Mended" && state.recording.is_some() && !state.doc.awaits());
    assert!(state.banners.is_empty(), "{:?}", state.banners);
    // From now on it is the open file like any other.
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Again")).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert_eq!(state.doc.scene.name, "Again");
}

#[test]
fn an_open_file_that_somebody_breaks_is_kept_and_mended() {
    let (_folder, path, mut state) = opened();
    std::fs::write(&path, "{").unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert!(state.recording.is_some() && state.doc.disk == Disk::Changed);
    happen(&mut state, SaveCommand::Save);
    assert_eq!(state.conflict.as_ref().map(|conflict| conflict.obstacle), Some(Obstacle::Changed));
    happen(&mut state, WindowCommand::Dismiss);
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Mended")).unwrap();
    happen(&mut state, FileCommand::CheckFile);
    assert_eq!((state.doc.disk, state.doc.scene.name.as_str()), (Disk::Same, "Mended"));
    assert!(state.banners.iter().all(|banner| banner.severity == Severity::Note));
}

#[test]
fn banners_do_not_pile_up() {
    let mut state = state();
    for round in 0..20 {
        happen(&mut state, WindowCommand::Failed(Cause::Open, format!("open {round}")));
        happen(&mut state, WindowCommand::Failed(Cause::Save, format!("save {round}")));
    }
    let texts: Vec<_> = state.banners.iter().map(|banner| banner.text.as_str()).collect();
    assert_eq!(texts, ["open 19", "save 19"]);
    // Good news about a cause take the place of the bad.
    happen(&mut state, WindowCommand::Note(Cause::Save, String::from("saved")));
    let texts: Vec<_> = state.banners.iter().map(|banner| banner.text.as_str()).collect();
    assert_eq!(texts, ["open 19", "saved"]);
}

#[test]
fn edits_are_kept_soon_and_forgotten_when_they_are_saved() {
    let (_folder, _, mut state) = opened();
    assert_eq!(state.seconds_until_due(), None);
    assert!(happen(&mut state, named("Mine")).is_empty());
    assert!(state.seconds_until_due().is_some_and(|due| due <= 2.0));
    let edits = happen(&mut state, TimeCommand::Tick(2.0));
    let [Effect::StoreEdits(edits)] = edits.as_slice() else { panic!("{edits:?}") };
    assert_eq!((&edits.scene, &edits.path, edits.stamp), (&state.doc.scene, &state.doc.path, state.doc.stamp));
    assert_eq!(state.seconds_until_due(), None, "nothing new to keep");
    assert!(happen(&mut state, TimeCommand::Tick(2.0)).is_empty());
    let saved = happen(&mut state, SaveCommand::Save);
    assert!(saved.contains(&Effect::DeleteStoredEdits), "{saved:?}");
    // Undone is as good as saved.
    happen(&mut state, SceneCommand::EndGesture);
    happen(&mut state, named("Other"));
    happen(&mut state, TimeCommand::Tick(2.0));
    assert_eq!(happen(&mut state, SceneCommand::Undo), [Effect::DeleteStoredEdits]);
    // And so is what nobody wants.
    happen(&mut state, named("Other"));
    happen(&mut state, TimeCommand::Tick(2.0));
    happen(&mut state, FileCommand::New);
    assert!(happen(&mut state, WindowCommand::Discard).contains(&Effect::DeleteStoredEdits));
}

fn window(recovery_folder: RecoveryFolder, state: State) -> Window {
    Window::new(state).with_recovery_folder(recovery_folder)
}

#[test]
fn edits_outlive_the_process_and_are_offered_at_the_next_start() {
    let (folder, path, first) = opened();
    let recovery_folder = || RecoveryFolder::open(folder.path().join("kept")).unwrap();
    let files = || {
        let entries = std::fs::read_dir(folder.path().join("kept")).unwrap();
        let json = |name: &String| name.ends_with(".json");
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).filter(json).count()
    };
    let mut first = window(recovery_folder(), first);
    first.send(named("Lost and found"));
    first.send(TimeCommand::Tick(1.5));
    assert_eq!(files(), 1);
    // Another window that runs beside it leaves its edits alone.
    assert!(window(recovery_folder(), state()).state.found_edits.is_empty());
    drop(first);
    // The next one offers them, and later ones too, as long as nobody decides.
    let mut second = window(recovery_folder(), state());
    second.send(RecoveryCommand::Later);
    drop(second);
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), window(recovery_folder(), state()));
    harness.run();
    assert!(harness.query_by_label("Lost and found").is_some());
    harness.get_by_label("Restore").click();
    harness.run();
    let doc = &harness.state().state.doc;
    assert!(doc.scene.name == "Lost and found" && doc.dirty && doc.path.as_ref() == Some(&path));
    assert_eq!(files(), 1, "kept by this window now");
    // They are edits of that file: saving them does not ask, and then nothing is kept any more.
    harness.state_mut().send(SaveCommand::Save);
    assert_eq!(on_disk(&path), "Lost and found");
    assert_eq!(files(), 0);
    drop(harness);
    // A window that was killed when nothing was kept leaves a lock, which the next one clears away.
    std::fs::write(folder.path().join("kept/1-1.lock"), "").unwrap();
    assert!(window(recovery_folder(), state()).state.found_edits.is_empty());
    assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 0);
}

#[test]
fn found_edits_of_a_file_that_changed_since_are_not_saved_over_it() {
    let (folder, path, mut state) = opened();
    let scene = Scene { name: String::from("Old edits"), ..Scene::clone(&state.doc.scene) };
    let edits = StoredEdits { path: Some(path.clone()), stamp: state.doc.stamp, scene: scene.into() };
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Newer")).unwrap();
    let found = FoundEdits { file: folder.path().join("x.json"), edits, age: std::time::Duration::from_secs(99) };
    happen(&mut state, RecoveryCommand::Found(vec![found.clone()]));
    let left = happen(&mut state, RecoveryCommand::Restore(0));
    assert!(left.iter().any(|effect| matches!(effect, Effect::StoreEdits(_))), "{left:?}");
    assert_eq!(left.last(), Some(&Effect::DeleteFoundEdits(found.file)));
    assert_eq!((state.doc.scene.name.as_str(), state.doc.disk), ("Old edits", Disk::Changed));
    happen(&mut state, SaveCommand::Save);
    assert!(state.conflict.is_some() && on_disk(&path) == "Newer");
}

#[test]
fn a_question_about_a_file_is_asked_in_the_window() {
    let (folder, path, state) = opened();
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state));
    harness.state_mut().send(named("Mine"));
    std::fs::write(&path, TWO_BOXES.replace("Two boxes", "Theirs")).unwrap();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    harness.run();
    assert!(harness.query_by_label_contains("changed on disk since it was read").is_some());
    for answer in ["Overwrite", "Save as…", "Read it again", "Cancel"] {
        assert!(harness.query_by_label(answer).is_some(), "{answer}");
    }
    harness.get_by_label("Overwrite").click();
    harness.run();
    assert_eq!(on_disk(&path), "Mine");
    drop(folder);
}

#[test]
fn what_may_be_overwritten_hangs_on_what_was_read() {
    let (folder, path, state) = opened();
    assert_eq!(state.doc.guard(&path), Guard::Known(Stamp::of(TWO_BOXES.as_bytes())));
    assert_eq!(state.doc.guard(&folder.path().join("new.json")), Guard::Nothing);
    let shown = State::new(super::two_boxes(), None, Prefs::default(), super::fake::play);
    assert_eq!(shown.doc.guard(&path), Guard::Nothing);
    let text = save::to_string(&state.doc.scene).unwrap();
    assert_ne!(Stamp::of(text.as_bytes()), Stamp::of(TWO_BOXES.as_bytes()), "bytes decide, not meaning");
}

#[test]
fn a_mesh_that_is_let_go_over_the_window_is_a_body() {
    use contact_lens::scene::model::Shape;
    let folder = tempfile::tempdir().unwrap();
    let (mesh, broken) = (folder.path().join("tetra.obj"), folder.path().join("broken.obj"));
    std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").unwrap();
    std::fs::write(&broken, "v 0 0 0\nf 1 2 3\n").unwrap();
    // The fake knows pairs alone, and the hull of a mesh is asked of one body.
    let mut state = State::new(super::two_boxes(), None, Prefs::default(), open_in_engine);
    happen(&mut state, FileCommand::Open(mesh.clone()));
    assert!(state.doc.path.is_none() && state.doc.scene.bodies.len() == 1);
    // Saved below another folder the scene could not name it; beside the mesh it can.
    let elsewhere = tempfile::tempdir().unwrap().keep();
    happen(&mut state, SaveCommand::SaveAs(elsewhere.join("s.scene.json")));
    assert!(
        state.banners.iter().any(|banner| banner.severity == Severity::Error)
            && !elsewhere.join("s.scene.json").exists()
    );
    let beside = folder.path().join("s.scene.json");
    happen(&mut state, SaveCommand::SaveAs(beside.clone()));
    let again = contact_lens::scene::Document::open(&beside).unwrap().scene;
    let Shape::Mesh { file, content, .. } = &again.bodies[0].shape else { panic!("{:?}", again.bodies[0]) };
    assert_eq!((file.as_str(), content.mesh().map(|mesh| mesh.triangles.len())), ("tetra.obj", Some(4)));
    // A broken one is told of, and what is open stays open.
    happen(&mut state, FileCommand::Import(vec![mesh, broken]));
    assert_eq!(state.doc.path.as_deref(), Some(beside.as_path()));
    std::fs::remove_dir_all(elsewhere).unwrap();
}

#[test]
fn what_another_program_wrote_is_opened_dropped_and_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let (model, table) = (folder.path().join("two.xml"), folder.path().join("points.csv"));
    let xml = "<mujoco model=\"two\"><worldbody><body><freejoint/><geom name=\"a\" size=\"0.5\"/></body>\
               <body pos=\"0.9 0 0\"><freejoint/><geom name=\"b\" size=\"0.5\"/></body></worldbody></mujoco>";
    std::fs::write(&model, xml).unwrap();
    std::fs::write(&table, "0 0 0\n1 0 0\n0 1 0\n0 0 1\n").unwrap();
    let mut state = State::new(super::two_boxes(), None, Prefs::default(), open_in_engine);
    happen(&mut state, FileCommand::Open(model.clone()));
    assert!(state.doc.path.is_none() && state.doc.scene.name == "two" && state.doc.scene.bodies[1].position[0] == 0.9);
    happen(&mut state, FileCommand::Import(vec![table]));
    assert_eq!(state.doc.scene.bodies[0].name, "points");
    happen(&mut state, ClipboardCommand::Paste(xml.to_owned()));
    assert_eq!(state.doc.scene.name, "two");
    happen(
        &mut state,
        ClipboardCommand::Paste(String::from("left = Ball { radius: 0.25 }\nright = Ball { radius: 1.5 }")),
    );
    assert_eq!(state.doc.scene.bodies[1].name, "right");
    // A model that is broken is told of with its line, and what is open stays open.
    happen(&mut state, ClipboardCommand::Paste(xml.replace("0.5", "-1")));
    let said = &state.banners.iter().find(|banner| banner.severity == Severity::Error).unwrap().text;
    assert!(said.contains("clipboard:1:") && said.contains("must be positive"), "{said}");
    assert_eq!(state.doc.scene.bodies[1].name, "right");
}

#[test]
fn a_file_whose_first_answer_takes_long_is_answered_all_the_same() {
    fn slow(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
        std::thread::sleep(Duration::from_millis(600));
        open_in_engine(scene, query, precision)
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.scene.json");
    std::fs::copy("scenes/world-column.scene.json", &path).unwrap();
    let state = State::new(Document::empty_scene(), None, Prefs::default(), slow);
    // Longer than it takes to read the file, shorter than the run.
    let mut window = Window::new(state).with_timeout(Duration::from_millis(200));
    window.send(FileCommand::Launch(path));
    assert!(window.state.run_progress.is_some() && window.state.recording.is_none());
    let names: Vec<&str> = window.state.views().iter().map(|view| view.id).collect();
    assert!(names.contains(&"impulses"), "what will be shown has its name before it is there: {names:?}");
    let (ctx, begun) = (egui::Context::default(), Instant::now());
    while window.state.recording.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", window.state.refusal);
        let _ = ctx.run_ui(egui::RawInput::default(), |ui| window.ui(ui));
        std::thread::sleep(Duration::from_millis(20));
    }
}
