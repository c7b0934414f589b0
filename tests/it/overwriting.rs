//! What a job has read is never written over, what is there stays unless somebody says so, and no half file is left.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").env("COLUMNS", "300");
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// The job is refused with these words, and the folder holds what it held.
fn refused(folder: &Path, arguments: &[&str], words: &str) {
    let before = content(folder);
    let output = run(folder, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?}: {said}");
    assert!(content(folder) == before, "{arguments:?} changed a file");
}

fn done(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Names and bytes of all files, sorted.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut all, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                all.push((path.clone(), std::fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

/// Two balls, with what they are said to be apart.
fn scene(distance: f64) -> String {
    let body = |name: &str, x: f64| serde_json::json!({"name": name, "shape": {"type": "sphere", "radius": 1}, "position": [x, 0, 0]});
    let query = serde_json::json!({
        "name": "q", "algorithm": "distance", "a": "A", "b": "B", "expect": {"signed_distance": distance}
    });
    serde_json::json!({"version": 1, "name": "Two", "bodies": [body("A", 0.0), body("B", 3.0)], "queries": [query]})
        .to_string()
}

#[test]
fn import_writes_over_none_of_its_meshes_even_by_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mesh = folder.join("stone.obj");
    std::fs::write(&mesh, TETRAHEDRON).unwrap();
    std::fs::create_dir(folder.join("sub")).unwrap();
    for force in [&[][..], &["--force"]] {
        refused(
            folder,
            &[&["import", "stone.obj", "-o", "stone.obj"], force].concat(),
            "stone.obj: is an input of this command",
        );
        refused(folder, &[&["import", "stone.obj", "-o", "sub/../stone.obj"], force].concat(), "choose another output");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("stone.obj", folder.join("link")).unwrap();
        std::fs::hard_link(&mesh, folder.join("hard")).unwrap();
        for name in ["link", "hard"] {
            refused(folder, &["import", "stone.obj", "--force", "-o", name], "choose another output");
            refused(folder, &["import", "stone.obj", "--embed", "--force", "-o", name], "choose another output");
        }
    }
    refused(folder, &["import", "stone.obj", "-o", "sub"], "sub: is a folder");
}

#[test]
fn import_leaves_the_buffers_of_a_gltf_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let points: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    std::fs::write(folder.join("my room.bin"), points.map(f32::to_le_bytes).concat()).unwrap();
    let gltf = serde_json::json!({
        "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}], "buffers": [{"uri": "my%20room.bin", "byteLength": 48}]
    });
    std::fs::write(folder.join("room.gltf"), gltf.to_string()).unwrap();
    refused(folder, &["import", "room.gltf", "--force", "-o", "my room.bin"], "choose another output");
    done(folder, &["import", "room.gltf", "-o", "room.scene.json"]);
}

#[test]
fn import_replaces_a_file_only_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("stone.obj"), TETRAHEDRON).unwrap();
    std::fs::write(folder.join("work.scene.json"), scene(1.0)).unwrap();
    refused(folder, &["import", "stone.obj", "-o", "work.scene.json"], "already exists; --force replaces it");
    done(folder, &["import", "stone.obj", "-o", "new.scene.json"]);
    refused(folder, &["import", "stone.obj", "-o", "new.scene.json"], "already exists");
    done(folder, &["import", "stone.obj", "--force", "-o", "work.scene.json"]);
    assert!(std::fs::read_to_string(folder.join("work.scene.json")).unwrap().contains("stone.obj"));
    assert_eq!(content(folder).len(), 3, "nothing is left beside the scene");
}

