//! The window driven by clicks and keys, found by their accessible labels. Needs no OpenGL.

use contact_lens::app::{
    Cause, Command, Effect, FigureCommand, FileCommand, PathPurpose, RunCommand, SaveCommand, SceneCommand,
    SelectCommand, TimeCommand, ViewCommand, Window, WindowCommand,
};
use contact_lens::lesson::{BeatIndex, CSO, WORLD};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::state;

fn harness() -> Harness<'static, Window> {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_max_steps(40)
        .build_ui_state(|ui, window: &mut Window| window.ui(ui), Window::new(state()))
}

#[test]
fn step_forward_and_back_by_button_and_by_key() {
    let mut harness = harness();
    harness.run();
    harness.get_by_label("Next sub-step").click();
    harness.run();
    assert_eq!(harness.state().state.playhead.position, 1);
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().state.playhead.position, 2);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 1, beat: 0 }, "to the next event");
    harness.key_press(Key::Home);
    harness.run();
    assert_eq!(harness.state().state.playhead.position, 0);
    harness.get_by_label("listing line halve").click();
    harness.run();
    assert_eq!(harness.state().state.beat().unwrap().line, "halve");
}

#[test]
fn a_field_edit_runs_the_query_and_keys_do_not_leak_into_text() {
    let mut harness = harness();
    harness.run();
    harness.get_by_label("B").click();
    harness.run();
    assert_eq!(harness.state().state.focus.body, Some(1));
    let field = harness.get_by_label("Position x");
    field.click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label("Position x").type_text("5.5");
    harness.run();
    // A space while typing must not start the beats.
    harness.key_press(Key::Space);
    harness.run();
    assert!(!harness.state().state.playhead.is_playing);
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().state.verdict().unwrap().pair().unwrap().signed_distance, Some(5.5));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0), "undone");
}

#[test]
fn the_palette_finds_and_gives_a_command() {
    let mut harness = harness();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.run();
    assert!(harness.state().state.is_palette_open);
    harness.get_by_label("Find a command").type_text("last su");
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let state = &harness.state().state;
    assert!(!state.is_palette_open);
    assert_eq!(state.playhead.position + 1, state.recording.as_ref().unwrap().beats());
}

#[test]
fn open_step_edit_save_export() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pair.scene.json");
    std::fs::write(&path, super::TWO_BOXES.replace("Two boxes", "From disk")).unwrap();
    let mut harness = harness();
    harness.run();
    // Open: the dialog is the shell's, its answer is a command.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.run();
    assert_eq!(harness.state_mut().take_effects(), [Effect::PickOpen]);
    harness.state_mut().send(FileCommand::Open(path.clone()));
    harness.run();
    assert_eq!(harness.state().state.doc.scene.name, "From disk");
    assert_eq!(harness.state().state.prefs.recent, std::slice::from_ref(&path));
    // Step.
    harness.get_by_label("Next step").click();
    harness.run();
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 1, beat: 0 });
    // Edit.
    harness.state_mut().send(SelectCommand::SelectQuery(1));
    harness.run();
    harness.get_by_label("Add a body").click();
    harness.run();
    assert_eq!(harness.state().state.doc.scene.bodies.len(), 3);
    assert!(harness.state().state.doc.dirty);
    // Save, by key.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert!(!harness.state().state.doc.dirty);
    assert!(std::fs::read_to_string(&path).unwrap().contains("box"));
    // Export.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    let asked = harness.state_mut().take_effects();
    assert!(
        asked.iter().any(|effect| matches!(effect, Effect::PickExport(name, _) if name.ends_with(".png"))),
        "{asked:?}"
    );
    for ending in ["png", "svg"] {
        let figure = folder.path().join(format!("figure.{ending}"));
        harness.state_mut().send(FigureCommand::Export(figure.clone()));
        harness.run();
        let bytes = std::fs::read(&figure).unwrap();
        assert!(bytes.len() > 1_000, "{ending} has {} bytes", bytes.len());
    }
}

#[test]
fn the_code_opens_beside_the_listing_with_the_same_line_lit() {
    let mut harness = harness();
    harness.run();
    assert!(harness.query_by_label("code line support").is_none());
    harness.key_press(Key::C);
    harness.run();
    for name in ["listing line support", "code line support"] {
        assert!(harness.query_by_label(name).is_some(), "{name}");
    }
}

