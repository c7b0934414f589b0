//! Words around a constructor in a sentence, and the start of the pose to which they lead.

/// Maximum length of a constructor, bytes.
const MAX_CONSTRUCTOR_BYTES: usize = 4000;

/// Maximum length of the name before the brackets of a constructor, bytes.
const MAX_NAME_BYTES: usize = 120;

/// Maximum length of a word of a place, with the blank after it, bytes.
pub(super) const MAX_WORD_BYTES: usize = 12;

/// Maximum distance of an amount from the word of its motion, bytes.
const MAX_AMOUNT_BYTES: usize = 30;

/// Words before a pose, in lower case.
const PLACES: [&str; 12] = [
    "at",
    "position",
    "pose",
    "transform",
    "translation",
    "located",
    "positioned",
    "placed",
    "centered",
    "centred",
    "translated",
    "isometry",
];

/// Word before a pose or something else, such as a material.
const WITH: &str = "with";

/// Words before a pose that change nothing, in lower case.
const FILLERS: [&str; 30] = [
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
    "world",
    "body",
    "object",
    "geom",
    "node",
    "center",
    "centre",
    "static",
    "dynamic",
    "kinematic",
    "standing",
    "lying",
    "sitting",
    "sits",
    "stands",
];

/// Words between a pose and the constructor after it, in lower case.
const BEFORE_CONSTRUCTOR: [&str; 8] = ["with", "using", "has", "is", "a", "an", "the", "new"];

/// Words that stand for the pose without rotation and translation.
const IDENTITIES: [&str; 2] = ["origin", "identity"];

/// Beginnings of words of rotations, further motions and scales.
const MOTIONS: [&str; 14] = [
    "rotat", "turn", "tilt", "yaw", "pitch", "roll", "quat", "euler", "angle", "scale", "offset", "local", "orient",
    "then",
];

/// Words that say that a motion is none.
const NEGATIONS: [&str; 8] = ["no", "not", "without", "neither", "un", "zero", "identity", "never"];

/// Units other than meters after a position.
const UNITS: [&str; 8] = ["cm", "mm", "km", "inch", "inches", "ft", "px", "pixels"];

/// Words before tuples that are no bodies, in lower case.
const ASIDES: [&str; 10] =
    ["velocity", "gravity", "normal", "force", "impulse", "direction", "dir", "point", "contact", "ray"];

/// Ends of the names of files with shapes.
const SHAPE_FILES: [&str; 8] = [".stl", ".obj", ".dae", ".off", ".ply", ".glb", ".gltf", ".fbx"];

/// Last parts of the names of calls that move or scale a body, in lower case.
const MOVERS: [&str; 7] = ["rotate", "translate", "scale", "setposition", "setangle", "setrotation", "settransform"];

/// Kind of value to which words lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Words for the identity, of this length in bytes.
    Identity(usize),
    /// Coordinates in brackets, without a name.
    Tuple,
    /// Call that may make a pose.
    Call,
}

/// Value to which the words around a constructor lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// Offset of the value, bytes.
    pub(super) start: usize,
    pub(super) place: Place,
    /// Whether the words are those of a place, so that the value must be a pose.
    pub(super) is_certain: bool,
}

impl Lead {
    /// Moves the offset of the value.
    pub(super) fn moved_by(self, offset: usize) -> Self {
        Self { start: self.start + offset, ..self }
    }
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

/// Returns the length of a text up to the bracket that closes its first one.
pub(super) fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, c) in text.char_indices().take(MAX_CONSTRUCTOR_BYTES) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the beginning of a text up to the end of its sentence or of its line.
pub(super) fn sentence(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or_default();
    let ends = line.match_indices(". ").map(|(offset, _)| offset);
    let end = ends.into_iter().find(|offset| {
        let next = line[offset + 2..].trim_start().chars().next();
        next.is_none_or(|c| c.is_uppercase() || c == '`')
    });
    &line[..end.unwrap_or(line.len())]
}

/// Returns the value to which the words after a constructor lead; `None` if another word comes before.
pub(super) fn lead_after(text: &str) -> Option<Lead> {
    let mut offset = 0;
    let mut is_certain = false;
    let mut has_with = false;
    while let Some(c) = text[offset..].chars().next() {
        let rest = &text[offset..];
        if c == '(' && !is_certain && !has_with {
            // An explanation: `(radius, height)`.
            let length = closing_bracket(rest)?;
            if rest[..length].contains(|c: char| c.is_ascii_digit()) {
                return None;
            }
            offset += length;
            continue;
        }
        if matches!(c, '(' | '[' | '{') {
            return is_certain.then_some(Lead { start: offset, place: Place::Tuple, is_certain });
        }
        if matches!(c, ' ' | '`' | '\'' | '"' | ',' | '=' | ':' | '*') {
            offset += c.len_utf8();
            continue;
        }
        let word = word(rest);
        let after = &rest[word.len()..];
        if word.is_empty() {
            return None;
        }
        if after.starts_with(['(', '{', '<'])
            || after.starts_with("::")
            || after.starts_with(['.', '[']) && is_name(after)
        {
            let is_lead = is_certain || has_with;
            return is_lead.then_some(Lead { start: offset, place: Place::Call, is_certain });
        }
        let lower = word.to_lowercase();
        if IDENTITIES.contains(&lower.as_str()) {
            let place = Place::Identity(word.len());
            return is_certain.then_some(Lead { start: offset, place, is_certain });
        }
        let is_place = PLACES.contains(&lower.as_str()) || lower.starts_with("x_");
        is_certain |= is_place;
        has_with |= lower == WITH;
        if !is_place && lower != WITH && !FILLERS.contains(&lower.as_str()) {
            return None;
        }
        offset += word.len();
    }
    None
}

