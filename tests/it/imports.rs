//! What other programs write about bodies: real samples to the last bit, broken ones without a panic and without a silent loss.
#![allow(clippy::excessive_precision, reason = "the digits are those that FCL printed")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use contact_lens::import::{self, Imported};
use contact_lens::scene::model::{Body, Shape};
use contact_lens::scene::{SceneError, save};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use crate::scenes::Random;

mod code;
mod libraries;
mod pasted;
mod printed_forms;
mod strict;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports")
}

/// The samples of a format, in the order of their names.
fn samples(format: &str, endings: &[&str]) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder().join(format)).unwrap().map(|entry| entry.unwrap().path());
    let of_format = |path: &PathBuf| endings.iter().any(|ending| path.to_str().unwrap().ends_with(ending));
    let mut found: Vec<PathBuf> = all.filter(of_format).collect();
    found.sort();
    found
}

fn read(path: &Path) -> Imported {
    import::files(&[path.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

/// The folders of samples, and how their files end.
const FORMATS: [(&str, &[&str]); 10] = [
    ("mjcf", &[".xml"]),
    ("mjcf-states", &[".xml"]),
    ("sdf", &[".sdf"]),
    ("urdf", &[".urdf"]),
    ("points", &[".npy", ".npz", ".xyz", ".txt", ".csv", ".pts"]),
    ("printed", &[".txt", "serde.json", "compound.json"]),
    ("capture", &[".jsonl"]),
    ("gltf", &[".gltf", ".glb"]),
    ("ovd", &[".ovd"]),
    ("newton", &[".json"]),
];

/// Formats whose files are long: in every run fewer mutants of them are tried.
const LONG: [&str; 2] = ["ovd", "newton"];

/// A body as JSON, but for its name.
fn plain(body: &Body) -> Value {
    json!({ "shape": body.shape, "position": body.position, "rotation": body.rotation })
}

/// Every format has at least five samples, and a scene of each can be saved and read again as it was.
#[test]
fn every_sample_is_read_and_its_scene_is_one() {
    for (format, endings) in FORMATS {
        let samples = samples(format, endings);
        assert!(samples.len() >= 5, "{format}: {} samples", samples.len());
        for sample in samples {
            let imported = read(&sample);
            let text = save::to_string(&imported.scene).unwrap();
            let again = contact_lens::scene::parse("again", text.as_bytes()).unwrap();
            assert_eq!(again, imported.scene, "{}", sample.display());
            let note = imported.scene.note.strip_prefix("The text gives no poses: all bodies are at the origin. ");
            assert!(note.unwrap_or(&imported.scene.note).starts_with("Imported from"), "{}", sample.display());
        }
    }
}

/// Rows of a rotation matrix.
fn axes([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    let length = (x * x + y * y + z * z + w * w).sqrt();
    let [x, y, z, w] = [x, y, z, w].map(|part| part / length);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// Every geom at the start (0) or in a frame, those of compounds one by one: its name and its pose in the world.
fn geoms_of(scene: &contact_lens::scene::model::Scene, state: usize) -> Vec<(String, [f64; 3], [f64; 4])> {
    let placed = |body: &Body| match state {
        0 => (body.position, body.rotation),
        k => scene.pose(body, k - 1),
    };
    let of_body = |body: &Body| {
        let (position, rotation) = placed(body);
        let turn = DQuat::from_array(rotation).normalize();
        let part = |(name, at, own): (String, [f64; 3], [f64; 4])| {
            let at = DVec3::from(position) + turn * DVec3::from(at);
            (name, at.to_array(), (turn * DQuat::from_array(own).normalize()).to_array())
        };
        match &body.shape {
            Shape::Compound { parts } => {
                let own = parts.iter().map(|of| (of.name.clone().unwrap_or_default(), of.position, of.rotation));
                own.map(part).collect()
            }
            _ => vec![(body.name.clone(), position, rotation)],
        }
    };
    scene.bodies.iter().flat_map(of_body).collect()
}

/// MuJoCo's own answer where every geom is, as it printed it, at the start and at every key frame.
#[test]
fn geoms_are_where_mujoco_has_them() {
    for sample in samples("mjcf", &[".xml"]) {
        let theirs = std::fs::read_to_string(sample.with_extension("mujoco.json")).unwrap();
        let theirs: Value = serde_json::from_str(&theirs).unwrap();
        let scene = read(&sample).scene;
        let keys = theirs["keys"].as_array().unwrap();
        assert_eq!(scene.frames.len(), keys.len(), "{}", sample.display());
        let states = std::iter::once(&theirs["start"]).chain(keys).enumerate();
        for (k, state) in states {
            let geoms = state.as_array().unwrap();
            let ours = geoms_of(&scene, k);
            assert_eq!(geoms.len(), ours.len(), "{}", sample.display());
            for (i, geom) in geoms.iter().enumerate() {
                let named = ours.iter().find(|(name, ..)| geom["name"].as_str() == Some(name.as_str()));
                let (name, position, rotation) = named.unwrap_or(&ours[i]);
                let context = format!("{}: {name}, state {k}", sample.display());
                let wanted: [f64; 3] = serde_json::from_value(geom["position"].clone()).unwrap();
                let turned: [[f64; 3]; 3] = serde_json::from_value(geom["axes"].clone()).unwrap();
                let off = |a: f64, b: f64| (a - b).abs();
                // MuJoCo keeps the frame of a mesh in its principal axes, from which it is found again with a little rounding.
                let rounding = if geom["type"] == "mesh" { 1e-14 } else { 2e-15 };
                (0..3).for_each(|j| {
                    assert!(off(position[j], wanted[j]) < rounding, "{context}: {position:?} {wanted:?}")
                });
                let found = axes(*rotation);
                (0..9).for_each(|j| assert!(off(found[j / 3][j % 3], turned[j / 3][j % 3]) < rounding, "{context}"));
            }
        }
    }
}

/// What stands at the origin of its body, unturned, keeps its bits, and pairs are those that the model lets meet.
#[test]
fn a_model_keeps_its_bits_and_its_pairs() {
    let imported = read(&folder().join("mjcf/all-shapes.xml"));
    let scene = &imported.scene;
    let body = |name: &str| scene.bodies.iter().find(|body| body.name == name).unwrap();
    assert_eq!((body("block").position, body("block").rotation), ([0.1, 0.2, 0.3], [0.0, 0.6, 0.0, 0.8]));
    assert_eq!(scene.up, contact_lens::scene::model::Upward::Z, "as in MuJoCo");
    assert_eq!(body("ball").shape, Shape::Sphere { radius: 0.03 });
    // Of a body whose geoms meet the same and stand in no pair they are parts of one.
    let Shape::Compound { parts } = &body("arm").shape else { panic!("{:?}", body("arm").shape) };
    assert_eq!(parts.iter().map(|part| part.name.as_deref()).collect::<Vec<_>>(), [Some("bar"), Some("egg")]);
    assert_eq!(parts[1].shape, Shape::Ellipsoid { radii: [0.03, 0.02, 0.05] });
    assert_eq!(body("block").shape, Shape::Box { half_extents: [0.05, 0.06, 0.07] });
    let points = [[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.3]];
    assert_eq!(
        body("pyramid").shape,
        Shape::Polytope {
            points: points
                .iter()
                .map(|p| [0, 1, 2].map(|k| if p[k] > 0.0 { [0.1, 0.2, 0.3][k] } else { 0.0 }))
                .collect()
        }
    );
    let pairs: Vec<Vec<String>> =
        scene.queries.iter().map(|query| query.ask.clone().names_mut().map(|name| name.clone()).collect()).collect();
    assert_eq!(pairs[0], ["ball", "pyramid"], "the pair that the model names comes first");
    assert!(
        !pairs.iter().any(|pair| pair.contains(&String::from("block")) && pair.contains(&String::from("arm"))),
        "excluded"
    );
    assert_eq!(scene.frames[0].time, Some(0.5));
    let said: Vec<String> = imported.skipped.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|line| line.contains(":7: `friction=\"0.7\"`")), "{said:?}");
}

/// The numbers that parry, FCL, Jolt, Bullet, coal, a debugger have printed, to the bit.
#[test]
fn printed_shapes_have_their_bits() {
    let ball = |radius: f64| json!({ "type": "sphere", "radius": radius });
    let cuboid = |half: [f64; 3]| json!({ "type": "box", "half_extents": half });
    let unturned = [0.0, 0.0, 0.0, 1.0];
    let turned = [0.14419366, -0.0961291, 0.43258092, 0.8847831];
    let older = [0.14419366, -0.096129104, 0.43258095, 0.8847831];
    let segment = json!({ "type": "segment", "points": [[0.0, -0.1, 0.0], [0.3, 0.7, 0.0]] });
    let hull =
        json!({ "type": "polytope", "points": [[0.0, 0.1, 0.2], [1.0, 0.1, 0.2], [0.0, 1.1, 0.2], [0.3, 0.3, -1.7]] });
    type Printed = (Value, [f64; 3], [f64; 4]);
    let wanted: [(&str, [Printed; 2]); 9] = [
        (
            "parry-0.31-debug.txt",
            [
                (cuboid([0.1, 0.2, 0.3]), [1.1, 2.2, 3.3], turned),
                (json!({ "type": "inflate", "radius": 0.25, "shape": segment }), [0.1, -0.2, 0.3], unturned),
            ],
        ),
        (
            "parry-0.31-pretty.txt",
            [
                (json!({ "type": "inflate", "radius": 0.05, "shape": cuboid([0.1, 0.2, 0.3]) }), [0.0; 3], unturned),
                (json!({ "type": "cone", "radius": 0.2, "half_height": 0.4 }), [1.1, 2.2, 3.3], turned),
            ],
        ),
        (
            "parry-0.31-serde.json",
            [(cuboid([0.1, 0.2, 0.3]), [1.1, 2.2, 3.3], turned), (ball(0.1), [0.0; 3], unturned)],
        ),
        (
            "parry-0.17-debug.txt",
            [
                (cuboid([0.1, 0.2, 0.3]), [0.0; 3], unturned),
                (
                    json!({ "type": "triangle", "points": [[0.0, 0.1, 0.2], [1.0, 0.1, 0.2], [0.0, 1.1, 0.2]] }),
                    [1.1, 2.2, 3.3],
                    older,
                ),
            ],
        ),
        (
            "parry-0.17-convex.txt",
            [
                (hull, [0.0; 3], unturned),
                (json!({ "type": "cylinder", "radius": 0.2, "half_height": 0.4 }), [1.1, 2.2, 3.3], older),
            ],
        ),
        (
            "hex-floats.txt",
            [
                (cuboid([f64::from(0.1f32), 0.5, 3.0]), [f64::from(1.12f32), -5.0, 2f64.powi(-20)], unturned),
                (ball(0.1), [0.0; 3], unturned),
            ],
        ),
        (
            "gdb-reactphysics-82.txt",
            [
                (cuboid([0.100000001, 0.0250000004, 0.100000001]), [0.0, 0.0, 0.00999999978], unturned),
                (ball(0.5), [0.0835847855, 0.0315114185, 0.120501518], [0.233278275, 2.88089109e-06, 0.0, 0.972410023]),
            ],
        ),
        (
            "columns-reactphysics-12.txt",
            [
                (
                    cuboid([0.100000001, 0.0250000004, 0.300000012]),
                    [0.0835847855, 0.0315114185, 0.120501518],
                    [0.0, 0.600000024, 0.0, 0.800000012],
                ),
                (ball(0.25), [0.0; 3], unturned),
            ],
        ),
        (
            "bullet-code.txt",
            [
                (
                    json!({ "type": "cylinder", "radius": 0.5, "half_height": 1.25, "axis": "z" }),
                    [1.0, 2.0, 3.0],
                    [0.0, 0.6, 0.0, 0.8],
                ),
                (
                    json!({ "type": "capsule", "radius": 0.1, "half_height": 0.2 }),
                    [0.1, 0.2, 0.3],
                    [0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()],
                ),
            ],
        ),
    ];
    for (file, bodies) in wanted {
        let scene = read(&folder().join("printed").join(file)).scene;
        let found: Vec<Value> = scene.bodies.iter().map(plain).collect();
        let bodies = bodies
            .map(|(shape, position, rotation)| json!({ "shape": shape, "position": position, "rotation": rotation }));
        assert_eq!(found.len(), 2, "{file}");
        for (found, wanted) in found.iter().zip(&bodies) {
            assert_eq!((&found["shape"], &found["position"]), (&wanted["shape"], &wanted["position"]), "{file}");
            // A quaternion that was a matrix has its last bits from there.
            let off = (0..4)
                .map(|k| (found["rotation"][k].as_f64().unwrap() - wanted["rotation"][k].as_f64().unwrap()).abs());
            let allowed = if file == "bullet-code.txt" { 2e-16 } else { 0.0 };
            assert!(off.fold(0.0, f64::max) <= allowed, "{file}: {found} {wanted}");
        }
    }
}

/// Calls of Jolt and Bullet that add shapes to a compound, one after the other; a turn may be an expression.
#[test]
fn calls_add_parts_to_compounds() {
    let imported = read(&folder().join("printed/jolt-compound-test.txt"));
    let part = |shape: Value, position: [f64; 3]| json!({ "shape": shape, "position": position });
    let ball = json!({ "type": "sphere", "radius": 2.0 });
    let parts = [
        part(json!({ "type": "capsule", "radius": 1.0, "half_height": 5.0 }), [0.0; 3]),
        part(ball.clone(), [0.0, -5.0, 0.0]),
        part(ball, [0.0, 5.0, 0.0]),
    ];
    let shape = |imported: &Imported| serde_json::to_value(&imported.scene.bodies[0].shape).unwrap();
    assert_eq!(shape(&imported), json!({ "type": "compound", "parts": parts }));
    assert_eq!(imported.scene.bodies[0].name, "compound_shape1");
    let sub = &imported.scene.bodies[1];
    assert_eq!((sub.name.as_str(), &sub.shape), ("sub_compound", &Shape::Box { half_extents: [1.5, 0.25, 0.2] }));
    assert_eq!(sub.position, [0.0, 1.5, 0.0]);
    assert!((2..4).all(|k| (sub.rotation[k] - 0.5f64.sqrt()).abs() < 2e-16), "{:?}", sub.rotation);
    let imported = read(&folder().join("printed/bullet-compound.txt"));
    let mut ball = part(json!({ "type": "sphere", "radius": 0.25 }), [0.0, 1.5, 0.2]);
    ball["rotation"] = json!([0.0, 0.6, 0.0, 0.8]);
    let parts = [part(json!({ "type": "box", "half_extents": [1.0, 0.5, 2.0] }), [0.0, 1.0, 0.0]), ball];
    assert_eq!(shape(&imported), json!({ "type": "compound", "parts": parts }));
    assert_eq!(imported.scene.bodies[1].shape, Shape::Sphere { radius: 0.4 });
}

/// Every pair that may meet is asked about where that is wanted, whatever comes near, and no pair twice.
#[test]
fn all_pairs_can_be_asked() {
    let path = folder().join("ovd/shapes.ovd");
    let near = read(&path).scene;
    let all = import::files_with_all_pairs(&[path]).unwrap().scene;
    assert!(near.queries.len() < 10);
    let pairs: std::collections::BTreeSet<Vec<String>> = all
        .queries
        .iter()
        .map(|query| {
            let mut names: Vec<String> = query.ask.clone().names_mut().map(|name| name.clone()).collect();
            names.sort_unstable();
            names
        })
        .collect();
    // Five bodies; what is known of pairs comes along.
    assert_eq!((all.queries.len(), pairs.len()), (10, 10));
    assert_eq!(all.queries[..near.queries.len()], near.queries[..]);
    let capture = folder().join("capture/live-rapier.jsonl");
    assert_eq!(import::files_with_all_pairs(&[capture]).unwrap().scene.queries.len(), 10, "captures too");
}

/// The parts of compounds, and the triangles of meshes and height fields, as parry has them.
#[test]
fn printed_bodies_of_parts_have_their_bits() {
    let alone = |file: &str| {
        let imported = read(&folder().join("printed").join(file));
        // Beside the body stands the point that its question is about.
        let [body, _] = &imported.scene.bodies.iter().collect::<Vec<_>>()[..] else { panic!("{file}") };
        (serde_json::to_value(&body.shape).unwrap(), imported.notes)
    };
    let cuboid = json!({ "shape": { "type": "box", "half_extents": [0.1, 0.2, 0.3] }, "position": [0.0, 0.0, 0.0] });
    for (file, rotation) in [
        ("parry-0.31-compound.json", Some([0.14419366, -0.0961291, 0.43258092, 0.8847831])),
        ("parry-0.31-compound-debug.txt", None),
    ] {
        let mut ball = json!({ "shape": { "type": "sphere", "radius": 0.5 }, "position": [1.1, 2.2, 3.3] });
        if let Some(rotation) = rotation {
            ball["rotation"] = json!(rotation);
        }
        assert_eq!(alone(file).0, json!({ "type": "compound", "parts": [ball, cuboid] }), "{file}");
    }
    let vertices = [[0.0, 0.1, 0.2], [1.0, 0.1, 0.2], [0.0, 1.1, 0.2], [0.3, 0.3, -1.7]];
    let mesh = json!({ "type": "triangle_mesh", "vertices": vertices, "triangles": [[0, 1, 2], [0, 3, 1], [1, 3, 2]] });
    assert_eq!(alone("parry-0.31-trimesh-serde.json").0, mesh);
    // The triangles that parry lists of this field, in its order.
    let theirs = [
        [[-1.0, 0.05, -1.5], [-1.0, 0.1, 0.0], [1.0, 0.2, -1.5]],
        [[-1.0, 0.1, 0.0], [1.0, 0.25, 0.0], [1.0, 0.2, -1.5]],
        [[-1.0, 0.1, 0.0], [-1.0, 0.15, 1.5], [1.0, 0.25, 0.0]],
        [[-1.0, 0.15, 1.5], [1.0, 0.35, 1.5], [1.0, 0.25, 0.0]],
    ];
    let (field, said) = alone("parry-0.31-heightfield.txt");
    let field: Shape = serde_json::from_value(field).unwrap();
    let (vertices, triangles) = field.surface().unwrap();
    assert_eq!(triangles.iter().map(|corners| corners.map(|i| vertices[i as usize])).collect::<Vec<_>>(), theirs);
    assert!(said.iter().any(|said| said.starts_with("A height field is imported as a triangle mesh")), "{said:?}");
    // Removed triangles, and the other diagonal.
    let text = std::fs::read_to_string(folder().join("printed/parry-0.31-heightfield.txt")).unwrap();
    let other = text.replace(
        "HeightFieldCellStatus(0), HeightFieldCellStatus(0)",
        "HeightFieldCellStatus(1), HeightFieldCellStatus(2)",
    );
    let shape = import::text("field.txt", &other).unwrap().scene.bodies[0].shape.clone();
    assert_eq!(shape.surface().unwrap().1, [[0, 2, 3], [0, 3, 1], [4, 5, 3]]);
    for (text, why) in [
        (
            "mesh = TriMesh { num_vertices: 4, num_triangles: 3, flags: TriMeshFlags(0) }",
            "only the number of its vertices",
        ),
        (r#"{"TriMesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"indices":[[0,1,3]]}}"#, "has no vertex 3"),
        (
            r#"{"TriMesh":{"vertices":[[0,0,0],[1,0,0],[2,0,0]],"indices":[[0,1,2]]}}"#,
            "all triangles of the mesh have zero area",
        ),
        (
            r#"{"Compound":{"shapes":[[{"rotation":[0,0,0,1],"translation":[0,0,0]},{"HalfSpace":{"normal":[0,1,0]}}]]}}"#,
            "half-space",
        ),
    ] {
        let said = import::text("broken.txt", text).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(why), "{text}: {said}");
    }
}

/// FCL prints a matrix by rows; the quaternion that is made of it turns as the matrix does, whose rows are perpendicular to 12
/// digits.
#[test]
fn a_printed_matrix_turns_as_it_did() {
    let scene = read(&folder().join("printed/fcl-drake-21234.txt")).scene;
    assert_eq!(scene.bodies[0].position, [0.20238033346825459735, 0.027845683594011010065, 0.3114233939246693339]);
    assert_eq!(scene.bodies[0].shape, serde_json::from_value(json!({ "type": "cylinder", "radius": 0.041000000000000001721, "half_height": 0.5 * 0.17000000000000001221, "axis": "z" })).unwrap());
    let rows = [
        [0.62286449762754547699, 0.71651535568044355529, -0.31407891153229777759],
        [-0.20605566270224237291, -0.23703718387333412837, -0.94939688083050233214],
        [-0.75470582445316081177, 0.65606334948423605802, 4.0172294049188053423e-17],
    ];
    let found = axes(scene.bodies[0].rotation);
    (0..9).for_each(|k| assert!((found[k / 3][k % 3] - rows[k / 3][k % 3]).abs() < 2e-12, "{found:?}"));
}

/// The points of arrays and tables, as NumPy says them.
#[test]
fn arrays_are_read_to_the_bit() {
    let expected: Value =
        serde_json::from_str(&std::fs::read_to_string(folder().join("points/expected.json")).unwrap()).unwrap();
    for (file, sets) in expected.as_object().unwrap() {
        let scene = read(&folder().join("points").join(file)).scene;
        let found: Vec<Vec<[f64; 3]>> = scene.bodies.iter().map(|body| body.shape.points().unwrap()).collect();
        let wanted: Vec<Vec<[f64; 3]>> = serde_json::from_value(sets.clone()).unwrap();
        assert_eq!(found, wanted, "{file}");
    }
    let hex = read(&folder().join("points/hex.csv"));
    assert_eq!(hex.scene.bodies[0].shape.points().unwrap()[2], [3.0, 0.125, -0.1]);
    assert_eq!(hex.skipped[0].to_string().split(".csv").nth(1).unwrap(), ":1: `x,y,z` was not understood");
    assert_eq!(read(&folder().join("points/two-bodies.txt")).scene.bodies.len(), 2);
}

/// A robot's links stand where its joints put them.
#[test]
fn links_are_placed_by_joints_at_zero() {
    let imported = read(&folder().join("urdf/arm.urdf"));
    let scene = &imported.scene;
    assert_eq!(scene.bodies[0].shape, Shape::Box { half_extents: [0.2, 0.15, 0.1] });
    let body = |name: &str| scene.bodies.iter().find(|body| body.name == name).unwrap();
    // roll, pitch and yaw about fixed axes: the third column of Rz(0.3) Ry(-0.2) Rx(0.1) is where z goes.
    let (r, p, y) = (0.1f64, -0.2f64, 0.3f64);
    let up = [
        y.cos() * p.sin() * r.cos() + y.sin() * r.sin(),
        y.sin() * p.sin() * r.cos() - y.cos() * r.sin(),
        p.cos() * r.cos(),
    ];
    let hand = body("hand");
    (0..3).for_each(|k| {
        assert!((hand.position[k] - (if k == 2 { 0.1 } else { 0.0 } + 0.5 * up[k])).abs() < 1e-15, "{hand:?}")
    });
    assert!(
        imported.skipped.iter().any(|quote| quote.why == "only collision shapes are imported" && quote.lines == [6])
    );
    // Two collision shapes of one link are one body, which stands where its link does.
    let Shape::Compound { parts } = &body("upper").shape else { panic!("{:?}", body("upper").shape) };
    assert_eq!(parts[0].name.as_deref(), Some("tube"));
    assert_eq!((parts[1].position, &parts[1].shape), ([0.0, 0.0, 0.5], &Shape::Sphere { radius: 0.07 }));
    assert_eq!(body("upper").position, [0.0, 0.0, 0.1]);
}

/// Colliders stand where their nodes put them, scaled along their own axes.
#[test]
fn colliders_of_a_gltf_are_bodies() {
    let imported = read(&folder().join("gltf/nested.gltf"));
    let scene = &imported.scene;
    let body = |name: &str| scene.bodies.iter().find(|body| body.name == name).unwrap();
    assert_eq!(body("floor").shape, Shape::Box { half_extents: [2.5, 0.5, 2.5] });
    assert_eq!(body("floor").position, [0.0, -0.5285500288009644, 0.0]);
    // The arm and its wheel are one rigid body. It is turned by 90 degrees about z: what is along x of it is along y.
    let arm = body("arm");
    let Shape::Compound { parts } = &arm.shape else { panic!("{:?}", arm.shape) };
    let wheel = parts.iter().find(|part| part.name.as_deref() == Some("wheel")).unwrap();
    let at = DVec3::from(arm.position) + DQuat::from_array(arm.rotation) * DVec3::from(wheel.position);
    assert!((at.x - 1.0).abs() < 1e-15 && (at.y - 2.25).abs() < 1e-15, "{arm:?}");
    let Shape::Affine { matrix, shape, .. } = &wheel.shape else { panic!("{:?}", wheel.shape) };
    assert_eq!((matrix[0][0], matrix[1][1], matrix[2][2]), (0.5, 0.5, 0.5));
    assert_eq!(
        **shape,
        serde_json::from_value(
            json!({ "type": "cylinder", "radius": 0.15483442058038635, "half_height": 0.03331007808446884 })
        )
        .unwrap()
    );
    let said: Vec<String> = imported.skipped.iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|line| line.contains("the collider has neither an implicit shape nor a node with a mesh")),
        "{said:?}"
    );
    assert!(scene.queries.iter().all(|query| query.ask.clone().names_mut().any(|name| *name != "arm")));
}

/// A mesh as a collider is its triangles, or its hull, as the file says.
#[test]
fn meshes_of_a_gltf_are_colliders() {
    let imported = read(&folder().join("gltf/meshes.gltf"));
    let shapes: Vec<&Shape> = imported.scene.bodies.iter().map(|body| &body.shape).collect();
    let [terrain, Shape::Polytope { points }] = shapes[..] else { panic!("{shapes:?}") };
    let (vertices, triangles) = terrain.surface().unwrap();
    assert_eq!(vertices, [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 4.0]], "scaled by the node");
    assert_eq!(triangles, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "without the one that has no area");
    assert_eq!(points[3], [0.0, 0.0, 1.0]);
    assert!(imported.notes.iter().any(|said| said == "Triangles with zero area are skipped."), "{:?}", imported.notes);
    let left: Vec<String> = imported.skipped.iter().map(ToString::to_string).collect();
    assert!(left.iter().any(|line| line.contains("meshes[7] does not exist")), "{left:?}");
    assert_eq!(imported.scene.queries.len(), 1, "what stands still and what moves are asked");
}

