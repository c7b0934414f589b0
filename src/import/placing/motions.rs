//! Words of rotations, motions and scales in sentences and comments.

/// Word of a motion or of its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Any word that begins with the stem: "rotation", "rotates", `rotateAboutCenter`.
    Any,
    /// Only the past participle: "moved", but not "moves".
    Participle,
}

use Form::{Any, Participle};

/// Stems of words, in lower case.
const STEMS: [(&str, Form); 19] = [
    ("rotat", Any),
    ("turn", Any),
    ("tilt", Any),
    ("yaw", Any),
    ("pitch", Any),
    ("roll", Any),
    ("quat", Any),
    ("euler", Any),
    ("angle", Any),
    ("scale", Any),
    ("offset", Any),
    ("local", Any),
    ("orient", Any),
    ("then", Any),
    ("translat", Participle),
    ("shift", Participle),
    ("mov", Participle),
    ("rais", Participle),
    ("lower", Participle),
];

/// Words that say that a motion is none.
const NEGATIONS: [&str; 8] = ["no", "not", "without", "neither", "un", "zero", "identity", "never"];

/// Maximum distance of an amount from the word of its motion in a sentence, characters.
const MAX_AMOUNT_CHARS: usize = 30;

/// Maximum distance of an amount from the word of its motion in a comment, characters.
const MAX_COMMENT_AMOUNT_CHARS: usize = 24;

/// Returns the word at the beginning of a text.
pub fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())]
}

/// Whether a stem begins a word, or a part of a name in it: `setRotation`. The stem is in lower case.
fn has_stem(word: &str, stem: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let is_return = lower.starts_with("return");
    !is_return
        && lower.match_indices(stem).any(|(at, _)| {
            let is_hump = word[at..].starts_with(|c: char| c.is_ascii_uppercase()) || word[..at].ends_with('_');
            at == 0 || lower[..at] == *"un" || is_hump
        })
}

/// Returns the words of a text with the offsets after them.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(|c: char| c.is_alphabetic())?;
        let word = word(&text[start..]);
        from = start + word.len().max(1);
        Some((word, start + word.len()))
    })
}

/// Whether a text has an amount in its first `count` characters: a digit or π.
fn begins_with_amount(text: &str, count: usize) -> bool {
    let head: String = text.chars().take(count).flat_map(char::to_lowercase).collect();
    head.contains(|c: char| c.is_ascii_digit() || c == 'π' || c == '½') || head.contains("pi")
}

/// Whether a sentence rotates, moves or scales a body by an amount.
pub fn states_motion(text: &str) -> bool {
    words(text).any(|(word, end)| {
        let mut stems = STEMS.iter().filter(|(stem, _)| has_stem(word, stem));
        if !stems.any(|(_, form)| *form == Any || word.to_ascii_lowercase().ends_with("ed")) {
            return false;
        }
        let before = &text[..end - word.len()];
        let mut earlier = before.split_whitespace().rev().take(3).map(str::to_lowercase);
        let is_negated = word.to_ascii_lowercase().starts_with("un")
            || earlier.any(|word| NEGATIONS.contains(&word.trim_matches('`')));
        !is_negated && begins_with_amount(&text[end..], MAX_AMOUNT_CHARS)
    })
}

/// Whether a comment states by a participle by how much a body is moved or scaled: "rotated by 45 degrees".
pub fn states_participle(text: &str) -> bool {
    words(text).any(|(word, end)| {
        let lower = word.to_ascii_lowercase();
        lower.ends_with("ed")
            && STEMS.iter().any(|(stem, _)| lower.starts_with(stem))
            && begins_with_amount(&text[end..], MAX_COMMENT_AMOUNT_CHARS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_with_an_amount_are_found() {
        assert!(states_motion(", then rotateAboutCenter(Math.PI / 4)"));
        assert!(states_motion("tilted by 30 degrees"));
        assert!(!states_motion(", neither geom is rotated. 5 steps"));
        assert!(!states_motion(" without rotation, margin 0.04"));
        assert!(!states_motion(" returns -0.0099"));
        assert!(!states_motion(" and a rectangle of 2 x 3"));
    }
}
