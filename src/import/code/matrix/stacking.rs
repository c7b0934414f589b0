//! Joining of arrays along an axis, as NumPy does: `np.vstack([a, b])`, `np.concatenate((A, B))`, `np.c_[A, b]`.

use super::matrices::{Rows, matrix, numbers_of, rows_of, transposed};
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::code::libraries::calls::word;
use crate::code::parser::syntax::{Expr, Node};

/// Functions that join the arrays of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// `hstack`: vectors one after the other, matrices next to each other.
    Horizontal,
    /// `vstack`, `row_stack`: vectors as rows, matrices below each other.
    Vertical,
    /// `stack`: vectors as rows; not for matrices, which would become an array with three dimensions.
    NewAxis,
    /// `column_stack`: vectors as columns, matrices next to each other.
    Columns,
    /// `concatenate`, `cat`: vectors one after the other, matrices below each other.
    FirstAxis,
}

impl Stacking {
    /// Returns the function with this name and a list as its only argument.
    pub fn of_function(name: &str) -> Option<Self> {
        match name {
            "hstack" => Some(Self::Horizontal),
            "vstack" | "row_stack" => Some(Self::Vertical),
            "stack" => Some(Self::NewAxis),
            "column_stack" => Some(Self::Columns),
            "concatenate" | "cat" => Some(Self::FirstAxis),
            _ => None,
        }
    }
}

/// Joins the vectors and matrices of a list; `None` if their sizes do not fit.
pub fn stacked(stacking: Stacking, list: &Value) -> Option<Data> {
    let items = list.items();
    if items.is_empty() || items.iter().any(|(key, _)| key.is_some()) {
        return None;
    }
    let mut vectors = Vec::with_capacity(items.len());
    let mut matrices: Vec<Rows> = Vec::with_capacity(items.len());
    for (_, item) in items {
        match numbers_of(item) {
            Some(numbers) => vectors.push(numbers),
            None => matrices.push(rows_of(item)?),
        }
    }
    if matrices.is_empty() {
        return stacked_vectors(stacking, vectors, list.at);
    }
    if !vectors.is_empty() {
        return stacked_mixture(stacking, items);
    }
    match stacking {
        Stacking::Vertical | Stacking::FirstAxis => below(matrices),
        Stacking::Horizontal | Stacking::Columns => side_by_side(matrices),
        Stacking::NewAxis => None,
    }
}

/// Joins vectors to a vector or a matrix; `at` is the offset of the list, bytes.
fn stacked_vectors(stacking: Stacking, vectors: Rows, at: usize) -> Option<Data> {
    match stacking {
        Stacking::Horizontal | Stacking::FirstAxis => Some(Data::Vector(vectors.concat())),
        Stacking::Vertical | Stacking::NewAxis => below(vec![vectors]),
        Stacking::Columns => transposed(&Value::new(below(vec![vectors])?, at)),
    }
}

/// Joins vectors and matrices: a vector is a row below others, or a column next to others.
fn stacked_mixture(stacking: Stacking, items: &[NamedValue]) -> Option<Data> {
    let mut parts: Vec<Rows> = Vec::with_capacity(items.len());
    for (_, item) in items {
        let part = match (numbers_of(item), stacking) {
            (None, _) => rows_of(item)?,
            (Some(numbers), Stacking::Vertical) => vec![numbers],
            (Some(numbers), Stacking::Columns) => numbers.into_iter().map(|x| vec![x]).collect(),
            (Some(_), Stacking::Horizontal | Stacking::NewAxis | Stacking::FirstAxis) => return None,
        };
        parts.push(part);
    }
    if stacking == Stacking::Columns { side_by_side(parts) } else { below(parts) }
}

/// Returns matrices of one width below each other; `None` if their widths differ.
fn below(parts: Vec<Rows>) -> Option<Data> {
    let rows = parts.concat();
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then(|| matrix(rows))
}

/// Returns matrices of one height next to each other; `None` if their heights differ.
fn side_by_side(parts: Vec<Rows>) -> Option<Data> {
    let mut parts = parts.into_iter();
    let mut rows = parts.next()?;
    for part in parts {
        if part.len() != rows.len() {
            return None;
        }
        for (row, more) in rows.iter_mut().zip(part) {
            row.extend(more);
        }
    }
    Some(matrix(rows))
}

/// Evaluates NumPy's `np.c_[A, b]` and `np.r_[A, B]`; `None` for any other index.
pub fn stacked_by_index(owner: &Value, index: &Expr<'_>, store: &mut Store) -> Option<Value> {
    let stacking = match word(owner)? {
        "c_" => Stacking::Columns,
        "r_" => Stacking::FirstAxis,
        _ => return None,
    };
    let Node::List(list) = &index.node else { return None };
    let items = store.arguments(list);
    let list = Value::list(items, owner.at);
    let data = stacked(stacking, &list).unwrap_or(Data::Unknown);
    Some(Value { data, ..list })
}
