//! Tests for words and numbers of sentences that do not describe bodies: results, settings, labels and counts.

use super::token::Token;
use super::words::{COUNTED, LABELS, PROGRAMS};

/// Whether a number is a label, a version or a count.
pub(super) fn is_label(tokens: &[Token<'_>], index: usize) -> bool {
    let marks = ["(", ":", "version", "="];
    let previous = tokens[..index].iter().rev().find(|token| !token.is_one_of(&marks));
    let is_after_name = previous.is_some_and(|token| token.is_one_of(&LABELS) || token.is_one_of(&PROGRAMS));
    let is_count = tokens.get(index + 1).is_some_and(|token| token.is_one_of(&COUNTED));
    is_after_name || is_count
}

/// Whether a word changes the shape after it ("half sphere") or names the frame of a body ("in the frame of the box").
pub(super) fn is_partial(tokens: &[Token<'_>], index: usize) -> bool {
    let token = &tokens[index];
    // "the upper cube": one of several bodies.
    let is_reference = index.checked_sub(1).is_some_and(|before| tokens[before].is("the"));
    if is_reference && token.is_one_of(&["upper", "lower"]) {
        return false;
    }
    if token.is_one_of(&["half", "quarter", "semi", "part", "piece", "slice", "upper", "lower"]) {
        let next = super::attribute::skip_words(tokens, index + 1, &["of", "a", "the"]);
        return super::noun::read_noun(tokens, next).is_some();
    }
    let known = [
        "world", "global", "same", "common", "inertial", "one", "per", "first", "last", "next", "every", "each",
        "this", "a", "single", "physics", "half", "2d", "3d", "at", "after", "in",
    ];
    let is_known = index.checked_sub(1).is_some_and(|before| tokens[before].is_one_of(&known));
    let is_counted = tokens.get(index + 1).is_some_and(|next| next.value().is_some());
    token.is_one_of(&["frame", "coordinates", "space"]) && !is_known && !is_counted
}

/// Whether words name the frame of the world: "world coordinates".
pub(super) fn is_world(tokens: &[Token<'_>], index: usize) -> bool {
    let before = index.checked_sub(1).is_some_and(|index| tokens[index].is_one_of(&["world", "global", "2d", "3d"]));
    before && tokens[index].is_one_of(&["frame", "coordinates", "space"])
}

/// Whether a verb directly before a number states a result: "the distance … is 2".
pub(super) fn is_stated(tokens: &[Token<'_>], index: usize) -> bool {
    index.checked_sub(1).is_some_and(|index| tokens[index].is_one_of(&["is", "was", "be", "not", "=", "as"]))
}

/// Whether one of the three words before a word negates it, such as `not` or `without`.
pub(super) fn is_negated(tokens: &[Token<'_>], index: usize) -> bool {
    let before = tokens[..index].iter().rev().take(3).take_while(|token| !token.is_stop());
    let words = ["no", "not", "without", "zero", "never", "neither", "nor", "isn't", "aren't"];
    before.into_iter().any(|token| token.is_one_of(&words))
}

/// Whether one of the two words before a body says that it is a result: "expected a box".
pub(super) fn is_expected(tokens: &[Token<'_>], index: usize) -> bool {
    let before = tokens[..index].iter().rev().take(2).take_while(|token| !token.is_stop());
    before.into_iter().any(|token| token.is_one_of(&["expected", "expect", "should", "instead", "got", "gets"]))
}

/// Whether a noun names a part of an answer: "closest points", "contact plane".
pub(super) fn is_answer(tokens: &[Token<'_>], index: usize, next: usize) -> bool {
    let words = [
        "closest",
        "nearest",
        "witness",
        "contact",
        "contacts",
        "support",
        "separating",
        "collision",
        "intersection",
        "hit",
        "floating",
        "this",
        "fixed",
        "whole",
        "query",
        "test",
    ];
    let names = ["point", "points", "plane", "planes", "segment", "line", "polygon"];
    let is_name = tokens.get(next - 1).is_some_and(|token| token.is_one_of(&names));
    is_name && tokens[index.saturating_sub(2)..next].iter().any(|token| token.is_one_of(&words))
}

/// Whether a number follows in the same sentence.
pub(super) fn has_numbers(tokens: &[Token<'_>], index: usize) -> bool {
    tokens[index.min(tokens.len())..].iter().take_while(|token| !token.is_stop()).any(|token| token.value().is_some())
}

/// Returns the offset of the second of several cases: "case 1: …", "case 2: …".
pub(super) fn second_case(tokens: &[Token<'_>]) -> Option<usize> {
    let names = ["case", "test", "example", "scenario", "setup", "configuration", "variant", "state", "frame", "step"];
    let mut labels: Vec<&str> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if !token.is_one_of(&names) {
            continue;
        }
        let ordinals = ["first", "second", "third", "other", "another", "one", "two"];
        let after = tokens
            .get(index + 1)
            .filter(|next| next.value().is_some() || next.text.len() == 1 && next.text.starts_with(char::is_uppercase));
        let before = index.checked_sub(1).map(|index| &tokens[index]).filter(|previous| previous.is_one_of(&ordinals));
        let Some(label) = after.or(before) else { continue };
        if !labels.is_empty() && !labels.contains(&label.word.as_str()) {
            return Some(token.start);
        }
        labels.push(&label.word);
    }
    None
}
