//! Simplex solvers for GJK in the plane: the solvers of space, called with z = 0.

pub use super::super::dim3::simplex::{Nearest, Solver, Subset, nearest, nearest_after, subset};
