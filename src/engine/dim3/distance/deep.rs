//! The deep branch: EPA finds where the depth is, Newton says how much it is.
//!
//! EPA alone ends exactly on polytopes, and creeps on curved shapes: every halving of the normal's error costs a ring of
//! faces. So at once, and after a few expansions, the best normal is polished, and the points that carry the polished plane are put
//! into the polytope: EPA's upper bound is then final, and what remains is the proof that no other direction is
//! shallower, for which a coarse polytope is enough.

use std::ops::ControlFlow;

use super::super::epa::{Best, Buffers, Entry, Epa, Outcome, points_near};
use super::super::gjk::Gjk;
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::{Feature, Support, Vertex};
use super::Options;
use super::facet_proof::{Sunk, below_walls};
use super::inscribed_balls::{Balls, closed};
use super::newton::{Polished, polish};

/// Expansions before the first polish: enough for the polytope to know where the depth is.
const FIRST_POLISH: u32 = 4;

/// Expansions between failed polishes.
const RETRY: u32 = 3;

/// Polishes from other faces, at the end, in search of a shallower place within the bracket.
const RIVALS: usize = 6;

/// How far a disc's normal is tilted for a start on its rim, in radians.
const OVER_THE_RIM: Real = 0.00390625;

/// Faces whose normal is nearer than this (cosine) to a polished one belong to its place.
const SAME_PLACE: Real = 0.9985;