#[test]
fn hovering_a_row_lights_its_marks() {
    let mut harness = harness();
    harness.run();
    let row = harness.get_by_label("|v| = 1, upper bound");
    row.hover();
    harness.run();
    assert_eq!(harness.state().state.hover.as_ref().unwrap().0, "v");
    harness.hover_at(egui::pos2(640.0, 10.0));
    harness.run();
    assert_eq!(harness.state().state.hover, None);
}

#[test]
fn a_message_is_shown_and_closed() {
    let mut harness = harness();
    harness.run();
    harness
        .state_mut()
        .send(WindowCommand::Failed(Cause::Open, String::from("pair.scene.json:3:9: bodies[0]: nonsense")));
    harness.run();
    assert!(harness.query_by_label_contains("nonsense").is_some());
    harness.get_by_label("Close message").click();
    harness.run();
    assert!(harness.query_by_label_contains("nonsense").is_none());
}

/// A point of the world as the window shows it.
fn on_screen(harness: &Harness<'_, Window>, point: glam::DVec3) -> egui::Pos2 {
    let rect = harness.get_by_label("World view").rect();
    let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let at = harness.state().state.camera(WORLD).project(point, size).unwrap();
    rect.min + egui::vec2(at.x as f32, at.y as f32)
}

#[test]
fn a_body_is_dragged_by_its_handle_and_the_answer_follows() {
    let mut harness = harness();
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    // The arrow along x of B, from its middle outwards.
    let (foot, tip) =
        (on_screen(&harness, glam::dvec3(2.0, 0.0, 0.0)), on_screen(&harness, glam::dvec3(3.0, 0.0, 0.0)));
    let along = (tip - foot).normalized();
    let camera = *harness.state().state.camera(WORLD);
    harness.drag_at(foot + along * 40.0);
    harness.run();
    for far in [48.0, 60.0, 90.0] {
        harness.hover_at(foot + along * far);
        harness.run();
    }
    let moved = harness.state().state.verdict().unwrap().pair().unwrap().signed_distance.unwrap();
    harness.drop_at(foot + along * 90.0);
    harness.run();
    let [x, y, z] = harness.state().state.doc.scene.bodies[1].position;
    assert!(x > 2.1 && y == 0.0 && z == 0.0, "only x grew: {x} {y} {z}");
    assert_eq!(moved, x, "the answer followed while the drag went on");
    assert_eq!(*harness.state().state.camera(WORLD), camera, "the camera stood still");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(harness.state().state.doc.scene.bodies[1].position, [2.0, 0.0, 0.0], "one drag is one undo");
}

#[test]
fn a_drag_on_nothing_orbits_and_the_wheel_zooms() {
    let mut harness = harness();
    harness.run();
    let before = *harness.state().state.camera(CSO);
    let corner = harness.get_by_label("Configuration space view").rect().right_top() + egui::vec2(-30.0, 30.0);
    harness.drag_at(corner);
    harness.run();
    harness.hover_at(corner + egui::vec2(-60.0, 10.0));
    harness.run();
    harness.drop_at(corner + egui::vec2(-60.0, 10.0));
    harness.run();
    let orbited = *harness.state().state.camera(CSO);
    assert!(
        orbited.azimuth > before.azimuth && orbited.elevation > before.elevation && orbited.target == before.target
    );
    harness.hover_at(corner);
    harness.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    harness.run();
    assert!(harness.state().state.camera(CSO).distance < orbited.distance);
}

#[test]
fn without_a_file_dialog_a_field_asks_for_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("typed.scene.json");
    let mut harness = harness();
    harness.run();
    harness.state_mut().send(SaveCommand::AskPath(PathPurpose::Save, path.display().to_string()));
    harness.run();
    harness.get_by_label("Save").click();
    harness.run();
    assert!(path.exists() && harness.state().state.path_dialog.is_none());
}

#[test]
fn a_dropped_scene_is_opened() {
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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dropped.scene.json");
    std::fs::write(&path, super::TWO_BOXES.replace("Two boxes", "Dropped")).unwrap();
    let mut harness = harness();
    harness.run();
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    harness.run();
    assert_eq!(harness.state().state.doc.scene.name, "Dropped");
}

