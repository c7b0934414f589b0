//! The program from outside: every job, its exit code, its streams, and what it makes of bad input.

use contact_lens::scene::model::Ask;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::scenes::Random;

const SCENE: &str = "gjk-box-octahedron";

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    // No display, whatever the machine has: the window's substitute is what is tested here.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.env("COLUMNS", "100");
    command
}

pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        program().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Fails with both streams when the exit code is another.
fn expect_code(output: &Output, code: i32) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "stdout:\n{out}\nstderr:\n{err}");
    assert!(!err.contains("panicked"), "{err}");
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.scene.json"))
}

#[test]
fn help_and_version() {
    let help = run(&["--help"]);
    expect_code(&help, 0);
    for job in ["run", "render", "check", "batch", "scenes", "schema", "Examples:"] {
        assert!(text(&help.stdout).contains(job), "{job}");
    }
    for job in ["run", "render", "check", "batch", "scenes"] {
        let help = run(&[job, "--help"]);
        expect_code(&help, 0);
        assert!(text(&help.stdout).contains("contact-lens"), "{job} has examples");
    }
    let version = run(&["--version"]);
    assert_eq!(text(&version.stdout).trim(), format!("contact-lens {}", env!("CARGO_PKG_VERSION")));
    expect_code(&run(&["fly"]), 2);
    expect_code(&run(&["render", SCENE, "--size", "big", "-o", "x.svg"]), 2);
}

#[test]
fn run_says_how_it_ended_by_a_mark_and_counts_iterations_and_steps_apart() {
    let ended = |arguments: &[&str]| {
        let out = text(&run(&[&["run"], arguments].concat()).stdout);
        out.lines().find(|line| line.trim_start().starts_with("ended")).unwrap_or(&out).to_owned()
    };
    let good = ended(&["epa-box-box"]);
    assert!(good.contains("✓ `Converged` after 5 iterations:"), "{good}");
    let open = ended(&["epa-iteration-limit"]);
    assert!(open.contains("○ `IterationLimit`"), "{open}");
    let broken = ended(&["epa-horizon-discs-out-of-order"]);
    assert!(broken.contains("✗ `BrokenHorizon`"), "{broken}");
    // GJK, which finds the start, is no part of EPA's count, in the plane as in space.
    let both = ended(&["planar-epa-triangles"]);
    assert!(both.contains("✓ `Converged` after 1 iteration:"), "{both}");
    let all = text(&run(&["run", "epa-horizon-discs-out-of-order"]).stdout);
    assert!(all.contains("EPA broke down") && !all.contains("simplex lost"), "{all}");
}

#[test]
fn run_tells_steps_answer_and_proof_in_plain_text() {
    let output = run(&["run", SCENE]);
    expect_code(&output, 0);
    let out = text(&output.stdout);
    for word in ["step", "distance", "normal", "the true value is between", "checked by a separate verifier", "ended"] {
        assert!(out.contains(word), "no `{word}` in:\n{out}");
    }
    assert!(!out.contains('\x1b'), "colors outside a terminal");
    let full = text(&run(&["run", SCENE, "--steps"]).stdout);
    assert!(full.contains("Step 1 of") && full.contains("stop `"), "{full}");
}

#[test]
fn run_writes_json_that_reads_back() {
    let output = run(&["run", SCENE, "--json", "--steps"]);
    expect_code(&output, 0);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let answer = &json["answer"];
    let [lower, distance, upper] = ["lower", "signed_distance", "upper"].map(|name| answer[name].as_f64().unwrap());
    assert!(lower <= distance && distance <= upper, "{answer}");
    assert_eq!(json["precision"], "f64");
    assert_eq!(json["certificate"]["holds"], true);
    let steps = json["steps"].as_array().unwrap();
    assert!(steps.iter().all(|beats| !beats.as_array().unwrap().is_empty()) && !steps.is_empty());
    let bare: Value = serde_json::from_slice(&run(&["run", SCENE, "--json"]).stdout).unwrap();
    assert!(bare.get("steps").is_none());
    let single: Value = serde_json::from_slice(&run(&["run", SCENE, "--json", "--precision", "f32"]).stdout).unwrap();
    let other = single["answer"]["signed_distance"].as_f64().unwrap();
    assert!((other - distance).abs() < 1e-5 && other != distance, "{other} {distance}");
    assert_eq!(other, f64::from(other as f32), "an f32 answer is an f32 number");
}

/// Calls `see` with every value and table cell of the steps: what it is called, its text and its number.
fn numbers_of(run: &Value, mut see: impl FnMut(&str, &str, &Value)) {
    let list = |value: &Value| value.as_array().unwrap().clone();
    for beat in list(&run["steps"]).iter().flat_map(list) {
        for value in list(&beat["values"]) {
            see(value["symbol"].as_str().unwrap(), value["text"].as_str().unwrap(), &value["value"]);
        }
        for table in list(&beat["tables"]) {
            let columns = list(&table["columns"]);
            for (texts, numbers) in list(&table["rows"]).iter().zip(list(&table["values"])) {
                let cells = columns.iter().zip(list(texts)).zip(list(&numbers));
                cells.for_each(|((column, text), number)| {
                    see(column.as_str().unwrap(), text.as_str().unwrap(), &number);
                });
            }
        }
    }
}

#[test]
fn run_writes_numbers_as_numbers_in_full() {
    let (mut full, mut vectors) = (0, 0);
    for scene in
        [SCENE, "epa-box-box", "isa-gjk-overlap", "simplex-point-triangle", "planar-gjk-polygons", "support-box"]
    {
        let run: Value = serde_json::from_slice(&run(&["run", scene, "--json", "--steps"]).stdout).unwrap();
        numbers_of(&run, |name, text, number| {
            // What begins like a number is one; lists of tests and names of corners are words.
            let digits = text.trim_start_matches(['−', '(']).starts_with(|c: char| c.is_ascii_digit());
            let counted = !text.contains([',', '=', ' ']) || text.starts_with('(') || text.ends_with('m');
            assert!(!digits || !counted || !number.is_null(), "{scene}: {name} = {text} without its number");
            assert!(number != "nan", "{scene}: {name} = {text}");
            full += usize::from(number.as_f64().is_some_and(|x| x.to_string().len() > 12));
            vectors += usize::from(number.as_array().is_some_and(|v| v.len() == 3));
        });
    }
    assert!(full > 50 && vectors > 50, "{full} in full, {vectors} vectors");
    // A yes-or-no test asks for no width: infinity is said, not dropped.
    let run: Value = serde_json::from_slice(&run(&["run", "isa-gjk-overlap", "--json"]).stdout).unwrap();
    assert_eq!(run["answer"]["tolerance"], "inf");
}

