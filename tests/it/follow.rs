//! A capture that is followed while it is written: nothing is lost, nothing is read twice, and what is wrong is told
//! with its line.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use contact_lens::import::follow::{Follower, Grown};
use contact_lens::import::{self, Quote};
use contact_lens::scene::model::Scene;

const HEAD: &str = r#"{"capture": {"version": 1, "name": "drop", "engine": "an engine"}}
{"body": {"name": "floor", "shape": {"type": "box", "half_extents": [1, 1, 1]}}}
{"body": {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 3, 0]}}
"#;

fn frame(k: usize) -> String {
    format!(
        "{{\"frame\": {{\"time\": {}, \"poses\": [{{\"body\": \"ball\", \"position\": [0, {}, 0]}}]}}}}\n",
        k as f64 / 100.0,
        3.0 - k as f64 * 1e-4
    )
}

fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).create(true).open(path).unwrap().write_all(bytes).unwrap();
}

/// All that is there now.
fn look(follower: &mut Follower) -> Vec<Grown> {
    std::iter::from_fn(|| follower.poll().unwrap()).collect()
}

fn last(follower: &mut Follower) -> Scene {
    look(follower).pop().expect("something was added").scene
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    (folder, path)
}

/// Bytes of memory that the process has now, where the system tells.
fn memory() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse::<u64>().ok()?;
    Some(pages * 4096)
}

#[test]
fn ten_thousand_frames_arrive_whole_at_once_and_in_pieces() {
    let text: String = HEAD.to_owned() + &(0..10_000).map(frame).collect::<String>();
    let (_folder, path) = place();
    fs::write(&path, &text).unwrap();
    let (begun, before) = (Instant::now(), memory());
    let mut follower = Follower::new(&path);
    let at_once = last(&mut follower);
    let mib = |bytes: Option<u64>| bytes.map_or(-1.0, |bytes| bytes as f64 / f64::from(1 << 20));
    println!(
        "10 000 frames, {} bytes: {:?}, {:.1} to {:.1} MiB",
        text.len(),
        begun.elapsed(),
        mib(before),
        mib(memory())
    );
    assert_eq!((at_once.frames.len(), at_once.bodies.len(), at_once.queries.len()), (10_000, 2, 1));
    assert_eq!(at_once.frames[9_999].poses[0].position, [0.0, 3.0 - 0.9999, 0.0]);
    assert_eq!(follower.poll().unwrap(), None, "nothing is new");
    let whole = import::files(std::slice::from_ref(&path)).unwrap().scene;
    assert_eq!((&at_once.bodies, &at_once.frames, &at_once.queries), (&whole.bodies, &whole.frames, &whole.queries));

    fs::remove_file(&path).unwrap();
    let mut follower = Follower::new(&path);
    assert_eq!(follower.poll().unwrap(), None, "the file may come later");
    let (mut at, mut size, mut seen, mut scene) = (0, 1, 0, None);
    while at < text.len() {
        // Pieces of all lengths: most of them end in the middle of a line.
        size = (size * 31 + 7) % 5_003 + 1;
        let end = (at + size).min(text.len());
        append(&path, &text.as_bytes()[at..end]);
        at = end;
        for grown in look(&mut follower) {
            assert!(grown.frames_before == seen && !grown.is_restarted && grown.skipped.is_empty());
            seen = grown.scene.frames.len();
            scene = Some(grown.scene);
        }
    }
    assert_eq!(scene, Some(at_once));
}

#[test]
fn a_line_that_is_cut_off_waits_for_its_end() {
    let (_folder, path) = place();
    let mut follower = Follower::new(&path);
    append(&path, HEAD.as_bytes());
    append(&path, &frame(0).as_bytes()[..20]);
    assert_eq!(last(&mut follower).frames.len(), 0);
    append(&path, &frame(0).as_bytes()[20..]);
    assert_eq!(last(&mut follower).frames.len(), 1);
}

#[test]
fn a_file_that_is_cut_or_replaced_begins_anew() {
    let (_folder, path) = place();
    let mut follower = Follower::new(&path);
    append(&path, (HEAD.to_owned() + &frame(0) + &frame(1)).as_bytes());
    assert_eq!(last(&mut follower).frames.len(), 2);
    // Shorter than before.
    fs::write(&path, HEAD.to_owned() + &frame(2)).unwrap();
    let grown = look(&mut follower).pop().unwrap();
    assert!(grown.is_restarted && grown.scene.frames.len() == 1, "{grown:?}");
    // Another file under this name, and a longer one.
    let other = path.with_extension("new");
    fs::write(&other, HEAD.to_owned() + &frame(3) + &frame(4) + &frame(5)).unwrap();
    fs::rename(&other, &path).unwrap();
    let grown = look(&mut follower).pop().unwrap();
    assert!(grown.is_restarted && grown.scene.frames.len() == 3);
    // The same file, written again, and longer than before.
    fs::write(&path, HEAD.replace("drop", "another") + &(0..9).map(frame).collect::<String>()).unwrap();
    let grown = look(&mut follower).pop().unwrap();
    assert!(grown.is_restarted && grown.scene.frames.len() == 9 && grown.scene.name == "another");
}

