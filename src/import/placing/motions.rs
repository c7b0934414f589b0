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

/// Words and phrases, in lower case, that change how a body is placed and state no amount.
const CHANGES: [&str; 22] = [
    "upside",
    "lying sideways",
    "flipped",
    "mirrored",
    "inverted",
    "tilted",
    "slanted",
    "inclined",
    "leaning",
    "diagonally",
    "on its side",
    "on the side",
    "on its edge",
    "on its end",
    "with respect to",
    "w.r.t.",
    "wrt",
    "in the frame of",
    "in its frame",
    "body frame",
    "local frame",
    "in local",
];

/// Number of words after a pose in which "rotated" is about the body.
const NEAR_WORDS: usize = 5;

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

/// Whether the words after the pose of a body change the pose by an amount that is not stated: "upside down".
pub fn changes_pose(text: &str) -> bool {
    let lower = text.to_lowercase();
    let near: Vec<&str> = lower.split_whitespace().take(NEAR_WORDS).collect();
    let rotates = ["rotated", "turned"].iter().any(|own| near.iter().any(|word| word.trim_matches([',', '.']) == *own));
    // "drifts sideways" is about a motion later on.
    let rotates = rotates || near.first().is_some_and(|word| word.starts_with("sideways"));
    let is_negated_near = near.iter().any(|word| NEGATIONS.contains(word));
    rotates && !is_negated_near
        || CHANGES.iter().any(|phrase| {
            let places = lower.match_indices(phrase);
            places.into_iter().any(|(at, _)| is_word(&lower, at, phrase) && !is_negated(&lower[..at]))
        })
}

/// Whether the phrase at an offset in a text is neither the end nor the beginning of a longer word.
fn is_word(text: &str, at: usize, phrase: &str) -> bool {
    !text[..at].ends_with(char::is_alphanumeric) && !text[at + phrase.len()..].starts_with(char::is_alphanumeric)
}

/// Whether one of the last three words before a phrase negates it.
fn is_negated(before: &str) -> bool {
    before.split_whitespace().rev().take(3).any(|word| NEGATIONS.contains(&word.trim_matches('`')))
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
    fn words_that_change_a_pose_need_no_amount() {
        assert!(changes_pose(", upside down, and"));
        assert!(changes_pose(" slightly rotated, and"));
        assert!(!changes_pose(", not tilted"));
        assert!(!changes_pose(" never collides with the box when the camera is rotated"));
    }

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
