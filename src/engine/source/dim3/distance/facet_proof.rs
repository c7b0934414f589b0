//! Proof of a depth from a point below a facet, without a polytope.
//!
//! - **Claim**: let a point of B lie at the depth `c` below the nearest facet of A, a solid with flat facets. Then the
//!   ball of radius `c` around the point lies in A, and the depth of the pair is at least `c`
//!   ([`super::InscribedBalls`] with a ball of radius 0 in B). If no point of B lies deeper below that facet, the depth
//!   is at most `c`.
//! - **Method**: start at the point that GJK found in both bodies, go to the nearest facet, from there to the deepest
//!   point below it, and so on for [`FACETS_PER_BODY`] facets; then with A and B exchanged. The method succeeds where a
//!   vertex lies below a face, and where faces touch, which is where EPA has to start from a polytope without volume.

use super::inscribed_balls::proof_tolerance;
use crate::dim3::epa::Epa;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Facet, Support};

/// Largest number of facets of one body that are tested before the other body's facets, or before a polytope. Each
/// costs a support point, as an expansion of the polytope does.
const FACETS_PER_BODY: usize = 3;

/// A point of one body and the nearest facet of the other. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetProof {
    /// Whether the facet belongs to A and the point to B; otherwise the reverse.
    pub in_a: bool,
    /// Tested point, pair frame.
    pub point: Vec3,
    /// Unit normal of the facet nearest to the point, directed from A to B.
    pub normal: Vec3,
    /// `h(normal)`, extent of `A − B` along `normal`: upper bound of the depth, meters.
    pub height: Real,
    /// Depth of the point below that facet, meters: lower bound of the depth.
    pub clearance: Real,
    /// Point of the same body that lies deepest below the facet, pair frame.
    pub deepest: Vec3,
    /// Whether both bounds agree to the tolerance of a proof ([`FacetProof::test`]).
    pub proven: bool,
}

impl FacetProof {
    /// Whether both bounds agree: their difference, compared with the tolerance of a proof whose lengths have errors of
    /// `rounding`.
    #[inline]
    pub fn test(&self, rounding: Real) -> Comparison<Real> {
        Comparison::at_most(self.height - self.clearance, proof_tolerance(self.height, rounding))
    }

    /// Witness points of A and of B.
    pub fn points(&self) -> [Vec3; 2] {
        let offset = self.normal * self.height;
        if self.in_a { [self.point + offset, self.point] } else { [self.point, self.point - offset] }
    }
}

/// A facet to test and the point below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetQuery {
    /// Whether the facet belongs to A and the point to B; otherwise the reverse.
    pub in_a: bool,
    /// Point below the facet, pair frame.
    pub point: Vec3,
    /// Facet nearest to the point: its normal, from A to B, and the depth of the point below it.
    pub facet: Facet,
    /// Number of facets of that body tested before this one.
    pub tested_before: usize,
}

impl FacetQuery {
    /// Returns the first query: GJK's point of B below A's facets, or else GJK's point of A below B's facets.
    pub(super) fn first<A: Support, B: Support>(epa: &Epa<A, B>, [a, b]: [Vec3; 2]) -> Option<Self> {
        Self::below(epa, true, b).or_else(|| Self::below(epa, false, a))
    }

    /// Returns the query of the facet nearest to `point`; `None` if the point lies outside by more than the rounding
    /// error, because the facet's plane then bounds no distance to the body.
    fn below<A: Support, B: Support>(epa: &Epa<A, B>, in_a: bool, point: Vec3) -> Option<Self> {
        let facet = nearest_facet(&epa.cso, in_a, point).filter(|facet| facet.clearance >= -epa.rounding())?;
        Some(Self { in_a, point, facet, tested_before: 0 })
    }

    /// Finds the deepest point below the facet and tests whether it is as deep as the known point. Adds the plane to
    /// `epa`.
    pub(super) fn probe<A: Support, B: Support>(&self, epa: &mut Epa<A, B>) -> FacetProof {
        let Self { in_a, point, facet: Facet { normal, clearance }, .. } = *self;
        let support = epa.probe(normal); // @facet
        let deepest = if in_a { support.b } else { support.a };
        let height = normal.dot(support.w);
        let untested = FacetProof { in_a, point, normal, height, clearance, deepest, proven: false };
        FacetProof { proven: untested.test(epa.rounding()).holds(), ..untested }
    }

    /// Returns the query after `proof`: the facet nearest to the deepest point, a few times, while that point lies in
    /// the body; then the other body's facets, from GJK's closest points.
    pub(super) fn next<A: Support, B: Support>(
        &self,
        epa: &Epa<A, B>,
        proof: &FacetProof,
        [a, _]: [Vec3; 2],
    ) -> Option<Self> {
        if proof.proven {
            return None;
        }
        let tested = self.tested_before + 1;
        let further = if tested < FACETS_PER_BODY { Self::below(epa, self.in_a, proof.deepest) } else { None };
        match further {
            Some(next) => Some(Self { tested_before: tested, ..next }),
            None if self.in_a => Self::below(epa, false, a),
            None => None,
        }
    }
}

/// Facet of A or of B nearest to a point in the pair frame, with its normal from A to B; `None` for a shape that has no
/// facets.
fn nearest_facet<A: Support, B: Support>(cso: &Cso<A, B>, in_a: bool, point: Vec3) -> Option<Facet> {
    if in_a {
        return cso.a.local_geometry()?.nearest_facet(point);
    }
    let facet = cso.b.local_geometry()?.nearest_facet(cso.to_b(point))?;
    Some(Facet { normal: -(cso.rotation * facet.normal), ..facet })
}
