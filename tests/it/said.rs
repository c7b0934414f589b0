//! What the program says beside an answer: points that do not count, where precisions part, what an interrupt leaves.

#[cfg(unix)]
use std::io::Write;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::json;

use crate::cli::{program, run, text};

/// Writes a scene and returns its path.
fn written(folder: &Path, scene: &serde_json::Value) -> String {
    let path = folder.join("s.scene.json");
    std::fs::write(&path, scene.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Point 2 of `dart` lies inside of the hull of its points; `other` is not asked about.
fn concave() -> serde_json::Value {
    let dart = json!({"type": "polygon", "points": [[0, 0], [2, 0], [0.5, 0.5], [0, 2]]});
    let square = json!({"type": "polygon", "points": [[0, 0], [1, 0], [1, 1], [0, 1]]});
    json!({
        "version": 1, "name": "A dart", "dimension": 2,
        "bodies": [
            {"name": "dart", "shape": dart},
            {"name": "square", "shape": square, "position": [4, 0]},
            {"name": "other", "shape": dart, "position": [9, 0]}
        ],
        "queries": [{"name": "distance", "algorithm": "distance", "a": "dart", "b": "square"}]
    })
}

#[test]
fn a_figure_names_the_point_that_is_no_corner() {
    let folder = tempfile::tempdir().unwrap();
    let scene = written(folder.path(), &concave());
    let picture = folder.path().join("x.svg");
    let output = run(&["render", &scene, "-o", picture.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let svg = std::fs::read_to_string(picture).unwrap();
    let words: String = svg.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, inner)| inner).collect();
    assert!(words.contains("Point 2 of `dart` is ignored"), "{words}");
    assert!(!words.contains("other is ignored"), "{words}");
}

#[test]
fn compare_says_at_which_step_the_precisions_part() {
    let folder = tempfile::tempdir().unwrap();
    // Flat in single precision, where the third coordinate is rounded to that of the others.
    let points = json!([[0, 0, 1], [1, 0, 1], [0, 1, 1], [0.25, 0.25, 1.00000001]]);
    let scene = json!({
        "version": 1, "name": "Nearly flat",
        "bodies": [{"name": "plate", "shape": {"type": "polytope", "points": points}}],
        "queries": [{"name": "hull", "algorithm": "quickhull", "body": "plate"}]
    });
    let output = run(&["compare", &written(folder.path(), &scene)]);
    let said = text(&output.stdout);
    assert!(said.contains("f64 and f32 diverge at step"), "{said}{}", text(&output.stderr));
}

/// An import that waits for its input writes no file when it is interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_import_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.scene.json");
    let mut child = program()
        .args(["import", "-", "-o", path.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // More than a pipe holds: the program reads by now, and listens since before.
    input.write_all(&vec![b' '; 1 << 18]).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("was not written") && !path.exists(), "{}", text(&output.stderr));
    drop(input);
}
