//! Rotations in sentences: an angle about an axis, a quaternion whose order is named, or none.

use super::attribute::{self, Context, ErrorAt, Found, is_sequence, skip};
use super::keys::Kind;
use super::token::Token;
use super::value::{self, Measure, Read};
use crate::import::pose;

/// Error of a rotation without an axis.
const NO_AXIS: &str = "about which axis is this rotation? Name x, y or z, or give the axis as (x, y, z)";

/// Words that begin a rotation.
const BEGINNINGS: [&str; 9] =
    ["rotated", "rotation", "turned", "orientation", "oriented", "quaternion", "angle", "tilted", "identity"];

/// Phrases that state that a body is not rotated.
const NONE: [&[&str]; 15] = [
    &["no", "other", "rotation"],
    &["no", "rotation"],
    &["without", "rotation"],
    &["without", "any", "rotation"],
    &["zero", "rotation"],
    &["not", "rotated"],
    &["unrotated"],
    &["identity", "rotation"],
    &["identity", "orientation"],
    &["identity", "quaternion"],
    &["rotation", "is", "identity"],
    &["orientation", "is", "identity"],
    &["rotation", "none"],
    &["rotation", "identity"],
    &["orientation", "identity"],
];

/// Reads a rotation at a token.
///
/// # Errors
/// Fails if the rotation has no unique meaning.
pub(super) fn read(all: &[Token<'_>], k: usize, context: Context) -> Found {
    if let Some(words) = NONE.iter().find(|words| is_sequence(all, k, words)) {
        // "no other rotation" only confirms that the stated rotation is the only one.
        if words.len() == 3 && words[1] == "other" {
            return Ok(None);
        }
        return Ok(Some(found(all, k, pose::IDENTITY_ROTATION, k + words.len())));
    }
    if let Some((angle, next)) = value::angle(all, k) {
        let next = skip(all, next, &["rotation"]);
        let is_rotation = next > 0 && (all[next - 1].is("rotation") || is_about(all, next));
        return if is_rotation { about(all, k, angle, next, context) } else { Ok(None) };
    }
    if !all[k].is_one_of(&BEGINNINGS) || all[k].is("angle") && !context.plane {
        return Ok(None);
    }
    let at = skip(all, k, &BEGINNINGS);
    let at = skip(all, at, &["by", "of", ":", "is", "=", "an", "angle", "a", "at", "quaternion", "at"]);
    if let Some((angle, next)) = value::angle(all, at) {
        return about(all, k, angle, next, context);
    }
    if is_about(all, at) {
        return axis_first(all, k, at, context);
    }
    if let Some((rotation, next)) = quaternion(all, at)? {
        return Ok(Some(found(all, k, rotation, next)));
    }
    if all.get(at).is_some_and(|token| token.is("euler")) {
        let question = "in which order and about which axes are these Euler angles? Give a quaternion with its order \
                        named, or an angle about an axis";
        return Err((all[at].start, question.to_owned()));
    }
    match all.get(at).and_then(Token::value) {
        Some(_) => Err((all[at].start, "in which unit is this angle? Write `degrees` or `rad`".to_owned())),
        None => Ok(None),
    }
}

/// Creates the attribute of a rotation.
fn found(all: &[Token<'_>], k: usize, rotation: [f64; 4], next: usize) -> (attribute::Attribute, usize) {
    (attribute::of(Kind::Rotation, rotation.map(Measure::plain).to_vec(), &all[k]), next)
}

/// Whether a token introduces the axis of a rotation.
fn is_about(all: &[Token<'_>], k: usize) -> bool {
    all.get(k).is_some_and(|token| token.is_one_of(&["about", "around", "round"]))
}

/// Direction of a rotation that a text names by the clock.
#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Counterclockwise,
    Clockwise,
}

/// Reads the words of a direction.
fn clock(all: &[Token<'_>], k: usize) -> Read<Clock> {
    let at = skip(all, k, &["(", ","]);
    let rows: [(&[&str], Clock); 6] = [
        (&["counterclockwise"], Clock::Counterclockwise),
        (&["anticlockwise"], Clock::Counterclockwise),
        (&["counter", "clockwise"], Clock::Counterclockwise),
        (&["anti", "clockwise"], Clock::Counterclockwise),
        (&["ccw"], Clock::Counterclockwise),
        (&["clockwise"], Clock::Clockwise),
    ];
    let row = rows.iter().find(|(words, _)| is_sequence(all, at, words));
    let cw = all.get(at).filter(|token| token.is("cw")).map(|_| (Clock::Clockwise, at + 1));
    row.map(|(words, clock)| (*clock, at + words.len())).or(cw)
}

/// Reads the axis after an angle.
fn about(all: &[Token<'_>], k: usize, angle: f64, after: usize, context: Context) -> Found {
    let before = clock(all, after);
    let mut at = before.map_or(after, |(_, next)| next);
    let mut axis = None;
    if is_about(all, at) {
        let (direction, next) = named_axis(all, at + 1, context)?;
        axis = direction;
        at = next;
    }
    let behind = clock(all, at);
    at = behind.map_or(at, |(_, next)| next);
    let clock = before.or(behind).map(|(clock, _)| clock);
    if let Some(next) = seen(all, at, axis, context) {
        at = next;
    } else if clock == Some(Clock::Clockwise) && !context.plane {
        let question = "clockwise, seen from which side? Give the angle counterclockwise about the axis";
        return Err((all[k].start, question.to_owned()));
    }
    let axis = match axis {
        Some(axis) if context.plane && axis != [0.0, 0.0, 1.0] => {
            return Err((all[k].start, "a rotation in 2D must be about z".to_owned()));
        }
        Some(axis) => axis,
        None if context.plane => [0.0, 0.0, 1.0],
        None => return Err((all[k].start, NO_AXIS.to_owned())),
    };
    let angle = if clock == Some(Clock::Clockwise) { -angle } else { angle };
    let zero = (all[k].start, "the axis of a rotation must not be zero".to_owned());
    let rotation = pose::about(axis, angle).ok_or(zero)?;
    Ok(Some(found(all, k, rotation, at)))
}

/// Reads `about the z axis by 30 degrees`.
fn axis_first(all: &[Token<'_>], k: usize, at: usize, context: Context) -> Found {
    let (axis, next) = named_axis(all, at + 1, context)?;
    let next = skip(all, next, &["by", ",", ":", "an", "angle", "of"]);
    let Some((angle, next)) = value::angle(all, next) else { return Ok(None) };
    let clock = clock(all, next);
    let next = clock.map_or(next, |(_, next)| next);
    let is_clockwise = clock.is_some_and(|(clock, _)| clock == Clock::Clockwise);
    let axis = axis.or(context.plane.then_some([0.0, 0.0, 1.0]));
    match axis.and_then(|axis| pose::about(axis, angle)) {
        Some(_) if is_clockwise && !context.plane => {
            let question = "clockwise, seen from which side? Give the angle counterclockwise about the axis";
            Err((all[k].start, question.to_owned()))
        }
        Some([x, y, z, w]) if is_clockwise => Ok(Some(found(all, k, [-x, -y, -z, w], next))),
        Some(rotation) => Ok(Some(found(all, k, rotation, next))),
        None => Err((all[k].start, NO_AXIS.to_owned())),
    }
}

/// Reads the axis of a rotation; `None` for `its centre`, about which only bodies of the plane rotate.
fn named_axis(all: &[Token<'_>], k: usize, context: Context) -> Result<(Option<[f64; 3]>, usize), ErrorAt> {
    let at = skip(all, k, &["the", "its", "own", "world", "local"]);
    if all.get(at).is_some_and(|token| token.is_one_of(&["centre", "center", "centroid"])) && context.plane && at > k {
        return Ok((None, at + 1));
    }
    if all.get(at).is_some_and(|token| token.is_one_of(&["vertical", "up"])) {
        let up = context.up.ok_or((all[at].start, "which axis points up? Write `z is up`".to_owned()))?;
        let mut axis = [0.0; 3];
        axis[up] = 1.0;
        return Ok((Some(axis), skip(all, at + 1, &["axis"])));
    }
    match value::axis(all, k) {
        Some((axis, next)) => {
            let end = skip(all, next, &["through", "its", "own"]);
            let is_own = end > next && all.get(end).is_some_and(|token| token.is_one_of(&["centre", "center"]));
            Ok((Some(axis), if is_own { end + 1 } else { next }))
        }
        None => {
            let start = all.get(k).or(all.last()).map_or(0, |token| token.start);
            Err((start, NO_AXIS.to_owned()))
        }
    }
}

/// Reads `seen from above`, if the axis of the rotation points up.
fn seen(all: &[Token<'_>], k: usize, axis: Option<[f64; 3]>, context: Context) -> Option<usize> {
    let at = skip(all, k, &["when", "as", "(", ",", "if"]);
    if !all.get(at)?.is_one_of(&["seen", "viewed", "looking"]) || !all.get(at + 1)?.is("from") {
        return None;
    }
    let axis = axis?;
    if all.get(at + 2)?.is_one_of(&["above", "top"]) {
        return (context.up.is_some_and(|up| axis[up] == 1.0)).then_some(at + 3);
    }
    let (letter, next) = value::letter_axis(all, at + 2)?;
    let is_positive = all[at + 2..next].iter().any(|token| token.is_one_of(&["+", "positive"]));
    (is_positive && axis[letter] == 1.0).then_some(next)
}

/// Reads a quaternion whose order of coordinates is named before or after its numbers.
fn quaternion(all: &[Token<'_>], at: usize) -> Result<Option<([f64; 4], usize)>, ErrorAt> {
    let before = order(all, at);
    let start = before.map_or(at, |(_, next)| skip(all, next, &["=", ":", "is", "quaternion", "order", ","]));
    let Some((_, next)) = value::tuple(all, start).filter(|(values, _)| values.len() == 4) else {
        return Ok(None);
    };
    let after = order(all, skip(all, next, &["in", "(", "order", "as", ","]));
    let Some((is_w_first, end)) = before.map(|(order, _)| (order, next)).or(after) else {
        let question = "in which order are the coordinates of this quaternion? Write `quaternion (x, y, z, w) = …` or \
                        `(w, x, y, z) = …`";
        return Err((all[start].start, question.to_owned()));
    };
    match value::quaternion(all, start, is_w_first) {
        Some((rotation, _)) => Ok(Some((rotation, skip(all, end, &["order"])))),
        None => Err((all[start].start, "a quaternion must have length 1".to_owned())),
    }
}

/// Reads the order of the coordinates of a quaternion: whether w is first.
fn order(all: &[Token<'_>], k: usize) -> Read<bool> {
    let first = all.get(k)?;
    for (word, is_w_first) in [("xyzw", false), ("wxyz", true)] {
        if first.is(word) {
            return Some((is_w_first, k + 1));
        }
    }
    for (words, is_w_first) in
        [(["w", "first"], true), (["w", "last"], false), (["scalar", "first"], true), (["scalar", "last"], false)]
    {
        if is_sequence(all, k, &words) {
            return Some((is_w_first, k + 2));
        }
    }
    let at = skip(all, k, &["(", "["]);
    for (letters, is_w_first) in [(["x", "y", "z", "w"], false), (["w", "x", "y", "z"], true)] {
        let words: Vec<&str> =
            all.iter().skip(at).filter(|token| !token.is(",")).take(4).map(|token| token.word.as_str()).collect();
        if words == letters {
            let commas = all.iter().skip(at).take(7).filter(|token| token.is(",")).count();
            return Some((is_w_first, skip(all, at + 4 + commas.min(3), &[")", "]"])));
        }
    }
    None
}
