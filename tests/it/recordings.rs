//! Recordings of engines: what PhysX, Newton, MuJoCo, Bullet and rapier wrote of runs that were made for these tests, to the last
//! bit; their contacts beside ours; the audit of their impulses.
//!
//! The files of PhysX are of version 0.4, which is what can be recorded today. Those of 0.2 and 0.3 are made of them here, by
//! what the published writer of those versions wrote otherwise.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use contact_lens::import::{self, Imported};
use contact_lens::play::{self, Audit, Judgment, Precision};
use contact_lens::scene::model::{
    Algorithm, Body, CapturedAnswer, CapturedPoint, Dimension, Query, Recorded, Scene, Shape,
};
use contact_lens::scene::{self, Recorder, save};
use serde_json::Value;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports").join(name)
}

fn read(name: &str) -> Imported {
    import::files(&[path(name)]).unwrap_or_else(|error| panic!("{error}"))
}

fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    scene.bodies.iter().find(|body| body.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn query<'a>(scene: &'a Scene, name: &str) -> &'a Query {
    scene.queries.iter().find(|query| query.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The numbers that PhysX wrote, as another reader has them, and the frame that each belongs to.
#[test]
fn a_recording_of_physx_has_its_bits() {
    let imported = read("ovd/stack.ovd");
    let scene = &imported.scene;
    assert_eq!(imported.format, "PhysX recording");
    assert_eq!(body(scene, "/World/Box2").shape, Shape::Box { half_extents: [0.5; 3] });
    assert_eq!(body(scene, "/World/Box2").position, [0.009999999776482582, 2.503999948501587, 0.0]);
    let floor = body(scene, "/World/Floor");
    assert_eq!(floor.shape, Shape::HalfSpace { normal: [1.0, 0.0, 0.0], offset: 0.0 });
    let r = 0.7071068286895752;
    assert_eq!((floor.position, floor.rotation), ([0.0; 3], [r, r, 0.0, 0.0]));
    assert_eq!(scene.frames.len(), 7, "the start and six steps");
    let at = |frame: usize| scene.pose(body(scene, "/World/Box2"), frame).0;
    assert_eq!(at(1), [0.009999999776482582, 2.5025522708892822, 0.0]);
    assert_eq!((scene.frames[0].time, scene.frames[1].time), (Some(0.0), Some(f64::from(1.0f32 / 60.0))));
    let recorded = scene.recorded.as_ref().unwrap();
    assert_eq!((recorded.gravity, recorded.masses["/World/Box2"]), ([0.0, f64::from(-9.81f32), 0.0], 4.0));
    let theirs = &query(scene, "/World/Box1 and /World/Box2").theirs;
    assert_eq!(theirs.len(), 6, "contacts of every step, at the poses before it");
    assert_eq!(theirs[0].frame, 0);
    assert_eq!(theirs[0].engine, "PhysX 5.12.0");
    assert_eq!(theirs[0].distance, Some(0.002000093460083008));
    assert_eq!((theirs[0].normal, theirs[0].points.len()), (Some([0.0, 1.0, 0.0]), 4));
    assert_eq!(theirs[0].friction_coefficient, Some(0.5));
}

/// What PhysX says of distances is true but for single precision, in the frame that it is said of.
#[test]
fn contacts_of_physx_are_judged_in_their_frames() {
    let mut judged = 0;
    for name in ["stack", "shapes", "compound", "articulation", "slope"] {
        let scene = read(&format!("ovd/{name}.ovd")).scene;
        for query in &scene.queries {
            for theirs in &query.theirs {
                let verdict = play::answer(Precision::F64, &scene, query, theirs.frame as usize).unwrap();
                let rows = play::compare(query, &verdict, theirs.frame as usize);
                for row in rows.iter().filter(|row| row.quantity == "distance") {
                    let off = match row.judgment {
                        Judgment::WithinBracket => 0.0,
                        Judgment::WithinRounding(by) | Judgment::OutsideBracket(by) => by,
                        other => panic!("{other:?}"),
                    };
                    // Curved shapes meet planes at points that PhysX finds by iteration.
                    assert!(off < 2e-3, "{name}, {}, frame {}: {}", query.name, theirs.frame, row.say());
                    judged += 1;
                }
            }
        }
    }
    assert!(judged > 50, "{judged}");
}

/// Every shape of PhysX that scenes have.
#[test]
fn shapes_of_physx_are_those_of_scenes() {
    let shapes = read("ovd/shapes.ovd").scene;
    let x = contact_lens::scene::model::Axis::X;
    let quarter = 0.25;
    assert_eq!(body(&shapes, "/World/Ball").shape, Shape::Sphere { radius: f64::from(0.3f32) });
    assert_eq!(
        body(&shapes, "/World/Capsule").shape,
        Shape::Capsule { radius: f64::from(0.2f32), half_height: quarter, axis: x }
    );
    assert_eq!(
        body(&shapes, "/World/Cylinder").shape,
        Shape::Cylinder { radius: quarter, half_height: 0.5 * f64::from(0.8f32), axis: x }
    );
    assert_eq!(
        body(&shapes, "/World/Cone").shape,
        Shape::Cone { radius: quarter, half_height: 0.5 * f64::from(0.6f32), axis: x }
    );
    let meshes = read("ovd/meshes.ovd").scene;
    let (vertices, triangles) = body(&meshes, "/World/Ground").shape.surface().unwrap();
    assert_eq!((vertices.len(), triangles.len()), (5, 4));
    let Shape::Polytope { points } = &body(&meshes, "/World/Wedge").shape else { panic!() };
    assert!(points.contains(&[f64::from(0.2f32), f64::from(0.9f32), f64::from(0.2f32)]), "{points:?}");
    let compound = read("ovd/compound.ovd");
    let Shape::Compound { parts } = &body(&compound.scene, "/World/Dumbbell").shape else { panic!() };
    assert_eq!((parts.len(), parts[1].position), (3, [f64::from(-0.6f32), 0.0, 0.0]));
    let joined = read("ovd/articulation.ovd");
    assert!(joined.skipped.iter().any(|quote| quote.why == "joints are not imported"));
    let names: Vec<&str> = joined.scene.queries.iter().map(|query| query.name.as_str()).collect();
    assert!(!names.contains(&"/World/Link0 and /World/Link1"), "{names:?}");
}

/// Walks over commands: where each begins, and what it is.
fn commands(bytes: &[u8], version: u32) -> Vec<(usize, usize, u8)> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let text = |at: usize| at + 2 + usize::from(u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()));
    let (mut at, mut all) = (12, Vec::new());
    while at < bytes.len() {
        let end = match bytes[at] {
            1 => text(at + if version > 2 { 9 } else { 5 }),
            3 => text(at + 15),
            4 => text(at + 13),
            5 => text(at + 11),
            6..=8 => {
                let length = at + 18 + 4 * usize::from(bytes[at + 17]);
                length + 4 + word(length)
            }
            9 => text(at + 21),
            10..=12 => at + 17,
            13 => text(text(at + 9)) + 12,
            other => panic!("{other} at {at}"),
        };
        all.push((at, end, bytes[at]));
        at = end;
    }
    all
}

