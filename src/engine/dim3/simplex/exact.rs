//! Exact solver for the nearest-point tests: Johnson's recursion in big integers over every subset, with the optimality
//! condition checked for the answer.

use super::super::prelude::*;
use super::subset::{BY_SIZE, Subset, members};
use dashu::base::Sign;
use dashu::integer::IBig;

type Point = [IBig; 3];

/// Exact result for a simplex.
pub(crate) struct Truth {
    /// Distance of the origin, within two units in the last place of `f64`.
    pub(crate) distance: f64,
    /// A smallest face that contains the nearest point.
    pub(crate) subset: Subset,
}

/// The exact nearest point of `conv(points)`.
pub(crate) fn truth(points: &[Vec3]) -> Truth {
    let lowest = points.iter().flat_map(|p| p.to_array()).map(|x| split(x as f64).1).min().unwrap_or(0).min(0);
    let own: Vec<Point> = points.iter().map(|p| p.to_array().map(|x| whole(x as f64, lowest))).collect();
    let all = (1u8 << own.len()) - 1;
    let mut delta = vec![[const { None::<IBig> }; 4]; 16];
    let mut best: Option<(IBig, IBig, Point, Subset)> = None;
    for set in BY_SIZE.into_iter().filter(|&j| j & !all == 0) {
        for k in members(set) {
            let rest = set & !(1 << k);
            let value = match members(rest).next() {
                None => IBig::ONE,
                Some(p) => members(rest).fold(IBig::ZERO, |sum, i| {
                    let known = delta[rest as usize][i].clone().unwrap();
                    sum + known * dot(&minus(&own[p], &own[k]), &own[i])
                }),
            };
            delta[set as usize][k] = Some(value);
        }
        let row = &delta[set as usize];
        let sum = members(set).fold(IBig::ZERO, |s, i| s + row[i].clone().unwrap());
        let is_outside = members(set).any(|i| row[i].clone().unwrap() <= IBig::ZERO);
        if sum.sign() == Sign::Negative || sum == IBig::ZERO || is_outside {
            continue;
        }
        // v = v_num / sum; |v|² = v_num² / sum².
        let v = members(set).fold([IBig::ZERO, IBig::ZERO, IBig::ZERO], |v, i| {
            let weight = row[i].clone().unwrap();
            [0, 1, 2].map(|c| v[c].clone() + weight.clone() * own[i][c].clone())
        });
        let num = dot(&v, &v);
        let den = sum.clone() * sum;
        let nearer = best.as_ref().is_none_or(|(n, d, ..)| num.clone() * d.clone() < n.clone() * den.clone());
        if nearer {
            best = Some((num, den, v, set));
        }
    }
    let (num, den, v, subset) = best.unwrap();
    // Proof: v·w ≥ |v|² for every vertex. With v = v_num / s and |v|² = num / s²: v_num·w · s ≥ num.
    for w in &own {
        let sum = sqrt_exact(&den);
        assert!(dot(&v, w) * sum >= num, "the oracle itself is refuted");
    }
    Truth { distance: root(&num, &den) * 2f64.powi(lowest), subset }
}

/// Mantissa and exponent: `x = m · 2^e`, with `m` odd or 0.
fn split(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 1100); // above every exponent, so that zeros do not determine the lowest
    }
    let bits = x.to_bits();
    let raw = (bits >> 52 & 0x7ff) as i32;
    let mantissa = (bits & ((1 << 52) - 1)) as i64 | if raw == 0 { 0 } else { 1 << 52 };
    let exponent = raw.max(1) - 1075;
    let zeros = mantissa.trailing_zeros() as i32;
    let sign = if x < 0.0 { -1 } else { 1 };
    (sign * (mantissa >> zeros), exponent + zeros)
}

/// `x / 2^lowest`, a whole number.
fn whole(x: f64, lowest: i32) -> IBig {
    let (mantissa, exponent) = split(x);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - lowest) as usize }
}

fn minus(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|c| a[c].clone() - b[c].clone())
}

fn dot(a: &Point, b: &Point) -> IBig {
    (0..3).fold(IBig::ZERO, |sum, c| sum + a[c].clone() * b[c].clone())
}

/// Square root of a square number.
fn sqrt_exact(square: &IBig) -> IBig {
    use dashu::base::{SquareRoot, UnsignedAbs};
    IBig::from(square.clone().unsigned_abs().sqrt())
}

/// `√(num / den)` in `f64`.
fn root(num: &IBig, den: &IBig) -> f64 {
    use dashu::base::{BitTest, UnsignedAbs};
    if *num == IBig::ZERO {
        return 0.0;
    }
    // Scale the quotient to 120 bits by an even power of two.
    let [bits_of_num, bits_of_den] = [num, den].map(|x| x.clone().unsigned_abs().bit_len() as i64);
    let shift = 120 + bits_of_den - bits_of_num;
    let shift = shift + (shift & 1);
    let quotient =
        if shift >= 0 { (num.clone() << shift as usize) / den } else { num / (den.clone() << (-shift) as usize) };
    quotient.to_f64().value().sqrt() * 2f64.powi((-shift / 2) as i32)
}
