//! Height fields: a grid of heights above the plane y = 0, as triangles.

use super::error::PartsError;
use super::prelude::*;
use super::triangles::Triangles;

/// The triangles of a height field: `heights[i][j]` is y at x = i · `cell[0]`, z = j · `cell[1]`. Cell (i, j) holds triangles
/// 2 (i (columns − 1) + j), with the corners (i, j), (i + 1, j + 1), (i + 1, j), and the next: (i, j), (i, j + 1),
/// (i + 1, j + 1). Both have their front above.
///
/// # Errors
/// With fewer than 2 × 2 heights, rows of different lengths, a cell without a side, or a height that is not finite.
pub fn height_field(heights: &[Vec<Real>], cell: [Real; 2]) -> Result<Triangles, PartsError> {
    let (rows, columns) = (heights.len(), heights.first().map_or(0, Vec::len));
    if rows < 2 || columns < 2 {
        return Err(PartsError::TooFewHeights);
    }
    if let Some(row) = heights.iter().position(|row| row.len() != columns) {
        return Err(PartsError::Ragged(row));
    }
    if let Some(side) = cell.iter().position(|side| !(*side > 0.0)) {
        return Err(PartsError::Cell(side));
    }
    if rows.checked_mul(columns).is_none_or(|count| count > (u32::MAX / 8) as usize) {
        return Err(PartsError::TooMany);
    }
    let at = |i: usize, j: usize| Vec3::new(i as Real * cell[0], heights[i][j], j as Real * cell[1]);
    let vertices = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect();
    let number = |i: usize, j: usize| (i * columns + j) as u32;
    let cells = (0..rows - 1).flat_map(|i| (0..columns - 1).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let (here, across) = (number(i, j), number(i + 1, j + 1));
        [[here, across, number(i + 1, j)], [here, number(i, j + 1), across]]
    });
    Triangles::new(vertices, triangles.collect(), false)
}
