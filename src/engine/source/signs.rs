//! Signs of determinants of differences of points, such as edges of two bodies: by a floating-point filter, and exactly
//! where the filter cannot decide.
//!
//! - **Source**: `[Shewchuk97]`. A difference of two `f64` is exactly the sum of two `f64`, and so is a product; each
//!   determinant is therefore a sum of numbers whose sign can be computed exactly.
//! - **Departure**: the published predicates, as in the crate `robust`, test a point against a plane through points.
//!   The determinants here have differences without a common point.

use crate::double_double::{two_product, two_sum};

/// A difference of two points, exactly: for each coordinate its rounded value and the rounding error.
pub(super) type Difference = [[f64; 2]; 3];

/// Returns `q − p` exactly.
#[inline]
pub(super) fn difference(q: [f64; 3], p: [f64; 3]) -> Difference {
    [0, 1, 2].map(|k| two_sum(q[k], -p[k]))
}

/// An exact sum of numbers.
#[derive(Default)]
struct ExactSum {
    /// Summands whose bits do not overlap, the largest last.
    summands: Vec<f64>,
}

impl ExactSum {
    /// Adds a number exactly.
    fn add(&mut self, mut x: f64) {
        let mut kept = 0;
        for i in 0..self.summands.len() {
            let [sum, error] = two_sum(x, self.summands[i]);
            if error != 0.0 {
                self.summands[kept] = error;
                kept += 1;
            }
            x = sum;
        }
        self.summands.truncate(kept);
        self.summands.push(x);
    }

    /// Returns the sign of the sum: `−1`, `0` or `1`.
    fn sign(&self) -> i8 {
        self.summands.iter().rev().find(|x| **x != 0.0).map_or(0, |x| if *x > 0.0 { 1 } else { -1 })
    }
}

/// Returns the sign of a sum, `−1`, `0` or `1`, without rounding.
pub(super) fn sign_of_sum(terms: impl IntoIterator<Item = f64>) -> i8 {
    let mut sum = ExactSum::default();
    terms.into_iter().for_each(|x| sum.add(x));
    sum.sign()
}

/// Accuracy of the points of a determinant whose sign is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PointAccuracy {
    /// The points are exact: only an exact zero is zero.
    Exact,
    /// Each coordinate of a point has an error up to this value, as for rotated points: a sign that this error can
    /// change is zero.
    Within(f64),
}

impl PointAccuracy {
    /// Returns the sign of the volume `u · (v × w)`: `−1`, `0` or `1`.
    pub fn volume(self, u: &Difference, v: &Difference, w: &Difference) -> i8 {
        let [a, b, c] = [u, v, w].map(|d| d.map(|[rounded, _]| rounded));
        // The six terms of the determinant, and the sum of their magnitudes.
        let mut value: f64 = 0.0;
        let mut size: f64 = 0.0;
        for [k, i, j] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            for term in [a[k] * b[i] * c[j], -(a[k] * b[j] * c[i])] {
                value += term;
                size += term.abs();
            }
        }
        // Each term is a product of three rounded differences, and there are five sums.
        let rounding = 16.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        let error = match self {
            Self::Exact => rounding,
            Self::Within(point_error) => {
                // A difference has at most twice the error of a point; the other factor 4 covers products of errors.
                let [size_a, size_b, size_c] = [a, b, c].map(|d: [f64; 3]| d.iter().map(|x| x.abs()).sum::<f64>());
                rounding + 8.0 * point_error * (size_a * size_b + size_b * size_c + size_c * size_a)
            }
        };
        self.decide(value, error, |sum| {
            for (k, x) in u.iter().enumerate() {
                let i = (k + 1) % 3;
                let j = (k + 2) % 3;
                add_product(sum, [x, &v[i], &w[j]], 1.0);
                add_product(sum, [x, &v[j], &w[i]], -1.0);
            }
        })
    }

    /// Returns the sign of the cross product of `u` and `v`, projected onto two coordinate axes: 1 if `v` points to the
    /// left of `u`, seen with the first axis to the right and the second axis up.
    pub fn orientation(self, axes: [usize; 2], u: &Difference, v: &Difference) -> i8 {
        let [i, j] = axes;
        let terms = [u[i][0] * v[j][0], -(u[j][0] * v[i][0])];
        let value = terms[0] + terms[1];
        let size = terms[0].abs() + terms[1].abs();
        // Each term is a product of two rounded differences, and there is one sum.
        let rounding = 8.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        let error = match self {
            Self::Exact => rounding,
            // Twice the error of a point for each difference, and a factor 2 for products of errors.
            Self::Within(point_error) => {
                rounding + 4.0 * point_error * (u[i][0].abs() + u[j][0].abs() + v[i][0].abs() + v[j][0].abs())
            }
        };
        self.decide(value, error, |sum| {
            add_product(sum, [&u[i], &v[j], &[1.0, 0.0]], 1.0);
            add_product(sum, [&u[j], &v[i], &[1.0, 0.0]], -1.0);
        })
    }

    /// Returns the sign of a value with an error up to `error`. If the error could change the sign: for exact points
    /// the sign of the exact sum, to which `add` adds all terms; for inexact points 0.
    fn decide(self, value: f64, error: f64, add: impl FnOnce(&mut ExactSum)) -> i8 {
        if value.abs() > error {
            return if value > 0.0 { 1 } else { -1 };
        }
        if let Self::Within(_) = self {
            return 0;
        }
        let mut sum = ExactSum::default();
        add(&mut sum);
        sum.sign()
    }
}

/// Adds the exact product `a b c`, times `sign`, 1 or −1. Each factor is given as the sum of two numbers.
fn add_product(sum: &mut ExactSum, [a, b, c]: [&[f64; 2]; 3], sign: f64) {
    for x in a.iter().filter(|x| **x != 0.0) {
        for y in b.iter().filter(|y| **y != 0.0) {
            for part in two_product(*x * sign, *y) {
                for z in c.iter().filter(|z| **z != 0.0) {
                    two_product(part, *z).into_iter().for_each(|x| sum.add(x));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_ulp_decides_is_decided() {
        let origin = [0.0; 3];
        let [u, v] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|p| difference(p, origin));
        let tiny = difference([0.3, 0.7, f64::EPSILON * f64::EPSILON], origin);
        assert_eq!(PointAccuracy::Exact.volume(&u, &v, &tiny), 1);
        let a = difference([0.1, 0.2, 0.3], [1e10, 1.0, 7.0]);
        let b = difference([0.4, 0.5, 0.6], [1e-10, 3.0, 1e5]);
        assert_eq!(PointAccuracy::Exact.volume(&a, &b, &a), 0, "a difference is no other than itself");
        let far = [1.0e16, 1.0, 1.0];
        let one = difference(far, [1.0, 0.0, 0.0]);
        let other = difference(far, [0.0, 0.0, 0.0]);
        assert_eq!(PointAccuracy::Exact.orientation([0, 1], &one, &other), -1, "1e16 − 1 is not 1e16");
        assert_eq!(PointAccuracy::Within(1.0e-3).orientation([0, 1], &one, &other), 0);
    }
}