#[test]
fn render_replaces_pictures_but_neither_what_it_reads_nor_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["g.svg", "other.svg", "steps-01.svg"] {
        std::fs::write(folder.join(name), scene(1.0)).unwrap();
    }
    refused(folder, &["render", "g.svg", "-o", "g.svg"], "g.svg: is an input of this command");
    refused(folder, &["render", "g.svg", "--force", "-o", "./g.svg"], "choose another output");
    refused(folder, &["render", "g.svg", "-o", "other.svg"], "is neither a picture nor a report; --force replaces it");
    // Of a sequence nothing is written when one of its files is in the way.
    refused(folder, &["render", "g.svg", "--step", "all", "-o", "steps.svg"], "steps-01.svg: already exists");
    refused(
        folder,
        &["render", "steps-01.svg", "--step", "all", "--force", "-o", "steps.svg"],
        "is an input of this command",
    );
    done(folder, &["render", "g.svg", "-o", "new.svg"]);
    done(folder, &["render", "g.svg", "--theme", "dark", "-o", "new.svg"]);
    done(folder, &["render", "g.svg", "--force", "-o", "other.svg"]);
    // Any other file is kept, whatever its name, and a picture of any kind is replaced.
    for mine in ["my notes", "<mujoco/>", "solid stone"] {
        std::fs::write(folder.join("other.svg"), mine).unwrap();
        refused(folder, &["render", "g.svg", "-o", "other.svg"], "other.svg: already exists and is neither a picture");
        done(folder, &["render", "g.svg", "--force", "-o", "other.svg"]);
    }
    for picture in ["", "<?xml version=\"1.0\"?>\n<!-- mine -->\n<svg/>", "GIF89a"] {
        std::fs::write(folder.join("other.svg"), picture).unwrap();
        done(folder, &["render", "g.svg", "-o", "other.svg"]);
    }
    for name in ["new.svg", "other.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
    assert_eq!(content(folder).len(), 4);
}

#[test]
fn check_writes_neither_over_its_scenes_nor_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, distance) in [("wrong.html", 7.0), ("other.xml", 1.0)] {
        std::fs::write(folder.join(name), scene(distance)).unwrap();
    }
    std::fs::write(folder.join("notes"), "mine").unwrap();
    refused(folder, &["check", "wrong.html", "--report", "wrong.html"], "wrong.html: is an input of this command");
    refused(folder, &["check", "wrong.html", "--report", "other.xml"], "other.xml: already exists");
    refused(
        folder,
        &["check", "wrong.html", "--screenshots", "notes"],
        "--screenshots notes: is a file, but must be a folder",
    );
    let report = ["check", "wrong.html", "--screenshots", "shots", "--report", "report.html"];
    for _ in 0..2 {
        assert_eq!(run(folder, &report).status.code(), Some(1), "a report and pictures are made again and again");
    }
    let picture = std::fs::read_dir(folder.join("shots")).unwrap().next().unwrap().unwrap().path();
    let shot = picture.to_str().unwrap();
    std::fs::write(shot, scene(7.0)).unwrap();
    refused(folder, &["check", "wrong.html", "--screenshots", "shots"], "already exists and is neither a picture");
}

#[test]
fn an_animation_that_is_ended_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for (wait, old) in [(300, None), (2500, None), (1500, Some("old"))] {
        let file = folder.path().join("x.gif");
        if let Some(old) = old {
            std::fs::write(&file, old).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
        command.args(["render", "world-column", "--frames", "--size", "640x400", "-o", "x.gif"]);
        let mut child = command.current_dir(folder.path()).stdin(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was done before it was ended");
        let wanted: Vec<_> = old.map(|old| (file, old.as_bytes().to_vec())).into_iter().collect();
        assert_eq!(content(folder.path()), wanted, "after {wait} ms");
    }
}

/// The most memory that a process has had, megabytes; none once it has ended.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? / 1024)
}

#[test]
#[cfg(target_os = "linux")]
fn three_hundred_frames_take_no_more_memory_than_a_few() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    command.args(["render", "world-column", "--frames", "--size", "320x200", "-o", "x.gif"]);
    let mut child = command.current_dir(folder.path()).stdin(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let gif = std::fs::read(folder.path().join("x.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&gif[..]).unwrap();
    let mut frames = 0;
    while decoder.next_frame_info().unwrap().is_some() {
        frames += 1;
    }
    println!("{frames} frames, {most} MB");
    // Of three frames one is drawn: an animation shows none shorter than a few hundredths of a second.
    assert!(frames >= 100 && most < 120, "{frames} frames took {most} MB");
}
