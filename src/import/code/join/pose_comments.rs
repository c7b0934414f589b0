//! Reads poses in comments at the ends of lines, and gives them to the bodies of these lines:
//! `btSphereShape ball(0.5); // at (0, 8, 0)`. Also finds calls in comments that place a body, for the tokenizer:
//! `// with cpBodySetPosition(ball, cpv(1, 2))`.
//!
//! **Rule.** Such a comment states the pose of the shape that its line makes. A comment with the word of a place, a
//! tuple of numbers and other words or numbers is refused. A comment that is a line of its own places the body of the
//! next line if it has the name of this body and a colon before the pose; others are read by `pose_remarks`.

use std::ops::Range;

use super::found_bodies::FoundBody;
use super::store::Store;
use crate::code::evaluate::constants;
use crate::code::evaluate::value::{ErrorAt, Ranges, mark};
use crate::code::pose::rotations::is_pose;
use crate::placing::functions::is_setter;
use crate::placing::motions::states_participle;
use crate::placing::tuples;
use crate::pose::Pose;

/// Words before a call that a comment states as a fact, "placed by …", in lower case.
const LEADS: [&str; 12] =
    ["with", "at", "placed", "by", "body", "pose", "transform", "after", "where", "set", "using", "and"];

/// Length of the mark and of the words before the calls in a comment, bytes, if the comment is after code in its line
/// and states calls that place a body; `None` for any other comment. `before` is the text before the comment.
pub fn lead(before: &str, comment: &str) -> Option<usize> {
    // A line may have many comments in `/* … */`, so they are excluded before the line is searched.
    if comment.starts_with("/*") {
        return None;
    }
    let mut rest = content(comment)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.trim().is_empty() || is_setter(line) {
        return None;
    }
    loop {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if LEADS.contains(&word.to_lowercase().as_str()) && !after.starts_with(['(', '.', '-']) {
            rest = after.trim_start_matches([' ', ':', '=', ',']);
            continue;
        }
        let head = rest.split('(').next().unwrap_or_default();
        let name = head.rsplit(['.', '>', ':']).next().unwrap_or_default();
        let is_call = head.len() < rest.len() && !head.is_empty() && !head.contains(' ');
        let places = is_setter(name) || is_pose(&name.to_lowercase());
        return (is_call && places && ends_as_calls(rest)).then(|| comment.len() - rest.len());
    }
}

/// Whether a text has only calls, with `;` or `,` between them.
fn ends_as_calls(text: &str) -> bool {
    let mut depth = 0_usize;
    let outside = text.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && !matches!(c, '(' | ')')
    });
    let outside: String = outside.collect();
    outside.split([';', ',']).all(|call| !call.trim().contains(' ')) && depth == 0
}

/// Returns the words of a comment without its marks, `//`, `#`, `--` or `/* … */`; `None` if the text has no such mark.
pub fn content(comment: &str) -> Option<&str> {
    let block = comment.strip_prefix("/*").map(|inner| inner.trim_end_matches("*/").trim_end());
    let inner = comment.strip_prefix("//").or_else(|| comment.strip_prefix('#')).or_else(|| comment.strip_prefix("--"));
    // The remainder of a comment whose beginning is a constructor.
    let remainder = comment.starts_with([' ', ',']).then_some(comment);
    Some(inner.or(block).or(remainder)?.trim_start_matches(['/', '#', '<', '!', '*', ' ', '\t', ',']))
}

/// Words before the coordinates of a place, in lower case.
pub const PLACES: [&str; 18] = [
    "poses",
    "positions",
    "at",
    "position",
    "pos",
    "translation",
    "center",
    "centre",
    "pose",
    "t",
    "p",
    "tf",
    "isometry",
    "transform",
    "origin",
    "location",
    "loc",
    "trans",
];

/// Words next to those of places that do not change the place, in lower case.
const FILLERS: [&str; 48] = [
    "centered",
    "centred",
    "stands",
    "lies",
    "resting",
    "positioned",
    "of",
    "with",
    "stays",
    "rests",
    "new",
    "a",
    "placed",
    "located",
    "body",
    "is",
    "the",
    "its",
    "world",
    "sits",
    "in",
    "space",
    "box",
    "sphere",
    "ball",
    "capsule",
    "cylinder",
    "shape",
    "collider",
    "identity",
    "no",
    "rotation",
    "unrotated",
    "and",
    "set",
    "r",
    "i",
    "eye",
    "extents",
    "extent",
    "radius",
    "height",
    "width",
    "size",
    "sizes",
    "dimensions",
    "half",
    "full",
];

/// Nouns and adjectives of bodies in comments in the lines of these bodies, in lower case.
const THINGS: [&str; 10] =
    ["floor", "ground", "wall", "crate", "static", "dynamic", "fixed", "unit", "player", "collider"];

/// Whether a word, in lower case, changes nothing next to one of a place.
pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word) || crate::code::is_library(word) || constants::is_vector(word)
}

/// Lines of a text.
pub struct Lines {
    /// Offsets of their starts, bytes, in order.
    starts: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn of(text: &str) -> Self {
        Self { starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect() }
    }

