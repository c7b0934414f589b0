//! The deep branch: EPA finds where the depth is, Newton says how much it is.
//!
//! EPA alone ends exactly on polytopes, and creeps on curved shapes: every halving of the normal's error costs a ring of
//! faces. So at once, and after a few expansions, the best normal is refined, and the points that carry the refined plane are put
//! into the polytope: EPA's upper bound is then final, and what remains is the proof that no other direction is
//! shallower, for which a coarse polytope is enough.

use std::ops::ControlFlow;

use super::super::epa::{Best, Buffers, Epa, Outcome, points_near};
use super::super::gjk::Gjk;
use super::super::prelude::*;
use super::super::support::{Support, Vertex};
use super::Options;
use super::facet_proof::{FacetProof, FacetQuery};
use super::inscribed_balls::{InscribedBalls, closed};
use super::newton::Refined;
use super::trial::{OverRim, Trial};
use crate::snapshot::distance::{Phase, Purpose};

/// Expansions before the first refinement: enough for the polytope to know where the depth is.
const FIRST_REFINEMENT: u32 = 4;

/// Minima beside the one found that are looked at, at the end.
pub(super) const COMPETING_MINIMA: usize = 6;

/// What the phases work on once the cores are known to overlap. What the last one found stays to be read.
#[derive(Clone, Debug)]
pub struct Deep<A, B> {
    /// The polytope and its bounds.
    pub epa: Epa<A, B>,
    /// How EPA ended, unless it went on since.
    pub end: Option<Outcome>,
    /// The normal that was looked at last, while that may lower the upper bound.
    pub trial: Option<Trial>,
    /// Whether the last disc or refinement of the trial was taken over.
    pub taken: bool,
    /// Where the depth lies over the rim of the disc that was taken over.
    pub over_rim: Option<OverRim>,
    /// The last refinement that was taken over.
    pub refined: Option<Refined>,
    /// The last balls below the witness points.
    pub balls: Option<InscribedBalls>,
    /// Whether they, or a facet, prove the depth.
    pub proven: bool,
    /// GJK's nearest points, which are one where the origin is in its simplex; 0 where no facet is looked at.
    shared: [Vec3; 2],
    /// The facet to be looked at next.
    pub facet: Option<FacetQuery>,
    /// The last point that was looked at below a facet.
    pub facet_proof: Option<FacetProof>,
    /// Whether a depth is looked for that can be proven without a polytope: where a core is curved, or has facets and GJK's
    /// simplex has no volume. In a tetrahedron of polytopes EPA is as quick.
    pub tried_directly: bool,
    /// The points that carry the plane of the last refinement, or of the last disc.
    pub(super) place: Option<([Vertex; 3], Vec3)>,
    pub(super) curved: bool,
    /// Whether a disc or a refinement of the trial was taken over.
    pub(super) lowered: bool,
    /// The step from which a refinement is due.
    pub(super) due: u32,
    /// `upper` after the last refinement.
    pub(super) settled: Real,
    pub(super) competing: usize,
    pub(super) tried: [Vec3; COMPETING_MINIMA],
}

