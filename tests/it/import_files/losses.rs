//! Imports that lose shapes, colliders of other nodes, embedded meshes.

use std::path::Path;

use contact_lens::import;
use contact_lens::scene::model::Shape;
use serde_json::Value;

use super::{body, folder, refused};

/// Why an import is empty: the meshes that are not there, and not the first element that is not read.
#[test]
fn an_empty_import_names_its_cause() {
    let link = "<link name=\"N\"><visual/><collision><geometry><mesh filename=\"package://p/N.stl\"/></geometry></collision></link>\n";
    let links: String = (0..43).map(|k| link.replace('N', &format!("l{k}"))).collect();
    let error = refused("r.urdf", &format!("<robot>\n{links}</robot>"));
    assert!(error.contains("43 of 43 collision shapes are not in this scene"), "{error}");
    assert!(error.contains("its mesh is in the file `package://p/l0.stl`") && !error.contains("visual"), "{error}");
    let text = "<mujoco><option timestep=\"1\"/><asset><mesh name=\"m\" file=\"m.stl\"/></asset><worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>";
    let error = refused("m.xml", text);
    assert!(error.contains("1 of 1 geoms is not in this scene") && error.contains("m.stl"), "{error}");
    assert!(refused("m.xml", "<mujoco><option/><worldbody/></mujoco>").contains("its `worldbody` has no geom"));
    // A model to attach whose file is missing, with a name and without one.
    for named in ["name=\"robot\" ", ""] {
        let text = format!(
            "<mujoco><asset><model {named}file=\"arm.xml\"/></asset><worldbody><attach model=\"robot\" prefix=\"a\"/></worldbody></mujoco>"
        );
        let error = refused("m.xml", &text);
        assert!(error.contains("`arm.xml`") && error.contains("`robot`") && error.contains("not found"), "{error}");
    }
}

/// A collider that names another node takes the mesh of that node.
#[test]
fn a_collider_takes_the_mesh_of_another_node() {
    let text = std::fs::read_to_string(folder().join("gltf/meshes.gltf")).unwrap();
    let mut root: Value = serde_json::from_str(&text).unwrap();
    let before = import::text("m.gltf", &text).unwrap();
    let node = serde_json::json!({ "name": "proxy", "translation": [0.0, 7.0, 0.0], "extensions": {
        "KHR_physics_rigid_bodies": { "collider": { "geometry": { "node": 1, "convexHull": true } } } } });
    root["nodes"].as_array_mut().unwrap().push(node);
    let imported = import::text("m.gltf", &root.to_string()).unwrap();
    let proxy = body(&imported.scene, "proxy");
    assert_eq!(proxy.position, [0.0, 7.0, 0.0]);
    assert!(matches!(&proxy.shape, Shape::Polytope { points } if points.len() == 4), "{:?}", proxy.shape);
    assert_eq!(imported.shape_counts.found(), before.shape_counts.found() + 1);
    assert_eq!(imported.shape_counts.lost(), before.shape_counts.lost());
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    let output = command.args(arguments).current_dir(folder).stdin(std::process::Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// More than half lost: exit code 1 and no file, unless `--partial` is given.
#[test]
fn an_import_that_loses_most_writes_nothing_unless_told() {
    let temporary = tempfile::tempdir().unwrap();
    let folder_of = temporary.path();
    let lost = folder().join("sdf/lost.sdf").display().to_string();
    let (code, said) = run(folder_of, &["import", &lost, "-o", "lost.scene.json"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("2 of 3 collision shapes are not in this scene: "), "{said}");
    assert!(said.contains("Nothing was written; --partial writes the other shapes."), "{said}");
    assert!(!folder_of.join("lost.scene.json").exists());
    let (code, said) = run(folder_of, &["import", &lost, "--partial", "-o", "lost.scene.json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("2 of 3 collision shapes are not in this scene: "), "{said}");
    let scene = std::fs::read(folder_of.join("lost.scene.json")).unwrap();
    let scene = contact_lens::scene::parse("lost", &scene).unwrap();
    assert!(scene.note.starts_with("Imported from lost.sdf (SDF). 2 of 3 collision shapes are not in this scene"));
    // What goes with meshes alone, and a package without a folder.
    let (code, said) = run(folder_of, &["import", &lost, "--package", "p", "-o", "x.json"]);
    assert!(code == Some(2) && said.contains("arm_description=../arm"), "{said}");
}

/// `--embed` writes the points of meshes inside compounds: the scene needs no file.
#[test]
fn meshes_inside_compounds_are_embedded() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path();
    std::fs::write(path.join("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        .unwrap();
    let link = "<collision><geometry><mesh filename=\"t.obj\"/></geometry></collision>";
    let ball = "<collision><geometry><sphere radius=\"0.5\"/></geometry></collision>";
    let robot = format!("<robot><link name=\"a\">{link}{ball}</link></robot>");
    std::fs::write(path.join("r.urdf"), robot).unwrap();
    let (code, said) = run(path, &["import", "r.urdf", "--embed", "-o", "r.scene.json"]);
    assert_eq!(code, Some(0), "{said}");
    let text = std::fs::read_to_string(path.join("r.scene.json")).unwrap();
    let scene = contact_lens::scene::parse("r", text.as_bytes()).unwrap();
    let Shape::Compound { parts } = &body(&scene, "a").shape else { panic!("{text}") };
    assert!(matches!(&parts[0].shape, Shape::Polytope { points } if points.len() == 4), "{text}");
    assert!(!text.contains("t.obj\""), "{text}");
}
