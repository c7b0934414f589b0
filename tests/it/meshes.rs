//! Bodies that are hulls of meshes: every answer, figure and report says so, and by how much the hull differs.

use std::path::PathBuf;
use std::process::Command;

use contact_lens::check;
use contact_lens::play::{self, AddedVolume, Precision};
use contact_lens::scene::model::{Algorithm, Query, Scene};
use contact_lens::scene::{self, Document};
use serde_json::Value;

const HOLLOW: &str = "distance-mesh-hollow";
const SAID: &str = "`channel` is replaced by the convex hull of its mesh, which has 2.4194 times the volume: 0.096 m³ instead of 0.03968 m³.";

fn out_of(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    let output = program.env_remove("DISPLAY").env("COLUMNS", "160").args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn hollow() -> Scene {
    let shipped = scene::shipped(HOLLOW).unwrap();
    Document::parse(shipped.name, shipped.text.as_bytes()).unwrap().scene
}

#[test]
fn a_run_says_what_the_hull_of_a_mesh_adds() {
    assert!(out_of(&["run", HOLLOW]).contains("replaced by the convex hull"));
    let as_json: Value = serde_json::from_str(&out_of(&["run", HOLLOW, "--json"])).unwrap();
    let hulls = as_json["answer"]["hulls_of_meshes"].as_array().unwrap();
    assert_eq!(hulls.len(), 1);
    assert_eq!(
        (&hulls[0]["body"], &hulls[0]["file"], &hulls[0]["say"]),
        (&"channel".into(), &"channel.obj".into(), &SAID.into())
    );
    let number = |field: &str| hulls[0][field].as_f64().unwrap();
    // A floor of 0.6 × 0.08 × 0.4 and two walls of 0.08 × 0.32 × 0.4 in a box of 0.6 × 0.4 × 0.4.
    assert!((number("hull_volume") - 0.096).abs() < 1e-12 && (number("mesh_volume") - 0.03968).abs() < 1e-12);
    assert!((number("ratio") - 0.096 / 0.03968).abs() < 1e-9);
    // The parts are convex: nothing is to be said of them.
    let part = ["run", HOLLOW, "--query", "second ball beside the left wall"];
    assert!(!out_of(&part).contains("replaced by the convex hull"));
    let part: Value = serde_json::from_str(&out_of(&[&part[..], &["--json"]].concat())).unwrap();
    assert!(part["answer"].get("hulls_of_meshes").is_none(), "{part}");
}

#[test]
fn a_check_says_it_in_its_line() {
    let scene: PathBuf = [env!("CARGO_MANIFEST_DIR"), "scenes", "distance-mesh-hollow.scene.json"].iter().collect();
    let lines = out_of(&["check", scene.to_str().unwrap()]);
    let said: Vec<&str> = lines.lines().filter(|line| line.contains("2.4194")).collect();
    assert!(
        said.len() == 1 && said[0].contains("channel: convex hull of the mesh, 2.4194 × the mesh's volume"),
        "{lines}"
    );
}

#[test]
fn every_figure_says_it_at_every_step() {
    for step in ["1", "last"] {
        let figure = out_of(&["render", HOLLOW, "--step", step, "-o", "-"]);
        assert!(figure.contains("2.4194 times the volume") && figure.contains(">mesh<"), "step {step}");
    }
    let figure = out_of(&["render", HOLLOW, "--query", "second ball above the floor", "-o", "-"]);
    assert!(!figure.contains("times the volume"));
}

#[test]
fn every_question_about_a_mesh_says_it() {
    let scene = hollow();
    let bodies = |algorithm: Algorithm| algorithm.of(String::from("channel"), String::from("ball"));
    let mut asked = 0;
    for (algorithm, _) in play::lessons(scene.dimension) {
        let query = Query::new("it", bodies(algorithm));
        let hulls = play::hulls_of_meshes(&scene, &query);
        let everybody = scene.subjects(&query).is_ok_and(|all| all.len() > 2);
        let names: Vec<&str> = hulls.iter().map(|hull| hull.body.as_str()).collect();
        assert!(names == ["channel"] || everybody && names.is_empty(), "{algorithm:?}: {names:?}");
        let Ok(lesson) = play::lesson(Precision::F64, &scene, &query, 0) else { continue };
        asked += usize::from(lesson.steps() > 0);
        assert_eq!(check::check_query(&scene, &query).hulls, hulls, "{algorithm:?}");
    }
    assert!(asked > 8, "{asked}");
}

#[test]
fn a_mesh_that_is_not_closed_is_of_unknown_volume() {
    let folder = tempfile::tempdir().unwrap();
    // A tetrahedron without a face.
    std::fs::write(folder.path().join("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
        .unwrap();
    let path = folder.path().join("open.scene.json");
    let text = r#"{"version": 1, "name": "s", "bodies": [
        {"name": "open", "shape": {"type": "inflate", "radius": 0.1, "shape": {"type": "mesh", "file": "open.obj"}}},
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.1}, "position": [2, 0, 0]}
    ], "queries": [{"name": "q", "algorithm": "gjk", "a": "open", "b": "ball"}]}"#;
    std::fs::write(&path, text).unwrap();
    let scene = Document::open(&path).unwrap().scene;
    let hulls = play::hulls_of_meshes(&scene, &scene.queries[0]);
    assert_eq!(hulls.iter().map(|hull| hull.added).collect::<Vec<_>>(), [AddedVolume::Open { edges: 3 }]);
    let out = out_of(&["run", path.to_str().unwrap()]);
    assert!(out.contains("The added volume is unknown: the mesh is not closed (3 open edges)."), "{out}");
}

