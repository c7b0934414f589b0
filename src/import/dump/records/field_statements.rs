//! Conversion of the fields of records to statements about a body: poses, sizes, and numbers without a known name.
//! `values` are the numbers of a field; lengths are meters.

use super::asides;
use super::axis_numbers::{AxisNumber, number_of_axis};
use super::facts::{LOCAL, NOT_A_QUATERNION, Quaternion, Statement};
use super::fields::{self, Field, QuaternionOrder};
use crate::dump::token::{Token, TokenKind};
use crate::dump::tree::Node;

/// Maximum number of values of a size; more are a list.
const MAX_SIZE_VALUES: usize = 4;

/// Returns the statement of a pose in the frame of a body: a refusal, or `None` for the identity.
pub(super) fn local_pose_statement<'a>(values: &[f64]) -> Option<Statement<'a>> {
    let is_identity = values.iter().all(|x| *x == 0.0) || matches!(values, [0.0, 0.0, 0.0, 1.0] | [1.0, 0.0, 0.0, 0.0]);
    if is_identity { None } else { Some(Statement::Refused(LOCAL.to_owned())) }
}

/// Returns the statement of a field that changes nothing, such as a rotation by 0: an empty name, which marks the
/// tokens of the field as understood.
fn neutral_statement<'a>() -> Statement<'a> {
    Statement::Name(String::new())
}

/// Returns the statement of a field of a pose; `None` for any other field.
pub(super) fn pose_statement<'a>(
    field: Field,
    order: QuaternionOrder,
    numbers: &[AxisNumber<'a>],
    values: &[f64],
) -> Option<Statement<'a>> {
    let has_names = numbers.iter().any(|number| number.axis.is_some());
    match (field, values) {
        (Field::Position | Field::Center, [a, b, c]) => {
            let position = if has_names {
                [number_of_axis(numbers, "x")?, number_of_axis(numbers, "y")?, number_of_axis(numbers, "z")?]
            } else {
                [*a, *b, *c]
            };
            Some(if field == Field::Center { Statement::Center(position) } else { Statement::Position(position) })
        }
        (Field::Coordinate(index), [x]) => Some(Statement::Coordinate(index, *x)),
        (Field::Time, [time]) => Some(Statement::Time(*time)),
        (Field::RotationCoordinate(index), [x]) => Some(Statement::RotationCoordinate(index, *x)),
        (Field::Rotation, [a, b, c, d]) => {
            let quaternion = if has_names {
                let values = ["xi", "yj", "zk", "w"].map(|letters| number_of_axis(numbers, letters));
                let [Some(x), Some(y), Some(z), Some(w)] = values else { return None };
                Quaternion { values: [x, y, z, w], order: QuaternionOrder::WLast }
            } else {
                Quaternion { values: [*a, *b, *c, *d], order }
            };
            Some(Statement::Rotation(quaternion))
        }
        (Field::Rotation | Field::Angle, _) if values.iter().all(|x| *x == 0.0) => Some(neutral_statement()),
        (Field::Rotation | Field::Angle, _) => Some(Statement::Refused(NOT_A_QUATERNION.to_owned())),
        (Field::Scale, _) if values.iter().all(|x| *x == 1.0) => Some(neutral_statement()),
        (Field::Scale, _) => {
            Some(Statement::Refused(String::from("a scale other than 1 is not supported in a record")))
        }
        _ => None,
    }
}

/// Returns the statement of a field of sizes; `None` for any other field.
pub(super) fn size_statement<'a>(field: Field, tokens: &[Token<'a>], values: &[f64]) -> Option<Statement<'a>> {
    match (field, tokens, values) {
        (Field::Size(name), _, _) if tokens.len() <= MAX_SIZE_VALUES => Some(Statement::Size(name, tokens.to_vec())),
        (Field::Diameter, [token], [_]) => Some(Statement::Size("diameter", vec![*token])),
        (Field::HalfExtent(index), [token], _) => Some(Statement::HalfExtent(index, *token)),
        (Field::Extent, ..) => Some(Statement::Extent),
        _ => None,
    }
}

/// Returns the statement of a field without a known name: the number of a body, such as `body 3`, as its name, or a
/// refusal; `None` for a value that does not matter. `words` are the words in front of the value in `text`.
pub(super) fn unknown_statement<'a>(
    node: &Node<'a>,
    words: &[Token<'a>],
    values: &[f64],
    text: &str,
) -> Option<Statement<'a>> {
    if words.iter().any(|word| word.kind == TokenKind::Text) && values.len() == 1 && !asides::names_size(words) {
        return None;
    }
    let ids = [
        "id", "index", "idx", "actor", "body", "shape", "object", "entity", "type", "frame", "step", "collider",
        "geom", "no",
    ];
    let last = words.last().map(|word| fields::normalized(word.text)).unwrap_or_default();
    if values.len() == 1 && ids.contains(&last.as_str()) {
        let number = node.number().map_or("", |token| token.text);
        // The number of a type distinguishes no bodies.
        return if last == "type" { None } else { Some(Statement::Name(format!("{last} {number}"))) };
    }
    let between = words.last().zip(node.number()).and_then(|(word, number)| text.get(word.end..number.start));
    let has_sign = between.is_some_and(|between| between.contains(['=', ':']));
    // One number of a named field, such as `friction=0.5`, changes no shape or pose.
    let is_harmless = values.len() == 1 && !asides::names_size(words) && has_sign;
    let is_zero = values.iter().all(|x| *x == 0.0);
    if is_harmless || is_zero { None } else { Some(not_understood(words)) }
}

/// Returns the refusal of a value with these words before it.
fn not_understood<'a>(words: &[Token<'_>]) -> Statement<'a> {
    let name: Vec<&str> = words.iter().map(|word| word.text).collect();
    let quoted = if name.is_empty() { String::from("a value without a name") } else { format!("`{}`", name.join(" ")) };
    Statement::Refused(format!(
        "{quoted} seems to belong to a body and is not understood; remove it if it does not matter"
    ))
}