#[test]
fn run_reads_standard_input_files_and_shipped_names() {
    let file = shipped(SCENE);
    let by_name = run(&["run", SCENE, "--json"]);
    let by_file = run(&["run", file.to_str().unwrap(), "--json"]);
    let by_stream = run_with(&["run", "-", "--json"], &std::fs::read(&file).unwrap());
    expect_code(&by_stream, 0);
    assert_eq!(by_name.stdout, by_file.stdout);
    assert_eq!(by_name.stdout, by_stream.stdout);
}

#[test]
fn mistakes_on_the_command_line_are_told_in_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (&["run", "gjk-box-octahedran"], "did you mean `gjk-box-octahedron`?"),
        (&["run", SCENE, "--query", "nope"], "there is no query `nope`; the only query is `"),
        (&["run", SCENE, "--frame", "7"], "there is no frame 7"),
        (&["render", SCENE, "-o", "x.bmp"], "must end in .svg, .png, .gif, .apng or .html"),
        (&["render", SCENE, "--step", "9999", "-o", "x.svg"], "the run has"),
        (&["render", SCENE, "--step", "1", "--substep", "99", "-o", "x.svg"], "sub-steps"),
        (&["check", SCENE, "--report", "x.doc"], "must end in .html or .xml"),
    ];
    for (arguments, said) in cases {
        let output = run(arguments);
        expect_code(&output, 2);
        let err = text(&output.stderr);
        assert!(err.contains(said) && err.lines().count() == 1, "{arguments:?}: {err}");
        assert!(output.stdout.is_empty(), "{arguments:?} wrote to standard output");
    }
}

#[test]
fn schema_is_json_that_names_the_model() {
    let output = run(&["schema"]);
    expect_code(&output, 0);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(&schema, contact_lens::scene::schema::schema());
    assert!(schema["properties"]["bodies"].is_object());
}

#[test]
fn scenes_are_listed_and_found_by_words() {
    let all = run(&["scenes", "--json"]);
    expect_code(&all, 0);
    let all: Vec<Value> = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!(all.len(), contact_lens::scene::SHIPPED.len());
    let found = run(&["scenes", "jolt", "normal", "--json"]);
    let found: Vec<Value> = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(found[0]["name"], "gjk-real-jolt-671-box-hovering");
    assert_eq!(found[0]["report"]["reference"], "jrouwe/JoltPhysics#671");
    let course = run(&["scenes", "--course"]);
    expect_code(&course, 0);
    let lines = text(&course.stdout);
    let place = |name: &str| lines.find(&format!("  {name} ")).unwrap_or_else(|| panic!("{name} is not in the course"));
    assert!(place("support-triangle") < place("epa-box-box") && place("epa-box-box") < place("world-pyramid"));
    assert!(!lines.contains("gjk-real-"), "reports are no lessons");
    let none = run(&["scenes", "unobtainium"]);
    expect_code(&none, 2);
    assert!(none.stdout.is_empty() && text(&none.stderr).contains("“unobtainium”"));
}

#[test]
fn render_writes_every_format_and_the_same_bytes_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let heads: [(&str, &[u8]); 3] = [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a")];
    for (name, head) in heads {
        let files = ["first-", "second-"].map(|run| folder.path().join(format!("{run}{name}")));
        for file in &files {
            expect_code(&run(&["render", SCENE, "--size", "640x360", "-o", file.to_str().unwrap()]), 0);
        }
        let [first, second] = files.map(|file| std::fs::read(file).unwrap());
        assert!(first.starts_with(head), "{name}");
        assert_eq!(first, second, "{name} differs from run to run");
    }
    for (view, theme) in [("world", "dark"), ("cso", "print"), ("both", "light")] {
        let output = run(&["render", SCENE, "--view", view, "--theme", theme, "--step", "1", "--beat", "1", "-o", "-"]);
        expect_code(&output, 0);
        assert!(text(&output.stdout).starts_with("<svg"), "{view} {theme}");
    }
    let output = run(&["render", SCENE, "--view", "sky", "-o", "-"]);
    expect_code(&output, 2);
    assert!(text(&output.stderr).contains("the views of this query are world, cso, sphere, all, window and browser"));
    let all = folder.path().join("all.svg");
    expect_code(&run(&["render", SCENE, "--step", "all", "-o", all.to_str().unwrap()]), 0);
    assert!(folder.path().join("all-01.svg").exists() && folder.path().join("all-02.svg").exists());
}

/// A scene whose expectation is wrong: the check must find it, picture it and report it.
fn wrong_scene(folder: &Path) -> PathBuf {
    let mut scene = contact_lens::scene::Document::open(&shipped(SCENE)).unwrap().scene;
    let Ask::Gjk { expect, .. } = &mut scene.queries[0].ask else { panic!("GJK is asked") };
    (expect.intersects, expect.signed_distance, expect.tolerance) = (Some(true), Some(-1.0), Some(1e-9));
    scene.queries[0].name = String::from("wrong <on> \"purpose\" & loud");
    let file = folder.join("wrong.scene.json");
    contact_lens::scene::save::to_file(&scene, &file).unwrap();
    file
}

#[test]
fn check_finds_what_does_not_hold_and_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = wrong_scene(folder.path());
    let (shots, html, xml) = (folder.path().join("shots"), folder.path().join("r.html"), folder.path().join("r.xml"));
    for report in [&html, &xml] {
        let output = run(&[
            "check",
            wrong.to_str().unwrap(),
            shipped(SCENE).to_str().unwrap(),
            "--screenshots",
            shots.to_str().unwrap(),
            "--report",
            report.to_str().unwrap(),
        ]);
        expect_code(&output, 1);
        let out = text(&output.stdout);
        assert!(out.contains("FAILS     wrong ›") && out.contains(&format!("ok        {SCENE}")), "{out}");
        assert!(out.contains("expected overlap") && out.contains("expected signed distance -1"), "{out}");
        assert!(out.contains("1 of"), "{out}");
    }
    let pictures: Vec<_> = std::fs::read_dir(&shots).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(pictures.len(), 1, "{pictures:?}");
    assert!(std::fs::read(&pictures[0]).unwrap().starts_with(b"\x89PNG"));
    let html = std::fs::read_to_string(html).unwrap();
    assert!(
        html.contains("<svg") && html.contains("wrong &lt;on&gt; &quot;purpose&quot; &amp; loud"),
        "escaped, drawn"
    );
    assert!(!html.contains("http-equiv") && !html.contains("<script") && !html.contains("src="), "self-contained");
    let xml = std::fs::read_to_string(xml).unwrap();
    assert!(
        xml.contains("failures=\"1\"") && xml.contains("failures=\"0\"") && xml.contains("<failure type="),
        "{xml}"
    );
}

