//! The house rules, as tests: sizes, docs, dependency direction, colors, labels, and what stands at the top level.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

mod circles;
mod plain;
mod reach;

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
            if entry.file_type().unwrap().is_symlink() {
                continue; // another way to files that are found where they are
            }
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

/// The packages of `src`, each with those that it may depend on.
const PACKAGES: [(&str, &[&str]); 13] = [
    ("model", &[]),
    ("long_run", &[]),
    ("picture", &[]),
    ("engine", &["model"]),
    ("scene", &["model", "long_run"]),
    ("import", &["model", "scene", "engine", "audit"]),
    ("lesson", &["model", "long_run", "picture"]),
    ("play", &["model", "long_run", "picture", "engine", "scene", "lesson", "audit"]),
    ("figures", &["model", "picture", "scene", "lesson", "play"]),
    ("check", &["model", "long_run", "picture", "engine", "scene", "lesson", "play"]),
    ("audit", &["engine"]),
    (
        "cli",
        &["audit", "model", "long_run", "picture", "engine", "scene", "import", "lesson", "play", "figures", "check"],
    ),
    ("app", &["model", "long_run", "picture", "scene", "import", "lesson", "play", "figures", "check"]),
];

/// The packages of this workspace in the section `[dependencies]` of a package.
fn dependencies(package: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(format!("src/{package}/Cargo.toml"))).unwrap();
    let section = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
    // The two packages of the engine's source belong to its folder.
    let names = section.lines().filter_map(|line| line.strip_prefix("contact-lens-"));
    let names = names.filter(|name| !name.starts_with("engine-f"));
    names.map(|name| name.split(['.', ' ']).next().unwrap_or_default().replace('-', "_")).collect()
}

#[test]
fn each_package_depends_on_what_it_may_alone() {
    let mut found = Vec::new();
    for (package, allowed) in PACKAGES {
        let others = dependencies(package).into_iter().filter(|name| !allowed.contains(&name.as_str()));
        found.extend(others.map(|other| format!("{package} depends on {other}")));
    }
    expect_none("a dependency between packages that is not in the list", &found);
}

#[test]
fn every_folder_of_the_source_is_a_package_of_the_list() {
    let folders = fs::read_dir(root().join("src")).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().into_string().unwrap());
    let unknown: Vec<_> = names.filter(|name| !PACKAGES.iter().any(|(package, _)| package == name)).collect();
    expect_none("a folder of `src` that is not in the list of packages", &unknown);
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

/// The dimension of a module of the engine, by its path from `src/engine/source`; 0 where it has none.
fn dimension(path: &str) -> u8 {
    match path.split(['/', ':']).find(|part| !["super", "crate", ""].contains(part)) {
        Some("dim2") => 2,
        Some("dim3") => 3,
        _ => 0,
    }
}

#[test]
fn modules_of_the_engine_without_a_dimension_use_neither() {
    let mut found = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !is_test(name) && !is_example(name)) {
        let Some(path) = name.strip_prefix("src/engine/source/").filter(|path| path.contains('/')) else { continue };
        let own = dimension(path);
        for used in used(&text) {
            // Where a face of each body lies in one plane, the face of their difference is that of the plane.
            let is_planar_face = path.starts_with("dim3/minkowski") && used.ends_with("dim2::minkowski::Merge");
            let other = dimension(&used);
            if other != 0 && own != other && (own, other) != (2, 3) && !is_planar_face {
                found.push(format!("{name} uses {used}"));
            }
        }
    }
    expect_none("a module of the engine that uses a dimension that it must not know", &found);
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
        for word in ["model::answer", "println!", "eprintln!", "log::", "cfg(debug_assertions)"] {
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

/// The end of the `include_str!` of a listing in a folder of the engine. Lessons have a link `engine` to its source.
fn included_listing(folder: &str) -> String {
    format!("{}/listing.txt\")", folder.replace("src/engine/source/", "engine/"))
}

/// What tells the algorithm of a folder of the engine: the lesson whose card includes its listing, with its path.
fn lesson_of(folder: &str) -> Option<(String, String)> {
    let listing = included_listing(folder);
    files("src/lesson", ".rs").into_iter().find(|(_, text)| text.contains(&listing))
}

/// The files of the code that a listing tells: those on the card of its lesson, or the stepper alone.
fn code_of(listing: &str) -> Vec<String> {
    let folder = listing.trim_end_matches("/listing.txt");
    let (_, lesson) = lesson_of(folder).unwrap_or_default();
    // A file may hold several cards: the code of this one stands between its listing and its end.
    let own = included_listing(folder);
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