/// Files that mean harm: an error that names the line, at once.
#[test]
fn hostile_files_end_with_a_clear_error() {
    let deep = format!("<mujoco>{}", "<body>".repeat(100_000));
    let brackets = "(".repeat(1_000_000);
    let cases = [
        ("deep.xml", deep.as_str(), "elements are nested more than 200 deep"),
        ("entities.xml", "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><mujoco>&a;</mujoco>", "is not well-formed XML"),
        ("cut.xml", "<mujoco><worldbody><geom type=\"box\" size=\"1 1", "is not well-formed XML"),
        ("nan.xml", "<mujoco>\n<worldbody>\n<geom size=\"nan\"/></worldbody></mujoco>", ":3:"),
        ("huge.xml", "<mujoco><worldbody><geom size=\"1e999\"/></worldbody></mujoco>", "not a finite number"),
        ("negative.xml", "<mujoco><worldbody><geom size=\"-1\"/></worldbody></mujoco>", "must be positive"),
        ("class.xml", "<mujoco><worldbody><geom class=\"x\" size=\"1\"/></worldbody></mujoco>", "no default class `x`"),
        (
            "circle.urdf",
            "<robot><link name=\"a\"/><link name=\"b\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link><joint><parent link=\"a\"/><child link=\"b\"/></joint><joint><parent link=\"b\"/><child link=\"a\"/></joint></robot>",
            "form a cycle",
        ),
        (
            "x.jsonl",
            "{\"capture\": {\"version\": 1}}\n{\"body\": {\"name\": \"a\", \"shape\": {\"type\": \"sphre\", \"radius\": 1}}}\n",
            "x.jsonl:2:42: bodies[0].shape.type: `sphre` is not known; did you mean `sphere`?",
        ),
        ("y.jsonl", "{\"capture\": {\"version\": 2}}\n", "has version 2"),
        ("p.txt", "Ball { radius: NaN }\n", "must be a finite number"),
        ("p.txt", "Ball { radius: -1.0 }\n", "must not be negative"),
        ("p.txt", "1 2 3\n4 5 nan\n1 2 4\n", "p.txt:2:5: a length must be a finite number"),
        ("brackets.txt", brackets.as_str(), "is in no format that can be imported"),
        ("empty.xml", " \n", "is empty"),
    ];
    for (name, text, said) in cases {
        let start = Instant::now();
        let error = import::text(name, text).expect_err(name).to_string();
        assert!(error.contains(said) && error.starts_with(name), "{name}: {error}");
        assert!(start.elapsed() < Duration::from_secs(5), "{name} took {:?}", start.elapsed());
    }
}

