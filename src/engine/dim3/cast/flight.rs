//! What the ray cast and conservative advancement share: how far B has come, what is proven of the first contact, and how a
//! search that has come to the surface of `A − B` is brought to its end.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::answer::Answer as Full;
use super::super::prelude::*;
use super::super::support::Ball;
use super::answer::{Outcome, Plane};
use super::gap::{Ask, Gap};
use super::options::Options;
use super::pair::Pair;
use super::path::{Motion, Path};
pub use crate::snapshot::cast::{Phase, Proof};

/// The surface as a search has reached it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where it is on the way: the best estimate.
    pub at: Real,
    /// `x` is not farther from `A − B` than this.
    pub off: Real,
    /// From A to B.
    pub normal: Vec3,
    /// The points of A, and of B at the start, that come nearest.
    pub witness: [Vec3; 2],
    /// Those of the cores.
    pub core: [Vec3; 2],
}

/// A ball that was tried for the upper bound: in `A − B`, balls included, about a place on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inner {
    /// The place.
    pub s: Real,
    /// The radius; not above 0 where there is none.
    pub radius: Real,
}

/// `A − B` in a plane that holds the way too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Unit normal of the plane; zero where `A − B` is not flat, or not in a plane with the way.
    pub normal: Vec3,
    /// Points of `A − B` on either side of the way: the segment between them crosses it.
    pub ends: [Vec3; 2],
}

/// How far B has come and what is proven. Places are lengths along the way of B's origin seen from A ([`Path`]).
#[derive(Clone, Debug)]
pub struct Flight<P: Pair> {
    /// The two bodies.
    pub pair: P,
    /// Where B goes.
    pub path: Path,
    /// How it is to be answered.
    pub options: Options,
    /// What the next step does.
    pub phase: Phase,
    /// How far B has come.
    pub s: Real,
    /// `x = r · t` there.
    pub x: Vec3,
    /// Both radii of the balls around the cores.
    pub margin: Real,
    /// Proven: no contact before this place.
    pub lower: Real,
    /// Proven: contact here or before; infinite while none is proven.
    pub upper: Real,
    /// What proved it.
    pub proof: Option<Proof>,
    /// The plane that moved B last; of a miss, what proves it.
    pub planes: [Option<Plane>; 2],
    /// `g`: how far the plane that was found last is from `x`, but for rounding.
    pub g: Real,
    /// Where B was before the last step moved it; as `s` where it did not.
    pub from: Real,
    /// The contact, once the search has come to it.
    pub contact: Option<Contact>,
    /// The last full answer.
    pub full: Option<Full>,
    /// The last ball that was tried.
    pub inner: Option<Inner>,
    /// Of bodies that may lie in one plane: what is known of it.
    pub flat: Option<Flat>,
    /// How far ahead the next probe looks.
    pub ahead: Real,
    /// On a miss, how far the bodies stay apart.
    pub gap: Option<Gap>,
    /// Steps so far.
    pub k: u32,
    probes: u32,
    resumed: u32,
    pub(super) refined: u32,
    memory: P::Memory,
    pub(super) ending: Option<Outcome>,
    outcome: Option<Outcome>,
}

/// A probe looks ahead by an eighth of what the one before did; after so many nothing is left of it.
const PROBES: u32 = if EPS < 1.0e-10 { 16 } else { 8 };

/// A stalled search is helped so often.
const RESUMED: u32 = 8;

