//! Height fields: a grid of heights above the plane y = 0, whose triangles are computed on demand.

use std::sync::Arc;

use super::error::PartsError;
use super::prelude::*;
use super::rounding;
use super::tree::{Bounds, Tree};
use super::triangles::Triangles;

/// Largest number of heights: a cell has two triangles, and a tree about two nodes per triangle, all with 32-bit
/// indices.
const MAX_HEIGHTS: usize = (u32::MAX / 8) as usize;

/// A valid grid of heights. Cheap to clone. The cell at row `i` and column `j` has two triangles, which face upwards:
/// number `2 (i (columns − 1) + j)` with the vertices `(i, j)`, `(i + 1, j + 1)`, `(i + 1, j)`, and the next with
/// `(i, j)`, `(i, j + 1)`, `(i + 1, j + 1)`.
#[derive(Clone, Debug)]
pub struct HeightField {
    /// Heights, row by row.
    heights: Arc<[Real]>,
    /// Numbers of rows and columns of heights.
    size: [u32; 2],
    /// Edge lengths of a cell along x and z, meters.
    cell: [Real; 2],
}

impl HeightField {
    /// A field with the height y = `heights[i][j]` at x = i · `cell[0]`, z = j · `cell[1]`.
    ///
    /// # Errors
    /// If there are fewer than 2 × 2 heights or too many, rows of different lengths, an edge length of a cell that is
    /// not positive, or a vertex that is not finite or too large for its square.
    pub fn new(heights: &[Vec<Real>], cell: [Real; 2]) -> Result<Self, PartsError> {
        let rows = heights.len();
        let columns = heights.first().map_or(0, Vec::len);
        if rows < 2 || columns < 2 {
            return Err(PartsError::TooFewHeights);
        }
        if let Some(row) = heights.iter().position(|row| row.len() != columns) {
            return Err(PartsError::Ragged(row));
        }
        if let Some(side) = cell.iter().position(|side| !(*side > 0.0)) {
            return Err(PartsError::Cell(side));
        }
        if rows.checked_mul(columns).is_none_or(|count| count > MAX_HEIGHTS) {
            return Err(PartsError::TooMany);
        }
        let size = [rows as u32, columns as u32];
        let field = Self { heights: heights.iter().flatten().copied().collect(), size, cell };
        let largest = rounding::largest();
        let invalid = (0..size[0] * size[1]).find(|k| {
            let p = field.vertex(k / size[1], k % size[1]);
            !(p.is_finite() && p.abs().max_element() <= largest)
        });
        match invalid {
            Some(k) => Err(PartsError::Vertex(k as usize)),
            None => Ok(field),
        }
    }

    /// Number of triangles: two per cell.
    #[inline]
    pub fn count(&self) -> u32 {
        2 * (self.size[0] - 1) * (self.size[1] - 1)
    }

    /// Numbers of cells along x and z.
    pub fn cells(&self) -> [u32; 2] {
        self.size.map(|side| side - 1)
    }

    /// Edge lengths of a cell along x and z, meters.
    pub fn cell(&self) -> [Real; 2] {
        self.cell
    }

    /// The vertex in row `i` and column `j`.
    #[inline]
    pub fn vertex(&self, i: u32, j: u32) -> Vec3 {
        let height = self.heights[(i * self.size[1] + j) as usize];
        Vec3::new(i as Real * self.cell[0], height, j as Real * self.cell[1])
    }

    /// The vertices of a triangle.
    #[inline]
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        let [i, j] = self.cell_of(triangle);
        let near = self.vertex(i, j);
        let opposite = self.vertex(i + 1, j + 1);
        if triangle.is_multiple_of(2) {
            [near, opposite, self.vertex(i + 1, j)]
        } else {
            [near, self.vertex(i, j + 1), opposite]
        }
    }

    /// Bound of the distance along x or z between a triangle's vertices and their exact positions `i · cell`, meters.
    pub(super) fn rounding(&self, triangle: u32) -> Real {
        let [i, j] = self.cell_of(triangle);
        let [x, z] = self.cell;
        let along_x = product_error(i, x).max(product_error(i + 1, x));
        let along_z = product_error(j, z).max(product_error(j + 1, z));
        along_x.max(along_z)
    }

    /// Row and column of the cell of a triangle.
    #[inline]
    fn cell_of(&self, triangle: u32) -> [u32; 2] {
        let cell = triangle / 2;
        let cells_per_row = self.size[1] - 1;
        [cell / cells_per_row, cell % cells_per_row]
    }

    /// Box of a triangle.
    pub fn bounds(&self, triangle: u32) -> Bounds<3> {
        let mut bounds = Bounds::EMPTY;
        self.corners(triangle).iter().for_each(|p| bounds.join_point(p.to_array()));
        bounds
    }

    /// A tree that halves the grid along its longer side, down to the triangles of a cell: about optimal for a grid,
    /// and built without sorting. Every box grows by `margin` on each side. `between` is called after each node.
    pub(super) fn tree(&self, margin: Real, between: impl FnMut()) -> Tree<3> {
        let mut tree = Tree::of_grid(self.cells(), between);
        tree.refit(|triangle| self.bounds(triangle).grown(margin));
        tree
    }
}

/// Absolute error of the product `index · length`: the exact product minus the rounded one, rounded once.
fn product_error(index: u32, length: Real) -> Real {
    let index = index as Real;
    index.mul_add(length, -(index * length)).abs()
}

/// The triangles of a height field as a mesh, which needs more memory than [`HeightField`].
///
/// # Errors
/// As [`HeightField::new`].
pub fn height_field(heights: &[Vec<Real>], cell: [Real; 2]) -> Result<Triangles, PartsError> {
    let field = HeightField::new(heights, cell)?;
    let [rows, columns] = field.size;
    let mut vertices = Vec::with_capacity(field.heights.len());
    for i in 0..rows {
        vertices.extend((0..columns).map(|j| field.vertex(i, j)));
    }
    let mut triangles = Vec::with_capacity(field.count() as usize);
    for i in 0..rows - 1 {
        for j in 0..columns - 1 {
            let vertex = i * columns + j;
            let in_next_row = vertex + columns;
            triangles.push([vertex, in_next_row + 1, in_next_row]);
            triangles.push([vertex, vertex + 1, in_next_row + 1]);
        }
    }
    Triangles::new(vertices, triangles, false)
}
