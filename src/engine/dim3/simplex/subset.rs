//! Subsets of a simplex, and the test that Johnson's algorithm and Voronoi regions share.
//!
//! A face of a simplex is a subset `J` of its vertices. Let `β_{M,i}` be the weights of the point of `aff(M)` nearest
//! the origin. `J` contains the nearest point of the whole simplex exactly if (`[ACD11]`, conditions 1 and 2)
//!
//! ```text
//! β_{J,i} > 0 for every i in J          the point lies inside the face J, and
//! β_{J∪j,j} ≤ 0 for every j not in J    no further vertex brings it nearer
//! ```
//!
//! These conditions are also the Voronoi regions of `[Catto10]`: `A` passes if `u_CA ≤ 0 and v_AB ≤ 0`, `AB` passes if
//! `u_AB > 0`, `v_AB > 0` and `w_ABC ≤ 0`. Only the signs matter, so the weights are stored without their positive
//! divisor. A weight that cannot be distinguished from 0 is set to 0, which leaves the answer to a face of lower
//! dimension.

use super::super::prelude::*;
use super::inside::weights_of_origin;
pub use crate::snapshot::simplex::{BY_SIZE, Subset, members, name, size};

/// Rounding error of the sum of four weights, in `EPS`.
const SUM_ROUNDING: Real = 4.0;

/// Rounding error of a nearest point, in `EPS` of the simplex's largest coordinate; chosen with a margin.
const POINT_ROUNDING: Real = 4.0;

/// Rounding error of a vertex's product with `v`, in `EPS` of the lengths; chosen with a margin.
const PROJECTION_ROUNDING: Real = 8.0;

/// Weights of every subset, without their divisor: `table[M][i] = β_{M,i} · (positive factor of M)`.
pub type Weights = [[Real; 4]; 16];

/// Vertex indices in `subset`, ascending; unused entries are 0.
#[inline]
pub(in super::super) fn in_order(subset: Subset) -> [usize; 4] {
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

/// Result of the tests of one subset, or Voronoi region.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TestedFace {
    /// The tested subset `J`.
    pub subset: Subset,
    /// Weight of each vertex: of a vertex of `J`, in `J`, which must be positive; of another vertex `j`, in `J ∪ j`,
    /// which must not be positive. Numerators, as in [`Weights`].
    pub tests: [Real; 4],
    /// Whether every test passed.
    pub holds: bool,
}

/// Tests `J` among the vertices `all`. NaN passes no test.
#[inline]
pub fn test_face(weights: &Weights, subset: Subset, all: Subset) -> TestedFace {
    let mut tests = [0.0; 4];
    let mut holds = true;
    for i in members(all) {
        let inside = subset >> i & 1 == 1;
        tests[i] = weights[(subset | 1 << i) as usize][i];
        holds &= if inside { tests[i] > 0.0 } else { tests[i] <= 0.0 };
    }
    TestedFace { subset, tests, holds }
}

/// The point of a simplex nearest the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The smallest face that contains the point.
    pub subset: Subset,
    /// Barycentric coordinates: 0 outside `subset`, positive inside, sum 1 to rounding.
    pub weights: [Real; 4],
    /// Position of the point: `Σ weights[i] · w_i`.
    pub v: Vec3,
}

/// A nearest point with its weights in the order of the face's vertices.
#[derive(Clone, Copy)]
pub(in super::super) struct Foot {
    /// The smallest face that contains the point.
    pub subset: Subset,
    /// Position of the point.
    pub v: Vec3,
    /// Slots of the face; unused entries repeat the first.
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

/// Returns the point of the affine hull of the face `subset` nearest the origin, from the numerators of its weights and
/// their sum, `divisor`.
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

/// Largest absolute coordinate of the vertices.
pub(super) fn largest_coordinate(points: &[Vec3; 4], all: Subset) -> Real {
    members(all).map(|i| points[i].abs().max_element()).fold(0.0, Real::max)
}

/// Whether the point found is proven to be the nearest. No vertex may be on the origin's side of the plane through `v`
/// with the normal `v`: `v · (w_i − v) ≥ 0` for all, up to the rounding error of these products. If `v` itself is below
/// rounding error (the origin is in the simplex), no proof is needed. For a needle the products cannot decide; the
/// point of a face is therefore also refuted if the tetrahedron certainly contains the origin.
pub fn is_proven(points: &[Vec3; 4], all: Subset, found: &Nearest) -> bool {
    let magnitude = largest_coordinate(points, all);
    if found.v.length() <= POINT_ROUNDING * EPS * magnitude {
        return true;
    }
    let is_nearest = members(all).all(|i| compare_behind(points[i], found).holds());
    let is_face_of_tetrahedron = all == 15 && found.subset != 15;
    is_nearest && !(is_face_of_tetrahedron && weights_of_origin(points).is_some())
}

/// Test whether a vertex is on the far side of the plane through `v` with normal `v`, seen from the origin: `v · (w −
/// v)` is at least minus its rounding error.
#[inline(always)]
pub fn compare_behind(point: Vec3, found: &Nearest) -> Comparison<Real> {
    let v = found.v;
    let length = found.v.length();
    Comparison::at_least(v.dot(point - v), -PROJECTION_ROUNDING * EPS * length * (length + point.length()))
}

/// Whether `candidate` is as near as `best`, up to the rounding error of their coordinates.
pub fn is_as_near(points: &[Vec3; 4], all: Subset, candidate: &Nearest, best: &Nearest) -> bool {
    let magnitude = largest_coordinate(points, all);
    candidate.v.length() <= best.v.length() + POINT_ROUNDING * EPS * magnitude
}

/// Returns the nearest of the points that are inside their own face (all weights positive), for the subsets in `order`;
/// the first of equals. The point of a vertex always is, so an `order` with a vertex has an answer.
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

/// Power of two that scales the extent of the simplex, or the last bit of its coordinates if that is larger, to about
/// 1. No product of up to six lengths then overflows, no significant one underflows, and no sign changes.
pub fn scale(points: &[Vec3; 4], all: Subset) -> Real {
    let any_vertex = points[all.trailing_zeros() as usize & 3];
    let extent = members(all).map(|i| (points[i] - any_vertex).abs().max_element()).fold(0.0, Real::max);
    let magnitude = largest_coordinate(points, all);
    power_of_two_near(extent.max(magnitude * EPS)).recip()
}

/// Largest power of two not above `x`, limited to numbers with a finite reciprocal; 1 for 0 and infinite or NaN values.
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

/// Puts a slice of at most four vertices in slots 0, 1, … and returns the filled slots. An empty slice represents the
/// origin.
pub fn slots(points: &[Vec3]) -> ([Vec3; 4], Subset) {
    let mut slots = [Vec3::ZERO; 4];
    let n = points.len().min(4);
    slots[..n].copy_from_slice(&points[..n]);
    (slots, (1u8 << n.max(1)) - 1)
}