#[test]
fn breakpoints_are_set_run_to_and_removed_by_key_and_click() {
    let mut harness = harness();
    harness.run();
    // F9 on the second line, F5 from its first to its second run.
    harness.key_press(Key::ArrowRight);
    harness.run();
    harness.key_press(Key::F9);
    harness.run();
    assert_eq!(harness.state().state.breakpoint_positions.first(), Some(&1));
    harness.key_press(Key::F5);
    harness.run();
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 1, beat: 1 });
    harness.key_press_modifiers(Modifiers::SHIFT, Key::F5);
    harness.run();
    assert_eq!(harness.state().state.beat_index(), BeatIndex { step: 0, beat: 1 });
    // The panel: by key to the front, a condition added, run to once, removed.
    harness.key_press(Key::B);
    harness.run();
    harness.get_by_label("Kind of condition").click();
    harness.run();
    harness.get_by_label("stop test fires").click();
    harness.run();
    harness.get_by_label("Add breakpoint").click();
    harness.run();
    harness.get_by_label("Run to stop test fires").click();
    harness.run();
    let state = &harness.state().state;
    assert!(state.breakpoints.len() == 2 && state.beat().unwrap().stops.iter().any(|stop| stop.fired));
    harness.get_by_label("Remove line “stop”").click();
    harness.run();
    harness.get_by_label("Stop at stop test fires").click();
    harness.run();
    assert!(harness.state().state.breakpoints.len() == 1 && harness.state().state.breakpoint_positions.is_empty());
}

#[test]
fn the_question_about_edits_saves_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("asked.scene.json");
    let mut harness = harness();
    harness.run();
    harness.state_mut().send(SaveCommand::SaveAs(path.clone()));
    harness.get_by_label("Add a body").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    harness.run();
    harness.get_by_label("Save").click();
    harness.run();
    assert_eq!(harness.state().state.doc.scene.name, "New scene");
    assert!(std::fs::read_to_string(&path).unwrap().contains("box"), "the body was saved before");
}

#[test]
fn a_run_that_takes_long_leaves_the_window_alive_and_can_be_ended() {
    fn slow_lesson(
        scene: &contact_lens::scene::model::Scene,
        query: &contact_lens::scene::model::Query,
        frame: usize,
        precision: contact_lens::check::Precision,
    ) -> Result<std::sync::Arc<dyn contact_lens::lesson::Lesson>, contact_lens::play::QueryError> {
        if scene.bodies[1].position[0] > 8.0 {
            loop {
                std::thread::sleep(std::time::Duration::from_millis(1));
                contact_lens::lesson::watch::tick();
            }
        }
        super::fake::lesson(scene, query, frame, precision)
    }
    fn slow(
        scene: &contact_lens::scene::model::Scene,
        query: &contact_lens::scene::model::Query,
        precision: contact_lens::check::Precision,
    ) -> Result<std::sync::Arc<dyn contact_lens::play::Run>, contact_lens::play::QueryError> {
        Ok(super::fake::frames(scene, query, precision, slow_lesson))
    }
    let state = contact_lens::app::State::new(super::two_boxes(), None, Default::default(), slow);
    let mut window = Window::new(state);
    window.send(RunCommand::Rerun);
    let window = window.with_timeout(std::time::Duration::from_millis(5));
    let mut harness =
        Harness::builder().with_size([1280.0, 800.0]).build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
    harness.step();
    assert_eq!(harness.state().state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0));
    let far =
        contact_lens::app::Edit::Pose { body: 1, frame: 0, position: [9.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
    harness.state_mut().send(SceneCommand::Edit(far));
    while harness.state().state.run_progress.is_none_or(|run| run.iterations < 3 || run.seconds < 0.2) {
        harness.step();
        let said =
            harness.query_by_label("Cancel").is_some() && harness.state().state.run_progress.unwrap().seconds < 0.2;
        assert!(!said, "a short run is not worth a word");
        assert_eq!(
            harness.state().state.verdict().unwrap().pair().unwrap().signed_distance,
            Some(2.0),
            "the last answer stays"
        );
    }
    while harness.query_by_label("Cancel").is_none() {
        harness.step();
    }
    assert!(harness.query_by_label_contains("signed distance 2.0 m").is_some(), "the last answer stays");
    harness.get_by_label("Cancel").click();
    harness.step();
    harness.step();
    let state = &harness.state().state;
    assert!(state.run_progress.is_none() && state.recording.is_none() && state.refusal.is_some());
    // Taking the edit back gives the answer of before.
    harness.state_mut().send(SceneCommand::Undo);
    while harness.state().state.recording.is_none() {
        harness.step();
    }
    assert_eq!(harness.state().state.verdict().unwrap().pair().unwrap().signed_distance, Some(2.0));
}

/// One frame of a window without a screen: milliseconds of UI code, of the commands in it, and of making triangles.
fn timed(
    ctx: &egui::Context,
    window: &mut Window,
    number: usize,
    pointer: egui::Pos2,
    command: Vec<Command>,
) -> [f64; 3] {
    let input = egui::RawInput {
        screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))),
        time: Some(number as f64 / 60.0),
        events: vec![egui::Event::PointerMoved(pointer)],
        ..Default::default()
    };
    let start = std::time::Instant::now();
    command.into_iter().for_each(|command| window.send(command));
    let commanded = start.elapsed().as_secs_f64() * 1e3;
    let mut output = ctx.run_ui(input, |ui| window.ui(ui));
    let made = start.elapsed().as_secs_f64() * 1e3;
    output.textures_delta.clear();
    drop(ctx.tessellate(output.shapes, output.pixels_per_point));
    [made, commanded, start.elapsed().as_secs_f64() * 1e3 - made]
}

