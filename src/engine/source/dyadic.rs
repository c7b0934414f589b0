//! Exact arithmetic on dyadic numbers `m · 2^e` with an integer `m` of any length, for signs that 106 bits cannot
//! decide.
//!
//! Sums, differences and products of `f64` are such numbers, so nothing is rounded. Operations allocate and take
//! microseconds: callers first evaluate bounds ([`Interval`](crate::interval::Interval)), and use this module only if
//! the bounds do not decide.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu::base::{Abs as _, BitTest as _, SquareRoot as _};
use dashu::integer::{IBig, UBig};

/// A number `mantissa · 2^exponent`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dyadic {
    /// Integer factor; it may be even, so a number has several representations.
    mantissa: IBig,
    /// Exponent of the factor 2.
    exponent: isize,
}

/// Exact coordinates of a point or vector.
pub(crate) type Exact = [Dyadic; 3];

/// Two numbers with a common exponent.
struct Aligned {
    /// Integer factors of both numbers.
    mantissas: [IBig; 2],
    /// Exponent of the factor 2.
    exponent: isize,
}

/// Least number of bits to which [`Dyadic::sqrt`] computes a root that is not dyadic: more than twice the bits of the
/// numbers for which it promises correct comparisons.
const ROOT_BITS: usize = 4096;

impl From<f64> for Dyadic {
    /// Converts exactly; infinity and NaN become 0, so callers check first.
    fn from(x: f64) -> Self {
        if !x.is_finite() || x == 0.0 {
            return Self::zero();
        }
        // `fraction · 2⁻¹⁰⁷⁴` for subnormal numbers, otherwise `(2⁵² + fraction) · 2^(biased − 1075)`.
        let bits = x.to_bits();
        let biased = (bits >> 52 & 0x7ff) as isize;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let is_subnormal = biased == 0;
        let integer = if is_subnormal { fraction } else { fraction | 1 << 52 };
        let exponent = if is_subnormal { -1074 } else { biased - 1075 };
        let zeros = integer.trailing_zeros();
        let mantissa = IBig::from(integer >> zeros);
        Self { mantissa: if x < 0.0 { -mantissa } else { mantissa }, exponent: exponent + zeros as isize }
    }
}

impl Dyadic {
    /// Returns the number 0.
    pub fn zero() -> Self {
        Self { mantissa: IBig::ZERO, exponent: 0 }
    }

    /// Returns the number 1.
    pub fn one() -> Self {
        Self { mantissa: IBig::ONE, exponent: 0 }
    }

