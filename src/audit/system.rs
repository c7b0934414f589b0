//! Rows and inertia of a step as one linear system, for bodies and for generalized coordinates: `J` is sparse, `W` is
//! the inverse of the mass matrix.

use contact_lens_engine::glam::{DMat3, DVec3};

use crate::dense::{Matrix, abs_matrix};

/// Inertia of one body in world axes; all zeros if impulses do not move it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyInertia {
    /// Mass per world axis, kg; 0 where impulses do not move the body.
    pub mass: DVec3,
    /// Inverse of the mass per world axis.
    pub inverse_mass: DVec3,
    /// Inertia around the center of mass, world axes.
    pub inertia: DMat3,
    /// Inverse of the inertia.
    pub inverse_inertia: DMat3,
    /// Product of the absolute values of the factors of the inverse inertia `R I⁻¹ Rᵀ`.
    pub size: DMat3,
}

impl Default for BodyInertia {
    /// The inertia of a body that impulses do not move.
    fn default() -> Self {
        Self {
            mass: DVec3::ZERO,
            inverse_mass: DVec3::ZERO,
            inertia: DMat3::ZERO,
            inverse_inertia: DMat3::ZERO,
            size: DMat3::ZERO,
        }
    }
}

/// Inverse of the mass matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum Inertias {
    /// One block of six numbers per body.
    Bodies(Vec<BodyInertia>),
    /// Mass matrix and its inverse.
    Dense {
        /// Mass matrix M of the velocities.
        mass: Matrix,
        /// Inverse W of the mass matrix.
        inverse: Matrix,
    },
}

/// Sparse rows and the inertia.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// Number of velocities: 6 per body, or the number of degrees of freedom.
    pub size: usize,
    /// First entry of each row, and the number of entries.
    starts: Vec<usize>,
    /// Velocity index of each entry.
    columns: Vec<usize>,
    /// Value of each entry.
    values: Vec<f64>,
    /// Inertia of the velocities.
    pub inertias: Inertias,
}

impl System {
    /// A system without rows.
    pub fn new(size: usize, inertias: Inertias) -> Self {
        Self { size, starts: vec![0], columns: Vec::new(), values: Vec::new(), inertias }
    }

    /// Appends a row given by its entries.
    pub fn push_row(&mut self, entries: impl IntoIterator<Item = (usize, f64)>) {
        for (column, value) in entries {
            if value != 0.0 {
                self.columns.push(column);
                self.values.push(value);
            }
        }
        self.starts.push(self.columns.len());
    }

    /// Number of rows in the system.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Entries of a row that are not 0: index of the velocity and value.
    pub fn row(&self, r: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[r]..self.starts[r + 1];
        self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Product `J_r · u` of a row and velocities.
    pub fn dot(&self, r: usize, u: &[f64]) -> f64 {
        self.row(r).map(|(column, value)| value * u[column]).sum()
    }

    /// Product `|J_r| · |u|` of absolute values.
    pub fn abs_dot(&self, r: usize, u: &[f64]) -> f64 {
        self.row(r).map(|(column, value)| value.abs() * u[column].abs()).sum()
    }

    /// Product `Jᵀ λ` of all rows and their impulses.
    pub fn transposed_times(&self, impulses: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.size];
        for (r, impulse) in impulses.iter().enumerate() {
            self.add_row(r, *impulse, &mut sum);
        }
        sum
    }

