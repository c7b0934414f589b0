//! Tests whether words and numbers of a sentence are something other than the description of a body: a result of a
//! query, a setting, a label, a count. Every test is about the token at an index.

use super::token::Token;
use super::words::{COUNTED, LABELS, PROGRAMS};

/// Whether a number is a label, a version or a count.
pub(super) fn is_label(tokens: &[Token<'_>], index: usize) -> bool {
    // Marks between the name and the number: "step: 3", "version 2.1".
    let skipped = ["(", ":", "version", "="];
    let previous = tokens[..index].iter().rev().find(|token| !token.is_one_of(&skipped));
    let is_after_name = previous.is_some_and(|token| token.is_one_of(&LABELS) || token.is_one_of(&PROGRAMS));
    let is_count = tokens.get(index + 1).is_some_and(|token| token.is_one_of(&COUNTED));
    is_after_name || is_count
}

/// Whether a word changes the shape after it ("half sphere") or names the frame of a body ("in the frame of the box");
/// neither is supported.
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
    // Words before "frame" or "space" with which it is the world's frame or a moment in time.
    let harmless_words = [
        "world", "global", "same", "common", "inertial", "one", "per", "first", "last", "next", "every", "each",
        "this", "a", "single", "physics", "half", "2d", "3d", "at", "after", "in",
    ];
    let is_harmless = index.checked_sub(1).is_some_and(|before| tokens[before].is_one_of(&harmless_words));
    // "frame 12" is a moment in time.
    let is_numbered = tokens.get(index + 1).is_some_and(|next| next.value().is_some());
    token.is_one_of(&["frame", "coordinates", "space"]) && !is_harmless && !is_numbered
}

/// Whether words name the frame of the world: "world coordinates".
pub(super) fn is_world(tokens: &[Token<'_>], index: usize) -> bool {
    let follows_world =
        index.checked_sub(1).is_some_and(|before| tokens[before].is_one_of(&["world", "global", "2d", "3d"]));
    follows_world && tokens[index].is_one_of(&["frame", "coordinates", "space"])
}

/// Whether a verb directly before a number states a result: "the distance … is 2".
pub(super) fn is_stated(tokens: &[Token<'_>], index: usize) -> bool {
    index.checked_sub(1).is_some_and(|index| tokens[index].is_one_of(&["is", "was", "be", "not", "=", "as"]))
}

/// Whether one of the three words before a word negates it, such as `not` or `without`.
pub(super) fn is_negated(tokens: &[Token<'_>], index: usize) -> bool {
    let mut words_before = tokens[..index].iter().rev().take(3).take_while(|token| !token.is_stop());
    let negations = ["no", "not", "without", "zero", "never", "neither", "nor", "isn't", "aren't"];
    words_before.any(|token| token.is_one_of(&negations))
}

/// Whether one of the two words before a body says that it is a result: "expected a box".
pub(super) fn is_expected(tokens: &[Token<'_>], index: usize) -> bool {
    let mut words_before = tokens[..index].iter().rev().take(2).take_while(|token| !token.is_stop());
    words_before.any(|token| token.is_one_of(&["expected", "expect", "should", "instead", "got", "gets"]))
}

/// Whether a noun names a part of an answer: "closest points", "contact plane". The phrase is from token `index` to
/// before token `next`.
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

/// Returns the offset of the second of several cases in the text, bytes: "case 1: …", "case 2: …"; `None` if the text
/// describes only one.
pub(super) fn second_case(tokens: &[Token<'_>]) -> Option<usize> {
    let names = ["case", "test", "example", "scenario", "setup", "configuration", "variant", "state", "frame", "step"];
    let mut first_label: Option<&str> = None;
    for (index, token) in tokens.iter().enumerate() {
        if !token.is_one_of(&names) {
            continue;
        }
        let Some(label) = case_label(tokens, index) else { continue };
        if first_label.is_some_and(|first| first != label) {
            return Some(token.start);
        }
        first_label = Some(label);
    }
    None
}

/// Returns the label of the case that the word at token `index` names: the number or capital letter after the word, or
/// the ordinal before it. `None` without either.
fn case_label<'t>(tokens: &'t [Token<'_>], index: usize) -> Option<&'t str> {
    if let Some(next) = tokens.get(index + 1) {
        let is_capital_letter = next.text.len() == 1 && next.text.starts_with(char::is_uppercase);
        if is_capital_letter || next.value().is_some() {
            return Some(&next.word);
        }
    }
    let previous = &tokens[index.checked_sub(1)?];
    let ordinals = ["first", "second", "third", "other", "another", "one", "two"];
    if previous.is_one_of(&ordinals) { Some(&previous.word) } else { None }
}