#[test]
fn check_codes_say_what_happened() {
    let folder = tempfile::tempdir().unwrap();
    expect_code(&run(&["check", shipped(SCENE).to_str().unwrap()]), 0);
    expect_code(&run(&["check", wrong_scene(folder.path()).to_str().unwrap()]), 1);
    let bad = folder.path().join("bad.scene.json");
    std::fs::write(&bad, "{").unwrap();
    let output = run(&["check", bad.to_str().unwrap(), shipped(SCENE).to_str().unwrap()]);
    expect_code(&output, 2);
    let out = text(&output.stdout);
    assert!(out.contains("ERROR") && out.contains("incomplete") && out.contains("ok "), "the rest goes on: {out}");
    expect_code(&run(&["check", folder.path().join("nothing").to_str().unwrap()]), 2);
    let empty = tempfile::tempdir().unwrap();
    expect_code(&run(&["check", empty.path().to_str().unwrap()]), 2);
    let stream = run_with(&["check", "-"], &std::fs::read(shipped(SCENE)).unwrap());
    expect_code(&stream, 0);
}

#[test]
fn every_shipped_scene_holds() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let output = run(&["check", scenes.to_str().unwrap(), "--quiet"]);
    expect_code(&output, 0);
    assert!(text(&output.stdout).contains("all queries pass"));
}

#[test]
fn without_a_display_the_steps_are_printed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let output = program().current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    expect_code(&output, 0);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(err.trim().lines().count(), 1, "one sentence: {err}");
    assert!(err.starts_with("No window:"), "{err}");
    // The first scene of the core path, as in the window.
    let gif = format!("{}.gif", contact_lens::scene::SHIPPED[0].name);
    assert!(std::fs::read(folder.path().join(&gif)).unwrap().starts_with(b"GIF89a"));
    for word in ["step", &gif, "contact-lens run", "contact-lens render", "contact-lens check"] {
        assert!(out.contains(word), "no `{word}` in:\n{out}");
    }
    let bad = program().args(["nothing.json"]).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    expect_code(&bad, 2);
}

fn spheres(id: &str, x: f64) -> String {
    let body = |x: f64| serde_json::json!({"shape": {"type": "sphere", "radius": 1.0}, "position": [x, 0.0, 0.0], "rotation": [0, 0, 0, 1]});
    serde_json::json!({"id": id, "dim": 3, "a": body(0.0), "b": body(x)}).to_string()
}

#[test]
fn batch_answers_each_line_before_it_reads_the_next() {
    let mut child = program().arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (i, gap) in [0.5, 1e-3, 7.0].into_iter().enumerate() {
        writeln!(stdin, "{}", spheres(&format!("s{i}"), 2.0 + gap)).unwrap();
        stdin.flush().unwrap();
        // This would wait for ever if the answer were held back until more input or the end.
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], format!("s{i}"));
        assert!((answer["signed_distance"].as_f64().unwrap() - gap).abs() < 1e-12, "{answer}");
        assert_eq!(answer["status"], "separated");
        assert_eq!(answer["normal"], serde_json::json!([1.0, 0.0, 0.0]));
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn batch_reports_bad_lines_and_goes_on() {
    let negative = spheres("n", 3.0).replace("\"radius\":1.0", "\"radius\":-1.0");
    let unknown = spheres("u", 3.0).replace("\"sphere\"", "\"torus\"");
    let zero = spheres("z", 3.0).replace("[0,0,0,1]", "[0,0,0,0]");
    let huge = spheres("h", 3.0).replace("\"radius\":1.0", "\"radius\":1e999");
    let lines = [spheres("1", 3.0), String::from("{not json"), negative, unknown, zero, huge, spheres("7", 4.0)];
    let mut input = lines.join("\n").into_bytes();
    input.extend(b"\n\xff\xfe\n\n[1,2]\n{\"id\":\"e\"}");
    let output = run_with(&["batch"], &input);
    expect_code(&output, 0);
    let answers: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 10, "one line an input line, blank ones aside");
    assert_eq!(answers[0]["signed_distance"], 1.0);
    assert_eq!(answers[6]["signed_distance"], 2.0);
    for (i, number, said) in [
        (1, 2, "expected a field name in double quotes, found `n`"),
        (2, 3, "a.shape.radius: must not be negative, but is -1"),
        (3, 4, "a.shape.type: `torus` is not known; known here: "),
        (4, 5, "a.rotation: must be a unit quaternion [x, y, z, w], but is zero"),
        (5, 6, "a.shape.radius: the number 1e999 is too large for f64"),
        (7, 8, "is not UTF-8 text from here on"),
        (8, 10, "must be an object, but is a list"),
        (9, 11, "the field `a` is missing"),
    ] {
        let error = answers[i]["error"].as_str().unwrap();
        assert!(error.starts_with(&format!("line {number}, column ")) && error.contains(said), "{error}");
        assert_eq!(answers[i]["line"], number);
    }
    let ids = ["n", "u", "z", "h"].map(Value::from);
    assert_eq!([2, 3, 4, 5].map(|i| answers[i]["id"].clone()), ids, "an id is told where it can be read");
    assert_eq!(answers[9]["id"], "e");
}

#[test]
fn batch_times_queries_on_request_alone() {
    let line = spheres("t", 3.0) + "\n";
    let timed: Value = serde_json::from_slice(&run_with(&["batch", "--time"], line.as_bytes()).stdout).unwrap();
    assert!(timed["ns"].as_f64().unwrap() > 0.0, "{timed}");
    let bare: Value = serde_json::from_slice(&run_with(&["batch"], line.as_bytes()).stdout).unwrap();
    assert!(bare.get("ns").is_none());
    assert_eq!(timed["signed_distance"], bare["signed_distance"]);
}

/// 200 damaged scene files: no panic, and either an answer or one clear message.
#[test]
fn damaged_scenes_give_one_clear_message() {
    let names = ["gjk-box-octahedron", "gjk-affine-inflate", "gjk-warm-start-moving", "gjk-margins"];
    let texts: Vec<Vec<u8>> = names.iter().map(|name| std::fs::read(shipped(name)).unwrap()).collect();
    let mut random = Random(0x5eed_0002);
    let mut refused = 0;
    for round in 0..200 {
        let mut bytes = texts[round % texts.len()].clone();
        damage(&mut bytes, &mut random);
        // Most are judged in this process, which is fast; every tenth by the program.
        let error = contact_lens::scene::Document::parse("f", &bytes).err();
        refused += usize::from(error.is_some());
        if let Some(error) = &error {
            let said = error.to_string();
            assert_eq!(said.lines().count(), 1, "round {round}: {said}");
            assert!(said.starts_with("f:") && said.len() > 10, "round {round}: {said}");
        }
        if round % 10 == 0 {
            let output = run_with(&["run", "-", "--json"], &bytes);
            let code = output.status.code();
            let err = text(&output.stderr);
            assert!(!err.contains("panicked"), "round {round}: {err}");
            if let Some(error) = error {
                assert_eq!(code, Some(2), "round {round}");
                assert!(err.contains(&error.message) && err.lines().count() == 1, "round {round}: {err}");
            }
        }
    }
    assert!((100..200).contains(&refused), "{refused} of 200 were refused: too few or too harsh");
}

