//! Functions and methods of arrays in NumPy and in libraries with its names, such as PyTorch and CuPy: `np.zeros((3,
//! 2))`, `A.mean(axis=0)`, `R.T`. Each returns the value of the result, or `None` for a function that is not here or
//! arguments that are not understood.
//!
//! **Rule.** This module has only functions whose result is the same in all these libraries; the value of any other
//! function of arrays is unknown.

use super::matrices::{matrix, moved, numbers_of, product, rows_of, transposed};
use super::stacking::{Stacking, stacked};
use crate::code::evaluate::value::{Data, NamedValue, Ranges, Value};
use crate::code::join::store::{Store, ranges_of};
use crate::code::libraries::calls::word;
use crate::code::pose::product::conjugate;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Maximum number of numbers of an array of equal numbers, `np.zeros((1000, 3))`; bounds the memory of an import.
const MAX_FILLED: usize = 100_000;

/// Keys of arguments that do not change the numbers of a result.
const TYPE_KEYS: [&str; 4] = ["dtype", "copy", "device", "order"];

/// Returns the arguments without those that do not change the numbers of a result.
fn essential(arguments: &[NamedValue]) -> Vec<&NamedValue> {
    arguments.iter().filter(|(key, _)| key.as_deref().is_none_or(|key| !TYPE_KEYS.contains(&key))).collect()
}

/// Evaluates a function of a module of arrays; `None` for any other function.
pub fn function(name: &str, arguments: &[NamedValue]) -> Option<Data> {
    match &essential(arguments)[..] {
        [(None, only)] => function_of_one(name, only),
        [(None, first), (key, second)] => {
            let has_axis = is_axis_key(key.as_deref());
            if has_axis && matches!(name, "concatenate" | "cat") {
                return concatenated(first, second.number()?);
            }
            if has_axis && let Some(reduction) = Reduction::of_function(name) {
                return if second.number() == Some(0.0) { reduced_columns(reduction, first) } else { None };
            }
            if key.is_some() { None } else { function_of_two(name, first, second) }
        }
        _ => None,
    }
}

/// Evaluates a function of one argument.
fn function_of_one(name: &str, only: &Value) -> Option<Data> {
    if let Some(stacking) = Stacking::of_function(name) {
        return stacked(stacking, only);
    }
    match name {
        "transpose" => transposed(only),
        "ones" => filled(only, 1.0),
        "zeros" => filled(only, 0.0),
        "ones_like" => filled_like(only, 1.0),
        "zeros_like" => filled_like(only, 0.0),
        "eye" | "identity" => identity(only.number()?),
        "inv" => inverse(only),
        "norm" => {
            let numbers = numbers_of(only)?;
            Some(Data::Number(numbers.iter().map(|x| x * x).sum::<f64>().sqrt()))
        }
        "copy" => rows_of(only).map(|_| only.data.clone()),
        _ => None,
    }
}

/// Evaluates a function of two arguments without keys.
fn function_of_two(name: &str, first: &Value, second: &Value) -> Option<Data> {
    match name {
        "dot" | "matmul" | "mm" => product_of(first, second),
        "full" => filled(first, second.number()?),
        "cross" => cross(first, second),
        // trimesh's `transform_points(points, matrix)`.
        "transform_points" => moved(second.pose()?, first),
        _ => None,
    }
}

/// Joins the arrays of a list along an axis: 0 below each other, 1 next to each other, for matrices only.
fn concatenated(list: &Value, axis: f64) -> Option<Data> {
    match axis {
        0.0 => stacked(Stacking::FirstAxis, list),
        1.0 => stacked(Stacking::Horizontal, list).filter(|data| matches!(data, Data::List(_))),
        _ => None,
    }
}

/// Returns an identity matrix with 2, 3 or 4 rows; the larger ones are a rotation and a pose.
fn identity(rows: f64) -> Option<Data> {
    match rows {
        2.0 => Some(matrix(vec![vec![1.0, 0.0], vec![0.0, 1.0]])),
        3.0 => Some(Data::Rotation(IDENTITY_ROTATION)),
        4.0 => Some(Data::Pose(Pose::default())),
        _ => None,
    }
}

/// Returns the product of two values that are both matrices or vectors; those of two rotations and of two poses stay
/// rotations and poses.
fn product_of(a: &Value, b: &Value) -> Option<Data> {
    match (&a.data, &b.data) {
        (Data::Rotation(a), Data::Rotation(b)) => Some(Data::Rotation(crate::pose::product(*a, *b))),
        (Data::Pose(a), Data::Pose(b)) => Some(Data::Pose(a.then(*b))),
        _ => product(a, b),
    }
}

/// Whether an argument is the axis of a function of arrays, by its key or its place.
fn is_axis_key(key: Option<&str>) -> bool {
    key.is_none_or(|key| key == "axis" || key == "dim")
}

/// Methods of an array that return its numbers as they are, perhaps as another type.
const KEEPING_METHODS: [&str; 10] =
    ["copy", "astype", "tolist", "numpy", "clone", "float", "double", "to_vec", "collect", "slice"];