/// The stream as an older writer had written it: without messages, of 0.2 without base classes and with poses in two attributes.
fn older(bytes: &[u8], minor: u32) -> Vec<u8> {
    let mut out: Vec<u8> = [0, minor, 0].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    // Poses: handles of the attributes that become two, and the handle of the second.
    let mut poses: HashMap<u32, u32> = HashMap::new();
    let mut next = 1_000_000u32;
    for (start, end, code) in commands(bytes, 4) {
        let command = &bytes[start..end];
        let handle = |at: usize| u32::from_le_bytes(command[at..at + 4].try_into().unwrap());
        let depth = |command: &[u8]| 18 + 4 * (usize::from(command[17]) - 1);
        match code {
            13 => {}
            1 if minor < 3 => {
                out.extend(&command[..5]);
                out.extend(&command[9..]);
            }
            3 if minor < 3 && (command.ends_with(b"globalPose") || command.ends_with(b"localPose")) => {
                next += 1;
                poses.insert(handle(5), next);
                for (name, own, count) in [("translation", handle(5), 3u32), ("rotation", next, 4)] {
                    out.extend(&command[..5]);
                    out.extend(own.to_le_bytes());
                    out.extend(&command[9..11]);
                    out.extend(count.to_le_bytes());
                    out.extend((name.len() as u16).to_le_bytes());
                    out.extend(name.as_bytes());
                }
            }
            6 if poses.contains_key(&handle(depth(command))) => {
                let at = depth(command);
                let value = &command[at + 8..];
                for (own, part) in [(handle(at), &value[16..28]), (poses[&handle(at)], &value[..16])] {
                    out.extend(&command[..at]);
                    out.extend(own.to_le_bytes());
                    out.extend((part.len() as u32).to_le_bytes());
                    out.extend(part);
                }
            }
            _ => out.extend(command),
        }
    }
    out
}