/// Cuts, doubles, flips or replaces something.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => drop(bytes.remove(at)),
        3 => {
            let end = (at + random.below(40)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        4 => bytes.swap(at, (at + 1).min(random.below(9) + at).max(1) - 1),
        _ => {
            let junk: [&[u8]; 8] = [b"NaN", b"1e999", b"-1", b"null", b"[[[[", b"\"\"", b"{}", b"0"];
            let digits = bytes[at..].iter().position(u8::is_ascii_digit).map_or(at, |i| at + i);
            let end = (digits + 3).min(bytes.len());
            bytes.splice(digits..end, junk[random.below(8)].iter().copied());
        }
    }
}

/// The folder of the public case files, if it is there.
pub(crate) fn cases() -> Option<PathBuf> {
    let folder = std::env::var_os("CONTACT_LENS_CASES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases"), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there are no case files at {}", folder.display());
    None
}

/// Every seventh public case through the program, in both precisions: the reference lies in the bracket.
#[test]
fn batch_brackets_hold_the_references_of_the_public_cases() {
    let Some(folder) = cases() else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut input = String::new();
    let mut wanted: Vec<Value> = Vec::new();
    for file in files {
        let mut text = String::new();
        std::fs::File::open(file).unwrap().read_to_string(&mut text).unwrap();
        for line in text.lines().step_by(7) {
            input += line;
            input.push('\n');
            wanted.push(serde_json::from_str(line).unwrap());
        }
    }
    assert!(wanted.len() > 300, "only {} cases", wanted.len());
    for precision in ["f64", "f32"] {
        let output = run_with(&["batch", "--precision", precision], input.as_bytes());
        expect_code(&output, 0);
        let answers: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), wanted.len());
        let mut answered = 0;
        for (case, answer) in wanted.iter().zip(&answers) {
            assert_eq!(case["id"], answer["id"]);
            if answer["error"] == "unsupported" {
                continue;
            }
            answered += 1;
            judge(case, answer, precision);
        }
        assert!(answered * 10 > wanted.len() * 8, "only {answered} of {} were answered", wanted.len());
    }
}

/// f32 rounds the pose on reading; that error is not the engine's.
fn judge(case: &Value, answer: &Value, precision: &str) {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{answer}"));
    let (reference, size) = (&case["reference"], number(&case["size"]));
    let truth = number(&reference["signed_distance"]);
    let position = |body: &str| {
        let numbers = case[body]["position"].as_array().unwrap().iter().map(number);
        numbers.map(f64::abs).fold(0.0, f64::max)
    };
    let eps = if precision == "f32" { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let rounding = number(&reference["tolerance"]) + eps * (position("a") + position("b") + 4.0 * size);
    let (lower, upper) = (number(&answer["lower"]), number(&answer["upper"]));
    let held = lower <= truth + rounding && truth <= upper + rounding;
    assert!(held, "{precision} {}: {truth} is not in [{lower}, {upper}]", case["id"]);
}

/// The failing cases of other engines, from their public trackers, all answered right.
#[test]
fn batch_answers_the_cases_that_other_engines_got_wrong() {
    let Some(folder) = cases() else { return };
    let input = std::fs::read_to_string(folder.join("real/pairs.jsonl")).unwrap();
    let wanted: Vec<Value> = input.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (precision, digits) in [("f64", 2e-7), ("f32", 2e-6)] {
        let output = run_with(&["batch", "--precision", precision], input.as_bytes());
        expect_code(&output, 0);
        let out = text(&output.stdout);
        let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), wanted.len());
        let (mut distances, mut verdicts) = (0, 0);
        for (case, answer) in wanted.iter().zip(&answers) {
            let source = format!("{precision} {} ({}): {answer}", case["id"], case["source"]);
            assert_eq!(answer["error"], Value::Null, "{source}");
            if case["query"] == "cast" {
                continue; // its poses are those before the motion
            }
            // The sources give their numbers to about the digits of an f32.
            let rounding = digits * reach(&case["a"]).max(reach(&case["b"]));
            let [distance, lower, upper] =
                ["signed_distance", "lower", "upper"].map(|name| answer[name].as_f64().unwrap());
            let truth = &case["expected"]["signed_distance"];
            let truth = truth.as_f64().or(case["reference"]["signed_distance"].as_f64());
            // A manifold case is about its contact points; of it only whether the bodies meet is asked here.
            if let (Some(truth), true) = (truth, case["query"] != "manifold") {
                let tolerance = case["expected"]["tolerance"].as_f64().unwrap_or(0.0).max(rounding);
                assert!((distance - truth).abs() <= tolerance, "{source}: expected {truth}");
                distances += 1;
            }
            if let Some(intersects) = case["expected"]["intersects"].as_bool() {
                let right = if intersects { lower <= rounding } else { upper >= -rounding };
                assert!(right, "{source}: expected intersects = {intersects}");
                verdicts += 1;
            }
        }
        let measured = ["distance", "signed_distance", "penetration", "intersection"];
        let all = wanted.iter().filter(|case| measured.iter().any(|query| case["query"] == *query)).count();
        assert_eq!(distances, all, "every distance, penetration and intersection case is answered");
        assert!(distances > 60 && verdicts > 40, "{distances} distances, {verdicts} verdicts");
    }
}

#[test]
fn a_solver_may_be_picked_for_every_job() {
    let depth = |args: &[&str]| {
        let output = run_with(args, b"");
        expect_code(&output, 0);
        let report: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        (report["answer"]["signed_distance"].as_f64().unwrap(), report["answer"]["outcome"].clone())
    };
    let (asked, branch) = depth(&["run", "distance-shallow", "--json"]);
    assert_eq!(branch, "Shallow");
    for (names, branch) in [("johnson", "Shallow"), ("epa", "Deep"), ("voronoi,epa", "Deep"), ("hybrid", "Shallow")] {
        let (found, way) = depth(&["run", "distance-shallow", "--json", "--solver", names]);
        assert!((found - asked).abs() < 1e-6 && way == branch, "{names}: {found} by {way}, asked {asked}");
    }
    let output = run_with(&["run", "distance-shallow", "--solver", "johnson,voronoi"], b"");
    expect_code(&output, 2);
    assert!(text(&output.stderr).contains("name at most one simplex solver"), "{}", text(&output.stderr));
}

#[test]
fn a_moving_scene_tells_the_branch_of_every_frame() {
    let output = run_with(&["run", "distance-in-and-out", "--frame", "20"], b"");
    expect_code(&output, 0);
    let out = text(&output.stdout);
    for words in
        ["48 frames", "^ frame 20", "separated", "shallow: margins only", "deep: EPA", "30 frames would need EPA"]
    {
        assert!(out.contains(words), "no `{words}` in\n{out}");
    }
}