#[test]
#[ignore = "a measurement: run it by name in a release build"]
fn how_long_a_frame_takes() {
    use contact_lens::app::{Jump, Prefs, State, open_in_engine};
    for name in ["gjk-box-octahedron", "epa-ellipsoids", "gjk-polytopes-200-vertices"] {
        let scene = contact_lens::scene::shipped(name).unwrap();
        let scene = contact_lens::scene::parse(scene.name, scene.text.as_bytes()).unwrap();
        let prefs = Prefs { code: true, ..Prefs::default() };
        let mut window = Window::new(State::new(scene, None, prefs, open_in_engine));
        window.send(SelectCommand::SelectBody(Some(0)));
        let beats = window.state.recording.as_ref().unwrap().beats();
        let ctx = egui::Context::default();
        for (round, what) in ["at rest", "stepping", "orbiting", "hovering"].into_iter().enumerate() {
            let mut times = Vec::new();
            for number in 240 * round..240 * (round + 1) {
                let turned = |pane| {
                    let camera = *window.state.camera(pane);
                    Command::View(ViewCommand::Camera(
                        pane,
                        contact_lens::picture::Camera { azimuth: camera.azimuth + 0.01, ..camera },
                    ))
                };
                let commands = match what {
                    "stepping" => vec![Command::Time(TimeCommand::Jump(Jump::To(number % beats)))],
                    "orbiting" => [WORLD, CSO].map(turned).to_vec(),
                    _ => Vec::new(),
                };
                let x = if what == "hovering" { 300.0 + (number % 240) as f32 } else { 5.0 };
                times.push(timed(&ctx, &mut window, number, egui::pos2(x, 250.0), commands));
            }
            let sorted = |part: usize| {
                let mut part: Vec<f64> = times[40..].iter().map(|time| time[part]).collect();
                part.sort_by(f64::total_cmp);
                [part[0], part[part.len() / 2], part[part.len() * 95 / 100]]
            };
            let [[least, median, most], [commanded, ..], [triangles, ..]] = [0, 1, 2].map(sorted);
            println!(
                "{name}, {what}: UI {median:.2} ms in the median, {most:.2} in 95 of 100, {least:.2} at least \
                 ({commanded:.2} of it in commands); triangles {triangles:.2}"
            );
        }
    }
}

/// Frames that are timed together: of one alone too little is known.
const TIMED: usize = 60;

/// What stands over the columns of [`frames`].
const ROUNDS: [&str; 3] = ["at rest", "stepping for the first time", "stepping again"];

