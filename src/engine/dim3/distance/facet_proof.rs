//! The depth of a point below a facet, without a polytope.
//!
//! **Claim.** If a point of B lies `c` below the nearest facet of A, a solid with flat facets, the ball of radius `c` about
//! it lies in A, and the depth is not less than `c` ([`super::InscribedBalls`] with `s = 0`). If no point of B lies deeper below that
//! facet, the depth is not more.
//!
//! **Use.** From the point that GJK found in both bodies to the nearest facet, from there to the deepest point below it, and
//! so on, a few times; then with A and B exchanged. It ends where a vertex lies below a face, and where faces touch,
//! which is where EPA has to build a polytope on no volume.

use super::super::epa::Epa;
use super::super::prelude::*;
use super::super::support::{Cso, Facet, Support};
use super::inscribed_balls::closed;

/// Facets that are looked at before the other body's, or a polytope, are tried.
const TRIES: usize = 3;

/// A point of one body and the nearest facet of the other. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetProof {
    /// Whether the facet is A's and the point B's, or the other way round.
    pub in_a: bool,
    /// The point.
    pub point: Vec3,
    /// The normal of the facet nearest to it, from A to B.
    pub normal: Vec3,
    /// `h(normal)`: the depth is not more.
    pub height: Real,
    /// How far the point lies below that facet: the depth is not less.
    pub clearance: Real,
    /// Whether both are the same, to rounding.
    pub proven: bool,
}

impl FacetProof {
    /// The witness points: of A and of B.
    pub fn points(&self) -> [Vec3; 2] {
        let across = self.normal * self.height;
        if self.in_a { [self.point + across, self.point] } else { [self.point, self.point - across] }
    }
}

/// Looks for a point below a facet whose depth is proven by it, from the points of A and of B that GJK ended with. Gives
/// what was looked at last; `epa` knows of every plane.
pub(super) fn below_facets<A: Support, B: Support>(epa: &mut Epa<A, B>, [a, b]: [Vec3; 2]) -> Option<FacetProof> {
    match below_walls_of(epa, true, b) {
        Some(facet_proof) if facet_proof.proven => Some(facet_proof),
        tried => below_walls_of(epa, false, a).or(tried),
    }
}

/// From `point`, of the other body, below the facets of A or of B.
fn below_walls_of<A: Support, B: Support>(epa: &mut Epa<A, B>, in_a: bool, mut point: Vec3) -> Option<FacetProof> {
    let grain = epa.grain();
    let mut facet = nearest_wall(&epa.cso, in_a, point)?;
    let mut facet_proof = None;
    for _ in 0..TRIES {
        let Facet { normal, clearance } = facet;
        let held = epa.probe(normal);
        let height = normal.dot(held.w);
        let proven = height - clearance <= closed(height, grain);
        facet_proof = Some(FacetProof { in_a, point, normal, height, clearance, proven });
        if proven {
            break;
        }
        point = if in_a { held.b } else { held.a };
        match nearest_wall(&epa.cso, in_a, point) {
            Some(next) if next.clearance >= -grain => facet = next,
            _ => break,
        }
    }
    facet_proof
}

/// The nearest facet of A or of B in the pair frame, its normal from A to B.
fn nearest_wall<A: Support, B: Support>(cso: &Cso<A, B>, in_a: bool, point: Vec3) -> Option<Facet> {
    if in_a {
        return cso.a.nearest_wall(point);
    }
    let facet = cso.b.nearest_wall(cso.to_b(point))?;
    Some(Facet { normal: -(cso.rotation * facet.normal), ..facet })
}