/// A scene of two boxes, `gap` apart, with these queries, in a file.
fn boxes(folder: &Path, name: &str, gap: f64, queries: Value) -> String {
    let scene = serde_json::json!({
        "version": 1,
        "name": name,
        "bodies": [
            {"name": "a", "shape": {"type": "box", "half_extents": [1.0, 1.0, 1.0]}},
            {"name": "b", "shape": {"type": "box", "half_extents": [1.0, 1.0, 1.0]}, "position": [2.0 + gap, 0.0, 0.0]}
        ],
        "queries": queries
    });
    let file = folder.join(format!("{name}.scene.json"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, scene.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn question(name: &str, algorithm: &str, expect: Value) -> Value {
    serde_json::json!({"name": name, "algorithm": algorithm, "a": "a", "b": "b", "expect": expect})
}

/// Wrong about overlap by whichever algorithm: the check fails.
fn wrong_about_overlap(name: &str) -> Value {
    question(name, "isa_gjk", serde_json::json!({"intersects": false}))
}

#[test]
fn check_says_that_everything_holds_only_where_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let expected = serde_json::json!({"signed_distance": 1.0});
    let limited = serde_json::json!({"name": "limited", "algorithm": "isa_gjk", "a": "a", "b": "b",
        "options": {"max_iterations": 1, "direction": [0.0, 1.0, 0.0]}, "expect": {}});
    let good = boxes(folder.path(), "good", 1.0, serde_json::json!([question("q", "gjk", expected)]));
    let bare = boxes(folder.path(), "bare", 1.0, serde_json::json!([question("q", "gjk", serde_json::json!({}))]));
    let open = boxes(folder.path(), "open", -0.5, serde_json::json!([limited]));
    let empty = boxes(folder.path(), "empty", 1.0, serde_json::json!([]));
    let wrong = boxes(folder.path(), "wrong", -0.5, serde_json::json!([wrong_about_overlap("q")]));
    let missing = folder.path().join("missing.scene.json").to_str().unwrap().to_owned();
    let broken = folder.path().join("broken.scene.json").to_str().unwrap().to_owned();
    std::fs::write(&broken, "{").unwrap();
    let cases: [(&[&String], i32, &[&str]); 8] = [
        (&[&good], 0, &["ok        good › q", "all queries pass: 1 met its expectations"]),
        (&[&good, &bare], 0, &["computed  bare › q", "nothing fails: 1 met its expectations; 1 has no expectations"]),
        (&[&good, &open], 0, &["open      open › limited", "nothing fails", "1 did not converge"]),
        (&[&good, &empty], 0, &["the scene has no query", "nothing fails", "1 scene has no query"]),
        (&[&empty], 0, &["nothing was checked: 1 scene has no query"]),
        (&[&good, &broken], 2, &["ERROR", "1 of 2 scenes could not be read: 1 met its expectations"]),
        (&[&missing], 2, &["no such file or directory", "1 of 1 scene could not be read"]),
        (
            &[&good, &wrong],
            1,
            &["FAILS     wrong › q", "expected separated bodies, found `penetrating`", "1 of 2 cases fails"],
        ),
    ];
    for (files, code, words) in cases {
        let report = |ending: &str| folder.path().join(format!("report.{ending}")).to_str().unwrap().to_owned();
        for file in [report("html"), report("xml")] {
            let mut arguments = vec!["check", "--report", &file];
            arguments.extend(files.iter().map(|file| file.as_str()));
            let output = run(&arguments);
            expect_code(&output, code);
            let out = text(&output.stdout);
            for word in words {
                assert!(out.contains(word), "no `{word}` in:\n{out}");
            }
            assert_eq!(
                out.contains("all queries pass"),
                words.iter().any(|word| word.contains("all queries pass")),
                "{out}"
            );
            assert!(!out.contains("-0.0 s"), "{out}");
        }
        // Both reports say the same.
        let html = std::fs::read_to_string(report("html")).unwrap();
        let said = words.last().unwrap().split(": ").next().unwrap();
        assert!(html.to_lowercase().contains(said), "no `{said}` in:\n{html}");
        let (held, fine) = (html.contains("All queries pass"), files == [&good].as_slice());
        assert_eq!(held, fine, "{html}");
        let xml = std::fs::read_to_string(report("xml")).unwrap();
        assert_eq!(
            xml.contains("<skipped message="),
            [&bare, &open, &empty].iter().any(|f| files.contains(f)),
            "{xml}"
        );
        assert_eq!(xml.contains("<failure "), files.contains(&&wrong), "{xml}");
        assert_eq!(xml.contains("<error "), code == 2, "{xml}");
    }
}

#[test]
fn pictures_of_alike_names_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let queries = serde_json::json!([wrong_about_overlap("q 1"), wrong_about_overlap("q-1")]);
    let one = boxes(folder.path(), "one/pair", -0.5, queries.clone());
    let other = boxes(folder.path(), "other/pair", -0.5, queries);
    let shots = folder.path().join("shots");
    let output = run(&["check", &one, &other, &one, "--screenshots", shots.to_str().unwrap()]);
    expect_code(&output, 1);
    let out = text(&output.stdout);
    let pictures: Vec<&str> = out.lines().filter_map(|line| line.trim().strip_prefix("picture: ")).collect();
    assert!(pictures.len() == 4 && pictures.iter().all(|file| Path::new(file).exists()), "{out}");
    assert_eq!(std::fs::read_dir(&shots).unwrap().count(), 4, "{out}");
    assert!(out.contains("one/pair › q 1") && out.contains("other/pair › q-1"), "cases are told apart: {out}");
}

/// Reads one line and leaves, as `head -1` does. The exit code, and what is said on standard error.
fn read_one_line(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let command = &mut program();
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_reader_who_leaves_early_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let queries: Vec<Value> = (0..40).map(|i| wrong_about_overlap(&format!("wrong {i}"))).collect();
    let wrong = boxes(folder.path(), "wrong", -0.5, Value::from(queries));
    let arguments = ["check", &wrong, SCENE, "--screenshots", "shots", "--report", "report.html"];
    let (code, err) = read_one_line(folder.path(), &arguments);
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(std::fs::read_dir(folder.path().join("shots")).unwrap().count(), 40);
    assert!(std::fs::read_to_string(folder.path().join("report.html")).unwrap().ends_with("</html>\n"));
    // The picture of the window's substitute, too.
    let (code, err) = read_one_line(folder.path(), &[SCENE]);
    assert_eq!(code, Some(0), "{err}");
    assert!(folder.path().join(format!("{SCENE}.gif")).exists());
}

#[test]
fn without_a_display_the_frame_and_precision_asked_for_are_told_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |arguments: &[&str]| {
        let output = program().args(arguments).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
        expect_code(&output, 0);
        text(&output.stdout)
    };
    let arguments = ["distance-in-and-out", "--frame", "12", "--precision", "f32"];
    let out = ask(&arguments);
    assert!(out.contains("f32, frame 12 of 0 to 47"), "{out}");
    assert!(out.contains("✓ the certificate was checked") && !out.contains('✗'), "{out}");
    assert!(out.contains("run distance-in-and-out --frame 12 --precision f32 --steps"), "{out}");
    assert!(out.contains("Wrote distance-in-and-out.gif"), "{out}");
    let same = run(&["run", "distance-in-and-out", "--frame", "12", "--precision", "f32"]);
    assert!(out.starts_with(&text(&same.stdout)), "what `run` tells:\n{out}");
}