    /// Product `|Jᵀ| |λ|` of absolute values.
    pub fn abs_transposed_times(&self, impulses: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.size];
        for (r, impulse) in impulses.iter().enumerate() {
            self.row(r).for_each(|(column, value)| sum[column] += value.abs() * impulse.abs());
        }
        sum
    }

    /// Adds a multiple of a row to a vector.
    pub fn add_row(&self, r: usize, factor: f64, sum: &mut [f64]) {
        self.row(r).for_each(|(column, value)| sum[column] += value * factor);
    }

    /// Product `W x` of the inverse mass matrix.
    pub fn inverse_times(&self, x: &[f64]) -> Vec<f64> {
        match &self.inertias {
            Inertias::Bodies(bodies) => per_body(bodies, x, |body, linear, angular| {
                [body.inverse_mass * linear, body.inverse_inertia * angular]
            }),
            Inertias::Dense { inverse, .. } => inverse.times(x),
        }
    }

    /// `|W| |x|` with the absolute values of the factors of `W`.
    pub fn abs_inverse_times(&self, x: &[f64]) -> Vec<f64> {
        match &self.inertias {
            Inertias::Bodies(bodies) => per_body(bodies, x, |body, linear, angular| {
                [body.inverse_mass * linear.abs(), body.size * angular.abs()]
            }),
            Inertias::Dense { inverse, .. } => inverse.abs_times(x),
        }
    }

    /// `M x` over the velocities that impulses can change.
    pub fn mass_times(&self, x: &[f64]) -> Vec<f64> {
        match &self.inertias {
            Inertias::Bodies(bodies) => {
                per_body(bodies, x, |body, linear, angular| [body.mass * linear, body.inertia * angular])
            }
            Inertias::Dense { mass, .. } => mass.times(x),
        }
    }

    /// Product `|M| |x|` of absolute values.
    pub fn abs_mass_times(&self, x: &[f64]) -> Vec<f64> {
        match &self.inertias {
            Inertias::Bodies(bodies) => per_body(bodies, x, |body, linear, angular| {
                [body.mass * linear.abs(), abs_matrix(body.inertia) * angular.abs()]
            }),
            Inertias::Dense { mass, .. } => mass.abs_times(x),
        }
    }

    /// `xᵀ M x` over the velocities that impulses can change.
    pub fn mass_square(&self, x: &[f64]) -> f64 {
        self.mass_times(x).iter().zip(x).map(|(a, b)| a * b).sum()
    }

    /// `W J_rᵀ` as entries; a dense vector for generalized coordinates.
    pub fn inverse_times_row(&self, r: usize) -> Vec<(usize, f64)> {
        match &self.inertias {
            Inertias::Bodies(bodies) => {
                let mut entries = Vec::with_capacity(12);
                for part in self.parts_of_row(r).into_iter().flatten() {
                    let inertia = &bodies[part.body];
                    let linear = (inertia.inverse_mass * part.linear).to_array();
                    let angular = (inertia.inverse_inertia * part.angular).to_array();
                    let numbers = linear.into_iter().chain(angular).enumerate();
                    entries.extend(numbers.map(|(k, x)| (6 * part.body + k, x)).filter(|(_, x)| *x != 0.0));
                }
                entries
            }
            Inertias::Dense { inverse, .. } => {
                (0..self.size).map(|i| (i, self.row(r).map(|(j, value)| inverse.at(i, j) * value).sum())).collect()
            }
        }
    }

    /// Parts of a row for the bodies on which it acts.
    fn parts_of_row(&self, r: usize) -> [Option<RowPart>; 2] {
        let mut parts: [Option<RowPart>; 2] = [None; 2];
        for (column, value) in self.row(r) {
            let body = column / 6;
            let slot = usize::from(parts[0].is_some_and(|part| part.body != body));
            let part = parts[slot].get_or_insert(RowPart { body, linear: DVec3::ZERO, angular: DVec3::ZERO });
            match column % 6 {
                k @ 0..=2 => part.linear[k] = value,
                k => part.angular[k - 3] = value,
            }
        }
        parts
    }

    /// `A_rr = J_r W J_rᵀ` and the sum of the absolute values of its terms.
    pub fn diagonal(&self, r: usize) -> Sized {
        let mut sum = Sized::default();
        match &self.inertias {
            Inertias::Bodies(bodies) => {
                for part in self.parts_of_row(r).into_iter().flatten() {
                    let inertia = &bodies[part.body];
                    let linear = part.linear.dot(inertia.inverse_mass * part.linear);
                    sum.value += linear + part.angular.dot(inertia.inverse_inertia * part.angular);
                    sum.size += linear + part.angular.abs().dot(inertia.size * part.angular.abs());
                }
            }
            Inertias::Dense { inverse, .. } => {
                for (i, x) in self.row(r) {
                    for (j, y) in self.row(r) {
                        let term = x * inverse.at(i, j) * y;
                        sum.value += term;
                        sum.size += term.abs();
                    }
                }
            }
        }
        sum
    }
}

/// Part of a row that acts on one body.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RowPart {
    /// Index of the body.
    body: usize,
    /// Linear part of the row.
    linear: DVec3,
    /// Angular part of the row.
    angular: DVec3,
}

/// A number with the sum of the absolute values of the terms from which it was computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sized {
    /// Value of the number.
    pub value: f64,
    /// Sum of the absolute values of the terms.
    pub size: f64,
}

/// Applies a function to the six numbers of each body.
fn per_body(bodies: &[BodyInertia], x: &[f64], product: impl Fn(&BodyInertia, DVec3, DVec3) -> [DVec3; 2]) -> Vec<f64> {
    let mut result = Vec::with_capacity(x.len());
    for (body, six) in bodies.iter().zip(x.chunks_exact(6)) {
        let [linear, angular] = product(body, DVec3::from_slice(&six[..3]), DVec3::from_slice(&six[3..]));
        result.extend(linear.to_array());
        result.extend(angular.to_array());
    }
    result
}