#[test]
fn older_recordings_say_the_same() {
    for name in ["stack", "compound", "meshes"] {
        let newest = std::fs::read(path(&format!("ovd/{name}.ovd"))).unwrap();
        let scene = |bytes: Vec<u8>| import::bytes("r.ovd", bytes).unwrap().scene;
        let wanted = scene(newest.clone());
        for minor in [2, 3] {
            let older = scene(older(&newest, minor));
            assert_eq!((&older.bodies, &older.frames), (&wanted.bodies, &wanted.frames), "{name} of 0.{minor}");
            assert_eq!((&older.queries, &older.recorded), (&wanted.queries, &wanted.recorded), "{name} of 0.{minor}");
        }
    }
    let error = import::bytes("r.ovd", [1u32, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect()).unwrap_err();
    assert!(error.to_string().contains("has version 1.0.0; versions 0.1 to 0.4 are supported"), "{error}");
}

/// The object that a command makes, changes or destroys.
fn object(command: &[u8]) -> Option<u64> {
    let at = match command[0] {
        6..=8 | 10 => 9,
        9 => 13,
        _ => return None,
    };
    Some(u64::from_le_bytes(command[at..at + 8].try_into().unwrap()))
}

/// A body that is destroyed is not there any more, and one that is made while the recording runs was not there before.
#[test]
fn actors_of_physx_come_and_go() {
    let bytes = std::fs::read(path("ovd/stack.ovd")).unwrap();
    let all: Vec<&[u8]> = commands(&bytes, 4).iter().map(|(start, end, _)| &bytes[*start..*end]).collect();
    let name = "/World/Box2";
    let whole = import::bytes("r.ovd", bytes.clone()).unwrap().scene;
    let named = |command: &&&[u8]| command.windows(name.len()).any(|part| part == name.as_bytes());
    let actor = object(all.iter().find(named).unwrap()).unwrap();
    // The ends of frames after which a step moves it.
    let is_step = |from: usize, to: usize| all[from..to].iter().any(|command| object(command) == Some(actor));
    let stops: Vec<usize> = (0..all.len()).filter(|k| all[*k][0] == 12).collect();
    let steps: Vec<usize> = stops.windows(2).filter(|pair| is_step(pair[0], pair[1])).map(|pair| pair[0]).collect();
    assert_eq!(steps.len(), whole.frames.len() - 1, "each step moves it");
    let written = |commands: &[&[u8]]| [&bytes[..12], &commands.concat()].concat();
    let there = |scene: &Scene| -> Vec<bool> {
        let track = scene.track(scene.bodies.iter().position(|body| body.name == name).unwrap()).unwrap();
        (0..scene.frames.len()).map(|frame| track.absence(frame).is_none()).collect()
    };

    let mut destroy = vec![10u8];
    destroy.extend(&all[steps[3]][1..9]);
    destroy.extend(actor.to_le_bytes());
    let mut shorter = all.clone();
    shorter.insert(steps[3] + 1, &destroy);
    let imported = import::bytes("r.ovd", written(&shorter)).unwrap();
    assert_eq!(there(&imported.scene), [true, true, true, true, false, false, false]);
    assert_eq!(imported.scene.frames[3], whole.frames[3]);
    assert!(!imported.skipped.iter().any(|quote| quote.text.contains("destroyed")), "{:?}", imported.skipped);
    let text = save::to_string(&imported.scene).unwrap();
    assert_eq!(scene::parse("r", text.as_bytes()).unwrap(), imported.scene);

    let (made, others): (Vec<&[u8]>, Vec<&[u8]>) =
        all[..=stops[0].max(steps[0])].iter().partition(|command| object(command) == Some(actor));
    let later: Vec<&[u8]> = [&others, &all[others.len() + made.len()..=steps[3]], &made, &all[steps[3] + 1..]].concat();
    let scene = import::bytes("r.ovd", written(&later)).unwrap().scene;
    assert_eq!(there(&scene), [false, false, false, true, true, true, true]);
    let own = body(&whole, name).position;
    let at = |scene: &Scene, frame: usize| scene.pose(body(scene, name), frame).0;
    assert_eq!((at(&scene, 3), at(&scene, 4)), (own, at(&whole, 4)));
    for query in &scene.queries {
        let run = play::open(Precision::F32, &scene, query).unwrap();
        let asked = (0..7).filter(|frame| run.answer(*frame).is_ok()).count();
        assert_eq!(asked, if query.name.contains(name) { 4 } else { 7 }, "{}", query.name);
    }
}

/// A file that ends anywhere: the frames that are whole, and where it ends.
#[test]
fn a_recording_that_is_cut_off_is_read_as_far_as_it_goes() {
    let bytes = std::fs::read(path("ovd/stack.ovd")).unwrap();
    let whole = import::bytes("r.ovd", bytes.clone()).unwrap().scene;
    let (mut frames, mut cut) = (0, 0);
    let ends: Vec<usize> = (12..bytes.len()).step_by(997).chain([bytes.len() - 1]).collect();
    for end in ends {
        let Ok(imported) = import::bytes("r.ovd", bytes[..end].to_vec()) else { continue };
        let count = imported.scene.frames.len();
        assert!(count >= frames, "{end}");
        frames = count;
        cut += usize::from(imported.skipped.iter().any(|quote| quote.why.contains("in the middle of a frame")));
        let same = imported.scene.frames.iter().zip(whole.frames.iter()).all(|(a, b)| a.poses == b.poses);
        assert!(same, "the frames that are there are whole: cut at {end}");
        save::to_string(&imported.scene).unwrap();
    }
    assert!(frames >= 6 && cut > 10, "{frames} frames, {cut} of them cut");
    let mut strange = bytes[..commands(&bytes, 4)[400].0].to_vec();
    strange.extend([99, 1, 2, 3]);
    let said = match import::bytes("r.ovd", strange) {
        Ok(imported) => imported.skipped.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        Err(error) => error.to_string(),
    };
    assert!(said.contains("command 99 is unknown") || said.contains("contains no body"), "{said}");
}

/// A number that changes changes the scene or is one of what is told as not read: bytes of values, hundreds of times.
#[test]
fn no_value_of_a_recording_is_lost_in_silence() {
    let bytes = std::fs::read(path("ovd/slope.ovd")).unwrap();
    let before = import::bytes("r.ovd", bytes.clone()).unwrap();
    let mut names: HashMap<u32, String> = HashMap::new();
    for (start, end, code) in commands(&bytes, 4) {
        let command = &bytes[start..end];
        if matches!(code, 3..=5) {
            let name = command.rsplit(|byte| *byte < b' ').next().unwrap_or_default();
            names.insert(
                u32::from_le_bytes(command[5..9].try_into().unwrap()),
                String::from_utf8_lossy(name).into_owned(),
            );
        }
    }
    let read = [
        "globalPose",
        "localPose",
        "halfExtents",
        "mass",
        "gravity",
        "pairsContactPoints",
        "pairsContactSeparations",
        "pairsContactImpulses",
        "pairsFrictionAnchorImpulses",
    ];
    let mut tried = 0;
    for (start, _, code) in commands(&bytes, 4).into_iter().filter(|(.., code)| *code == 6) {
        let at = start + 18 + 4 * (usize::from(bytes[start + 17]) - 1);
        let handle = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        if code != 6 || !names.get(&handle).is_some_and(|name| read.contains(&name.as_str())) {
            continue;
        }
        let mut other = bytes.clone();
        // The lowest bit but one of the first number.
        other[at + 8] ^= 2;
        let after = import::bytes("r.ovd", other);
        assert!(after.as_ref() != Ok(&before), "{}", names[&handle]);
        tried += 1;
    }
    assert!(tried > 25, "{tried}");
}

/// Newton's shapes and poses, as its own viewer wrote them.
#[test]
fn a_recording_of_newton_has_its_bits() {
    let imported = read("newton/stack.json");
    let scene = &imported.scene;
    assert_eq!(body(scene, "box1").shape, Shape::Box { half_extents: [0.25; 3] });
    assert_eq!(body(scene, "box1").position, [0.009999999776482582, 0.0, 0.7509999871253967]);
    assert_eq!(scene.frames.len(), 3);
    assert_eq!(scene.pose(body(scene, "box0"), 1).0, [0.009999999776482582, 0.0, 0.24872782826423645]);
    assert_eq!(scene.recorded.as_ref().unwrap().masses["box0"], 125.0);
    assert_eq!(scene.up, contact_lens::scene::model::Upward::Z);
    let shapes = read("newton/shapes.json").scene;
    let of: Vec<Value> =
        shapes.bodies.iter().map(|body| serde_json::to_value(&body.shape).unwrap()["type"].clone()).collect();
    assert_eq!(of, ["halfspace", "sphere", "capsule", "cylinder", "cone", "ellipsoid"]);
    let mesh = read("newton/mesh.json").scene;
    let (vertices, triangles) = mesh.bodies.iter().find_map(|body| body.shape.surface()).unwrap();
    assert_eq!((vertices[2], triangles.len()), ([0.0, 2.0, 0.0], 4), "scaled");
    assert!(mesh.bodies.iter().any(|body| matches!(&body.shape, Shape::Polytope { points } if points.len() == 4)));
    let compound = read("newton/compound.json").scene;
    let Shape::Compound { parts } = &body(&compound, "dumbbell").shape else { panic!() };
    assert_eq!((parts.len(), parts[1].position), (3, [0.5, 0.0, 0.0]));
    // Another version may number shapes otherwise: then they do not fit their boxes.
    let text = std::fs::read_to_string(path("newton/stack.json")).unwrap();
    let other = text.replacen("[1, 7, 7, 7]", "[1, 7, 3, 7]", 1);
    assert_ne!(other, text);
    let left = import::text("other.json", &other).unwrap().skipped;
    assert!(left.iter().any(|quote| quote.why.contains("sizes do not fit its bounding box")), "{left:?}");
}

/// A height field of MuJoCo, by its text, a picture and its own form: the corners that MuJoCo has, found by its rays.
#[test]
fn height_fields_of_mujoco_stand_as_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let model = |asset: &str| {
        format!(
            "<mujoco><asset><hfield name=\"hill\" size=\"1.5 1 0.4 0.1\" {asset}/></asset><worldbody>\
             <geom name=\"ground\" type=\"hfield\" hfield=\"hill\" pos=\"0 0 0.1\"/>\
             <body pos=\"0.2 0.1 1\"><freejoint/><geom name=\"ball\" size=\"0.1\"/></body></worldbody></mujoco>"
        )
    };
    let rows = [[0u8, 1, 2, 3], [4, 8, 6, 5], [1, 2, 3, 4]];
    let text = rows.map(|row| row.map(|height| height.to_string()).join(" ")).join(" ");
    std::fs::write(file("text.xml"), model(&format!("nrow=\"3\" ncol=\"4\" elevation=\"{text}\""))).unwrap();
    std::fs::write(file("picture.xml"), model("file=\"hill.png\"")).unwrap();
    std::fs::write(file("own.xml"), model("file=\"hill.bin\"")).unwrap();
    let mut encoder = png::Encoder::new(std::fs::File::create(file("hill.png")).unwrap(), 4, 3);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&rows.concat()).unwrap();
    // Its first row is the one at the least y.
    let heights = rows.iter().rev().flatten().flat_map(|height| f32::from(*height).to_le_bytes());
    std::fs::write(
        file("hill.bin"),
        [3i32, 4].iter().flat_map(|n| n.to_le_bytes()).chain(heights).collect::<Vec<u8>>(),
    )
    .unwrap();
    for name in ["text.xml", "picture.xml", "own.xml"] {
        let imported = import::files(&[file(name)]).unwrap();
        let ground = body(&imported.scene, "ground");
        let Shape::HeightField { heights, cell } = &ground.shape else { panic!("{:?}", ground.shape) };
        assert_eq!((cell, heights.len(), heights[0].len()), (&[1.0, 1.0], 3, 4));
        // What MuJoCo holds: a row is one y, from the least; shares of 0.4 m.
        let theirs = [[0.125, 0.25, 0.375, 0.5], [0.5, 1.0, 0.75, 0.625], [0.0, 0.125, 0.25, 0.375]];
        let turn = glam::DQuat::from_array(ground.rotation);
        for (r, row) in theirs.iter().enumerate() {
            for (c, share) in row.iter().enumerate() {
                let wanted = glam::DVec3::new(c as f64 - 1.5, r as f64 - 1.0, 0.1 + 0.4 * share);
                let own = glam::DVec3::new(r as f64, heights[r][c], c as f64);
                let found = glam::DVec3::from(ground.position) + turn * own;
                assert!(found.distance(wanted) < 1e-15, "{name}: {found} {wanted}");
            }
        }
        assert!(
            imported.skipped.iter().any(|quote| quote.why.contains("the thickness of its solid base")),
            "{:?}",
            imported.skipped
        );
        assert_eq!(imported.scene.queries.len(), 1);
    }
    std::fs::write(file("hill.bin"), [0u8; 9]).unwrap();
    let left = import::files(&[file("own.xml")]).unwrap().skipped;
    assert!(left.iter().any(|quote| quote.why.contains("a height file of MuJoCo")), "{left:?}");
}

