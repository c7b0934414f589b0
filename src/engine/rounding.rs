//! Every tolerance of the engine, each with its derivation, its unit, and what breaks if it changes.
//!
//! No tolerance is a length. Each is a multiple of `EPS` and of the pair's magnitude `M` ([`Cso::magnitude`]), so a
//! change of unit changes nothing.
//!
//! [`Cso::magnitude`]: super::dim3::support::Cso::magnitude

use super::prelude::*;

/// Largest coordinate or size of a valid shape: the square of a sum of a few such lengths is still finite.
pub fn largest() -> Real {
    Real::MAX.sqrt() / 16.0
}

/// Smallest magnitude, but for 0, of a pair in space that is computed in its own unit: the square of its rounding,
/// `(EPS · M)²`, is still a normal number, and so are the determinants of EPA, `M³` beside their own rounding, which are
/// taken in `f64`. Functions change the unit of smaller pairs first; steppers, which show lengths as
/// they are, refuse them.
pub const SMALLEST: Real = if EPS < 1.0e-10 { 1.3e-77_f64 as Real } else { 9.2e-13 };

/// Whether a pair of magnitude `m` is too small for its own unit.
#[inline]
pub fn is_tiny(m: Real) -> bool {
    m < SMALLEST && m > 0.0
}

/// Whether a pair of magnitude `m` can be computed as it is. What is not a number cannot.
#[inline]
pub(crate) fn is_sound(m: Real) -> bool {
    m <= 4.0 * largest() && (m >= SMALLEST || m == 0.0)
}

/// What a query's bracket is made narrower than, as a share of the distance: 10⁻⁸, or what the precision can give.
/// Smaller: smooth shapes need more iterations. Larger: normals of smooth shapes lose digits, as its root.
pub const RELATIVE: Real = if 8.0 * EPS > 1.0e-8 { 8.0 * EPS } else { 1.0e-8 };

/// Cap on iterations. Polytopes need about 5, round rims 15; beyond this only rounding is at work.
pub const MAX_ITERATIONS: u32 = 128;

/// The error of a computed bound against the exact pair, in units of `EPS · M`. Worst cases, each in `EPS` times the
/// length it applies to (at most `M`): normalizing two quaternions, their product and the matrix move a point of B by
/// 14, the same error in the direction costs twice that, turning and subtracting positions 11, choosing the support
/// point by rounded dot products 12, the difference `w` and its product with a unit vector 7. Their sum is 72.
/// Smaller: a bracket could miss the truth. Larger: near contact, more pairs are only proven to be touching.
pub const BOUND_ROUNDING: Real = 72.0;

/// The rounding of the bounds against each other, where the same rounded points `w` stand in both: the two dot
/// products and a length, in units of `EPS · M`. A bracket this narrow cannot be narrowed further.
pub const DOT_ROUNDING: Real = 8.0;

/// What the gaps of two lines that tie may differ by, in units of `EPS · M`. How the bodies were placed is the same for both, and left
/// out. Each line's own: a face's normal ½ and its turn into the pair frame 3, in each of which a gap is off by its share of both
/// bodies; turning it back for the other body 2; two products, the shift along the line and the difference 2½. Together 8, for each of
/// two. Smaller: of parallel faces the later one may be taken. Larger: a line that is worse is taken, and the separation of
/// slivers in single precision is that of the wrong one.
pub const TIE_ROUNDING: Real = 16.0;

/// [`TIE_ROUNDING`] of a pair of magnitude `m`, in its length unit.
#[inline]
pub fn tie_rounding(m: Real) -> Real {
    TIE_ROUNDING * EPS * m + 16.0 * Real::MIN_POSITIVE
}

/// A product of two or three differences of points, of relative size below this many `EPS` of the product of their lengths,
/// has no sign: two roundings in each difference, three in each product.
pub(crate) const PRODUCT_ROUNDING: Real = 8.0;

/// `|v|² ≤ ε² max|w|²` with this `ε` in units of `EPS`: a sum `Σ λ w` of this length has no digit left.
pub const VANISHING: Real = 8.0;

