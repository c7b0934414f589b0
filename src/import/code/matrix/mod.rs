//! Matrices and arrays of program text: NumPy's functions and methods, `np.vstack([a, b])`, products of matrices, and
//! points in matrices of Eigen.

pub(super) mod eigen;
pub(super) mod matrices;
pub(super) mod numpy;
pub(super) mod stacking;
