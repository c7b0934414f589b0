//! Ten thousand bodies in a scene: nothing grows with the square of their number, and an edit copies one of them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens::lesson::WORLD;
use contact_lens::picture::{Batches, Mark, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::{self, model::Scene};
use glam::DVec3;

/// Boxes and spheres on a grid, all on the same ground, and a query about the first two.
fn crowd(side: usize) -> String {
    let body = |i: usize| {
        let shape = match i % 2 {
            0 => serde_json::json!({ "type": "box", "half_extents": [0.5, 0.5, 0.5] }),
            _ => serde_json::json!({ "type": "sphere", "radius": 0.5 }),
        };
        let at = [1.5 * (i % side) as f64, 0.5, 1.5 * (i / side) as f64];
        serde_json::json!({ "name": format!("body {i}"), "shape": shape, "position": at })
    };
    let bodies: Vec<_> = (0..side * side).map(body).collect();
    let query = serde_json::json!({ "name": "q", "algorithm": "distance", "a": "body 0", "b": "body 1" });
    serde_json::json!({ "version": 1, "name": "Crowd", "bodies": bodies, "queries": [query] }).to_string()
}

/// Whether a body that nobody asks about is drawn here.
fn is_body(mark: &Mark) -> bool {
    mark.role == Role::Bystander
}

/// Until all that the world view draws is there.
fn drawn(side: usize) -> (Scene, usize, Duration) {
    let text = crowd(side);
    let begun = Instant::now();
    let scene = scene::parse("crowd", text.as_bytes()).unwrap();
    let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
    let backdrop = run.lesson(0).unwrap().backdrop();
    let world = backdrop.pictures.of(WORLD);
    let bystanders = world.marks.iter().filter(|mark| is_body(mark)).count();
    assert_eq!(bystanders, side * side - 2);
    let batches = Batches::new(world, DVec3::ZERO);
    assert!(batches.triangles.len() >= 12 * bystanders);
    (scene, batches.triangles.len(), begun.elapsed())
}

#[test]
fn ten_thousand_bodies_are_drawn_with_as_much_of_each_as_of_a_few() {
    let ((_, few, quick), (_, many, slow)) = (drawn(32), drawn(100));
    println!("1 024 bodies in {quick:?}, 10 000 in {slow:?}");
    let share = |triangles: usize, side: usize| triangles as f64 / (side * side) as f64;
    assert!((share(many, 100) / share(few, 32) - 1.0).abs() < 0.1, "{few} triangles, then {many}");
}

#[cfg(feature = "app")]
#[test]
fn a_hundred_edits_and_their_undos_share_the_bodies() {
    use contact_lens::app::{Edit, Prefs, SceneCommand, State, open_in_engine, update};
    let scene = scene::parse("crowd", crowd(100).as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    let mut states = vec![Arc::clone(&state.doc.scene)];
    for i in 0..100 {
        let position = [0.0, 5.0 + i as f64, 0.0];
        let edit = Edit::Pose { body: 97 * i, frame: 0, position, rotation: [0.0, 0.0, 0.0, 1.0] };
        update(&mut state, SceneCommand::Edit(edit));
        update(&mut state, SceneCommand::EndGesture);
        states.push(Arc::clone(&state.doc.scene));
    }
    assert_eq!(state.doc.scene.bodies[97 * 99].position[1], 104.0);
    let bodies = |scene: &Arc<Scene>| -> Vec<_> {
        (0..scene.bodies.len()).filter_map(|i| scene.bodies.shared(i)).map(Arc::as_ptr).collect()
    };
    let all: HashSet<_> = states.iter().flat_map(bodies).collect();
    assert_eq!(all.len(), 10_000 + 100, "each edit makes one body anew");
    for _ in 0..100 {
        update(&mut state, SceneCommand::Undo);
    }
    assert!(!state.doc.can_undo() && bodies(&state.doc.scene) == bodies(&states[0]), "and undoing makes none");
}

/// A crowd of boxes, at random in a cube that grows with their number, before a camera and in a broad phase.
#[cfg(feature = "app")]
fn asked(count: usize, algorithm: &str) -> String {
    let mut dice = crate::oracle::Random(5);
    let side = (count as f64).cbrt() * 1.15;
    let mut moved = Vec::new();
    let body = |i: usize| {
        let at = [0; 3].map(|_| side * (dice.unit() - 0.5));
        let then = at.map(|x| x + 0.02 * (dice.unit() - 0.5));
        moved.push(serde_json::json!({ "body": format!("box {i}"), "position": then }));
        let half = [0; 3].map(|_| 0.2 + 0.3 * dice.unit());
        let shape = serde_json::json!({ "type": "box", "half_extents": half });
        serde_json::json!({ "name": format!("box {i}"), "shape": shape, "position": at })
    };
    let bodies: Vec<_> = (0..count).map(body).collect();
    let mut scene = serde_json::json!({ "version": 1, "name": "Crowd", "bodies": bodies,
        "queries": [{ "name": "q", "algorithm": algorithm, "bodies": "all" }] });
    if algorithm == "cull" {
        let (eye, far) = ([0.0, 0.0, 0.65 * side], 2.0 * side);
        let camera =
            serde_json::json!({ "name": "camera", "eye": eye, "fov_y": 50, "aspect": 1.4, "near": 1, "far": far });
        scene["frusta"] = serde_json::json!([camera]);
        scene["queries"][0]["frustum"] = "camera".into();
    } else {
        scene["frames"] = serde_json::json!([{ "poses": [] }, { "poses": moved }]);
    }
    scene.to_string()
}

/// The code of the window, without what the GPU does: a frame in which nothing happens, one after a step, and one in which
/// the pointer has moved, each the least of some.
#[cfg(feature = "app")]
fn frames(count: usize, algorithm: &str) -> [Duration; 3] {
    use contact_lens::app::{
        Command, Effect, Jump, Prefs, RunCommand, State, TimeCommand, Window, open_in_engine, perform, update,
    };
    fn act(state: &mut State, command: impl Into<Command>) {
        for effect in update(state, command) {
            let answer = if matches!(effect, Effect::Ask(_)) { perform(&effect, state) } else { None };
            answer.into_iter().for_each(|answer| act(state, answer));
        }
    }
    let scene = scene::parse("crowd", asked(count, algorithm).as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), open_in_engine);
    act(&mut state, RunCommand::Rerun);
    assert!(state.recording.is_some(), "{:?}", state.refusal);
    let (ctx, mut window, mut time) = (egui::Context::default(), Window::new(state), 0.0);
    let mut draw = |window: &mut Window, events: Vec<egui::Event>| {
        time += 1.0 / 60.0;
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1600.0, 1000.0)));
        let input = egui::RawInput { screen_rect, time: Some(time), events, ..Default::default() };
        let begun = Instant::now();
        let mut output = ctx.run_ui(input, |ui| window.ui(ui));
        output.textures_delta.clear();
        begun.elapsed()
    };
    for _ in 0..4 {
        draw(&mut window, Vec::new());
    }
    let mut least = |act: &dyn Fn(&mut Window, usize) -> Vec<egui::Event>| {
        let one = |i: usize| {
            let events = act(&mut window, i);
            draw(&mut window, events)
        };
        (0..8).map(one).min().unwrap_or_default()
    };
    let still = least(&|_, _| Vec::new());
    let step = least(&|window, _| {
        window.send(TimeCommand::Jump(Jump::NextStep));
        Vec::new()
    });
    let pointer = least(&|_, i| vec![egui::Event::PointerMoved(egui::pos2(600.0 + 9.0 * i as f32, 330.0))]);
    [still, step, pointer]
}

#[cfg(feature = "app")]
#[test]
#[ignore = "a measurement: run it by name in a release build"]
fn how_long_a_frame_with_ten_thousand_boxes_takes() {
    for algorithm in ["cull", "sweep_and_prune"] {
        for count in [1_000, 10_000] {
            println!("{algorithm}, {count} boxes: at rest, stepping, pointing {:?}", frames(count, algorithm));
        }
    }
}