/// What rounding may do to a bound of the signed distance of a pair of magnitude `m`, in its length unit. Numbers near
/// the smallest have an absolute error instead.
#[inline]
pub fn bound_rounding(m: Real) -> Real {
    BOUND_ROUNDING * EPS * m + 16.0 * Real::MIN_POSITIVE
}

/// What a supporting plane of `A − B` may be off by in a cast, in `EPS` times: the bounding radius of A, that of B, the way
/// between their origins, and the way that B has gone.
pub(crate) type CastRounding = [Real; 4];

/// In space, of a pair whose frame was computed in `Real`. Of B: normalizing two quaternions, their product and the matrix turn
/// it by 14; a point takes 3 to turn and ½ to move; a plane is taken along the turned normal, which is off by 2½ and costs twice
/// that; choosing the support point by rounded products 3, a point of a curved surface 3, the difference and its product 2. (That
/// the matrix itself is off costs the normal nothing: it is the transpose of the very matrix that turns the points.) Of A: the last
/// three. Of the way between: turning and subtracting positions 11, moving a point ½, the product 2. Of B's way: its direction
/// 14, the place on it ½, the product 2, a unit vector's length 1. Smaller: a time bracket could miss the truth. Larger: it is
/// wider by twice as much over the speed at which they close.
pub(crate) const CAST: CastRounding = [8.0, 32.0, 14.0, 18.0];

/// The same where the frame was computed in `f64` and then rounded to a shorter `Real`: of the turn remain the normalization of
/// both quaternions, 1 each, and a rounding of the matrix, 1; of the way between 1 for A's quaternion and ½; of B's way the same.
pub(crate) const CAST_FINE: CastRounding = if EPS < 1.0e-10 { CAST } else { [8.0, 21.0, 5.0, 5.0] };

/// In the plane, of a pair whose frame was computed in `Real`: as [`bound_rounding2`].
pub(crate) const CAST2: CastRounding = [16.0; 4];

/// The same where the frame was computed in `f64` and then rounded. Of B: two rotations ½ each and the rounding of their product 1;
/// turning a corner 1½, moving it ½, the turned normal 3, choosing the corner 2, the difference and its product 1½. Of A: the last
/// two. Of both ways: A's rotation ½, rounding ½, and the last.
pub(crate) const CAST2_FINE: CastRounding = if EPS < 1.0e-10 { CAST2 } else { [4.0, 11.0, 4.0, 4.0] };

/// At the start of a cast, bodies of magnitude `m` whose distance is proven to be at most this touch, though they may be apart: a
/// million times finer than what can be measured, and still several hundred roundings of `f64`, in which scenes are written. The
/// roundings of `f32` can be seen: there bodies only touch if no rounding has happened. Smaller: bodies that rest on each other in
/// a scene are told as undecided. Larger: a gap that could be told is called contact.
pub fn touching(m: Real) -> Real {
    if EPS < 1.0e-10 { TOUCHING as Real * m } else { 0.0 }
}

/// The same as a share of the magnitude, of distances that are computed in `f64` whatever the precision of the bodies.
pub(crate) const TOUCHING: f64 = 1.0e-12;

/// The power of two that brings a magnitude to `[1, 2)`; exact to multiply by. 1 for 0 and for what is not finite.
#[inline]
pub fn unit_scale(m: Real) -> Real {
    if m > 0.0 && m < Real::MAX {
        // 2⁻ᵏ for m in [2ᵏ, 2ᵏ⁺¹), kept within what has a finite reciprocal.
        let k = ((m as f64).to_bits() >> 52) as i32 - 1023;
        let k = k.clamp(Real::MIN_EXP, Real::MAX_EXP - 2);
        f64::from_bits(((1023 - k) as u64) << 52) as Real
    } else {
        1.0
    }
}

/// Cap on iterations of the planar algorithms, which add one corner an iteration: no polygon of a sane scene has as many.
pub const MAX_ITERATIONS_IN_PLANE: u32 = 4096;