/// A frame in the mean, milliseconds of UI code, of the commands (the beats are made in them) and of making triangles:
/// at rest; while one steps; and while one steps again, when the letters of all sizes that are needed have been drawn
/// once in this window.
fn frames(ctx: &egui::Context, window: &mut Window, number: &mut usize) -> [[f64; 3]; 3] {
    use contact_lens::app::Jump;
    let beats = window.state.recording.as_ref().map_or(1, |run| run.beats());
    [false, true, true].map(|steps| {
        let mut some = |count: usize| {
            let mut sum = [0.0; 3];
            for k in 0..count {
                *number += 1;
                let jump = Command::Time(TimeCommand::Jump(Jump::To(k % beats)));
                let commands = if steps { vec![jump] } else { Vec::new() };
                let [made, commanded, triangles] = timed(ctx, window, *number, egui::pos2(5.0, 250.0), commands);
                sum = [sum[0] + made - commanded, sum[1] + commanded, sum[2] + triangles];
            }
            sum.map(|sum| sum / count as f64)
        };
        if !steps {
            some(5);
        }
        some(TIMED)
    })
}

#[test]
#[ignore = "a measurement: run it by name in a release build, with nothing else running"]
fn how_long_a_frame_of_each_shipped_scene_takes() {
    use contact_lens::app::{Prefs, State, open_in_engine};
    use contact_lens::scene::SHIPPED;
    /// Milliseconds.
    const BAR: f64 = 2.0;
    // Those alone with this in their names.
    let only = std::env::var("CONTACT_LENS_SCENES").unwrap_or_default();
    let parsed = |k: usize| contact_lens::scene::parse(SHIPPED[k].name, SHIPPED[k].text.as_bytes()).unwrap();
    // One window in which scene after scene is opened: the letters of the panels are drawn once.
    let (ctx, mut number) = (egui::Context::default(), 0);
    let mut window = Window::new(State::new(parsed(0), None, Prefs::default(), open_in_engine));
    let mut all = Vec::new();
    for (k, shipped) in SHIPPED.iter().enumerate().filter(|(_, shipped)| shipped.name.contains(&only)) {
        // Crowds are measured by themselves.
        if parsed(k).bodies.len() > 60 {
            continue;
        }
        window.send(FileCommand::OpenShipped(k));
        window.send(RunCommand::Rerun);
        assert_eq!(window.state.doc.scene.name, parsed(k).name);
        all.push((shipped.name, frames(&ctx, &mut window, &mut number)));
    }
    for (k, round) in ROUNDS.into_iter().enumerate() {
        for (part, what) in ["UI", "commands", "triangles"].into_iter().enumerate() {
            let of = |times: &[[f64; 3]; 3]| times[k][part];
            all.sort_by(|one, other| of(&other.1).total_cmp(&of(&one.1)));
            let over = all.iter().filter(|(_, times)| of(times) > BAR).count();
            let middle = of(&all[all.len() / 2].1);
            println!(
                "{round}, {what}: {over} of {} over {BAR} ms, {middle:.2} ms in the middle; the slowest:",
                all.len()
            );
            all.iter().take(12).for_each(|(name, times)| println!("  {:.2} ms  {name}", of(times)));
        }
    }
}

