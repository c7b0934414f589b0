//! Closest points of separate cores, and their computation by Newton's method.

use super::newton::refine;
use crate::dim3::gjk::Gjk;
use crate::dim3::prelude::*;
use crate::dim3::simplex::subset::members;
use crate::dim3::support::Support;

/// The closest points of the cores, from Newton's method or over a flat disc. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// Gap along `normal`, meters: lower bound of the distance of the cores.
    pub gap: Real,
    /// Best estimate of the distance of the cores: the gap along a normal from Newton's method or of a disc, and the
    /// distance of the points from a formula, whose normal follows from the points.
    pub distance: Real,
    /// Point of A's core, pair frame.
    pub a: Vec3,
    /// Point of B's core, pair frame.
    pub b: Vec3,
    /// Number of Newton steps; 0 for a disc.
    pub steps: u32,
}

impl Closest {
    /// Runs Newton's method from GJK's current normal and returns the points that carry the final plane; `None` if the
    /// gap along its normal is not above the rounding error.
    #[inline]
    pub(super) fn refined<A: Support, B: Support>(gjk: &Gjk<A, B>) -> Option<Self> {
        let features = members(gjk.filled).map(|i| gjk.simplex[i].features());
        let refined = refine(&gjk.cso, gjk.n, features, gjk.rounding())?; // @newton
        let gap = -refined.height;
        if gap <= gjk.rounding() {
            return None;
        }
        let mut a = Vec3::ZERO;
        let mut b = Vec3::ZERO;
        for (vertex, weight) in refined.carriers.iter().zip(refined.weights) {
            a += vertex.a * weight;
            b += vertex.b * weight;
        }
        Some(Self { normal: refined.normal, gap, distance: gap, a, b, steps: refined.steps })
    }
}
