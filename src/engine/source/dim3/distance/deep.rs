//! The depth search for overlapping cores: EPA locates the depth, Newton's method computes it.
//!
//! EPA alone ends exactly on polytopes but converges slowly on curved shapes: every halving of the normal's error costs
//! a ring of faces. The best normal is therefore refined at the start and after a few expansions, and the points that
//! carry the refined plane are added to the polytope. EPA's upper bound is then usually final. Only the proof that no
//! other direction is shallower remains, for which a coarse polytope is enough. Among several directions that are
//! almost equally deep, the shallowest may be missed by as much as the proof leaves open ([`Options::proof`]).

use std::ops::ControlFlow;

use super::Options;
use super::facet_proof::{FacetProof, FacetQuery};
use super::inscribed_balls::{InscribedBalls, proof_tolerance};
use super::newton::Refined;
use super::trial::{OverRim, Trial};
use crate::dim3::epa::{Best, Buffers, Epa, Outcome, points_near};
use crate::dim3::gjk::Gjk;
use crate::dim3::prelude::*;
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::snapshot::distance::{Phase, Purpose};

/// Number of expansions before the first refinement; the polytope has then located the depth.
const FIRST_REFINEMENT: u32 = 4;

/// Largest number of other minima that are tried at the end. Each costs a refinement; with fewer, a slightly shallower
/// depth within the proven bracket is missed more often.
pub(super) const COMPETING_MINIMA: usize = 6;

/// Supporting plane of `A − B` and points of `A − B` on it, pair frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct CarriedPlane {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// Points that carry the plane; unused entries repeat the last.
    pub carriers: [Vertex; 3],
}

/// State of the depth search for overlapping cores. The results of the last phase stay readable.
#[derive(Clone, Debug)]
pub struct Deep<A, B> {
    /// EPA with its polytope and bounds.
    pub epa: Epa<A, B>,
    /// Ending of EPA; `None` while it runs or after it was continued.
    pub epa_outcome: Option<Outcome>,
    /// Last tested normal; `None` once it cannot lower the upper bound.
    pub trial: Option<Trial>,
    /// Whether the last tested disc or refinement was accepted.
    pub accepted: bool,
    /// Start over the rim of the accepted disc, if the depth lies there.
    pub over_rim: Option<OverRim>,
    /// Last accepted refinement; `None` before the first.
    pub refined: Option<Refined>,
    /// Last pair of balls inscribed below the witness points; `None` if none was tested, or there were no witness
    /// points.
    pub balls: Option<InscribedBalls>,
    /// Whether the balls or a facet prove the depth.
    pub proven: bool,
    /// GJK's closest points of A and of B, pair frame, which coincide if its simplex contains the origin; zero vectors
    /// if no facet is tested.
    gjk_points: [Vec3; 2],
    /// Next facet to test.
    pub facet: Option<FacetQuery>,
    /// Last point that was tested against a facet.
    pub facet_proof: Option<FacetProof>,
    /// Whether a proof without a polytope is tried: for curved cores, or for cores with facets where GJK's simplex has
    /// no volume. For polytopes with a tetrahedron, EPA takes no more steps than that proof.
    pub tried_directly: bool,
    /// Plane of the last accepted refinement or disc; `None` before the first.
    pub(super) carried_plane: Option<CarriedPlane>,
    /// Whether a core has a curved surface region, whose depth EPA alone would only approach.
    pub(super) curved: bool,
    /// Whether any disc or refinement of the current trial was accepted.
    pub(super) lowered: bool,
    /// Number of EPA's iterations from which on a further refinement may start.
    pub(super) next_refinement: u32,
    /// Value of EPA's `upper` after the last accepted refinement or disc, meters; infinite before the first, and if
    /// that refinement may still be improved.
    pub(super) refined_upper: Real,
    /// Number of other minima tried.
    pub(super) minima_tried: usize,
    /// Normals of the minima tried; only the first `minima_tried` are valid.
    pub(super) tried_normals: [Vec3; COMPETING_MINIMA],
}

