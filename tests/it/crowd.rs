//! Ten thousand bodies in a scene: nothing grows with the square of their number, and an edit copies one of them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens::lesson::WORLD;
use contact_lens::picture::{Batches, Role};
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

/// Until all that the world view draws is there.
fn drawn(side: usize) -> (Scene, usize, Duration) {
    let text = crowd(side);
    let begun = Instant::now();
    let scene = scene::parse("crowd", text.as_bytes()).unwrap();
    let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
    let backdrop = run.lesson(0).unwrap().backdrop();
    let world = backdrop.pictures.of(WORLD);
    let bystanders = world.marks.iter().filter(|mark| mark.role == Role::Bystander).count();
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
    use contact_lens::app::{Command, Edit, Prefs, State, engine_player, update};
    let scene = scene::parse("crowd", crowd(100).as_bytes()).unwrap();
    let mut state = State::new(scene, None, Prefs::default(), engine_player);
    let mut states = vec![Arc::clone(&state.doc.scene)];
    for i in 0..100 {
        let position = [0.0, 5.0 + i as f64, 0.0];
        let edit = Edit::Pose { body: 97 * i, frame: 0, position, rotation: [0.0, 0.0, 0.0, 1.0] };
        update(&mut state, Command::Edit(edit));
        update(&mut state, Command::EndGesture);
        states.push(Arc::clone(&state.doc.scene));
    }
    assert_eq!(state.doc.scene.bodies[97 * 99].position[1], 104.0);
    let bodies = |scene: &Arc<Scene>| -> Vec<_> {
        (0..scene.bodies.len()).filter_map(|i| scene.bodies.shared(i)).map(Arc::as_ptr).collect()
    };
    let all: HashSet<_> = states.iter().flat_map(bodies).collect();
    assert_eq!(all.len(), 10_000 + 100, "each edit makes one body anew");
    for _ in 0..100 {
        update(&mut state, Command::Undo);
    }
    assert!(!state.doc.can_undo() && bodies(&state.doc.scene) == bodies(&states[0]), "and undoing makes none");
}
