//! Exact solver for the tests of the nearest-point algorithms: Johnson's recursion in big integers for every subset of
//! the vertices, with a proof that the answer is nearest.

use super::subset::{BY_SIZE, Subset, members};
use crate::dim3::prelude::*;
use dashu::base::Sign;
use dashu::integer::IBig;

/// Point with integer coordinates, in units of a common power of two.
type Point = [IBig; 3];

/// Exact result for a simplex.
pub(crate) struct Truth {
    /// Distance of the origin, within two units in the last place of `f64`.
    pub(crate) distance: f64,
    /// A smallest face that contains the nearest point.
    pub(crate) subset: Subset,
}

/// Nearest point of a face that contains it: `v = numerator / divisor`.
struct Candidate {
    /// Vertices of the face.
    subset: Subset,
    /// `v` times the divisor.
    numerator: Point,
    /// Positive common divisor of the coordinates.
    divisor: IBig,
}

impl Candidate {
    /// `|v|²` times the square of the divisor.
    fn squared_numerator(&self) -> IBig {
        dot(&self.numerator, &self.numerator)
    }

    /// Square of the divisor.
    fn squared_divisor(&self) -> IBig {
        self.divisor.clone() * self.divisor.clone()
    }

    /// Whether `v` is nearer to the origin than that of another candidate.
    fn is_nearer_than(&self, other: &Self) -> bool {
        self.squared_numerator() * other.squared_divisor() < other.squared_numerator() * self.squared_divisor()
    }
}

/// Determinants of Johnson's recursion, `table[M][i] = Δ_{M,i}`; 0 where not yet computed.
type Determinants = Vec<[IBig; 4]>;

/// The exact nearest point of `conv(points)`.
pub(crate) fn truth(points: &[Vec3]) -> Truth {
    let exponents = points.iter().flat_map(|p| p.to_array()).map(|x| split(x as f64).1);
    let unit_exponent = exponents.min().unwrap_or(0).min(0);
    let vertices: Vec<Point> = points.iter().map(|p| p.to_array().map(|x| whole(x as f64, unit_exponent))).collect();
    let all = (1u8 << vertices.len()) - 1;
    let mut determinants: Determinants = vec![[const { IBig::ZERO }; 4]; 16];
    let mut best: Option<Candidate> = None;
    for subset in BY_SIZE.into_iter().filter(|&subset| subset & !all == 0) {
        for k in members(subset) {
            determinants[subset as usize][k] = determinant(&vertices, &determinants, subset & !(1 << k), k);
        }
        let Some(candidate) = candidate_on_face(&vertices, &determinants[subset as usize], subset) else { continue };
        if best.as_ref().is_none_or(|best| candidate.is_nearer_than(best)) {
            best = Some(candidate);
        }
    }
    let best = best.unwrap();
    // Proof: v·w ≥ |v|² for every vertex w, times the square of the divisor.
    for w in &vertices {
        let product = dot(&best.numerator, w) * best.divisor.clone();
        assert!(product >= best.squared_numerator(), "the oracle itself is refuted");
    }
    let distance = root(&best.squared_numerator(), &best.squared_divisor()) * 2f64.powi(unit_exponent);
    Truth { distance, subset: best.subset }
}

/// `Δ_{M∪k},k = Σ_{i∈M} Δ_{M,i} (x_p − x_k)·x_i` for the first vertex `p` of `M`; 1 for an empty `M`.
fn determinant(vertices: &[Point], determinants: &Determinants, m: Subset, k: usize) -> IBig {
    let Some(p) = members(m).next() else { return IBig::ONE };
    let edge = minus(&vertices[p], &vertices[k]);
    let terms = members(m).map(|i| determinants[m as usize][i].clone() * dot(&edge, &vertices[i]));
    terms.fold(IBig::ZERO, |sum, term| sum + term)
}

/// The point nearest the origin of the affine hull of a face with these determinants; `None` if the face is degenerate
/// or does not contain the point in its interior.
fn candidate_on_face(vertices: &[Point], row: &[IBig; 4], subset: Subset) -> Option<Candidate> {
    let divisor = members(subset).fold(IBig::ZERO, |sum, i| sum + row[i].clone());
    let is_inside = members(subset).all(|i| row[i] > IBig::ZERO);
    if divisor.sign() == Sign::Negative || divisor == IBig::ZERO || !is_inside {
        return None;
    }
    let numerator = members(subset).fold([IBig::ZERO, IBig::ZERO, IBig::ZERO], |sum, i| {
        [0, 1, 2].map(|c| sum[c].clone() + row[i].clone() * vertices[i][c].clone())
    });
    Some(Candidate { subset, numerator, divisor })
}

/// Mantissa `m` and exponent `e` of `x = m · 2^e`, with `m` odd or 0.
fn split(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 1100); // above every exponent, so that zeros do not determine the least
    }
    let bits = x.to_bits();
    let raw = (bits >> 52 & 0x7ff) as i32;
    let mantissa = (bits & ((1 << 52) - 1)) as i64 | if raw == 0 { 0 } else { 1 << 52 };
    let exponent = raw.max(1) - 1075;
    let zeros = mantissa.trailing_zeros() as i32;
    let sign = if x < 0.0 { -1 } else { 1 };
    (sign * (mantissa >> zeros), exponent + zeros)
}

/// `x / 2^unit_exponent`, which must be an integer.
fn whole(x: f64, unit_exponent: i32) -> IBig {
    let (mantissa, exponent) = split(x);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - unit_exponent) as usize }
}

/// Difference of two points.
fn minus(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|c| a[c].clone() - b[c].clone())
}

/// Dot product of two vectors.
fn dot(a: &Point, b: &Point) -> IBig {
    (0..3).fold(IBig::ZERO, |sum, c| sum + a[c].clone() * b[c].clone())
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
