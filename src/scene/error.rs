//! Errors of scene files and batch lines, each with the place and the field of one mistake; and hints for misspelled
//! names.

use std::fmt;

/// Maximum number of known words that a suggestion lists.
const MAX_LISTED: usize = 24;

/// Maximum number of characters of a word that are compared; the time grows with its square.
const COMPARED_LETTERS: usize = 64;

/// Maximum number of edits that a misspelling has.
const MAX_EDITS: usize = 3;

/// The first mistake in a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// The file's name as the user wrote it; `-` for standard input.
    pub file: String,
    /// Line, from 1; 0 when the error has no place in the file, as when the file cannot be read.
    pub line: usize,
    /// Column in characters, from 1; 0 when the error has no place in the file.
    pub column: usize,
    /// Path of the field, such as `bodies[1].shape.radius`; empty for the file as a whole.
    pub path: String,
    /// The rule and the value that breaks it: `must be positive, but is -1`.
    pub message: String,
}

impl SceneError {
    /// Creates an error about the file as a whole.
    pub fn whole(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0, path: String::new(), message: message.into() }
    }

    /// Creates an error about a field whose place in the file is not known.
    pub(super) fn of_field(file: &str, error: FieldError) -> Self {
        Self { path: error.path, ..Self::whole(file, error.message) }
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.file)?;
        if self.line > 0 {
            write!(out, ":{}:{}", self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(out, ": {}", self.path)?;
        }
        write!(out, ": {}", self.message)
    }
}

impl std::error::Error for SceneError {}

/// Error of a field, before its place in the text is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Path of the field, such as `bodies[1].shape.radius`; empty for the object as a whole.
    pub path: String,
    /// The rule and the value that breaks it: `must be positive, but is -1`.
    pub message: String,
}

impl FieldError {
    /// Creates the error of the field at `path`.
    pub(super) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// Prefixes the path with `object`, the path of the object that contains the field.
    pub(super) fn inside(self, object: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{object}{dot}{}", self.path), ..self }
    }
}

/// Error at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextError {
    /// Byte offset of the mistake in the text.
    pub(super) offset: usize,
    /// Path of the field, such as `bodies[1].shape.radius`; empty for the text as a whole.
    pub(super) path: String,
    /// The rule and the value that breaks it: `must be positive, but is -1`.
    pub(super) message: String,
}

impl TextError {
    /// Creates the error of the field at `path`, at a byte offset of the text.
    pub(super) fn new(offset: usize, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { offset, path: path.into(), message: message.into() }
    }

    /// Converts to an error with line and column in `text`, the text of `file`.
    pub(super) fn in_file(self, file: &str, text: &str) -> SceneError {
        let (line, column) = line_and_column(text, self.offset);
        SceneError { file: file.to_owned(), line, column, path: self.path, message: self.message }
    }
}

/// Returns line and column (in characters), both from 1, of a byte offset; of the end for offsets beyond it.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut character_start = offset.min(text.len());
    while !text.is_char_boundary(character_start) {
        character_start -= 1;
    }
    let preceding = &text[..character_start];
    let line_start = preceding.rfind('\n').map_or(0, |newline| newline + 1);
    (preceding.matches('\n').count() + 1, preceding[line_start..].chars().count() + 1)
}

/// Returns `; did you mean `radius`?` if `word` is a likely misspelling of one of `known`, else a list of these or, if
/// there are more than `MAX_LISTED`, their number; empty without known words.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match likely_name(word, known.iter().copied()) {
        Some(name) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => String::new(),
        None if known.len() > MAX_LISTED => format!("; {} other names are known here", known.len()),
        None => format!("; known here: {}", known.join(", ")),
    }
}

/// Returns the name that `word` most likely misspells; `None` if none is near. At most a third of the characters, and
/// three, may differ, so that a name of one or two characters is found only in another case.
pub fn likely_name<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, name) = known.into_iter().map(|name| (edit_distance(word, name), name)).min()?;
    let letters = word.chars().count().max(name.chars().count());
    (distance <= MAX_EDITS.min(letters / 3)).then_some(name)
}

/// Returns the number of edits (a character inserted, deleted or replaced, or two neighbors swapped) between the first
/// [`COMPARED_LETTERS`] characters of two words, ignoring case.
fn edit_distance(a: &str, b: &str) -> usize {
    let a = first_letters(a);
    let b = first_letters(b);
    // Optimal string alignment: `distances[count_a][count_b]` is the distance between the first `count_a` letters of
    // `a` and the first `count_b` letters of `b`.
    let mut distances = vec![vec![0; b.len() + 1]; a.len() + 1];
    for count_a in 0..=a.len() {
        for count_b in 0..=b.len() {
            distances[count_a][count_b] = match (count_a, count_b) {
                (0, count) | (count, 0) => count,
                _ => {
                    let is_replaced = a[count_a - 1] != b[count_b - 1];
                    let best = (distances[count_a - 1][count_b - 1] + usize::from(is_replaced))
                        .min(distances[count_a - 1][count_b] + 1)
                        .min(distances[count_a][count_b - 1] + 1);
                    let is_swapped = count_a > 1
                        && count_b > 1
                        && a[count_a - 1] == b[count_b - 2]
                        && a[count_a - 2] == b[count_b - 1];
                    if is_swapped { best.min(distances[count_a - 2][count_b - 2] + 1) } else { best }
                }
            };
        }
    }
    distances[a.len()][b.len()]
}

/// Returns the first [`COMPARED_LETTERS`] characters of a word in lower case.
fn first_letters(word: &str) -> Vec<char> {
    word.chars().take(COMPARED_LETTERS).flat_map(char::to_lowercase).collect()
}

/// Formats a number: without an exponent if it is 0 or its magnitude is from 1e-4 to below 1e9.
pub(super) fn plain_number(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-4..1e9).contains(&number.abs());
    if is_plain { number.to_string() } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_name_or_lists_them() {
        assert_eq!(suggestion("radus", ["radius", "half_height"]), "; did you mean `radius`?");
        assert_eq!(suggestion("Radius", ["radius"]), "; did you mean `radius`?");
        assert_eq!(suggestion("color", ["name", "shape"]), "; known here: name, shape");
        assert_eq!(suggestion("x", []), "");
    }

    #[test]
    fn another_word_or_letter_is_no_misspelling() {
        assert_eq!(likely_name("path", ["part", "name"]), None);
        assert_eq!(likely_name("cube", ["cone", "sphere"]), None);
        assert_eq!(likely_name("c", ["a", "b"]), None);
        assert_eq!(likely_name("ab", ["a", "b", "ac"]), None);
        assert_eq!(likely_name("A", ["a", "b"]), Some("a"));
        assert_eq!(likely_name("rum", ["run"]), Some("run"));
        assert_eq!(likely_name("gjk", ["jgk", "epa"]), Some("jgk"), "two letters swapped are one edit");
        assert_eq!(likely_name("half_exents", ["half_extents", "half_height"]), Some("half_extents"));
        assert_eq!(likely_name("gjk-cubes-overlapping", ["gjk-boxes-touching"]), None);
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        assert_eq!(line_and_column("ab\ncäd", 0), (1, 1));
        assert_eq!(line_and_column("ab\ncäd", 3), (2, 1));
        assert_eq!(line_and_column("ab\ncäd", 6), (2, 3));
        assert_eq!(line_and_column("ab", 99), (1, 3));
    }
}