/// A file that includes itself is an error, not a loop; one that is there is read.
#[test]
fn included_files_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.xml"), "<mujoco>\n<include file=\"b.xml\"/></mujoco>").unwrap();
    std::fs::write(
        path("b.xml"),
        "<mujocoinclude><worldbody><geom name=\"g\" size=\"0.5\"/></worldbody></mujocoinclude>",
    )
    .unwrap();
    assert_eq!(read(&path("a.xml")).scene.bodies[0].name, "g");
    std::fs::write(path("b.xml"), "<mujocoinclude><include file=\"a.xml\"/></mujocoinclude>").unwrap();
    let error = import::files(&[path("a.xml")]).unwrap_err().to_string();
    assert!(error.contains("b.xml:1:") && error.contains("includes itself"), "{error}");
}

/// Broken in one place, by a seed.
fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = random.below(bytes.len());
    let to = (at + 1 + random.below(30)).min(bytes.len());
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..to)),
        2 => {
            let copy = bytes[at..to].to_vec();
            bytes.splice(at..at, copy);
        }
        3 => bytes[at] = random.below(256) as u8,
        4 => bytes[at] = b"<>\"{}[]()=,:;|/\\"[random.below(16)],
        5 => {
            let word: &[u8] =
                [&b"nan"[..], b"1e999", b"-0", b"0x", b"1e-400", b"inf", b"-1e12", b"99999999999999999999"]
                    [random.below(8)];
            bytes.splice(at..at, word.iter().copied());
        }
        6 => bytes.swap(at, to - 1),
        _ => {
            let other = random.below(bytes.len());
            let piece = bytes[other..(other + 20).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
    }
    bytes
}

