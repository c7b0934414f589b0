//! A capture with one wrong frame: `check` fails, its first line names the frame, and its HTML report plots both
//! distances.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Number of frames of the captures.
const FRAMES: usize = 300;

/// Frame whose distance is wrong.
const WRONG: usize = 217;

/// A capture in `f32` of two boxes that part, and of a second pair whose answers are all right. The distance of the
/// wrong frame is `error` meters too large.
fn capture(error: f64) -> String {
    let mut text = String::from("{\"capture\": {\"version\": 1, \"engine\": \"mine\"}}\n");
    for (name, z) in [("a", 0), ("b", 0), ("c", 5), ("d", 5)] {
        let shape = "{\"type\": \"box\", \"half_extents\": [0.5, 0.5, 0.5]}";
        writeln!(text, "{{\"body\": {{\"name\": \"{name}\", \"shape\": {shape}, \"position\": [0, 0, {z}]}}}}")
            .unwrap();
    }
    for frame in 0..FRAMES {
        let x = (1.0 + 0.001 * frame as f64) as f32;
        let poses =
            format!("{{\"body\": \"b\", \"position\": [{x}, 0, 0]}}, {{\"body\": \"d\", \"position\": [{x}, 0, 5]}}");
        writeln!(text, "{{\"frame\": {{\"time\": {}, \"poses\": [{poses}]}}}}", 0.01 * frame as f64).unwrap();
        let distance = x - 1.0;
        let wrong = if frame == WRONG { distance + error as f32 } else { distance };
        writeln!(text, "{{\"theirs\": [\"c\", \"d\", {{\"distance\": {distance}}}]}}").unwrap();
        writeln!(text, "{{\"theirs\": [\"a\", \"b\", {{\"distance\": {wrong}, \"normal\": [1, 0, 0]}}]}}").unwrap();
    }
    text
}

fn write(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("boxes.jsonl");
    std::fs::write(&path, text).unwrap();
    path
}

fn check(path: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_contact-lens")).arg("check").arg(path).args(options).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_first_line_of_a_check_names_the_wrong_frame() {
    let folder = tempfile::tempdir().unwrap();
    let output = check(&write(folder.path(), &capture(0.01)), &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let first: Vec<&str> = text.lines().take(3).collect();
    assert!(first.iter().any(|line| line.contains("frame 217")), "{text}");
    assert!(text.contains("mine reports distance 0.227"), "{text}");
}

#[test]
fn a_right_capture_passes_and_a_tolerance_decides() {
    let folder = tempfile::tempdir().unwrap();
    let right = check(&write(folder.path(), &capture(0.0)), &[]);
    assert_eq!(right.status.code(), Some(0), "{}", text(&right));
    // Far beyond the rounding of `f32`, and within a tolerance of a millimeter.
    let path = write(folder.path(), &capture(0.0005));
    assert_eq!(check(&path, &[]).status.code(), Some(1));
    assert_eq!(check(&path, &["--tolerance", "0.001"]).status.code(), Some(0));
    assert_eq!(check(&path, &["--tolerance", "1e-4,1"]).status.code(), Some(1));
    for wrong in ["-1", "x", "1,2,3", "nan"] {
        let refused = check(&path, &["--tolerance", wrong]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--tolerance"), "{wrong}");
    }
}

#[test]
fn a_report_plots_captured_and_computed_distances() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.html");
    let path = write(folder.path(), &capture(0.01));
    check(&path, &["--report", report.to_str().unwrap()]);
    let html = std::fs::read_to_string(&report).unwrap();
    assert_eq!(html.matches("<svg class=\"chart\"").count(), 2, "one chart per pair");
    assert_eq!(html.matches("class=\"beyond\"").count(), 1, "one wrong frame");
    assert!(html.contains("frame 217: mine reports distance 0.227"), "what the mark says");
}