#[test]
fn a_wrong_line_is_quoted_with_its_number_and_left_out() {
    let (_folder, path) = place();
    let mut follower = Follower::new(&path);
    let wrong = [
        "{\"frame\": {\"poses\": [{\"body\": \"nobody\", \"position\": [0, 0, 0]}]}}\n",
        "{\"frame\": nonsense\n",
        "{\"banana\": 1}\n",
        "{\"body\": {\"name\": \"ball\", \"shape\": {\"type\": \"sphere\", \"radius\": 1}}}\n",
        "{\"theirs\": [\"ball\", \"floor\", {\"distance\": \"far\"}]}\n",
    ];
    append(&path, (HEAD.to_owned() + &frame(0) + &wrong.concat() + &frame(1)).as_bytes());
    append(&path, b"\xff\xfe\n");
    append(&path, frame(2).as_bytes());
    let grown = look(&mut follower);
    assert_eq!(grown.last().unwrap().scene.frames.len(), 3);
    let left: Vec<Quote> = grown.into_iter().flat_map(|grown| grown.skipped).collect();
    let lines: Vec<usize> = left.iter().map(|quote| quote.lines[0]).collect();
    assert_eq!(lines, [5, 6, 7, 8, 9, 11], "{left:#?}");
    for (quote, said) in left.iter().zip(["nobody", "is not JSON", "is not known", "", "distance", "UTF-8"]) {
        assert!(quote.to_string().contains(said) && quote.text.len() > 1, "{quote}");
    }
}

#[test]
fn answers_of_the_engine_come_with_their_frames() {
    let (_folder, path) = place();
    let mut follower = Follower::new(&path);
    let theirs = |distance: f64| {
        format!("{{\"theirs\": [\"ball\", \"floor\", {{\"engine\": \"e\", \"distance\": {distance}}}]}}\n")
    };
    append(&path, (HEAD.to_owned() + &frame(0) + &theirs(1.5)).as_bytes());
    let first = last(&mut follower);
    append(&path, (frame(1) + &theirs(1.4) + &frame(2)).as_bytes());
    append(&path, theirs(1.3).as_bytes());
    let scene = last(&mut follower);
    assert_eq!((first.queries.len(), scene.queries.len()), (1, 1), "one question about the pair");
    let frames: Vec<(u32, Option<f64>)> = scene.queries[0].theirs.iter().map(|it| (it.frame, it.distance)).collect();
    assert_eq!(frames, [(0, Some(1.5)), (1, Some(1.4)), (2, Some(1.3))]);
    assert_eq!(scene.queries, import::files(std::slice::from_ref(&path)).unwrap().scene.queries);
}

/// Without a display: what is written is answered, and while nothing is written nothing is done.
#[test]
fn frames_are_printed_as_they_come() {
    let (_folder, path) = place();
    append(&path, HEAD.as_bytes());
    let mut program = Command::new(env!("CARGO_BIN_EXE_contact-lens"))
        .arg("--follow")
        .arg(&path)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(program.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(said.contains("printed as they are written"), "{said}");
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    append(&path, frame(0).as_bytes());
    assert_eq!(lines.next().unwrap(), "frame 0, 0 s");
    assert!(lines.next().unwrap().contains("1.5 m apart"));
    append(&path, (frame(1) + &frame(2)).as_bytes());
    assert_eq!(lines.next().unwrap(), "frame 1, 0.01 s");
    let rest: Vec<String> = lines.by_ref().take(3).collect();
    assert_eq!(rest[1], "frame 2, 0.02 s");
    let ticks = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let fields: Vec<u64> = stat.rsplit(')').next()?.split(' ').filter_map(|field| field.parse().ok()).collect();
        Some(fields.get(10)? + fields.get(11)?)
    };
    std::thread::sleep(std::time::Duration::from_millis(150));
    let before = ticks(program.id());
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(ticks(program.id()), before, "it works while nothing comes");
    program.kill().unwrap();
    program.wait().unwrap();
}