/// Evaluates a method of an array, a rotation or a pose; `None` for any other method.
pub fn method(owner: &Value, name: &str, arguments: &[NamedValue]) -> Option<Data> {
    let arguments = essential(arguments);
    let is_rotation = matches!(owner.data, Data::Rotation(_));
    let is_list = matches!(owner.data, Data::List(_));
    let is_array = is_list && rows_of(owner).is_some();
    match (name, &arguments[..]) {
        ("apply", [(None, points), flags @ ..]) => applied(owner, points, flags),
        ("inv", []) => inverse(owner),
        // `dot` of two quaternions is a number, which is not read.
        ("dot" | "matmul" | "mm", [(None, other)]) if !(is_rotation && matches!(other.data, Data::Rotation(_))) => {
            product_of(owner, other)
        }
        ("transpose" | "t", []) if is_rotation || is_array => transposed(owner),
        // NumPy's `size` is an attribute, not a method, so this is the number of elements of another library.
        ("size" | "len" | "length" | "Count", []) if is_list => Some(Data::Number(owner.items().len() as f64)),
        (_, [(key, axis)]) if is_array && is_axis_key(key.as_deref()) && axis.number() == Some(0.0) => {
            reduced_columns(Reduction::of_method(name)?, owner)
        }
        _ if is_array && KEEPING_METHODS.contains(&name) => {
            let are_types = arguments.iter().all(|(_, value)| matches!(value.data, Data::Word(_) | Data::Unknown));
            are_types.then(|| owner.data.clone())
        }
        _ => None,
    }
}

/// Applies SciPy's rotation to points: `R.apply(points)`, or the inverse rotation with the flag `True`.
fn applied(rotation: &Value, points: &Value, flags: &[&NamedValue]) -> Option<Data> {
    let Data::Rotation(rotation) = rotation.data else { return None };
    let is_inverse = match flags {
        [] => false,
        [(_, flag)] => match word(flag)? {
            "False" => false,
            "True" => true,
            _ => return None,
        },
        _ => return None,
    };
    let rotation = if is_inverse { conjugate(rotation) } else { rotation };
    moved(Pose { position: [0.0; 3], rotation }, points)
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

/// Returns the inverse of a rotation, a pose or an orthonormal matrix; `None` for other values.
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

/// Returns the cross product of two vectors with three coordinates.
fn cross(a: &Value, b: &Value) -> Option<Data> {
    let [a0, a1, a2]: [f64; 3] = numbers_of(a)?.try_into().ok()?;
    let [b0, b1, b2]: [f64; 3] = numbers_of(b)?.try_into().ok()?;
    Some(Data::Vector(vec![a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]))
}

/// Returns an array of one number in a shape: `3` or `(3, 4)`; `None` for more dimensions, and for too many numbers.
fn filled(shape: &Value, number: f64) -> Option<Data> {
    let sizes = match shape.number() {
        Some(size) => vec![size],
        None => numbers_of(shape)?,
    };
    let are_counts = sizes.iter().all(|size| *size >= 1.0 && size.fract() == 0.0);
    if !are_counts || sizes.iter().product::<f64>() > MAX_FILLED as f64 {
        return None;
    }
    match sizes[..] {
        [count] => Some(Data::Vector(vec![number; count as usize])),
        [rows, columns] => Some(matrix(vec![vec![number; columns as usize]; rows as usize])),
        _ => None,
    }
}

/// Returns an array of one number in the shape of another array.
fn filled_like(array: &Value, number: f64) -> Option<Data> {
    if let Some(numbers) = numbers_of(array) {
        return Some(Data::Vector(vec![number; numbers.len()]));
    }
    let mut rows = rows_of(array)?;
    for row in &mut rows {
        row.fill(number);
    }
    Some(matrix(rows))
}

/// Function that makes one number of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduction {
    Mean,
    Sum,
    Min,
    Max,
}

impl Reduction {
    /// Returns the method of an array with this name.
    fn of_method(name: &str) -> Option<Self> {
        match name {
            "mean" => Some(Self::Mean),
            "sum" => Some(Self::Sum),
            "min" => Some(Self::Min),
            "max" => Some(Self::Max),
            _ => None,
        }
    }

    /// Returns the function of a module with this name.
    fn of_function(name: &str) -> Option<Self> {
        match name {
            "average" => Some(Self::Mean),
            "amin" => Some(Self::Min),
            "amax" => Some(Self::Max),
            _ => Self::of_method(name),
        }
    }

    /// Applies the function to at least one number.
    fn of(self, numbers: &[f64]) -> f64 {
        match self {
            Self::Mean => numbers.iter().sum::<f64>() / numbers.len() as f64,
            Self::Sum => numbers.iter().sum(),
            Self::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
            Self::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// Applies a function to each column of a matrix; `None` for other values.
fn reduced_columns(reduction: Reduction, value: &Value) -> Option<Data> {
    let rows = rows_of(value)?;
    let mut results = Vec::with_capacity(rows[0].len());
    for k in 0..rows[0].len() {
        let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
        results.push(reduction.of(&column));
    }
    Some(Data::Vector(results))
}

/// Creates a value with the ranges of its arguments, each once.
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
