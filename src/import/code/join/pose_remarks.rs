//! Reads poses in comments on lines without a body, and gives them to the bodies that the comments name:
//! `// ground sits at the origin, ball at (1, 2, 3)`. Refuses comments that state a body which the code does not have.
//!
//! - **Clauses.** Such a comment is split at commas and "and". A clause places a body if it has the body's name, or the
//!   noun of its kind if no other body is of this kind, a position or a call that sets one, and no word that is not
//!   known. Poses of the code take precedence, because a comment may be older than the code.
//! - **Refusals.** A clause with the name of a body without a pose and with a position is refused if it has other words
//!   too. A comment is refused if it states sizes of a shape that the code does not have. Comments about results are
//!   not refused.

mod names;
mod nouns;
mod values;

use std::collections::BTreeMap;

use super::found_bodies::FoundBody;
use super::pose_comments::{Lines, PLACES, RESULTS, content, is_filler, states_coordinate};
use super::store::Store;
use crate::code::evaluate::value::{ErrorAt, mark};
use crate::placing::functions::is_setter;
use crate::pose::{IDENTITY_ROTATION, Pose};
use names::{NamedBodies, Names, words_of};
use values::{Stated, Value, numbers, value};

/// Parts of further words of comments about what a program does, in lower case.
const OUTCOMES: [&str; 8] = ["penetrat", "distance", "overlap", "touch", "before", "previous", "instead", "wrong"];

/// Nouns of sizes before their numbers.
const SIZES: [&str; 10] =
    ["radius", "diameter", "extents", "extent", "halfextents", "size", "sizes", "height", "half", "r"];

/// Nouns of shapes, in lower case.
const NOUNS: [&str; 12] = [
    "sphere",
    "ball",
    "box",
    "cube",
    "cuboid",
    "capsule",
    "cylinder",
    "cone",
    "circle",
    "rectangle",
    "ellipsoid",
    "hull",
];

/// Maximum length of the code before a comment in its line that is searched for names, bytes; longer lines are data.
const MAX_CODE_BYTES: usize = 400;

/// Maximum distance of a size from the noun of its shape, bytes.
const MAX_PHRASE_BYTES: usize = 80;

/// Numbers of the code outside of its comments.
struct CodeNumbers {
    /// The numbers in ascending order.
    sorted: Vec<f64>,
}

impl CodeNumbers {
    /// Collects the numbers of a text.
    fn of(store: &Store, text: &str) -> Self {
        let mut sorted = Vec::new();
        let mut from = 0;
        for comment in &store.comments {
            sorted.extend(numbers(text.get(from..comment.start).unwrap_or_default()));
            from = comment.end.max(from);
        }
        sorted.extend(numbers(text.get(from..).unwrap_or_default()));
        sorted.sort_by(f64::total_cmp);
        Self { sorted }
    }

    /// Whether the code has a number, its half or its double: a comment may state full sizes.
    fn has(&self, x: f64) -> bool {
        let mut sizes = [x, 0.5 * x, 2.0 * x].into_iter().map(f64::abs);
        sizes.any(|size| self.sorted.binary_search_by(|number| number.total_cmp(&size)).is_ok())
    }
}

/// Gives the bodies without a pose those that comments on other lines state. Returns the offsets of the comments that
/// are read as a whole, bytes, in ascending order.
///
/// # Errors
/// Fails if such a comment has a position of a body without a pose and is not understood, or if it states a further
/// shape.
pub fn place(store: &Store, found: &mut [FoundBody], text: &str) -> Result<Vec<usize>, ErrorAt> {
    let mut understood = Vec::new();
    let mut stated: BTreeMap<usize, Pose> = BTreeMap::new();
    if found.is_empty() || store.comments.is_empty() {
        return Ok(understood);
    }
    let names = Names::of(found);
    let lines = Lines::of(text);
    let code_numbers = CodeNumbers::of(store, text);
    for comment in &store.comments {
        let whole = text.get(comment.clone()).unwrap_or_default();
        let is_in_line = !lines.bodies(found, comment.start).is_empty();
        let code = text.get(lines.start(comment.start)..comment.start).unwrap_or_default();
        // A long line is replaced by a text without words, so that it still counts as code.
        let code = if code.len() < MAX_CODE_BYTES { code.to_lowercase() } else { String::from("…") };
        let line = Place {
            at: comment.start,
            ends_line: !code.trim_matches([' ', '\t', '>', '\r']).is_empty(),
            body: names.in_code(&code),
            code,
        };
        // The documentation of a function in Python.
        let is_docstring = whole.starts_with("\"\"\"");
        if content(whole).is_none() && !is_docstring || whole.starts_with('#') && is_directive(whole) {
            continue;
        }
        for words in whole.lines() {
            let words = content(words).unwrap_or(words).trim_end_matches("*/").trim_matches('"');
            if states_further_shape(words, &code_numbers) {
                let why = "this comment states a shape with sizes that the code does not have; write the body as code, \
                           or remove the comment";
                return Err((line.at, why.to_owned()));
            }
            if line.ends_line && is_in_line {
                continue;
            }
            let poses = poses_of_clauses(found, &names, words, &line)?;
            understood.extend((!poses.is_empty()).then_some(line.at));
            for (k, pose) in poses {
                if stated.insert(k, pose).is_some_and(|previous| previous != pose) {
                    let why = "comments state two poses of this body; keep the one that applies";
                    return Err((line.at, why.to_owned()));
                }
                found[k].used.push(mark(line.at));
            }
        }
    }
    stated.into_iter().for_each(|(k, pose)| found[k].pose = Some(pose));
    understood.sort_unstable();
    Ok(understood)
}

