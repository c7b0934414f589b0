//! Numbers of 106 bits as the unevaluated sum of two `f64`, for sums with cancellation such as the volume of a sliver.
//!
//! - **Source**: the error-free sum and product of `[Shewchuk97]` (by Knuth and Dekker).
//! - **Representation**: `high + low` with `low` at most half a unit in the last place of `high`.
//! - **Error**: each operation has a relative error of a few times 2⁻¹⁰⁴, if nothing overflows and no product is below
//!   about 10⁻²⁹².

use std::ops::{Add, Div, Mul, Neg, Sub};

/// Returns `a + b` rounded, and its rounding error (Knuth): the sum of both is exact unless it overflows.
#[inline]
pub(crate) fn two_sum(a: f64, b: f64) -> [f64; 2] {
    let sum = a + b;
    let rounded_b = sum - a;
    [sum, (a - (sum - rounded_b)) + (b - rounded_b)]
}

/// Returns `a · b` rounded, and its rounding error: the sum of both is exact unless it overflows or underflows.
#[inline]
pub(crate) fn two_product(a: f64, b: f64) -> [f64; 2] {
    let product = a * b;
    [product, a.mul_add(b, -product)]
}

/// Relative size up to which a number counts as rounding error: 2⁻⁹⁶, about 2⁸ errors of a single operation.
const NEGLIGIBLE: f64 = 1.3e-29;

/// A number `high + low`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DoubleDouble {
    /// The number rounded to `f64`.
    high: f64,
    /// The remainder, at most half a unit in the last place of `high`.
    low: f64,
}

impl DoubleDouble {
    /// Zero in both parts, without rounding error.
    pub const ZERO: Self = Self { high: 0.0, low: 0.0 };
    /// The number π to 106 bits: π rounded to `f64`, and π minus that, rounded.
    pub const PI: Self = Self { high: std::f64::consts::PI, low: 1.224_646_799_147_353_2e-16 };

    /// Returns `a − b` exactly, unless the difference overflows.
    pub fn difference(a: f64, b: f64) -> Self {
        let [high, low] = two_sum(a, -b);
        Self { high, low }
    }

    /// Returns the sum of two numbers in the representation, whatever their sizes.
    fn normalized(high: f64, low: f64) -> Self {
        let [high, low] = two_sum(high, low);
        Self { high, low }
    }

    /// Returns the number; 0 if it is so small that it may be the rounding error of sums and products of numbers as
    /// large as `size`.
    pub fn zero_if_negligible(self, size: f64) -> Self {
        if self.high.abs() <= size.abs() * NEGLIGIBLE { Self::ZERO } else { self }
    }

    /// Returns whether the number is an `f64`.
    pub fn is_f64(self) -> bool {
        self.low == 0.0
    }

    /// Returns the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        self.high
    }

    /// Returns the square root; 0 unless the number is positive.
    pub fn sqrt(self) -> Self {
        if !(self.high > 0.0) {
            return Self::ZERO;
        }
        // One Newton step from the root in `f64`.
        let root = Self::from(self.high.sqrt());
        root + (self - root * root) / (root + root)
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let [high, error_of_high] = two_sum(self.high, other.high);
        let [low, error_of_low] = two_sum(self.low, other.low);
        let sum = Self::normalized(high, error_of_high + low);
        Self::normalized(sum.high, sum.low + error_of_low)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let [high, low] = two_product(self.high, other.high);
        Self::normalized(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Mul<f64> for DoubleDouble {
    type Output = Self;

    fn mul(self, other: f64) -> Self {
        self * Self::from(other)
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let remainder = self - other * first;
        let second = remainder.high / other.high;
        let remainder = remainder - other * second;
        Self::normalized(first, second) + Self::from(remainder.high / other.high)
    }
}

impl Div<f64> for DoubleDouble {
    type Output = Self;

    fn div(self, other: f64) -> Self {
        self / Self::from(other)
    }
}

impl std::iter::Sum for DoubleDouble {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, x| sum + x)
    }
}

/// Returns the power of two that scales a size to `[1, 2)`; 1 for 0, infinity and NaN. It is from 2⁻¹⁰²⁰ to 2¹⁰²⁰, so
/// that its reciprocal is a normal number, too: sizes beyond these powers are scaled only near that range.
pub(crate) fn unit_scale(size: f64) -> f64 {
    /// Bias of the exponent field of an `f64`.
    const BIAS: i64 = 1023;
    /// Largest magnitude of the exponent of the result.
    const MAX_EXPONENT: i64 = 1020;
    if !(size > 0.0 && size.is_finite()) {
        return 1.0;
    }
    let exponent = (BIAS - (size.to_bits() >> 52) as i64).clamp(-MAX_EXPONENT, MAX_EXPONENT);
    f64::from_bits(((BIAS + exponent) as u64) << 52)
}