/// Returns the position in brackets that ends the words before a constructor: `a body at [0, 1] with new`.
pub(super) fn lead_before(text: &str) -> Option<Lead> {
    let mut rest = text;
    let mut has_link = false;
    loop {
        rest = rest.trim_end_matches([' ', '`', '\'', '"', '*', ':']);
        let word = rest.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if word.is_empty() {
            break;
        }
        let lower = word.to_lowercase();
        if !BEFORE_CONSTRUCTOR.contains(&lower.as_str()) {
            return None;
        }
        has_link |= ["with", "using", "has", "is"].contains(&lower.as_str());
        rest = &rest[..rest.len() - word.len()];
    }
    if !has_link || !rest.ends_with([')', ']']) {
        return None;
    }
    let start = rest.rfind(['(', '['])?;
    let head = rest[..start].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').trim_end();
    let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    PLACES.contains(&word.to_lowercase().as_str()).then_some(Lead { start, place: Place::Tuple, is_certain: true })
}

/// Returns the word at the beginning of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())]
}

/// Whether a sign after a word continues a name: `np.array`, and not the end of a sentence.
fn is_name(after: &str) -> bool {
    after[1..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Reads two or three numbers in brackets, perhaps with their names: `(0, 1.5f, 0)`, `(x=0, y=1)`.
pub(super) fn tuple(text: &str) -> Option<[f64; 3]> {
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    let mut position = [0.0; 3];
    let mut count = 0;
    for (index, part) in inner.split(',').enumerate() {
        let mut value = part.trim();
        if let Some((name, own)) = value.split_once(['=', ':']) {
            let is_in_order = ["x", "y", "z"].get(index).is_some_and(|letter| name.trim().eq_ignore_ascii_case(letter));
            value = if is_in_order { own.trim() } else { return None };
        }
        let value: f64 = value.trim_end_matches(['f', 'F']).replace('−', "-").parse().ok()?;
        *position.get_mut(index)? = value;
        count = index + 1;
    }
    (count >= 2).then_some(position)
}

/// Whether a text begins with a unit other than meters.
pub(super) fn begins_with_unit(text: &str) -> bool {
    UNITS.contains(&word(text.trim_start()))
}

/// Whether a text rotates, moves or scales a body by an amount.
pub(super) fn states_motion(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut from = 0;
    while let Some(found) = lower[from..].find(|c: char| c.is_alphabetic()) {
        let start = from + found;
        let word = word(&lower[start..]);
        let end = start + word.len().max(1);
        from = end;
        let is_motion = MOTIONS.iter().any(|motion| word.contains(motion));
        let mut earlier = lower[..start].split_whitespace().rev().take(3);
        let is_negated = word.starts_with("un") || earlier.any(|word| NEGATIONS.contains(&word.trim_matches('`')));
        let amount: String = lower[end..].chars().take(MAX_AMOUNT_BYTES).collect();
        let has_amount = amount.contains(|c: char| c.is_ascii_digit()) || amount.contains("pi");
        if is_motion && !is_negated && has_amount {
            return true;
        }
    }
    false
}

/// Whether inline code is a call that moves or scales a body by numbers.
pub(super) fn moves_by_call(code: &str) -> bool {
    let Some((name, arguments)) = code.split_once('(') else { return false };
    let last = name.rsplit(['.', ':', '>', ' ']).next().unwrap_or_default().to_lowercase().replace('_', "");
    MOVERS.contains(&last.as_str()) && arguments.contains(|c: char| c.is_ascii_digit())
}

/// Returns the offset of the first free tuple of at least two numbers that may describe a body.
pub(super) fn further_tuple(text: &str, is_free: impl Fn(usize) -> bool) -> Option<usize> {
    text.char_indices().filter(|(_, c)| matches!(c, '(' | '[' | '{')).map(|(at, _)| at).find(|&at| {
        let head = text[..at].trim_end_matches([' ', '=', ':', '`']);
        let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        // A tuple has no brackets inside, so the search for its end stops at the next bracket.
        let next = text[at + 1..].find(['(', '[', '{', ')', ']', '}']).map(|next| at + 1 + next);
        let is_tuple = next.is_some_and(|next| tuple(&text[at..=next]).is_some());
        is_tuple && !ASIDES.iter().any(|aside| word.contains(aside)) && is_free(at)
    })
}

/// Returns the offset of the end of the first name of a file with a shape.
pub(super) fn shape_file(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    SHAPE_FILES.iter().filter_map(|end| lower.find(end)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str) -> Option<(usize, Place)> {
        lead_after(text).map(|lead| (lead.start, lead.place))
    }

    #[test]
    fn words_of_places_lead_to_a_pose() {
        assert_eq!(start("` at (0, 1, 0) falls"), Some((5, Place::Tuple)));
        assert_eq!(start(" with PxTransform(PxVec3(1, 2, 3))"), Some((6, Place::Call)));
        assert_eq!(start("` (radius, height) at the origin"), Some((26, Place::Identity(6))));
        assert_eq!(start(" misses (0, 1, 0)"), None);
        assert_eq!(start(" with (0, 1, 0)"), None);
        assert_eq!(start(", 1, at(2))"), None);
    }

    #[test]
    fn a_position_before_a_constructor_is_found() {
        assert!(lead_before("a body at [0, 1] with `new ").is_some());
        assert!(lead_before("the force at (0, 1). `new ").is_none());
        assert!(lead_before("two balls at (0, 1), one ").is_none());
    }

    #[test]
    fn motions_with_an_amount_are_found() {
        assert!(states_motion(", then rotateAboutCenter(Math.PI / 4)"));
        assert!(!states_motion(", neither geom is rotated. 5 steps"));
        assert!(!states_motion(" without rotation, margin 0.04"));
    }
}
