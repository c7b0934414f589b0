//! A world in the window: it runs, a hand drags a body, the run is written as an animation, and no pane jumps.

use contact_lens::answer::{Finding, WorldFinding};
use contact_lens::app::{
    BodyDragCommand, Command, ExportFormat, FigureCommand, FileCommand, Jump, Prefs, SceneCommand, State, TimeCommand,
    Window, WindowCommand, WorldCommand, open_in_engine,
};
use contact_lens::lesson::WORLD;
use contact_lens::play;
use contact_lens::scene::model::{Algorithm, Ask, JointKind, Scene};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

fn scene(name: &str) -> Scene {
    let text = std::fs::read(format!("scenes/{name}.scene.json")).unwrap();
    contact_lens::scene::parse(name, &text).unwrap()
}

fn harness(scene: Scene) -> Harness<'static, Window> {
    super::fields::harness(Window::new(State::new(scene, None, Prefs::default(), open_in_engine)))
}

fn found(state: &State) -> &WorldFinding {
    match &state.verdict().expect("an answer").finding {
        Finding::World(found) => found,
        other => panic!("{other:?}"),
    }
}

/// Where a point of the world is in the window.
fn on_screen(harness: &Harness<'_, Window>, point: glam::DVec2) -> egui::Pos2 {
    let rect = harness.get_by_label("World view").rect();
    let size = glam::DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let at = harness.state().state.camera(WORLD).project(point.extend(0.0), size).unwrap();
    rect.min + egui::vec2(at.x as f32, at.y as f32)
}

/// Lets frames run until one is shown.
fn until_frame(harness: &mut Harness<'_, Window>, frame: usize) {
    for _ in 0..2000 {
        harness.run_steps(1);
        if found(&harness.state().state).frame >= frame {
            return;
        }
    }
    panic!("frame {frame} does not come");
}

