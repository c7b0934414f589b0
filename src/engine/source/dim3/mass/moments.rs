//! Volume, first and second moments of a solid, and their transformation by a linear map.

use crate::double_double::{DoubleDouble, unit_scale};

/// A vector with coordinates of 106 bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vector(pub [DoubleDouble; 3]);

/// A matrix by rows, with entries of 106 bits.
pub(super) type Matrix = [[DoubleDouble; 3]; 3];

impl Vector {
    /// Converts a vector, exactly.
    pub fn of(v: [f64; 3]) -> Self {
        Self(v.map(DoubleDouble::from))
    }

    /// Vector from `origin` to `p`, exact.
    pub fn difference(p: [f64; 3], origin: [f64; 3]) -> Self {
        Self([0, 1, 2].map(|k| DoubleDouble::difference(p[k], origin[k])))
    }

    /// The vector with a function applied to each coordinate.
    pub fn map(self, f: impl Fn(DoubleDouble) -> DoubleDouble) -> Self {
        Self(self.0.map(f))
    }

    /// Sum of two vectors.
    pub fn plus(self, other: Self) -> Self {
        Self([0, 1, 2].map(|k| self.0[k] + other.0[k]))
    }

    /// Difference of two vectors.
    pub fn minus(self, other: Self) -> Self {
        Self([0, 1, 2].map(|k| self.0[k] - other.0[k]))
    }

    /// The vector multiplied by a number.
    pub fn times(self, factor: DoubleDouble) -> Self {
        self.map(|x| x * factor)
    }

    /// Dot product of two vectors.
    pub fn dot(self, other: Self) -> DoubleDouble {
        (0..3).map(|k| self.0[k] * other.0[k]).sum()
    }

    /// Cross product of two vectors.
    pub fn cross(self, other: Self) -> Self {
        let a = self.0;
        let b = other.0;
        Self([0, 1, 2].map(|k| {
            let i = (k + 1) % 3;
            let j = (k + 2) % 3;
            a[i] * b[j] - a[j] * b[i]
        }))
    }

    /// Length of the vector.
    pub fn length(self) -> DoubleDouble {
        self.dot(self).sqrt()
    }

    /// The unit vector of the same direction; 0 for the zero vector.
    pub fn unit(self) -> Self {
        let largest = self.0.iter().map(|x| x.to_f64().abs()).fold(0.0, f64::max);
        if !(largest > 0.0) {
            return Self::default();
        }
        // Scaled by a power of two, which is exact, so that squares do not underflow.
        let scaled = self.map(|x| x * unit_scale(largest));
        let length = scaled.length();
        scaled.map(|x| x / length)
    }

    /// Outer product `v wᵀ`.
    pub fn outer(self, other: Self) -> Matrix {
        self.0.map(|x| other.0.map(|y| x * y))
    }
}

/// Product of a matrix and a vector.
pub(super) fn apply(matrix: &Matrix, v: Vector) -> Vector {
    Vector(matrix.map(|row| Vector(row).dot(v)))
}

/// Transpose of a matrix.
pub(super) fn transposed(matrix: &Matrix) -> Matrix {
    [0, 1, 2].map(|j| [0, 1, 2].map(|i| matrix[i][j]))
}

/// Product of two matrices.
pub(super) fn product(m: &Matrix, n: &Matrix) -> Matrix {
    let columns = transposed(n);
    m.map(|row| columns.map(|column| Vector(row).dot(Vector(column))))
}

/// Integrals of 1, `x` and `x xᵀ` over a solid, where `x` is the vector from a reference point, in the solid's unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    /// Volume: the integral of 1.
    pub volume: DoubleDouble,
    /// First moments: the integral of `x`.
    pub first: Vector,
    /// Second moments: the integral of `x xᵀ`.
    pub second: Matrix,
}

impl Moments {
    /// Moments of a solid that is symmetric in the three coordinate planes, from its second moments along the axes.
    pub fn symmetric(volume: DoubleDouble, second: [DoubleDouble; 3]) -> Self {
        let mut moments = Self { volume, ..Self::default() };
        for (k, moment) in second.into_iter().enumerate() {
            moments.second[k][k] = moment;
        }
        moments
    }

    /// Adds `matrix · factor` to the second moments.
    pub fn add_second(&mut self, matrix: &Matrix, factor: DoubleDouble) {
        for (sum, row) in self.second.iter_mut().flatten().zip(matrix.iter().flatten()) {
            *sum = *sum + *row * factor;
        }
    }

    /// Adds `(a bᵀ + b aᵀ) · factor` to the second moments.
    pub fn add_symmetric_product(&mut self, a: Vector, b: Vector, factor: DoubleDouble) {
        self.add_second(&a.outer(b), factor);
        self.add_second(&b.outer(a), factor);
    }

    /// The center, relative to the reference point.
    pub fn center(&self) -> Vector {
        // The body's size is about 1 in this unit.
        self.first.map(|x| (x / self.volume).zero_if_negligible(1.0))
    }

    /// The second moments around the center.
    pub fn central(&self) -> Matrix {
        // Steiner's theorem for parallel axes.
        let mut moments = *self;
        let center = self.center();
        moments.add_second(&center.outer(center), -self.volume);
        moments.second
    }

    /// Moments of the image under a linear map with this determinant, relative to the image of the reference point.
    pub fn mapped(&self, matrix: &Matrix, determinant: DoubleDouble) -> Self {
        let scale = if determinant.to_f64() < 0.0 { -determinant } else { determinant };
        let mut moments = Self { volume: self.volume * scale, ..Self::default() };
        moments.first = apply(matrix, self.first).times(scale);
        moments.add_second(&product(&product(matrix, &self.second), &transposed(matrix)), scale);
        moments
    }
}

/// Inertia of a solid of density 1 with these second moments: `tr(S) · 1 − S`.
pub(super) fn inertia(second: &Matrix) -> Matrix {
    [0, 1, 2].map(|i| {
        [0, 1, 2].map(|j| {
            if i == j {
                second[(i + 1) % 3][(i + 1) % 3] + second[(i + 2) % 3][(i + 2) % 3]
            } else {
                // Entries below rounding error are set to 0.
                -second[i][j].zero_if_negligible(second[i][i].to_f64().max(second[j][j].to_f64()))
            }
        })
    })
}