/// EPA with polish, as a stepper: one expansion a step, with the polish that it may give rise to.
#[derive(Clone, Debug)]
pub struct Deep<A, B> {
    /// The polytope and its bounds.
    pub epa: Epa<A, B>,
    /// The last polish that succeeded.
    pub polished: Option<Polished>,
    /// Whether the last step polished.
    pub polished_now: bool,
    /// The balls below the witness points, since the depth was last polished.
    pub balls: Option<Balls>,
    /// Whether they, or a wall, prove the depth.
    pub proven: bool,
    /// GJK's nearest points, which are one where the origin is in its simplex.
    pub shared: [Vec3; 2],
    /// The last point that was looked at below a wall.
    pub sunk: Option<Sunk>,
    /// Whether a step looked for a depth that can be proven without a polytope: the first, where a core is curved, or has
    /// walls and GJK's simplex has no volume. In a tetrahedron of polytopes EPA is as quick.
    pub dived: bool,
    curved: bool,
    /// Steps that may be taken.
    left: u32,
    /// The step from which a polish is due.
    due: u32,
    /// `upper` after the last polish.
    settled: Real,
    /// The points that carry the plane of the last polish, or of the last disc.
    place: Option<([Vertex; 3], Vec3)>,
    rivals: usize,
    tried: [Vec3; RIVALS],
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
            polished: None,
            polished_now: false,
            balls: None,
            proven: false,
            shared: gjk.witness().into(),
            sunk: None,
            dived: false,
            curved,
            left,
            due: FIRST_POLISH,
            settled: Real::INFINITY,
            place: None,
            rivals: 0,
            tried: [Vec3::ZERO; RIVALS],
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// The points that carry the supporting plane of the depth, if a polish or a disc found it.
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
                self.try_polish_near((n + way * OVER_THE_RIM).normalize(), near, 0.0);
            }
        }
        found
    }

    /// Steps so far: the dive, and EPA's.
    pub fn steps(&self) -> u32 {
        self.epa.iterations + u32::from(self.dived)
    }

    /// The points of A and B that hold the plane of the depth, if a polish, a disc or a wall found it.
    pub fn contact(&self) -> Option<[Vec3; 2]> {
        if let Some(sunk) = self.sunk.filter(|sunk| sunk.proven) {
            return Some(sunk.points());
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
        let balls = Balls::below(&self.epa.cso, best.normal, points, depth);
        let least = balls.depth();
        self.balls = Some(balls);
        self.proven = depth - least <= self.closed();
        if self.proven {
            self.epa.lower = self.epa.lower.max(least);
        }
        self.proven
    }

    /// Before there is a polytope: looks for a depth that can be proven without one.
    fn dive(&mut self) -> bool {
        self.sunk = below_walls(&mut self.epa, self.shared);
        self.dived = self.curved || self.sunk.is_some();
        let cap = &mut self.epa.options.max_iterations;
        *cap = (*cap).min(self.left - u32::from(self.dived));
        match self.sunk {
            Some(sunk) if sunk.proven => {
                self.prove(&sunk);
                true
            }
            _ => self.curved && self.polish_first(),
        }
    }

    /// Takes over what a wall proves.
    fn prove(&mut self, sunk: &Sunk) {
        self.epa.best = Some(Best { normal: sunk.normal });
        self.epa.upper = self.epa.upper.min(sunk.height);
        self.epa.lower = self.epa.lower.max(sunk.clearance);
        self.proven = true;
    }

    /// Before there is a polytope: the better of GJK's best normal and that of its simplex's nearest face, polished. Says
    /// whether that is proven to be the depth.
    fn polish_first(&mut self) -> bool {
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
        self.try_polish_near(best.normal, simplex.iter().flatten().map(Vertex::features), self.epa.grain());
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
        self.try_polish(n, None, self.epa.grain());
        self.is_proven()
    }

    /// Polishes `normal`, and lets EPA know of what comes out, unless it is more than `above` the upper bound.
    fn try_polish(&mut self, normal: Vec3, face: Option<u32>, above: Real) -> bool {
        let polytope = &self.epa.buffers.polytope;
        let corners = face.map(|f| polytope.faces[f as usize].corner.map(|c| polytope.vertices[c as usize].features()));
        self.try_polish_near(normal, corners.into_iter().flatten(), above)
    }

    fn try_polish_near(&mut self, normal: Vec3, near: impl Iterator<Item = [Feature; 2]>, above: Real) -> bool {
        let Some(polished) = polish(&self.epa.cso, normal, near, self.epa.grain()) else {
            return false;
        };
        if polished.height > self.epa.upper + above {
            return false;
        }
        self.epa.adopt(polished.normal, polished.height, &polished.carriers[..polished.count]);
        self.settled = if polished.settled { self.epa.upper } else { Real::INFINITY };
        self.place = Some((polished.carriers, polished.normal));
        self.polished = Some(polished);
        self.polished_now = true;
        true
    }

    fn after_expansion(&mut self) -> bool {
        let beaten = self.epa.upper < self.settled - self.epa.grain();
        if self.epa.iterations < self.due || !beaten {
            return false;
        }
        let Some(best) = self.epa.best else { return false };
        let disc = self.try_discs(best.normal);
        let polished = self.try_polish(best.normal, self.epa.turn.closest, self.epa.grain());
        if !polished || self.settled == Real::INFINITY {
            self.due = self.epa.iterations + RETRY;
        }
        (disc || polished) && self.is_proven()
    }

    /// The face nearest the origin that is away from the place found and from those tried, and its normal.
    fn rival(&self) -> Option<(u32, Vec3)> {
        let (tried, place) = (&self.tried[..self.rivals], self.epa.best.map_or(Vec3::ZERO, |best| best.normal));
        let is_new = |n: Vec3| n.dot(place) < SAME_PLACE && tried.iter().all(|t| n.dot(*t) < SAME_PLACE);
        let mut nearest = Entry { distance: self.epa.upper - self.epa.grain(), face: 0 };
        let mut found = None;
        // The face that was taken last is in the queue no more.
        let Buffers { polytope, queue, .. } = &*self.epa.buffers;
        let last = self.epa.turn.closest.map(|face| Entry { distance: polytope.faces[face as usize].distance, face });
        for entry in last.iter().chain(queue.iter()) {
            let face = &polytope.faces[entry.face as usize];
            if entry.before(&nearest) && !face.deleted && is_new(face.normal) {
                (nearest, found) = (*entry, Some((entry.face, face.normal)));
            }
        }
        found
    }

    /// Within the bracket another place may still be a little shallower: polishes from the faces that are nearest,
    /// away from the place already found. Says whether one was.
    fn rival_found(&mut self) -> bool {
        while self.rivals < RIVALS {
            let Some((index, normal)) = self.rival() else { return false };
            let before = self.epa.upper;
            self.tried[self.rivals] = normal;
            self.rivals += 1;
            self.try_discs(normal);
            self.try_polish(normal, Some(index), -self.epa.grain());
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
        self.polished_now = false;
        self.balls = None;
        let fresh = !self.dived && self.epa.iterations == 0 && self.left > 0;
        if fresh && (self.curved || self.epa.simplex.contains(&None)) {
            if self.dive() {
                return ControlFlow::Break(Outcome::Converged);
            }
            if self.dived {
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
                    self.try_polish(best.normal, self.epa.turn.closest, self.epa.grain());
                }
                if self.rival_found() {
                    self.epa.resume();
                    return ControlFlow::Continue(());
                }
                flow
            }
            ControlFlow::Break(Outcome::Apart) => {
                // Of cores that are apart there is but one minimum, and the plane between them is near it.
                if let Some(best) = self.epa.best {
                    self.try_discs(best.normal);
                    self.try_polish(best.normal, self.epa.turn.closest, self.epa.grain());
                }
                flow
            }
            ControlFlow::Break(_) => flow,
        }
    }
}
