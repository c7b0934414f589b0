//! The signed distance, normal and witness points that EPA's state proves.

use super::super::answer::{Answer, Reason};
use super::super::bracket::Bracket;
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::{self, Solver};
use super::super::support::Support;
use super::polytope::Face;
use super::stepper::Epa;
use super::witness::{blend, points_near};
use crate::snapshot::epa::Outcome;

impl<A: Support, B: Support> Epa<A, B> {
    /// Witness points of A and of B for the boundary point `v`: their difference is `v` or the point of the polytope
    /// nearest to `v`, on the face through which the ray from the origin along `v` leaves the polytope. Among coplanar
    /// faces, the one that contains `v` is used.
    pub fn witness(&self, v: Vec3) -> [Vec3; 2] {
        let polytope = &self.buffers.polytope;
        if let Some(face) = self.closest().filter(|face| !face.deleted) {
            // The last face taken is usually the right one, which saves the search.
            let (points, off) = self.nearest_on(face, v);
            if off <= 0.25 * self.rounding() {
                return points;
            }
        }
        let heights = polytope.live().map(|(_, face)| face.height_of(v));
        let least = heights.fold(Real::NEG_INFINITY, Real::max) - 8.0 * self.rounding();
        let (mut found, off) = self.nearest_to(v, |face| face.height_of(v) >= least);
        if off > 1.0e-2 * v.length() + self.rounding() {
            // A sliver's plane is too inaccurate to select the face: search all faces.
            found = self.nearest_to(v, |_| true).0;
        }
        found.unwrap_or_else(|| self.simplex_witness())
    }

    /// Witness points on the face nearest to `v`, among those that `wanted` accepts, and its distance from `v`.
    fn nearest_to(&self, v: Vec3, wanted: impl Fn(&Face) -> bool) -> (Option<[Vec3; 2]>, Real) {
        let mut found = (None, Real::INFINITY);
        for (_, face) in self.buffers.polytope.live().filter(|(_, face)| wanted(face)) {
            let (points, off) = self.nearest_on(face, v);
            if off < found.1 {
                found = (Some(points), off);
            }
        }
        found
    }

    /// Witness points of the face's point nearest to `v`, and the distance of that point from `v`.
    fn nearest_on(&self, face: &Face, v: Vec3) -> ([Vec3; 2], Real) {
        let points = points_near(face.corner.map(|c| &self.buffers.polytope.vertices[c as usize]), v);
        (points, (points[0] - points[1] - v).length())
    }

    /// Witness points of the point of GJK's simplex nearest the origin, used where there is no polytope.
    fn simplex_witness(&self) -> [Vec3; 2] {
        let held = self.cso.support(self.best.map_or(Vec3::X, |best| best.normal));
        let corners = self.simplex.map(|corner| corner.unwrap_or(held));
        let filled = (0..4).filter(|i| self.simplex[*i].is_some()).fold(0, |set, i| set | 1 << i);
        if filled == 0 {
            return [held.a, held.b];
        }
        let scale = self.buffers.polytope.scale;
        let weights = simplex::nearest(Solver::default(), &corners.map(|c| c.w * scale), filled).weights;
        blend(corners.each_ref(), weights)
    }

    /// Upper bound of the signed distance while the polytope does not contain the origin: the distance of the origin
    /// from the nearer of two points of `A − B`, negated, with that point's witnesses on A and B. The two points are
    /// `found` and the nearest vertex; neither is nearer to the origin than `A − B` is.
    fn outside(&self, found: [Vec3; 2]) -> (Real, [Vec3; 2]) {
        let vertices = self.buffers.polytope.vertices.iter().map(|vertex| [vertex.a, vertex.b]);
        let nearest = vertices.min_by(|one, other| separation(one).total_cmp(&separation(other)));
        let points = nearest.filter(|vertex| separation(vertex) < separation(&found)).unwrap_or(found);
        (-separation(&points), points)
    }

    /// Tolerated width of the answer's bracket: `ε` plus the rounding of both bounds.
    pub fn tolerance(&self) -> Real {
        self.epsilon() + 2.0 * self.bound_rounding() + 2.0 * self.rounding()
    }

    fn bound_rounding(&self) -> Real {
        rounding::bound_rounding(self.cso.magnitude() + self.cso.margin())
    }

    /// Signed distance proven by the bounds of the depth, in the pair frame, margins included.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let margins = [self.cso.a.margin(), self.cso.b.margin()];
        let margin = margins[0] + margins[1];
        let depth = self.upper;
        let normal = self.best.map(|best| best.normal);
        let n = normal.unwrap_or(Vec3::X);
        let (proven, [a, b]) = match outcome {
            Outcome::Flat(_) => (0.0, self.witness(n * depth)),
            _ if self.lower >= 0.0 => (self.lower.min(depth), self.witness(n * depth)),
            _ => self.outside(self.witness(n * depth)),
        };
        let bracket = Bracket::new([-depth - margin, -proven - margin], self.bound_rounding()).uncrossed();
        let Bracket { lower, upper } = bracket;
        let status = bracket.measured(self.tolerance(), || match outcome {
            Outcome::IterationLimit => Reason::IterationLimit,
            Outcome::BrokenHorizon => Reason::Degenerate,
            Outcome::Converged | Outcome::Apart | Outcome::Flat(_) | Outcome::Stalled => Reason::Stalled,
        });
        Answer {
            signed_distance: normal.map(|_| bracket.nearest(-depth - margin)),
            normal,
            witness_a: a + n * margins[0],
            witness_b: b - n * margins[1],
            lower,
            upper,
            status,
            iterations: self.iterations,
        }
    }
}

fn separation([a, b]: &[Vec3; 2]) -> Real {
    (*a - *b).length()
}
