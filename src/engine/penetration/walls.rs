//! The depth of a point below a wall, without a polytope.
//!
//! **Claim.** If a point of B lies `c` below the nearest wall of A, a solid with flat facets, the ball of radius `c` about
//! it lies in A, and the depth is not less than `c` ([`Balls`] with `s = 0`). If no point of B lies deeper below that
//! wall, the depth is not more.
//!
//! **Use.** From the point that GJK found in both bodies to the nearest wall, from there to the deepest point below it, and
//! so on, a few times; then with A and B exchanged. It ends where a vertex lies below a face, and where faces touch,
//! which is where EPA has to build a polytope on no volume.

use super::super::epa3::Best;
use super::super::prelude::*;
use super::super::support::{Ball, Support, Wall};
use super::deep::Deep;
use super::inner::Balls;

/// Walls that are looked at before the other body's, or a polytope, are tried.
const TRIES: usize = 3;

/// A point of one body and the nearest wall of the other. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sunk {
    /// Whether the wall is A's and the point B's, or the other way round.
    pub in_a: bool,
    /// The point.
    pub point: Vec3,
    /// The normal of the wall nearest to it, from A to B.
    pub normal: Vec3,
    /// `h(normal)`: the depth is not more.
    pub height: Real,
    /// How far the point lies below that wall: the depth is not less.
    pub clearance: Real,
    /// Whether both are the same, to rounding.
    pub proven: bool,
}

impl Sunk {
    /// The witness points: of A and of B.
    pub fn points(&self) -> [Vec3; 2] {
        let across = self.normal * self.height;
        if self.in_a { [self.point + across, self.point] } else { [self.point, self.point - across] }
    }

    /// The ball about the point, in the body that has the wall.
    pub fn balls(&self) -> Balls {
        let (room, point) = (Ball { centre: self.point, radius: self.clearance.max(0.0) }, Ball::point(self.point));
        if self.in_a { Balls { a: room, b: point } } else { Balls { a: point, b: room } }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// Looks for a point below a wall whose depth is proven by it.
    pub(super) fn below_walls(&mut self) -> bool {
        let [a, b] = self.shared;
        self.below_walls_of(true, b) || self.below_walls_of(false, a)
    }

    /// From `point`, of the other body, below the walls of A or of B.
    fn below_walls_of(&mut self, in_a: bool, mut point: Vec3) -> bool {
        let grain = self.epa.grain();
        let Some(mut wall) = self.nearest_wall(in_a, point) else { return false };
        for _ in 0..TRIES {
            let Wall { normal, clearance } = wall;
            let held = self.epa.probe(normal);
            let height = normal.dot(held.w);
            let proven = height - clearance <= (super::deep::CLOSED * height).max(2.0 * grain);
            let sunk = Sunk { in_a, point, normal, height, clearance, proven };
            self.sunk = Some(sunk);
            if proven {
                self.balls = Some(sunk.balls());
                self.epa.best = Some(Best { normal });
                self.epa.upper = self.epa.upper.min(height);
                self.epa.lower = self.epa.lower.max(clearance);
                self.proven = true;
                return true;
            }
            point = if in_a { held.b } else { held.a };
            match self.nearest_wall(in_a, point) {
                Some(next) if next.clearance >= -grain => wall = next,
                _ => return false,
            }
        }
        false
    }

    /// The nearest wall of A or of B in the pair frame, its normal from A to B.
    fn nearest_wall(&self, in_a: bool, point: Vec3) -> Option<Wall> {
        let cso = &self.epa.cso;
        if in_a {
            return cso.a.nearest_wall(point);
        }
        let wall = cso.b.nearest_wall(cso.rotation.transpose() * (point - cso.translation))?;
        Some(Wall { normal: -(cso.rotation * wall.normal), ..wall })
    }
}