/// `ε` of the planar algorithms for a pair of magnitude `m`: what rounding may do to the difference `w` of two corners
/// and its product with a unit vector. Turning a corner and moving it costs 2 roundings, the difference 1, the product 2,
/// the walk to the farthest corner 2 of each shape: 4.5 `EPS · m`. Smaller: a corner may seem to gain for ever. Larger:
/// answers lose a digit.
#[inline]
pub fn dot_rounding2(m: Real) -> Real {
    5.0 * EPS * m + Real::MIN_POSITIVE
}

/// What rounding may do to a bound of the signed distance of a planar pair of magnitude `m`: [`dot_rounding2`], the same again
/// for the turn into the pair frame (normalizing two rotations and multiplying them, subtracting the positions), and
/// the unit normal's own length.
#[inline]
pub fn bound_rounding2(m: Real) -> Real {
    16.0 * EPS * m + Real::MIN_POSITIVE
}

/// Magnitudes of planar pairs that are computed in their own unit: the fourth powers of lengths in this range are normal
/// numbers, so squares and areas neither overflow nor vanish beside each other. Other pairs change the unit first.
pub const PLAIN2: [Real; 2] = if EPS < 1.0e-10 { [1.3e-77_f64 as Real, 1.0e77_f64 as Real] } else { [3.4e-10, 4.0e9] };

/// Whether a planar pair of magnitude `m` is computed in its own unit.
#[inline]
pub fn is_plain(m: Real) -> bool {
    m > PLAIN2[0] && m < PLAIN2[1] || m == 0.0
}

/// Points of one plane lie between two parallel planes this many `EPS · M` apart, when each is the rounded image of a
/// point of the plane under a rigid motion, with `M` the largest coordinate. Worst cases per coordinate, in `EPS · M`: the
/// matrix, rounded, ½ · √3; the three products and two sums, 3/2 · √3; the shift ½: together 4. The plane's own corners
/// are off by as much. Smaller: turned boxes and prisms keep slivers in their faces. Larger: true edges of small angles
/// vanish.
pub const COPLANAR: Real = 8.0;

/// How far the corners of one face of a polyhedron may lie apart along its normal, in the length unit of `m`, the largest
/// absolute coordinate of its points: [`COPLANAR`].
#[inline]
pub fn coplanar(m: Real) -> Real {
    COPLANAR * EPS * m
}

/// A plane that is the difference of two rows of a matrix is absent where its normal is not longer than so many `EPS` times
/// the rows: entries that a program has computed in a few operations, products of two matrices among them, are off by up to 32
/// roundings. Smaller: an infinite far plane may come out as a plane at random. Larger: true far planes, of projections
/// whose far is more than `1 / (64 EPS)` times near, are lost; they would be off by several percent.
pub(crate) const ABSENT: Real = 64.0;

/// `ρ`: what rounding may do to `n·c + d ± r` of a body and a unit plane, where `magnitude` is `|n|·|c| + |n|·Σ|A| + |d|`, by
/// coordinates. Worst cases, each in `EPS` times the term it applies to: normalizing the plane ½ for each component,
/// beside what all have in common; `n·c + d` 2; a half axis `A` of a rotation that was normalized and made a matrix 3, its
/// product with `n` 1½, the sum of three 1, the last sum ½. No term has more than 6; 8 are taken. Smaller: a body that touches
/// may be culled. Larger: more bodies just outside are kept. Of a box along the axes and of a ball `|n|·Σ|A|` is `r`.
#[inline(always)]
pub fn cull_rounding(magnitude: Real) -> Real {
    8.0 * EPS * magnitude + 8.0 * Real::MIN_POSITIVE
}

/// The same for a sum of up to three planes: their weights, the sum of the normals and its length are rounded as well, and
/// add 6 to each term. `magnitude` is the weighted sum of those of the planes over the length of the sum of the normals.
#[inline]
pub fn sum_rounding(magnitude: Real) -> Real {
    16.0 * EPS * magnitude + 16.0 * Real::MIN_POSITIVE
}
