//! EPA's answer: the signed distance with its bounds, the normal and the witness points, from the state of a run.

use super::polytope::Face;
use super::stepper::Epa;
use super::witness::{blend, points_near};
use crate::dim3::answer::{Answer, Reason};
use crate::dim3::bracket::Bracket;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::{self, Solver};
use crate::dim3::support::Support;
use contact_lens_model::snapshot::epa::Outcome;

/// Distance of a face from the boundary point `v`, in units of [`Epa::rounding`], up to which the face counts as
/// containing `v`, so that no other face is searched: two `EPS` of the bounding radius.
const ON_FACE: Real = 0.25;

/// Difference of the heights of `v` above two faces, in units of [`Epa::rounding`], up to which the faces count as
/// coplanar: each height has the error of a dot product, and the faces' vertices have that of a support point.
const COPLANAR: Real = 8.0;

/// Distance of the selected face from `v`, relative to `|v|`, above which the selection was wrong and all faces are
/// searched. Far above the rounding error of any face that is not a sliver.
const WRONG_FACE: Real = 1.0e-2;

/// Witness points of the point of a face that is nearest to a boundary point `v`.
#[derive(Clone, Copy)]
struct FaceWitness {
    /// Points of A and of B, pair frame.
    points: [Vec3; 2],
    /// Distance of the point of the face, the difference of the witness points, from `v`.
    distance: Real,
}

impl<A: Support, B: Support> Epa<A, B> {
    /// Witness points of A and of B, pair frame, for the point `v` of the CSO's boundary. Their difference is the point
    /// nearest to `v` on the face above which `v` is highest; of coplanar faces, the one nearest to `v` counts.
    pub fn witness(&self, v: Vec3) -> [Vec3; 2] {
        let polytope = &self.buffers.polytope;
        if let Some(face) = self.closest().filter(|face| !face.deleted) {
            // The last popped face is usually the right one, which saves the search.
            let witness = self.witness_on(face, v);
            if witness.distance <= ON_FACE * self.rounding() {
                return witness.points;
            }
        }
        let heights = polytope.live_faces().map(|(_, face)| face.height_of(v));
        let least_height = heights.fold(Real::NEG_INFINITY, Real::max) - COPLANAR * self.rounding();
        let mut nearest = self.nearest_witness(v, |face| face.height_of(v) >= least_height);
        let distance = nearest.map_or(Real::INFINITY, |witness| witness.distance);
        if distance > WRONG_FACE * v.length() + self.rounding() {
            // A sliver's plane is too inaccurate to select the face: search all faces.
            nearest = self.nearest_witness(v, |_| true);
        }
        nearest.map_or_else(|| self.simplex_witness(), |witness| witness.points)
    }

    /// Witness points on the face nearest to `v`, of those that `accepts` selects; `None` if it selects none.
    fn nearest_witness(&self, v: Vec3, accepts: impl Fn(&Face) -> bool) -> Option<FaceWitness> {
        let mut nearest = None;
        let mut least_distance = Real::INFINITY;
        for (_, face) in self.buffers.polytope.live_faces().filter(|(_, face)| accepts(face)) {
            let witness = self.witness_on(face, v);
            if witness.distance < least_distance {
                least_distance = witness.distance;
                nearest = Some(witness);
            }
        }
        nearest
    }

    /// Witness points of the point of a face that is nearest to `v`.
    fn witness_on(&self, face: &Face, v: Vec3) -> FaceWitness {
        let corners = face.corner.map(|corner| &self.buffers.polytope.vertices[corner as usize]);
        let points = points_near(corners, v);
        let distance = (points[0] - points[1] - v).length();
        FaceWitness { points, distance }
    }

    /// Witness points of the point of GJK's simplex nearest the origin, for a run without a polytope. Those of a
    /// support point if the simplex is empty.
    fn simplex_witness(&self) -> [Vec3; 2] {
        let support = self.cso.support(self.best.map_or(Vec3::X, |best| best.normal));
        let corners = self.simplex.map(|corner| corner.unwrap_or(support));
        // Bit i is set if the simplex has a point in slot i.
        let mut filled = 0;
        for (i, slot) in self.simplex.iter().enumerate() {
            if slot.is_some() {
                filled |= 1 << i;
            }
        }
        if filled == 0 {
            return [support.a, support.b];
        }
        let scale = self.buffers.polytope.scale;
        let points = corners.map(|corner| corner.w * scale);
        let weights = simplex::nearest(Solver::default(), &points, filled).weights;
        blend(corners.each_ref(), weights)
    }

    /// `witness`, or the witness points of the polytope's vertex nearest the origin if these are nearer to each other.
    /// Their distance is an upper bound of the cores' distance if the polytope does not contain the origin.
    fn nearer_than_vertices(&self, witness: [Vec3; 2]) -> [Vec3; 2] {
        let vertices = self.buffers.polytope.vertices.iter().map(|vertex| [vertex.a, vertex.b]);
        let nearest = vertices.min_by(|p, q| separation(p).total_cmp(&separation(q)));
        nearest.filter(|vertex| separation(vertex) < separation(&witness)).unwrap_or(witness)
    }

    /// Width of the answer's bracket that counts as converged, in the pair's length unit: [`Epa::epsilon`] plus the
    /// rounding errors of both bounds, those of the poses and those of EPA's numbers.
    pub fn tolerance(&self) -> Real {
        self.epsilon() + 2.0 * self.bound_rounding() + 2.0 * self.rounding()
    }

    /// Bound of the rounding error of EPA's bounds relative to the exact pair, by which the answer widens each of them.
    fn bound_rounding(&self) -> Real {
        rounding::bound_rounding(self.cso.magnitude() + self.cso.margin())
    }

    /// Answer for a run that ended with `outcome`, in the pair frame, for the shapes with their margins. The bounds of
    /// the signed distance are minus those of the depth.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let margins = [self.cso.a.margin(), self.cso.b.margin()];
        let margin = margins[0] + margins[1];
        let depth = self.upper;
        let normal = self.best.map(|best| best.normal);
        let n = normal.unwrap_or(Vec3::X);
        let mut witness = self.witness(n * depth);
        let least_depth = if matches!(outcome, Outcome::Flat(_)) {
            // Without volume, `A − B` has no depth.
            0.0
        } else if self.lower >= 0.0 {
            self.lower.min(depth)
        } else {
            // The origin may be outside, but no farther than a known point of `A − B`.
            witness = self.nearer_than_vertices(witness);
            -separation(&witness)
        };
        let [a, b] = witness;
        let bracket = Bracket::new([-depth - margin, -least_depth - margin], self.bound_rounding()).uncrossed();
        let Bracket { lower, upper } = bracket;
        let status = bracket.distance_status(self.tolerance(), || match outcome {
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

/// Distance of two witness points.
fn separation([a, b]: &[Vec3; 2]) -> Real {
    (*a - *b).length()
}
