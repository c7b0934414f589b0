//! Functions and methods of arrays in NumPy and libraries with its names.
//!
//! **Rule.** This module has only functions whose result is the same in all these libraries; the value of any other
//! function of arrays is unknown.

use super::matrices::{Rows, matrix, moved, numbers_of, product, rows_of, transposed};
use crate::import::code::evaluate::value::{Data, NamedValue, Ranges, Value};
use crate::import::code::join::store::{Store, ranges_of};
use crate::import::code::libraries::calls::word;
use crate::import::code::parser::syntax::{Expr, Node};
use crate::import::code::pose::product::conjugate;
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Maximum number of numbers of an array of zeros or ones.
const MAX_FILLED: usize = 100_000;

/// Keys of arguments that leave the numbers of a result as they are.
const NEUTRAL: [&str; 4] = ["dtype", "copy", "device", "order"];

/// Returns the arguments without those that leave the numbers as they are.
fn essential(arguments: &[NamedValue]) -> Vec<&NamedValue> {
    arguments.iter().filter(|(key, _)| key.as_deref().is_none_or(|key| !NEUTRAL.contains(&key))).collect()
}

/// Evaluates a function of a module of arrays; `None` for any other function.
pub fn function(name: &str, arguments: &[NamedValue]) -> Option<Data> {
    let all = essential(arguments);
    match (name, &all[..]) {
        ("dot" | "matmul" | "mm", [(None, a), (None, b)]) => product_of(a, b),
        ("transpose", [(None, one)]) => transposed(one),
        ("hstack" | "column_stack" | "vstack" | "row_stack" | "stack", [(None, list)]) => stacked(name, list),
        ("concatenate" | "cat", [(None, list)]) => stacked("concatenate", list),
        ("concatenate" | "cat", [(None, list), (key, axis)]) if is_axis_key(key.as_deref()) => match axis.number()? {
            0.0 => stacked("concatenate", list),
            1.0 => stacked("hstack", list).filter(|data| matches!(data, Data::List(_))),
            _ => None,
        },
        ("ones", [(None, shape)]) => filled(shape, 1.0),
        ("zeros", [(None, shape)]) => filled(shape, 0.0),
        ("full", [(None, shape), (None, number)]) => filled(shape, number.number()?),
        ("ones_like", [(None, like)]) => filled_like(like, 1.0),
        ("zeros_like", [(None, like)]) => filled_like(like, 0.0),
        ("eye" | "identity", [(None, size)]) => match size.number()? {
            3.0 => Some(Data::Rotation(IDENTITY_ROTATION)),
            4.0 => Some(Data::Pose(Pose::default())),
            2.0 => Some(matrix(vec![vec![1.0, 0.0], vec![0.0, 1.0]])),
            _ => None,
        },
        ("mean" | "sum" | "min" | "max" | "amin" | "amax" | "average", [(None, one), (key, axis)])
            if is_axis_key(key.as_deref()) && axis.number() == Some(0.0) =>
        {
            let name = if name == "average" { "mean" } else { name.trim_start_matches('a') };
            by_columns(name, one)
        }
        ("inv", [(None, one)]) => inverse(one),
        ("norm", [(None, one)]) => {
            let all = numbers_of(one)?;
            Some(Data::Number(all.iter().map(|x| x * x).sum::<f64>().sqrt()))
        }
        ("cross", [(None, a), (None, b)]) => cross(a, b),
        ("transform_points", [(None, points), (None, pose)]) => moved(pose.pose()?, points),
        ("copy", [(None, one)]) if rows_of(one).is_some() => Some(one.data.clone()),
        _ => None,
    }
}

/// Returns the product of two values that are both matrices or vectors.
fn product_of(a: &Value, b: &Value) -> Option<Data> {
    match (&a.data, &b.data) {
        (Data::Rotation(a), Data::Rotation(b)) => Some(Data::Rotation(crate::import::pose::product(*a, *b))),
        (Data::Pose(a), Data::Pose(b)) => Some(Data::Pose(a.then(*b))),
        _ => product(a, b),
    }
}

/// Whether an argument is the axis of a function of arrays, by its key or its place.
fn is_axis_key(key: Option<&str>) -> bool {
    key.is_none_or(|key| key == "axis" || key == "dim")
}

