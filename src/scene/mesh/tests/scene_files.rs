//! Scenes that refer to mesh files: the folder that they may read, saving, and names of bodies.

use std::path::Path;

use super::{obj, text_stl};
use crate::Document;
use crate::mesh::Up;
use crate::meshes::import;
use crate::model::{Scene, Shape};

/// A scene with one mesh, opened from a file in `folder`.
fn opened(folder: &Path, file: &str) -> Result<Scene, String> {
    let scene = format!(
        r#"{{"version": 1, "name": "s", "bodies": [{{"name": "b", "shape": {{"type": "inflate", "radius": 0, "shape": {{"type": "mesh", "file": "{file}"}}}}}}], "queries": []}}"#
    );
    let path = folder.join("s.scene.json");
    std::fs::write(&path, scene).unwrap();
    Document::open(&path).map(|document| document.scene).map_err(|error| error.to_string())
}

#[test]
fn a_scene_reads_no_file_outside_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("in");
    let outside = folder.path().join("secret.obj");
    std::fs::create_dir_all(inside.join("deep")).unwrap();
    std::fs::write(&outside, obj()).unwrap();
    std::fs::write(inside.join("deep/a b.obj"), obj()).unwrap();
    assert!(opened(&inside, "deep/a b.obj").is_ok() && opened(&inside, "./deep/a b.obj").is_ok());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inside.join("link.obj")).unwrap();
        std::os::unix::fs::symlink(inside.join("deep"), inside.join("near")).unwrap();
        assert!(opened(&inside, "link.obj").unwrap_err().contains("is a link to a file outside the folder"));
        assert!(opened(&inside, "near/a b.obj").is_ok(), "a link that stays inside");
    }
    let refused =
        ["../secret.obj", "deep/../../secret.obj", "/etc/passwd", "C:/x.obj", "deep\\\\a b.obj", "http://x/a.obj"];
    for file in refused {
        let message = opened(&inside, file).unwrap_err();
        assert!(
            message.contains("s.scene.json:1:") && message.contains("bodies[0].shape.shape.file: `"),
            "{file}: {message}"
        );
    }
    assert!(opened(&inside, "none.obj").unwrap_err().contains("no such file"));
    assert!(opened(&inside, "deep").unwrap_err().contains("is a folder, not a mesh"));
    std::fs::write(inside.join("bad.obj"), "v 0 0 0\nv nan 0 0\n").unwrap();
    let message = opened(&inside, "bad.obj").unwrap_err();
    assert!(message.contains("bad.obj:2:3: a coordinate must be a finite number"), "{message}");
}

#[test]
fn saving_keeps_the_reference_and_follows_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("parts")).unwrap();
    let mesh = folder.path().join("parts/tetra.stl");
    std::fs::write(&mesh, text_stl("a") + &text_stl("b")).unwrap();
    let scene = import(std::slice::from_ref(&mesh), 0.5, Up::Z).unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!((names, scene.queries.len()), (vec!["a", "b"], 3));
    let path = folder.path().join("both.scene.json");
    crate::save::to_file(&scene, &path).unwrap();
    let again = Document::open(&path).unwrap().scene;
    let Shape::Mesh { file, part, scale, up, content, .. } = &again.bodies[1].shape else { panic!("a mesh") };
    assert_eq!((file.as_str(), *part, *scale, *up), ("parts/tetra.stl", Some(1), 0.5, Up::Z));
    assert_eq!(content.mesh().map(|mesh| mesh.volume), Some(Some(1.0)));
    let points = again.bodies[1].shape.points().unwrap();
    assert!(points.contains(&[0.0, 0.0, -1.0]) && points.contains(&[0.0, 1.5, 0.0]), "{points:?}");
    // Saved next to the mesh, the scene has a shorter path; saved elsewhere, it cannot refer to the mesh.
    let beside = folder.path().join("parts/both.scene.json");
    crate::save::to_file(&again, &beside).unwrap();
    assert!(std::fs::read_to_string(&beside).unwrap().contains("\"file\": \"tetra.stl\""));
    let elsewhere = tempfile::tempdir().unwrap();
    let error = crate::save::to_file(&again, &elsewhere.path().join("s.scene.json")).unwrap_err();
    assert!(
        error.to_string().contains("bodies[0].shape.file: ") && error.message.contains("is outside the scene's folder"),
        "{error}"
    );
    // A scene without a folder reads no meshes, and its text does not change.
    let text = std::fs::read(&path).unwrap();
    let unread = crate::parse("s", &text).unwrap();
    assert!(unread.bodies[0].shape.points().is_none() && unread != again);
    assert_eq!(crate::save::to_string(&unread).unwrap().as_bytes(), text);
}

#[test]
fn equal_names_become_different_ones_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.stl");
    std::fs::write(&file, "solid x 2\nendsolid\n".to_owned() + &text_stl("x").repeat(3000) + &text_stl("x 2")).unwrap();
    let scene = import(&[file], 1.0, Up::Y).unwrap();
    let names: std::collections::HashSet<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!((scene.bodies.len(), names.len()), (3001, 3001));
    assert!(crate::save::to_string(&scene).is_ok());
}
