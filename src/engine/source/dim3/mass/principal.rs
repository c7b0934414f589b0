//! Principal axes of inertia: the eigenvectors of a symmetric matrix, by Jacobi's rotations. Each rotation uses the
//! smaller angle, so that a diagonal matrix is not rotated, and axes keep their order as far as possible.

use glam::{DMat3, DQuat, DVec3};

use super::moments::Matrix;
use crate::double_double::DoubleDouble;

/// Number of sweeps over the three pairs of axes: twice as many as 106 bits need. Each sweep squares the relative size
/// of the entries off the diagonal, and sweeps over a diagonal matrix do nothing.
const SWEEPS: usize = 12;

/// Principal axes of a symmetric matrix.
pub(super) struct PrincipalAxes {
    /// Eigenvalue of each principal axis.
    pub eigenvalues: [DoubleDouble; 3],
    /// Rotation from the principal axes to the matrix's axes.
    pub rotation: DQuat,
}

/// Computes the principal axes of a symmetric matrix.
pub(super) fn principal_axes(matrix: &Matrix) -> PrincipalAxes {
    let mut m = *matrix;
    let mut rotation = DMat3::IDENTITY;
    for _ in 0..SWEEPS {
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            rotate(&mut m, &mut rotation, p, q);
        }
    }
    PrincipalAxes { eigenvalues: [0, 1, 2].map(|k| m[k][k]), rotation: DQuat::from_mat3(&rotation).normalize() }
}

/// Rotates the matrix in the plane of the axes `p` and `q` so that the entry between them becomes 0, and appends this
/// rotation to `rotation`.
fn rotate(m: &mut Matrix, rotation: &mut DMat3, p: usize, q: usize) {
    let off_diagonal = m[p][q].zero_if_negligible(m[p][p].to_f64().max(m[q][q].to_f64()));
    m[p][q] = off_diagonal;
    m[q][p] = off_diagonal;
    if off_diagonal.to_f64() == 0.0 {
        return;
    }
    let one = DoubleDouble::from(1.0);
    // The tangent of the angle is the smaller root of t² + 2 h t − 1 = 0.
    let h = (m[q][q] - m[p][p]) / (off_diagonal * 2.0);
    let h_abs = if h.to_f64() < 0.0 { -h } else { h };
    let t_abs = one / (h_abs + (h_abs * h_abs + one).sqrt());
    let t = if h.to_f64() < 0.0 { -t_abs } else { t_abs };
    let cos = one / (t * t + one).sqrt();
    let sin = t * cos;
    m[p][p] = m[p][p] - t * off_diagonal;
    m[q][q] = m[q][q] + t * off_diagonal;
    m[p][q] = DoubleDouble::ZERO;
    m[q][p] = DoubleDouble::ZERO;
    // The third axis.
    let k = 3 - p - q;
    let m_kp = m[k][p];
    let m_kq = m[k][q];
    m[k][p] = cos * m_kp - sin * m_kq;
    m[k][q] = sin * m_kp + cos * m_kq;
    m[p][k] = m[k][p];
    m[q][k] = m[k][q];
    let c = cos.to_f64();
    let s = sin.to_f64();
    let [x, y]: [DVec3; 2] = [rotation.col(p), rotation.col(q)];
    *rotation.col_mut(p) = x * c - y * s;
    *rotation.col_mut(q) = x * s + y * c;
}
