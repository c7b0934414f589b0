//! The depth of a point below a wall, without a polytope.
//!
//! **Claim.** If a point of B lies `c` below the nearest wall of A, a solid with flat facets, the ball of radius `c` about
//! it lies in A, and the depth is not less than `c` ([`super::Balls`] with `s = 0`). If no point of B lies deeper below that
//! wall, the depth is not more.
//!
//! **Use.** From the point that GJK found in both bodies to the nearest wall, from there to the deepest point below it, and
//! so on, a few times; then with A and B exchanged. It ends where a vertex lies below a face, and where faces touch,
//! which is where EPA has to build a polytope on no volume.

use super::super::epa::Epa;
use super::super::prelude::*;
use super::super::support::{Cso, Support, Wall};
use super::inscribed_balls::closed;

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
}

/// Looks for a point below a wall whose depth is proven by it, from the points of A and of B that GJK ended with. Gives
/// what was looked at last; `epa` knows of every plane.
pub(super) fn below_walls<A: Support, B: Support>(epa: &mut Epa<A, B>, [a, b]: [Vec3; 2]) -> Option<Sunk> {
    match below_walls_of(epa, true, b) {
        Some(sunk) if sunk.proven => Some(sunk),
        tried => below_walls_of(epa, false, a).or(tried),
    }
}

/// From `point`, of the other body, below the walls of A or of B.
fn below_walls_of<A: Support, B: Support>(epa: &mut Epa<A, B>, in_a: bool, mut point: Vec3) -> Option<Sunk> {
    let grain = epa.grain();
    let mut wall = nearest_wall(&epa.cso, in_a, point)?;
    let mut sunk = None;
    for _ in 0..TRIES {
        let Wall { normal, clearance } = wall;
        let held = epa.probe(normal);
        let height = normal.dot(held.w);
        let proven = height - clearance <= closed(height, grain);
        sunk = Some(Sunk { in_a, point, normal, height, clearance, proven });
        if proven {
            break;
        }
        point = if in_a { held.b } else { held.a };
        match nearest_wall(&epa.cso, in_a, point) {
            Some(next) if next.clearance >= -grain => wall = next,
            _ => break,
        }
    }
    sunk
}

/// The nearest wall of A or of B in the pair frame, its normal from A to B.
fn nearest_wall<A: Support, B: Support>(cso: &Cso<A, B>, in_a: bool, point: Vec3) -> Option<Wall> {
    if in_a {
        return cso.a.nearest_wall(point);
    }
    let wall = cso.b.nearest_wall(cso.to_b(point))?;
    Some(Wall { normal: -(cso.rotation * wall.normal), ..wall })
}