#[test]
fn without_a_display_no_file_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join(format!("{SCENE}.gif"));
    std::fs::write(&own, "the user's own picture").unwrap();
    let mut outs = Vec::new();
    for _ in 0..2 {
        let output = program().arg(SCENE).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
        expect_code(&output, 0);
        outs.push(text(&output.stdout));
    }
    assert_eq!(std::fs::read(&own).unwrap(), b"the user's own picture");
    assert!(outs[0].contains(&format!("Wrote {SCENE}-2.gif")), "{}", outs[0]);
    assert!(outs[1].contains(&format!("{SCENE}-2.gif shows every step")), "{}", outs[1]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Nobody can make files in `/proc`, not even the superuser, for whom permissions are none.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_a_folder_that_cannot_be_written_is_told_before_the_work() {
    let output = program().arg(SCENE).current_dir("/proc").stdin(Stdio::null()).output().unwrap();
    expect_code(&output, 0);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(err.contains("this folder cannot be written") && !err.contains("os error"), "{err}");
    assert_eq!(err.trim().lines().count(), 1, "{err}");
    assert!(out.contains("the true value is between") && out.contains("contact-lens render"), "{out}");
}

#[test]
fn a_mistyped_job_is_told_so() {
    for arguments in [["chek", "scenes"].as_slice(), &["chek"], &["rnder", SCENE, "-o", "x.svg"]] {
        let output = run(arguments);
        expect_code(&output, 2);
        let err = text(&output.stderr);
        assert!(err.contains("no such command or scene") && err.lines().count() == 1, "{arguments:?}: {err}");
        assert!(
            err.contains(if arguments[0] == "chek" { "contact-lens check" } else { "contact-lens render" }),
            "{err}"
        );
    }
    // What is no job but an option too many stays clap's to explain.
    let output = run(&["run", SCENE, "--bogus"]);
    expect_code(&output, 2);
    assert!(text(&output.stderr).contains("--bogus"));
}

#[test]
fn help_says_when_a_job_exits_with_1() {
    for arguments in [["--help"].as_slice(), &["run", "--help"], &["check", "--help"]] {
        let out = text(&run(arguments).stdout);
        assert!(out.contains("Exit code: 0 ") && out.contains(", 1 "), "{arguments:?}: {out}");
    }
}

#[test]
fn no_message_shows_the_number_of_a_system_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let below = file.join("x").to_str().unwrap().to_owned();
    let wrong = boxes(folder.path(), "wrong", -0.5, serde_json::json!([wrong_about_overlap("q")]));
    let (svg, html) = (format!("{below}.svg"), format!("{below}.html"));
    let cases: [&[&str]; 6] = [
        &["run", "no/such.scene.json"],
        &["check", "no/such.scene.json"],
        &["check", &below],
        &["render", SCENE, "-o", &svg],
        &["check", SCENE, "--report", &html],
        &["check", &wrong, "--screenshots", &below],
    ];
    for arguments in cases {
        let output = run(arguments);
        expect_code(&output, 2);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains("os error"), "{arguments:?}: {said}");
        assert!(said.contains("such file") || said.contains("not a directory"), "{arguments:?}: {said}");
    }
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    let window = ["render", SCENE, "--view", "window", "-o", "x.png"];
    let cases: [(&[&str], &str); 9] = [
        (&[&window[..], &["--step", "99"]].concat(), "the run has"),
        (&[&window[..], &["--step", "1", "--substep", "99"]].concat(), "sub-steps"),
        (&[&window[..], &["--step", "all"]].concat(), "cannot draw the window, which shows one step"),
        (&[&window[..], &["--frames"]].concat(), "cannot draw the window, which shows one frame"),
        (&[&window[..], &["--theme", "print"]].concat(), "--theme print is not a theme of the window"),
        (&["render", SCENE, "--substep", "2", "-o", "x.gif"], "--substep needs one step"),
        (&["run", "support-box", "--solver", "johnson"], "the query `support` has no option for the simplex solver"),
        (&["run", SCENE, "--solver", "epa"], "the query `distance` has no option for the penetration method"),
        (&["check", "support-box", "--solver", "johnson"], "no query has an option for the simplex solver"),
    ];
    for (arguments, said) in cases {
        let output = run(arguments);
        expect_code(&output, 2);
        let err = text(&output.stderr);
        assert!(err.contains(said) && err.lines().count() == 1, "{arguments:?}: {err}");
        assert!(!Path::new(arguments.last().unwrap()).exists());
    }
    // Where some queries of a folder have a use for it, the others are asked as they are.
    expect_code(&run(&["check", "distance-shallow", "support-box", SCENE, "--solver", "johnson,epa"]), 0);
}

/// The largest length of a body: what its digits are relative to.
fn reach(value: &Value) -> f64 {
    match value {
        Value::Object(fields) => {
            let lengths = fields.iter().filter(|(name, _)| !name.starts_with("rotation"));
            lengths.map(|(_, inner)| reach(inner)).fold(0.0, f64::max)
        }
        Value::Array(items) => items.iter().map(reach).fold(0.0, f64::max),
        Value::Number(number) => number.as_f64().unwrap_or(0.0).abs(),
        _ => 0.0,
    }
}

#[test]
fn import_makes_a_scene_of_meshes() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, scene) = (folder.path().join("tetra.obj"), folder.path().join("tetra.scene.json"));
    std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").unwrap();
    let (from, to) = (mesh.to_str().unwrap(), scene.to_str().unwrap());
    let made = run(&["import", from, "--scale", "2", "--up", "z", "-o", to]);
    expect_code(&made, 0);
    assert!(
        text(&made.stderr).contains("tetra: 4 vertices, 4 triangles, closed, 1.333333 m³"),
        "{}",
        text(&made.stderr)
    );
    expect_code(&run(&["check", to]), 0);
    let json: Value = serde_json::from_slice(&run(&["run", to, "--json"]).stdout).unwrap();
    assert_eq!(
        (json["answer"]["volume"].as_f64(), json["answer"]["mesh_volume"].as_f64()),
        (Some(8.0 / 6.0), Some(8.0 / 6.0))
    );
    // Through a pipe there is no folder: the points go along.
    let embedded = run(&["import", from, "--embed", "-o", "-"]);
    expect_code(&run_with(&["run", "-"], &embedded.stdout), 0);
    std::fs::write(&mesh, "v 0 0 0\nv nan 0 0\n").unwrap();
    for arguments in [&["import", from, "-o", "-"][..], &["run", to]] {
        let refused = run(arguments);
        expect_code(&refused, 2);
        assert!(
            text(&refused.stderr).contains("tetra.obj:2:3: a coordinate must be a finite number"),
            "{}",
            text(&refused.stderr)
        );
    }
}

