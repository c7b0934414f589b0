//! Numbers of a printed text that concern a shape and are not read: the text is refused with a question.

use super::token::Token;
use crate::import::ledger::Ledger;

/// Parts of words that state the size or the frame of a shape.
const GEOMETRY: [&str; 11] =
    ["scale", "center", "centre", "offset", "father", "radius", "extent", "height", "halfsize", "half_size", "size"];

/// Parts of words in lines about other quantities.
const ASIDE: [&str; 20] = [
    "contact",
    "normal",
    "depth",
    "distance",
    "velocity",
    "margin",
    "tolerance",
    "bound",
    "aabb",
    "mass",
    "inertia",
    "camera",
    "epsilon",
    "count",
    "threshold",
    "num",
    "step",
    "time",
    "sizeof",
    "screen",
];

/// Returns the offset of the first number that states the size or the frame of a shape and is not read.
pub(super) fn unread_number(text: &str, tokens: &[Token<'_>], ledger: &Ledger<'_>) -> Option<usize> {
    let mut line_start = 0;
    let mut lower = String::new();
    let mut line_end = 0;
    for token in tokens {
        let Some(number) = token.number() else { continue };
        if token.start >= line_end {
            line_start = text.get(..token.start)?.rfind('\n').map_or(0, |k| k + 1);
            line_end = text.get(token.start..)?.find('\n').map_or(text.len(), |k| token.start + k);
            lower = text.get(line_start..line_end)?.to_ascii_lowercase();
        }
        let is_address = token.text.starts_with("0x");
        if is_address
            || number.value == 0.0
            || ledger.is_taken(token.start)
            || ASIDE.iter().any(|word| lower.contains(word))
        {
            continue;
        }
        let before = lower.get(..token.start - line_start).unwrap_or_default();
        let word = GEOMETRY.iter().find(|word| before.contains(*word));
        // A scale of 1 changes nothing.
        if word.is_some_and(|word| *word != "scale" || number.value != 1.0) {
            return Some(token.start);
        }
    }
    None
}