/// Whether a comment is a line of the preprocessor or an attribute.
fn is_directive(comment: &str) -> bool {
    let words = ["include", "define", "if", "end", "else", "pragma", "[", "!"];
    comment.strip_prefix('#').is_some_and(|rest| words.iter().any(|word| rest.starts_with(word)))
}

/// Whether words state a size of a shape that is not among the numbers of the code: "a sphere with radius 0.3".
fn states_further_shape(words: &str, code_numbers: &CodeNumbers) -> bool {
    let lower = words.to_ascii_lowercase();
    if ["expect", "should", "result", "margin", "default"].iter().any(|word| lower.contains(word)) {
        return false;
    }
    NOUNS.iter().any(|noun| {
        lower.match_indices(noun).any(|(at, _)| {
            let after = &lower[at + noun.len()..];
            is_whole_word(&lower[..at], after) && has_new_size(after, code_numbers)
        })
    })
}

/// Whether a word between these texts is not a part of a longer one.
fn is_whole_word(before: &str, after: &str) -> bool {
    !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
}

/// Whether the words after the noun of a shape, in lower case, have sizes that are all missing in the code: "with
/// radius of 0.3".
fn has_new_size(after: &str, code_numbers: &CodeNumbers) -> bool {
    let end = (0..=after.len().min(MAX_PHRASE_BYTES)).rev().find(|end| after.is_char_boundary(*end)).unwrap_or(0);
    let phrase = &after[..end];
    let mut is_new = false;
    for size in SIZES {
        for (at, _) in phrase.match_indices(size) {
            let rest = &phrase[at + size.len()..];
            let value = rest.trim_start_matches([' ', '=', ':', '(', '[', '{']);
            let value = value.strip_prefix("of ").or_else(|| value.strip_prefix("is ")).unwrap_or(value);
            let is_word = is_whole_word(&phrase[..at], rest);
            let first = value.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').next().unwrap_or_default();
            match numbers(first).next().filter(|_| is_word) {
                Some(x) if code_numbers.has(x) => return false,
                Some(_) => is_new = true,
                None => {}
            }
        }
    }
    is_new
}

/// Place of a comment in the text.
struct Place {
    /// Offset of the comment, bytes.
    at: usize,
    /// Code before the comment in its line, in lower case.
    code: String,
    /// Whether code is before the comment in its line.
    ends_line: bool,
    /// Index of the only body that this code names.
    body: Option<usize>,
}

impl Place {
    /// Whether the code in the line has a word.
    fn has(&self, word: &str) -> bool {
        words_of(&self.code).any(|code_word| code_word == word)
    }
}

