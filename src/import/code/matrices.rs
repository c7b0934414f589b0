//! Matrices as lists of rows, as NumPy has them: products, transposes, slices, stacks, and rotations of points.
//!
//! **Rule.** An operation that is not evaluated here has no known value. Rotations and poses are matrices of 3 × 3 and
//! 4 × 4 numbers for column vectors.

use std::rc::Rc;

use super::product::conjugate;
use super::syntax::{Expr, Node};
use super::things::{Store, ranges_of};
use super::value::{Data, NamedValue, Ranges, Value};
use crate::import::pose::{Pose, rotate_vector};

/// Rows of a matrix, all of one length.
pub(super) type Rows = Vec<Vec<f64>>;

/// Maximum number of multiplications of a product.
const MAX_PRODUCTS: usize = 10_000_000;

/// Returns the numbers of a vector or of a list of numbers.
pub(super) fn numbers_of(value: &Value) -> Option<Vec<f64>> {
    match &value.data {
        Data::Vector(all) => Some(all.clone()),
        Data::List(items) if !items.is_empty() => {
            items.iter().map(|(key, item)| item.number().filter(|_| key.is_none())).collect()
        }
        _ => None,
    }
}

/// Returns the rows of a matrix: of a list of rows, a rotation or a pose.
pub(super) fn rows_of(value: &Value) -> Option<Rows> {
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
pub(super) fn matrix(rows: Rows) -> Data {
    Data::List(Rc::new(rows.into_iter().map(|row| (None, Value::new(Data::Vector(row), 0))).collect()))
}

/// Creates a value with the ranges of others.
fn with_ranges(data: Data, mut used: Ranges, at: usize) -> Value {
    used.sort_unstable_by_key(|range| (range.start, range.end));
    used.dedup();
    Value { data, used, at }
}

/// Returns the transpose of rows.
fn transposed_rows(rows: &[Vec<f64>]) -> Rows {
    (0..rows[0].len()).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

/// Returns the transpose of a matrix; `None` for other values.
pub(super) fn transposed(value: &Value) -> Option<Data> {
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
pub(super) fn product(left: &Value, right: &Value) -> Option<Data> {
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
pub(super) fn negative(value: &Value) -> Option<Data> {
    let Data::List(_) = value.data else { return None };
    Some(matrix(rows_of(value)?.into_iter().map(|row| row.into_iter().map(|x| -x).collect()).collect()))
}

/// Applies a rotation or a pose to a point or to rows of points.
pub(super) fn moved(pose: Pose, points: &Value) -> Option<Data> {
    if let Some(point) = numbers_of(points) {
        return Some(Data::Vector(pose.point(point.try_into().ok()?).to_vec()));
    }
    let rows: Option<Rows> = rows_of(points)?
        .into_iter()
        .map(|row| <[f64; 3]>::try_from(row).ok().map(|point| pose.point(point).to_vec()))
        .collect();
    rows.map(matrix)
}

/// Rows or columns that an index selects.
enum Selection {
    One(usize),
    Several(std::ops::Range<usize>),
}

/// Reads an index among `count` rows or columns; `None` if it is not understood.
fn selection(index: &Expr<'_>, count: usize, store: &mut Store) -> Option<Selection> {
    if let Node::Slice(from, to) = index.node {
        let to = to.unwrap_or(count).min(count);
        return Some(Selection::Several(from.unwrap_or(0).min(to)..to));
    }
    let k = store.value(index).number().filter(|k| k.fract() == 0.0)?;
    let k = if k < 0.0 { k + count as f64 } else { k };
    (0.0..count as f64).contains(&k).then_some(Selection::One(k as usize))
}

/// Returns the selected numbers of a row.
fn selected(row: &[f64], selection: &Selection) -> Vec<f64> {
    match selection {
        Selection::One(k) => vec![row[*k]],
        Selection::Several(range) => row[range.clone()].to_vec(),
    }
}

impl Store {
    /// Keeps the value of an assignment, by the offset of its statement.
    pub(super) fn note_value(&mut self, at: usize, value: &Value) {
        let own = self.evaluated.entry(at).or_insert_with(|| (0, value.clone()));
        own.0 += 1;
        own.1 = value.clone();
    }

    /// Evaluates an index with a slice, or with several parts, of a list or a matrix: `T[:3, 3]`, `A[:4]`, `T[0, 3]`;
    /// `None` for any other index. `end` is the end of the whole expression.
    pub(super) fn sliced(&mut self, of: &Value, index: &Expr<'_>, end: usize) -> Option<Value> {
        let data = match &index.node {
            Node::List(list) if index.at.end == end => match &list[..] {
                [rows, columns] => self.selected_part(of, &rows.value, &columns.value)?,
                [only] => self.selected_items(of, &only.value)?,
                _ => return None,
            },
            _ => return None,
        };
        Some(Value { data, used: of.used.clone(), at: of.at })
    }

    /// Returns the items of a slice.
    fn selected_items(&mut self, of: &Value, index: &Expr<'_>) -> Option<Data> {
        if let Data::List(items) = &of.data {
            let Selection::Several(range) = selection(index, items.len(), self)? else { return None };
            return Some(Data::List(Rc::new(items[range].to_vec())));
        }
        if let Data::Vector(all) = &of.data {
            return match selection(index, all.len(), self)? {
                Selection::Several(range) => Some(Data::Vector(all[range].to_vec())),
                Selection::One(_) => None,
            };
        }
        let rows = rows_of(of)?;
        match selection(index, rows.len(), self)? {
            Selection::Several(range) => Some(matrix(rows[range].to_vec())),
            Selection::One(_) => None,
        }
    }

    /// Returns the part of a matrix in some rows and some columns.
    fn selected_part(&mut self, of: &Value, rows: &Expr<'_>, columns: &Expr<'_>) -> Option<Data> {
        let all = rows_of(of)?;
        let rows = selection(rows, all.len(), self)?;
        let columns = selection(columns, all[0].len(), self)?;
        if let (Data::Pose(pose), Selection::Several(a), Selection::Several(b)) = (&of.data, &rows, &columns)
            && *a == (0..3)
            && *b == (0..3)
        {
            return Some(Data::Rotation(pose.rotation));
        }
        Some(match (&rows, &columns) {
            (Selection::One(k), Selection::One(column)) => Data::Number(all[*k][*column]),
            (Selection::One(k), Selection::Several(_)) => Data::Vector(selected(&all[*k], &columns)),
            (Selection::Several(range), Selection::One(column)) => {
                Data::Vector(all[range.clone()].iter().map(|row| row[*column]).collect())
            }
            (Selection::Several(range), Selection::Several(_)) => {
                matrix(all[range.clone()].iter().map(|row| selected(row, &columns)).collect())
            }
        })
    }

    /// Evaluates a function or a method of matrices: `np.dot(A, R)`, `A.mean(axis=0)`; `None` for any other call.
    pub(super) fn matrix_call(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Value> {
        // A method whose result is not used may change its object.
        if self.statement_at == Some(at) {
            return None;
        }
        let (last, before) = names.split_last()?;
        if let (["len"], [(None, list)]) = (names, given) {
            let is_list = matches!(&list.data, Data::List(items) if !items.is_empty());
            let count = if is_list { list.items().len() } else { numbers_of(list)?.len() };
            return Some(Value::new(Data::Number(count as f64), at));
        }
        if is_module(before) && before.first().is_none_or(|name| !self.variables.contains_key(*name)) {
            let data = super::numpy::function(last, given)?;
            return Some(with_ranges(data, ranges_of(given), at));
        }
        let (known, owner) = self.lookup(before).filter(|_| !before.is_empty())?;
        if known != before.len() {
            return None;
        }
        self.matrix_method(&owner, last, given, at)
    }

    /// Evaluates a method of a matrix, a rotation or a pose; `None` for any other method.
    pub(super) fn matrix_method(&self, owner: &Value, name: &str, given: &[NamedValue], at: usize) -> Option<Value> {
        let data = super::numpy::method(owner, name, given)?;
        Some(with_ranges(data, [&owner.used[..], &ranges_of(given)[..]].concat(), at))
    }
}

/// Whether a path names a module of functions of arrays.
fn is_module(names: &[&str]) -> bool {
    let modules = [
        "np",
        "numpy",
        "jnp",
        "onp",
        "cp",
        "cupy",
        "torch",
        "linalg",
        "transformations",
        "trimesh",
        "tf",
        "tft",
        "tra",
    ];
    match names {
        [] => false,
        [only] => modules.contains(only),
        [first, ..] => modules.contains(first) && names.last().is_some_and(|last| modules.contains(last)),
    }
}
