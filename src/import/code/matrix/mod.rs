//! Matrices and arrays, as NumPy and Eigen have them.

pub(super) mod eigen;
pub(super) mod matrices;
pub(super) mod numpy;
