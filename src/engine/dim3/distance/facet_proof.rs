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
    /// The point of the same body that lies deepest below it.
    pub deepest: Vec3,
    /// Whether both are the same, to rounding.
    pub proven: bool,
}

impl FacetProof {
    /// Whether both bounds are the same, where lengths below `rounding` say nothing: their difference, and how near they must
    /// come.
    #[inline]
    pub fn test(&self, rounding: Real) -> Comparison<Real> {
        Comparison::at_most(self.height - self.clearance, closed(self.height, rounding))
    }

    /// The witness points: of A and of B.
    pub fn points(&self) -> [Vec3; 2] {
        let across = self.normal * self.height;
        if self.in_a { [self.point + across, self.point] } else { [self.point, self.point - across] }
    }
}

/// A facet that is to be looked at, and the point below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetQuery {
    /// Whether the facet is A's and the point B's, or the other way round.
    pub in_a: bool,
    /// Pair frame.
    pub point: Vec3,
    /// The facet nearest to it: its normal, from A to B, and how far below it the point lies.
    pub facet: Facet,
    /// How many facets of that body have been looked at.
    pub before: usize,
}

impl FacetQuery {
    /// Below A's facets the point of B with which GJK ended, or else below B's the point of A.
    pub(super) fn first<A: Support, B: Support>(epa: &Epa<A, B>, [a, b]: [Vec3; 2]) -> Option<Self> {
        Self::below(epa, true, b).or_else(|| Self::below(epa, false, a))
    }

    /// None where the point lies outside, by more than rounding: the plane of the nearest facet then says nothing about how far
    /// away the body is, which may end before it comes there.
    fn below<A: Support, B: Support>(epa: &Epa<A, B>, in_a: bool, point: Vec3) -> Option<Self> {
        let facet = nearest_facet(&epa.cso, in_a, point).filter(|facet| facet.clearance >= -epa.rounding())?;
        Some(Self { in_a, point, facet, before: 0 })
    }

    /// The deepest point below the facet, and whether that is as deep as the point that is known. `epa` knows of the plane.
    pub(super) fn probe<A: Support, B: Support>(&self, epa: &mut Epa<A, B>) -> FacetProof {
        let Self { in_a, point, facet: Facet { normal, clearance }, .. } = *self;
        let held = epa.probe(normal); // @facet
        let deepest = if in_a { held.b } else { held.a };
        let height = normal.dot(held.w);
        let found = FacetProof { in_a, point, normal, height, clearance, deepest, proven: false };
        FacetProof { proven: found.test(epa.rounding()).holds(), ..found }
    }

    /// After `found`: from the deepest point to the facet nearest to that, a few times, as long as it lies in the body; then
    /// the other body's facets, from the points of A and of B that GJK ended with.
    pub(super) fn next<A: Support, B: Support>(
        &self,
        epa: &Epa<A, B>,
        found: &FacetProof,
        [a, _]: [Vec3; 2],
    ) -> Option<Self> {
        if found.proven {
            return None;
        }
        let further = if self.before + 1 < TRIES { Self::below(epa, self.in_a, found.deepest) } else { None };
        match further {
            Some(next) => Some(Self { before: self.before + 1, ..next }),
            None if self.in_a => Self::below(epa, false, a),
            None => None,
        }
    }
}

/// The nearest facet of A or of B in the pair frame, its normal from A to B.
fn nearest_facet<A: Support, B: Support>(cso: &Cso<A, B>, in_a: bool, point: Vec3) -> Option<Facet> {
    if in_a {
        return cso.a.local_geometry()?.nearest_facet(point);
    }
    let facet = cso.b.local_geometry()?.nearest_facet(cso.to_b(point))?;
    Some(Facet { normal: -(cso.rotation * facet.normal), ..facet })
}