/// Evaluates a method of an array, a rotation or a pose; `None` for any other method.
pub fn method(owner: &Value, name: &str, arguments: &[NamedValue]) -> Option<Data> {
    let all = essential(arguments);
    let is_rotation = matches!(owner.data, Data::Rotation(_));
    let is_array = matches!(owner.data, Data::List(_)) && rows_of(owner).is_some();
    match (name, &all[..]) {
        ("apply", [(None, points), rest @ ..]) => {
            let Data::Rotation(rotation) = owner.data else { return None };
            let rotation = match rest {
                [] => rotation,
                [(_, flag)] if word(flag) == Some("False") => rotation,
                [(_, flag)] if word(flag) == Some("True") => conjugate(rotation),
                _ => return None,
            };
            moved(Pose { position: [0.0; 3], rotation }, points)
        }
        ("inv", []) => inverse(owner),
        ("dot" | "matmul" | "mm", [(None, other)]) if !(is_rotation && matches!(other.data, Data::Rotation(_))) => {
            product_of(owner, other)
        }
        ("transpose" | "t", []) if is_rotation || is_array => transposed(owner),
        ("copy" | "astype" | "tolist" | "numpy" | "clone" | "float" | "double" | "to_vec" | "collect" | "slice", _)
            if is_array && all.iter().all(|(_, value)| matches!(value.data, Data::Word(_) | Data::Unknown)) =>
        {
            Some(owner.data.clone())
        }
        ("mean" | "sum" | "min" | "max", [(key, axis)])
            if is_array && is_axis_key(key.as_deref()) && axis.number() == Some(0.0) =>
        {
            by_columns(name, owner)
        }
        ("size" | "len" | "length" | "Count", []) if matches!(owner.data, Data::List(_)) => {
            // NumPy's `size` is an attribute, not a method, so this is the number of elements of another library.
            Some(Data::Number(owner.items().len() as f64))
        }
        _ => None,
    }
}

/// Returns a field of an array: its transpose, its shape, its number of elements; `None` for any other.
pub fn field(owner: &Value, name: &str) -> Option<Data> {
    let is_list = matches!(&owner.data, Data::List(items) if items.iter().all(|(key, _)| key.is_none()));
    match name {
        "T" if is_list || matches!(owner.data, Data::Rotation(_) | Data::Pose(_)) => transposed(owner),
        "shape" => {
            let rows = rows_of(owner)?;
            Some(Data::Vector(vec![rows.len() as f64, rows[0].len() as f64]))
        }
        "length" | "Count" if is_list => Some(Data::Number(owner.items().len() as f64)),
        _ => None,
    }
}

/// Inverse of a rotation, a pose or an orthonormal matrix.
fn inverse(value: &Value) -> Option<Data> {
    match &value.data {
        Data::Rotation(rotation) => Some(Data::Rotation(conjugate(*rotation))),
        Data::Pose(pose) => Some(Data::Pose(pose.inverse())),
        Data::List(_) => match value.pose() {
            Some(pose) => Some(Data::Pose(pose.inverse())),
            None => Some(Data::Rotation(conjugate(value.rotation(None)?))),
        },
        _ => None,
    }
}

/// Returns the cross product of two vectors.
fn cross(a: &Value, b: &Value) -> Option<Data> {
    let [a0, a1, a2]: [f64; 3] = numbers_of(a)?.try_into().ok()?;
    let [b0, b1, b2]: [f64; 3] = numbers_of(b)?.try_into().ok()?;
    Some(Data::Vector(vec![a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]))
}

/// Returns an array of one number in a shape: `3` or `(3, 4)`.
fn filled(shape: &Value, number: f64) -> Option<Data> {
    let sizes = match shape.number() {
        Some(size) => vec![size],
        None => numbers_of(shape)?,
    };
    if sizes.iter().any(|size| *size < 1.0 || size.fract() != 0.0) || sizes.iter().product::<f64>() > MAX_FILLED as f64
    {
        return None;
    }
    match sizes[..] {
        [count] => Some(Data::Vector(vec![number; count as usize])),
        [rows, columns] => Some(matrix(vec![vec![number; columns as usize]; rows as usize])),
        _ => None,
    }
}

/// Returns an array of one number in the shape of another array.
fn filled_like(like: &Value, number: f64) -> Option<Data> {
    match numbers_of(like) {
        Some(all) => Some(Data::Vector(vec![number; all.len()])),
        None => Some(matrix(rows_of(like)?.into_iter().map(|row| vec![number; row.len()]).collect())),
    }
}

/// Applies a function to each column of rows.
fn by_columns(name: &str, value: &Value) -> Option<Data> {
    let rows = rows_of(value)?;
    let columns = (0..rows[0].len()).map(|k| rows.iter().map(|row| row[k]).collect::<Vec<f64>>());
    let results: Option<Vec<f64>> = columns
        .map(|column| {
            Some(match name {
                "mean" => column.iter().sum::<f64>() / column.len() as f64,
                "sum" => column.iter().sum(),
                "min" => column.iter().copied().fold(f64::INFINITY, f64::min),
                "max" => column.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                _ => return None,
            })
        })
        .collect();
    results.map(Data::Vector)
}

