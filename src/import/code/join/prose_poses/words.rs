//! Words around a constructor in a sentence, with their meanings, and the end of the constructor.

use crate::placing::tuples::closing_bracket;

/// Maximum length of the name before the brackets of a constructor, bytes.
const MAX_NAME_BYTES: usize = 120;

/// Maximum length of a word of a place, with the blank after it, bytes.
pub(super) const MAX_WORD_BYTES: usize = 12;

/// Meaning of a word next to a constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A position or a pose follows: "at".
    Place,
    /// The body is moved to or by what follows: "translated".
    Motion,
    /// A difference follows, not a place: "by".
    By,
    /// A pose or something else follows, such as a material: "with".
    With,
    /// A rotation follows: "rotation", "angle".
    Rotation,
    /// A rotation follows by which the body is rotated: "turned".
    Rotated,
    /// The next motion is none: "no rotation".
    Negation,
    /// The pose that follows is relative to the body: "local".
    Local,
    /// The center of the shape follows, in the frame of its body if the body has a position too.
    Center,
    /// The axis of the shape is vertical: "upright".
    Upright,
    /// The axis of the shape is horizontal: "lying".
    Lying,
    /// The pose without rotation and translation, or a part of one.
    Identity,
    /// The next position is that of a body, which may have the shape at another place.
    Body,
    /// The word changes nothing.
    Filler,
}

use Meaning::{
    Body, By, Center, Filler, Identity, Local, Lying, Motion, Negation, Place, Rotated, Rotation, Upright, With,
};

/// Words in lower case, with their meanings.
const WORDS: [(&[&str], Meaning); 14] = [
    (
        &[
            "at",
            "position",
            "baseposition",
            "pos",
            "pose",
            "transform",
            "translation",
            "located",
            "positioned",
            "placed",
            "centered",
            "centred",
            "isometry",
        ],
        Place,
    ),
    (&["translated", "moved", "shifted", "translate", "move"], Motion),
    (&["by"], By),
    (&["with"], With),
    (&["rotation", "orientation", "quaternion", "quat", "angle", "baseorientation"], Rotation),
    (&["rotated", "turned", "tilted"], Rotated),
    (&["no", "not", "without", "neither", "zero", "un"], Negation),
    (&["local", "relative"], Local),
    (&["center", "centre"], Center),
    (&["upright", "vertical", "vertically"], Upright),
    (&["lying", "horizontal", "horizontally", "lies"], Lying),
    (&["origin", "identity"], Identity),
    (&["body", "object", "node", "entity", "gameobject", "rigidbody"], Body),
    (
        &[
            "a",
            "an",
            "the",
            "its",
            "whose",
            "that",
            "which",
            "is",
            "are",
            "has",
            "in",
            "on",
            "to",
            "of",
            "and",
            "then",
            "but",
            "world",
            "collider",
            "geom",
            "static",
            "dynamic",
            "kinematic",
            "standing",
            "sitting",
            "sits",
            "stands",
            "unrotated",
            "after",
            "new",
            "be",
        ],
        Filler,
    ),
];

/// Returns the meaning of a word in lower case.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    if word.starts_with("x_") {
        return Some(Place);
    }
    WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, meaning)| *meaning)
}

/// Kinds of motion in the names of constants, in lower case.
const MOTION_TYPES: [&str; 4] = ["static", "dynamic", "kinematic", "fixed"];

/// Whether a path is a constant that states how a body moves: `RigidBody::Static`, `b2_dynamicBody`.
pub(super) fn is_kind_of_body(path: &str) -> bool {
    let lower = path.to_lowercase();
    let last = lower.rsplit([':', '.', '_']).next().unwrap_or_default();
    last.len() < lower.len() && MOTION_TYPES.iter().any(|kind| last.starts_with(kind))
}

/// Whether the words after "origin" name a frame other than the world: "of the box".
pub(super) fn is_of_another_frame(after: &str) -> bool {
    let mut words = after.trim_start_matches('`').split_whitespace().map(|word| word.trim_matches([',', '.']));
    let is_of = words.next() == Some("of");
    let noun = words.find(|word| !["the", "our", "my", "its"].contains(word)).unwrap_or_default();
    is_of && !["world", "scene", "space", "global", "coordinate"].contains(&noun)
}

/// Units other than meters after a position.
const UNITS: [&str; 8] = ["cm", "mm", "km", "inch", "inches", "ft", "px", "pixels"];

/// Whether a word is a unit other than meters.
pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// Returns the offset after a constructor that begins at an offset, with its brackets; `None` if it has none in its
/// line.
pub(super) fn constructor_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let open = rest.find(['(', '{']).filter(|open| *open < MAX_NAME_BYTES)?;
    let name = &rest[..open];
    if name.contains(['\n', ';', '=', '"']) {
        return None;
    }
    let length = closing_bracket(&rest[open..])?;
    Some(at + open + length)
}

/// Returns the end of a text after the end of its last whole sentence or line.
pub(super) fn last_sentence(text: &str) -> &str {
    let line = text.rfind('\n').map_or(0, |end| end + 1);
    let sentence = text.rfind(". ").map_or(0, |end| end + 2).max(text.rfind(';').map_or(0, |end| end + 1));
    &text[line.max(sentence)..]
}

/// Returns the beginning of a text up to the end of its sentence or of its line.
pub(super) fn sentence(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or_default();
    let ends = line.match_indices(". ").map(|(offset, _)| offset);
    let end = ends.into_iter().find(|offset| {
        let next = line[offset + 2..].trim_start().chars().next();
        next.is_none_or(|c| c.is_uppercase() || c == '`') || line[..*offset].ends_with([')', ']', '`'])
    });
    &line[..end.unwrap_or(line.len())]
}
