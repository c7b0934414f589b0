//! Interval arithmetic: numbers with a bound of their rounding error, as a midpoint of 106 bits and a radius.
//!
//! Each operation adds the errors of its operands and its own rounding error to the radius, so that every result
//! contains the exact value. Sums and products of two `f64`, and quotients and roots of at most 53 bits, are exact and
//! add nothing: small integers stay exact.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::double_double::DoubleDouble;

/// Relative rounding error of one operation: 2⁻⁹⁸, above a few times 2⁻¹⁰⁴.
const ROUNDING: f64 = 3.2e-30;

/// Size of a product below which the low part of its midpoint may underflow, so that the product counts as rounded;
/// chosen with a margin.
const MIN_ACCURATE_PRODUCT: f64 = 1.0e-270;

/// All numbers within `radius` of `middle`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Interval {
    /// Midpoint of the interval.
    middle: DoubleDouble,
    /// Largest distance from the midpoint; 0 for an exact number, not finite if nothing is known.
    radius: f64,
}

/// Coordinates of a point or vector.
pub(crate) type Vector = [Interval; 3];

impl From<f64> for Interval {
    fn from(x: f64) -> Self {
        Self { middle: DoubleDouble::from(x), radius: 0.0 }
    }
}

impl Interval {
    /// Creates the result of an operation with this midpoint. `carried` is the error from its operands; a result that
    /// is not exact also has a rounding error.
    fn new(middle: DoubleDouble, carried: f64, is_exact: bool) -> Self {
        let rounding = if is_exact { 0.0 } else { middle.to_f64().abs() * ROUNDING + f64::MIN_POSITIVE };
        // The sum of both errors is rounded itself.
        let radius = if carried == 0.0 { rounding } else { (carried + rounding) * (1.0 + 4.0 * f64::EPSILON) };
        Self { middle, radius }
    }

    /// Returns the `f64` nearest to the midpoint.
    pub fn to_f64(self) -> f64 {
        self.middle.to_f64()
    }

    /// Returns a lower bound of the interval; −∞ if the number is unknown after an overflow.
    pub fn low(self) -> f64 {
        if self.radius == 0.0 && self.middle.is_f64() {
            return self.middle.to_f64();
        }
        let low = (self.middle - DoubleDouble::from(self.radius)).to_f64().next_down();
        if low.is_nan() { f64::NEG_INFINITY } else { low }
    }

    /// Returns an upper bound of the interval.
    pub fn high(self) -> f64 {
        -(-self).low()
    }

    /// Returns whether the whole interval is above 0.
    pub fn is_positive(self) -> bool {
        self.low() > 0.0
    }

    /// Returns whether the whole interval is below 0.
    pub fn is_negative(self) -> bool {
        self.high() < 0.0
    }

    /// Returns whether the interval is exactly 0.
    pub fn is_zero(self) -> bool {
        self.radius == 0.0 && self.middle == DoubleDouble::ZERO
    }

    /// Returns the square root of the part of the interval that is not below 0.
    pub fn sqrt(self) -> Self {
        if self.high() <= 0.0 {
            return Self::from(0.0);
        }
        let low = self.low();
        if !(low > 0.0) {
            let half = 0.5 * self.high().sqrt().next_up();
            return Self { middle: DoubleDouble::from(half), radius: half };
        }
        let root = self.middle.sqrt();
        let is_exact = self.radius == 0.0 && root.is_f64() && root * root == self.middle && self.middle.is_f64();
        Self::new(root, 0.5 * self.radius / low.sqrt().next_down(), is_exact)
    }
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Self { middle: -self.middle, ..self }
    }
}

impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let is_exact = self.middle.is_f64() && other.middle.is_f64();
        Self::new(self.middle + other.middle, self.radius + other.radius, is_exact)
    }
}

impl Sub for Interval {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::default();
        }
        let product = self.middle * other.middle;
        let is_accurate = product.to_f64().abs() > MIN_ACCURATE_PRODUCT;
        let is_exact = is_accurate && self.middle.is_f64() && other.middle.is_f64();
        let [a, b] = [self, other].map(|x| x.middle.to_f64().abs());
        let carried = a * other.radius + b * self.radius + self.radius * other.radius;
        Self::new(product, carried, is_exact)
    }
}

impl Div for Interval {
    type Output = Self;

    /// Returns the quotient; the interval of all numbers if the divisor may be 0.
    fn div(self, other: Self) -> Self {
        let least_divisor = other.middle.to_f64().abs().next_down() - other.radius;
        if !(least_divisor > 0.0) {
            return Self { middle: DoubleDouble::ZERO, radius: f64::INFINITY };
        }
        let quotient = self.middle / other.middle;
        let is_exact =
            [self.middle, other.middle, quotient].iter().all(|x| x.is_f64()) && quotient * other.middle == self.middle;
        Self::new(quotient, (self.radius + quotient.to_f64().abs() * other.radius) / least_divisor, is_exact)
    }
}

/// Returns the vector with these exact coordinates.
pub(crate) fn vector(v: [f64; 3]) -> Vector {
    v.map(Interval::from)
}

/// Encloses the dot product of two vectors.
pub(crate) fn dot(a: Vector, b: Vector) -> Interval {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Encloses the cross product of two vectors.
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Encloses the difference of two vectors.
pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Encloses the sum of two vectors.
pub(crate) fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Encloses a vector times a number.
pub(crate) fn times(a: Vector, factor: Interval) -> Vector {
    a.map(|x| x * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_stays_so_and_what_is_not_is_enclosed() {
        let [one, three, nine] = [1.0, 3.0, 9.0].map(Interval::from);
        assert_eq!((nine / three).low(), (nine / three).high());
        assert_eq!(nine.sqrt().low(), 3.0);
        let third = one / three;
        assert!(
            third.low() < third.high() && (third * three - one).low() <= 0.0 && (third * three - one).high() >= 0.0
        );
        let root = three.sqrt();
        assert!(!(root * root - three).is_positive() && !(root * root - three).is_negative());
        assert!((root * root - three).radius < 1.0e-28);
        assert!((one / (third * three - one)).radius.is_infinite());
        assert!((third - third * Interval::from(0.0)).is_positive());
        let near_zero = (third * three - one).sqrt();
        assert!(near_zero.low() <= 0.0 && near_zero.high() < 1.0e-13);
    }
}
