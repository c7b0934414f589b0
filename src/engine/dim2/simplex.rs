//! The solvers of the simplex serve the plane too: its simplices are those of space with z = 0.

pub use super::super::dim3::simplex::{Nearest, Solver, Subset, nearest, nearest_after, subset};
