//! The tolerances that several algorithms share, each with its derivation, its unit, and the effect of a smaller or
//! larger value. Tolerances of a single algorithm are next to it.
//!
//! No tolerance is a length. Each is a multiple of the pair's magnitude `M` ([`Cso::magnitude`]), so a change of unit
//! changes nothing; rounding errors are also multiples of `EPS`. A multiple of `Real::MIN_POSITIVE` is added where
//! numbers may be so near the smallest that their errors are absolute.
//!
//! [`Cso::magnitude`]: super::dim3::support::Cso::magnitude

use super::prelude::*;

/// Returns the largest coordinate or size of a valid shape: the square of a sum of a few such lengths is still finite.
pub fn largest() -> Real {
    Real::MAX.sqrt() / 16.0
}

/// Smallest nonzero magnitude of a pair in space that is computed in its own unit: the square of its rounding error,
/// `(EPS · M)²`, is still a normal number, and so are the determinants of EPA, `M³` next to their own rounding error,
/// which are computed in `f64`. In `f64` the value is larger than both need: `M⁴` is still normal, as in
/// [`MAGNITUDES_IN_PLANE`]. Functions convert smaller pairs to another unit; steppers, which show lengths unchanged,
/// reject them.
pub const SMALLEST_MAGNITUDE: Real = if EPS < 1.0e-10 { 1.3e-77_f64 as Real } else { 9.2e-13 };

/// Returns whether a pair of magnitude `m` is too small for its own unit.
#[inline]
pub fn is_tiny(m: Real) -> bool {
    m < SMALLEST_MAGNITUDE && m > 0.0
}

/// Returns whether a pair of magnitude `m` can be computed in its own unit; false for NaN.
#[inline]
pub(crate) fn fits_own_unit(m: Real) -> bool {
    // The square of four times `m` is still finite.
    m <= 4.0 * largest() && (m >= SMALLEST_MAGNITUDE || m == 0.0)
}

/// Relative tolerance of a query's bracket: 10⁻⁸, or the limit of the precision. A smaller value needs more iterations
/// for smooth shapes; a larger one loses digits of their normals, as its square root.
pub const RELATIVE_TOLERANCE: Real = if 8.0 * EPS > 1.0e-8 { 8.0 * EPS } else { 1.0e-8 };

/// Limit of the iterations of an algorithm in space. Polytopes need about 5, round rims 15; further iterations are due
/// to rounding.
pub const MAX_ITERATIONS: u32 = 128;

/// Error of a computed bound relative to the exact pair, in units of `EPS · M`. Worst cases, each in `EPS` times the
/// length it applies to (at most `M`): normalizing two quaternions, their product and the matrix move a point of B by
/// 14, the same error in the direction counts twice, rotating and subtracting positions 11, choosing the support point
/// by rounded dot products 12, the difference `w` and its product with a unit vector 7. Their sum is 72. With a smaller
/// value a bracket could miss the true value; with a larger one more pairs near contact are only proven to touch.
pub const BOUND_ROUNDING: Real = 72.0;

/// Rounding error of the bounds relative to each other, computed from the same rounded points `w`: the two dot products
/// and a length, in units of `EPS · M`. A bracket this narrow cannot be narrowed further.
pub const DOT_ROUNDING: Real = 8.0;

/// Difference of the gaps of two axes that tie, in units of `EPS · M`. The placement of the bodies is common to both
/// and not counted. For each axis: a face's normal ½ and its rotation into the pair frame 3, each times the extents
/// of both bodies; rotating it back for the other body 2; two products, the translation along the axis and the
/// difference 2½. The sum is 8 for each of the two. With a smaller value the later of two parallel faces may be
/// chosen; with a larger one a worse axis is chosen, which gives slivers in single precision the wrong separation.
pub const TIE_ROUNDING: Real = 16.0;

/// Returns [`TIE_ROUNDING`] for a pair of magnitude `m`, in its length unit.
#[inline]
pub fn tie_rounding(m: Real) -> Real {
    TIE_ROUNDING * EPS * m + 16.0 * Real::MIN_POSITIVE
}

/// Relative size, in `EPS`, below which a product of two or three differences of points has no certain sign: two
/// rounding errors in each difference, three in each product.
pub(crate) const PRODUCT_ROUNDING: Real = 8.0;

/// `ε` of the test `|v|² ≤ ε² max|w|²`, in units of `EPS`: a sum `Σ λ w` of this length has no correct digit.
pub const VANISHING_ROUNDING: Real = 8.0;

/// Returns the rounding error of a bound of the signed distance for a pair of magnitude `m`, in its length unit.
#[inline]
pub fn bound_rounding(m: Real) -> Real {
    BOUND_ROUNDING * EPS * m + 16.0 * Real::MIN_POSITIVE
}

