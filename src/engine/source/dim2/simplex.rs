//! Solvers that find the point of a simplex nearest the origin, for GJK in the plane: the solvers of space, with z = 0.

pub use crate::dim3::simplex::{Nearest, Solver, Subset, nearest, nearest_after, subset};
