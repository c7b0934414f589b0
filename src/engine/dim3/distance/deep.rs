//! The deep branch: EPA finds where the depth is, Newton says how much it is.
//!
//! EPA alone ends exactly on polytopes, and creeps on curved shapes: every halving of the normal's error costs a ring of
//! faces. So at once, and after a few expansions, the best normal is refined, and the points that carry the refined plane are put
//! into the polytope: EPA's upper bound is then final, and what remains is the proof that no other direction is
//! shallower, for which a coarse polytope is enough.

use std::ops::ControlFlow;

use super::super::epa::{Best, Buffers, Entry, Epa, Outcome, points_near};
use super::super::gjk::Gjk;
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::{Feature, Support, Vertex};
use super::Options;
use super::facet_proof::{FacetProof, below_facets};
use super::inscribed_balls::{InscribedBalls, closed};
use super::newton::{Refined, refine};

/// Expansions before the first refinement: enough for the polytope to know where the depth is.
const FIRST_REFINEMENT: u32 = 4;

/// Expansions between failed refinements.
const RETRY: u32 = 3;

/// Polishes from other faces, at the end, in search of a shallower place within the bracket.
const COMPETING_MINIMA: usize = 6;

/// How far a disc's normal is tilted for a start on its rim, in radians.
const OVER_THE_RIM: Real = 0.00390625;

/// Faces whose normal is nearer than this (cosine) to a refined one belong to its place.
const SAME_MINIMUM: Real = 0.9985;

/// EPA with refinement, as a stepper: one expansion a step, with the refinement that it may give rise to.
#[derive(Clone, Debug)]
pub struct Deep<A, B> {
    /// The polytope and its bounds.
    pub epa: Epa<A, B>,
    /// The last refinement that succeeded.
    pub refined: Option<Refined>,
    /// Whether the last step refined.
    pub refined_now: bool,
    /// The balls below the witness points, since the depth was last refined.
    pub balls: Option<InscribedBalls>,
    /// Whether they, or a facet, prove the depth.
    pub proven: bool,
    /// GJK's nearest points, which are one where the origin is in its simplex.
    pub shared: [Vec3; 2],
    /// The last point that was looked at below a facet.
    pub facet_proof: Option<FacetProof>,
    /// Whether a step looked for a depth that can be proven without a polytope: the first, where a core is curved, or has
    /// facets and GJK's simplex has no volume. In a tetrahedron of polytopes EPA is as quick.
    pub tried_directly: bool,
    curved: bool,
    /// Steps that may be taken.
    left: u32,
    /// The step from which a refinement is due.
    due: u32,
    /// `upper` after the last refinement.
    settled: Real,
    /// The points that carry the plane of the last refinement, or of the last disc.
    place: Option<([Vertex; 3], Vec3)>,
    competing: usize,
    tried: [Vec3; COMPETING_MINIMA],
}

