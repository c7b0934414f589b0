//! Arithmetic with arrays, element by element, as NumPy defines it: `np.array([1, 2]) + 3` is `[4, 5]`.
//!
//! An array is a vector of numbers, or a list of rows of one length. [`array`] makes one of the argument of a
//! constructor such as `np.array`; [`elementwise`] applies an operator to an array and another value.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::code::matrix::matrices::{Rows, matrix, numbers_of, rows_of};

/// Functions that make an array of a list: those of NumPy, PyTorch's `tensor` and Blender's `Vector`.
const CONSTRUCTORS: [&str; 5] = ["array", "asarray", "asanyarray", "tensor", "Vector"];

/// Returns the array that a function makes of a list: a vector of two to four numbers, or rows of numbers. `None` for
/// any other function or list.
pub fn array(function: &str, list: &Value) -> Option<Data> {
    let Data::List(items) = &list.data else { return None };
    if !CONSTRUCTORS.contains(&function) {
        return None;
    }
    let numbers: Option<Vec<f64>> = items.iter().map(|(key, value)| value.number().filter(|_| key.is_none())).collect();
    let Some(numbers) = numbers else { return array_of_rows(items) };
    (2..=4).contains(&numbers.len()).then_some(Data::Vector(numbers))
}

/// Returns the array of a list of lists of numbers, which keep their ranges in the text; `None` for other lists.
fn array_of_rows(items: &[NamedValue]) -> Option<Data> {
    let mut rows = Vec::with_capacity(items.len());
    for (key, row) in items {
        let numbers = numbers_of(row).filter(|_| key.is_none())?;
        rows.push((None, Value { data: Data::Vector(numbers), ..row.clone() }));
    }
    Some(Data::List(Rc::new(rows)))
}

/// Applies one of the operators + - * / to two numbers; `None` for any other operator.
fn apply(operator: char, a: f64, b: f64) -> Option<f64> {
    match operator {
        '+' => Some(a + b),
        '-' => Some(a - b),
        '*' => Some(a * b),
        '/' => Some(a / b),
        _ => None,
    }
}

/// Applies an operator to the elements of two vectors; `None` if their lengths differ.
fn combine_vectors(operator: char, a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    if a.len() != b.len() {
        return None;
    }
    a.iter().zip(b).map(|(a, b)| apply(operator, *a, *b)).collect()
}

/// Applies an operator to each number of a vector, on the left, and one number, on the right.
fn combine_vector_with_number(operator: char, vector: &[f64], number: f64) -> Option<Vec<f64>> {
    vector.iter().map(|a| apply(operator, *a, number)).collect()
}

/// Applies an operator to one number, on the left, and each number of a vector, on the right.
fn combine_number_with_vector(operator: char, number: f64, vector: &[f64]) -> Option<Vec<f64>> {
    vector.iter().map(|b| apply(operator, number, *b)).collect()
}

/// Applies an operator element by element; `None` if the values are not arrays of fitting sizes.
pub fn elementwise(operator: char, left: &Value, right: &Value) -> Option<Data> {
    match (&left.data, &right.data) {
        (Data::Vector(a), Data::Vector(b)) => combine_vectors(operator, a, b).map(Data::Vector),
        (Data::Vector(a), Data::Number(b)) => combine_vector_with_number(operator, a, *b).map(Data::Vector),
        (Data::Number(a), Data::Vector(b)) => combine_number_with_vector(operator, *a, b).map(Data::Vector),
        (Data::Vector(a), Data::List(_)) => combine_vector_with_list(operator, a, right),
        (Data::List(rows), Data::Vector(b)) => match numbers_of(left) {
            Some(a) => combine_vectors(operator, &a, b).map(Data::Vector),
            None => combine_rows_with_vector(operator, rows, b),
        },
        (Data::List(rows), Data::List(_)) => combine_lists(operator, left, rows, right),
        (Data::Number(a), Data::List(_)) => combine_number_with_matrix(operator, *a, right),
        (Data::List(_), Data::Number(b)) => combine_matrix_with_number(operator, left, *b),
        _ => None,
    }
}

/// Applies an operator to a vector and a list of numbers, or to a vector and each row of a list.
fn combine_vector_with_list(operator: char, vector: &[f64], list: &Value) -> Option<Data> {
    if let Some(numbers) = numbers_of(list) {
        return combine_vectors(operator, vector, &numbers).map(Data::Vector);
    }
    let rows: Option<Rows> = rows_of(list)?.iter().map(|row| combine_vectors(operator, vector, row)).collect();
    rows.map(matrix)
}

/// Applies an operator to two lists; `rows` are the elements of the left one. Two bare lists of lists count as matrices
/// only for `-` and `*`: Python's `+` would append one to the other.
fn combine_lists(operator: char, left: &Value, rows: &[NamedValue], right: &Value) -> Option<Data> {
    let is_left_matrix = is_matrix(left);
    // A matrix with a list of one number for each column.
    if let Some(numbers) = numbers_of(right).filter(|_| is_left_matrix) {
        return combine_rows_with_vector(operator, rows, &numbers);
    }
    if is_left_matrix || operator == '-' || operator == '*' {
        return combine_matrices(operator, left, right);
    }
    None
}

/// Applies an operator to a number and each number of a matrix; `None` for a bare list of lists.
fn combine_number_with_matrix(operator: char, number: f64, right: &Value) -> Option<Data> {
    if !is_matrix(right) {
        return None;
    }
    let rows: Option<Rows> =
        rows_of(right)?.iter().map(|row| combine_number_with_vector(operator, number, row)).collect();
    rows.map(matrix)
}

/// Adds a number to each number of a matrix, or subtracts it; `None` for a bare list of lists. Products and quotients
/// are evaluated by the caller, which also accepts bare lists.
fn combine_matrix_with_number(operator: char, left: &Value, number: f64) -> Option<Data> {
    if !is_matrix(left) || !matches!(operator, '+' | '-') {
        return None;
    }
    let rows: Option<Rows> =
        rows_of(left)?.iter().map(|row| combine_vector_with_number(operator, row, number)).collect();
    rows.map(matrix)
}

/// Whether a value is an array of rows of one length, rather than a bare list of lists.
fn is_matrix(value: &Value) -> bool {
    value.items().iter().all(|(_, row)| matches!(row.data, Data::Vector(_))) && rows_of(value).is_some()
}

/// Applies an operator to two matrices; `None` if their sizes differ.
fn combine_matrices(operator: char, left: &Value, right: &Value) -> Option<Data> {
    let a = rows_of(left)?;
    let b = rows_of(right)?;
    if a.len() != b.len() {
        return None;
    }
    let rows: Option<Rows> = a.iter().zip(&b).map(|(a, b)| combine_vectors(operator, a, b)).collect();
    rows.map(matrix)
}

/// Applies an operator to each row of a list, on the left, and a vector, on the right. The rows keep their ranges in
/// the text.
fn combine_rows_with_vector(operator: char, rows: &[NamedValue], vector: &[f64]) -> Option<Data> {
    let mut combined = Vec::with_capacity(rows.len());
    for (key, row) in rows {
        let numbers = combine_vectors(operator, &row.coordinates()?, vector)?;
        combined.push((key.clone(), Value { data: Data::Vector(numbers), ..row.clone() }));
    }
    Some(Data::List(Rc::new(combined)))
}
