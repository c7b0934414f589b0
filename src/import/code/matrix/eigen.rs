//! Points in a matrix of the C++ library Eigen, whose size its declaration states: `MatrixXd V(5, 3); V << …` has one
//! point per row, a matrix with three rows has one point per column.

use std::ops::Range;

/// Size of a matrix as its declaration states it.
struct Declared {
    rows: usize,
    columns: usize,
    /// Range of the two numbers in the text, bytes.
    at: Range<usize>,
}

/// Points of a matrix.
pub struct Arranged {
    /// Two or three coordinates of each point.
    pub points: Vec<Vec<f64>>,
    /// Range of the declared size in the text, bytes.
    pub at: Range<usize>,
}

/// Arranges the numbers of a matrix, in the order of the text, as points; `None` if the text declares no matrix of this
/// name. The text writes them row by row, so that `points` may be rows of any length.
///
/// # Errors
/// Fails if the declared size does not fit the numbers, or if the points may be the rows or the columns.
pub fn arrange(text: &str, name: &str, points: &[Vec<f64>]) -> Result<Option<Arranged>, (usize, String)> {
    let Some(Declared { rows, columns, at }) = declared(text, name) else { return Ok(None) };
    let numbers: Vec<f64> = points.iter().flatten().copied().collect();
    if rows * columns != numbers.len() {
        let count = numbers.len();
        let why = format!("the matrix has {rows} × {columns} numbers, but {count} are given; correct its size or list");
        return Err((at.start, why));
    }
    let may_be_rows = matches!(columns, 2 | 3);
    let may_be_columns = matches!(rows, 2 | 3);
    let points = match (may_be_rows, may_be_columns) {
        (true, true) => {
            let why = "are the points the rows or the columns of this matrix? Write a list of points";
            return Err((at.start, why.to_owned()));
        }
        (true, false) => numbers.chunks(columns).map(<[f64]>::to_vec).collect(),
        (false, true) => columns_of(&numbers, rows, columns),
        (false, false) => {
            let why = format!("this matrix is {rows} × {columns}; a matrix of points has two or three rows or columns");
            return Err((at.start, why));
        }
    };
    Ok(Some(Arranged { points, at }))
}

/// Returns the columns of a matrix whose numbers are given row by row.
fn columns_of(numbers: &[f64], rows: usize, columns: usize) -> Vec<Vec<f64>> {
    let mut points = Vec::with_capacity(columns);
    for column in 0..columns {
        points.push((0..rows).map(|row| numbers[row * columns + column]).collect());
    }
    points
}

/// Returns the range of the declared size of a matrix whose points are set one by one, `V.row(0) << …`, bytes; `None`
/// if the text declares no matrix of this name.
pub fn declared_size(text: &str, name: &str) -> Option<Range<usize>> {
    declared(text, name).map(|Declared { at, .. }| at)
}

/// Finds the declaration of a matrix: `Eigen::MatrixXd V(5, 3)`, `Matrix<double, 5, 3> V`.
fn declared(text: &str, name: &str) -> Option<Declared> {
    if name.is_empty() {
        return None;
    }
    text.match_indices(name).find_map(|(at, _)| declared_at(text, name, at))
}

/// Returns the size of the matrix that the text declares with the name at the offset `at`; `None` if it is no
/// declaration of a matrix with two numbers.
fn declared_at(text: &str, name: &str, at: usize) -> Option<Declared> {
    let statement_start = text[..at].rfind([';', '\n', '{', '}']).map_or(0, |k| k + 1);
    let kind = text[statement_start..at].trim_end();
    let is_separated = kind.len() < at - statement_start;
    let after = &text[at + name.len()..];
    let is_whole_name = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if !kind.contains("Matrix") || !is_separated || !is_whole_name {
        return None;
    }
    let sizes_start = if after.starts_with('(') { at + name.len() + 1 } else { statement_start + kind.find('<')? + 1 };
    let length = text[sizes_start..].find([')', '>'])?;
    let sizes = &text[sizes_start..sizes_start + length];
    let numbers: Option<Vec<usize>> = sizes
        .split(',')
        .filter(|part| !part.contains("double") && !part.contains("float"))
        .map(|part| part.trim().parse().ok())
        .collect();
    match numbers?[..] {
        [rows, columns] => Some(Declared { rows, columns, at: sizes_start..sizes_start + length }),
        _ => None,
    }
}