impl<A: Support + Clone, B: Support + Clone> Deep<A, B> {
    /// Ready to go on from where `gjk` found an overlap, with as much proof as is asked for.
    #[inline(always)]
    pub fn new(gjk: &Gjk<A, B>, options: &Options, buffers: Box<Buffers>) -> Self {
        let mut simplex = [None; 4];
        for (slot, i) in simplex.iter_mut().zip(members(gjk.filled)) {
            *slot = Some(gjk.simplex[i]);
        }
        let curved = gjk.cso.is_curved();
        let left = options.max_iterations.saturating_sub(gjk.k);
        let mut epa = Epa::new(gjk.cso.clone(), simplex, options.of_epa(curved, left), buffers);
        if gjk.k > 0 {
            // GJK's best plane is a bound already, and near contact it is a good one.
            epa.bound(gjk.n, -gjk.mu);
        }
        Self {
            epa,
            refined: None,
            refined_now: false,
            balls: None,
            proven: false,
            shared: gjk.witness().into(),
            facet_proof: None,
            tried_directly: false,
            curved,
            left,
            due: FIRST_REFINEMENT,
            settled: Real::INFINITY,
            place: None,
            competing: 0,
            tried: [Vec3::ZERO; COMPETING_MINIMA],
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// The points that carry the supporting plane of the depth, if a refinement or a disc found it.
    pub fn carriers(&self) -> Option<[Vertex; 3]> {
        let (points, normal) = self.place?;
        self.epa.best.filter(|best| best.normal == normal).map(|_| points)
    }

    /// The flat discs of A and of B that look along `normal`: where the depth lies on one, `h` has a point there that no
    /// smooth model describes, and the disc's own normal is exact. Says whether one lowered the upper bound.
    fn try_discs(&mut self, normal: Vec3) -> bool {
        let cso = &self.epa.cso;
        let to_pair = cso.rotation;
        let a = cso.a.disc(normal).map(|disc| (disc.normal, disc));
        let b = cso.b.disc(to_pair.transpose() * -normal).map(|disc| (-(to_pair * disc.normal), disc));
        let mut found = false;
        for (on_a, candidate) in [(true, a), (false, b)] {
            let Some((n, disc)) = candidate else { continue };
            let before = self.epa.upper;
            let held = self.epa.probe(n);
            if self.epa.upper >= before {
                continue;
            }
            let height = self.epa.upper;
            let cso = &self.epa.cso;
            let (carriers, beyond) = if on_a {
                let wanted = n * height + held.b;
                (disc.around(wanted).map(|p| Vertex { a: p, w: p - held.b, ..held }), disc.beyond(wanted))
            } else {
                let wanted = cso.to_b(held.a - n * height);
                let points = disc.around(wanted).map(|p| cso.from_b(p));
                let beyond = disc.beyond(wanted).map(|way| cso.rotation * -way);
                (points.map(|p| Vertex { b: p, w: held.a - p, ..held }), beyond)
            };
            self.epa.adopt(n, height, &carriers);
            self.place = Some((carriers, n));
            self.settled = height;
            found = true;
            if let Some(way) = beyond {
                // The depth is not on the disc, but over its rim.
                let near = std::iter::once(held.features());
                self.try_refine_near((n + way * OVER_THE_RIM).normalize(), near, 0.0);
            }
        }
        found
    }

    /// Steps so far: the direct proof, and EPA's.
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

    /// How near to the depth the balls must come to prove it.
    pub fn closed(&self) -> Real {
        closed(self.epa.upper, self.epa.grain())
    }

    /// Whether the balls below the witness points leave no room for a shallower direction.
    fn is_proven(&mut self) -> bool {
        let (Some(points), Some(best)) = (self.contact(), self.epa.best) else { return false };
        let depth = self.epa.upper;
        let balls = InscribedBalls::below(&self.epa.cso, best.normal, points, depth);
        let least = balls.depth();
        self.balls = Some(balls);
        self.proven = depth - least <= self.closed();
        if self.proven {
            self.epa.lower = self.epa.lower.max(least);
        }
        self.proven
    }

    /// Before there is a polytope: looks for a depth that can be proven without one.
    fn prove_directly(&mut self) -> bool {
        self.facet_proof = below_facets(&mut self.epa, self.shared);
        self.tried_directly = self.curved || self.facet_proof.is_some();
        let cap = &mut self.epa.options.max_iterations;
        *cap = (*cap).min(self.left - u32::from(self.tried_directly));
        match self.facet_proof {
            Some(facet_proof) if facet_proof.proven => {
                self.prove(&facet_proof);
                true
            }
            _ => self.curved && self.refine_first(),
        }
    }

    /// Takes over what a facet proves.
    fn prove(&mut self, facet_proof: &FacetProof) {
        self.epa.best = Some(Best { normal: facet_proof.normal });
        self.epa.upper = self.epa.upper.min(facet_proof.height);
        self.epa.lower = self.epa.lower.max(facet_proof.clearance);
        self.proven = true;
    }

    /// Before there is a polytope: the better of GJK's best normal and that of its simplex's nearest face, refined. Says
    /// whether that is proven to be the depth.
    fn refine_first(&mut self) -> bool {
        let simplex = self.epa.simplex;
        if let [Some(a), Some(b), Some(c), Some(d)] = simplex {
            let faces = [([a, b, c], d), ([a, b, d], c), ([a, c, d], b), ([b, c, d], a)];
            let outward = faces.map(|(corners, inner)| {
                let [p, q, r] = corners.map(|corner| corner.w);
                let normal = (q - p).cross(r - p).normalize_or(Vec3::X);
                let out = if normal.dot(inner.w - p) > 0.0 { -normal } else { normal };
                (out.dot(p), out)
            });
            let nearer = |best: (Real, Vec3), face: (Real, Vec3)| if face.0 < best.0 { face } else { best };
            let (_, nearest) = outward.into_iter().fold((Real::INFINITY, Vec3::X), nearer);
            self.epa.probe(nearest);
        }
        let Some(best) = self.epa.best else { return false };
        self.try_discs(best.normal);
        self.try_refine_near(best.normal, simplex.iter().flatten().map(Vertex::features), self.epa.grain());
        self.is_proven() || self.mirror()
    }

    /// Bodies that are symmetric about a point are about as shallow on the other side, and may be shallower there. Says
    /// whether that is proven to be the depth.
    fn mirror(&mut self) -> bool {
        let Some(best) = self.epa.best else { return false };
        let (n, before) = (-best.normal, self.epa.upper);
        self.epa.probe(n);
        if self.epa.upper >= before {
            return false;
        }
        self.try_discs(n);
        self.try_refine(n, None, self.epa.grain());
        self.is_proven()
    }

    /// Polishes `normal`, and lets EPA know of what comes out, unless it is more than `above` the upper bound.
    fn try_refine(&mut self, normal: Vec3, face: Option<u32>, above: Real) -> bool {
        let polytope = &self.epa.buffers.polytope;
        let corners = face.map(|f| polytope.faces[f as usize].corner.map(|c| polytope.vertices[c as usize].features()));
        self.try_refine_near(normal, corners.into_iter().flatten(), above)
    }

    fn try_refine_near(&mut self, normal: Vec3, near: impl Iterator<Item = [Feature; 2]>, above: Real) -> bool {
        let Some(refined) = refine(&self.epa.cso, normal, near, self.epa.grain()) else {
            return false;
        };
        if refined.height > self.epa.upper + above {
            return false;
        }
        self.epa.adopt(refined.normal, refined.height, &refined.carriers[..refined.count]);
        self.settled = if refined.settled { self.epa.upper } else { Real::INFINITY };
        self.place = Some((refined.carriers, refined.normal));
        self.refined = Some(refined);
        self.refined_now = true;
        true
    }

    fn after_expansion(&mut self) -> bool {
        let beaten = self.epa.upper < self.settled - self.epa.grain();
        if self.epa.iterations < self.due || !beaten {
            return false;
        }
        let Some(best) = self.epa.best else { return false };
        let disc = self.try_discs(best.normal);
        let refined = self.try_refine(best.normal, self.epa.iteration.closest, self.epa.grain());
        if !refined || self.settled == Real::INFINITY {
            self.due = self.epa.iterations + RETRY;
        }
        (disc || refined) && self.is_proven()
    }

    /// The face nearest the origin that is away from the place found and from those tried, and its normal.
    fn competing_minimum(&self) -> Option<(u32, Vec3)> {
        let (tried, place) = (&self.tried[..self.competing], self.epa.best.map_or(Vec3::ZERO, |best| best.normal));
        let is_new = |n: Vec3| n.dot(place) < SAME_MINIMUM && tried.iter().all(|t| n.dot(*t) < SAME_MINIMUM);
        let mut nearest = Entry { distance: self.epa.upper - self.epa.grain(), face: 0 };
        let mut found = None;
        // The face that was taken last is in the queue no more.
        let Buffers { polytope, queue, .. } = &*self.epa.buffers;
        let last =
            self.epa.iteration.closest.map(|face| Entry { distance: polytope.faces[face as usize].distance, face });
        for entry in last.iter().chain(queue.iter()) {
            let face = &polytope.faces[entry.face as usize];
            if entry.before(&nearest) && !face.deleted && is_new(face.normal) {
                (nearest, found) = (*entry, Some((entry.face, face.normal)));
            }
        }
        found
    }

    /// Within the bracket another place may still be a little shallower: refinements from the faces that are nearest,
    /// away from the place already found. Says whether one was.
    fn competing_minimum_found(&mut self) -> bool {
        while self.competing < COMPETING_MINIMA {
            let Some((index, normal)) = self.competing_minimum() else { return false };
            let before = self.epa.upper;
            self.tried[self.competing] = normal;
            self.competing += 1;
            self.try_discs(normal);
            self.try_refine(normal, Some(index), -self.epa.grain());
            if self.epa.upper < before - self.epa.grain() {
                return true;
            }
        }
        false
    }
}

impl<A: Support, B: Support> Stepper for Deep<A, B> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        self.refined_now = false;
        self.balls = None;
        let fresh = !self.tried_directly && self.epa.iterations == 0 && self.left > 0;
        if fresh && (self.curved || self.epa.simplex.contains(&None)) {
            if self.prove_directly() {
                return ControlFlow::Break(Outcome::Converged);
            }
            if self.tried_directly {
                return ControlFlow::Continue(());
            }
        }
        let seeded = !self.epa.buffers.polytope.faces.is_empty();
        let flow = self.epa.step();
        if !self.curved {
            return flow;
        }
        match flow {
            ControlFlow::Continue(()) => {
                if !seeded && let Some((carriers, normal)) = self.place {
                    self.epa.adopt(normal, Real::INFINITY, &carriers);
                }
                if self.after_expansion() {
                    return ControlFlow::Break(Outcome::Converged);
                }
                ControlFlow::Continue(())
            }
            ControlFlow::Break(Outcome::Converged) => {
                if let Some(best) = self.epa.best.filter(|_| self.epa.upper < self.settled - self.epa.grain()) {
                    self.try_discs(best.normal);
                    self.try_refine(best.normal, self.epa.iteration.closest, self.epa.grain());
                }
                if self.competing_minimum_found() {
                    self.epa.resume();
                    return ControlFlow::Continue(());
                }
                flow
            }
            ControlFlow::Break(Outcome::Apart) => {
                // Of cores that are apart there is but one minimum, and the plane between them is near it.
                if let Some(best) = self.epa.best {
                    self.try_discs(best.normal);
                    self.try_refine(best.normal, self.epa.iteration.closest, self.epa.grain());
                }
                flow
            }
            ControlFlow::Break(_) => flow,
        }
    }
}
