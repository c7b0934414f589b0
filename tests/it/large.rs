//! Bodies of very many points: every job is done in seconds and in little memory, and says what it does not draw whole.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use serde_json::json;

use crate::two_hulls::ellipsoid;

/// Two ellipsoids of `count` points each, all of them corners of their hulls, apart and overlapping.
fn two_hulls(folder: &Path, count: usize) -> String {
    let hull = |name: &str, radii, x| ellipsoid(count, name, radii, x);
    let ask = |b: &str, algorithm: &str| json!({"name": algorithm, "algorithm": algorithm, "a": "A", "b": b});
    let scene = json!({
        "version": 1, "name": "Two hulls",
        "bodies": [hull("A", [1.0, 0.8, 0.6], 0.0), hull("B", [0.5, 0.9, 0.7], 1.0), hull("C", [0.5, 0.9, 0.7], 2.0)],
        "queries": [ask("B", "distance"), ask("C", "gjk"), ask("B", "epa"), ask("C", "support")]
    });
    let file = folder.join(format!("two-hulls-{count}.scene.json"));
    std::fs::write(&file, scene.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Runs the program with no more than this many megabytes of data.
fn run(megabytes: usize, arguments: &[&str]) -> Output {
    let begun = Instant::now();
    let limited = format!("ulimit -d {} && exec \"$0\" \"$@\"", megabytes * 1024);
    let mut command = Command::new("sh");
    command.arg("-c").arg(limited).arg(env!("CARGO_BIN_EXE_contact-lens")).args(arguments);
    command.env("LP_NUM_THREADS", "1");
    let output = command.output().unwrap();
    println!("{:?}: {:?}", &arguments[..2], begun.elapsed());
    output
}

#[track_caller]
fn expect_fine(output: &Output) {
    assert!(output.status.success(), "{:?}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
}

#[test]
#[cfg(target_os = "linux")]
fn a_pair_of_20_000_points_each_is_drawn_within_500_megabytes_and_says_that_it_is_sampled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.svg");
    let picture = file.to_str().unwrap();
    let scene = two_hulls(folder.path(), 20_000);
    for query in ["distance", "gjk", "epa", "support"] {
        expect_fine(&run(500, &["render", &scene, "--query", query, "-o", picture]));
        let svg = std::fs::read_to_string(&file).unwrap();
        for name in [">A, sampled<", ", sampled<", ">A − B, sampled<"] {
            assert!(svg.contains(name), "{query}: the legend does not say `{name}`");
        }
        assert!(svg.len() < 5_000_000, "{query}: a figure of {} bytes", svg.len());
    }
    expect_fine(&run(500, &["run", &scene]));
    #[cfg(feature = "app")]
    if crate::app::picture::screen().is_some() {
        let window = folder.path().join("x.png");
        expect_fine(&run(500, &["render", &scene, "--view", "window", "-o", window.to_str().unwrap()]));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn hulls_of_100_000_points_are_computed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.png");
    let scene = two_hulls(folder.path(), 100_000);
    expect_fine(&run(800, &["run", &scene, "--query", "gjk"]));
    expect_fine(&run(800, &["render", &scene, "--query", "gjk", "-o", file.to_str().unwrap()]));
}

#[test]
fn a_small_pair_is_drawn_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.svg");
    let scene = two_hulls(folder.path(), 200);
    expect_fine(&run(500, &["render", &scene, "-o", file.to_str().unwrap()]));
    assert!(!std::fs::read_to_string(&file).unwrap().contains("sampled"));
}