impl<A: Support + Clone, B: Support + Clone> Deep<A, B> {
    /// Ready to go on from where `gjk` found an overlap, with as much proof as is asked for.
    #[inline(always)]
    pub fn new(gjk: &Gjk<A, B>, options: &Options, buffers: Box<Buffers>) -> Self {
        let simplex = gjk.corners();
        let curved = gjk.cso.is_curved();
        let left = options.max_iterations.saturating_sub(gjk.k);
        let mut epa = Epa::new(gjk.cso.clone(), simplex, options.of_epa(curved, left), buffers);
        if gjk.k > 0 {
            // GJK's best plane is a bound already, and near contact it is a good one.
            epa.bound(gjk.n, -gjk.mu);
        }
        let direct = left > 0 && (curved || simplex.contains(&None));
        let shared = if direct { gjk.witness().into() } else { [Vec3::ZERO; 2] };
        let facet = if direct { FacetQuery::first(&epa, shared) } else { None };
        let tried_directly = direct && (curved || facet.is_some());
        if tried_directly {
            epa.options.max_iterations = epa.options.max_iterations.min(left - 1);
        }
        Self {
            epa,
            end: None,
            trial: None,
            taken: false,
            over_rim: None,
            refined: None,
            balls: None,
            proven: false,
            shared,
            facet,
            facet_proof: None,
            tried_directly,
            place: None,
            curved,
            lowered: false,
            due: FIRST_REFINEMENT,
            settled: Real::INFINITY,
            competing: 0,
            tried: [Vec3::ZERO; COMPETING_MINIMA],
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// Does what a phase is for.
    #[inline]
    pub(super) fn act(&mut self, phase: Phase) {
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
            Phase::Minimum => self.compete(),
            Phase::Gjk | Phase::Newton | Phase::OverDisc | Phase::Kink | Phase::Overlap | Phase::Conclusion => {}
        }
    }

    /// The points that carry the supporting plane of the depth, if a refinement or a disc found it.
    pub fn carriers(&self) -> Option<[Vertex; 3]> {
        let (points, normal) = self.place?;
        self.epa.best.filter(|best| best.normal == normal).map(|_| points)
    }

    /// Steps so far that count as iterations: the direct proof, and EPA's.
    pub fn steps(&self) -> u32 {
        self.epa.iterations + u32::from(self.tried_directly)
    }

    /// The points of A and B that hold the plane of the depth, if a refinement, a disc or a facet found it.
    pub fn contact(&self) -> Option<[Vec3; 2]> {
        if let Some(facet_proof) = self.facet_proof.filter(|facet_proof| facet_proof.proven) {
            return Some(facet_proof.points());
        }
        let corners = self.carriers()?;
        let best = self.epa.best?;
        Some(points_near(corners.each_ref(), best.normal * self.epa.upper))
    }

    /// Whether the balls leave no room for a shallower direction: what is wanting, and how near they must come.
    #[inline]
    pub fn balls_test(&self, balls: &InscribedBalls) -> Comparison<Real> {
        let depth = self.epa.upper;
        Comparison::at_most(depth - balls.depth(), closed(depth, self.epa.rounding()))
    }

    /// Whether the balls below the witness points leave no room for a shallower direction.
    fn try_balls(&mut self) {
        self.balls = None;
        let (Some(points), Some(best)) = (self.contact(), self.epa.best) else { return };
        let balls = InscribedBalls::below(&self.epa.cso, best.normal, points, self.epa.upper);
        self.balls = Some(balls);
        self.proven = self.balls_test(&balls).holds();
        if self.proven {
            self.epa.lower = self.epa.lower.max(balls.depth());
        }
    }

    /// Looks below one facet, and takes over what that proves.
    fn try_facet(&mut self) {
        let Some(query) = self.facet else { return };
        let found = query.probe(&mut self.epa);
        self.facet = query.next(&self.epa, &found, self.shared);
        self.facet_proof = Some(found);
        if found.proven {
            self.epa.best = Some(Best { normal: found.normal });
            self.epa.upper = self.epa.upper.min(found.height);
            self.epa.lower = self.epa.lower.max(found.clearance);
            self.proven = true;
        }
    }

    /// Before there is a polytope: the better of GJK's best normal and that of its simplex's nearest face.
    fn guess(&mut self) {
        if let [Some(a), Some(b), Some(c), Some(d)] = self.epa.simplex {
            let faces = [([a, b, c], d), ([a, b, d], c), ([a, c, d], b), ([b, c, d], a)];
            let outward = faces.map(|(corners, inner)| {
                let [p, q, r] = corners.map(|corner| corner.w);
                let normal = (q - p).cross(r - p).normalize_or(Vec3::X);
                let out = if normal.dot(inner.w - p) > 0.0 { -normal } else { normal };
                (out.dot(p), out)
            });
            let nearer = |best: (Real, Vec3), face: (Real, Vec3)| if face.0 < best.0 { face } else { best };
            let (_, nearest) = outward.into_iter().fold((Real::INFINITY, Vec3::X), nearer);
            self.epa.probe(nearest); // @guess
        }
        self.look_along_best(Purpose::First, None);
    }

    /// Bodies that are symmetric about a point are about as shallow on the other side, and may be shallower there.
    fn mirror(&mut self) {
        let Some(best) = self.epa.best else { return self.look_at(None) };
        let (n, before) = (-best.normal, self.epa.upper);
        self.epa.probe(n); // @mirror
        let lower = self.epa.upper < before;
        self.look_at(lower.then(|| Trial::new(Purpose::Mirror, &self.epa, n, None)));
    }

    /// One step of EPA, and whether what it found calls for a refinement.
    #[inline(always)]
    fn expand(&mut self) {
        if self.end.take().is_some() {
            // It had ended, and the upper bound has fallen since.
            self.epa.resume();
        }
        let flow = self.epa.step(); // @expand
        if let ControlFlow::Break(end) = flow {
            self.end = Some(end);
        }
        if self.curved {
            self.look_after_expansion();
        }
    }

    /// The refinement that an expansion, or EPA's end, calls for.
    fn look_after_expansion(&mut self) {
        let beaten = self.epa.upper < self.settled - self.epa.rounding();
        let purpose = match self.end {
            None if beaten && self.epa.iterations >= self.due => Purpose::Beaten,
            Some(Outcome::Converged) if beaten => Purpose::Met,
            Some(Outcome::Apart) => Purpose::Apart,
            _ => return self.look_at(None),
        };
        self.look_along_best(purpose, self.epa.iteration.closest.map(|closest| closest.face));
    }

    fn look_along_best(&mut self, purpose: Purpose, face: Option<u32>) {
        self.look_at(self.epa.best.map(|best| Trial::new(purpose, &self.epa, best.normal, face)));
    }

    /// The points that carry the best plane are corners of the polytope from its start.
    fn join(&mut self) {
        if let Some((carriers, normal)) = self.place {
            self.epa.adopt(normal, Real::INFINITY, &carriers); // @join
        }
    }
}
