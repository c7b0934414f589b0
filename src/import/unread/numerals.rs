//! Finds the numbers of a text by their ranges, and recognizes indices, versions, counts and line numbers, which
//! describe no body.

use std::ops::Range;

use super::words::{COUNTED, FILES, SUFFIXES};

/// Whether a number in a part from `start` is an index of a list or an array: `T[0, 3]`.
pub(super) fn is_index(text: &str, start: usize, offset: usize) -> bool {
    let before = text.get(start..offset).unwrap_or_default();
    let bytes = &before.as_bytes()[before.len().saturating_sub(MAX_INDEX_BYTES)..];
    let Some(bracket) = bytes.iter().rposition(|byte| b"[](){}".contains(byte)) else { return false };
    let owner = bracket.checked_sub(1).map_or(b' ', |index| bytes[index]);
    bytes[bracket] == b'[' && (owner.is_ascii_alphanumeric() || b"_])".contains(&owner))
}

/// Maximum distance of an index from its bracket, bytes.
const MAX_INDEX_BYTES: usize = 40;

/// Returns a number without the suffix of its type, such as `f32`.
pub(super) fn without_type_suffix(number: &str) -> &str {
    SUFFIXES.iter().find_map(|suffix| number.strip_suffix(suffix)).unwrap_or(number)
}

/// Returns the ranges of the numbers of a text in bytes, without signs; except in names, versions, counts and line
/// numbers.
pub(super) fn number_ranges(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut ranges = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        if !bytes[index].is_ascii_digit() {
            index += 1;
            continue;
        }
        let mut end = index;
        while end < bytes.len() && (bytes[end].is_ascii_alphanumeric() || b"._".contains(&bytes[end])) {
            end += 1;
        }
        let before = text.get(..index).unwrap_or_default();
        // Jolt prints the squared length after a vector: `L^2=3.0`.
        let is_in_name =
            before.ends_with(|c: char| c.is_alphanumeric() || "_#$^".contains(c)) || before.ends_with("^2=");
        let number = text.get(index..end).unwrap_or_default().trim_end_matches('.');
        let after = text.get(end..).unwrap_or_default();
        let is_count = COUNTED.iter().any(|word| after.strip_prefix(' ').is_some_and(|after| after.starts_with(word)));
        let is_line_number = FILES.iter().any(|file| before.ends_with(file));
        let is_excluded = is_in_name || is_count || is_line_number || is_pair_of_ids(before);
        let is_number = without_type_suffix(number).parse::<f64>().is_ok();
        if is_number && !is_excluded && !follows_library(before) {
            ranges.push(index..end);
        }
        index = end;
    }
    ranges
}

/// Whether a text ends with the name of a library, so that a number after it is a version.
fn follows_library(before: &str) -> bool {
    let name = before.trim_end_matches([' ', '=', '@', '-']);
    let before_name = name.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
    let start = before_name.map_or(0, |index| index + 1);
    let name = name.get(start..).unwrap_or_default().to_ascii_lowercase();
    crate::code::is_library(name.trim_end_matches("2d").trim_end_matches("3d"))
}

/// Whether two numbers of a text form a tuple: they are separated only by blanks, at most one comma and the sign of the
/// second.
pub(super) fn is_tuple(text: &str, number: &Range<usize>, next: &Range<usize>) -> bool {
    let between = text.get(number.end..next.start).unwrap_or_default();
    let without_sign = between.trim().trim_end_matches('-').trim();
    between.contains([',', ' ']) && ["", ","].contains(&without_sign) && !between.trim_start().starts_with("- ")
}

/// Whether a text ends before an index of a printed pair of bodies: `pair (7, `.
fn is_pair_of_ids(before: &str) -> bool {
    let bytes = before.as_bytes();
    let near = &bytes[bytes.len().saturating_sub(MAX_INDEX_BYTES)..];
    let last = near.iter().rposition(|byte| !byte.is_ascii_digit() && !b" ,(#".contains(byte));
    let end = last.map_or(0, |index| index + 1);
    end < near.len() && near[..end].ends_with(b"pair")
}
