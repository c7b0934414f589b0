//! Principal axes by Jacobi's rotations. Each rotation uses the smaller angle, so that a diagonal matrix is not
//! rotated, and axes keep their order as far as possible.

use glam::{DMat3, DQuat, DVec3};

use super::moments::Matrix;
use crate::double_double::DoubleDouble;

/// Number of sweeps over the three pairs of axes. Each squares the off-diagonal size; six suffice for 106 bits.
const SWEEPS: usize = 12;

/// The eigenvalues of a symmetric matrix, and the rotation from the principal axes to the matrix's axes.
pub(super) fn axes(matrix: &Matrix) -> ([DoubleDouble; 3], DQuat) {
    let mut m = *matrix;
    let mut turn = DMat3::IDENTITY;
    for _ in 0..SWEEPS {
        for [p, q] in [[0, 1], [0, 2], [1, 2]] {
            rotate(&mut m, &mut turn, p, q);
        }
    }
    ([0, 1, 2].map(|k| m[k][k]), DQuat::from_mat3(&turn).normalize())
}

/// Rotates in the plane of two axes so that the entry between them is 0.
fn rotate(m: &mut Matrix, turn: &mut DMat3, p: usize, q: usize) {
    let off = m[p][q].zero_if_negligible(m[p][p].to_f64().max(m[q][q].to_f64()));
    m[p][q] = off;
    m[q][p] = off;
    if off.to_f64() == 0.0 {
        return;
    }
    let one = DoubleDouble::from(1.0);
    let half = (m[q][q] - m[p][p]) / (off * 2.0);
    // The smaller root of t² + 2 half t − 1.
    let size = if half.to_f64() < 0.0 { -half } else { half };
    let t = one / (size + (size * size + one).sqrt());
    let t = if half.to_f64() < 0.0 { -t } else { t };
    let cos = one / (t * t + one).sqrt();
    let sin = t * cos;
    m[p][p] = m[p][p] - t * off;
    m[q][q] = m[q][q] + t * off;
    m[p][q] = DoubleDouble::ZERO;
    m[q][p] = DoubleDouble::ZERO;
    let k = 3 - p - q;
    let at_p = m[k][p];
    let at_q = m[k][q];
    m[k][p] = cos * at_p - sin * at_q;
    m[k][q] = sin * at_p + cos * at_q;
    m[p][k] = m[k][p];
    m[q][k] = m[k][q];
    let c = cos.to_f64();
    let s = sin.to_f64();
    let [x, y]: [DVec3; 2] = [turn.col(p), turn.col(q)];
    *turn.col_mut(p) = x * c - y * s;
    *turn.col_mut(q) = x * s + y * c;
}
