//! Arithmetic with arrays, element by element, as in NumPy and in libraries of vectors.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};

/// Functions that make an array of a list.
const MAKERS: [&str; 5] = ["array", "asarray", "asanyarray", "tensor", "Vector"];

/// Returns the array of two to four numbers that a function makes of a list; `None` for other lists.
pub(super) fn array(function: &str, list: &Value) -> Option<Data> {
    let Data::List(items) = &list.data else { return None };
    let numbers: Option<Vec<f64>> = items.iter().map(|(key, value)| value.number().filter(|_| key.is_none())).collect();
    numbers.filter(|all| MAKERS.contains(&function) && (2..=4).contains(&all.len())).map(Data::Vector)
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
pub(super) fn elementwise(sign: char, left: &Value, right: &Value) -> Option<Data> {
    match (&left.data, &right.data) {
        (Data::Vector(a), Data::Vector(b)) => of_vectors(sign, a, b).map(Data::Vector),
        (Data::Vector(a), Data::Number(b)) => {
            a.iter().map(|a| apply(sign, *a, *b)).collect::<Option<Vec<f64>>>().map(Data::Vector)
        }
        (Data::Number(a), Data::Vector(b)) => {
            b.iter().map(|b| apply(sign, *a, *b)).collect::<Option<Vec<f64>>>().map(Data::Vector)
        }
        // An array with a list is an array.
        (Data::Vector(a), Data::List(_)) => of_vectors(sign, a, &numbers(right)?).map(Data::Vector),
        (Data::List(rows), Data::Vector(b)) => match numbers(left) {
            Some(a) => of_vectors(sign, &a, b).map(Data::Vector),
            None => of_rows(sign, rows, b),
        },
        _ => None,
    }
}

/// Returns the numbers of a list of numbers.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.items().iter().map(|(key, item)| item.number().filter(|_| key.is_none())).collect()
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
