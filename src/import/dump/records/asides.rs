//! Words of values that are not the shape or pose of a body: velocities, contacts, local frames.

use super::fields::{Field, field_of, normalized};
use crate::import::dump::token::Token;
use crate::import::unread;

/// Words before positions that are not those of a body.
const OTHER_POSITIONS: [&str; 16] = [
    "contact", "hit", "ray", "camera", "cam", "eye", "light", "target", "com", "mass", "point", "witness", "impact",
    "normal", "closest", "support",
];

/// Whether the words before a field say that it is not the position of a body.
pub(super) fn is_elsewhere(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| {
        let name = normalized(word.text);
        OTHER_POSITIONS.contains(&name.as_str()) || MOTIONS.contains(&name.as_str())
    })
}

/// Whether words say that a value is in the frame of a body.
pub(super) fn is_local(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| {
        let word = word.text.to_ascii_lowercase();
        ["local", "offset", "relative", "parent", "child", "orientations"].iter().any(|part| word.contains(part))
    })
}

/// Whether words name something other than the shape and pose of a body.
pub(super) fn is_aside(words: &[Token<'_>]) -> bool {
    words.last().is_some_and(|word| unread::is_aside(&word.text.to_ascii_lowercase()))
        || words.iter().rev().take(3).any(|word| MOTIONS.contains(&word.plain_name().as_str()))
}

/// Names of velocities, and of other fields that place no shape.
const MOTIONS: [&str; 17] = [
    "vel",
    "vx",
    "vy",
    "vz",
    "wx",
    "wy",
    "wz",
    "omega",
    "velocity",
    "linvel",
    "angvel",
    "linear",
    "angular",
    "color",
    "convexradius",
    "mconvexradius",
    "gravity",
];

/// Words of lines about the result of a query.
const RESULTS: [&str; 14] = [
    "contact",
    "contacts",
    "distance",
    "penetration",
    "depth",
    "normal",
    "manifold",
    "toi",
    "expected",
    "actual",
    "result",
    "hit",
    "witness",
    "separation",
];

/// Whether a line is about the result of a query: it has such a word, and no size of a shape.
pub(super) fn states_result(line: &[Token<'_>]) -> bool {
    let names: Vec<String> = line.iter().map(|token| normalized(token.text)).collect();
    let has_size = names.iter().any(|name| {
        [1, 3]
            .iter()
            .any(|count| matches!(field_of(name, *count), Field::Size(_) | Field::HalfExtent(_) | Field::Extent))
    });
    !has_size && names.iter().any(|name| RESULTS.contains(&name.as_str()))
}

/// Whether the name of a number may be that of a size.
pub(super) fn names_size(words: &[Token<'_>]) -> bool {
    let parts = [
        "radius", "extent", "height", "size", "width", "depth", "length", "scale", "angle", "margin", "thick", "round",
    ];
    let is_bound = words.iter().any(|word| word.text.to_ascii_lowercase().contains("bounding"));
    !is_bound
        && words.iter().rev().take(2).any(|word| parts.iter().any(|part| word.text.to_ascii_lowercase().contains(part)))
}