impl<P: Pair> Flight<P> {
    /// At the start of the motion, which lasts `t_max`.
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        let margins = pair.margins();
        let path = Path::new(motion, options.t_max, pair.sizes());
        let outcome = (!path.is_sound()).then_some(Outcome::NotFinite);
        Self {
            path,
            options,
            phase: if path.is_still() { Phase::Judge } else { Phase::Search },
            s: 0.0,
            x: Vec3::ZERO,
            margin: margins[0] + margins[1],
            lower: 0.0,
            upper: Real::INFINITY,
            proof: None,
            planes: [None; 2],
            g: Real::NEG_INFINITY,
            from: 0.0,
            contact: None,
            full: None,
            inner: None,
            flat: None,
            ahead: 0.0,
            gap: None,
            k: 0,
            probes: 0,
            resumed: 0,
            refined: 0,
            memory: P::Memory::default(),
            ending: None,
            outcome,
            pair,
        }
    }

    /// The same with memory that was used before.
    #[must_use]
    pub fn with(mut self, memory: P::Memory) -> Self {
        self.memory = memory;
        self
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What rounding may do where B is.
    pub fn rounding(&self) -> Real {
        self.path.rounding(self.s)
    }

    /// How wide the bracket may be by what was asked alone, along the way; 0 while no contact is proven.
    pub fn asked(&self) -> Real {
        if self.upper < Real::INFINITY { self.options.relative * self.upper } else { 0.0 }
    }

    /// How wide the bracket may be, along the way: what was asked for, and what rounding adds to both its bounds.
    pub fn wanted(&self) -> Real {
        let normal = self.planes[0].map_or(1.0, |plane| -plane.normal.dot(self.path.along));
        self.asked().max(6.0 * self.rounding() / normal.max(EPS))
    }

    /// Whether the bounds are so near.
    pub fn by_bracket(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.lower, self.wanted())
    }

    /// Whether it is proven that there is no contact before the motion ends.
    pub fn by_end(&self) -> Comparison<Real> {
        self.path.ends_before(self.lower)
    }

    /// `k ≥ limit`
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }

    /// Takes an upper bound that was proven.
    pub(super) fn bound(&mut self, s: Real, proof: Proof) {
        if s < self.upper {
            (self.upper, self.proof) = (s.max(self.lower), Some(proof));
        }
    }

    /// Moves B on to a plane that keeps `A − B` away from it by `g`, more than `least`, or ends on one that B leaves, if `g` is
    /// proven but for `rounding`.
    pub(super) fn clip(&mut self, plane: Plane, g: Real, [least, rounding]: [Real; 2]) -> ControlFlow<Outcome> {
        self.from = self.s;
        let w = plane.normal.dot(self.path.along);
        if !(g > least) {
            return Continue(());
        }
        if w < 0.0 {
            self.planes = [Some(plane), None];
            self.lower = self.lower.max(self.path.clear_until(plane.offset, w));
            self.s = (self.s + g / -w).min(self.path.length.max(self.s)); // @clip
            self.x = self.path.at(self.s);
            return if self.by_end().holds() { Break(Outcome::TooLate) } else { Continue(()) };
        }
        // Where the plane before has led to, this one separates already, and from then on the more.
        if g - w * (self.s - self.lower).max(0.0) > rounding {
            self.planes = [self.planes[0].filter(|_| self.s > 0.0), Some(plane)];
            return Break(if self.s > 0.0 { Outcome::PassesBy } else { Outcome::MovesApart }); // @miss
        }
        Continue(())
    }

    /// The search is over: what is left to be done.
    pub(super) fn hand_over(&mut self, ending: ControlFlow<Outcome>) {
        self.phase = match ending {
            Continue(()) if self.s == 0.0 && self.full.is_none() => Phase::Judge,
            Continue(()) if self.by_bracket().holds() => Phase::Conclusion,
            Continue(()) => Phase::Balls,
            Break(outcome) => {
                self.ending = Some(outcome);
                if outcome.hit() == Some(false) && self.options.measure { Phase::Gap } else { Phase::Conclusion }
            }
        };
    }

    /// The full answer where B is: moves B on as far as its plane proves free, or finds contact.
    pub(super) fn judge(&mut self) -> ControlFlow<Outcome> {
        let full = self.pair.full(self.x, &mut self.memory); // @judge
        self.full = Some(full);
        let Some(normal) = full.normal else { return Break(Outcome::NotFinite) };
        let witness = [full.witness_a, full.witness_b - self.x];
        let slope = -normal.dot(self.path.along).min(-EPS);
        let at = self.s + full.signed_distance.unwrap_or(0.0).max(0.0) / slope;
        let off = (full.witness_a - full.witness_b).length() + self.rounding();
        let [of_a, of_b] = self.pair.margins();
        let core = [witness[0] - normal * of_a, witness[1] + normal * of_b];
        self.contact = Some(Contact { at, off, normal, witness, core });
        if self.path.is_still() || self.s == 0.0 && full.lower <= 0.0 {
            self.g = Real::NEG_INFINITY;
            return self.at_start(&full, normal); // @start
        }
        if full.upper < 0.0 {
            self.bound(self.s, Proof::Overlap);
        }
        // The plane is looked for again, since that is known better than the distance.
        let offset = self.pair.height(normal);
        self.g = normal.dot(self.x) - offset;
        self.clip(Plane { normal, offset }, self.g, [0.0, self.rounding()])
    }

    /// The step in which the full answer judges or helps. Whether the search goes on.
    pub(super) fn ask(&mut self) -> bool {
        self.from = self.s;
        self.k += 1;
        let (at, ending) = (self.s, self.judge());
        let goes_on = ending.is_continue() && self.s > at && self.resumed < RESUMED;
        self.resumed += 1;
        match goes_on {
            true => self.phase = Phase::Search,
            false if ending.is_continue() && self.is_held_apart() => self.hand_over(Break(Outcome::Stalled)),
            false => self.hand_over(ending),
        }
        goes_on
    }

    /// One step of a phase after the search.
    pub(super) fn finish(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if self.phase == Phase::Judge {
            self.ask();
            return Continue(());
        }
        self.from = self.s;
        self.k += 1;
        match self.phase {
            Phase::Search | Phase::Judge => {}
            Phase::Refine => self.refine(),
            Phase::Balls => self.balls(),
            Phase::Flat => self.cross(), // @cross
            Phase::Probe => self.probe(),
            Phase::Gap => {
                if !self.measure() {
                    self.phase = Phase::Conclusion;
                }
            }
            Phase::Conclusion => {
                let outcome = self.conclude();
                self.outcome = Some(outcome); // @end
                return Break(outcome);
            }
        }
        Continue(())
    }

    /// One query for the gap. False if no other would help.
    fn measure(&mut self) -> bool {
        let (mut gap, path) = (self.gap.unwrap_or_default(), self.path);
        let Some(ask) = gap.next(&path) else { return false };
        let full = match ask {
            Ask::Swept => self.pair.gap(path.at(path.length)), // @gap
            Ask::At(s) => self.pair.full(path.at(s), &mut self.memory),
        };
        gap.take(ask, &full, &path, |n| self.pair.height(n));
        self.gap = Some(gap);
        gap.next(&path).is_some()
    }

    /// All between a point of `A − B` no farther from `x` than `off` and a ball inside, about a place farther on, is in `A − B`:
    /// a point at the share `f` of the way has a ball of `f · radius` around it, and is no farther from the path than
    /// `(1 − f) · off`.
    fn homothety(&mut self, inner: Inner, proof: Proof) {
        self.inner = Some(inner);
        let off = self.contact.map_or(0.0, |contact| contact.off);
        if inner.radius > 0.0 && inner.s > self.s {
            self.bound(self.s + (inner.s - self.s) * (off / (off + inner.radius)), proof);
        }
    }

    /// The upper bound by balls inside the bodies, which touch where the bodies meet.
    fn balls(&mut self) {
        if let Some(contact) = self.contact {
            let Ball { center, radius } = self.pair.ball(contact.normal, contact.core); // @balls
            let s = center.dot(self.path.along);
            let aside = (center - self.path.at(s)).length();
            let radius = radius + self.margin - aside - self.path.rounding(s.max(0.0));
            self.homothety(Inner { s, radius }, Proof::Balls);
        }
        self.ahead = 0.125 * self.pair.sizes().bounding_radius();
        self.phase = match self.by_bracket().holds() {
            true => Phase::Conclusion,
            false if self.may_be_flat() => Phase::Flat,
            false => Phase::Probe,
        };
    }

    /// The upper bound by the full answer a little farther on.
    fn probe(&mut self) {
        let s = self.s + self.ahead;
        let full = self.pair.full(self.path.at(s), &mut self.memory); // @probe
        self.full = Some(full);
        self.homothety(Inner { s, radius: -full.upper }, Proof::Overlap);
        self.ahead *= 0.125;
        self.probes += 1;
        let done = self.by_bracket().holds() || self.probes >= PROBES;
        self.phase = if done { Phase::Conclusion } else { Phase::Probe };
    }

    /// What has been proven in the end.
    fn conclude(&self) -> Outcome {
        let meets = self.path.not_before(self.upper) <= self.path.t_max;
        match self.ending {
            Some(Outcome::Stalled | Outcome::IterationLimit) if self.upper < Real::INFINITY && meets => Outcome::Hit,
            Some(ending) => ending,
            None if meets => Outcome::Hit,
            None => Outcome::Grazing,
        }
    }

    /// How much of the motion's length rounding may be, near the end of a search.
    pub(super) fn is_at_end(&self) -> bool {
        self.s >= self.path.length
    }

    /// What the search allows itself to be off by where B is.
    pub(super) fn dot_rounding(&self) -> Real {
        self.path.dot_rounding(self.s)
    }
}
