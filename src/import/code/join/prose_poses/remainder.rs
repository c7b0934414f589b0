//! Parts of sentences with poses that may state or move further bodies, and are refused.

use std::ops::Range;

use super::words::constructor_end;
use crate::code::evaluate::value::ErrorAt;
use crate::code::join::found_bodies::FoundBody;
use crate::placing::functions::is_mover;
use crate::placing::tuples;

/// Words before tuples that are no bodies, in lower case.
const ASIDES: [&str; 10] =
    ["velocity", "gravity", "normal", "force", "impulse", "direction", "dir", "point", "contact", "ray"];

/// Maximum length of the path of a function in a sentence, bytes.
const MAX_CALL_BYTES: usize = 120;

/// Maximum distance of a number from the bracket before the arguments of a function in a sentence, characters.
const MAX_ARGUMENT_CHARS: usize = 200;

/// Ends of the names of files with shapes.
const SHAPE_FILES: [&str; 8] = [".stl", ".obj", ".dae", ".off", ".ply", ".glb", ".gltf", ".fbx"];

/// Checks that no inline code of a sentence moves a body: "`Bodies.circle(0, 0, 1)` after `Body.rotate(a, 1)`".
///
/// # Errors
/// Fails at the first such call that no body uses.
pub(super) fn check_calls(found: &[FoundBody], text: &str) -> Result<(), ErrorAt> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let mut start = offset;
        offset += line.len();
        if line.trim_start().starts_with("```") {
            continue;
        }
        for (index, span) in line.split('`').enumerate() {
            let range = start..start + span.len();
            start = range.end + 1;
            // Only the spans of moving calls are compared with the ranges of all bodies.
            let at = match index % 2 {
                0 => moving_call_in_words(span),
                _ => moves_by_call(span).then_some(0),
            };
            let Some(at) = at else { continue };
            let call = match index % 2 {
                0 => range.start + at..range.end,
                _ => range,
            };
            if !found.iter().any(|body| body.used.iter().any(|used| call.contains(&used.start))) {
                let why = "this call moves a body, but it is not clear which; write the final poses of all bodies";
                return Err((call.start, why.to_owned()));
            }
        }
    }
    Ok(())
}

/// Whether words state an angle in numbers.
pub(super) fn states_angle(words: &str) -> bool {
    words.contains('°')
        || ["degree", "deg", "radian", "rad"].iter().any(|unit| {
            words
                .match_indices(unit)
                .any(|(at, _)| words[..at].trim_end_matches([' ', '-']).ends_with(|c: char| c.is_ascii_digit()))
        })
}

/// Whether inline code is a call that moves or scales a body by numbers.
fn moves_by_call(code: &str) -> bool {
    let Some((name, arguments)) = code.split_once('(') else { return false };
    is_mover(name) && arguments.contains(|c: char| c.is_ascii_digit())
}

/// Whether the arguments at the beginning of a text have a digit.
fn has_number(arguments: &str) -> bool {
    arguments.chars().take(MAX_ARGUMENT_CHARS).any(|c| c.is_ascii_digit())
}

/// Returns the offset of a call in the words of a sentence that moves a body: "but after Body.rotate(a, 1) on the box".
fn moving_call_in_words(words: &str) -> Option<usize> {
    let mut words_before = 0..0;
    words.match_indices([' ', '(']).find_map(|(at, sign)| {
        if sign == " " {
            words_before = words_before.end..at;
            words_before.end = at + 1;
            return None;
        }
        let start = words_before.end;
        let before = words[words_before.start..start].trim_end();
        let is_in_words = before.ends_with(|c: char| c.is_alphabetic());
        let is_moving_call = is_in_words && at - start < MAX_CALL_BYTES && is_mover(&words[start..at]);
        (is_moving_call && has_number(&words[at..])).then_some(start)
    })
}

/// Whether an offset is between two backticks of its line.
pub(super) fn is_inline_code(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    !text[start..].starts_with("```") && text[start..at].matches('`').count() % 2 == 1
}

/// Checks that lines with bodies or poses in sentences, at the offsets `stated_at`, do not state further bodies: in
/// brackets where `may_state` holds, or in a file.
///
/// # Errors
/// Fails at the first tuple of numbers that no body uses, and at the name of a file with a shape.
pub(super) fn check_lines(
    found: &[FoundBody],
    text: &str,
    stated_at: &[usize],
    may_state: impl Fn(usize) -> bool,
) -> Result<(), ErrorAt> {
    if stated_at.is_empty() {
        return Ok(());
    }
    let constructors = found.iter().filter_map(|body| Some(body.at..constructor_end(text, body.at)?));
    let used: Vec<Range<usize>> = constructors.chain(found.iter().flat_map(|body| body.used.iter().cloned())).collect();
    let mut last_start = None;
    for at in stated_at {
        let start = text[..*at].rfind('\n').map_or(0, |newline| newline + 1);
        if last_start.replace(start) == Some(start) {
            continue;
        }
        let line = text[start..].split('\n').next().unwrap_or_default();
        let tuple = further_tuple(line, |offset| {
            may_state(start + offset) && !used.iter().any(|range| range.contains(&(start + offset)))
        });
        if let Some(tuple) = tuple {
            let why = "these numbers belong to no body that is understood; write each body as `shape(…) at (x, y, z)`";
            return Err((start + tuple, why.to_owned()));
        }
        if let Some(file) = shape_file(line) {
            let why = "the shape of this file is not in the text; write it into the text, or remove it";
            return Err((start + file, why.to_owned()));
        }
    }
    Ok(())
}

/// Returns the offset of the first free tuple of at least two numbers that may describe a body.
fn further_tuple(text: &str, is_free: impl Fn(usize) -> bool) -> Option<usize> {
    text.char_indices().filter(|(_, c)| matches!(c, '(' | '[' | '{')).map(|(at, _)| at).find(|&at| {
        let head = text[..at].trim_end_matches([' ', '=', ':', '`']);
        let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        // A tuple has no brackets inside, so the search for its end stops at the next bracket.
        let next = text[at + 1..].find(['(', '[', '{', ')', ']', '}']).map(|next| at + 1 + next);
        let is_tuple = next.is_some_and(|next| tuples::position(&text[at..=next]).is_some());
        is_tuple && !ASIDES.iter().any(|aside| word.contains(aside)) && is_free(at)
    })
}

/// Returns the offset of the end of the first name of a file with a shape.
fn shape_file(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    SHAPE_FILES.iter().filter_map(|end| lower.find(end)).min()
}