#[test]
fn numbers_below_zero_are_told_as_such() {
    for arguments in [&["run", SCENE, "--frame", "-1"][..], &["render", SCENE, "-o", "x.svg", "--frame", "-1"]] {
        let output = run(arguments);
        expect_code(&output, 2);
        let err = text(&output.stderr);
        assert!(err.contains("'-1'") && err.contains("frames count from 0") && !err.contains("-- -1"), "{err}");
    }
    let step = text(&run(&["render", SCENE, "-o", "x.svg", "--step", "-1"]).stderr);
    assert!(step.contains("must be a step number (from 1), `last` or `all`"), "{step}");
}

#[test]
fn frames_in_which_somebody_is_not_there_are_left_out_and_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("gone.scene.json");
    let text = r#"{
      "version": 1, "name": "A ball that comes and goes",
      "bodies": [
        {"name": "box", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}},
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}}
      ],
      "frames": [
        {"time": 0, "poses": [], "gone": ["ball"]},
        {"time": 1, "poses": [{"body": "ball", "position": [2, 0, 0]}]},
        {"time": 2, "poses": [], "gone": ["ball"]},
        {"time": 3, "poses": [{"body": "ball", "position": [3, 0, 0]}]}
      ],
      "queries": [{"name": "distance", "algorithm": "distance", "a": "box", "b": "ball"}]
    }"#;
    std::fs::write(&scene, text).unwrap();
    let render = |name: &str| {
        let (scene, file) = (scene.to_str().unwrap(), folder.path().join(name));
        let output = run(&["render", scene, "--frames", "--size", "320x240", "-o", file.to_str().unwrap()]);
        expect_code(&output, 0);
        let said = self::text(&output.stderr);
        assert!(said.contains("skipped 2 frames of 4") && said.contains("`ball` is absent from this frame"), "{said}");
    };
    render("still.svg");
    let written = |frame: usize| folder.path().join(format!("still-{frame:02}.svg")).exists();
    assert_eq!([0, 1, 2, 3].map(written), [false, true, false, true]);
    render("moving.gif");
    let bytes = std::fs::read(folder.path().join("moving.gif")).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut count = 0;
    while reader.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn frames_of_a_still_scene_are_told_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.gif");
    let output = run(&["render", SCENE, "--frames", "--size", "320x240", "-o", file.to_str().unwrap()]);
    expect_code(&output, 0);
    assert_eq!(text(&output.stderr), "note: the scene has one frame, which --frames draws\n");
    assert!(file.exists());
}

#[test]
fn the_help_of_batch_names_every_operation() {
    let help = text(&run(&["batch", "--help"]).stdout);
    let refused = text(&run_with(&["batch"], b"{\"op\": \"x\"}\n").stdout);
    let known = refused.split("known here: ").nth(1).unwrap().split('"').next().unwrap();
    assert!(known.split(", ").count() >= 12, "{known}");
    for op in known.split(", ") {
        let line = help.lines().find(|line| line.trim_start().split(' ').next() == Some(op));
        assert!(line.is_some_and(|line| line.split_whitespace().count() > 4), "{op} has no line in:\n{help}");
    }
}

#[test]
fn compare_lists_every_solver_in_both_precisions_and_lets_certificates_judge() {
    let output = run(&["compare", SCENE]);
    expect_code(&output, 0);
    let out = text(&output.stdout);
    for solver in ["as in the query", "Johnson", "Voronoi"] {
        assert_eq!(out.lines().filter(|line| line.trim_start().starts_with(solver)).count(), 2, "{solver}: {out}");
    }
    assert!(out.contains("answers are proven, and they agree."), "{out}");
    let json: Value = serde_json::from_slice(&run(&["compare", SCENE, "--json"]).stdout).unwrap();
    let answers = json[0]["answers"].as_array().unwrap();
    assert!(answers.len() >= 6 && answers.iter().all(|answer| answer["proven"] == true), "{json}");
    assert_eq!(json[0]["agree"], true);
    let casts = run(&["compare", "cast-boxes", "--query", "ray cast"]);
    expect_code(&casts, 0);
    let out = text(&casts.stdout);
    assert!(
        ["separating axes", "conservative advancement", "bilateral"].iter().all(|method| out.contains(method)),
        "{out}"
    );
    assert!(out.contains("All 8 answers are proven, and they agree."), "{out}");
    let missing = run(&["compare", SCENE, "--query", "nobody"]);
    expect_code(&missing, 2);
    assert!(text(&missing.stderr).contains("there is no query `nobody`; the only query is `"));
    assert!(text(&run(&["compare", "--help"]).stdout).contains("Examples:"));
}

#[test]
fn shrink_writes_the_smallest_scene_that_still_fails_and_says_so_where_nothing_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = contact_lens::scene::Document::open(&wrong_scene(folder.path())).unwrap().scene;
    // Bystanders, another query and odd numbers: nothing of it has to do with the failure.
    for k in 0..5 {
        let mut body = scene.bodies[0].clone();
        body.name = format!("bystander {k}");
        body.position = [10.0 + f64::from(k) * 1.234567, 3.3, -0.1];
        scene.bodies.push(body);
    }
    let mut other = scene.queries[0].clone();
    other.name = String::from("another");
    other.ask.expect_nothing();
    scene.queries.insert(0, other);
    let large = folder.path().join("large.scene.json");
    contact_lens::scene::save::to_file(&scene, &large).unwrap();
    let small = folder.path().join("small.scene.json");
    let output = run(&["shrink", large.to_str().unwrap(), "-o", small.to_str().unwrap()]);
    expect_code(&output, 0);
    let err = text(&output.stderr);
    assert!(err.contains("still fails") && err.contains("7 bodies and 2 queries"), "{err}");
    let found = contact_lens::scene::Document::open(&small).unwrap().scene;
    assert_eq!((found.bodies.len(), found.queries.len()), (2, 1), "{err}");
    assert!(found.note.is_empty(), "notes say nothing of a failure");
    expect_code(&run(&["check", small.to_str().unwrap()]), 1);
    let [before, after] = [&large, &small].map(|file| text(&run(&["check", file.to_str().unwrap(), "-q"]).stdout));
    let first = |out: &str| out.lines().nth(1).and_then(|line| Some(line.split_once("): ")?.1.to_owned()));
    assert!(first(&before).is_some_and(|says| says.starts_with("expected overlap")), "{before}");
    assert_eq!(first(&before), first(&after), "the same failure");
    // What is there is not overwritten unasked, and what does not fail is not shrunk.
    expect_code(&run(&["shrink", large.to_str().unwrap(), "-o", small.to_str().unwrap()]), 2);
    let none = run(&["shrink", SCENE, "-o", folder.path().join("none.scene.json").to_str().unwrap()]);
    expect_code(&none, 2);
    assert!(text(&none.stderr).contains("so there is nothing to shrink"), "{}", text(&none.stderr));
    assert!(!folder.path().join("none.scene.json").exists());
    let one = run(&["shrink", large.to_str().unwrap(), "--query", "another", "-o", "-"]);
    expect_code(&one, 2);
    assert!(text(&one.stderr).contains("the query `another` does not fail"), "{}", text(&one.stderr));
}