fn quietly(name: &str, bytes: Vec<u8>) -> Result<Imported, SceneError> {
    let start = Instant::now();
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    let read = catch_unwind(AssertUnwindSafe(|| import::bytes(name, bytes)));
    assert!(start.elapsed() < Duration::from_secs(5), "{name} took {:?}: {shown}", start.elapsed());
    read.unwrap_or_else(|_| panic!("{name} panics: {shown}"))
}

/// Two thousand mutants of every format, of long ones two hundred: an error in this program's words, or a scene that can be saved.
#[test]
fn mutants_never_panic() {
    for (format, endings) in FORMATS {
        mutants(format, endings, if LONG.contains(&format) { 200 } else { 2_000 });
    }
}

/// Two thousand mutants of the long ones as well.
#[test]
#[ignore = "takes half a minute: recordings are long files"]
fn mutants_of_recordings_never_panic() {
    for (format, endings) in FORMATS.into_iter().filter(|(format, _)| LONG.contains(format)) {
        mutants(format, endings, 2_000);
    }
}

fn mutants(format: &str, endings: &[&str], count: usize) {
    {
        let samples: Vec<(String, Vec<u8>)> = samples(format, endings)
            .iter()
            .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
            .collect();
        let (mut random, mut refused) = (Random(28), 0);
        for k in 0..count {
            let (name, bytes) = &samples[k % samples.len()];
            match quietly(name, mutant(bytes, &mut random)) {
                Ok(imported) => drop(save::to_string(&imported.scene).unwrap()),
                Err(error) => {
                    refused += 1;
                    let said = error.to_string();
                    // A source in no known format gets the list of formats.
                    let first = said.lines().next().unwrap_or_default();
                    let has_list = first.ends_with("The formats are:");
                    assert!(
                        said.starts_with(name.as_str()) && (first == said || has_list) && !said.contains("os error"),
                        "{said}"
                    );
                }
            }
        }
        assert!(
            (count / 40..count - count / 40).contains(&refused),
            "{format}: {refused} of {count} refused say little"
        );
    }
}

