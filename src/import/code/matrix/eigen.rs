//! Points in a matrix of Eigen: `MatrixXd V(5, 3); V << …` has one point per row, a matrix with three rows has one
//! point per column.

use std::ops::Range;

/// Size of a matrix as its declaration states it.
struct Declared {
    rows: usize,
    columns: usize,
    /// Range of the two numbers in the text, bytes.
    at: Range<usize>,
}

/// Arranged points of a matrix, with the range of its declared size.
pub struct Arranged {
    pub points: Vec<Vec<f64>>,
    pub at: Range<usize>,
}

/// Arranges the numbers of a matrix as points; `None` if the text declares no matrix of this name.
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
    let points = match (rows, columns) {
        (3, 3) | (2, 3) | (3, 2) | (2, 2) => {
            return Err((
                at.start,
                "are the points the rows or the columns of this matrix? Write a list of points".to_owned(),
            ));
        }
        (_, 2 | 3) => numbers.chunks(columns).map(<[f64]>::to_vec).collect(),
        (2 | 3, _) => (0..columns).map(|k| (0..rows).map(|row| numbers[row * columns + k]).collect()).collect(),
        _ => {
            let why = format!("this matrix is {rows} × {columns}; a matrix of points has two or three rows or columns");
            return Err((at.start, why));
        }
    };
    Ok(Some(Arranged { points, at }))
}

/// Returns the range of the declared size of a matrix whose points are set one by one: `V.row(0) << …`.
pub fn declared_size(text: &str, name: &str) -> Option<Range<usize>> {
    declared(text, name).map(|Declared { at, .. }| at)
}

/// Finds the declaration of a matrix: `Eigen::MatrixXd V(5, 3)`, `Matrix<double, 5, 3> V`.
fn declared(text: &str, name: &str) -> Option<Declared> {
    if name.is_empty() {
        return None;
    }
    text.match_indices(name).find_map(|(at, _)| {
        let from = text[..at].rfind([';', '\n', '{', '}']).map_or(0, |k| k + 1);
        let kind = text[from..at].trim_end();
        let is_matrix = kind.contains("Matrix") && kind.len() < at - from;
        let after = &text[at + name.len()..];
        if !is_matrix || after.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let open = match after.strip_prefix('(') {
            Some(_) => at + name.len() + 1,
            None => from + kind.find('<')? + 1,
        };
        let length = text[open..].find([')', '>'])?;
        let inner = &text[open..open + length];
        let numbers: Option<Vec<usize>> = inner
            .split(',')
            .filter(|part| !part.contains("double") && !part.contains("float"))
            .map(|part| part.trim().parse().ok())
            .collect();
        match numbers?[..] {
            [rows, columns] => Some(Declared { rows, columns, at: open..open + length }),
            _ => None,
        }
    })
}