/// A scene of many bodies in which one query fails.
fn crowded_failing_scene(folder: &Path, bodies: usize) -> PathBuf {
    let mut scene = contact_lens::scene::Document::open(&wrong_scene(folder)).unwrap().scene;
    for k in 0..bodies {
        let mut body = scene.bodies[0].clone();
        body.name = format!("bystander {k}");
        body.position = [10.0 + 0.0123 * k as f64, 3.3, -0.1];
        scene.bodies.push(body);
    }
    // Queries about them, so that they are not left out all at once.
    for k in 0..300 {
        let of = |i: usize| format!("bystander {}", (7 * k + i) % bodies);
        let ask = contact_lens::scene::model::Algorithm::Distance.of(of(0), of(1));
        scene.queries.push(contact_lens::scene::model::Query::new(format!("q{k}"), ask));
    }
    let path = folder.join("crowd.scene.json");
    contact_lens::scene::save::to_file(&scene, &path).unwrap();
    path
}

#[test]
fn shrink_keeps_to_its_budget_where_a_scene_is_large() {
    let folder = tempfile::tempdir().unwrap();
    let large = crowded_failing_scene(folder.path(), 1_600);
    let small = folder.path().join("small.scene.json");
    let begun = std::time::Instant::now();
    let output = run(&["shrink", large.to_str().unwrap(), "-o", small.to_str().unwrap(), "--budget", "1"]);
    // Reading, writing and the last judged scene come on top, on a machine that does other things as well.
    assert!(begun.elapsed().as_secs_f64() < 15.0, "{:?} for a budget of 1 s", begun.elapsed());
    let err = text(&output.stderr);
    match output.status.code() {
        Some(0) => assert!(small.exists() && err.contains("still fails"), "{err}"),
        code => assert!(code == Some(2) && err.contains("--budget 1 s"), "{err}"),
    }
}

/// A shrink that Ctrl-C ends prints how far it came, writes the smallest scene found so far as a whole, and leaves
/// nothing else.
#[cfg(unix)]
#[test]
fn an_interrupted_shrink_writes_the_smallest_scene_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let large = crowded_failing_scene(folder.path(), 1_600);
    let whole = std::fs::metadata(&large).unwrap().len();
    let small = folder.path().join("small.scene.json");
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let count = files();
    // Nothing is printed on a pipe until the end, so the signal is sent after a time. A slow machine may still be
    // reading the scene then, and ends at once: it gets more time.
    for seconds in [2, 4, 8, 16, 32] {
        let child = program()
            .args(["shrink", large.to_str().unwrap(), "--budget", "300", "-o", small.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let err = text(&output.stderr);
        if !small.exists() {
            assert!(output.status.code().is_none() || err.contains("nothing was removed or written"), "{err}");
            assert_eq!(files(), count, "{err}");
            continue;
        }
        assert_eq!(output.status.code(), Some(130), "{err}");
        assert!(err.contains("still fails") && err.contains("; interrupted, so it may shrink further"), "{err}");
        assert_eq!(files(), count + 1, "no temporary file is left");
        assert!(std::fs::metadata(&small).unwrap().len() <= whole, "{err}");
        expect_code(&run(&["check", small.to_str().unwrap()]), 1);
        return;
    }
    panic!("the scene was not read within 32 seconds");
}

/// The first Ctrl-C prints what was judged, with an exit code of its own; nothing is left half written.
#[cfg(unix)]
#[test]
fn an_interrupted_check_tells_what_it_has_judged() {
    let folder = tempfile::tempdir().unwrap();
    let scene = std::fs::read(wrong_scene(folder.path())).unwrap();
    for k in 0..4_000 {
        std::fs::write(folder.path().join(format!("s{k:04}.scene.json")), &scene).unwrap();
    }
    let report = folder.path().join("report.xml");
    let mut child = program()
        .args(["check", "--report"])
        .args([&report, folder.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130), "{rest}");
    assert!(!first.is_empty());
    assert!(rest.contains("Interrupted in scene") && !rest.contains("s3999"), "{rest}");
    assert!(std::fs::read_to_string(report).unwrap().contains("</testsuites>"), "a report of what was judged, whole");
}

/// A batch that waits for input ends at the first Ctrl-C with its answers whole.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_has_answered_whole_lines() {
    let mut child =
        program().arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{\"id\": 1, \"nothing\": 0}\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), rest.as_str()), (Some(130), ""), "{said}");
    assert!(line.starts_with("{\"id\":1,") && said.contains("Interrupted: 1 line"), "{line}{said}");
}

/// A run of thousands of steps lists its ends, and says so.
#[test]
fn a_long_run_lists_its_first_and_last_steps() {
    let folder = tempfile::tempdir().unwrap();
    let points: String = (0..5_000)
        .map(|i| {
            let (z, turn) = (1.0 - 2.0 * (f64::from(i) + 0.5) / 5_000.0, 2.399_963_229_728_653 * f64::from(i));
            let r = (1.0 - z * z).sqrt();
            format!("v {} {} {z}\n", r * turn.cos(), r * turn.sin())
        })
        .collect();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("ball.obj"), points).unwrap();
    expect_code(&run(&["import", path("ball.obj").to_str().unwrap(), "-o", path("b.scene.json").to_str().unwrap()]), 0);
    let output = run(&["run", path("b.scene.json").to_str().unwrap()]);
    let out = text(&output.stdout);
    expect_code(&output, 0);
    assert!(out.lines().count() < 200, "{} lines", out.lines().count());
    assert!(out.contains("4919 steps are not listed"), "{out}");
    assert!(out.contains("is the first hull.") && out.contains("after 4999 iterations"), "{out}");
    let svg = path("b.svg");
    expect_code(&run(&["render", path("b.scene.json").to_str().unwrap(), "-o", svg.to_str().unwrap()]), 0);
    assert!(std::fs::read_to_string(svg).unwrap().contains("<svg"));
}
