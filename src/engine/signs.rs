//! Signs of determinants of differences of points: by a filter, and exactly where the filter cannot decide.
//!
//! `robust` tests points against planes through points; here edges of two bodies, which share no point, are tested
//! against each other. `[Shewchuk97]`: a difference of two numbers is exactly the sum of two numbers, and so is a
//! product; each determinant is therefore a sum of numbers whose sign can be computed exactly.

use crate::double_double::{two_product, two_sum};

/// A difference of two points: for each coordinate its rounded value and the rounding error.
pub(super) type Difference = [[f64; 2]; 3];

/// Returns `q − p` exactly.
#[inline]
pub(super) fn difference(q: [f64; 3], p: [f64; 3]) -> Difference {
    [0, 1, 2].map(|k| two_sum(q[k], -p[k]))
}

/// An exact sum of numbers.
#[derive(Default)]
struct Exact {
    /// Summands that do not overlap, the largest last.
    parts: Vec<f64>,
}

impl Exact {
    /// Adds a number exactly.
    fn add(&mut self, mut x: f64) {
        let mut kept = 0;
        for i in 0..self.parts.len() {
            let [sum, rest] = two_sum(x, self.parts[i]);
            if rest != 0.0 {
                self.parts[kept] = rest;
                kept += 1;
            }
            x = sum;
        }
        self.parts.truncate(kept);
        self.parts.push(x);
    }

    /// Returns the sign of the sum: `−1`, `0` or `1`.
    fn sign(&self) -> i8 {
        self.parts.iter().rev().find(|part| **part != 0.0).map_or(0, |part| if *part > 0.0 { 1 } else { -1 })
    }
}

/// Returns the sign of a sum, `−1`, `0` or `1`, without rounding.
pub(super) fn sign_of_sum(terms: impl IntoIterator<Item = f64>) -> i8 {
    let mut sum = Exact::default();
    terms.into_iter().for_each(|x| sum.add(x));
    sum.sign()
}

/// Accuracy of the points whose signs are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Judgment {
    /// The points are exact: only an exact zero is zero.
    Exact,
    /// Each coordinate has an error up to this value, as for rotated points: a sign that this error can change is zero.
    Within(f64),
}

impl Judgment {
    /// Returns the sign of `u · (v × w)`.
    pub fn volume(self, u: &Difference, v: &Difference, w: &Difference) -> i8 {
        let [a, b, c] = [u, v, w].map(|d| d.map(|[x, _]| x));
        let terms = [0, 1, 2].map(|k| {
            let i = (k + 1) % 3;
            let j = (k + 2) % 3;
            [a[k] * b[i] * c[j], -(a[k] * b[j] * c[i])]
        });
        let (value, size) = terms.iter().flatten().fold((0.0, 0.0), |(value, size), x| (value + x, size + x.abs()));
        // Each term is a product of three rounded differences, and there are five sums.
        let rounding = 16.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        let off = match self {
            Self::Exact => rounding,
            Self::Within(off) => {
                // Each difference is off by at most twice that; the rest is a margin for products of errors.
                let [a, b, c] = [a, b, c].map(|d: [f64; 3]| d.iter().map(|x| x.abs()).sum::<f64>());
                rounding + 8.0 * off * (a * b + b * c + c * a)
            }
        };
        self.decide(value, off, |sum| {
            for (k, x) in u.iter().enumerate() {
                let i = (k + 1) % 3;
                let j = (k + 2) % 3;
                products(sum, [x, &v[i], &w[j]], 1.0);
                products(sum, [x, &v[j], &w[i]], -1.0);
            }
        })
    }

    /// Returns the sign of the cross product of `u` and `v`, projected onto two axes.
    pub fn turn(self, axes: [usize; 2], u: &Difference, v: &Difference) -> i8 {
        let [i, j] = axes;
        let terms = [u[i][0] * v[j][0], -(u[j][0] * v[i][0])];
        let value = terms[0] + terms[1];
        let size = terms[0].abs() + terms[1].abs();
        // Each term is a product of two rounded differences, and there is one sum.
        let rounding = 8.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        let off = match self {
            Self::Exact => rounding,
            Self::Within(off) => rounding + 4.0 * off * (u[i][0].abs() + u[j][0].abs() + v[i][0].abs() + v[j][0].abs()),
        };
        self.decide(value, off, |sum| {
            products(sum, [&u[i], &v[j], &[1.0, 0.0]], 1.0);
            products(sum, [&u[j], &v[i], &[1.0, 0.0]], -1.0);
        })
    }

    /// Returns the sign of a value with an error up to `off`, or of the exact sum that `add` makes where that does not
    /// decide.
    fn decide(self, value: f64, off: f64, add: impl FnOnce(&mut Exact)) -> i8 {
        if value.abs() > off {
            return if value > 0.0 { 1 } else { -1 };
        }
        if let Self::Within(_) = self {
            return 0;
        }
        let mut sum = Exact::default();
        add(&mut sum);
        sum.sign()
    }
}

/// Adds the exact product of three sums.
fn products(sum: &mut Exact, [a, b, c]: [&[f64; 2]; 3], sign: f64) {
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
        assert_eq!(Judgment::Exact.volume(&u, &v, &tiny), 1);
        let a = difference([0.1, 0.2, 0.3], [1e10, 1.0, 7.0]);
        let b = difference([0.4, 0.5, 0.6], [1e-10, 3.0, 1e5]);
        assert_eq!(Judgment::Exact.volume(&a, &b, &a), 0, "a difference is no other than itself");
        let far = [1.0e16, 1.0, 1.0];
        let one = difference(far, [1.0, 0.0, 0.0]);
        let other = difference(far, [0.0, 0.0, 0.0]);
        assert_eq!(Judgment::Exact.turn([0, 1], &one, &other), -1, "1e16 − 1 is not 1e16");
        assert_eq!(Judgment::Within(1.0e-3).turn([0, 1], &one, &other), 0);
    }
}
