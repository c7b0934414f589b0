//! Audits of captured steps on the command line and in batches.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A ball that moves at 1 m/s for 0.01 s; `AFTER` is its position after the step.
const CAPTURE: &str = r#"{"capture": {"version": 1, "engine": "mine"}}
{"body": {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 1, 0]}}
{"frame": {"time": 0.0, "poses": [{"body": "ball", "position": [1, 1, 0]}]}}
{"step": {"time_step": 0.01, "bodies": [{"name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "before": {"velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]}, "after": {"velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]}}], "contacts": [], "model": {"integrator": "semi_implicit"}}}
{"frame": {"time": 0.01, "poses": [{"body": "ball", "position": AFTER}]}}
"#;

fn capture(folder: &Path, after: &str) -> PathBuf {
    let path = folder.join("run.jsonl");
    std::fs::write(&path, CAPTURE.replace("AFTER", after)).unwrap();
    path
}

fn audit(path: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_contact-lens")).arg("audit").arg(path).args(options).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_clean_step_holds_and_a_wrong_pose_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let clean = audit(&capture(folder.path(), "[1.01, 1, 0]"), &[]);
    assert_eq!(clean.status.code(), Some(0), "{}", text(&clean));
    assert_eq!(text(&clean).lines().count(), 10, "{}", text(&clean));
    let broken = audit(&capture(folder.path(), "[1.02, 1, 0]"), &[]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken).contains("Pose: broken"), "{}", text(&broken));
}

#[test]
fn options_choose_a_frame_and_list_every_law() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    let json: Value = serde_json::from_slice(&audit(&path, &["--frame", "0", "--json", "--laws"]).stdout).unwrap();
    assert_eq!(json["stages"].as_array().unwrap().len(), 9);
    assert!(!json["laws"].as_array().unwrap().is_empty());
    let missing = audit(&path, &["--frame", "7"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("in frame 7"));
    let same = text(&audit(&path, &["--against", path.to_str().unwrap()]));
    assert!(same.contains("same within rounding"), "{same}");
}

#[test]
fn an_error_names_line_and_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("\"mass\": 1", "\"mass\": -1")).unwrap();
    let output = audit(&path, &[]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("line 4") && message.contains("bodies[0].mass"), "{message}");
}

/// The solve of a simulated world is a captured step of our own engine, which holds, also after a detour through text.
#[test]
fn our_own_solver_is_audited_in_a_frame_of_a_world() {
    let world = Path::new("world-column");
    let output = audit(world, &["--frame", "40"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let found = text(&output);
    // The normal of a face is not the direction of the least distance of two boxes that are tilted by rounding.
    assert!(found.starts_with("Step after frame 39: undecided\n"), "{found}");
    assert_eq!(
        ["Rows: holds", "Solve: holds", "Velocity: holds", "Pose: holds"].map(|text| found.contains(text)),
        [true; 4]
    );
    let written = text(&audit(world, &["--frame", "40", "--precision", "f32", "--print-step"]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("step.json");
    std::fs::write(&path, &written).unwrap();
    assert_eq!(audit(&path, &[]).status.code(), Some(0));
    // A planted fault: the solve keeps a tenth of an impulse for itself.
    let mut step: Value = serde_json::from_str(&written).unwrap();
    let impulse = &mut step["rows"][2]["impulse"];
    *impulse = Value::from(impulse.as_f64().unwrap() * 0.9);
    std::fs::write(&path, step.to_string()).unwrap();
    let output = audit(&path, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("Solve: broken."), "{}", text(&output));
    let missing = audit(world, &["--frame", "0"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("frame 0 has no solve"));
}

#[test]
fn a_scene_with_captured_steps_is_audited() {
    let broken = audit(Path::new("audit-normal-flipped"), &[]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken).contains("Cause: the normal is reversed"), "{}", text(&broken));
    let other = audit(Path::new("gjk-box-octahedron"), &[]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("neither captured steps nor a world query"));
}

#[test]
fn a_capture_with_steps_becomes_a_scene_that_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    let scene = folder.path().join("run.scene.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    let output = command.arg("import").arg(&path).arg("-o").arg(&scene).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(std::fs::read_to_string(&scene).unwrap().contains("1 captured step"));
}

#[test]
fn a_broken_step_of_a_capture_fails_the_check_with_stage_and_culprit() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    let run =
        |job: &str, path: &Path| Command::new(env!("CARGO_BIN_EXE_contact-lens")).arg(job).arg(path).output().unwrap();
    let sound = run("check", &path);
    assert_eq!(sound.status.code(), Some(0), "{}", text(&sound));
    let path = capture(folder.path(), "[1.02, 1, 0]");
    let broken = run("check", &path);
    assert_eq!(broken.status.code(), Some(1), "{}", text(&broken));
    let printed = text(&broken);
    let first = printed.lines().next().unwrap();
    assert!(first.starts_with("FAILS") && first.contains("broken pose, ball"), "{printed}");
    let steps = text(&run("run", &path));
    assert!(steps.contains("The step is broken first at the pose, ball."), "{steps}");
}

#[test]
fn a_step_of_a_scene_is_refused_at_its_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    let scene = folder.path().join("run.scene.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    assert!(command.arg("import").arg(&path).arg("-o").arg(&scene).output().unwrap().status.success());
    let written = std::fs::read_to_string(&scene).unwrap();
    std::fs::write(&scene, written.replace("\"mass\": 1", "\"mass\": -1")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_contact-lens")).arg("run").arg(&scene).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("steps[0].bodies[0].mass"), "{message}");
}

#[test]
fn a_batch_answers_audits_next_to_other_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = capture(folder.path(), "[1.01, 1, 0]");
    let capture = std::fs::read_to_string(path).unwrap();
    let step = capture.lines().nth(3).unwrap().replacen('{', "{\"op\": \"audit\", \"id\": 7, ", 1);
    let pose = "\"position\": [0, 1, 0], \"rotation\": [0, 0, 0, 1], \"velocity\": [0, 0, 0]";
    let line = step.replace("\"velocity\": [1, 0, 0]", pose);
    let mut child = Command::new(env!("CARGO_BIN_EXE_contact-lens"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{line}\n{}", line.replace("\"mass\"", "\"mas\"")).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let replies: Vec<Value> = text(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&replies[0]["id"], &replies[0]["stages"][0]["stage"]), (&Value::from(7), &Value::from("data")));
    assert!(replies[1]["error"].as_str().unwrap().contains("mas"), "{}", replies[1]);
}