/// Returns the poses of the bodies without a pose that the clauses of a comment name.
///
/// # Errors
/// Fails if a clause has a position of a body without a pose, and words that are not known.
fn poses_of_clauses(
    found: &[FoundBody],
    names: &Names,
    words: &str,
    line: &Place,
) -> Result<BTreeMap<usize, Pose>, ErrorAt> {
    let lower = words.to_lowercase();
    if RESULTS.iter().chain(&OUTCOMES).any(|word| lower.contains(word)) {
        return Ok(BTreeMap::new());
    }
    let mut placed: Vec<usize> = Vec::new();
    let mut is_unclear = false;
    let mut poses: BTreeMap<usize, StatedPose> = BTreeMap::new();
    // A comment of calls alone may be code that does not run.
    let mut has_words = line.ends_line;
    for clause in clauses(words) {
        let Clause { body, stated, is_known, has_name, is_call } = Clause::read(clause, names, line);
        has_words |= !is_call;
        // The first clause may be about the body that the code in its line names.
        let body = body.or(line.body.filter(|_| placed.is_empty()));
        // A clause without a name is about the body of the clause before it, or about the only body.
        let implied = placed.last().copied().or_else(|| (names.count == 1).then_some(0));
        let owner = body.or(implied.filter(|_| !has_name));
        let names_unplaced = body.is_some_and(|k| found[k].pose.is_none());
        placed.extend(body);
        match (stated, owner) {
            (Stated::At(position), Some(k)) if is_known && poses.get(&k).is_none_or(|pose| pose.position.is_none()) => {
                poses.entry(k).or_default().position = Some(position);
            }
            (Stated::Rotated(rotation), Some(k)) if is_known => {
                poses.entry(k).or_default().rotation = Some(rotation);
            }
            (Stated::Nothing, _) => {
                let is_unread_after_pose = !is_known && !poses.is_empty();
                is_unclear |= is_unread_after_pose || names_unplaced && states_height(clause);
            }
            _ => is_unclear |= names_unplaced && is_place(clause),
        }
    }
    poses.retain(|k, _| found[*k].pose.is_none());
    if is_unclear || !has_words && !poses.is_empty() {
        let why = "the pose in this comment is not understood; write it as code, or as `// name at (x, y, z)`";
        return Err((line.at, why.to_owned()));
    }
    Ok(poses.into_iter().map(|(k, pose)| (k, pose.whole())).collect())
}

/// Pose that the clauses of a comment state.
#[derive(Default)]
struct StatedPose {
    position: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
}

impl StatedPose {
    /// Returns the pose; a part that is not stated is that of the identity.
    fn whole(self) -> Pose {
        Pose { position: self.position.unwrap_or_default(), rotation: self.rotation.unwrap_or(IDENTITY_ROTATION) }
    }
}

/// Whether a clause states where a body is by a coordinate or by its height above another: "at y = 2.4".
fn states_height(clause: &str) -> bool {
    let lower = clause.to_lowercase();
    let is_relative = [" above", " below", " left of", " right of", " apart"].iter().any(|word| lower.contains(word));
    ["x", "y", "z"].iter().any(|letter| states_coordinate(&lower, letter))
        || is_relative && numbers(clause).next().is_some()
}

/// Parts of words about vectors that are not places.
const OTHER_VECTORS: [&str; 12] =
    ["veloc", "extent", "size", "color", "axis", "normal", "mass", "inertia", "scale", "half", "gravity", "direction"];

/// Whether a clause has a vector, or a call that moves a body, that may be a place.
fn is_place(clause: &str) -> bool {
    let lower = clause.to_lowercase();
    let has_vector = clause.contains(['(', '[', '{']) && !OTHER_VECTORS.iter().any(|word| lower.contains(word));
    let has_word = words_of(&lower).any(|word| PLACES.contains(&word));
    numbers(clause).next().is_some() && (has_word || has_vector || is_setter(clause))
}

/// Returns the clauses of a comment, which end at commas, semicolons and "and" outside of brackets.
fn clauses(words: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut from = 0;
    let mut found = Vec::new();
    for (k, c) in words.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' | ';' | '|' if depth == 0 => {
                found.push(&words[from..k]);
                from = k + 1;
            }
            ' ' if depth == 0 && words[k..].starts_with(" and ") => {
                found.push(&words[from..k]);
                from = k + 4;
            }
            _ => {}
        }
    }
    found.push(&words[from..]);
    found.retain(|clause| !clause.trim().is_empty());
    found
}

/// Clause of a comment.
struct Clause {
    /// Index of the body that the clause names.
    body: Option<usize>,
    stated: Stated,
    /// Whether all words are understood.
    is_known: bool,
    /// Whether a word before the pose may be the name of something.
    has_name: bool,
    /// Whether the clause is only a call that places a body.
    is_call: bool,
}

impl Clause {
    /// Reads a clause of the comment at a place.
    fn read(clause: &str, names: &Names, line: &Place) -> Self {
        let lower = clause.to_lowercase();
        let Value { stated, rest, is_call } = value(&lower);
        let mut body = None;
        let mut is_known = true;
        let mut has_name = false;
        for word in words_of(&rest) {
            match names.get(word) {
                NamedBodies::Body(index) if body.is_none_or(|previous| previous == index) => body = Some(index),
                NamedBodies::Body(_) | NamedBodies::Several => is_known = false,
                NamedBodies::Nothing if PLACES.contains(&word) || is_filler(word) || line.has(word) => {}
                NamedBodies::Nothing => {
                    is_known = false;
                    has_name = true;
                }
            }
        }
        Self { body, stated, is_known, has_name, is_call }
    }
}
