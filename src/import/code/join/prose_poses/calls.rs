//! Calls in sentences that make a pose or rotate a body: `Body.rotate(a, Math.PI / 2)`, `rotateAboutCenter(0.5)`.

use super::rotations::evaluated;
use crate::code::evaluate::value::{Order, quaternion};
use crate::code::join::store::Store;
use crate::placing::motions::word;
use crate::placing::tuples;
use crate::pose::{IDENTITY_ROTATION, about};

/// Maximum length of the path of a function in a sentence, bytes.
const MAX_PATH_BYTES: usize = 120;

/// Methods of planar bodies that rotate them: the end of the path, the number of arguments, and whether the center
/// stays where it is. The angle is the last argument, radians.
const METHODS: [(&str, usize, bool); 4] = [
    // Matter.js
    ("Body.rotate", 2, true),
    ("Body.setAngle", 2, true),
    // dyn4j
    ("rotateAboutCenter", 1, true),
    ("rotate", 1, false),
];

/// Returns the length of a path at the beginning of a text, with its type arguments: `Capsule3<double>`,
/// `Quat::from_x`.
pub(super) fn path_length(text: &str) -> usize {
    let signs = "_.:<>-&*";
    let mut length = 0;
    for (at, c) in text.char_indices().take(MAX_PATH_BYTES) {
        if !(c.is_alphanumeric() || signs.contains(c)) || text[at..].starts_with(". ") {
            return at;
        }
        length = at + c.len_utf8();
    }
    length
}

/// Whether a text begins with a letter, digit or underscore.
fn begins_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Returns the length of the call at the beginning of a text, with the calls chained to it; `None` if it begins with
/// none.
pub(super) fn call_length(text: &str) -> Option<usize> {
    let name = word(text);
    let after = &text[name.len()..];
    let is_call = after.starts_with(['(', '{', '<'])
        || after.starts_with("::")
        || after.starts_with(['.', '[']) && begins_with_name(&after[1..]);
    if name.is_empty() || !is_call {
        return None;
    }
    let open = path_length(text);
    if !text[open..].starts_with(['(', '[', '{']) {
        return None;
    }
    let mut end = open + tuples::closing_bracket(&text[open..])?;
    loop {
        let rest = &text[end..];
        let Some(method) = rest.strip_prefix('.').map(word).filter(|method| !method.is_empty()) else {
            return Some(end);
        };
        let arguments = &rest[1 + method.len()..];
        let Some(length) = tuples::closing_bracket(arguments).filter(|_| arguments.starts_with('(')) else {
            return Some(end);
        };
        end += 1 + method.len() + length;
    }
}

/// Returns the rotation by a method that rotates a planar body, and whether its center stays where it is.
pub(super) fn by_method(store: &Store, call: &str) -> Option<([f64; 4], bool)> {
    let (path, rest) = call.split_once('(')?;
    let arguments: Vec<&str> = rest.strip_suffix(')')?.split(',').collect();
    let (_, _, is_in_place) = METHODS.iter().find(|(end, count, _)| {
        let is_end =
            path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with(['.', ':', '>']));
        is_end && *count == arguments.len()
    })?;
    let angle = evaluated(store, arguments.last()?)?.number()?;
    Some((about([0.0, 0.0, 1.0], angle)?, *is_in_place))
}

/// Reads a quaternion in brackets in the order of the library, or the identity in any.
pub(super) fn quaternion_in(text: &str, order: Option<Order>) -> Option<[f64; 4]> {
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    let all: Option<Vec<f64>> =
        inner.split(',').map(|part| part.trim().trim_end_matches('f').replace('−', "-").parse().ok()).collect();
    match all?[..] {
        [0.0, 0.0, 0.0] => Some(IDENTITY_ROTATION),
        [1.0, 0.0, 0.0, 0.0] if order == Some(Order::First) => Some(IDENTITY_ROTATION),
        [0.0, 0.0, 0.0, 1.0] if order != Some(Order::First) => Some(IDENTITY_ROTATION),
        [a, b, c, d] => {
            let four = if order? == Order::Last { [a, b, c, d] } else { [b, c, d, a] };
            quaternion(four)
        }
        _ => None,
    }
}