/// Error of a supporting plane of `A − B` in a cast: four factors of `EPS`, one each for the bounding radius of A, the
/// bounding radius of B, the distance between their origins, and the path length of B.
pub(crate) type CastRounding = [Real; 4];

/// Cast errors in space for a pair whose frame was computed in `Real`. B: normalizing two quaternions, their product
/// and the matrix rotate it by 14; a point takes 3 to rotate and ½ to move; a plane uses the rotated normal, whose
/// error 2½ counts twice; choosing the support point by rounded products 3, a point of a curved surface 3, the
/// difference and its product 2. (The error of the matrix itself does not affect the normal: it is rotated by the
/// transpose of the same matrix as the points.) A: the last three of these. Distance between the origins: rotating and
/// subtracting positions 11, moving a point ½, the product 2. Path of B: its direction 14, the position on it ½, the
/// product 2, a unit vector's length 1. With a smaller value a time bracket could miss the true value; a larger one
/// widens it by twice as much divided by the closing speed.
pub(crate) const CAST_ROUNDING: CastRounding = [8.0, 32.0, 14.0, 18.0];

/// Returns the rounding error of a bound of the signed distance, summed up body by body, in the length unit of the
/// pair: the errors of a supporting plane as for [`CAST_ROUNDING`], without a path, and [`DOT_ROUNDING`] of the
/// magnitude `m` for bounds that are computed from several points. `origin_distance` is the distance of the origins.
pub(crate) fn bound_rounding_by_body(radii: [Real; 2], origin_distance: Real, m: Real) -> Real {
    let planes = CAST_ROUNDING[0] * radii[0] + CAST_ROUNDING[1] * radii[1] + CAST_ROUNDING[2] * origin_distance;
    EPS * (planes + DOT_ROUNDING * m) + 16.0 * Real::MIN_POSITIVE
}

/// Cast errors in space for a frame computed in `f64` and then rounded to a shorter `Real`. The rotation keeps the
/// normalization of both quaternions, 1 each, and one rounding of the matrix, 1; the distance between the origins 1 for
/// A's quaternion and ½; the path of B the same.
pub(crate) const CAST_ROUNDING_FINE: CastRounding = if EPS < 1.0e-10 { CAST_ROUNDING } else { [8.0, 21.0, 5.0, 5.0] };

/// Cast errors in the plane for a frame computed in `Real`, as in [`bound_rounding2`].
pub(crate) const CAST_ROUNDING_IN_PLANE: CastRounding = [16.0; 4];

/// Cast errors in the plane for a frame computed in `f64` and then rounded. B: two rotations ½ each and the rounding of
/// their product 1; rotating a vertex 1½, moving it ½, the rotated normal 3, choosing the vertex 2, the difference and
/// its product 1½. A: the last two of these. Distance and path: A's rotation ½, rounding ½, and the last.
pub(crate) const CAST_ROUNDING_IN_PLANE_FINE: CastRounding =
    if EPS < 1.0e-10 { CAST_ROUNDING_IN_PLANE } else { [4.0, 11.0, 4.0, 4.0] };

/// Returns the largest proven distance with which bodies of magnitude `m` count as touching at the start of a cast, in
/// the length unit of `m`. In `f64` it is 10⁻¹² `m`, about 4500 `EPS · m`: above the rounding errors of poses in scene
/// files, which are `f64`, and far below a measurable gap. In `f32` it is 0, since rounding errors of `f32` are
/// visible: bodies touch only if no number was rounded. With a smaller value bodies at rest on each other in a scene
/// are reported as undecided; with a larger one a measurable gap is reported as contact.
pub fn touching_distance(m: Real) -> Real {
    if EPS < 1.0e-10 { RELATIVE_TOUCHING_DISTANCE as Real * m } else { 0.0 }
}

/// Distance of [`touching_distance`] as a fraction of the magnitude, for distances that are computed in `f64` whatever
/// the precision of the bodies.
pub(crate) const RELATIVE_TOUCHING_DISTANCE: f64 = 1.0e-12;

/// Returns the power of two that scales a magnitude to `[1, 2)`, or near that range for the largest and the smallest
/// magnitudes; multiplying by it is exact. 1 for 0, infinity and NaN.
#[inline]
pub fn unit_scale(m: Real) -> Real {
    if m > 0.0 && m < Real::MAX {
        // 2⁻ᵏ for m in [2ᵏ, 2ᵏ⁺¹), limited to numbers with a finite reciprocal.
        let k = ((m as f64).to_bits() >> 52) as i32 - 1023;
        let k = k.clamp(Real::MIN_EXP, Real::MAX_EXP - 2);
        f64::from_bits(((1023 - k) as u64) << 52) as Real
    } else {
        1.0
    }
}

