//! Parses rotations in sentences: an angle about an axis, or a quaternion whose order of components is named.
//!
//! - **Angles** need a unit and an axis; in 2D the axis is z. A clockwise angle in 3D is refused unless the text says
//!   that it is seen from the side to which the axis points, where the positive direction is counterclockwise.
//! - **Quaternions** need the order of their components, before or after the numbers.
//! - **Refused**: Euler angles, and angles without a unit, because they have no unique meaning.

use super::attribute::{self, Context, ErrorAt, ParsedAttribute, is_sequence, skip_words};
use super::keys::Kind;
use super::token::Token;
use super::value::{self, Measure, Parsed};
use crate::pose;

/// Error of a rotation without an axis.
const NO_AXIS: &str = "about which axis is this rotation? Name x, y or z, or give the axis as (x, y, z)";

/// Words that begin a rotation.
const BEGINNINGS: [&str; 9] =
    ["rotated", "rotation", "turned", "orientation", "oriented", "quaternion", "angle", "tilted", "identity"];

/// Phrase that only confirms that the stated rotation is the only one.
const NO_OTHER_ROTATION: [&str; 3] = ["no", "other", "rotation"];

/// Phrases that state that a body is not rotated.
const NO_ROTATION: [&[&str]; 14] = [
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

/// Reads the rotation that begins at a token; `None` if none does.
///
/// # Errors
/// Fails if the rotation has no unique meaning.
pub(super) fn read(tokens: &[Token<'_>], index: usize, context: Context) -> ParsedAttribute {
    if is_sequence(tokens, index, &NO_OTHER_ROTATION) {
        return Ok(None);
    }
    if let Some(words) = NO_ROTATION.iter().find(|words| is_sequence(tokens, index, words)) {
        return Ok(Some(rotation_attribute(tokens, index, pose::IDENTITY_ROTATION, index + words.len())));
    }
    if let Some((angle, after_angle)) = value::read_angle(tokens, index) {
        // Without a word of rotations, the angle may be a result.
        let next = skip_words(tokens, after_angle, &["rotation"]);
        let is_rotation = next > 0 && (tokens[next - 1].is("rotation") || is_about(tokens, next));
        return if is_rotation { read_axis_after_angle(tokens, index, angle, next, context) } else { Ok(None) };
    }
    // In 3D, "angle" is also a word of results.
    if !tokens[index].is_one_of(&BEGINNINGS) || tokens[index].is("angle") && !context.plane {
        return Ok(None);
    }
    let start = skip_words(tokens, index, &BEGINNINGS);
    let start = skip_words(tokens, start, &["by", "of", ":", "is", "=", "an", "angle", "a", "at", "quaternion"]);
    if let Some((angle, next)) = value::read_angle(tokens, start) {
        return read_axis_after_angle(tokens, index, angle, next, context);
    }
    if is_about(tokens, start) {
        return read_angle_after_axis(tokens, index, start, context);
    }
    if let Some((rotation, next)) = read_quaternion(tokens, start)? {
        return Ok(Some(rotation_attribute(tokens, index, rotation, next)));
    }
    if tokens.get(start).is_some_and(|token| token.is("euler")) {
        let question = "in which order and about which axes are these Euler angles? Give a quaternion with its order \
                        named, or an angle about an axis";
        return Err((tokens[start].start, question.to_owned()));
    }
    match tokens.get(start).and_then(Token::value) {
        Some(_) => Err((tokens[start].start, "in which unit is this angle? Write `degrees` or `rad`".to_owned())),
        None => Ok(None),
    }
}

/// Creates the attribute of a rotation that begins at token `index`; `next` is the index of the token after it.
fn rotation_attribute(
    tokens: &[Token<'_>],
    index: usize,
    rotation: [f64; 4],
    next: usize,
) -> (attribute::Attribute, usize) {
    (attribute::with_value(Kind::Rotation, rotation.map(Measure::plain).to_vec(), &tokens[index]), next)
}

/// Whether a token introduces the axis of a rotation.
fn is_about(tokens: &[Token<'_>], index: usize) -> bool {
    tokens.get(index).is_some_and(|token| token.is_one_of(&["about", "around", "round"]))
}

/// Sense of a rotation.
#[derive(Clone, Copy, PartialEq)]
enum Sense {
    Counterclockwise,
    Clockwise,
}

/// Names of the senses of rotation.
const SENSES: [(&[&str], Sense); 7] = [
    (&["counterclockwise"], Sense::Counterclockwise),
    (&["anticlockwise"], Sense::Counterclockwise),
    (&["counter", "clockwise"], Sense::Counterclockwise),
    (&["anti", "clockwise"], Sense::Counterclockwise),
    (&["ccw"], Sense::Counterclockwise),
    (&["clockwise"], Sense::Clockwise),
    (&["cw"], Sense::Clockwise),
];

/// Reads the name of a sense of rotation, also in parentheses.
fn read_sense(tokens: &[Token<'_>], index: usize) -> Parsed<Sense> {
    let start = skip_words(tokens, index, &["(", ","]);
    let (words, sense) = SENSES.iter().find(|(words, _)| is_sequence(tokens, start, words))?;
    Some((*sense, start + words.len()))
}

/// Error of a clockwise rotation in 3D.
const CLOCKWISE: &str = "clockwise, seen from which side? Give the angle counterclockwise about the axis";

/// Reads the axis and the sense of a rotation after its angle in radians: `30 degrees about z`. The rotation begins at
/// token `index`, and its angle ends before token `after_angle`.
fn read_axis_after_angle(
    tokens: &[Token<'_>],
    index: usize,
    angle: f64,
    after_angle: usize,
    context: Context,
) -> ParsedAttribute {
    // The sense may be before or after the axis.
    let sense_before_axis = read_sense(tokens, after_angle);
    let mut next = sense_before_axis.map_or(after_angle, |(_, next)| next);
    let mut stated_axis = None;
    if is_about(tokens, next) {
        let (axis, after_axis) = read_axis(tokens, next + 1, context)?;
        stated_axis = axis;
        next = after_axis;
    }
    let sense_after_axis = read_sense(tokens, next);
    next = sense_after_axis.map_or(next, |(_, next)| next);
    let sense = sense_before_axis.or(sense_after_axis).map(|(sense, _)| sense);
    let is_clockwise = sense == Some(Sense::Clockwise);
    if let Some(after_view) = read_viewpoint(tokens, next, stated_axis, context) {
        next = after_view;
    } else if is_clockwise && !context.plane {
        return Err((tokens[index].start, CLOCKWISE.to_owned()));
    }
    let axis = match stated_axis {
        Some(axis) if context.plane && axis != Z_AXIS => {
            return Err((tokens[index].start, "a rotation in 2D must be about z".to_owned()));
        }
        Some(axis) => axis,
        None if context.plane => Z_AXIS,
        None => return Err((tokens[index].start, NO_AXIS.to_owned())),
    };
    let signed_angle = if is_clockwise { -angle } else { angle };
    let zero_axis = (tokens[index].start, "the axis of a rotation must not be zero".to_owned());
    let rotation = pose::about(axis, signed_angle).ok_or(zero_axis)?;
    Ok(Some(rotation_attribute(tokens, index, rotation, next)))
}

/// Axis of all rotations in 2D.
const Z_AXIS: [f64; 3] = [0.0, 0.0, 1.0];

/// Reads an axis and the angle after it: `about the z axis by 30 degrees`. The rotation begins at token `index`;
/// `about` is the index of the word that introduces the axis.
fn read_angle_after_axis(tokens: &[Token<'_>], index: usize, about: usize, context: Context) -> ParsedAttribute {
    let (stated_axis, after_axis) = read_axis(tokens, about + 1, context)?;
    let angle_start = skip_words(tokens, after_axis, &["by", ",", ":", "an", "angle", "of"]);
    let Some((angle, after_angle)) = value::read_angle(tokens, angle_start) else { return Ok(None) };
    let (is_clockwise, next) = match read_sense(tokens, after_angle) {
        Some((sense, next)) => (sense == Sense::Clockwise, next),
        None => (false, after_angle),
    };
    let axis = stated_axis.or(context.plane.then_some(Z_AXIS));
    let Some(rotation) = axis.and_then(|axis| pose::about(axis, angle)) else {
        return Err((tokens[index].start, NO_AXIS.to_owned()));
    };
    if is_clockwise && !context.plane {
        return Err((tokens[index].start, CLOCKWISE.to_owned()));
    }
    let [x, y, z, w] = rotation;
    let signed_rotation = if is_clockwise { [-x, -y, -z, w] } else { rotation };
    Ok(Some(rotation_attribute(tokens, index, signed_rotation, next)))
}

/// Reads the axis of a rotation, of any length; `None` for `its centre`, about which only bodies of the plane rotate.
fn read_axis(tokens: &[Token<'_>], index: usize, context: Context) -> Result<(Option<[f64; 3]>, usize), ErrorAt> {
    let start = skip_words(tokens, index, &["the", "its", "own", "world", "local"]);
    let is_center = tokens.get(start).is_some_and(|token| token.is_one_of(&["centre", "center", "centroid"]));
    if is_center && context.plane && start > index {
        return Ok((None, start + 1));
    }
    let is_lettered = value::read_axis_letter(tokens, start + 1).is_some();
    if !is_lettered && tokens.get(start).is_some_and(|token| token.is_one_of(&["vertical", "up"])) {
        let up = context.up.ok_or((tokens[start].start, "which axis points up? Write `z is up`".to_owned()))?;
        let mut axis = [0.0; 3];
        axis[up] = 1.0;
        return Ok((Some(axis), skip_words(tokens, start + 1, &["axis"])));
    }
    // "about the vertical y axis"
    let direction_start =
        if is_lettered { skip_words(tokens, start, &["vertical", "horizontal", "up"]) } else { index };
    let Some((axis, next)) = value::read_direction(tokens, direction_start) else {
        let offset = tokens.get(index).or(tokens.last()).map_or(0, |token| token.start);
        return Err((offset, NO_AXIS.to_owned()));
    };
    // "about z through its center": the center does not change the rotation.
    let center = skip_words(tokens, next, &["through", "its", "own"]);
    let is_through_center =
        center > next && tokens.get(center).is_some_and(|token| token.is_one_of(&["centre", "center"]));
    Ok((Some(axis), if is_through_center { center + 1 } else { next }))
}

/// Returns the index after the words for a viewpoint, such as `seen from above`, if the axis of the rotation points to
/// the viewer; `None` otherwise.
fn read_viewpoint(tokens: &[Token<'_>], index: usize, axis: Option<[f64; 3]>, context: Context) -> Option<usize> {
    let verb = skip_words(tokens, index, &["when", "as", "(", ",", "if"]);
    if !tokens.get(verb)?.is_one_of(&["seen", "viewed", "looking"]) || !tokens.get(verb + 1)?.is("from") {
        return None;
    }
    let axis = axis?;
    let side = verb + 2;
    if tokens.get(side)?.is_one_of(&["above", "top"]) {
        let points_up = context.up.is_some_and(|up| axis[up] == 1.0);
        return if points_up { Some(side + 1) } else { None };
    }
    let (letter, next) = value::read_axis_letter(tokens, side)?;
    let is_positive = tokens[side..next].iter().any(|token| token.is_one_of(&["+", "positive"]));
    if is_positive && axis[letter] == 1.0 { Some(next) } else { None }
}

/// Reads a quaternion whose order of components is named before or after its numbers, and returns it as x, y, z, w with
/// the index of the token after it; `None` if there are no four numbers in brackets.
///
/// # Errors
/// Fails if the order is not named or the length is not 1.
fn read_quaternion(tokens: &[Token<'_>], index: usize) -> Result<Option<([f64; 4], usize)>, ErrorAt> {
    let order_before = read_component_order(tokens, index);
    let start = match order_before {
        Some((_, next)) => skip_words(tokens, next, &["=", ":", "is", "quaternion", "order", ","]),
        None => index,
    };
    let Some((values, after_numbers)) = value::read_tuple(tokens, start) else { return Ok(None) };
    if values.len() != 4 {
        return Ok(None);
    }
    let order_start = skip_words(tokens, after_numbers, &["in", "(", "order", "as", ","]);
    let order_after = read_component_order(tokens, order_start);
    let (is_w_first, end) = match (order_before, order_after) {
        (Some((is_w_first, _)), _) => (is_w_first, after_numbers),
        (None, Some((is_w_first, end))) => (is_w_first, end),
        (None, None) => {
            let question = "in which order are the coordinates of this quaternion? Write `quaternion (x, y, z, w) = …` \
                            or `(w, x, y, z) = …`";
            return Err((tokens[start].start, question.to_owned()));
        }
    };
    match value::read_quaternion(tokens, start, is_w_first) {
        Some((rotation, _)) => Ok(Some((rotation, skip_words(tokens, end, &["order"])))),
        None => Err((tokens[start].start, "a quaternion must have length 1".to_owned())),
    }
}

/// Reads the order of the components of a quaternion: true if w is first, false if it is last.
fn read_component_order(tokens: &[Token<'_>], index: usize) -> Parsed<bool> {
    let phrases: [(&[&str], bool); 6] = [
        (&["xyzw"], false),
        (&["wxyz"], true),
        (&["w", "first"], true),
        (&["w", "last"], false),
        (&["scalar", "first"], true),
        (&["scalar", "last"], false),
    ];
    if let Some((words, is_w_first)) = phrases.iter().find(|(words, _)| is_sequence(tokens, index, words)) {
        return Some((*is_w_first, index + words.len()));
    }
    // `(x, y, z, w)`, with or without brackets and commas.
    let start = skip_words(tokens, index, &["(", "["]);
    let letters = tokens.get(start..)?.iter().filter(|token| !token.is(",")).take(4);
    let letters: Vec<&str> = letters.map(|token| token.word.as_str()).collect();
    let is_w_first = match letters[..] {
        ["x", "y", "z", "w"] => false,
        ["w", "x", "y", "z"] => true,
        _ => return None,
    };
    // Four letters have at most three commas between them, seven tokens in all; a comma after them belongs to the next
    // phrase.
    let commas = tokens[start..].iter().take(7).filter(|token| token.is(",")).count().min(3);
    Some((is_w_first, skip_words(tokens, start + 4 + commas, &[")", "]"])))
}