impl<A: Support + Clone, B: Support + Clone> Deep<A, B> {
    /// Prepares the search from the state in which `gjk` found the overlap.
    #[inline(always)]
    pub fn new(gjk: &Gjk<A, B>, options: &Options, buffers: Box<Buffers>) -> Self {
        let simplex = gjk.packed_simplex();
        let curved = gjk.cso.is_curved();
        let iterations_left = options.max_iterations.saturating_sub(gjk.k);
        let mut epa = Epa::new(gjk.cso.clone(), simplex, options.epa_options(curved, iterations_left), buffers);
        if gjk.k > 0 {
            // GJK's best plane is a valid bound, and near contact a tight one.
            epa.tighten_upper(gjk.n, -gjk.mu);
        }
        let may_try_directly = iterations_left > 0 && (curved || simplex.contains(&None));
        let gjk_points = if may_try_directly { gjk.witness() } else { [Vec3::ZERO; 2] };
        let facet = if may_try_directly { FacetQuery::first(&epa, gjk_points) } else { None };
        let tried_directly = may_try_directly && (curved || facet.is_some());
        if tried_directly {
            // The direct proof counts as one iteration.
            epa.options.max_iterations = epa.options.max_iterations.min(iterations_left - 1);
        }
        Self {
            epa,
            epa_outcome: None,
            trial: None,
            accepted: false,
            over_rim: None,
            refined: None,
            balls: None,
            proven: false,
            gjk_points,
            facet,
            facet_proof: None,
            tried_directly,
            carried_plane: None,
            curved,
            lowered: false,
            next_refinement: FIRST_REFINEMENT,
            refined_upper: Real::INFINITY,
            minima_tried: 0,
            tried_normals: [Vec3::ZERO; COMPETING_MINIMA],
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// Executes a phase of the depth search; does nothing for any other phase.
    #[inline]
    pub(super) fn execute(&mut self, phase: Phase) {
        match phase {
            Phase::Expand => self.expand(),
            Phase::Facet => self.try_facet(),
            Phase::Guess => self.guess(),
            Phase::Disc { of_a } => self.try_disc(of_a),
            Phase::Rim { .. } => self.try_rim(),
            Phase::Refine => self.refine(),
            Phase::Balls => self.try_balls(),
            Phase::Mirror => self.mirror(),
            Phase::Join => self.join(),
            Phase::Minimum => self.try_competing_minimum(),
            Phase::ClosedForm | Phase::Gjk | Phase::Newton | Phase::OverDisc | Phase::Kink => {}
            Phase::Overlap | Phase::Conclusion => {}
        }
    }

    /// Points that carry the supporting plane of the depth, if a refinement or a disc found it.
    pub fn carriers(&self) -> Option<[Vertex; 3]> {
        let plane = self.carried_plane?;
        let is_best = self.epa.best?.normal == plane.normal;
        is_best.then_some(plane.carriers)
    }

    /// Number of steps that count as iterations: one for the direct proof, and those of EPA.
    pub fn steps(&self) -> u32 {
        self.epa.iterations + u32::from(self.tried_directly)
    }

    /// Points of A and B on the plane of the depth, if a refinement, a disc or a facet found it.
    pub fn contact(&self) -> Option<[Vec3; 2]> {
        if let Some(facet_proof) = self.facet_proof.filter(|facet_proof| facet_proof.proven) {
            return Some(facet_proof.points());
        }
        let carriers = self.carriers()?;
        let best = self.epa.best?;
        Some(points_near(carriers.each_ref(), best.normal * self.epa.upper))
    }

    /// Whether the balls exclude a shallower direction: `upper − depth of the balls`, compared with the tolerance of
    /// the proof.
    #[inline]
    pub fn balls_test(&self, balls: &InscribedBalls) -> Comparison<Real> {
        let depth = self.epa.upper;
        Comparison::at_most(depth - balls.depth(), proof_tolerance(depth, self.epa.rounding()))
    }

    /// Tests whether balls inscribed below the witness points exclude a shallower direction.
    fn try_balls(&mut self) {
        self.balls = None;
        let Some(points) = self.contact() else { return };
        let Some(best) = self.epa.best else { return };
        let balls = InscribedBalls::below(&self.epa.cso, best.normal, points, self.epa.upper);
        self.balls = Some(balls);
        self.proven = self.balls_test(&balls).holds();
        if self.proven {
            self.epa.lower = self.epa.lower.max(balls.depth());
        }
    }

    /// Tests one facet and takes over the bounds that it proves.
    fn try_facet(&mut self) {
        let Some(query) = self.facet else { return };
        let proof = query.probe(&mut self.epa);
        self.facet = query.next(&self.epa, &proof, self.gjk_points);
        self.facet_proof = Some(proof);
        if proof.proven {
            self.epa.best = Some(Best { normal: proof.normal });
            self.epa.upper = self.epa.upper.min(proof.height);
            self.epa.lower = self.epa.lower.max(proof.clearance);
            self.proven = true;
        }
    }

    /// Starts the first trial, before the polytope exists: of GJK's best normal, or of the normal of the face of GJK's
    /// simplex nearest to the origin if the bound along that is lower.
    fn guess(&mut self) {
        if let [Some(a), Some(b), Some(c), Some(d)] = self.epa.simplex {
            self.epa.probe(nearest_face_normal([a.w, b.w, c.w, d.w])); // @guess
        }
        self.try_best_normal(Purpose::First, None);
    }

    /// Starts a trial of the opposite direction, which is as shallow or shallower for bodies with point symmetry.
    fn mirror(&mut self) {
        let Some(best) = self.epa.best else { return self.start_trial(None) };
        let n = -best.normal;
        let upper_before = self.epa.upper;
        self.epa.probe(n); // @mirror
        let is_shallower = self.epa.upper < upper_before;
        self.start_trial(is_shallower.then(|| Trial::new(Purpose::Mirror, &self.epa, n, None)));
    }

    /// Executes one step of EPA and starts a trial if its result calls for a refinement.
    #[inline(always)]
    fn expand(&mut self) {
        if self.epa_outcome.take().is_some() {
            // EPA had ended, and the upper bound has decreased since.
            self.epa.resume();
        }
        let flow = self.epa.step(); // @expand
        if let ControlFlow::Break(end) = flow {
            self.epa_outcome = Some(end);
        }
        if self.curved {
            self.refine_after_expansion();
        }
    }

    /// Starts the refinement that an expansion or EPA's end calls for.
    fn refine_after_expansion(&mut self) {
        let is_lower = self.epa.upper < self.refined_upper - self.epa.rounding();
        let purpose = match self.epa_outcome {
            None if is_lower && self.epa.iterations >= self.next_refinement => Purpose::LowerBound,
            Some(Outcome::Converged) if is_lower => Purpose::Converged,
            Some(Outcome::Apart) => Purpose::Separate,
            None
            | Some(
                Outcome::Converged
                | Outcome::Flat(_)
                | Outcome::IterationLimit
                | Outcome::BrokenHorizon
                | Outcome::Stalled,
            ) => return self.start_trial(None),
        };
        self.try_best_normal(purpose, self.epa.iteration.closest.map(|closest| closest.face));
    }

    /// Starts a trial of the normal of the best plane. `face` is the polytope face whose features start Newton's
    /// method.
    fn try_best_normal(&mut self, purpose: Purpose, face: Option<u32>) {
        self.start_trial(self.epa.best.map(|best| Trial::new(purpose, &self.epa, best.normal, face)));
    }

    /// Adds the points that carry the best plane to the new polytope.
    fn join(&mut self) {
        if let Some(CarriedPlane { normal, carriers }) = self.carried_plane {
            self.epa.add_plane(normal, Real::INFINITY, &carriers); // @join
        }
    }
}

/// Outward unit normal of the face of a tetrahedron nearest to the origin, which is inside the tetrahedron.
fn nearest_face_normal([a, b, c, d]: [Vec3; 4]) -> Vec3 {
    // Each face with the opposite vertex.
    let faces = [([a, b, c], d), ([a, b, d], c), ([a, c, d], b), ([b, c, d], a)];
    let mut least_distance = Real::INFINITY;
    let mut nearest = Vec3::X;
    for ([p, q, r], opposite) in faces {
        let normal = (q - p).cross(r - p).normalize_or(Vec3::X);
        let outward = if normal.dot(opposite - p) > 0.0 { -normal } else { normal };
        let distance = outward.dot(p);
        if distance < least_distance {
            least_distance = distance;
            nearest = outward;
        }
    }
    nearest
}
