//! Why a body of a world moved: the causes of its change of velocity add up to it.

use std::process::{Command, Output};

use contact_lens::lesson::VelocityChanges;
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Motion, Scene};
use contact_lens::scene::{self, SHIPPED};

/// Scenes of worlds that are small enough for every frame to be recorded in a test.
const MAX_BODIES: usize = 30;

/// Velocity changes of a body in a frame of the first query of a scene.
fn changes(scene: &Scene, frame: usize, body: &str) -> Option<VelocityChanges> {
    let run = play::open(Precision::F64, scene, &scene.queries[0]).unwrap();
    run.lesson(frame).unwrap().velocity_changes(body)
}

fn shipped(name: &str) -> Scene {
    let shipped = scene::shipped(name).unwrap();
    scene::parse(shipped.name, shipped.text.as_bytes()).unwrap()
}

#[test]
fn causes_add_up_in_every_shipped_world() {
    let mut checked = 0;
    for shipped in SHIPPED.iter().filter(|shipped| shipped.name.starts_with("world-")) {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        if scene.bodies.len() > MAX_BODIES {
            continue;
        }
        for query in &scene.queries {
            let run = play::open(Precision::F64, &scene, query).unwrap();
            for frame in [1, 7, 20].into_iter().filter(|frame| *frame < run.frames()) {
                let Ok(lesson) = run.lesson(frame) else { continue };
                for body in &scene.bodies {
                    let Some(changes) = lesson.velocity_changes(&body.name) else {
                        assert_ne!(body.dynamics.motion, Motion::Dynamic, "{} {}", shipped.name, body.name);
                        continue;
                    };
                    let total = changes.total();
                    let terms = changes.causes.iter().map(|cause| cause.change).chain([changes.before]);
                    let size: f64 = terms.flatten().map(f64::abs).sum();
                    for (axis, total) in total.into_iter().enumerate() {
                        let error = changes.before[axis] + total - changes.after[axis];
                        // Each of up to a few thousand row solutions rounds once.
                        assert!(
                            error.abs() <= 1e-11 * size.max(1e-3),
                            "{} {} frame {frame} axis {axis}: off by {error}",
                            shipped.name,
                            body.name
                        );
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 200, "{checked} bodies");
}

#[test]
fn a_box_on_a_slope_slides_by_gravity_less_push_and_friction() {
    let scene = shipped("world-friction-cone");
    let sliding = changes(&scene, 60, "box 0.6").unwrap();
    assert_eq!(sliding.causes.len(), 3);
    let cause = |name: &str| sliding.causes.iter().find(|cause| cause.name == name).unwrap();
    let speed = |name: &str| cause(name).change[0].hypot(cause(name).change[1]);
    let h = 1.0 / 60.0;
    assert!((cause("gravity").change[1] + 9.81 * h).abs() < 1e-12);
    // g cos θ pushes, and friction is half of that.
    let push = speed("push of slope 0.6");
    assert!((push - 9.81 * h * 0.5404195002705842_f64.cos()).abs() < 1e-3, "{push}");
    assert!((speed("friction of slope 0.6") - 0.5 * push).abs() < 1e-9);
    assert_eq!(cause("push of slope 0.6").other_body.as_deref(), Some("slope 0.6"));
    assert!(cause("push of slope 0.6").key.is_some(), "its rows can be listed");
    // The box at rest has the same causes, which cancel.
    let resting = changes(&scene, 60, "box 0.4").unwrap();
    assert!(resting.total().iter().all(|change| change.abs() < 1e-6), "{resting:?}");
    assert_eq!(changes(&scene, 60, "slope 0.4"), None, "a static body");
}

/// The same in `f32`, whose rounding is larger: what is left of a box at rest is rounding.
#[test]
fn a_box_at_rest_in_single_precision_has_no_velocity_but_rounding() {
    let scene = shipped("world-friction-cone");
    let run = play::open(Precision::F32, &scene, &scene.queries[0]).unwrap();
    let resting = run.lesson(60).unwrap().velocity_changes("box 0.4").unwrap();
    let numbers = resting.total().into_iter().chain(resting.after);
    assert!(numbers.into_iter().all(|number| number.abs() <= resting.rounding()), "{resting:?}");
    assert!(resting.causes.iter().any(|cause| cause.name == "gravity" && cause.change[1] < -0.16));
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_contact-lens")).arg("run").args(arguments).output().unwrap()
}

#[test]
fn the_command_line_prints_the_causes_and_refuses_other_bodies() {
    let output = run(&["world-friction-cone", "--frame", "60", "--why-moved", "box 0.6"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Why box 0.6 moved in frame 60") && text.contains("push of slope 0.6"), "{text}");
    for (scene, body, reason) in [
        ("world-friction-cone", "slope 0.4", "is not dynamic"),
        ("world-friction-cone", "box", "there is no body `box`; the bodies are slope 0.4"),
        ("gjk-box-octahedron", "box", "does not simulate a world"),
    ] {
        let output = run(&[scene, "--why-moved", body]);
        assert_eq!(output.status.code(), Some(2), "{scene} {body}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(reason), "{text}");
    }
}