    /// Returns the offset of the start of the line that contains an offset.
    pub fn start(&self, at: usize) -> usize {
        self.starts[self.starts.partition_point(|start| *start <= at) - 1]
    }

    /// Returns the indices of the bodies, sorted by their offsets, in the line that contains an offset.
    pub fn bodies(&self, found: &[FoundBody], at: usize) -> Range<usize> {
        let next = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[next - 1];
        let end = self.starts.get(next).copied().unwrap_or(usize::MAX);
        found.partition_point(|body| body.at < start)..found.partition_point(|body| body.at < end)
    }
}

/// Gives the bodies without a pose those that the comments in their lines state. `understood` has the offsets of the
/// comments that are read as a whole, sorted.
///
/// # Errors
/// Fails if such a comment has the word of a place and is not understood as a whole.
pub fn place(store: &Store, found: &mut [FoundBody], text: &str, understood: &[usize]) -> Result<(), ErrorAt> {
    let lines = Lines::of(text);
    for comment in store.comments.iter().filter(|comment| understood.binary_search(&comment.start).is_err()) {
        let Some(words) = text.get(comment.clone()).and_then(content) else { continue };
        let code = &text[lines.start(comment.start)..comment.start];
        let in_line = lines.bodies(found, comment.start);
        // A single character is a bracket or a quote of the line.
        let ends_line_of_body = code.trim().len() > 1 && !in_line.is_empty();
        let unplaced_in_line: Vec<usize> = in_line.filter(|k| found[*k].pose.is_none()).collect();
        let describes_unplaced = ends_line_of_body && !unplaced_in_line.is_empty();
        let has_unplaced = found.iter().any(|body| body.pose.is_none() && !super::origin::is_half_space(body));
        // One coordinate alone may be of anything in a comment that is not in the line of a body.
        let coordinate_count = if ends_line_of_body { 1 } else { 2 };
        let is_motion = has_unplaced && states_motion(words, coordinate_count);
        if is_motion || describes_unplaced && states_tuple(words, code) {
            return Err(not_understood(comment.start));
        }
        if code.trim().is_empty() {
            place_by_heading(found, text, comment, words);
        }
        if !describes_unplaced {
            continue;
        }
        match (position(words), &unplaced_in_line[..]) {
            (StatedPosition::None, _) => {}
            (StatedPosition::At(position), [body]) => {
                found[*body].pose = Some(Pose::at(position));
                found[*body].used.extend([comment.clone(), mark(comment.start)]);
            }
            _ => return Err(not_understood(comment.start)),
        }
    }
    Ok(())
}

/// Returns the error of a comment at an offset, bytes, whose pose is not understood.
fn not_understood(at: usize) -> ErrorAt {
    let why = "the pose in this comment is not understood; write it as `// at (x, y, z)`, or as code";
    (at, why.to_owned())
}

/// Gives the body of the next line the position of a comment on a line of its own that has the name of the body before
/// a colon: `// pawn capsule: centered at (1, 2, 3)`.
fn place_by_heading(found: &mut [FoundBody], text: &str, comment: &Range<usize>, words: &str) {
    let Some((head, rest)) = words.split_once(':') else { return };
    let Some(line) = text.get(comment.end..).and_then(|after| after.strip_prefix('\n')) else { return };
    let next = comment.end + 1..comment.end + 1 + line.find('\n').unwrap_or(line.len());
    let mut owners = found.iter_mut().filter(|body| next.contains(&body.at));
    let Some(body) = owners.next() else { return };
    if owners.next().is_some() {
        return;
    }
    let first = line.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    let names = [first.to_lowercase(), body.name.to_lowercase()];
    let mut head_words = head.split_whitespace().map(str::to_lowercase);
    // A longer head is a sentence.
    let is_named = head_words.any(|word| names.contains(&word)) && head.split_whitespace().count() < 4;
    if !is_named || body.pose.is_some() {
        return;
    }
    if let StatedPosition::At(place) = position(&rest.replace("centered", "")) {
        body.pose = Some(Pose::at(place));
        body.used.extend([comment.clone(), mark(comment.start)]);
    }
}

/// Parts of words of comments about what a program does or should do, in lower case.
pub const RESULTS: [&str; 10] =
    ["should", "expect", "result", "contact", "return", "instead", "hit", "normal", "assert", "point"];

/// Whether the words of a comment state by how much a body is moved or scaled, "rotated by 30 degrees", or at least
/// `count` coordinates, `x=1 y=2`; false for comments about results and for code of a loop.
fn states_motion(words: &str, count: usize) -> bool {
    let lower = words.to_lowercase();
    if RESULTS.iter().any(|word| lower.contains(word)) {
        return false;
    }
    let is_loop = lower.contains("for ") || lower.contains(';');
    let coordinate_count = ["x", "y", "z"].into_iter().filter(|letter| states_coordinate(&lower, letter)).count();
    states_participle(&lower) || !is_loop && coordinate_count >= count
}

