//! Walkers of the printed Python module, run on the installed packages: every shape kind, pose and contact against the numbers
//! of the package itself.
//!
//! A package that is missing is skipped with a printed sentence, unless `CONTACT_LENS_REQUIRE_WALKERS` lists it.

use std::path::Path;
use std::process::Command;

use contact_lens::import;
use contact_lens::play::{self, Judgment, Precision};
use contact_lens::scene::model::{Axis, Body, CapturedAnswer, Scene, Shape, Subjects};
use contact_lens::scene::{self, CaptureHead, CaptureWriter, parse};
use glam::{DMat3, DQuat, DVec3};
use serde_json::Value;

/// A scene that was captured and imported, and what the package said.
struct Walked {
    scene: Scene,
    told: Value,
    _folder: tempfile::TempDir,
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_contact-lens"))
}

fn done(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether Python has a package; panics where it must have it.
fn has(package: &str) -> bool {
    let there = Command::new("python3").args(["-c", &format!("import {package}")]).output();
    let there = there.is_ok_and(|output| output.status.success());
    let required = std::env::var("CONTACT_LENS_REQUIRE_WALKERS").unwrap_or_default();
    assert!(
        there || !required.split(',').any(|name| name == package),
        "Python has no {package}, which is required here"
    );
    if !there {
        println!("Python has no {package} here: its walker is not tested");
    }
    there
}

/// Runs a script that captures into `kinds.jsonl` and reads the scene that the program makes of it.
fn walk(package: &str, script: &str) -> Option<Walked> {
    if !has(package) {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("contact_lens_capture.py"), done(program().args(["capture", "--language", "python"]))).unwrap();
    std::fs::write(path("kinds.py"), script).unwrap();
    done(Command::new("python3").arg("kinds.py").current_dir(folder.path()));
    done(program().arg("import").arg(path("kinds.jsonl")).arg("-o").arg(path("kinds.scene.json")));
    let scene = parse("kinds", &std::fs::read(path("kinds.scene.json")).unwrap()).unwrap();
    let told = serde_json::from_slice(&std::fs::read(path("told.json")).unwrap()).unwrap();
    Some(Walked { scene, told, _folder: folder })
}

fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    scene.bodies.iter().find(|body| body.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn vector(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

/// Vertices of a height field or mesh in the world of a frame.
fn placed_vertices(scene: &Scene, name: &str, frame: usize) -> Vec<DVec3> {
    let body = body(scene, name);
    let (vertices, _) = body.shape.surface().unwrap();
    let (place, turn) = scene.pose(body, frame);
    let turn = DQuat::from_array(turn);
    vertices.iter().map(|vertex| DVec3::from_array(*vertex)).map(|v| DVec3::from_array(place) + turn * v).collect()
}

/// Worst distance by which the package's own distances leave the proven brackets, over pairs that `counts`; and their number.
fn worst_outside(scene: &Scene, counts: impl Fn(&str) -> bool) -> (f64, usize) {
    let (mut worst, mut judged) = (0.0f64, 0);
    for query in scene.queries.iter().filter(|query| counts(&query.name)) {
        for theirs in &query.theirs {
            let verdict = play::answer(Precision::F64, scene, query, theirs.frame as usize).unwrap();
            let rows = play::compare(query, &verdict, theirs.frame as usize);
            for row in rows.iter().filter(|row| row.quantity == "distance") {
                judged += 1;
                match row.judgment {
                    Judgment::WithinBracket => {}
                    Judgment::WithinRounding(by) | Judgment::OutsideBracket(by) => worst = worst.max(by),
                    _ => panic!("{}: {}", query.name, row.say()),
                }
            }
        }
    }
    (worst, judged)
}

#[test]
fn mujoco_is_captured_with_every_kind_of_geom() {
    let Some(walked) = walk("mujoco", include_str!("imports/walkers/mujoco_kinds.py")) else { return };
    let scene = &walked.scene;
    let shape = |name: &str| body(scene, name).shape.clone();
    let z = Axis::Z;
    assert_eq!(shape("floor"), Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 });
    assert_eq!(shape("capsule"), Shape::Capsule { radius: 0.1, half_height: 0.2, axis: z });
    assert_eq!(shape("cylinder"), Shape::Cylinder { radius: 0.1, half_height: 0.2, axis: z });
    assert_eq!(shape("ellipsoid"), Shape::Ellipsoid { radii: [0.1, 0.15, 0.2] });
    assert_eq!(shape("box"), Shape::Box { half_extents: [0.1, 0.15, 0.2] });
    assert_eq!(shape("ball"), Shape::Sphere { radius: 0.1 });
    assert_eq!(scene.bodies.len(), 14, "every geom is a body");
    let Shape::Polytope { points } = shape("tetrahedron") else { panic!() };
    let mesh: Vec<Vec<f64>> = walked.told["mesh"].as_array().unwrap().iter().map(numbers).collect();
    assert_eq!(points.len(), 4, "the vertex inside the hull is left out");
    assert!(points.iter().all(|point| mesh.iter().any(|vertex| vertex == point)));

    for (k, frame) in walked.told["frames"].as_array().unwrap().iter().enumerate() {
        for (name, told) in frame["poses"].as_object().unwrap() {
            let place = vector(&told[0]);
            let turn = DMat3::from_cols_slice(&numbers(&told[1])).transpose();
            if name == "ground" {
                let corners = placed_vertices(scene, name, k);
                for corner in walked.told["corners"].as_array().unwrap() {
                    let wanted = place + turn * vector(corner);
                    assert!(corners.iter().any(|corner| corner.distance(wanted) < 1e-7), "{wanted} in frame {k}");
                }
                continue;
            }
            let (position, rotation) = scene.pose(body(scene, name), k);
            assert!(DVec3::from_array(position).distance(place) < 1e-12, "{name} in frame {k}");
            let own = DMat3::from_quat(DQuat::from_array(rotation));
            assert!(own.abs_diff_eq(turn, 1e-9), "{name} in frame {k}");
        }
        let mut seen = 0;
        for query in &scene.queries {
            let Subjects::Pair([a, b]) = query.ask.subjects() else { panic!() };
            for theirs in query.theirs.iter().filter(|theirs| theirs.frame as usize == k) {
                let told = numbers(&frame["contacts"][format!("{a} and {b}")]);
                assert_eq!(theirs.points.len(), told.len(), "{a} and {b} in frame {k}");
                assert_eq!(theirs.distance, told.iter().copied().reduce(f64::min));
                seen += 1;
            }
        }
        assert_eq!(seen, frame["contacts"].as_object().unwrap().len(), "every pair of frame {k}");
    }
    let kinds =
        ["capsule", "cylinder", "ellipsoid", "box", "ball", "tetrahedron", "geom 9 of bar", "geom 10 of bar", "hand"];
    for kind in kinds {
        let (worst, judged) = worst_outside(scene, |name| name == format!("floor and {kind}"));
        assert!(judged > 3 && worst < 1e-6, "{kind}: {judged} judged, {worst} outside");
    }
    let (worst, judged) = worst_outside(scene, |name| name == "ground and hiker");
    assert!(judged > 3 && worst < 2e-3, "{judged} judged, {worst} outside");
    let masses = &scene.recorded.as_ref().unwrap().masses;
    assert!(masses.contains_key("ball") && !masses.contains_key("upper") && !masses.contains_key("hand"), "{masses:?}");
    assert!(scene.note.contains("the solid base below the height field"), "{}", scene.note);
    assert!(!scene.note.contains("Everything in the source"), "{}", scene.note);
}

#[test]
fn pybullet_is_captured_with_every_kind_of_shape() {
    let Some(walked) = walk("pybullet", include_str!("imports/walkers/pybullet_kinds.py")) else { return };
    let scene = &walked.scene;
    let named = |id: usize, k: usize| format!("body {id} link -1 shape {k}");
    let shape = |id: usize, k: usize| body(scene, &named(id, k)).shape.clone();
    let z = Axis::Z;
    assert_eq!(shape(0, 0), Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 });
    assert_eq!(shape(1, 0), Shape::Capsule { radius: 0.1, half_height: 0.2, axis: z });
    assert_eq!(shape(2, 0), Shape::Cylinder { radius: 0.1, half_height: 0.2, axis: z });
    assert_eq!(shape(3, 0), Shape::Box { half_extents: [0.1, 0.15, 0.2] });
    assert_eq!(shape(4, 0), Shape::Sphere { radius: 0.1 });
    assert_eq!(shape(7, 1), Shape::Sphere { radius: 0.12 });
    assert_eq!(shape(7, 2), Shape::Capsule { radius: 0.05, half_height: 0.2, axis: z });
    for id in [5, 6] {
        let Shape::Inflate { radius, shape } = shape(id, 0) else { panic!("{id}") };
        let Shape::Polytope { points } = shape.as_ref() else { panic!("{id}") };
        assert_eq!((radius, points.len()), (0.001, 4));
    }
    let last = walked.told["frames"].as_array().unwrap().len();
    for vertex in walked.told["heights"].as_array().unwrap().iter().map(numbers) {
        let point = DVec3::new(vertex[0], vertex[1], vertex[2]);
        let off = height_above(&placed_vertices(scene, &named(8, 0), 0), &body(scene, &named(8, 0)).shape, point);
        assert!(off.is_some_and(|off| off.abs() < 1e-5), "{point}: {off:?}");
    }
    for (k, frame) in walked.told["frames"].as_array().unwrap().iter().enumerate() {
        check_contacts(scene, k + 1, frame, &named);
        for id in [1, 2, 3, 4] {
            // Frame 0 is written as the capture begins, so that frame k + 1 has the poses before step k.
            let (position, _) = scene.pose(body(scene, &named(id, 0)), k + 1);
            let told = vector(&frame["poses"][id.to_string()][0]);
            assert!(DVec3::from_array(position).distance(told) < 1e-12, "body {id} in frame {k} of {last}");
        }
    }
    for (id, part) in [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (7, 1), (7, 2)] {
        let (worst, judged) = worst_outside(scene, |name| name.starts_with(&format!("{} and", named(id, part))));
        assert!(judged > 3 && worst < 2e-4, "{id}, {part}: {judged} judged, {worst} outside");
    }
    assert!(
        scene.note.contains("does not report the triangles of a mesh")
            && scene.note.contains("shapes={(10, -1): shape}")
    );
    assert!(!scene.note.contains("Everything in the source"));
    assert!(scene.recorded.as_ref().unwrap().masses.is_empty(), "a shape is missing, and so are its impulses");
}

/// Height of a point above the triangles of a surface that stand under it.
fn height_above(vertices: &[DVec3], shape: &Shape, point: DVec3) -> Option<f64> {
    let (_, triangles) = shape.surface()?;
    triangles.iter().find_map(|corners| {
        let [a, b, c] = corners.map(|k| vertices[k as usize]);
        let across = |u: DVec3, v: DVec3| u.x * v.y - u.y * v.x;
        let area = across(b - a, c - a);
        let (s, t) = (across(point - a, c - a) / area, across(b - a, point - a) / area);
        (s >= 0.0 && t >= 0.0 && s + t <= 1.0).then(|| point.z - (a + (b - a) * s + (c - a) * t).z)
    })
}

/// Compares the contacts of a frame with those of Bullet: their number by pair, and for the compound the part by its place.
fn check_contacts(scene: &Scene, k: usize, frame: &Value, named: &dyn Fn(usize, usize) -> String) {
    let mut wanted = std::collections::BTreeMap::<String, Vec<f64>>::new();
    for contact in frame["contacts"].as_array().unwrap().iter().map(numbers) {
        let ids = [contact[0] as usize, contact[1] as usize];
        if ids.contains(&10) {
            continue;
        }
        let part = match contact[3] {
            x if x > 0.3 => 1,
            x if x < -0.3 => 2,
            _ => 0,
        };
        let names = ids.map(|id| named(id, if id == 7 { part } else { 0 }));
        wanted.entry(names.join(" and ")).or_default().push(contact[2]);
    }
    for (pair, distances) in &wanted {
        let query = scene.queries.iter().find(|query| query.name == *pair).unwrap_or_else(|| panic!("no {pair}"));
        let theirs = query.theirs.iter().find(|theirs| theirs.frame as usize == k);
        let theirs = theirs.unwrap_or_else(|| panic!("{pair}: no answer in frame {k}"));
        assert_eq!(theirs.points.len(), distances.len(), "{pair} in frame {k}");
        assert_eq!(theirs.distance, distances.iter().copied().reduce(f64::min), "{pair} in frame {k}");
    }
    let answers = scene.queries.iter().flat_map(|query| &query.theirs);
    assert_eq!(answers.filter(|theirs| theirs.frame as usize == k).count(), wanted.len(), "pairs of frame {k}");
}

#[test]
fn rapier_is_captured_with_its_skipped_shapes_named() {
    let Some(walked) = walk("rapier3d", include_str!("imports/walkers/rapier_kinds.py")) else { return };
    let scene = &walked.scene;
    assert_eq!(body(scene, "collider 2").shape, Shape::Sphere { radius: 0.5 });
    assert_eq!(body(scene, "collider 5").shape.surface().unwrap().1.len(), 4, "a height field of 2 by 1 cells");
    assert!(scene.note.contains("collider 6") && scene.note.contains("halfspace"), "{}", scene.note);
    assert!(scene.recorded.as_ref().unwrap().masses.is_empty(), "a shape is missing, and so are its impulses");
    let (worst, judged) = worst_outside(scene, |name| name.starts_with("collider 0 and collider 2"));
    assert!(judged > 2 && worst < 2e-3, "{judged} judged, {worst} outside");
}

/// A capture that names what it skipped is not called complete, whether it is read at once or followed.
#[test]
fn skipped_things_are_quoted_in_the_note() {
    let text = "{\"capture\": {\"version\": 1, \"engine\": \"e\"}}\n{\"skipped\": {\"name\": \"cloth\", \"why\": \"it bends\"}}\n\
                {\"body\": {\"name\": \"a\", \"shape\": {\"type\": \"sphere\", \"radius\": 1}}}\n\
                {\"body\": {\"name\": \"b\", \"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"position\": [3, 0, 0]}}\n";
    let imported = import::text("c.jsonl", text).unwrap();
    assert_eq!((imported.skipped.len(), imported.skipped[0].lines.as_slice()), (1, &[2][..]));
    assert!(imported.scene.note.contains("`cloth`: it bends") && !imported.scene.note.contains("Everything"));
    let without = text.lines().filter(|line| !line.contains("cloth")).collect::<Vec<_>>().join("\n") + "\n";
    assert!(
        import::text("c.jsonl", &without).unwrap().scene.note.contains("Everything in the source is in this scene.")
    );
    let wrong = text.replace("\"why\": \"it bends\"", "\"wy\": 1");
    let error = import::text("c.jsonl", &wrong).unwrap_err();
    assert!(error.line == 2 && error.to_string().contains("wy"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.jsonl");
    std::fs::write(&path, text).unwrap();
    let grown = import::follow::Follower::new(Path::new(&path)).poll().unwrap().unwrap();
    assert!(grown.skipped.len() == 1 && grown.skipped[0].text == "cloth", "{:?}", grown.skipped);
}

/// The writer streams what is read back, takes bodies late, and refuses what no capture can hold by its name.
#[test]
fn the_writer_streams_bodies_as_they_come() {
    let identity = [0.0, 0.0, 0.0, 1.0];
    let mut out = CaptureWriter::new(Vec::new(), &CaptureHead::new("w", "my engine")).unwrap();
    let ball = |name: &str, x: f64| Body { position: [x, 0.0, 0.0], ..Body::new(name, Shape::Sphere { radius: 0.5 }) };
    out.body(&ball("a", 0.0)).unwrap();
    out.body(&ball("b", 2.0)).unwrap();
    out.distance("a", "b").unwrap();
    out.distance("b", "a").unwrap();
    out.frame(0.0, [("b", [2.0, 0.0, 0.0], identity)], []).unwrap();
    out.frame(0.1, [("b", [1.9, 0.0, 0.0], identity)], []).unwrap();
    out.body(&ball("late", -2.0)).unwrap();
    out.frame(0.2, [("b", [1.8, 0.0, 0.0], identity)], []).unwrap();
    out.theirs("late", "a", &CapturedAnswer { distance: Some(1.0), ..CapturedAnswer::new("") }).unwrap();
    out.skipped("cloth", "it bends").unwrap();
    let said = |error: std::io::Result<()>| error.unwrap_err().to_string();
    assert!(said(out.body(&ball("a", 0.0))).contains("`a` was already written"));
    assert!(said(out.frame(0.3, [("c", [0.0; 3], identity)], [])).contains("no body named `c`"));
    assert!(said(out.frame(0.3, [("a", [0.0; 3], identity)], ["a"])).contains("twice"));
    let nan = said(out.frame(0.3, [("a", [0.0, f64::NAN, 0.0], identity)], []));
    assert!(nan.contains("poses[0].position[1]") && nan.contains("finite"), "{nan}");
    let text = String::from_utf8(out.finish().unwrap()).unwrap();
    assert_eq!(text.lines().count(), 10, "what was refused left nothing, and a pair is asked once: {text}");

    let scene = import::text("w.jsonl", &text).unwrap().scene;
    assert_eq!((&scene.queries[0].name[..], scene.queries.len()), ("distance of a and b", 2));
    assert_eq!((&scene.queries[1].theirs[0].engine[..], scene.queries[1].theirs[0].frame), ("my engine", 2));
    let late = scene.track(2).unwrap();
    assert_eq!([0, 1, 2].map(|frame| late.absence(frame).is_none()), [false, false, true]);
    assert_eq!(late.pose(2).0, [-2.0, 0.0, 0.0], "its own pose, where its first frame gives none");
    assert_eq!(parse("again", scene::save::to_string(&scene).unwrap().as_bytes()).unwrap(), scene);

    // Followed line by line it is the same scene.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.jsonl");
    let mut follower = import::follow::Follower::new(&path);
    let (mut written, mut followed) = (String::new(), None);
    for line in text.lines() {
        written += &format!("{line}\n");
        std::fs::write(&path, &written).unwrap();
        followed = follower.poll().unwrap().map(|grown| grown.scene).or(followed);
    }
    let followed = followed.unwrap();
    assert_eq!((&followed.bodies, &followed.frames), (&scene.bodies, &scene.frames));
}