/// A drag in small parts, with these keys held; `look` is asked before it is let go.
fn dragged<R>(
    harness: &mut Harness<'_, Window>,
    [from, to]: [egui::Pos2; 2],
    held: Modifiers,
    look: impl Fn(&Harness<'_, Window>) -> R,
) -> R {
    harness.hover_at(from);
    harness.run();
    harness.drag_at(from);
    harness.run();
    harness.event(egui::Event::ModifiersChanged(held));
    for part in [0.2, 0.6, 1.0] {
        harness.hover_at(from + (to - from) * part);
        harness.run();
    }
    let seen = look(harness);
    harness.drop_at(to);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
    seen
}

#[test]
fn the_tip_of_a_direction_is_dragged_and_snaps_to_fifteen_degrees() {
    let mut harness = super::scrubbing::shipped("support-box");
    harness.run();
    let direction = |harness: &Harness<'_, Window>| harness.state().state.doc.scene.queries[0].ask.direction().unwrap();
    let before = direction(&harness);
    // Beyond the tip of the arrow at A's farthest point.
    let pane = harness.get_by_label("World view").rect();
    let handle = |harness: &Harness<'_, Window>| {
        let state = &harness.state().state;
        let arrow = state.picture(WORLD).unwrap().marks.iter().find_map(|mark| match &mark.form {
            contact_lens::picture::Form::Arrow { from, to } if mark.key.0 == "d" => Some([*from, *to]),
            _ => None,
        });
        let size = glam::DVec2::new(f64::from(pane.width()), f64::from(pane.height()));
        let [foot, tip] = arrow.unwrap().map(|end| {
            let at = state.camera(WORLD).project(end, size).unwrap();
            pane.min + egui::vec2(at.x as f32, at.y as f32)
        });
        tip + (tip - foot).normalized() * 10.0
    };
    let from = handle(&harness);
    let camera = *harness.state().state.camera(WORLD);
    let ends = [from, from + egui::vec2(-30.0, 20.0)];
    let said = dragged(&mut harness, ends, Modifiers::NONE, |harness| harness.state().state.beat().unwrap().say.text());
    let after = direction(&harness);
    assert_ne!(before, after);
    let length = |d: [f64; 3]| glam::DVec3::from(d).length();
    assert!((length(before) - length(after)).abs() < 1e-3 * length(before), "the tip goes round a sphere");
    assert!(said.contains(" along d = "), "the lesson stays on its beat and follows: {said}");
    assert_eq!(*harness.state().state.camera(WORLD), camera, "the camera stood still");
    let from = handle(&harness);
    dragged(&mut harness, [from, from + egui::vec2(15.0, -25.0)], Modifiers::COMMAND, |_| ());
    let [x, y, z] = direction(&harness);
    let angles = [(-z).atan2(x).to_degrees(), y.atan2(x.hypot(z)).to_degrees()];
    assert!(angles.iter().all(|angle| ((angle / 15.0).round() * 15.0 - angle).abs() < 0.05), "{angles:?}");
    for _ in 0..2 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run();
    }
    assert_eq!(direction(&harness), before, "each drag is one undo");
}

#[test]
fn a_box_is_scaled_along_one_of_its_axes_by_tenths() {
    let mut harness = harness();
    harness.state_mut().send(SelectCommand::SelectBody(Some(0)));
    harness.key_press(Key::R);
    harness.run();
    let (foot, beyond) =
        (on_screen(&harness, glam::dvec3(0.0, 0.0, 0.0)), on_screen(&harness, glam::dvec3(0.0, 1.0, 0.0)));
    let along = (beyond - foot).normalized();
    let ends = [foot + along * 40.0, foot + along * 61.0];
    dragged(&mut harness, ends, Modifiers::COMMAND, |_| ());
    let contact_lens::scene::model::Shape::Box { half_extents: [x, y, z] } =
        harness.state().state.doc.scene.bodies[0].shape
    else {
        panic!("still a box")
    };
    assert!(x == 0.5 && z == 0.5, "{x} {z}");
    assert!(y > 0.6 && ((y / 0.5 * 10.0).round() - y / 0.5 * 10.0).abs() < 1e-9, "{y}");
}

#[test]
fn an_arrow_snaps_to_the_grid_along_its_own_axis_alone() {
    let mut harness = harness();
    let bodies = harness.state().state.doc.scene.bodies.clone();
    let odd = [2.03, 0.017, 0.0];
    harness.state_mut().send(SceneCommand::Edit(contact_lens::app::Edit::Pose {
        body: 1,
        frame: 0,
        position: odd,
        rotation: bodies[1].rotation,
    }));
    harness.state_mut().send(SceneCommand::EndGesture);
    harness.state_mut().send(SelectCommand::SelectBody(Some(1)));
    harness.run();
    let (foot, tip) =
        (on_screen(&harness, glam::DVec3::from(odd)), on_screen(&harness, glam::DVec3::from(odd) + glam::DVec3::X));
    let along = (tip - foot).normalized();
    dragged(&mut harness, [foot + along * 40.0, foot + along * 75.0], Modifiers::COMMAND, |_| ());
    let [x, y, z] = harness.state().state.doc.scene.bodies[1].position;
    assert!(y == odd[1] && z == odd[2], "only x is moved: {y} {z}");
    assert!(x > 2.1 && ((x * 1e3).round() / 1e3 - x).abs() < 1e-9, "a round number: {x}");
}
