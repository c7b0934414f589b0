//! Results of the binary operators of program text: `a + b`, `rotation * vector`, `A @ B`.
//!
//! **Rule.** The operator is the character that the text has: `+`, `-`, `*`, `/`, `%`, or Python's `@` for the product
//! of matrices. A combination whose result differs between languages, or that is not understood, is unknown.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::code::matrix::matrices;
use crate::pose::{Pose, product, rotate_vector};

/// Applies an operator to two values.
pub fn binary(operator: char, left: &Value, right: &Value) -> Data {
    if let (Data::Number(a), Data::Number(b)) = (&left.data, &right.data) {
        return of_numbers(operator, *a, *b);
    }
    if operator == '%' {
        return Data::Unknown;
    }
    // Python's product of matrices composes poses and rotations.
    let composes = operator == '@' && is_transform(left) && is_transform(right);
    let operator = if composes { '*' } else { operator };
    if operator == '*'
        && let Some(data) = product_of_transform(&left.data, &right.data)
    {
        return data;
    }
    if operator == '@' {
        return matrices::product(left, right).unwrap_or(Data::Unknown);
    }
    if let (Data::List(rows), Data::Number(factor)) = (&left.data, &right.data)
        && matches!(operator, '*' | '/')
    {
        return scaled_rows(rows, operator, *factor);
    }
    super::arrays::elementwise(operator, left, right).unwrap_or_else(|| of_vectors(operator, left, right))
}

/// Applies an operator to two numbers.
fn of_numbers(operator: char, a: f64, b: f64) -> Data {
    match operator {
        '+' => Data::Number(a + b),
        '-' => Data::Number(a - b),
        '*' => Data::Number(a * b),
        '/' => Data::Number(a / b),
        // The sign of the remainder of negative numbers differs between languages.
        '%' if a >= 0.0 && b > 0.0 => Data::Number(a % b),
        _ => Data::Unknown,
    }
}

/// Whether a value is a rotation or a pose.
fn is_transform(value: &Value) -> bool {
    matches!(value.data, Data::Pose(_) | Data::Rotation(_))
}

/// Product of a rotation or a pose with another value: a composition, or a rotated or moved point. A vector times a
/// rotation is the pose of nalgebra's and Eigen's `translation * rotation`. `None` for other values.
fn product_of_transform(left: &Data, right: &Data) -> Option<Data> {
    match (left, right) {
        (Data::Rotation(a), Data::Rotation(b)) => Some(Data::Rotation(product(*a, *b))),
        (Data::Pose(a), Data::Pose(b)) => Some(Data::Pose(a.then(*b))),
        (Data::Pose(pose), Data::Rotation(rotation)) => {
            Some(Data::Pose(pose.then(Pose { position: [0.0; 3], rotation: *rotation })))
        }
        (Data::Vector(vector), Data::Rotation(rotation)) => {
            let position = vector.as_slice().try_into().ok()?;
            Some(Data::Pose(Pose { position, rotation: *rotation }))
        }
        (Data::Rotation(rotation), Data::Vector(vector)) => {
            let vector: [f64; 3] = vector.as_slice().try_into().ok()?;
            Some(Data::Vector(rotate_vector(*rotation, vector).to_vec()))
        }
        (Data::Pose(pose), Data::Vector(vector)) => {
            let point: [f64; 3] = vector.as_slice().try_into().ok()?;
            Some(Data::Vector(pose.point(point).to_vec()))
        }
        _ => None,
    }
}

/// Multiplies rows of numbers by a number, or divides them, as NumPy does with arrays; unknown for a bare list of
/// numbers, which Python repeats.
fn scaled_rows(rows: &[NamedValue], operator: char, factor: f64) -> Data {
    let mut scaled = Vec::with_capacity(rows.len());
    for (key, row) in rows {
        let Some(numbers) = row.coordinates() else { return Data::Unknown };
        let numbers = numbers.into_iter().map(|x| if operator == '*' { x * factor } else { x / factor }).collect();
        scaled.push((key.clone(), Value { data: Data::Vector(numbers), ..row.clone() }));
    }
    Data::List(Rc::new(scaled))
}

/// Applies an operator to two vectors of one length, or to a vector and a number.
fn of_vectors(operator: char, left: &Value, right: &Value) -> Data {
    use Data::{Number, Vector};
    match (operator, &left.data, &right.data) {
        ('+', Vector(a), Vector(b)) if a.len() == b.len() => Vector(a.iter().zip(b).map(|(a, b)| a + b).collect()),
        ('-', Vector(a), Vector(b)) if a.len() == b.len() => Vector(a.iter().zip(b).map(|(a, b)| a - b).collect()),
        ('*', Vector(a), Number(k)) | ('*', Number(k), Vector(a)) => Vector(a.iter().map(|x| k * x).collect()),
        ('/', Vector(a), Number(k)) => Vector(a.iter().map(|x| x / k).collect()),
        _ => Data::Unknown,
    }
}
