//! Word lists that decide, by the words before a number in a record, whether it belongs to the shape or pose of a body
//! or to something else: a velocity, a contact, a camera, a local frame, the result of a query.
//!
//! Words for frames and sizes, and those of `unread`, may be parts of a name, as `local` of `localPosition`. The words
//! in the constants of this module must be whole names, because short ones are parts of unrelated names: `ray` of
//! `array`, `vel` of `level`.

use super::fields::{Field, field_of, normalized};
use crate::dump::token::Token;
use crate::unread;

/// Names of things other than bodies that have a position: `camera.position`, `contact point`.
const OTHER_POSITIONS: [&str; 16] = [
    "contact", "hit", "ray", "camera", "cam", "eye", "light", "target", "com", "mass", "point", "witness", "impact",
    "normal", "closest", "support",
];

/// Whether one of the words before a field names something other than a body, a velocity, or another field that places
/// no shape.
pub(super) fn belongs_to_no_body(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| {
        let name = normalized(word.text);
        OTHER_POSITIONS.contains(&name.as_str()) || places_no_shape(&name)
    })
}

/// Whether a word contains the name of a frame other than the world's, as `localPosition` does.
pub(super) fn is_local(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| {
        let word = word.text.to_ascii_lowercase();
        ["local", "offset", "relative", "parent", "child", "orientations"].iter().any(|part| word.contains(part))
    })
}

/// Number of words directly before a value among which a velocity or another field is searched.
const NEARBY_WORDS: usize = 3;

/// Whether the words before a value name something other than the shape and pose of a body: the last word contains the
/// name of such a thing, or one of the last [`NEARBY_WORDS`] is a field that places no shape.
pub(super) fn is_irrelevant(words: &[Token<'_>]) -> bool {
    words.last().is_some_and(|word| unread::is_about_other_topic(&word.text.to_ascii_lowercase()))
        || words.iter().rev().take(NEARBY_WORDS).any(|word| places_no_shape(&word.plain_name()))
}

/// Names of velocities and their coordinates.
const VELOCITIES: [&str; 13] =
    ["vel", "vx", "vy", "vz", "wx", "wy", "wz", "omega", "velocity", "linvel", "angvel", "linear", "angular"];

/// Names of other fields that place no shape; Jolt's `mConvexRadius` rounds the edges of a shape.
const OTHER_FIELDS: [&str; 4] = ["color", "convexradius", "mconvexradius", "gravity"];

/// Whether a name, in lower case and without underscores, is that of a velocity or of another field that places no
/// shape.
fn places_no_shape(name: &str) -> bool {
    VELOCITIES.contains(&name) || OTHER_FIELDS.contains(&name)
}

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

/// Whether a line is about the result of a query: it has such a word, and no name of a shape's size.
pub(super) fn states_result(line: &[Token<'_>]) -> bool {
    let names: Vec<String> = line.iter().map(|token| normalized(token.text)).collect();
    // A name may be that of a size as a scalar, or as a vector of three numbers.
    let has_size = names.iter().any(|name| is_size_name(name, 1) || is_size_name(name, 3));
    !has_size && names.iter().any(|name| RESULTS.contains(&name.as_str()))
}

/// Whether a normalized name with `count` values is that of a size.
fn is_size_name(name: &str, count: usize) -> bool {
    matches!(field_of(name, count), Field::Size(_) | Field::HalfExtent(_) | Field::Extent)
}

/// Number of words directly before a value among which the name of a size is searched.
const SIZE_WORDS: usize = 2;

/// Whether one of the last [`SIZE_WORDS`] may name a size, such as `radius`; false for the sizes of bounding volumes.
pub(super) fn names_size(words: &[Token<'_>]) -> bool {
    let names = [
        "radius", "extent", "height", "size", "width", "depth", "length", "scale", "angle", "margin", "thick", "round",
    ];
    let is_bound = words.iter().any(|word| word.text.to_ascii_lowercase().contains("bounding"));
    let is_size = words.iter().rev().take(SIZE_WORDS).any(|word| {
        let word = word.text.to_ascii_lowercase();
        names.iter().any(|name| word.contains(name))
    });
    is_size && !is_bound
}