/// A digit that changes a number changes the scene, is refused, or stands on a line that is quoted: two thousand times for every
/// format.
#[test]
fn no_number_is_lost_in_silence() {
    let formats: [(&str, &[&str]); 7] = [
        ("mjcf", &[".xml"]),
        ("mjcf-states", &[".xml"]),
        ("sdf", &[".sdf"]),
        ("urdf", &[".urdf"]),
        ("points", &[".xyz", ".txt", ".csv", ".pts"]),
        ("printed", &[".txt", "serde.json", "compound.json"]),
        ("capture", &[".jsonl"]),
    ];
    for (format, endings) in formats {
        let samples = samples(format, endings);
        let mut random = Random(29);
        let mut changed = 0;
        for k in 0..2_000 {
            let path = &samples[k % samples.len()];
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let Ok(text) = std::fs::read_to_string(path) else { continue };
            let Ok(before) = import::text(&name, &text) else { panic!("{name}") };
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let at = digits[random.below(digits.len())];
            let digit = (text.as_bytes()[at] - b'0' + 1 + random.below(8) as u8) % 10 + b'0';
            let mut other = text.clone().into_bytes();
            other[at] = digit;
            let other = String::from_utf8(other).unwrap();
            let line = text[..at].matches('\n').count() + 1;
            let in_word = |text: &str| {
                let part = |c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c));
                let start = text[..at].rfind(part).map_or(0, |k| k + 1);
                let end = text[at..].find(part).map_or(text.len(), |k| at + k);
                text[start..end].trim_end_matches('f').parse::<f64>().ok()
            };
            // A digit in a name, as of a type, is no number.
            let start = text[..at].rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |k| k + 1);
            let in_name = text[start..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let quoted = before.skipped.iter().any(|quote| quote.lines.contains(&line));
            // The length of an axis says nothing.
            let scaled = text.lines().nth(line - 1).unwrap().contains("axis=\"0 0");
            let comment = scaled
                || text.lines().nth(line - 1).unwrap().trim_start().starts_with(['#', '/'])
                || line == 1 && text.starts_with("<?xml");
            // The last digits of an angle or a matrix may change no bit of a rotation.
            let near = |value: f64, other: f64| (value - other).abs() <= 1e-12 * value.abs() + 1e-15;
            let same = in_word(&text).is_some_and(|value| in_word(&other).is_some_and(|other| near(value, other)));
            if quoted || comment || same || in_name {
                continue;
            }
            changed += 1;
            let after = import::text(&name, &other);
            assert!(after.as_ref() != Ok(&before), "{name}:{line}: {}", other.lines().nth(line - 1).unwrap());
        }
        assert!(changed > 500, "{format}: only {changed} of 2000 say something");
    }
}

/// A half-space is one, and no slab.
#[test]
fn printed_half_spaces_have_no_end() {
    let printed = "ground = HalfSpace { normal: Unit { value: Vec3(0.0, 1.0, 0.0) } }
pos_ground = Pose3 { rotation: Quat(0.0, 0.0, 0.0, 1.0), translation: Vec3(0.0, 0.25, 0.0), padding: 0 }
ball = Ball { radius: 0.5 }
pos_ball = Pose3 { rotation: Quat(0.0, 0.0, 0.0, 1.0), translation: Vec3(0.5, 1.5, 0.0), padding: 0 }
";
    let scene = import::text("half-spaces.txt", printed).unwrap().scene;
    assert_eq!(scene.bodies[0].shape, Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 });
    assert_eq!((scene.bodies[0].position, scene.bodies[0].name.as_str()), ([0.0, 0.25, 0.0], "ground"));
    assert_eq!(scene.queries.len(), 1, "the pair is asked for its distance");
}