/// Limit of iterations of the planar algorithms, which add one vertex per iteration: no reasonable polygon has as many.
pub const MAX_ITERATIONS_IN_PLANE: u32 = 4096;

/// Returns `ε` of the planar algorithms for a pair of magnitude `m`: the rounding error of the difference `w` of two
/// vertices and of its product with a unit vector. Rotating a vertex and moving it costs 2 rounding errors, the
/// difference 1, the product 2, the walk to the farthest vertex 2 for each shape: 9 errors of `EPS / 2 · m`, together
/// 4½ `EPS · m`. With a smaller value a vertex may seem to gain forever; a larger one loses a digit of the answers.
#[inline]
pub fn dot_rounding2(m: Real) -> Real {
    5.0 * EPS * m + Real::MIN_POSITIVE
}

/// Returns the rounding error of a bound of the signed distance for a planar pair of magnitude `m`: [`dot_rounding2`],
/// the same again for the rotation into the pair frame (normalizing two rotations and multiplying them, subtracting the
/// positions), and the length of the unit normal.
#[inline]
pub fn bound_rounding2(m: Real) -> Real {
    16.0 * EPS * m + Real::MIN_POSITIVE
}

/// Magnitudes of planar pairs that are computed in their own unit: the fourth powers of lengths in this range are
/// normal numbers, so squares and areas neither overflow nor underflow. Other pairs are converted to another unit
/// first.
pub const MAGNITUDES_IN_PLANE: [Real; 2] =
    if EPS < 1.0e-10 { [1.3e-77_f64 as Real, 1.0e77_f64 as Real] } else { [3.4e-10, 4.0e9] };

/// Returns whether a planar pair of magnitude `m` is computed in its own unit.
#[inline]
pub fn fits_own_unit_in_plane(m: Real) -> bool {
    m > MAGNITUDES_IN_PLANE[0] && m < MAGNITUDES_IN_PLANE[1] || m == 0.0
}

/// Distance, in `EPS · M`, of two parallel planes between which points of one plane lie, if each is the rounded image
/// of a point of the plane under a rigid motion, with `M` the largest coordinate. Worst cases per coordinate, in `EPS ·
/// M`: the rounded matrix ½ · √3; the three products and two sums 3/2 · √3; the translation ½: together 4. The plane's
/// own vertices have the same error. With a smaller value rotated boxes and prisms keep slivers in their faces; with a
/// larger one true edges of small angles vanish.
pub const COPLANAR_ROUNDING: Real = 8.0;

/// Returns the largest distance of the vertices of one face of a polyhedron along its normal ([`COPLANAR_ROUNDING`]),
/// in the length unit of `m`, the largest absolute coordinate of its points.
#[inline]
pub fn coplanar_rounding(m: Real) -> Real {
    COPLANAR_ROUNDING * EPS * m
}

/// Length of the normal, in `EPS` times the rows, up to which a plane that is the difference of two rows of a matrix
/// counts as absent: entries computed in a few operations, including products of two matrices, have up to 32 rounding
/// errors. With a smaller value an infinite far plane may become a random plane; with a larger one true far planes are
/// lost, of projections whose far is more than `1 / (64 EPS)` times near; they would be off by several percent.
pub(crate) const ABSENT_PLANE_ROUNDING: Real = 64.0;

/// Returns `ρ`: the rounding error of `n·c + d ± r` for a body and a unit plane, where `magnitude` is `|n|·|c| +
/// |n|·Σ|A| + |d|`, by coordinates. Worst cases, each in `EPS` times the term it applies to: normalizing the plane ½
/// for each component, in addition to the common factor; `n·c + d` 2; a half axis `A` of a rotation that was normalized
/// and converted to a matrix 3, its product with `n` 1½, the sum of three 1, the last sum ½. No term has more than 6; 8
/// are used. With a smaller value a touching body may be culled; with a larger one more bodies just outside are kept.
/// For an axis-aligned box and for a ball `|n|·Σ|A|` is `r`.
#[inline(always)]
pub fn cull_rounding(magnitude: Real) -> Real {
    8.0 * EPS * magnitude + 8.0 * Real::MIN_POSITIVE
}

/// Returns the rounding error of `n·c + d ± r` for a weighted sum of up to three planes: rounding the weights, the sum
/// of the normals and its length adds 6 to each term. `magnitude` is the weighted sum of the planes' magnitudes divided
/// by the length of the sum of the normals.
#[inline]
pub fn sum_rounding(magnitude: Real) -> Real {
    16.0 * EPS * magnitude + 16.0 * Real::MIN_POSITIVE
}
