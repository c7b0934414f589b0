//! Files that a new item touches: the files that name an item which is already there, outside of the engine's
//! algorithms, the readers of other programs' data (import and audit) and tests. The limits are what was reached: they only go down.

use super::{is_test, sources};

/// An item, with the most files that may name it.
struct Limit {
    /// Kind of the item.
    kind: &'static str,
    /// Name of the item in code.
    name: &'static str,
    /// Maximum number of files.
    files: usize,
}

/// One item of each kind. The option with a sentence in a lesson touches more files than the one without.
const LIMITS: [Limit; 4] = [
    Limit { kind: "shape", name: "Ellipsoid", files: 8 },
    Limit { kind: "joint", name: "Motor", files: 5 },
    Limit { kind: "option", name: "slop", files: 2 },
    Limit { kind: "option of a lesson", name: "restitution_threshold", files: 5 },
];

/// Whether a line of code contains a name as a whole word.
fn names(line: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name)
        .any(|(start, _)| !line[..start].ends_with(is_word) && !line[start + name.len()..].starts_with(is_word))
}

/// The files outside of engine, import, audit and tests whose code names an item. Captured steps are a format of their
/// own, which states an option only where the audit judges it.
fn files_that_name(name: &str) -> Vec<String> {
    let excluded = ["src/engine/", "src/import/", "src/audit/", "src/play/captured_step/"];
    let outside = |path: &str| !is_test(path) && !excluded.iter().any(|folder| path.starts_with(folder));
    let named = sources().into_iter().filter(|(path, text)| {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        outside(path) && lines.any(|line| names(line, name))
    });
    named.map(|(path, _)| path).collect()
}

#[test]
fn a_new_item_touches_few_files() {
    for Limit { kind, name, files } in LIMITS {
        let found = files_that_name(name);
        assert!(!found.is_empty(), "the {kind} {name} is in no file: name another one here");
        let list = found.join("\n  ");
        assert!(found.len() <= files, "{} files name the {kind} {name}, at most {files} may:\n  {list}", found.len());
    }
}

#[test]
fn a_name_is_found_as_a_whole_word() {
    assert!(names("Shape::Ellipsoid { radii }", "Ellipsoid") && names("EllipsoidBound, Ellipsoid", "Ellipsoid"));
    assert!(!names("EllipsoidBound", "Ellipsoid") && !names("slop_rows + _slop", "slop"));
}
