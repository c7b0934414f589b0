//! Faces of a simplex as subsets of its vertices, results of a nearest-point search, and the test of a face that
//! Johnson's algorithm and Voronoi regions share.
//!
//! A face of a simplex is a subset `J` of its vertices. Let `β_{M,i}` be the barycentric weights of the point of the
//! affine hull `aff(M)` nearest the origin. `J` is the smallest face that contains the nearest point of the whole
//! simplex if and only if (`[ACD11]`, conditions 1 and 2)
//!
//! ```text
//! β_{J,i} > 0 for every i in J          the point lies inside the face J, and
//! β_{J∪j,j} ≤ 0 for every j not in J    no further vertex brings it nearer
//! ```
//!
//! These conditions also define the Voronoi regions of `[Catto10]`: `A` passes if `u_CA ≤ 0` and `v_AB ≤ 0`, `AB`
//! passes if `u_AB > 0`, `v_AB > 0` and `w_ABC ≤ 0`. Only the signs matter, so the weights are stored without their
//! positive divisor. A weight below its rounding error is set to 0, so that a face of lower dimension passes.

use super::inside::weights_of_origin;
use crate::dim3::prelude::*;
pub use contact_lens_model::snapshot::simplex::{BY_SIZE, Subset, members, name, size};

/// Bound of the rounding error of the sum of four weights, in `EPS`.
const SUM_ROUNDING: Real = 4.0;

/// Bound of the rounding error of a nearest point, in `EPS` of the simplex's largest coordinate. Chosen with a margin.
const POINT_ROUNDING: Real = 4.0;

/// Bound of the rounding error of `v·(w − v)` for a vertex `w`, in `EPS` times `|v| (|v| + |w|)`. Chosen with a margin.
const PROJECTION_ROUNDING: Real = 8.0;

/// Weights of all subsets, without their divisors: `table[M][i]` is `β_{M,i}` times a positive factor of `M`.
pub type Weights = [[Real; 4]; 16];

/// Indices of the vertices in `subset`, ascending; unused entries are 0.
#[inline]
pub(in crate::dim3) fn in_order(subset: Subset) -> [usize; 4] {
    const TABLE: [[u8; 4]; 16] = {
        let mut table = [[0; 4]; 16];
        let mut subset = 0;
        while subset < 16 {
            let mut i = 0;
            let mut count = 0;
            while i < 4 {
                if subset >> i & 1 == 1 {
                    table[subset][count] = i as u8;
                    count += 1;
                }
                i += 1;
            }
            subset += 1;
        }
        table
    };
    // Masked to two bits, so that indexing four points needs no bounds check.
    TABLE[usize::from(subset & 15)].map(|i| usize::from(i & 3))
}

/// Result of the test of one face, or of its Voronoi region.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TestedFace {
    /// The tested face `J`.
    pub subset: Subset,
    /// Tested number of each vertex, without divisor as in [`Weights`]: for a vertex of `J` its weight in `J`, which
    /// must be positive; for another vertex `j` its weight in `J ∪ j`, which must not be positive.
    pub tests: [Real; 4],
    /// Whether all vertices passed.
    pub holds: bool,
}

/// Tests whether the face `subset` of the simplex `all` satisfies both conditions. NaN passes no test.
#[inline]
pub fn test_face(weights: &Weights, subset: Subset, all: Subset) -> TestedFace {
    let mut tests = [0.0; 4];
    let mut holds = true;
    for i in members(all) {
        let is_in_face = subset >> i & 1 == 1;
        tests[i] = weights[(subset | 1 << i) as usize][i];
        holds &= if is_in_face { tests[i] > 0.0 } else { tests[i] <= 0.0 };
    }
    TestedFace { subset, tests, holds }
}

/// The point of a simplex nearest the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The smallest face that contains the point.
    pub subset: Subset,
    /// Barycentric weights by slot: positive in `subset`, 0 elsewhere, with the sum 1 to rounding.
    pub weights: [Real; 4],
    /// Position of the point: `Σ weights[i] · w_i`.
    pub v: Vec3,
}

/// A nearest point with its weights in the order of the vertices of its face, the form with which GJK continues.
#[derive(Clone, Copy)]
pub(in crate::dim3) struct Foot {
    /// The smallest face that contains the point.
    pub subset: Subset,
    /// Position of the point.
    pub v: Vec3,
    /// Slots of the face's vertices; unused entries repeat the first.
    pub slots: [usize; 4],
    /// Barycentric weight of each entry of `slots`; 0 for unused entries.
    pub weights: [Real; 4],
}

impl Foot {
    /// Writes the weights by slot, in reverse order, so that the first entry overwrites its repetitions.
    #[inline(always)]
    pub fn write_weights(&self, weights: &mut [Real; 4]) {
        *weights = [0.0; 4];
        for i in (0..4).rev() {
            weights[self.slots[i] & 3] = self.weights[i];
        }
    }
}

impl From<Foot> for Nearest {
    #[inline]
    fn from(foot: Foot) -> Self {
        let mut weights = [0.0; 4];
        foot.write_weights(&mut weights);
        Self { subset: foot.subset, weights, v: foot.v }
    }
}

impl From<Nearest> for Foot {
    #[inline]
    fn from(Nearest { subset, weights, v }: Nearest) -> Self {
        Self { subset, v, slots: [0, 1, 2, 3], weights }
    }
}

