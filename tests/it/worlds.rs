//! Worlds in scenes and batches: what is read, what is refused and in which words, what follows a body to its new name.

use contact_lens::cli::batch::Batch;
use contact_lens::scene::model::{JointKind, Scene};
use contact_lens::scene::{self, save};
use serde_json::{Value, json};

const FULL: &str = include_str!("full-plane.scene.json");

fn full() -> Scene {
    scene::parse("f", FULL.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of the full scene after a change of its JSON, without its place.
fn refused(change: impl Fn(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(FULL).unwrap();
    change(&mut value);
    match scene::parse("f", value.to_string().as_bytes()) {
        Ok(_) => String::from("accepted"),
        Err(error) => {
            assert!(error.line > 0, "{error} has no place");
            format!("{}: {}", error.path, error.message)
        }
    }
}

#[test]
fn a_full_world_is_read_and_saved_to_the_bit() {
    let scene = full();
    let text = save::to_string(&scene).unwrap();
    let back = scene::parse("f", text.as_bytes()).unwrap();
    assert_eq!(format!("{back:?}"), format!("{scene:?}"));
    // Cosine and sine are an angle from then on.
    assert_eq!(scene.bodies[2].angle, Some(0.8_f64.atan2(0.6)));
    assert_eq!(scene.bodies[1].rotation_angle(), 0.3);
    assert_eq!(scene.bodies[0].velocity, None);
    assert!(matches!(scene.joints[1].kind, JointKind::Distance { upper: Some(3.0), length: None, .. }));
}

#[test]
fn half_a_turn_is_plus_pi_whatever_the_sign_of_its_sine() {
    for sine in ["0", "-0.0"] {
        let text = FULL.replacen("[0.6, 0.8]", &format!("[-1, {sine}]"), 1);
        let scene = scene::parse("f", text.as_bytes()).unwrap();
        assert_eq!(scene.bodies[2].angle, Some(std::f64::consts::PI), "{sine}");
    }
}

#[test]
fn each_mistake_in_a_world_names_its_field() {
    let set = |pointer: &'static str, to: Value| {
        move |value: &mut Value| {
            let (parent, field) = pointer.rsplit_once('/').unwrap();
            value.pointer_mut(parent).unwrap()[field] = to.clone();
        }
    };
    let cases = [
        (
            "/bodies/2/angle",
            json!(1),
            "bodies[2].angle: cannot be combined with `rotation`: both give the body's rotation",
        ),
        ("/bodies/2/density", json!(1), "bodies[2].density: cannot be combined with `mass`: both give the mass"),
        ("/bodies/0/velocity", json!([0, 0]), "bodies[0].velocity: has no effect on a static body: it does not move"),
        (
            "/bodies/0/angular_velocity",
            json!(0),
            "bodies[0].angular_velocity: has no effect on a static body: it does not move",
        ),
        ("/bodies/0/force", json!([0, 0]), "bodies[0].force: has no effect on a static body: it does not move"),
        ("/bodies/0/torque", json!(0), "bodies[0].torque: has no effect on a static body: it does not move"),
        ("/bodies/2/mass", json!(0), "bodies[2].mass: must be positive, but is 0"),
        ("/bodies/2/inertia", json!(-1), "bodies[2].inertia: must be positive, but is -1"),
        ("/bodies/1/friction", json!(-1), "bodies[1].friction: must not be negative, but is -1"),
        ("/bodies/1/restitution", json!(1.5), "bodies[1].restitution: must be at most 1, but is 1.5"),
        ("/bodies/1/position", json!([2e9, 0]), "bodies[1].position[0]: must not be beyond 1e9 in a world, but is 2e9"),
        ("/bodies/1/motion", json!("dynamik"), "bodies[1].motion: `dynamik` is not known; did you mean `dynamic`?"),
        (
            "/bodies/2/rotation",
            json!([1, 1]),
            "bodies[2].rotation: must be a unit vector [cos, sin], but its length is 1.414214",
        ),
        ("/gravity", json!([0, -1e300]), "gravity[1]: must be at least -1000000000, but is -1e300"),
        ("/gravity", json!([0, 0, 1]), "gravity[2]: must be 0 in 2D, but is 1"),
        ("/joints/1/name", json!("spring"), "joints[1].name: the name `spring` is already used; names must differ"),
        ("/joints/0/b", json!("bal"), "joints[0].b: there is no body `bal`; did you mean `ball`?"),
        ("/joints/0/a", json!("ball"), "joints[0].b: must differ from `a`, but both are `ball`"),
        ("/joints/1/b", json!("lift"), "joints[1].b: must be a dynamic body, but `lift` is not"),
        ("/joints/0/upper", json!(3), "joints[0].length: cannot be combined with `lower` or `upper`, which replace it"),
        ("/joints/4/lower", json!(0), "joints[4].angle: cannot be combined with `lower` or `upper`, which replace it"),
        ("/joints/5/lower", json!(2), "joints[5].lower: must be at most `upper`, 1, but is 2"),
        ("/joints/5/damping_ratio", json!(1), "joints[5].damping_ratio: has no effect without `frequency`"),
        ("/joints/3/axis", json!([0, 0]), "joints[3].axis: must not be the zero vector"),
        ("/joints/0/length", json!(0), "joints[0].length: must be positive, but is 0"),
        ("/joints/6/max_torque", json!(-1), "joints[6].max_torque: must not be negative, but is -1"),
        (
            "/joints/6/frequency",
            json!(1),
            "joints[6].frequency: unknown field; known here: a, b, collide, max_torque, name, speed, type",
        ),
        (
            "/joints/7/a",
            json!("ball"),
            "joints[7].a: unknown field; known here: anchor_b, b, collide, damping_ratio, frequency, from, max_force, \
             name, target, track, type",
        ),
        ("/joints/7/type", json!("mous"), "joints[7].type: `mous` is not known; did you mean `mouse`?"),
        ("/queries/0/options/time_step", json!(0), "queries[0].options.time_step: must be positive, but is 0"),
        ("/queries/0/options/substeps", json!(0), "queries[0].options.substeps: must be at least 1, but is 0"),
        ("/queries/0/options/beta", json!(1.1), "queries[0].options.beta: must be at most 1, but is 1.1"),
        (
            "/queries/0/options/clamp",
            json!("none"),
            "queries[0].options.clamp: `none` is not known; known here: accumulated, each",
        ),
        (
            "/queries/1/options/iterations",
            json!(10),
            "queries[1].options.iterations: has no effect with `solver: direct`, which solves the whole system at once",
        ),
        (
            "/queries/1/options/warm_start",
            json!(true),
            "queries[1].options.warm_start: has no effect with `solver: direct`, which solves the whole system at once",
        ),
        (
            "/queries/1/options/clamp",
            json!("accumulated"),
            "queries[1].options.clamp: has no effect with `solver: direct`, which solves the whole system at once",
        ),
        (
            "/queries/1/options/position",
            json!("soft"),
            "queries[1].options.position: must not be `soft` with `solver: direct`",
        ),
        (
            "/queries/0/expect/rests_by",
            json!(10),
            "queries[0].expect.rests_by: must be at most 9, the last frame, but is 10",
        ),
        (
            "/queries/0/expect/states/0/body",
            json!("bxo"),
            "queries[0].expect.states[0].body: there is no body `bxo`; did you mean `box`?",
        ),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .map(|(pointer, to, said)| (refused(set(pointer, to)), said))
        .filter(|(is, said)| is != said)
        .map(|(is, said)| format!("{is}\n  wanted {said}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn space_has_no_worlds() {
    let text = r#"{"version": 1, "name": "space", "bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}FIELD}],
        "queries": [QUERY]TOP}"#;
    let said = |field: &str, query: &str, top: &str| {
        let text = text.replacen("FIELD", field, 1).replacen("QUERY", query, 1).replacen("TOP", top, 1);
        scene::parse("f", text.as_bytes()).map_or_else(|error| error.to_string(), |_| String::from("accepted"))
    };
    assert_eq!(said("", "", ""), "accepted");
    let world = r#"{"name": "w", "algorithm": "world"}"#;
    assert!(said("", world, r#", "gravity": [0, -9]"#).contains("queries[0].algorithm: `world` needs a 2D scene"));
    for (field, top, path) in [
        (r#", "angle": 1"#, "", "bodies[0].angle"),
        (r#", "mass": 1"#, "", "bodies[0].mass"),
        (r#", "motion": "static""#, "", "bodies[0].motion"),
        ("", r#", "gravity": [0, -9]"#, "gravity"),
        ("", r#", "joints": [{"name": "j", "type": "motor", "b": "a", "speed": 1, "max_torque": 1}]"#, "joints"),
    ] {
        let said = said(field, "", top);
        assert!(said.ends_with(&format!("{path}: is only for 2D scenes")), "{said}");
    }
}

fn ask(line: &Value) -> Value {
    serde_json::from_str(&Batch::default().reply(1, line.to_string().as_bytes())).unwrap()
}

fn line(frames: Value) -> Value {
    json!({ "id": 7, "op": "world", "scene": serde_json::from_str::<Value>(FULL).unwrap(), "query": "run", "frames": frames })
}

#[test]
fn a_line_about_a_world_names_what_is_wrong_with_it() {
    let with = |field: &str, value: Value| {
        let mut line = line(json!([0, 3]));
        line[field] = value;
        ask(&line)["error"].as_str().unwrap_or("accepted").split_once(": ").unwrap_or_default().1.to_owned()
    };
    assert_eq!(with("frames", json!([])), "frames: must have at least 1 entry, but has 0");
    assert_eq!(with("frames", json!([3, 3])), "frames[1]: must be greater than the previous frame, 3, but is 3");
    assert_eq!(with("frames", json!([10])), "frames[0]: must be at most 9, the last frame, but is 10");
    assert_eq!(with("frames", json!([-1])), "frames[0]: must not be negative, but is -1");
    assert_eq!(with("query", json!("rum")), "query: there is no query `rum`; did you mean `run`?");
    assert_eq!(with("frmes", json!(1)), "frmes: unknown field; did you mean `frames`?");
    assert_eq!(with("dim", json!(3)), "dim: must be 2: `world` is not available in 3D");
    let mut wrong = line(json!([0]));
    wrong["scene"]["bodies"][1]["mas"] = json!(1);
    assert!(
        ask(&wrong)["error"].as_str().unwrap().contains("scene.bodies[1].mas: unknown field; did you mean `mass`?")
    );
    wrong = line(json!([0]));
    wrong["scene"]["bodies"][1]["shape"] = json!({ "type": "segment", "points": [[0, 0], [1, 0]] });
    let said = ask(&wrong)["error"].as_str().unwrap().to_owned();
    assert!(
        said.contains(
            "scene.bodies[1].density: needs a shape with an area, which this one does not have; set `mass` instead"
        ),
        "{said}"
    );
}

#[test]
fn a_world_falls_freely_in_both_precisions() {
    let scene = json!({ "version": 1, "name": "fall", "dimension": 2, "gravity": [0, -9.81],
        "bodies": [{ "name": "ball", "shape": { "type": "circle", "radius": 0.5 }, "velocity": [1, 0], "angle": 7 }],
        "queries": [{ "name": "run", "algorithm": "world" }] });
    let line = json!({ "op": "world", "scene": scene, "frames": [0, 60, 120] }).to_string();
    for (precision, tolerance) in contact_lens::check::Precision::BOTH.into_iter().zip([1e-12, 1e-4]) {
        let batch = Batch { precision, ..Batch::default() };
        let reply: Value = serde_json::from_str(&batch.reply(1, line.as_bytes())).unwrap();
        assert_eq!(reply["status"], json!({ "outcome": "completed" }));
        let near = |frame: usize, pointer: &str, wanted: f64| {
            let found = reply["frames"][frame].pointer(pointer).and_then(Value::as_f64).unwrap();
            assert!((found - wanted).abs() <= tolerance * wanted.abs().max(1.0), "{pointer}: {found}, {wanted}");
        };
        // Symplectic Euler: y(n) = −½ g h² n (n + 1).
        let (g, h) = (9.81, 1.0 / 60.0);
        near(1, "/time", 1.0);
        near(1, "/bodies/0/position/1", -0.5 * g * h * h * 60.0 * 61.0);
        near(1, "/bodies/0/velocity/1", -g);
        near(2, "/bodies/0/position/0", 2.0);
        near(2, "/bodies/0/angle", 7.0);
        near(0, "/energy/kinetic", 0.5 * 0.25 * std::f64::consts::PI);
        near(2, "/momentum/linear/0", 0.25 * std::f64::consts::PI);
    }
}

#[cfg(feature = "app")]
#[test]
fn joints_and_expectations_follow_a_body_that_is_renamed_or_removed() {
    use contact_lens::app::Edit;
    let scene = full();
    let renamed = Edit::RenameBody(1, String::from("crate")).apply(&scene);
    assert_eq!(renamed.joints[0].a.as_deref(), Some("crate"));
    assert_eq!(renamed.joints[7].b, "crate");
    save::to_string(&renamed).unwrap_or_else(|error| panic!("{error}"));
    let removed = Edit::RemoveBody(1).apply(&scene);
    let left: Vec<&str> = removed.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(left, ["rope", "hinge", "wheel"]);
    assert_eq!(removed.queries.len(), 2, "a world is about whoever is there");
    save::to_string(&removed).unwrap_or_else(|error| panic!("{error}"));
    let mut dynamics = scene.bodies[2].dynamics.clone();
    dynamics.motion = contact_lens::scene::model::Motion::Static;
    let still = Edit::Dynamics(2, None, Box::new(dynamics)).apply(&scene);
    assert!(still.joints.iter().all(|joint| joint.bodies().any(|(_, name)| name == "box")), "{:?}", still.joints);
    save::to_string(&still).unwrap_or_else(|error| panic!("{error}"));
}

/// The smallest gravity, bodies of a thousand kilometers, and bodies that are hardly touched: what is right is not refuted by the
/// rounding of numbers that are added up on the way.
#[test]
fn worlds_of_any_size_pass_their_judge() {
    let box_of = |size: f64, y: f64| {
        json!({ "name": format!("box {y}"), "shape": { "type": "polygon", "points": [[-size, -size], [size, -size], [0.9 * size, size], [-size, size]] },
            "position": [0.1 * size, y * size], "angle": 0.01 })
    };
    for (gravity, size) in [(-1e-160, 0.5), (-1e-30, 0.5), (-9.81, 1e6), (-9.81, 1e-3), (-9.81, 0.5)] {
        let ground = json!({ "name": "ground", "shape": { "type": "rectangle", "half_extents": [10.0 * size, size] },
            "position": [0, -size], "motion": "static" });
        let bodies: Vec<Value> =
            std::iter::once(ground).chain((0..6).map(|i| box_of(size, 1.0 + 2.05 * f64::from(i)))).collect();
        let scene = json!({ "version": 1, "name": "worlds of any size", "dimension": 2, "gravity": [0, gravity], "bodies": bodies,
            "queries": [{ "name": "w", "algorithm": "world", "options": { "steps": 40 } }] });
        let scene = scene::parse("w", scene.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        for case in contact_lens::check::check_scene(&scene) {
            assert!(case.holds(), "gravity {gravity}, size {size}: {case:?}");
        }
    }
}

/// An ending that there is not, or an expectation of nothing, must not count as met.
#[test]
fn expectations_of_nothing_are_refused() {
    let world = |expect: Value| {
        let body = json!({ "name": "a", "shape": { "type": "circle", "radius": 1 } });
        let query = json!({ "name": "w", "algorithm": "world", "options": { "steps": 2 }, "expect": expect });
        json!({ "version": 1, "name": "x", "dimension": 2, "bodies": [body], "queries": [query] }).to_string()
    };
    for (outcome, hint) in [("Exploded", "Completed"), ("completed", "Completed")] {
        let scene = scene::parse("x", world(json!({ "outcome": outcome })).as_bytes()).unwrap();
        let case = &contact_lens::check::check_scene(&scene)[0];
        let message = &case.failures[0].message;
        assert!(message.contains("queries[0].expect.outcome") && message.contains(hint), "{case:?}");
    }
    for (expect, said) in [
        (json!({ "joint_error_at_most": 1 }), "the scene has no joint"),
        (json!({ "rests_by": 1 }), "no body is dynamic"),
    ] {
        let text = world(expect).replace("\"name\":\"a\"", "\"name\":\"a\",\"motion\":\"static\"");
        let scene = scene::parse("x", text.as_bytes()).unwrap();
        let case = &contact_lens::check::check_scene(&scene)[0];
        assert!(case.failures.iter().any(|failure| failure.message.contains(said)), "{case:?}");
    }
    for (expect, field) in [
        (json!({ "states": [] }), "queries[0].expect.states: must not be empty"),
        (
            json!({ "states": [{ "body": "a", "tolerance": 0.1 }] }),
            "queries[0].expect.states[0]: needs one of `position`, `angle`, `velocity`",
        ),
    ] {
        let error = scene::parse("x", world(expect).as_bytes()).unwrap_err();
        assert!(format!("{}: {}", error.path, error.message).starts_with(field), "{error}");
    }
}

/// A half-plane is a ground like a box that is large enough, whichever stands first in the file, and nothing but static.
#[test]
fn a_half_plane_is_a_ground_without_an_end() {
    let crate_at = |x: f64| json!({ "name": format!("crate {x}"), "shape": { "type": "rectangle", "half_extents": [0.5, 0.5] }, "position": [x, 0.5] });
    let marble = json!({ "name": "marble", "shape": { "type": "circle", "radius": 0.25 }, "position": [3, 2], "restitution": 0.5 });
    let plane = json!({ "name": "ground", "shape": { "type": "halfspace", "normal": [0, 3], "offset": 0.75 }, "position": [5, -1],
        "margin": 0.25, "motion": "static" });
    let wide = json!({ "name": "ground", "shape": { "type": "rectangle", "half_extents": [50, 1] }, "position": [0, -1], "motion": "static" });
    let run = |bodies: Value| {
        let scene = json!({ "version": 1, "name": "s", "dimension": 2, "gravity": [0, -9.81], "bodies": bodies,
            "queries": [{ "name": "w", "algorithm": "world", "options": { "steps": 60 } }] });
        let line = json!({ "op": "world", "scene": scene, "frames": [1, 60] });
        serde_json::from_str::<Value>(&Batch::default().reply(1, line.to_string().as_bytes())).unwrap()
    };
    let [first, last, boxed] = [
        run(json!([plane, crate_at(0.0), marble])),
        run(json!([crate_at(0.0), marble, plane])),
        run(json!([wide, crate_at(0.0), marble])),
    ];
    for frame in 0..2 {
        let of = |run: &Value| run["frames"][frame].clone();
        let by_name = |run: &Value, name: &str| {
            let found = of(run)["bodies"].as_array().unwrap().iter().find(|body| body["name"] == name).cloned();
            found.unwrap_or_else(|| panic!("{run}"))
        };
        for name in ["crate 0", "marble"] {
            assert_eq!(by_name(&first, name), by_name(&last, name), "{name}");
            let (ours, theirs) = (by_name(&first, name), by_name(&boxed, name));
            // The two points of a side are solved by their names, which differ: a box may lean the other way, and sinks as deep.
            let [x, y] =
                [0, 1].map(|k| (ours["position"][k].as_f64().unwrap() - theirs["position"][k].as_f64().unwrap()).abs());
            assert!(x < 1e-3 && y < 1e-9, "{name}: {ours} {theirs}");
        }
        let contact = of(&first)["contacts"][0].clone();
        assert_eq!((&contact["a"], &contact["normal"]), (&json!("ground"), &json!([0.0, 1.0])), "{contact}");
        assert_eq!(contact["points"].as_array().unwrap().len(), 2);
        assert_eq!(of(&last)["contacts"][0]["normal"], json!([0.0, -1.0]));
    }
    // At rest both points carry the weight.
    let contacts = first["frames"][1]["contacts"].as_array().unwrap();
    let carried: f64 =
        contacts[0]["points"].as_array().unwrap().iter().map(|p| p["normal_impulse"].as_f64().unwrap()).sum();
    assert!((carried - 9.81 / 60.0).abs() < 1e-6, "{carried}");
    for (field, to, why) in [
        ("motion", json!("dynamic"), "bodies[0].motion: must be `static`: a half-space is unbounded"),
        ("motion", json!("kinematic"), "bodies[0].motion: must be `static`: a half-space is unbounded"),
        ("shape", json!({ "type": "halfspace", "normal": [0, 0], "offset": 0 }), "bodies[0].shape.normal"),
    ] {
        let mut plane = plane.clone();
        plane[field] = to;
        let said = run(json!([plane, crate_at(0.0)]))["error"].as_str().map(String::from).unwrap_or_default();
        assert!(said.contains(why), "{field}: {said}");
    }
}