/// Colliders of a moving node are one body, with its mass and velocity.
#[test]
fn colliders_of_one_moving_node_are_a_compound() {
    let text = r#"{"asset": {"version": "2.0"}, "extensions": {"KHR_implicit_shapes": {"shapes": [
        {"type": "box", "box": {"size": [1, 0.2, 0.2]}}, {"type": "sphere", "sphere": {"radius": 0.25}}]}},
        "nodes": [{"name": "bar", "translation": [0, 2, 0], "rotation": [0, 0, 0.6, 0.8], "children": [1], "extensions": {"KHR_physics_rigid_bodies": {
            "motion": {"mass": 3, "linearVelocity": [1, 0, 0], "gravityFactor": 0.5}, "collider": {"geometry": {"shape": 0}},
            "joint": {"joint": 0}}}},
          {"name": "knob", "translation": [0.5, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
          {"name": "ground", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]}"#;
    let imported = import::text("bar.gltf", text).unwrap();
    let bar = body(&imported.scene, "bar");
    let Shape::Compound { parts } = &bar.shape else { panic!("{:?}", bar.shape) };
    assert_eq!((parts[0].name.as_deref(), parts[0].position), (Some("bar"), [0.0; 3]));
    assert_eq!(parts[1].name.as_deref(), Some("knob"));
    (0..3).for_each(|k| assert!((parts[1].position[k] - [0.5, 0.0, 0.0][k]).abs() < 1e-15, "{parts:?}"));
    assert_eq!((bar.position, bar.rotation), ([0.0, 2.0, 0.0], [0.0, 0.0, 0.6, 0.8]));
    let velocity = bar.velocity.unwrap();
    assert!((velocity[0] - 0.28).abs() < 1e-15 && (velocity[1] - 0.96).abs() < 1e-15, "{velocity:?}");
    assert_eq!(imported.scene.recorded.as_ref().unwrap().masses["bar"], 3.0);
    let left: Vec<String> = imported.skipped.iter().map(ToString::to_string).collect();
    assert!(left.iter().any(|line| line.contains("joints are not imported")), "{left:?}");
    assert!(left.iter().any(|line| line.contains("gravityFactor") && line.contains("mass and velocities")), "{left:?}");
    assert_eq!(imported.scene.queries[0].name, "ground and bar");
}

/// What has no hull of its own and stands alone is asked for its distance to a point.
#[test]
fn a_body_alone_opens_on_a_question() {
    for name in ["printed/parry-0.31-compound.json", "printed/parry-0.31-heightfield.txt"] {
        let imported = read(name);
        let [query] = &imported.scene.queries[..] else { panic!("{name}") };
        assert!(imported.notes.iter().any(|said| said.contains("A point above it was added")), "{name}");
        let verdict = play::answer(Precision::F64, &imported.scene, query, 0).unwrap();
        assert!(verdict.pair().unwrap().signed_distance.unwrap() > 0.0, "{name}");
    }
}

/// Three engines that hold a stack at rest: what they report is m g h, within their friction, and as their poses move.
#[test]
fn impulses_of_real_engines_are_audited() {
    for (file, name, share) in [
        ("capture/live-mujoco.jsonl", "low and high", 1e-6),
        ("capture/live-bullet.jsonl", "body 1 link -1 shape 0 and body 2 link -1 shape 0", 1e-3),
        ("capture/live-rapier.jsonl", "collider 0 and collider 1", 1e-3),
    ] {
        let scene = read(file).scene;
        let query = scene.queries.iter().find(|query| query.name == name).unwrap_or(&scene.queries[0]);
        let audit = Audit::of(&scene, query);
        let mut upward = 0;
        for frame in 1..3 {
            let rows = audit.rows(frame);
            assert!(rows.iter().all(|row| !row.judgment.is_wrong()), "{file}: {rows:#?}");
            assert!(rows.iter().any(|row| row.judgment == Judgment::ObeysRule), "{file}: {rows:#?}");
            for row in rows.iter().filter(|row| row.quantity.starts_with("upward impulse on")) {
                let value = |shown: &contact_lens::answer::Shown| match shown.exact {
                    Some(contact_lens::answer::Exact::Number(value)) => value,
                    _ => panic!("{row:?}"),
                };
                assert!(
                    value(&row.difference).abs() < share * value(&row.computed),
                    "{file}, frame {frame}: {}",
                    row.say()
                );
                upward += 1;
            }
        }
        assert!(upward >= 2, "{file}");
    }
}

/// A box at rest on a floor, with what an engine says of it.
fn resting(theirs: CapturedAnswer) -> Scene {
    let bodies = vec![
        Body::new("floor", Shape::Box { half_extents: [1.0, 0.5, 1.0] }),
        Body { position: [0.0, 1.0, 0.0], ..Body::new("box", Shape::Box { half_extents: [0.5; 3] }) },
    ];
    let mut scene = Scene::new("rest", Dimension::Three, bodies);
    let masses = [(String::from("box"), 2.0)].into();
    scene.recorded = Some(Recorded { gravity: [0.0, -10.0, 0.0], step: Some(0.01), masses });
    let ask = Algorithm::Distance.of(String::from("floor"), String::from("box"));
    scene.queries.push(Query { theirs: vec![theirs], ..Query::new("q", ask) });
    scene
}

fn said(impulse: f64, friction: f64) -> CapturedAnswer {
    let point = CapturedPoint { position: Some([0.0, 0.5, 0.0]), impulse: Some(impulse), ..CapturedPoint::default() };
    CapturedAnswer {
        normal: Some([0.0, 1.0, 0.0]),
        points: vec![point.clone(), point],
        friction: Some([friction, 0.0, 0.0]),
        friction_coefficient: Some(0.5),
        ..CapturedAnswer::new("e")
    }
}

/// A program that records itself says what it knows, and is audited by it.
#[test]
fn a_recorder_says_what_its_engine_knows() {
    let half_extents = [0.5; 3];
    let mut recorder =
        Recorder::new("rest", [("floor", Shape::Box { half_extents }), ("box", Shape::Box { half_extents })]);
    let masses = [(String::from("box"), 2.0)].into();
    recorder.set_recorded(Recorded { gravity: [0.0, -10.0, 0.0], step: None, masses });
    for tick in 0..3 {
        recorder.frame(f64::from(tick) * 0.01, [("box", [0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0])]);
        recorder.theirs("floor", "box", said(0.1, 0.0));
    }
    let scene = recorder.scene();
    let query = scene.queries.iter().find(|query| !query.theirs.is_empty()).unwrap();
    let rows = Audit::of(scene, query).rows(1);
    // The step is that of the frames' times; the poses stay, so that all impulses hold the weight.
    let differences: Vec<&str> = rows[2..].iter().map(|row| row.difference.text.as_str()).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(differences, ["0 N s", "0 N s"]);
}

/// Impulses that pull, that leave their cone, and that do not hold the weight are told with how much.
#[test]
fn an_audit_tells_what_is_broken() {
    let rows = |theirs: CapturedAnswer| {
        let scene = resting(theirs);
        let rows = Audit::of(&scene, &scene.queries[0]).rows(0);
        rows.into_iter().map(|row| (row.quantity.to_string(), row.judgment, row.difference.text)).collect::<Vec<_>>()
    };
    let good = rows(said(0.1, 0.05));
    assert!(good.iter().all(|(_, judged, _)| !judged.is_wrong()), "{good:?}");
    assert_eq!(good[2], (String::from("upward impulse on box"), Judgment::NotJudged, String::from("0 N s")));
    let pulls = rows(said(-0.1, 0.0));
    assert_eq!(pulls[0].1, Judgment::BreaksRule(0.1));
    assert_eq!(pulls[2].2, "−0.4 N s", "it falls short of the weight by twice as much");
    let slips = rows(said(0.1, 0.3));
    assert!(matches!(slips[1].1, Judgment::BreaksRule(by) if (by - 0.2).abs() < 1e-12), "{slips:?}");
    let none = CapturedAnswer { points: Vec::new(), ..said(0.1, 0.0) };
    assert_eq!(rows(none), []);
    // What breaks a rule is told by the command line too, and in the window's table.
    let scene = resting(said(-0.1, 0.0));
    let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
    let beats = lesson.beats(lesson.steps() - 1);
    assert!(beats[0].tables.iter().any(|table| table.title == "Audit of captured impulses"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rest.scene.json");
    save::to_file(&scene, &path).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_contact-lens")).args(arguments).arg(&path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["run"]).contains("breaks the rule by 0.1 N s"));
    let json: Value = serde_json::from_str(&run(&["run", "--json"])).unwrap();
    assert_eq!((json["audit"][0]["breaks"].as_f64(), json["audit"][2]["difference"].as_f64()), (Some(0.1), Some(-0.4)));
    assert!(run(&["check"]).contains("least impulse of a point"));
}

/// The module walks live objects: here doubles of rapier's and trimesh's that answer as those do.
#[test]
fn live_objects_are_walked() {
    let has = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has {
        return println!("no python3 here: the module is not tested");
    }
    let folder = tempfile::tempdir().unwrap();
    let printed =
        Command::new(env!("CARGO_BIN_EXE_contact-lens")).args(["capture", "--language", "python"]).output().unwrap();
    std::fs::write(folder.path().join("contact_lens_capture.py"), printed.stdout).unwrap();
    std::fs::write(folder.path().join("doubles.py"), include_str!("imports/doubles.py")).unwrap();
    let user = "import doubles\nfrom contact_lens_capture import capture\n\
                record = capture(doubles.world(), path='rapier.jsonl')\nrecord()\n\
                scene = doubles.scene()\nrecord = capture(scene, path='trimesh.jsonl')\nrecord()\n\
                del scene.graph['sheet']\nrecord()\n";
    let output = Command::new("python3").arg("-c").arg(user).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let scene = import::files(&[folder.path().join("rapier.jsonl")]).unwrap().scene;
    assert_eq!(body(&scene, "collider 0").shape, Shape::Box { half_extents: [5.0, 0.5, 5.0] });
    assert_eq!(body(&scene, "collider 1").position, [0.0, 0.5, 0.25]);
    assert_eq!((scene.frames.len(), scene.queries[0].theirs.len()), (2, 2));
    let theirs = &scene.queries[0].theirs[0];
    assert_eq!((theirs.distance, theirs.normal), (Some(-0.125), Some([0.0, 1.0, 0.0])));
    assert_eq!((theirs.points[0].on_a, theirs.points[0].impulse), (Some([0.5, 0.0, 0.5]), Some(0.25)));
    assert_eq!(scene.recorded.as_ref().unwrap().masses["collider 1"], 1.5);
    let scene = import::files(&[folder.path().join("trimesh.jsonl")]).unwrap().scene;
    assert_eq!(body(&scene, "hull").shape.points().map(|points| points.len()), Some(4));
    assert_eq!(body(&scene, "sheet").shape.surface().map(|(_, triangles)| triangles.len()), Some(2));
    assert_eq!(body(&scene, "sheet").position, [1.0, 2.0, 3.0]);
    let gone: Vec<&[String]> = scene.frames.iter().map(|frame| &frame.gone[..]).collect();
    assert_eq!(gone, [&[][..], &[], &[String::from("sheet")]], "once of the scene as it begins, and twice recorded");
    let [x, y, z, w] = body(&scene, "sheet").rotation;
    assert!((z - 0.5f64.sqrt()).abs() < 1e-15 && (w - 0.5f64.sqrt()).abs() < 1e-15 && x == 0.0 && y == 0.0);
}
