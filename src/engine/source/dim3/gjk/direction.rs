//! The direction of GJK's next support point: the most accurate perpendicular from the simplex to the origin.
//!
//! - **Problem.** If the vertices `w` have the size `M`, `v = Σ λ w` has an error of about `EPS · M`. Its direction is
//!   off by `EPS · M / |v|`, which is unbounded near contact.
//! - **Method.** The normal of a face of height `h` is off by `EPS · M / h`, whatever `|v|` is. `v` made perpendicular
//!   to an edge of length `L` is off along the edge by `EPS · M / L`. The direction with the smaller error is used.

use crate::dim3::prelude::*;
use crate::dim3::simplex::subset::in_order;
use crate::dim3::simplex::{Subset, TriangleNormal, normal};

/// Squared length above which a vector of about unit size is given to support mappings without normalization: each of
/// them can scale and square it again without underflow.
const MIN_SQUARED_LENGTH: Real = EPS;

/// Search direction from A towards B, before and after normalization; pair frame.
#[derive(Clone, Copy)]
pub(in crate::dim3) struct Aim {
    /// Unit vector along the direction.
    pub unit: Vec3,
    /// Vector along `unit` with a length of about 1, which is known before the square root and the division.
    pub along: Vec3,
}

impl Aim {
    /// Direction along a unit vector.
    #[inline]
    pub(super) fn from_unit(unit: Vec3) -> Self {
        Self { unit, along: unit }
    }

    /// Direction along the vector `along`; `None` for zero and for vectors that are not finite.
    #[inline(always)]
    pub(super) fn new(along: Vec3) -> Option<Self> {
        let square = along.length_squared();
        if square > MIN_SQUARED_LENGTH {
            Some(Self { unit: along / square.sqrt(), along })
        } else {
            unit(along).map(Self::from_unit)
        }
    }
}

/// The direction from the face `subset` of the simplex, which contains `v`, towards the origin. `None` if the face
/// contains the origin and determines no perpendicular. The sizes of `points` and `v` must be about 1.
#[inline(always)]
pub(in crate::dim3) fn towards_origin(points: &[Vec3; 4], subset: Subset, v: Vec3) -> Option<Aim> {
    let [i, j, k, _] = in_order(subset);
    let along = match subset.count_ones() {
        2 => match perpendicular_to_edge(points[i], points[j], v) {
            Some(along) => along,
            None => return perpendicular_to_short_edge(points[i], points[j] - points[i], v).map(Aim::from_unit),
        },
        3 => face_normal(points[i], points[j], points[k], v),
        _ => -v,
    };
    Aim::new(along)
}

/// `v / |v|`; `None` for zero and for vectors that are not finite.
#[inline]
pub(super) fn unit(v: Vec3) -> Option<Vec3> {
    let square = v.length_squared();
    // Smaller squares have lost digits to underflow, larger ones have overflowed.
    if square > Real::MIN_POSITIVE / EPS && square < Real::MAX { Some(v / square.sqrt()) } else { scaled_unit(v) }
}

/// [`unit`] for vectors whose square leaves the range of normal numbers.
#[cold]
fn scaled_unit(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if largest > Real::MIN_POSITIVE && largest <= Real::MAX { Some((v / largest).normalize()) } else { None }
}

/// Direction from the edge `e = b − a` towards the origin, of any length. `e × (e × a) = −|e|² v` is perpendicular to
/// the edge to rounding, however short `v` is; if the edge is no longer than `v`, the direction is `−v`. `None` if the
/// direction is too short to be normalized.
#[inline(always)]
fn perpendicular_to_edge(a: Vec3, b: Vec3, v: Vec3) -> Option<Vec3> {
    let e = b - a;
    if e.length_squared() <= v.length_squared() {
        return Some(-v);
    }
    let n = e.cross(e.cross(a));
    (n.length_squared() > Real::MIN_POSITIVE / EPS).then_some(n)
}

/// Unit vector towards the origin from an edge `e` that is so short that products of its length underflow, or whose
/// line contains the origin. `a` is the edge's start. `None` if the origin is on the edge.
#[cold]
fn perpendicular_to_short_edge(a: Vec3, e: Vec3, v: Vec3) -> Option<Vec3> {
    let e = e / e.abs().max_element();
    unit(e.cross(e.cross(a))).or_else(|| unit(-v))
}

/// Direction from a triangle towards the origin, of any length: its normal, or `−v` if the triangle's height over its
/// longest edge is at most `|v|`.
#[inline(always)]
fn face_normal(a: Vec3, b: Vec3, c: Vec3, v: Vec3) -> Vec3 {
    let TriangleNormal { n, longest_square } = normal(a, b, c);
    // height² = |n|² / longest², compared with |v|².
    if n.length_squared() <= longest_square * v.length_squared() {
        return -v;
    }
    // Positive if the normal points away from the origin; computed from all three vertices.
    let height = n.dot(a + b + c);
    if height > 0.0 { -n } else { n }
}
