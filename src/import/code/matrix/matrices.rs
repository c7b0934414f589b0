//! Matrices as lists of rows, as NumPy has them: products `A @ B`, transposes, negatives, and points that a pose moves.
//!
//! **Rule.** An operation that is not evaluated here has no known value. Rotations and poses are matrices of 3 × 3 and
//! 4 × 4 numbers for column vectors.

use std::rc::Rc;

use crate::code::evaluate::value::{Data, Value};
use crate::code::pose::product::conjugate;
use crate::pose::{Pose, rotate_vector};

/// Rows of a matrix, all of one length.
pub type Rows = Vec<Vec<f64>>;

/// Maximum number of multiplications of a product; bounds the time of an import.
const MAX_PRODUCTS: usize = 10_000_000;

/// Returns the numbers of a vector or of a list of numbers; `None` for other values and for an empty list.
pub fn numbers_of(value: &Value) -> Option<Vec<f64>> {
    match &value.data {
        Data::Vector(all) => Some(all.clone()),
        Data::List(items) if !items.is_empty() => {
            items.iter().map(|(key, item)| item.number().filter(|_| key.is_none())).collect()
        }
        _ => None,
    }
}

/// Returns the rows of a matrix: of a list of rows of one length, a rotation (3 × 3) or a pose (4 × 4); `None` for
/// other values.
pub fn rows_of(value: &Value) -> Option<Rows> {
    match &value.data {
        Data::List(items) if !items.is_empty() && items.iter().all(|(key, _)| key.is_none()) => {
            let rows: Option<Rows> = items.iter().map(|(_, row)| numbers_of(row)).collect();
            rows.filter(|rows| rows.iter().all(|row| row.len() == rows[0].len()))
        }
        Data::Rotation(rotation) => Some(rotation_rows(*rotation)),
        Data::Pose(pose) => {
            let mut rows = rotation_rows(pose.rotation);
            for (row, coordinate) in rows.iter_mut().zip(pose.position) {
                row.push(coordinate);
            }
            rows.push(vec![0.0, 0.0, 0.0, 1.0]);
            Some(rows)
        }
        _ => None,
    }
}

/// Returns the rows of the matrix of a rotation.
fn rotation_rows(rotation: [f64; 4]) -> Rows {
    // The columns are the rotated axes.
    let x = rotate_vector(rotation, [1.0, 0.0, 0.0]);
    let y = rotate_vector(rotation, [0.0, 1.0, 0.0]);
    let z = rotate_vector(rotation, [0.0, 0.0, 1.0]);
    (0..3).map(|row| vec![x[row], y[row], z[row]]).collect()
}

/// Creates the value of a matrix, whose rows state no ranges of the text.
pub fn matrix(rows: Rows) -> Data {
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        items.push((None, Value::new(Data::Vector(row), 0)));
    }
    Data::List(Rc::new(items))
}

/// Returns the columns of a matrix with at least one row.
fn transposed_rows(rows: &[Vec<f64>]) -> Rows {
    (0..rows[0].len()).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

/// Returns the transpose of a matrix, or a vector unchanged, as NumPy does; `None` for other values.
pub fn transposed(value: &Value) -> Option<Data> {
    match &value.data {
        Data::Rotation(rotation) => Some(Data::Rotation(conjugate(*rotation))),
        Data::Vector(all) => Some(Data::Vector(all.clone())),
        _ => Some(matrix(transposed_rows(&rows_of(value)?))),
    }
}

/// Returns the sum of the products of two rows.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the product of matrices and vectors: a number for two vectors. `None` if their sizes do not fit, or if the
/// product is too large.
pub fn product(left: &Value, right: &Value) -> Option<Data> {
    if let (Some(a), Some(b)) = (numbers_of(left), numbers_of(right)) {
        return (a.len() == b.len()).then(|| Data::Number(dot(&a, &b)));
    }
    if let Some(vector) = numbers_of(right) {
        let rows = rows_of(left).filter(|rows| rows[0].len() == vector.len())?;
        return Some(Data::Vector(rows.iter().map(|row| dot(row, &vector)).collect()));
    }
    let columns = transposed_rows(&rows_of(right)?);
    if let Some(vector) = numbers_of(left) {
        let fits = columns[0].len() == vector.len();
        return fits.then(|| Data::Vector(columns.iter().map(|column| dot(column, &vector)).collect()));
    }
    let rows = rows_of(left).filter(|rows| rows[0].len() == columns[0].len())?;
    let multiplications = rows.len().saturating_mul(columns.len()).saturating_mul(columns[0].len());
    if multiplications > MAX_PRODUCTS {
        return None;
    }
    let mut product = Vec::with_capacity(rows.len());
    for row in &rows {
        product.push(columns.iter().map(|column| dot(row, column)).collect());
    }
    Some(matrix(product))
}

/// Returns the negative of a list of rows; `None` for other values.
pub fn negative(value: &Value) -> Option<Data> {
    let Data::List(_) = value.data else { return None };
    let mut rows = rows_of(value)?;
    for number in rows.iter_mut().flatten() {
        *number = -*number;
    }
    Some(matrix(rows))
}

/// Moves a point or rows of points by a pose; `None` if they have not three coordinates.
pub fn moved(pose: Pose, points: &Value) -> Option<Data> {
    if let Some(point) = numbers_of(points) {
        return Some(Data::Vector(pose.point(point.try_into().ok()?).to_vec()));
    }
    let mut rows = Vec::new();
    for row in rows_of(points)? {
        let point: [f64; 3] = row.try_into().ok()?;
        rows.push(pose.point(point).to_vec());
    }
    Some(matrix(rows))
}
