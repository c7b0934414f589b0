//! Why two bodies have no contact: the first reason that applies.

use std::process::Command;

use contact_lens::play::{self, ContactReason, NoContact, Precision};
use contact_lens::scene::model::Scene;
use contact_lens::scene::{self};
use serde_json::{Value, json};

/// A world of four boxes: one on the ground, one above it, one held by a joint, and a second static body that overlaps
/// the ground. `speculative` is the largest gap of a contact, meters.
fn world(speculative: f64) -> Scene {
    let boxed = |name: &str, position: [f64; 2], motion: &str| -> Value {
        json!({"name": name, "shape": {"type": "rectangle", "half_extents": [0.5, 0.5]}, "position": position,
               "motion": motion})
    };
    let text = json!({
        "version": 1, "name": "boxes", "dimension": 2, "gravity": [0, -10],
        "bodies": [
            {"name": "ground", "shape": {"type": "rectangle", "half_extents": [10, 0.5]}, "position": [0, -0.5],
             "motion": "static"},
            boxed("resting", [0.0, 0.5], "dynamic"),
            boxed("falling", [2.0, 3.0], "dynamic"),
            boxed("joined", [4.0, 0.4], "dynamic"),
            boxed("wall", [-5.0, 0.25], "static"),
        ],
        "joints": [{"name": "hinge", "type": "point", "a": "ground", "b": "joined"}],
        "queries": [{"name": "run", "algorithm": "world", "options": {"steps": 60, "speculative": speculative}}]
    });
    scene::parse("boxes", text.to_string().as_bytes()).unwrap()
}

fn why(scene: &Scene, frame: usize, names: [&str; 2]) -> ContactReason {
    let pair = names.map(|name| scene.bodies.iter().position(|body| body.name == name).unwrap());
    play::why_no_contact(Precision::F64, scene, &scene.queries[0], frame, pair).unwrap()
}

#[test]
fn each_reason_is_given_with_its_numbers() {
    let scene = world(0.0);
    let falling = why(&scene, 1, ["falling", "ground"]);
    assert_eq!(falling.reason, NoContact::Apart);
    assert_eq!(falling.sentence, "falling and ground are apart by 2.5 m.");
    assert_eq!(why(&scene, 1, ["ground", "wall"]).reason, NoContact::NeitherMoves);
    let joined = why(&scene, 1, ["joined", "ground"]);
    assert_eq!(joined.reason, NoContact::Joined);
    assert!(joined.sentence.contains("hinge") && joined.sentence.contains("`collide`"), "{}", joined.sentence);
    assert_eq!(why(&scene, 0, ["resting", "ground"]).reason, NoContact::Start);
    let resting = why(&scene, 5, ["resting", "ground"]);
    assert_eq!(resting.reason, NoContact::Contact);
    assert!(resting.sentence.contains("normal impulse of 0.16"), "{}", resting.sentence);
    // With a contact distance, the gap is compared with it.
    let near = why(&world(0.5), 1, ["falling", "ground"]);
    assert_eq!(near.sentence, "falling and ground are apart by 2.5 m, more than the contact distance 0.5 m.");
    let within = why(&world(3.0), 1, ["falling", "ground"]);
    assert_eq!(within.reason, NoContact::NoImpulse, "{}", within.sentence);
}

#[test]
fn pairs_of_other_scenes_are_apart_or_in_contact() {
    let text = json!({
        "version": 1, "name": "balls", "bodies": [
            {"name": "a", "shape": {"type": "sphere", "radius": 1}},
            {"name": "b", "shape": {"type": "sphere", "radius": 1}, "position": [3, 0, 0]},
            {"name": "c", "shape": {"type": "sphere", "radius": 1}, "position": [4, 0, 0]}
        ],
        "queries": [{"name": "q", "algorithm": "distance", "a": "a", "b": "b"}]
    });
    let scene = scene::parse("balls", text.to_string().as_bytes()).unwrap();
    assert_eq!(why(&scene, 0, ["a", "b"]).sentence, "a and b are apart by 1 m.");
    let overlap = why(&scene, 0, ["b", "c"]);
    assert_eq!(overlap.reason, NoContact::Contact);
    assert_eq!(overlap.sentence, "b and c are in contact: they overlap by at least 1 m.");
}

#[test]
fn the_command_line_answers_by_name() {
    let run = |a: &str, b: &str| {
        let arguments = ["run", "world-friction-cone", "--frame", "9", "--why-no-contact", a, b];
        Command::new(env!("CARGO_BIN_EXE_contact-lens")).args(arguments).output().unwrap()
    };
    let apart = run("box 0.4", "box 0.6");
    assert!(String::from_utf8_lossy(&apart.stdout).contains("box 0.4 and box 0.6 are apart by "));
    let unknown = run("box 0.4", "box");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no body `box`"));
}
