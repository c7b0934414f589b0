//! Simplex solvers: those of space, with z = 0.

pub use super::super::dim3::simplex::{Nearest, Solver, Subset, nearest, nearest_after, subset};
