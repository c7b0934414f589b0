//! Statements of the fields of records with numbers: poses, sizes, and numbers without a known name.

use super::asides;
use super::facts::{AxisNumber, LOCAL, NOT_A_QUATERNION, Quaternion, Statement};
use super::fields::{self, Field, Order};
use crate::import::dump::token::{Token, TokenKind};
use crate::import::dump::tree::Node;

/// Maximum number of values of a size.
const MAX_VALUES: usize = 4;

/// Returns the statement of a pose in the frame of a body: a refusal, or `None` for the identity.
pub(super) fn local_pose_statement<'a>(values: &[f64]) -> Option<Statement<'a>> {
    let is_identity = values.iter().all(|x| *x == 0.0) || matches!(values, [0.0, 0.0, 0.0, 1.0] | [1.0, 0.0, 0.0, 0.0]);
    (!is_identity).then(|| Statement::Refused(LOCAL.to_owned()))
}

/// Returns the statement of a field of a pose; `None` for any other field.
pub(super) fn pose_statement<'a>(
    field: Field,
    order: Order,
    numbers: &[AxisNumber<'a>],
    values: &[f64],
) -> Option<Statement<'a>> {
    let has_names = numbers.iter().any(|(axis, _)| axis.is_some());
    match (field, values) {
        (Field::Position | Field::Center, [a, b, c]) => {
            let position = if has_names {
                [
                    fields::number_of_axis(numbers, "x")?,
                    fields::number_of_axis(numbers, "y")?,
                    fields::number_of_axis(numbers, "z")?,
                ]
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
                let values = ["xi", "yj", "zk", "w"].map(|letters| fields::number_of_axis(numbers, letters));
                let [Some(x), Some(y), Some(z), Some(w)] = values else { return None };
                Quaternion { values: [x, y, z, w], order: Order::Last }
            } else {
                Quaternion { values: [*a, *b, *c, *d], order }
            };
            Some(Statement::Rotation(quaternion))
        }
        (Field::Rotation | Field::Angle, _) if values.iter().all(|x| *x == 0.0) => Some(Statement::Name(String::new())),
        (Field::Rotation | Field::Angle, _) => Some(Statement::Refused(NOT_A_QUATERNION.to_owned())),
        (Field::Scale, _) if values.iter().all(|x| *x == 1.0) => Some(Statement::Name(String::new())),
        (Field::Scale, _) => {
            Some(Statement::Refused(String::from("a scale other than 1 is not supported in a record")))
        }
        _ => None,
    }
}

/// Returns the statement of a field of sizes; `None` for any other field.
pub(super) fn size_statement<'a>(field: Field, tokens: &[Token<'a>], values: &[f64]) -> Option<Statement<'a>> {
    match (field, tokens, values) {
        (Field::Size(name), _, _) if tokens.len() <= MAX_VALUES => Some(Statement::Size(name, tokens.to_vec())),
        (Field::Diameter, [token], [_]) => Some(Statement::Size("diameter", vec![*token])),
        (Field::HalfExtent(index), [token], _) => Some(Statement::HalfExtent(index, *token)),
        (Field::Extent, ..) => Some(Statement::Extent),
        _ => None,
    }
}

/// Returns the statement of a field without a known name: the number of a body, or a refusal; `None` for a value that
/// does not matter. `words` are the words in front of the value.
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
        let is_kind = last == "type";
        return (!is_kind).then(|| Statement::Name(format!("{last} {number}")));
    }
    let sign = words.last().zip(node.number()).and_then(|(word, number)| text.get(word.end..number.start));
    let is_stated = sign.is_some_and(|sign| sign.contains(['=', ':']));
    let is_harmless = values.len() == 1 && !asides::names_size(words) && is_stated;
    (!is_harmless && values.iter().any(|x| *x != 0.0)).then(|| not_understood(words))
}

/// Returns the reason for refusal of a value with these words before it.
fn not_understood<'a>(words: &[Token<'_>]) -> Statement<'a> {
    let name: Vec<&str> = words.iter().map(|word| word.text).collect();
    let quoted = if name.is_empty() { String::from("a value without a name") } else { format!("`{}`", name.join(" ")) };
    Statement::Refused(format!(
        "{quoted} seems to belong to a body and is not understood; remove it if it does not matter"
    ))
}
