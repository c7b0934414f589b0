//! Short names of the checked scenes: for lines and reports, with as many folders as make them unique; and for picture
//! files, unique even on file systems that ignore letter case.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// Maximum number of characters of a name in a file name; file systems allow 255 bytes.
const MAX_LETTERS: usize = 50;

/// Returns a short name for each file: its own, with as many folders as distinguish it from the others.
pub(super) fn short_names(files: &[PathBuf]) -> Vec<String> {
    let longest = files.iter().map(|file| path_components(file).len()).max().unwrap_or(1);
    let mut names: Vec<String> = files.iter().map(|file| last_components(file, 1)).collect();
    for components in 2..=longest {
        let repeated = find_repeated(&names);
        for (index, file) in files.iter().enumerate() {
            if repeated[index] {
                names[index] = last_components(file, components);
            }
        }
    }
    names
}

/// Returns a file name without an ending for each text. All are different, and none has characters that a file system
/// might refuse.
pub(super) fn file_names<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut used = HashSet::new();
    texts.into_iter().map(|text| unique_name(text, &mut used)).collect()
}

/// Returns a file name for a text that is not in `used`, with a number where needed, and adds it to `used` in lower
/// case.
fn unique_name(text: &str, used: &mut HashSet<String>) -> String {
    let plain = sanitize(text);
    let numbered = (2..).map(|n: usize| format!("{plain}-{n}"));
    let mut candidates = std::iter::once(plain.clone()).chain(numbered);
    candidates.find(|name| used.insert(name.to_lowercase())).unwrap_or_default()
}

/// Returns the first [`MAX_LETTERS`] characters of a text, with a hyphen for each that a file system might refuse.
fn sanitize(text: &str) -> String {
    text.chars().take(MAX_LETTERS).map(|c| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' }).collect()
}

/// Returns for each name whether it occurs more than once.
fn find_repeated(names: &[String]) -> Vec<bool> {
    names.iter().map(|name| names.iter().filter(|other| *other == name).count() > 1).collect()
}

/// Returns the names of the folders and of the file of a path, without its root, `.` and `..`.
fn path_components(file: &Path) -> Vec<String> {
    let normal = file.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    normal.collect()
}

/// Returns the last `count` components of a path, without the ending of scene files.
fn last_components(file: &Path, count: usize) -> String {
    let parts = path_components(file);
    let last = parts[parts.len().saturating_sub(count)..].join("/");
    last.trim_end_matches(".scene.json").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_of_equal_names_differ_by_their_folders() {
        let files = ["a/x/pair.scene.json", "b/x/pair.scene.json", "b/other.scene.json", "-"];
        let files = files.map(PathBuf::from);
        assert_eq!(short_names(&files), ["a/x/pair", "b/x/pair", "other", "-"]);
    }

    #[test]
    fn similar_names_give_different_picture_files() {
        let names = file_names(["q 1", "q-1", "Q?1", "q-1-2", "plain"]);
        assert_eq!(names, ["q-1", "q-1-2", "Q-1-3", "q-1-2-2", "plain"]);
        let long = file_names(["é".repeat(200).as_str(), "é".repeat(201).as_str()]);
        assert!(long[0] != long[1] && long.iter().all(|name| name.len() < 120), "{long:?}");
    }
}
