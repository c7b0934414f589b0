//! The closest points of cores that are apart, and how Newton's method finds them.

use super::super::gjk::Gjk;
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::Support;
use super::newton::refine;

/// The closest points of the cores, as Newton's method leaves them, or found over a flat disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// The gap along it: no less than this lies between the cores.
    pub gap: Real,
    /// The point of A's core.
    pub a: Vec3,
    /// The point of B's core.
    pub b: Vec3,
    /// Newton steps; 0 over a disc.
    pub steps: u32,
}

impl Closest {
    /// Newton's method from where GJK stands: the points that carry the plane it ends at, if that has a gap.
    #[inline]
    pub(super) fn refined<A: Support, B: Support>(gjk: &Gjk<A, B>) -> Option<Self> {
        let near = members(gjk.filled).map(|i| gjk.simplex[i].features());
        let found = refine(&gjk.cso, gjk.n, near, gjk.rounding())?; // @newton
        let gap = -found.height;
        if gap <= gjk.rounding() {
            return None;
        }
        let (mut a, mut b) = (Vec3::ZERO, Vec3::ZERO);
        for (vertex, weight) in found.carriers.iter().zip(found.weights) {
            a += vertex.a * weight;
            b += vertex.b * weight;
        }
        Some(Self { normal: found.normal, gap, a, b, steps: found.steps })
    }
}