fn track(scene: &Scene, joint: usize) -> (u32, usize) {
    match &scene.joints[joint].kind {
        JointKind::Mouse { from, track: Some(track), .. } => (from.unwrap_or(1), track.len()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_body_is_dragged_while_its_world_runs_and_the_scene_says_the_same_ever_after() {
    let mut harness = harness(scene("world-column"));
    harness.run_steps(3);
    harness.get_by_label("Play or pause frames").click();
    until_frame(&mut harness, 5);
    let box_10 = found(&harness.state().state).bodies[10].position;
    let camera = *harness.state().state.camera(WORLD);
    let at = on_screen(&harness, box_10);
    harness.drag_at(at);
    harness.run_steps(2);
    for far in 1..12 {
        harness.hover_at(at + egui::vec2(6.0 * far as f32, -2.0 * far as f32));
        harness.run_steps(3);
    }
    assert!(harness.state().state.body_drag.is_some(), "a hand holds it");
    let now = found(&harness.state().state).frame;
    until_frame(&mut harness, now + 3);
    harness.drop_at(at + egui::vec2(66.0, -22.0));
    harness.run_steps(2);
    harness.get_by_label("Play or pause frames").click();
    harness.run_steps(5);
    let state = &harness.state().state;
    assert!(state.body_drag.is_none() && !state.playhead.plays_frames);
    assert_eq!(*state.camera(WORLD), camera, "the body was dragged, not the view");
    let (from, more) = track(&state.doc.scene, 0);
    assert!(from > 5 && more > 3, "{from} {more}");
    let shown = found(state).clone();
    assert!(shown.bodies[10].position.x > box_10.x + 0.2, "it came along: {:?}", shown.bodies[10]);
    // The scene as it is saved, opened again: the same bits in the frame that is shown.
    let text = serde_json::to_vec(&*state.doc.scene).unwrap();
    let again = contact_lens::scene::parse("again", &text).unwrap();
    let simulation = play::open_simulation(state.focus.precision, &again, &again.queries[0]).unwrap();
    let mut played = None;
    assert!(simulation.play(&[shown.frame as u32], &mut |found| played = Some(found)).is_none());
    assert_eq!(played, Some(shown), "played from the start");
    // Back in time, and on again without a hand: it is dragged as before.
    let last = state.focus.frame;
    harness.state_mut().send(TimeCommand::SetFrame(2));
    harness.run_steps(2);
    harness.state_mut().send(TimeCommand::SetFrame(last));
    harness.run_steps(2);
    assert_eq!(Some(found(&harness.state().state).clone()), played);
    harness.state_mut().send(SceneCommand::Undo);
    harness.run_steps(3);
    assert!(harness.state().state.doc.scene.joints.is_empty(), "one drag is one undo");
}

#[test]
fn what_is_dragged_anew_takes_the_place_of_what_was_dragged_later() {
    let mut state = State::new(scene("world-column"), None, Prefs::default(), open_in_engine);
    super::act(&mut state, TimeCommand::SetFrame(0));
    let drag = |state: &mut State, frames: i32| {
        let at = found(state).bodies[3].position;
        super::act(state, BodyDragCommand::Grab(3, at));
        for frame in 0..frames {
            super::act(state, BodyDragCommand::Pull(at + glam::DVec2::new(0.01 * f64::from(frame), 0.0)));
            super::act(state, TimeCommand::StepFrames(1));
        }
        super::act(state, BodyDragCommand::Release);
    };
    drag(&mut state, 10);
    super::act(&mut state, TimeCommand::SetFrame(20));
    drag(&mut state, 5);
    assert_eq!([track(&state.doc.scene, 0), track(&state.doc.scene, 1)], [(1, 9), (21, 4)]);
    // From frame 6 on there is another way: the first hand lets go there, the second never was.
    super::act(&mut state, TimeCommand::SetFrame(6));
    drag(&mut state, 3);
    assert_eq!([track(&state.doc.scene, 0), track(&state.doc.scene, 1)], [(1, 5), (7, 2)]);
    assert_eq!(state.doc.scene.joints.len(), 2);
    let names: Vec<_> = state.doc.scene.joints.iter().map(|joint| joint.name.clone()).collect();
    assert_eq!(names[0], "hand");
    assert_ne!(names[0], names[1]);
    // Nobody can take hold of what stands, or of what is not there.
    for body in [0, 99] {
        super::act(&mut state, BodyDragCommand::Grab(body, glam::DVec2::ZERO));
        assert!(state.body_drag.is_none());
    }
    // With a hand on it a world stops at its end.
    super::act(&mut state, TimeCommand::SetFrame(300));
    let at = found(&state).bodies[3].position;
    super::act(&mut state, BodyDragCommand::Grab(3, at));
    super::act(&mut state, TimeCommand::StepFrames(1));
    assert_eq!((state.focus.frame, state.doc.scene.joints.len()), (300, 2));
}

#[test]
fn panes_stay_where_they_are_whether_a_frame_has_levels_or_not() {
    let mut harness = harness(scene("world-mouse"));
    harness.run_steps(4);
    harness.state_mut().send(TimeCommand::SetFrame(0));
    harness.run_steps(4);
    let places = |harness: &Harness<'_, Window>| {
        ["World view", "Impulses view", "Current row view"].map(|label| harness.get_by_label(label).rect())
    };
    let before = places(&harness);
    assert!(harness.state().state.recording.as_ref().unwrap().lesson.levels().is_empty());
    harness.state_mut().send(TimeCommand::SetFrame(3));
    harness.run_steps(4);
    assert!(!harness.state().state.recording.as_ref().unwrap().lesson.levels().is_empty());
    assert_eq!(places(&harness), before);
    // What had nothing in it at the start is framed when there is something.
    harness.state_mut().send(TimeCommand::Jump(contact_lens::app::Jump::Last));
    harness.run_steps(4);
    let (state, view) = (&harness.state().state, "impulses");
    let marks = state.picture(view).unwrap();
    let [low, high] = contact_lens::picture::Bounds::of(marks).corners().unwrap();
    let (camera, half) = (state.camera(view), state.camera(view).half_height());
    assert!(low.x >= camera.target.x - 1.001 * half && high.x <= camera.target.x + 1.001 * half);
    assert!(high.x - low.x > half, "{low} {high} in {half}");
}

#[test]
fn a_world_is_exported_as_an_animation_of_its_frames() {
    let mut scene = scene("world-mouse");
    scene.queries[0].ask = scene.queries[0].ask.clone().expecting_nothing();
    if let Ask::World { options, .. } = &mut scene.queries[0].ask {
        options.steps = Some(8);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.gif");
    let mut harness = harness(scene);
    harness.run_steps(3);
    harness.state_mut().send(FigureCommand::AskExport(ExportFormat::Gif));
    harness.state_mut().send(FigureCommand::Export(path.clone()));
    for _ in 0..3000 {
        harness.run_steps(1);
        if harness.query_by_label_contains("Wrote").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let bytes = std::fs::read(&path).expect("it was written");
    assert_eq!(&bytes[..6], b"GIF89a");
    let mut reader = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    // Frames 0, 2, 4, 6, 8 at 60 Hz: a thirtieth of a second each.
    assert_eq!(delays, [3, 4, 3, 3, 100]);
}

/// A contact is opened in a lesson about pairs; the way back leads to the same frame, step and camera, with edits that
/// nobody saved.
#[test]
fn from_a_contact_there_is_a_way_back_to_its_world_as_it_was_left() {
    let mut harness = harness(scene("world-column"));
    harness.run_steps(3);
    harness.state_mut().send(TimeCommand::SetFrame(20));
    harness.state_mut().send(SceneCommand::Edit(contact_lens::app::Edit::Name(String::from("My column"))));
    harness.run_steps(2);
    harness.state_mut().send(TimeCommand::Jump(Jump::To(40)));
    let (step, camera) = (harness.state().state.beat_index(), *harness.state().state.camera(WORLD));
    assert!(step.step > 3, "{step:?}");
    for algorithm in [Algorithm::Gjk, Algorithm::Epa, Algorithm::Sat, Algorithm::Manifold] {
        harness.state_mut().send(WorldCommand::OpenPair { bodies: [0, 1], algorithm });
        harness.run_steps(3);
        let state = &harness.state().state;
        assert!(state.pending_command.is_none(), "nothing is lost, so nothing is asked");
        assert_eq!(state.query().map(|query| query.ask.algorithm()), Some(algorithm));
        harness.get_by_label("Back to My column, frame 20").click();
        harness.run_steps(4);
        let state = &harness.state().state;
        assert_eq!((state.focus.frame, state.beat_index(), *state.camera(WORLD)), (20, step, camera));
        assert!(state.doc.unsaved() && state.doc.can_undo() && state.doc.world.is_none());
    }
    // Leaving for good from the pair: the world comes back with its edits, and asks.
    harness.state_mut().send(WorldCommand::OpenPair { bodies: [0, 1], algorithm: Algorithm::Gjk });
    harness.run_steps(3);
    harness.state_mut().send(FileCommand::OpenShipped(0));
    let state = &harness.state().state;
    assert!(state.doc.world.is_none() && *state.doc.scene.name == *"My column");
    assert_eq!(state.pending_command.as_deref(), Some(&Command::File(FileCommand::OpenShipped(0))));
    harness.state_mut().send(WindowCommand::Dismiss);
    harness.run_steps(2);
    // A recorded run is shown in the same frame.
    harness.state_mut().send(WorldCommand::RecordRun);
    harness.run_steps(3);
    assert_eq!(harness.state().state.focus.frame, 20);
    harness.state_mut().send(WorldCommand::BackToWorld);
    harness.run_steps(2);
    // By the key, too; and where there is no world there is no way back.
    harness.state_mut().send(WorldCommand::OpenPair { bodies: [0, 1], algorithm: Algorithm::Gjk });
    harness.run_steps(3);
    harness.key_press(egui::Key::Backspace);
    harness.run_steps(3);
    assert_eq!(harness.state().state.focus.frame, 20);
    assert!(harness.query_by_label_contains("Back to My column").is_none());
}

/// An animation says how far it is, and is ended by a button: then there is no file.
#[test]
fn an_animation_is_cancelled_with_a_button() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.gif");
    let mut harness = harness(scene("world-pyramid"));
    harness.run_steps(3);
    harness.state_mut().send(FigureCommand::AskExport(ExportFormat::Gif));
    harness.state_mut().send(FigureCommand::Export(path));
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.query_by_label_contains("Drawing run.gif").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(harness.state().state.animation_progress.is_some());
    harness.get_by_label("Cancel").click();
    harness.run_steps(3);
    assert!(harness.state().state.animation_progress.is_none());
    assert!(harness.query_by_label_contains("was not written").is_some());
    assert!(harness.query_by_label_contains("Drawing run.gif").is_none());
    std::thread::sleep(std::time::Duration::from_millis(300));
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Wrote").is_none());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "not even a part of it");
}

/// However many rows there are, names of lanes are legible, and the row of this step is among those that are shown.
#[test]
fn lanes_that_have_no_room_give_way_to_those_around_the_row_at_hand() {
    use contact_lens::picture::{Form, LaneMap, Role};
    let mut harness = harness(scene("world-pyramid"));
    harness.run_steps(3);
    harness.state_mut().send(TimeCommand::SetFrame(12));
    harness.run_steps(2);
    for position in [600, 3000, 6000, 9000] {
        harness.state_mut().send(TimeCommand::Jump(Jump::To(position)));
        harness.run_steps(1);
        let state = &harness.state().state;
        let picture = state.picture("impulses").unwrap();
        let lit: Vec<f64> = picture
            .marks
            .iter()
            .filter(|mark| mark.role == Role::Axis)
            .filter_map(|mark| match &mark.form {
                Form::Lane { rows, .. } => Some(0.5 * (rows[0] + rows[1])),
                _ => None,
            })
            .collect();
        assert!(!lit.is_empty(), "position {position}");
        for height in [120.0, 160.0, 300.0, 700.0] {
            let size = glam::DVec2::new(330.0, height);
            let map = LaneMap::of(&picture.marks, state.camera("impulses"), size, 40.0);
            assert!(map.row >= 11.0 || height < 130.0, "{} in {height}", map.row);
            for row in &lit {
                assert!(!map.hides(*row), "row {row} at {position} in {height}");
                assert!(map.y(*row) > map.top && map.y(*row) < map.bottom, "{}", map.y(*row));
            }
        }
    }
}

/// Who moves is looked at, not the ground on which it stands.
#[test]
fn a_world_fills_its_pane_when_it_is_opened() {
    for name in ["world-pyramid", "world-bounce"] {
        let mut harness = harness(scene(name));
        harness.run_steps(4);
        let pane = harness.get_by_label("World view").rect();
        let positions: Vec<_> = found(&harness.state().state).bodies.iter().skip(1).map(|body| body.position).collect();
        let places: Vec<egui::Pos2> = positions.iter().map(|position| on_screen(&harness, *position)).collect();
        assert!(places.iter().all(|place| pane.contains(*place)), "{name}: {places:?} in {pane:?}");
        let around = egui::Rect::from_points(&places);
        let share = (around.width() / pane.width()).max(around.height() / pane.height());
        assert!(share > 0.3 || places.len() < 3, "{name}: {share} of the pane");
    }
}

/// A film computes what it draws: the end of each frame, which is the end of the frame as it is recorded. The frame in
/// which it is stopped is recorded whole, and shown where it was. Whether a body is within its pane.
fn is_in_view(harness: &Harness<'_, Window>, body: usize) -> bool {
    let at = on_screen(harness, found(&harness.state().state).bodies[body].position);
    harness.get_by_label("World view").rect().shrink(4.0).contains(at)
}

#[test]
fn a_pendulum_swings_within_its_pane_and_the_camera_stands_still() {
    let mut harness = harness(scene("world-pendulum"));
    harness.run_steps(3);
    let camera = *harness.state().state.camera(WORLD);
    harness.get_by_label("Play or pause frames").click();
    for frame in (5..160).step_by(5) {
        until_frame(&mut harness, frame);
        assert!(is_in_view(&harness, 0), "frame {frame}");
        assert_eq!(*harness.state().state.camera(WORLD), camera, "frame {frame}");
    }
}

#[test]
fn a_body_that_flies_far_is_followed() {
    let mut scene = scene("world-pendulum");
    scene.joints.clear();
    let mut harness = harness(scene);
    harness.run_steps(3);
    assert!(is_in_view(&harness, 0));
    harness.get_by_label("Play or pause frames").click();
    for frame in (5..160).step_by(5) {
        until_frame(&mut harness, frame);
        assert!(is_in_view(&harness, 0), "frame {frame}");
    }
    assert!(found(&harness.state().state).bodies[0].position.y < -30.0, "it has fallen far");
}

#[test]
fn a_film_passes_by_frames_and_records_the_one_in_which_it_stops() {
    let mut harness = harness(scene("world-column"));
    harness.run_steps(3);
    harness.get_by_label("Play or pause frames").click();
    until_frame(&mut harness, 4);
    let recording = harness.state().state.recording.clone().expect("a frame");
    assert_eq!(recording.steps(), 1, "{recording:?}");
    let state = &harness.state().state;
    let (frame, query) = (found(state).frame, &state.doc.scene.queries[0]);
    let whole = play::lesson(state.focus.precision, &state.doc.scene, query, frame).unwrap();
    let last = |lesson: &dyn contact_lens::lesson::Lesson| lesson.beats(lesson.steps() - 1).pop().unwrap();
    let (film, full) = (last(&*recording.lesson), last(&*whole));
    assert_eq!(film.pictures.of(WORLD), full.pictures.of(WORLD), "the same bodies and arrows");
    assert_eq!(recording.verdict(), whole.verdict());
    harness.get_by_label("Play or pause frames").click();
    for _ in 0..200 {
        harness.run_steps(1);
        if harness.state().state.recording.as_ref().is_some_and(|recording| recording.steps() > 1) {
            break;
        }
    }
    let state = &harness.state().state;
    let recording = state.recording.as_ref().expect("a frame");
    assert!(recording.steps() > 100, "{recording:?}");
    assert_eq!(state.playhead.position, recording.beats() - 1, "where the film left it");
}

/// A right click on a body, away from its contacts: how it moves, what touches it, and the way to where the run tells
/// of it.
#[test]
fn a_body_of_a_world_says_how_it_moves_and_what_touches_it() {
    let mut harness = harness(scene("world-column"));
    harness.run_steps(3);
    harness.state_mut().send(TimeCommand::SetFrame(20));
    harness.run_steps(3);
    let world = found(&harness.state().state).clone();
    let dynamic = |index: &usize| world.contacts.iter().filter(|c| [c.a, c.b].contains(&(*index as u32))).count() > 1;
    let body = (0..world.bodies.len())
        .filter(dynamic)
        .max_by(|a, b| world.bodies[*a].position.y.total_cmp(&world.bodies[*b].position.y));
    let body = body.expect("a body that others touch on both sides");
    let at = on_screen(&harness, world.bodies[body].position);
    harness.hover_at(at);
    harness.run_steps(2);
    assert!(harness.state().state.hover.is_some(), "the body is under the pointer");
    for pressed in [true, false] {
        let button = egui::PointerButton::Secondary;
        harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: egui::Modifiers::NONE });
        harness.run_steps(2);
    }
    assert!(harness.query_by_label_contains("Dynamic: gravity, contacts and joints act on the body").is_some());
    assert!(harness.query_by_label("Bodies in contact").is_some());
    let count = world.contacts.iter().filter(|c| [c.a, c.b].contains(&(body as u32))).count();
    assert_eq!(
        harness.query_all_by_label_contains(" N s").filter(|n| n.rect().width() > 0.0).count().min(count),
        count
    );
    harness.get_by_label("List the sub-steps that change this body").click();
    harness.run_steps(4);
    let why = harness.state().state.explanation.as_ref().expect("it is asked");
    assert_eq!(why.name.as_deref(), Some(world.names[body].as_str()));
}