/// The point nearest the origin of the affine hull of the face `subset`, from the numerators of its weights and their
/// sum, `divisor`.
///
/// If the sum of the weights differs from 1 by more than rounding error, `Σ weights[i] · w_i` is off by that difference
/// times the distance of the simplex from the origin. The point is then computed from its heaviest vertex and the edges
/// there, which reduces the error to the difference times the size of the simplex.
pub fn point_of(points: &[Vec3; 4], subset: Subset, numerators: &[Real; 4], divisor: Real) -> Nearest {
    let mut weights = [0.0; 4];
    let mut heaviest = subset.trailing_zeros() as usize & 3;
    for i in members(subset) {
        weights[i] = if size(subset) == 1 { 1.0 } else { numerators[i] / divisor };
        heaviest = if weights[i] > weights[heaviest] { i } else { heaviest };
    }
    let sum: Real = weights.iter().sum();
    if (sum - 1.0).abs() <= SUM_ROUNDING * EPS {
        let v = members(subset).fold(Vec3::ZERO, |v, i| v + points[i] * weights[i]);
        return Nearest { subset, weights, v };
    }
    let others = members(subset).filter(|&i| i != heaviest);
    let v = others.clone().fold(points[heaviest], |v, i| v + (points[i] - points[heaviest]) * weights[i]);
    weights[heaviest] = 1.0 - others.map(|i| weights[i]).sum::<Real>();
    Nearest { subset, weights, v }
}

/// Largest absolute coordinate of the vertices in `all`.
pub(super) fn largest_coordinate(points: &[Vec3; 4], all: Subset) -> Real {
    members(all).map(|i| points[i].abs().max_element()).fold(0.0, Real::max)
}

/// Whether a point `v` is proven to be the nearest of the simplex `all`: no vertex `w` is on the origin's side of the
/// plane through `v` with the normal `v`, so `v·(w − v) ≥ 0` for all, up to the rounding error of these products.
///
/// If `v` itself is below rounding error, the origin is in the simplex, and no proof is needed. For a needle the
/// products cannot decide, so the point of a face is also refuted if the tetrahedron certainly contains the origin.
pub fn is_proven(points: &[Vec3; 4], all: Subset, found: &Nearest) -> bool {
    let magnitude = largest_coordinate(points, all);
    if found.v.length() <= POINT_ROUNDING * EPS * magnitude {
        return true;
    }
    let is_nearest = members(all).all(|i| compare_behind(points[i], found).holds());
    let is_face_of_tetrahedron = all == 15 && found.subset != 15;
    is_nearest && !(is_face_of_tetrahedron && weights_of_origin(points).is_some())
}

/// Test whether the vertex `point` is not on the origin's side of the plane through `v` with the normal `v`:
/// `v·(point − v)` is at least minus its rounding error.
#[inline(always)]
pub fn compare_behind(point: Vec3, found: &Nearest) -> Comparison<Real> {
    let v = found.v;
    let length = found.v.length();
    Comparison::at_least(v.dot(point - v), -PROJECTION_ROUNDING * EPS * length * (length + point.length()))
}

/// Whether `candidate` is as near to the origin as `best`, up to the rounding error of their coordinates.
pub fn is_as_near(points: &[Vec3; 4], all: Subset, candidate: &Nearest, best: &Nearest) -> bool {
    let magnitude = largest_coordinate(points, all);
    candidate.v.length() <= best.v.length() + POINT_ROUNDING * EPS * magnitude
}

/// The nearest of the points of the faces in `order`, the first of equals; `candidate` computes the point of a face.
/// Only faces that contain their point, with positive weights, count. A vertex always contains its point, so an `order`
/// with a vertex has an answer.
pub fn best_of(
    weights: &Weights,
    order: impl Iterator<Item = Subset>,
    mut candidate: impl FnMut(Subset) -> Nearest,
) -> Nearest {
    let mut best = Nearest { subset: 0, weights: [0.0; 4], v: Vec3::ZERO };
    for subset in order {
        if size(subset) > 1 && !members(subset).all(|i| weights[subset as usize][i] > 0.0) {
            continue;
        }
        let point = candidate(subset);
        if best.subset == 0 || point.v.length_squared() < best.v.length_squared() {
            best = point;
        }
    }
    best
}

/// Power of two that scales the extent of the simplex to about 1, or the last digit of its coordinates if that is
/// larger. Products of up to six scaled lengths do not overflow, significant ones do not underflow, and no sign
/// changes.
pub fn scale(points: &[Vec3; 4], all: Subset) -> Real {
    let any_vertex = points[all.trailing_zeros() as usize & 3];
    let extent = members(all).map(|i| (points[i] - any_vertex).abs().max_element()).fold(0.0, Real::max);
    let magnitude = largest_coordinate(points, all);
    power_of_two_near(extent.max(magnitude * EPS)).recip()
}

/// Largest power of two not above `x`, limited to numbers with a finite reciprocal; 1 for 0, infinity and NaN.
fn power_of_two_near(x: Real) -> Real {
    // Bias of the exponent field of an `f64`.
    const BIAS: i32 = 1023;
    if !(x > 0.0 && x < Real::MAX) {
        return 1.0;
    }
    let exponent = ((x as f64).to_bits() >> 52) as i32 - BIAS;
    let exponent = exponent.clamp(Real::MIN_EXP + 2, Real::MAX_EXP - 2);
    f64::from_bits(((exponent + BIAS) as u64) << 52) as Real
}

/// Puts up to four vertices into the slots 0, 1, …; returns the slots, and which of them are filled. An empty slice
/// counts as one vertex at the origin.
pub fn slots(points: &[Vec3]) -> ([Vec3; 4], Subset) {
    let mut slots = [Vec3::ZERO; 4];
    let n = points.len().min(4);
    slots[..n].copy_from_slice(&points[..n]);
    (slots, (1u8 << n.max(1)) - 1)
}
