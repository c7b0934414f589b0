//! The proof of a depth by two balls, without a polytope.
//!
//! **Claim.** If the ball of radius `r` about `x` lies in A, and the ball of radius `s` about `y` in B, then the ball of
//! radius `r + s` about `x − y` lies in `A − B`: a difference of two points of the balls is any point of it. So no plane
//! that bounds `A − B` is nearer to the origin than `r + s − |x − y|`, and the depth is not less than that.
//!
//! **Use.** Let `h(n) = d` with the points `a`, `b` that hold it, `a − b = dn`. The balls that touch A at `a` and B at `b`
//! from inside, with `r + s = d`, have one center. If they fit, no direction is shallower than `n`: the depth is `d`. It
//! needs no search over other directions, and where B's deepest point alone tells the depth (`s = 0`) it says what
//! anyone sees: that point lies `d` below A's nearest facet.

#[cfg(test)]
mod tests;

use super::super::prelude::*;
use super::super::support::{Ball, Cso, Support};

/// A depth proven to this share of it has no competing minimum worth looking for.
const CLOSED: Real = super::super::rounding::RELATIVE;

/// How near to `depth` a lower bound must come to prove it, where lengths below `rounding` say nothing.
#[inline]
pub(super) fn closed(depth: Real, rounding: Real) -> Real {
    (CLOSED * depth).max(2.0 * rounding)
}

/// A ball in A and a ball in B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InscribedBalls {
    /// In A, pair frame.
    pub a: Ball,
    /// In B, pair frame.
    pub b: Ball,
}

impl InscribedBalls {
    /// The balls below the points `a` of A and `b` of B, which hold the supporting planes with the normal `n` from A to
    /// B. `depth` is what is hoped for. Pair frame.
    pub fn below<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3, [a, b]: [Vec3; 2], depth: Real) -> Self {
        let a = inscribed_ball(&cso.a, n, a, depth); // @balls
        let rest = (depth - a.radius).max(0.0);
        let b = inscribed_ball(&cso.b, cso.rotation.transpose() * -n, cso.to_b(b), rest);
        Self { a, b: Ball { center: cso.from_b(b.center), ..b } }
    }

    /// `r + s − |x − y|`: the depth is not less. May be negative.
    pub fn depth(&self) -> Real {
        self.a.radius + self.b.radius - (self.a.center - self.b.center).length()
    }
}

/// As [`LocalGeometry::inscribed_ball`](super::super::support::LocalGeometry::inscribed_ball); of a shape that has none, a
/// point.
#[inline]
fn inscribed_ball<S: Support>(shape: &S, n: Vec3, touch: Vec3, limit: Real) -> Ball {
    shape.local_geometry().map_or(Ball::point(touch), |core| core.inscribed_ball(n, touch, limit))
}