/// Whether words, in lower case, state a coordinate by its letter: `x = 1.5`.
pub fn states_coordinate(lower: &str, letter: &str) -> bool {
    lower.match_indices(letter).any(|(at, _)| {
        let after = lower[at + 1..].trim_start_matches(' ');
        let value = after.strip_prefix(['=', ':']).map(|value| value.trim_start_matches([' ', '-']));
        let is_word = !lower[..at].ends_with(char::is_alphanumeric);
        is_word && value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
    })
}

/// Whether the words of a comment place a body elsewhere than at the origin, or state by how much it is moved or
/// scaled.
fn moves_points(words: &str) -> bool {
    let lower = words.to_lowercase();
    let is_result = RESULTS.iter().any(|word| lower.contains(word));
    let is_body =
        ["body", "local", "pose", "transl", "transform", "offset", "frame"].iter().any(|word| lower.contains(word));
    let is_away = match position(words) {
        StatedPosition::At(place) => place != [0.0; 3],
        StatedPosition::Unclear => is_body,
        StatedPosition::None => false,
    };
    !is_result && (states_participle(&lower) || is_away)
}

/// Checks that no comment moves the points of a text without shapes.
///
/// # Errors
/// Fails at the first comment that states a place other than the origin, or by how much a body is moved or scaled.
pub fn check_points(text: &str, comments: &Ranges) -> Result<(), ErrorAt> {
    match comments.iter().find(|comment| text.get((*comment).clone()).and_then(content).is_some_and(moves_points)) {
        Some(comment) => {
            let why =
                "this comment moves a body, which is not applied to its points; write the points in their final places";
            Err((comment.start, why.to_owned()))
        }
        None => Ok(()),
    }
}

/// Whether a comment is only a tuple of numbers that the code in its line does not all have: `// (1.5, 0)`.
fn states_tuple(words: &str, line: &str) -> bool {
    let bare = words.trim();
    let inner = bare.strip_prefix(['(', '[', '{']).and_then(|inner| inner.strip_suffix([')', ']', '}']));
    let Some(inner) = inner else { return false };
    let numbers: Option<Vec<f64>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
    let in_code: Vec<f64> =
        line.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|part| part.parse().ok()).collect();
    numbers.is_some_and(|all| all.len() > 1 && !all.iter().all(|x| in_code.contains(&x.abs())))
}

/// Whether all words, in lower case, are words of places, of libraries and of vectors, or change nothing.
fn states_only_place(words: &str) -> bool {
    let mut all = words.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    all.all(|word| PLACES.contains(&word) || is_filler(word) || THINGS.contains(&word))
}

/// Reads a number of a tuple, perhaps with the suffix `f`; `None` for other text.
fn number(part: &str) -> Option<f64> {
    part.trim().trim_end_matches('f').parse().ok()
}

/// Position in the words of a comment.
enum StatedPosition {
    /// No word of a place with a tuple of numbers or with the origin.
    None,
    /// Only a position, meters.
    At([f64; 3]),
    /// A place with other words, or with coordinates that are not understood.
    Unclear,
}

/// Returns the position that the words of a comment state: "at (0, 8, 0)", "at the origin".
fn position(words: &str) -> StatedPosition {
    let lower = words.to_lowercase();
    let open = lower.find(['(', '[', '{']);
    let before = &lower[..open.unwrap_or(lower.len())];
    if !before.split(|c: char| !c.is_alphanumeric()).any(|word| PLACES.contains(&word)) {
        return StatedPosition::None;
    }
    let Some(open) = open else {
        let is_origin = lower.contains("at the origin") || lower.contains("at origin");
        if !is_origin {
            return StatedPosition::None;
        }
        return if states_only_place(&lower) { StatedPosition::At([0.0; 3]) } else { StatedPosition::Unclear };
    };
    let inner = &lower[open + 1..];
    let Some(close) = inner.find([')', ']', '}']) else { return StatedPosition::None };
    let coordinates = &inner[..close];
    let Some(position) = tuples::coordinates(coordinates) else {
        let are_numbers = coordinates.split(',').all(|part| number(part).is_some());
        return if are_numbers { StatedPosition::Unclear } else { StatedPosition::None };
    };
    let after = without_identity(inner[close + 1..].trim());
    if states_only_place(before) && states_only_place(after) {
        return StatedPosition::At(position);
    }
    StatedPosition::Unclear
}

/// Removes the numbers of an identity rotation from the end of a text, as a quaternion in either order or as angles:
/// `rotation [0, 0, 0, 1]`.
fn without_identity(after: &str) -> &str {
    let Some(open) = after.find(['(', '[', '{']) else { return after };
    let plain: String = after[open..].chars().filter(|c| !c.is_whitespace()).collect();
    let inner = plain.trim_matches(['(', ')', '[', ']', '{', '}', '.', ';']);
    let numbers: Vec<f64> = inner.split(',').filter_map(|part| part.parse().ok()).collect();
    let is_identity = matches!(numbers[..], [0.0, 0.0, 0.0, 1.0] | [1.0, 0.0, 0.0, 0.0] | [0.0, 0.0, 0.0]);
    if is_identity && inner.split(',').count() == numbers.len() { after[..open].trim_end() } else { after }
}