/// Returns the arrays of a list below each other or next to each other, by the name of the function.
pub fn stacked(name: &str, list: &Value) -> Option<Data> {
    let items = list.items();
    if items.is_empty() || items.iter().any(|(key, _)| key.is_some()) {
        return None;
    }
    let mut flat = Vec::with_capacity(items.len());
    let mut parts: Vec<Rows> = Vec::with_capacity(items.len());
    for (_, item) in items {
        match numbers_of(item) {
            Some(all) => flat.push(all),
            None => parts.push(rows_of(item)?),
        }
    }
    if !flat.is_empty() && !parts.is_empty() {
        return mixed(name, items);
    }
    match name {
        "hstack" | "concatenate" if parts.is_empty() => Some(Data::Vector(flat.concat())),
        "vstack" | "row_stack" | "stack" if parts.is_empty() => below(vec![flat]),
        "column_stack" if parts.is_empty() => below(vec![flat]).and_then(|data| transposed(&Value::new(data, list.at))),
        "vstack" | "row_stack" | "concatenate" => below(parts),
        "hstack" | "column_stack" => beside(parts),
        _ => None,
    }
}

/// Returns a stack of vectors and matrices: a vector is a row below others, or a column next to others.
fn mixed(name: &str, items: &[NamedValue]) -> Option<Data> {
    let mut parts: Vec<Rows> = Vec::with_capacity(items.len());
    for (_, item) in items {
        parts.push(match (numbers_of(item), name) {
            (Some(all), "vstack" | "row_stack") => vec![all],
            (Some(all), "column_stack") => all.into_iter().map(|x| vec![x]).collect(),
            (Some(_), _) => return None,
            (None, _) => rows_of(item)?,
        });
    }
    if name == "column_stack" { beside(parts) } else { below(parts) }
}

/// Returns matrices of one width below each other.
fn below(parts: Vec<Rows>) -> Option<Data> {
    let rows = parts.concat();
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then(|| matrix(rows))
}

/// Returns matrices of one height next to each other.
fn beside(parts: Vec<Rows>) -> Option<Data> {
    let mut parts = parts.into_iter();
    let mut rows = parts.next()?;
    for part in parts {
        if part.len() != rows.len() {
            return None;
        }
        rows.iter_mut().zip(part).for_each(|(row, more)| row.extend(more));
    }
    Some(matrix(rows))
}

/// Evaluates NumPy's `np.c_[A, b]` and `np.r_[A, B]`; `None` for any other index.
pub fn stacked_by_index(of: &Value, index: &Expr<'_>, store: &mut Store) -> Option<Value> {
    let name = match word(of)? {
        "c_" => "column_stack",
        "r_" => "concatenate",
        _ => return None,
    };
    let Node::List(list) = &index.node else { return None };
    let items = store.arguments(list);
    let list = Value::list(items, of.at);
    let data = stacked(name, &list).unwrap_or(Data::Unknown);
    Some(Value { data, ..list })
}

/// Creates a value with the ranges of others.
fn with_ranges(data: Data, mut used: Ranges, at: usize) -> Value {
    used.sort_unstable_by_key(|range| (range.start, range.end));
    used.dedup();
    Value { data, used, at }
}

impl Store {
    /// Evaluates a function or a method of matrices: `np.dot(A, R)`, `A.mean(axis=0)`; `None` for any other call.
    pub fn matrix_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        // A method whose result is not used may change its object.
        if self.statement_at == Some(at) {
            return None;
        }
        let (last, before) = names.split_last()?;
        if let (["len"], [(None, list)]) = (names, arguments) {
            let is_list = matches!(&list.data, Data::List(items) if !items.is_empty());
            let count = if is_list { list.items().len() } else { numbers_of(list)?.len() };
            return Some(Value::new(Data::Number(count as f64), at));
        }
        if is_module(before) && before.first().is_none_or(|name| !self.variables.contains_key(*name)) {
            let data = function(last, arguments)?;
            return Some(with_ranges(data, ranges_of(arguments), at));
        }
        let (known, owner) = self.lookup(before).filter(|_| !before.is_empty())?;
        if known != before.len() {
            return None;
        }
        self.matrix_method(&owner, last, arguments, at)
    }

    /// Evaluates a method of a matrix, a rotation or a pose; `None` for any other method.
    pub fn matrix_method(&self, owner: &Value, name: &str, arguments: &[NamedValue], at: usize) -> Option<Value> {
        let data = method(owner, name, arguments)?;
        Some(with_ranges(data, [&owner.used[..], &ranges_of(arguments)[..]].concat(), at))
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
