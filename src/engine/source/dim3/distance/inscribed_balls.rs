//! Proof of a depth by two inscribed balls, without a polytope.
//!
//! - **Claim**: if the ball of radius `r` around `x` lies in A, and the ball of radius `s` around `y` in B, then the
//!   ball of radius `r + s` around `x − y` lies in `A − B`, because each of its points is a difference of two points of
//!   the balls. No supporting plane of `A − B` is therefore nearer to the origin than `r + s − |x − y|`, and the depth
//!   is at least that.
//! - **Method**: let `d = h(n)` be the extent of `A − B` along the unit normal `n`, and let `a` and `b` be points of A
//!   and of B with `a − b = d n`. The balls that touch A at `a` and B at `b` from inside, with `r + s = d`, are
//!   concentric. If they lie in the bodies, no direction is shallower than `n`: the depth is `d`. The proof needs no
//!   search over other directions. For `s = 0` it states that B's deepest point lies `d` below A's nearest facet.

#[cfg(test)]
mod tests;

use crate::dim3::prelude::*;
use crate::dim3::support::{Ball, Cso, Support};

/// Relative accuracy of a proven depth at which competing minima are not searched.
const PROVEN_ACCURACY: Real = crate::dim3::rounding::RELATIVE_TOLERANCE;

/// Largest difference between `depth`, an upper bound, and a lower bound that still proves it, if each of the two has
/// an error of `rounding`.
#[inline]
pub(super) fn proof_tolerance(depth: Real, rounding: Real) -> Real {
    (PROVEN_ACCURACY * depth).max(2.0 * rounding)
}

/// A ball inside A and a ball inside B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InscribedBalls {
    /// Ball inside A, pair frame.
    pub a: Ball,
    /// Ball inside B, pair frame.
    pub b: Ball,
}

impl InscribedBalls {
    /// Returns balls that touch A at `a` and B at `b` from inside. At these points the supporting planes with the unit
    /// normal `n`, from A to B, touch the bodies. `depth` limits the sum of the radii: balls whose sum reaches it are
    /// concentric and prove the depth. Pair frame.
    pub fn below<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3, [a, b]: [Vec3; 2], depth: Real) -> Self {
        let a = inscribed_ball(&cso.a, n, a, depth); // @balls
        let remaining = (depth - a.radius).max(0.0);
        let b = inscribed_ball(&cso.b, cso.rotation.transpose() * -n, cso.to_b(b), remaining);
        Self { a, b: Ball { center: cso.from_b(b.center), ..b } }
    }

    /// `r + s − |x − y|`: lower bound of the depth; may be negative.
    pub fn depth(&self) -> Real {
        self.a.radius + self.b.radius - (self.a.center - self.b.center).length()
    }
}

/// Ball from [`LocalGeometry::inscribed_ball`](crate::dim3::support::LocalGeometry::inscribed_ball); a point for
/// shapes that have none.
#[inline]
fn inscribed_ball<S: Support>(shape: &S, n: Vec3, touch: Vec3, limit: Real) -> Ball {
    shape.local_geometry().map_or(Ball::point(touch), |core| core.inscribed_ball(n, touch, limit))
}
