//! Recognizes assigned names of bodies that contain a word about something else, so that their numbers are checked
//! nevertheless: `target_box = …`, `motor_housing = Widget(size=…, pos=…)`.
//!
//! **Rule.** An assigned name of several words does not count as a word about something else if its last word is the
//! noun of a shape, or if its value has the name of a size or a place. Names of results, views, poses and settings are
//! excluded.

use crate::code::limits;

/// Nouns of shapes and bodies at the ends of names.
const NOUNS: [&str; 16] = [
    "box",
    "cuboid",
    "cube",
    "sphere",
    "ball",
    "circle",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "polygon",
    "hull",
    "body",
    "collider",
    "obb",
    "shape",
];

/// Words of names that are about results, views and settings, whatever their last word is.
const OTHERS: [&str; 30] = [
    "expected", "expect", "result", "results", "nearest", "closest", "contact", "contacts", "witness", "camera", "cam",
    "window", "screen", "view", "canvas", "render", "error", "aabb", "bounding", "text", "check", "msg", "message",
    "options", "config", "settings", "params", "state", "light", "color",
];

/// Words at the ends of names of poses.
const POSES: [&str; 12] =
    ["pose", "position", "pos", "point", "frame", "transform", "rotation", "quat", "origin", "vel", "velocity", "axis"];

/// Names of sizes and places in a value.
const KEYS: [&str; 14] = [
    "size",
    "pos",
    "position",
    "center",
    "centre",
    "half",
    "halfextents",
    "half_extents",
    "extents",
    "extent",
    "radius",
    "dims",
    "dimensions",
    "half_size",
];

/// Returns a part of a text in which the assigned name of a body is replaced by blanks, byte by byte.
pub(super) fn without_body_name(part: &str) -> String {
    match assigned_name(part) {
        Some(range) if is_body_name(&part[range.clone()], &part[range.end..]) => {
            let blanks = " ".repeat(range.len());
            [&part[..range.start], &blanks, &part[range.end..]].concat()
        }
        _ => part.to_owned(),
    }
}

/// Returns a part of a text in lower case. Drake's `RegisterAnchoredGeometry` is about bodies, not about the anchor of
/// a joint.
pub(super) fn lower_topic(part: &str) -> String {
    part.to_ascii_lowercase().replace("anchoredgeometry", "fastenedgeometry")
}

/// Returns the range of the name before the first assignment or colon of a part, bytes; `None` without one.
fn assigned_name(part: &str) -> Option<std::ops::Range<usize>> {
    let mark = part.find(['=', ':', '('])?;
    // `f(`, `a == b` and `a::b` assign nothing.
    let is_assignment = !part[mark..].starts_with('(') && !part[mark + 1..].starts_with(['=', ':']);
    if !is_assignment {
        return None;
    }
    let end = part[..mark].trim_end_matches([' ', '"', '\'', '\t']).len();
    let before_name = part[..end].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let start = before_name.map_or(0, |index| index + 1);
    if start < end { Some(start..end) } else { None }
}

/// Whether a name with this value is that of a body.
fn is_body_name(name: &str, value: &str) -> bool {
    let words = limits::words(name);
    let last = words.last().map_or("", |word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    let is_other = words.iter().any(|word| OTHERS.contains(&word.as_str())) || limits::is_limit(name);
    let has_size_or_place = !POSES.contains(&last) && has_key(value);
    words.len() > 1 && !is_other && (NOUNS.contains(&last) || has_size_or_place)
}

/// Whether a value has the name of a size or of a place before a number or brackets.
fn has_key(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    KEYS.iter().any(|key| {
        lower.match_indices(key).any(|(offset, _)| {
            let is_word = !lower[..offset].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            let after = lower[offset + key.len()..].trim_start_matches(['"', '\'', ' ']);
            let after = after.strip_prefix(['=', ':']).map(|after| after.trim_start_matches([' ', '-']));
            is_word && after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit() || "([{".contains(c)))
        })
    })
}
