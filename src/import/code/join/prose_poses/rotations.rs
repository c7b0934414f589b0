//! Rotations in sentences: "45 degrees about the z axis", "about y by π/2", "Math.PI / 4" in the plane.

use crate::code::evaluate::value::Value;
use crate::code::join::store::Store;
use crate::code::parser::expressions::{Parser, no_type};
use crate::code::parser::token;
use crate::placing::motions::word;
use crate::placing::tuples;
use crate::pose::about;

/// Maximum length of an angle, bytes.
const MAX_AMOUNT_BYTES: usize = 60;

/// Words between an angle and its axis that change nothing, in lower case.
const BESIDE_AXES: [&str; 15] = [
    "the",
    "its",
    "own",
    "world",
    "local",
    "global",
    "vertical",
    "horizontal",
    "positive",
    "body",
    "in",
    "coordinate",
    "counterclockwise",
    "ccw",
    "anticlockwise",
];

/// Rotation in a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StatedRotation {
    pub(super) rotation: [f64; 4],
    /// Length of its words, bytes.
    pub(super) length: usize,
    /// Whether the words say that the center of the body stays where it is.
    pub(super) is_in_place: bool,
}

/// Evaluates an expression that is the whole of a text.
pub(super) fn evaluated(store: &Store, text: &str) -> Option<Value> {
    let plain = text.replace('π', "M_PI").replace('−', "-");
    let tokens = token::tokens(&plain);
    let expr = Parser::new(&tokens.all, &no_type).expression()?;
    if expr.at.end < plain.trim_end().len() {
        return None;
    }
    let mut store = store.clone();
    let problems = store.unread_poses.len();
    let value = store.value(&expr);
    (store.unread_poses.len() == problems).then_some(value)
}

/// Axis of a rotation in words.
struct Axis {
    direction: Option<[f64; 3]>,
    length: usize,
    is_in_place: bool,
}

/// Returns the number of blanks and quotes of code at the beginning of a text, bytes.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '`', '*']).len()
}

/// Reads the axis after an angle: "about the x axis", "around (0, 0, 1)", "about its center". `None` if the words are
/// not understood as a whole.
fn axis(text: &str) -> Option<Axis> {
    let mut found = Axis { direction: None, length: 0, is_in_place: false };
    let mut at = 0;
    let mut is_open = false;
    loop {
        at += blanks(&text[at..]);
        let rest = &text[at..];
        if is_open && rest.starts_with(['(', '[']) {
            let length = tuples::closing_bracket(rest)?;
            found.direction = Some(tuples::position(&rest[..length])?);
            found.length = at + length;
            is_open = false;
            continue;
        }
        let sign = if rest.starts_with(['-', '−']) { -1.0 } else { 1.0 };
        let bare = rest.trim_start_matches(['+', '-', '−']);
        let letter = word(bare);
        let lower = letter.to_lowercase();
        let end = at + (rest.len() - bare.len()) + letter.len();
        match lower.as_str() {
            "about" | "around" if !is_open => is_open = true,
            "x" | "y" | "z" if is_open => {
                found.direction = Some(["x", "y", "z"].map(|axis| if lower == axis { sign } else { 0.0 }));
                found.length = end;
                is_open = false;
            }
            "axis" if found.direction.is_some() => found.length = end,
            "center" | "centre" | "middle" | "centroid" if is_open => {
                found.is_in_place = true;
                found.length = end;
                is_open = false;
            }
            _ if BESIDE_AXES.contains(&lower.as_str()) => {}
            // Clockwise from which side, or about what, is not known.
            "clockwise" | "cw" | "point" | "pivot" => return None,
            _ if is_open => return None,
            _ => return Some(found),
        }
        at = end.max(at);
        // `x-axis`
        if found.direction.is_some() && text[at..].starts_with("-axis") {
            at += "-axis".len();
            found.length = at;
        }
    }
}

/// Returns the length of the numbers, operators and names of π at the beginning of a text.
fn amount_length(text: &str) -> usize {
    let mut end = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next().filter(|_| at < MAX_AMOUNT_BYTES) {
        let rest = &text[at..];
        let length = match c {
            'π' => c.len_utf8(),
            c if c.is_ascii_digit() || c == '.' => {
                let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
                digits + usize::from(word(&rest[digits..]).eq_ignore_ascii_case("f"))
            }
            c if c.is_alphabetic() => {
                let name = rest.find(|c: char| !(c.is_alphanumeric() || "_.:".contains(c))).unwrap_or(rest.len());
                let name = rest[..name].trim_end_matches(['.', ':']);
                let is_pi =
                    name.split(['.', ':', '_']).any(|part| ["pi", "halfpi"].contains(&part.to_lowercase().as_str()));
                if !is_pi && !name.ends_with("Pi") {
                    break;
                }
                name.len()
            }
            ' ' | '-' | '+' | '*' | '/' | '−' => {
                at += c.len_utf8();
                continue;
            }
            _ => break,
        };
        at += length;
        end = at;
    }
    end
}

/// Reads an angle with its unit, radians; `None` if it has no unit and is no multiple of π, nor zero.
fn angle(store: &Store, text: &str) -> Option<(f64, usize)> {
    let mut end = amount_length(text);
    let amount = &text[..end];
    let value = evaluated(store, amount)?.number()?;
    let lower = amount.to_lowercase();
    let is_radians = lower.contains("pi") || lower.contains('π') || value == 0.0;
    end += blanks(&text[end..]);
    if let Some(after) = text[end..].strip_prefix(['°', 'º']) {
        return Some((value.to_radians(), text.len() - after.len()));
    }
    let unit = word(text[end..].trim_start_matches('-'));
    let after = end + usize::from(text[end..].starts_with('-')) + unit.len();
    match unit.to_lowercase().as_str() {
        "degrees" | "degree" | "deg" => Some((value.to_radians(), after)),
        "radians" | "radian" | "rad" => Some((value, after)),
        _ if is_radians => Some((value, amount.len())),
        _ => None,
    }
}

/// Reads the rotation at the beginning of a text: an angle, with an axis before or after it. `is_planar` states that
/// the axis is z if there is none.
pub(super) fn read(store: &Store, text: &str, is_planar: bool) -> Option<StatedRotation> {
    let before = axis(text)?;
    let mut at = before.length;
    at += blanks(&text[at..]);
    if word(&text[at..]) == "by" {
        at += "by".len();
    }
    at += blanks(&text[at..]);
    let (angle, length) = angle(store, &text[at..])?;
    at += length;
    let after = axis(&text[at..])?;
    let direction = match (before.direction, after.direction) {
        (Some(direction), None) | (None, Some(direction)) => direction,
        (None, None) if is_planar || angle == 0.0 => [0.0, 0.0, 1.0],
        _ => return None,
    };
    let is_in_place = before.is_in_place || after.is_in_place;
    Some(StatedRotation { rotation: about(direction, angle)?, length: at + after.length, is_in_place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_have_units_and_axes() {
        let store = Store::default();
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let rotations = ["90 degrees about the x axis and more", "90° around y", "about the z-axis by π/2"];
        for (axis, text) in rotations.into_iter().enumerate() {
            let stated = read(&store, text, false).unwrap();
            assert!((stated.rotation[axis] - half).abs() < 1e-12 && stated.length <= text.len(), "{text}");
        }
        assert!(read(&store, "90 degrees", false).is_none());
        assert!(read(&store, "90 degrees", true).is_some());
        assert!(read(&store, "90", true).is_none());
        assert!(read(&store, "45 degrees clockwise", true).is_none());
        assert!(read(&store, "90 degrees about the origin", true).is_none());
    }
}
