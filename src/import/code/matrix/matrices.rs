//! Matrices as lists of rows, as NumPy has them: products, transposes, slices, stacks, and rotations of points.
//!
//! **Rule.** An operation that is not evaluated here has no known value. Rotations and poses are matrices of 3 × 3 and
//! 4 × 4 numbers for column vectors.

use std::rc::Rc;

use crate::import::code::evaluate::value::{Data, Value};
use crate::import::code::pose::product::conjugate;
use crate::import::pose::{Pose, rotate_vector};

/// Rows of a matrix, all of one length.
pub type Rows = Vec<Vec<f64>>;

/// Maximum number of multiplications of a product.
const MAX_PRODUCTS: usize = 10_000_000;

/// Returns the numbers of a vector or of a list of numbers.
pub fn numbers_of(value: &Value) -> Option<Vec<f64>> {
    match &value.data {
        Data::Vector(all) => Some(all.clone()),
        Data::List(items) if !items.is_empty() => {
            items.iter().map(|(key, item)| item.number().filter(|_| key.is_none())).collect()
        }
        _ => None,
    }
}

/// Returns the rows of a matrix: of a list of rows, a rotation or a pose.
pub fn rows_of(value: &Value) -> Option<Rows> {
    match &value.data {
        Data::List(items) if !items.is_empty() && items.iter().all(|(key, _)| key.is_none()) => {
            let rows: Option<Rows> = items.iter().map(|(_, row)| numbers_of(row)).collect();
            rows.filter(|rows| rows.iter().all(|row| row.len() == rows[0].len()))
        }
        Data::Rotation(rotation) => Some(rotation_rows(*rotation)),
        Data::Pose(pose) => {
            let mut rows = rotation_rows(pose.rotation);
            rows.iter_mut().zip(pose.position).for_each(|(row, x)| row.push(x));
            rows.push(vec![0.0, 0.0, 0.0, 1.0]);
            Some(rows)
        }
        _ => None,
    }
}

/// Returns the rows of the matrix of a rotation.
fn rotation_rows(rotation: [f64; 4]) -> Rows {
    let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| rotate_vector(rotation, axis));
    (0..3).map(|k| columns.iter().map(|column| column[k]).collect()).collect()
}

/// Creates a list of rows.
pub fn matrix(rows: Rows) -> Data {
    Data::List(Rc::new(rows.into_iter().map(|row| (None, Value::new(Data::Vector(row), 0))).collect()))
}

/// Returns the transpose of rows.
fn transposed_rows(rows: &[Vec<f64>]) -> Rows {
    (0..rows[0].len()).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

/// Returns the transpose of a matrix; `None` for other values.
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

/// Returns the product of matrices and vectors; `None` if their sizes do not fit.
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
    if rows.len().saturating_mul(columns.len()).saturating_mul(columns[0].len()) > MAX_PRODUCTS {
        return None;
    }
    Some(matrix(rows.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()))
}

/// Returns the negative of a matrix; `None` for other values.
pub fn negative(value: &Value) -> Option<Data> {
    let Data::List(_) = value.data else { return None };
    Some(matrix(rows_of(value)?.into_iter().map(|row| row.into_iter().map(|x| -x).collect()).collect()))
}

/// Applies a rotation or a pose to a point or to rows of points.
pub fn moved(pose: Pose, points: &Value) -> Option<Data> {
    if let Some(point) = numbers_of(points) {
        return Some(Data::Vector(pose.point(point.try_into().ok()?).to_vec()));
    }
    let rows: Option<Rows> = rows_of(points)?
        .into_iter()
        .map(|row| <[f64; 3]>::try_from(row).ok().map(|point| pose.point(point).to_vec()))
        .collect();
    rows.map(matrix)
}