    /// Compares the number with 0.
    pub fn sign(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Self {
        Self { mantissa: self.mantissa.clone().abs(), exponent: self.exponent }
    }

    /// Returns the square root, 0 for a negative number: exact if the root is dyadic, otherwise rounded down to at
    /// least 4096 bits. For a number of fewer than 2000 bits, the rounded root compares with every number of fewer than
    /// 1000 bits as the exact root does.
    pub fn sqrt(&self) -> Self {
        let Ok(size) = UBig::try_from(self.mantissa.clone()) else { return Self::zero() };
        let shift = (2 * ROOT_BITS).saturating_sub(size.bit_len());
        let shift = shift + usize::from((self.exponent - shift as isize) % 2 != 0);
        let root = (size << shift).sqrt();
        Self { mantissa: IBig::from(root), exponent: (self.exponent - shift as isize) / 2 }.reduced()
    }

    /// Returns the same number with the fewest bits.
    fn reduced(self) -> Self {
        match self.mantissa.trailing_zeros() {
            None => Self::zero(),
            Some(zeros) => Self { mantissa: self.mantissa >> zeros, exponent: self.exponent + zeros as isize },
        }
    }

    /// Returns both numbers at the lower of their exponents.
    fn aligned(&self, other: &Self) -> Aligned {
        let exponent = self.exponent.min(other.exponent);
        let mantissas = [self, other].map(|x| &x.mantissa << (x.exponent - exponent) as usize);
        Aligned { mantissas, exponent }
    }

    /// Returns an `f64` within two units in the last place of `self / divisor`; infinite beyond the range of `f64`.
    pub fn ratio_near(&self, divisor: &Self) -> f64 {
        /// Bits of the integer quotient, at least: more than the 53 of an `f64`.
        const QUOTIENT_BITS: isize = 62;
        let [dividend_bits, divisor_bits] = [self, divisor].map(|x| x.mantissa.clone().abs().bit_len() as isize);
        let shift = QUOTIENT_BITS + divisor_bits - dividend_bits;
        let (numerator, denominator) = if shift >= 0 {
            (&self.mantissa << shift as usize, divisor.mantissa.clone())
        } else {
            (self.mantissa.clone(), &divisor.mantissa << shift.unsigned_abs())
        };
        let quotient = (numerator / denominator).to_f64().value();
        // The limits keep the conversion to `i32` correct. They are far beyond the exponents of `f64`: a quotient with
        // a larger exponent is infinite, and one with a smaller exponent is 0.
        let exponent = (self.exponent - divisor.exponent - shift).clamp(-4000, 4000) as i32;
        // Two factors, since a power of two may exceed the range of f64 although the product does not.
        let half = exponent / 2;
        quotient * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
    }

    /// Returns the nearest `f64` or one next to it.
    pub fn to_f64(&self) -> f64 {
        self.ratio_near(&Self::one())
    }

    /// Returns the largest `f64` not above `self / divisor` and the smallest not below; `divisor` is positive.
    pub fn ratio(&self, divisor: &Self) -> [f64; 2] {
        let mut low = self.ratio_near(divisor);
        if !low.is_finite() {
            return if low > 0.0 { [f64::MAX, low] } else { [low, f64::MIN] };
        }
        while low > f64::MIN && self.compare_ratio(divisor, low) == Ordering::Less {
            low = low.next_down();
        }
        while low < f64::MAX && self.compare_ratio(divisor, low.next_up()) != Ordering::Less {
            low = low.next_up();
        }
        [low, if self.compare_ratio(divisor, low) == Ordering::Equal { low } else { low.next_up() }]
    }

    /// Compares `self / divisor` with `x`; `divisor` is positive.
    fn compare_ratio(&self, divisor: &Self, x: f64) -> Ordering {
        (self - &(divisor * &Self::from(x))).sign()
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: Self) -> Dyadic {
        let Aligned { mantissas: [a, b], exponent } = self.aligned(other);
        Dyadic { mantissa: a + b, exponent }.reduced()
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Self) -> Dyadic {
        self + &-other
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { mantissa: -&self.mantissa, exponent: self.exponent }
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: Self) -> Dyadic {
        let mantissa = &self.mantissa * &other.mantissa;
        Dyadic { mantissa, exponent: self.exponent + other.exponent }.reduced()
    }
}

/// Converts the coordinates of a point or vector.
pub(crate) fn exact(v: [f64; 3]) -> Exact {
    v.map(Dyadic::from)
}

/// Returns the dot product of two vectors.
pub(crate) fn dot(a: &Exact, b: &Exact) -> Dyadic {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

/// Returns the cross product of two vectors.
pub(crate) fn cross(a: &Exact, b: &Exact) -> Exact {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| &(&a[i] * &b[j]) - &(&a[j] * &b[i]))
}

/// Returns the difference of two vectors, `a − b`.
pub(crate) fn minus(a: &Exact, b: &Exact) -> Exact {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

/// Returns the sum of two vectors.
pub(crate) fn plus(a: &Exact, b: &Exact) -> Exact {
    [0, 1, 2].map(|k| &a[k] + &b[k])
}

/// Returns a vector times a number.
pub(crate) fn times(a: &Exact, factor: &Dyadic) -> Exact {
    [0, 1, 2].map(|k| &a[k] * factor)
}

/// Returns the vector with all signs reversed.
pub(crate) fn negated(a: &Exact) -> Exact {
    [0, 1, 2].map(|k| -&a[k])
}

/// Returns the vector as `f64`, scaled by a power of two so that its largest absolute coordinate is from ½ to 1; zero
/// for the zero vector.
pub(crate) fn direction(v: &Exact) -> [f64; 3] {
    let nonzero = v.iter().filter(|x| x.sign() != Ordering::Equal);
    let magnitudes = nonzero.map(|x| x.mantissa.clone().abs().bit_len() as isize + x.exponent);
    let scale = magnitudes.max().unwrap_or_default();
    [0, 1, 2].map(|k| Dyadic { mantissa: v[k].mantissa.clone(), exponent: v[k].exponent - scale }.to_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_lose_nothing() {
        let [tiny, one, third] = [f64::from_bits(1), 1.0, 1.0 / 3.0].map(Dyadic::from);
        let sum = &(&one + &tiny) - &one;
        assert_eq!((sum.to_f64(), sum.sign()), (f64::from_bits(1), Ordering::Greater));
        let square = &(&tiny * &tiny) - &Dyadic::zero();
        assert_eq!(square.sign(), Ordering::Greater);
        assert_eq!((&(&third * &Dyadic::from(3.0)) - &one).sign(), Ordering::Less);
        assert_eq!((&third - &third).sign(), Ordering::Equal);
        assert_eq!(Dyadic::from(-0.75).abs(), Dyadic::from(0.75));
    }

    #[test]
    fn ratios_are_enclosed_by_neighbors() {
        for [a, b] in [[1.0, 3.0], [-2.0, 7.0], [1.0e300, 1.0e-5], [-5.0e-324, 3.0], [6.0, 3.0], [0.0, 3.0]] {
            let [top, bottom] = [a, b].map(Dyadic::from);
            let [low, high] = top.ratio(&bottom);
            assert!((&(&bottom * &Dyadic::from(low)) - &top).sign() != Ordering::Greater, "{a} / {b}: {low}");
            assert!((&(&bottom * &Dyadic::from(high)) - &top).sign() != Ordering::Less, "{a} / {b}: {high}");
            assert!(low == high || low.next_up() == high, "{a} / {b}: {low} {high}");
        }
        let [low, high] = Dyadic::from(1.0e300).ratio(&Dyadic::from(1.0e-300));
        assert_eq!([low, high], [f64::MAX, f64::INFINITY]);
    }

    #[test]
    fn roots_of_squares_are_exact_and_others_close() {
        for x in [1.0, 0.1, 3.0e-9, 12345.678].map(Dyadic::from) {
            assert_eq!((&x * &x).sqrt(), x);
        }
        let root = Dyadic::from(2.0).sqrt();
        let short = &Dyadic::from(2.0) - &(&root * &root);
        assert!(short.sign() == Ordering::Greater && short.to_f64() < 1.0e-300);
    }

    #[test]
    fn directions_keep_their_ratios_beyond_the_range_of_f64() {
        let small = Dyadic::from(1.0e-200);
        let v = [&small * &small, &(&small * &small) * &Dyadic::from(-0.5), Dyadic::zero()];
        let d = direction(&v);
        assert!(d[0] >= 0.5 && d[0] <= 1.0 && d[1] == -0.5 * d[0] && d[2] == 0.0, "{d:?}");
    }
}
