//! The grid of columns of [`super::Columns`]: its size for given boxes, whether it still fits them, and the columns
//! that a box overlaps.

use super::bounds::Bounds;
use crate::dim3::prelude::*;

/// Width of a column in units of the mean width of the boxes. Narrower columns list each box more often, wider ones
/// compare more boxes that are apart.
const COLUMN_WIDTH: Real = 4.0;

/// Maximum number of columns on an axis, in units of √n for n boxes: four columns per box over two axes, however thin
/// the boxes are.
const MAX_COLUMNS: f64 = 2.0;

/// Number of columns on an axis up to which grids count as equally fine when the fit of a grid is checked.
const FEW_COLUMNS: Real = 4.0;

/// Largest shift of a grid that still fits, as a fraction of the width of the best grid.
const MAX_SHIFT: Real = 0.25;

/// Factor below which the widths or numbers of columns of two grids count as similar.
const SIMILAR: Real = 1.5;

/// A grid of columns over the axes after the first: over two axes in 3D, over one in 2D. Axis `k` of the grid is axis
/// `k + 1` of the boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid<const D: usize> {
    /// Lower border of the first column on each axis, meters.
    low: [Real; 2],
    /// Columns per meter; 0 on an axis with one column.
    per_meter: [Real; 2],
    /// Number of columns on each axis; 1 on the second axis in 2D.
    size: [u32; 2],
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        Self { low: [0.0; 2], per_meter: [0.0; 2], size: [0; 2] }
    }
}

/// A rectangle of columns, from its first to its last index on each axis of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// Least index of a column on each axis of the grid.
    pub first: [u32; 2],
    /// Greatest index of a column on each axis of the grid.
    pub last: [u32; 2],
}

impl Cells {
    /// The rectangle that contains no column.
    pub const NONE: Self = Self { first: [1; 2], last: [0; 2] };

    /// Number of columns in the rectangle.
    pub fn count(&self) -> u64 {
        let [rows, columns] = [0, 1].map(|k| u64::from((self.last[k] + 1).saturating_sub(self.first[k])));
        rows * columns
    }

    /// Whether a column is in the rectangle.
    pub fn contains(&self, column: [u32; 2]) -> bool {
        (0..2).all(|k| self.first[k] <= column[k] && column[k] <= self.last[k])
    }

    /// The columns of the rectangle, row by row.
    pub fn columns(self) -> impl Iterator<Item = [u32; 2]> {
        (self.first[0]..=self.last[0]).flat_map(move |i| (self.first[1]..=self.last[1]).map(move |j| [i, j]))
    }
}

impl<const D: usize> Grid<D> {
    /// A grid that spans the mins of the boxes, with columns as wide as a few boxes. Boxes that are infinite along an
    /// axis are ignored there.
    pub fn of(boxes: &[Option<Bounds<D>>]) -> Self {
        let mut grid = Self { size: [1; 2], ..Self::default() };
        let count = boxes.iter().flatten().count();
        let max_columns = (MAX_COLUMNS * (count as f64).sqrt()).max(1.0) as Real;
        for axis in 1..D.min(3) {
            let mut low = Real::INFINITY;
            let mut high = Real::NEG_INFINITY;
            let mut width_sum = 0.0;
            let mut finite_count = 0.0;
            for bounds in boxes.iter().flatten() {
                let min = bounds.min[axis];
                let max = bounds.max[axis];
                if min.is_finite() && max.is_finite() {
                    low = low.min(min);
                    high = high.max(min);
                    width_sum += max - min;
                    finite_count += 1.0;
                }
            }
            let span = high - low;
            let column_width = (COLUMN_WIDTH * width_sum / finite_count).max(span / max_columns);
            let k = axis - 1;
            grid.low[k] = if low.is_finite() { low } else { 0.0 };
            let per_meter = 1.0 / column_width;
            // Otherwise there is one column: without finite boxes, with all boxes at one coordinate and without width,
            // and if the width overflows or underflows.
            if span.is_finite() && per_meter.is_normal() && (span * per_meter).is_finite() {
                grid.per_meter[k] = per_meter;
                grid.size[k] = (span * per_meter) as u32 + 1;
            }
        }
        grid
    }

    /// Whether this grid still fits the boxes, given `best`, the grid that would be made for them now. A bad fit makes
    /// the search slow, not wrong.
    pub fn still_fits(&self, best: &Self) -> bool {
        (0..2).all(|k| {
            let current_columns = Real::max(FEW_COLUMNS, self.size[k] as Real);
            let best_columns = Real::max(FEW_COLUMNS, best.size[k] as Real);
            let shift_in_columns = (self.low[k] - best.low[k]).abs() * best.per_meter[k];
            self.size[k] > 0
                && is_similar(self.per_meter[k], best.per_meter[k])
                && is_similar(current_columns, best_columns)
                && shift_in_columns <= MAX_SHIFT * best_columns
        })
    }

    /// Number of columns of the grid.
    pub fn count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// The columns that a box overlaps. The outermost columns extend to infinity. The order of coordinates is
    /// preserved, so two boxes that overlap share the column of the larger of their mins.
    #[inline]
    pub fn cells(&self, bounds: &Bounds<D>) -> Cells {
        let mut cells = Cells { first: [0; 2], last: [0; 2] };
        for axis in 1..D.min(3) {
            let k = axis - 1;
            cells.first[k] = self.cell(k, bounds.min[axis]);
            cells.last[k] = self.cell(k, bounds.max[axis]);
        }
        cells
    }

    /// Index on axis `k` of the grid of the column that contains a coordinate; beyond the grid that of the outermost
    /// column.
    #[inline]
    fn cell(&self, k: usize, value: Real) -> u32 {
        if self.per_meter[k] == 0.0 {
            return 0;
        }
        // The cast maps negative numbers to 0 and clamps large ones.
        (((value - self.low[k]) * self.per_meter[k]) as u32).min(self.size[k] - 1)
    }

    /// Index of a column in the list of all columns.
    #[inline]
    pub fn index(&self, [i, j]: [u32; 2]) -> usize {
        i as usize * self.size[1] as usize + j as usize
    }

    /// Column at an index in the list of all columns.
    pub fn column(&self, index: usize) -> [u32; 2] {
        let width = (self.size[1] as usize).max(1);
        [(index / width) as u32, (index % width) as u32]
    }
}

/// Whether two numbers are equal, or differ by a factor below [`SIMILAR`].
fn is_similar(a: Real, b: Real) -> bool {
    a == b || a < SIMILAR * b && b < SIMILAR * a
}
