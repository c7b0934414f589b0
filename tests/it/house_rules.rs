//! The house rules, as tests: sizes, docs, dependency direction, colors, labels, and what stands at the top level.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

mod circles;
mod plain;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` with this ending, as a path relative to the root and its text.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn is_test(name: &str) -> bool {
    name.starts_with("tests/") || name.ends_with("tests.rs") || name.contains("/tests/")
}

/// Whether a file is a program that shows the use of the library.
fn is_example(name: &str) -> bool {
    name.starts_with("src/engine/examples/")
}

fn sources() -> Vec<(String, String)> {
    files("src", ".rs")
}

/// Fails with every finding at once, one a line.
fn expect_none(rule: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}

#[test]
fn files_are_under_400_lines() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|(name, text)| !is_test(name) && text.lines().count() > 400)
        .map(|(name, text)| format!("{name}: {} lines", text.lines().count()))
        .collect();
    expect_none("a file over 400 lines has a second room in it", &long);
}

#[test]
fn functions_are_under_60_lines() {
    let mut long = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        long.extend(long_functions(&text).into_iter().map(|(line, length)| format!("{name}:{line}: {length} lines")));
    }
    expect_none("a function over 60 lines", &long);
}

/// Line number and length of every function body over 60 lines. rustfmt puts the closing brace at the indent of `fn`.
fn long_functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        if !is_head(line.trim_start()) {
            continue;
        }
        let closing = format!("{}}}", " ".repeat(indent(line)));
        let ends = lines[start..].iter().position(|l| *l == closing || (l.ends_with(';') && indent(l) == indent(line)));
        if let Some(length) = ends.filter(|length| *length > 60) {
            found.push((start + 1, length));
        }
    }
    found
}

/// Whether a line begins a function, whoever may call it and however.
fn is_head(line: &str) -> bool {
    let mut rest = line;
    if let Some((_, after)) = rest.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")) {
        rest = after;
    }
    loop {
        let word =
            ["pub ", "default ", "const ", "async ", "unsafe ", "extern "].iter().find(|word| rest.starts_with(**word));
        rest = match (word, rest.strip_prefix('"').and_then(|rest| rest.split_once("\" "))) {
            (Some(word), _) => &rest[word.len()..],
            (None, Some((_, after))) => after, // of `extern "C" fn`
            (None, None) => return rest.starts_with("fn "),
        };
    }
}

#[test]
fn a_function_is_known_whoever_may_call_it() {
    let heads = [
        "fn f() {",
        "pub fn f() {",
        "pub(in super::super) fn f() {",
        "pub(crate) const unsafe fn f() {",
        "pub(super) const fn f<T>(",
        "async fn f() {",
        "pub(in crate::app) async unsafe fn f(",
        "pub extern \"C\" fn f() {",
        "unsafe extern fn f() {",
    ];
    heads.iter().for_each(|line| assert!(is_head(line), "{line}"));
    for head in heads {
        let body = format!("{head}\n{}}}\n", "    x();\n".repeat(61));
        assert_eq!(long_functions(&body), [(1, 62)], "{head}");
    }
    assert!(!is_head("pub(super) struct Fn {") && !is_head("let fn_ = 1;"));
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<_> = sources().into_iter().filter(|(_, t)| !t.starts_with("//!")).map(|(n, _)| n).collect();
    expect_none("a file without a module comment", &silent);
}

/// The rooms of `src`, each knowing only those before it.
const ROOMS: [&str; 14] = [
    "answer",
    "step",
    "watch",
    "checkpoints",
    "snapshot",
    "picture",
    "lesson",
    "scene",
    "import",
    "engine",
    "play",
    "check",
    "cli",
    "app",
];

/// Arrows that go down and are none the less forbidden: both ends know nothing of each other.
const APART: [(&str, &str); 14] = [
    // Lessons tell snapshots and are compiled once.
    ("lesson", "single"),
    ("lesson", "double"),
    ("step", "answer"),
    ("picture", "answer"),
    ("scene", "answer"),
    ("checkpoints", "answer"),
    ("scene", "picture"),
    ("scene", "lesson"),
    // What is imported is a scene, and nothing more.
    ("import", "answer"),
    ("import", "picture"),
    ("import", "lesson"),
    ("import", "snapshot"),
    ("engine", "scene"),
    ("app", "cli"),
];

/// The rooms of the engine, likewise. What lies in `dim2` may use all of `dim3`, and not the other way round.
const ENGINE: [&str; 46] = [
    "lib",
    "step",
    "references",
    "ask",
    "single",
    "double",
    "snapshot",
    "double_double",
    "dyadic",
    "interval",
    "numbers",
    "rounding",
    "random",
    "xorshift",
    "signs",
    "trig",
    "pose",
    "bracket",
    "answer",
    "separation",
    "contact",
    "tree",
    "hull",
    "polyhedron",
    "hierarchy",
    "support",
    "shape",
    "simplex",
    "gjk",
    "epa",
    "distance",
    "isa_gjk",
    "boolean_gjk",
    "sat",
    "cast",
    "ray",
    "manifold",
    "parts",
    "half_space",
    "minkowski",
    "frustum",
    "sweep_and_prune",
    "mass",
    "dynamics",
    "queries",
    "collider",
];

/// So many of them, the first, are of neither dimension: both stand on these.
const OF_BOTH: usize = 21;

/// The paths of a file's `use` declarations from the top of the crate, and where each stands.
fn uses(name: &str, text: &str) -> Vec<String> {
    let module = name.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    let module: Vec<&str> = module.split('/').collect();
    let absolute = |leaf: String| {
        let parts: Vec<&str> = leaf.split("::").collect();
        let up = parts.iter().take_while(|part| **part == "super").count();
        match parts[0] {
            "crate" => Some(parts[1..].join("/")),
            "super" if up <= module.len() => Some([&module[..module.len() - up], &parts[up..]].concat().join("/")),
            _ => None,
        }
    };
    used(text).into_iter().filter_map(absolute).collect()
}

/// The paths of a file's `use` declarations as they are written, one a name.
fn used(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |all, line| all + line + "\n");
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut leaves = Vec::new();
    for statement in code.split(';').filter_map(|part| {
        part.rsplit_once("use ")
            .filter(|(before, _)| before.is_empty() || before.ends_with(['\n', ' ', ')']))
            .map(|(_, path)| path)
    }) {
        expand("", &statement.split_whitespace().collect::<String>(), &mut leaves);
    }
    leaves
}

/// `a::{b, c::{d}}` as `a::b` and `a::c::d`.
fn expand(before: &str, path: &str, into: &mut Vec<String>) {
    match path.split_once('{') {
        None => into.push(format!("{before}{path}")),
        Some((head, rest)) => {
            let inner = rest.strip_suffix('}').unwrap_or(rest);
            let (mut depth, mut start) = (0, 0);
            for (i, c) in inner.char_indices().chain([(inner.len(), ',')]) {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        if i > start {
                            expand(&format!("{before}{head}"), &inner[start..i], into);
                        }
                        start = i + 1;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The room of the engine that a path below `src` leads to.
fn engine_room(path: &str) -> Option<(u8, usize)> {
    let inside = path.strip_prefix("engine/")?;
    // The plane hands the name of space on to its rooms.
    let mut parts = inside.strip_prefix("dim2/").filter(|rest| rest.starts_with("dim3/")).unwrap_or(inside).split('/');
    let first = parts.next()?;
    let (dim, room) = match first {
        "dim3" => (3, parts.next()?),
        "dim2" => (2, parts.next()?),
        _ => (0, first),
    };
    let rank = ENGINE.iter().position(|known| *known == room.trim_end_matches(".rs"))?;
    Some((if rank < OF_BOTH { 0 } else { dim }, rank))
}

#[test]
fn no_arrow_between_rooms_runs_back_up() {
    let mut found = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        let room = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
        let here = room(name.trim_start_matches("src/"));
        let Some(rank) = ROOMS.iter().position(|known| *known == here) else { continue };
        for path in uses(&name, &text) {
            let there = room(&path);
            let up = ROOMS.iter().position(|known| *known == there).is_some_and(|other| other > rank);
            if up || APART.contains(&(here.as_str(), there.as_str())) {
                found.push(format!("{name} uses {path}"));
            }
        }
    }
    expect_none("an arrow between rooms that runs back up", &found);
}

#[test]
fn every_room_of_the_engine_has_its_place() {
    let free = |name: &str| name.ends_with("/mod.rs") || is_example(name);
    let inside = |name: &str| name.strip_prefix("src/").is_some_and(|path| path.starts_with("engine/"));
    let names = sources().into_iter().map(|(name, _)| name).filter(|name| inside(name) && !free(name));
    let lost: Vec<_> = names.filter(|name| engine_room(&name["src/".len()..]).is_none()).collect();
    expect_none("a file of the engine whose room is not in the list", &lost);
}

#[test]
fn no_arrow_within_the_engine_runs_back_up() {
    let mut found = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name)) {
        let Some((dim, rank)) = engine_room(name.trim_start_matches("src/")) else { continue };
        for path in uses(&name, &text) {
            let Some((other_dim, other)) = engine_room(&path) else { continue };
            let planar_support = dim == 2 && ENGINE[rank] == "support" && ENGINE[other] == "shape";
            // Where a face of each lies in one plane, the face of their difference is a planar one.
            let planar_face = ENGINE[rank] == "minkowski" && path.ends_with("dim2/minkowski/Merge");
            let back = match (dim, other_dim) {
                _ if planar_support => false, // in the plane a shape is its corners, and the support mapping one function
                _ if planar_face => false,
                (2, 3) => false,
                (3, 2) => true,
                (0, 2 | 3) => true,
                _ => other > rank,
            };
            if back {
                found.push(format!("{name} uses {path}"));
            }
        }
    }
    expect_none("an arrow within the engine that runs back up", &found);
}

#[test]
fn no_path_climbs_more_than_two_modules() {
    let mut found = Vec::new();
    for (name, text) in [files("src", ".rs"), files("tests", ".rs"), files("benches", ".rs")].concat() {
        let climbs = concat!("super::", "super::", "super");
        let lines = text.lines().enumerate().filter(|(_, line)| line.contains(climbs));
        found.extend(lines.map(|(i, line)| format!("{name}:{}: {}", i + 1, line.trim())));
    }
    expect_none(
        "a path that climbs more than two modules: begin at `crate`, or let the room hand the name down",
        &found,
    );
}

#[test]
fn engine_algorithms_know_no_picture() {
    let mut found = Vec::new();
    let engine = sources().into_iter().filter(|(name, _)| name.starts_with("src/engine/") && !is_example(name));
    for (name, text) in engine {
        for word in [
            "crate::answer",
            "crate::picture",
            "crate::lesson",
            "crate::scene",
            "println!",
            "eprintln!",
            "log::",
            "cfg(debug_assertions)",
        ] {
            if text.contains(word) {
                found.push(format!("{name}: {word}"));
            }
        }
    }
    expect_none("an algorithm that knows who watches it", &found);
}

#[test]
fn colors_stand_in_the_theme_alone() {
    let mut found = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !name.ends_with("theme.rs") && !is_test(name)) {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let hits = code.filter(|line| {
            ["Color32::from_rgb(", "Color32::from_gray(", "from_hex("].iter().any(|word| line.contains(word))
                || line.match_indices("\"#").any(|(at, _)| line[at + 2..].starts_with(|c: char| c.is_ascii_hexdigit()))
        });
        found.extend(hits.map(|line| format!("{name}: {}", line.trim())));
    }
    expect_none("a color outside the theme", &found);
}

/// The words after `@` at the ends of lines.
fn labels(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.rsplit_once('@').map(|(_, label)| label.trim()))
        .filter(|label| {
            !label.is_empty() && label.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
        .collect()
}

/// What tells the algorithm of a folder of the engine: the lesson whose card includes its listing, with its path.
fn lesson_of(folder: &str) -> Option<(String, String)> {
    let listing = format!("{}/listing.txt\")", folder.trim_start_matches("src/"));
    files("src/lesson", ".rs").into_iter().find(|(_, text)| text.contains(&listing))
}

/// The files of the code that a listing tells: those on the card of its lesson, or the stepper alone.
fn code_of(listing: &str) -> Vec<String> {
    let folder = listing.trim_end_matches("/listing.txt");
    let (_, lesson) = lesson_of(folder).unwrap_or_default();
    // A file may hold several cards: the code of this one stands between its listing and its end.
    let own = format!("{}/listing.txt\")", folder.trim_start_matches("src/"));
    let after = lesson.split_once(&own).or_else(|| lesson.split_once("(\"listing.txt\")")).unwrap_or_default().1;
    let card = after.split("\n};").next().unwrap_or_default();
    let listed: Vec<String> = card
        .split("SourceFile {")
        .filter_map(|entry| entry.split_once("path: \"")?.1.split_once('"'))
        .map(|(path, _)| path.to_owned())
        .filter(|path| path.ends_with(".rs"))
        .collect();
    if listed.is_empty() { vec![format!("{folder}/stepper.rs")] } else { listed }
}

#[test]
fn listing_and_code_carry_the_same_labels() {
    let mut found = Vec::new();
    for (name, listing) in files("src/engine", "listing.txt") {
        let paths = code_of(&name);
        let read = |path: &String| fs::read_to_string(root().join(path)).unwrap_or_default();
        let code = paths.iter().map(read).collect::<Vec<_>>().join("\n");
        let (in_listing, in_code) = (labels(&listing), labels(&code));
        for (place, list) in [(&name, &in_listing), (&paths.join(", "), &in_code)] {
            let twice: Vec<_> = list.iter().filter(|l| list.iter().filter(|m| m == l).count() > 1).collect();
            if !twice.is_empty() {
                found.push(format!("{place}: labels that stand twice: {twice:?}"));
            }
        }
        let (listing_set, code_set): (BTreeSet<_>, BTreeSet<_>) =
            (in_listing.iter().collect(), in_code.iter().collect());
        if listing_set != code_set || listing_set.is_empty() {
            let odd: Vec<_> = listing_set.symmetric_difference(&code_set).collect();
            found.push(format!("{name} and {} differ in {odd:?}", paths.join(", ")));
        }
    }
    expect_none("listing and code have parted", &found);
}

#[test]
fn every_listing_has_a_stepper_tests_and_a_lesson_in_the_list() {
    let all: String = files("src/play", ".rs").into_iter().map(|(_, t)| t).collect();
    let mut found = Vec::new();
    for (name, _) in files("src/engine", "listing.txt") {
        let folder = name.rsplit_once('/').unwrap().0;
        for file in ["stepper.rs", "tests.rs"] {
            if !root().join(folder).join(file).exists() {
                found.push(format!("{folder} has no {file}"));
            }
        }
        let Some((lesson, _)) = lesson_of(folder) else {
            found.push(format!("{folder} is told by no lesson"));
            continue;
        };
        let path = lesson.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
        let room = path.replace('/', "::");
        if !all.contains(&room) {
            found.push(format!("{room} is in no list of lessons"));
        }
    }
    expect_none("an unfinished lesson", &found);
}

#[test]
fn the_top_level_holds_only_what_it_should() {
    let allowed = [
        "Cargo.toml",
        "Cargo.lock",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "benches",
        "clippy.toml",
        "rustfmt.toml",
        "scenes",
        "screenshots",
        "src",
        "target",
        "tests",
    ];
    let extra: Vec<_> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // The first command of the README writes an animation, which git ignores.
        .filter(|name| !name.starts_with('.') && !name.ends_with(".gif") && !allowed.contains(&name.as_str()))
        .collect();
    expect_none("what is this doing at the top level", &extra);
}

#[test]
fn every_screenshot_is_shown_in_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let unshown: Vec<_> = fs::read_dir(root().join("screenshots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !Path::new(name).starts_with(".") && !readme.contains(name.as_str()))
        .collect();
    expect_none("a screenshot that nobody sees", &unshown);
}

/// A toy that only tests see has a lesson, an option, an answer and a scene of its own, and the house knows it in a row, an entry and
/// the places where its files are joined.
#[test]
fn an_algorithm_touches_few_files_outside_of_its_own() {
    let touched: Vec<String> =
        sources().into_iter().filter(|(_, text)| text.contains("toy")).map(|(name, _)| name).collect();
    assert!((1..=8).contains(&touched.len()), "{touched:?}");
}
