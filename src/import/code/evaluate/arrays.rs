//! Arithmetic with arrays, element by element, as in NumPy and in libraries of vectors.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::import::code::matrix::matrices::{Rows, matrix, numbers_of, rows_of};

/// Functions that make an array of a list.
const MAKERS: [&str; 5] = ["array", "asarray", "asanyarray", "tensor", "Vector"];

/// Returns the array of two to four numbers that a function makes of a list; `None` for other lists.
pub fn array(function: &str, list: &Value) -> Option<Data> {
    let Data::List(items) = &list.data else { return None };
    let numbers: Option<Vec<f64>> = items.iter().map(|(key, value)| value.number().filter(|_| key.is_none())).collect();
    if !MAKERS.contains(&function) {
        return None;
    }
    match numbers {
        Some(all) => (2..=4).contains(&all.len()).then_some(Data::Vector(all)),
        None => array_of_rows(items),
    }
}

/// Returns the array of a list of lists of numbers, which keep their ranges in the text; `None` for other lists.
fn array_of_rows(items: &[NamedValue]) -> Option<Data> {
    let mut rows = Vec::with_capacity(items.len());
    for (key, row) in items {
        let all = numbers_of(row).filter(|_| key.is_none())?;
        rows.push((None, Value { data: Data::Vector(all), ..row.clone() }));
    }
    Some(Data::List(Rc::new(rows)))
}

/// Applies an operator to numbers.
fn apply(sign: char, a: f64, b: f64) -> Option<f64> {
    Some(match sign {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '/' => a / b,
        _ => return None,
    })
}

/// Applies an operator to the elements of two vectors of one length.
fn of_vectors(sign: char, a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    if a.len() != b.len() {
        return None;
    }
    a.iter().zip(b).map(|(a, b)| apply(sign, *a, *b)).collect()
}

/// Applies an operator element by element; `None` if the values are not arrays of fitting sizes.
pub fn elementwise(sign: char, left: &Value, right: &Value) -> Option<Data> {
    match (&left.data, &right.data) {
        (Data::Vector(a), Data::Vector(b)) => of_vectors(sign, a, b).map(Data::Vector),
        (Data::Vector(a), Data::Number(b)) => {
            a.iter().map(|a| apply(sign, *a, *b)).collect::<Option<Vec<f64>>>().map(Data::Vector)
        }
        (Data::Number(a), Data::Vector(b)) => {
            b.iter().map(|b| apply(sign, *a, *b)).collect::<Option<Vec<f64>>>().map(Data::Vector)
        }
        // An array and a list make an array, as in NumPy.
        (Data::Vector(a), Data::List(_)) => match numbers_of(right) {
            Some(b) => of_vectors(sign, a, &b).map(Data::Vector),
            None => {
                let rows: Option<Rows> = rows_of(right)?.iter().map(|row| of_vectors(sign, a, row)).collect();
                rows.map(matrix)
            }
        },
        (Data::List(rows), Data::Vector(b)) => match numbers_of(left) {
            Some(a) => of_vectors(sign, &a, b).map(Data::Vector),
            None => of_rows(sign, rows, b),
        },
        // A matrix with a list of one number for each column.
        (Data::List(rows), Data::List(_)) if is_matrix(left) && numbers_of(right).is_some() => {
            of_rows(sign, rows, &numbers_of(right)?)
        }
        (Data::List(_), Data::List(_)) if is_matrix(left) || sign == '-' || sign == '*' => {
            of_matrices(sign, left, right)
        }
        (Data::Number(a), Data::List(_)) if is_matrix(right) => {
            Some(matrix(rows_of(right)?.iter().map(|row| each(sign, *a, row)).collect::<Option<Rows>>()?))
        }
        (Data::List(_), Data::Number(b)) if is_matrix(left) && (sign == '+' || sign == '-') => {
            let rows = rows_of(left)?;
            let all: Option<Rows> = rows.iter().map(|row| row.iter().map(|a| apply(sign, *a, *b)).collect()).collect();
            all.map(matrix)
        }
        _ => None,
    }
}

/// Whether a value is an array of rows, rather than a list of lists.
fn is_matrix(value: &Value) -> bool {
    value.items().iter().all(|(_, row)| matches!(row.data, Data::Vector(_))) && rows_of(value).is_some()
}

/// Applies an operator to a number and each number of a row.
fn each(sign: char, a: f64, row: &[f64]) -> Option<Vec<f64>> {
    row.iter().map(|b| apply(sign, a, *b)).collect()
}

/// Applies an operator to two matrices of one size.
fn of_matrices(sign: char, left: &Value, right: &Value) -> Option<Data> {
    let a = rows_of(left)?;
    let b = rows_of(right).filter(|b| a.len() == b.len())?;
    let rows: Option<Rows> = a.iter().zip(&b).map(|(a, b)| of_vectors(sign, a, b)).collect();
    rows.map(matrix)
}

/// Applies an operator to each row of a list and a vector.
fn of_rows(sign: char, rows: &[NamedValue], vector: &[f64]) -> Option<Data> {
    let mut changed = Vec::with_capacity(rows.len());
    for (key, row) in rows {
        let all = of_vectors(sign, &row.coordinates()?, vector)?;
        changed.push((key.clone(), Value { data: Data::Vector(all), ..row.clone() }));
    }
    Some(Data::List(Rc::new(changed)))
}
