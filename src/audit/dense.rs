//! Small dense matrices: products, inverses, eigenvalues.

use contact_lens_engine::glam::DMat3;

/// Square matrix by rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Number of rows and of columns.
    pub size: usize,
    /// Entries, one row after the other.
    pub entries: Vec<f64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub fn zeros(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// Entry of a row and a column.
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.entries[i * self.size + j]
    }

    /// Sets the entry of a row and a column.
    pub fn set(&mut self, i: usize, j: usize, value: f64) {
        self.entries[i * self.size + j] = value;
    }

    /// Row of the matrix.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * self.size..(i + 1) * self.size]
    }

    /// Product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.size).map(|i| self.row(i).iter().zip(x).map(|(a, b)| a * b).sum()).collect()
    }

    /// Product of the absolute values with a vector of sizes.
    pub fn abs_times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.size).map(|i| self.row(i).iter().zip(x).map(|(a, b)| a.abs() * b.abs()).sum()).collect()
    }

    /// Inverse by elimination with partial pivoting; `None` if the matrix is singular.
    pub fn inverse(&self) -> Option<Self> {
        let n = self.size;
        let mut work = self.clone();
        let mut inverse = Self::zeros(n);
        for i in 0..n {
            inverse.set(i, i, 1.0);
        }
        for column in 0..n {
            let pivot = (column..n).max_by(|a, b| work.at(*a, column).abs().total_cmp(&work.at(*b, column).abs()))?;
            if !(work.at(pivot, column).abs() > 0.0) {
                return None;
            }
            work.swap_rows(column, pivot);
            inverse.swap_rows(column, pivot);
            let scale = 1.0 / work.at(column, column);
            work.scale_row(column, scale);
            inverse.scale_row(column, scale);
            for row in (0..n).filter(|row| *row != column) {
                let factor = work.at(row, column);
                if factor != 0.0 {
                    work.subtract_row(row, column, factor);
                    inverse.subtract_row(row, column, factor);
                }
            }
        }
        inverse.entries.iter().all(|x| x.is_finite()).then_some(inverse)
    }

    /// Exchanges two rows of the matrix.
    fn swap_rows(&mut self, i: usize, j: usize) {
        if i != j {
            for column in 0..self.size {
                self.entries.swap(i * self.size + column, j * self.size + column);
            }
        }
    }

    /// Multiplies a row by a number.
    fn scale_row(&mut self, i: usize, factor: f64) {
        self.entries[i * self.size..(i + 1) * self.size].iter_mut().for_each(|x| *x *= factor);
    }

    /// Subtracts a multiple of row `j` from row `i`.
    fn subtract_row(&mut self, i: usize, j: usize, factor: f64) {
        for column in 0..self.size {
            let change = factor * self.entries[j * self.size + column];
            self.entries[i * self.size + column] -= change;
        }
    }
}

/// Eigenvalues of a symmetric 3 × 3 matrix in increasing order, by Jacobi rotations.
pub fn eigenvalues(matrix: DMat3) -> [f64; 3] {
    let mut a = matrix.to_cols_array_2d();
    for _ in 0..30 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, p, q);
        }
    }
    let mut values = [a[0][0], a[1][1], a[2][2]];
    values.sort_by(f64::total_cmp);
    values
}

/// Makes one entry off the diagonal 0 by a rotation in its plane.
fn rotate(a: &mut [[f64; 3]; 3], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        let x = row[p];
        let y = row[q];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
    let x = a[p];
    let y = a[q];
    for (k, (x, y)) in x.into_iter().zip(y).enumerate() {
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
}

/// Absolute values of the entries of a matrix.
pub fn abs_matrix(matrix: DMat3) -> DMat3 {
    DMat3::from_cols(matrix.x_axis.abs(), matrix.y_axis.abs(), matrix.z_axis.abs())
}