/// A PLY of three corners whose face is said by `property` and `face`.
fn ply(property: &str, face: &str) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
         property {property} vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n{face}\n"
    )
}

/// A mesh of MuJoCo with these counts, numbers and indices.
fn msh(counts: [i32; 4], numbers: &[f32], indices: &[i32]) -> Vec<u8> {
    let counts = counts.iter().flat_map(|count| count.to_le_bytes());
    let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
    counts.chain(numbers).chain(indices.iter().flat_map(|index| index.to_le_bytes())).collect()
}

/// Corners of a tetrahedron.
const CORNERS: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn binary_meshes_of_mujoco_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        scene::mesh::read(&folder.path().join(name)).unwrap().remove(0)
    };
    let faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
    let with_normals = [&CORNERS[..], &[0.5; 12], &[0.25; 8]].concat();
    let mesh = read("full.msh", msh([4, 4, 4, 4], &with_normals, &faces));
    assert_eq!((mesh.vertices.len(), mesh.triangles.len(), mesh.open_edges), (4, 4, 0));
    assert_eq!((mesh.vertices[3], mesh.triangles[1]), ([0.0, 0.0, 1.0], [0, 1, 3]));
    assert!(mesh.volume.is_some_and(|volume| (volume - 1.0 / 6.0).abs() < 1e-15));
    assert!(read("cloud.msh", msh([4, 0, 0, 0], &CORNERS, &[])).triangles.is_empty());
    // 35 615 vertices: the file begins with the two bytes of a gzip archive.
    let many: Vec<f32> = (0..3 * 0x8b1f).map(|k| k as f32).collect();
    assert_eq!(read("many.msh", msh([0x8b1f, 0, 0, 0], &many, &[])).vertices.len(), 0x8b1f);
}

#[test]
fn broken_meshes_are_told_by_file_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut huge = vec![0; 80];
    huge.extend(u32::MAX.to_le_bytes());
    huge.extend([0; 100]);
    let short = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
                 property float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n";
    let mut short = short.as_bytes().to_vec();
    short.extend([0; 36]);
    short.extend(u32::MAX.to_le_bytes());
    let bytes = |text: &str| text.as_bytes().to_vec();
    let cases: [(&str, Vec<u8>, &str); 18] = [
        (
            "short.msh",
            bytes("MSH"),
            "at byte 3: ends within the first 16 bytes. Of files that end in .msh, only MuJoCo's",
        ),
        ("negative.msh", msh([-1, 0, 0, 0], &[], &[]), "at byte 0: the number of vertices is -1."),
        ("text.msh", bytes("# a text that is no mesh at all"), "normals 1954047348, texture coordinates 1634235424"),
        ("cut.msh", msh([4, 0, 0, 2], &CORNERS, &[0, 1, 2]), "has 76 bytes, but needs 88"),
        ("beyond.msh", msh([4, 0, 0, 1], &CORNERS, &[0, 1, 4]), "at byte 72: there is no vertex 4: the file has 4"),
        (
            "nan.msh",
            msh([4, 0, 0, 0], &[f32::NAN; 12], &[]),
            "at byte 16: a coordinate must be a finite number, but is NaN",
        ),
        ("gmsh.msh", bytes("$MeshFormat\n4.1 0 8\n"), "is a Gmsh mesh, which is not supported"),
        ("huge.stl", huge, "at byte 184: ends after 2 of 4294967295 triangles"),
        (
            "cut.stl",
            bytes("solid x\nfacet normal 0 0 1\n"),
            "cut.stl:2:1: is truncated after this line: expected `outer loop`",
        ),
        (
            "behind.obj",
            bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 -3 -2\n"),
            "behind.obj:4:3: there is no vertex -4: the file has 3 up to here",
        ),
        ("words.glb", bytes("hello"), "at byte 0: must begin with `glTF`"),
        (
            "below.ply",
            bytes(&ply("list uchar int", "3 0 1 -1")),
            "face 0: there is no vertex -1; the file has 3, counted from 0",
        ),
        (
            "beyond.ply",
            bytes(&ply("list uchar int", "3 0 1 3")),
            "face 0: there is no vertex 3; the file has 3, counted from 0",
        ),
        ("real.ply", bytes(&ply("list uchar float", "3 0 1 2")), "`vertex_indices` are not a list of whole numbers"),
        ("one.ply", bytes(&ply("int", "3")), "`vertex_indices` are not a list of whole numbers"),
        ("word.ply", bytes(&ply("list uchar int", "3 0 1 x")), "word.ply:13:1: cannot be read as a `face` element: "),
        ("long.ply", short, "`face` elements: the file ends within an element"),
        (
            "list.ply",
            bytes(&ply("list uchar int", "3 0 1 2").replace("float x", "list uchar float x")),
            "a list for `x`, `y` or `z`",
        ),
    ];
    for (name, bytes, wanted) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let said = scene::mesh::read(&path).unwrap_err().to_string();
        assert!(said.starts_with(path.to_str().unwrap()) && said.contains(wanted) && said.len() < 400, "{said}");
    }
    // The mark that some editors put before text is no part of the first line.
    let marked = folder.path().join("marked.obj");
    std::fs::write(&marked, "\u{feff}v 0 0 0\nv 1 0 0\nv 0 1 0\n").unwrap();
    assert_eq!(scene::mesh::read(&marked).unwrap()[0].vertices.len(), 3);
}
