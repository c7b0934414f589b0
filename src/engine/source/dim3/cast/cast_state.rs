//! State that the ray cast and conservative advancement share: the position of B, the proven bounds of the first
//! contact, and the phases after a search has reached the surface of `A − B`.
//!
//! Symbols, as in `listing.txt` of both: `r` velocity of B relative to A, `x` vector by which B has moved, `s` its
//! length, `g` gap of a plane, `k` number of steps. A comment `// @name` marks the line of that listing which the
//! statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::answer::{Outcome, Plane};
use super::contact::{Contact, Flat, InnerBall};
use super::gap::{Gap, Query};
use super::head_start::HeadStart;
use super::motion::Motion;
use super::options::Options;
use super::pair::Pair;
use super::path::Path;
use crate::dim3::answer::Answer as DistanceAnswer;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::Ball;
pub use contact_lens_model::snapshot::cast::{Phase, Proof};

/// Limit on probes, distance queries that search an overlap beyond the contact: with [`PROBE_FACTOR`], a further one
/// would be nearer to the contact than the rounding error.
const MAX_PROBES: u32 = if EPS < 1.0e-10 { 16 } else { 8 };

/// Length from the contact to the first probe as a fraction of the bounding radius, and to each further probe as a
/// fraction of the length before it. A larger one needs more probes; a smaller one may skip the best length.
const PROBE_FACTOR: Real = 0.125;

/// Least width of a converged bracket, in rounding errors of a plane: chosen with a margin above the errors of both
/// bounds.
const BRACKET_ROUNDING: Real = 6.0;

/// Limit on the number of times that a distance query restarts a stalled search. Each restart has moved B forward; the
/// limit bounds the queries of a search that rounding stalls again and again.
const MAX_RESTARTS: u32 = 8;

/// State of a cast: position of B and proven bounds. Positions are lengths along the path of B's origin relative to A
/// ([`Path`]).
#[derive(Clone, Debug)]
pub struct CastState<P: Pair> {
    /// Bodies A and B.
    pub pair: P,
    /// Path of B relative to A.
    pub path: Path,
    /// Options of the cast.
    pub options: Options,
    /// Phase of the next step.
    pub phase: Phase,
    /// Position of B along the path.
    pub s: Real,
    /// `x = r · t` at `s`.
    pub x: Vec3,
    /// Sum of both margins.
    pub margin: Real,
    /// Proven: no contact before this position along the path.
    pub lower: Real,
    /// Proven: contact at this position or before; infinite while none is proven.
    pub upper: Real,
    /// Proof of `upper`; `None` while no contact is proven.
    pub proof: Option<Proof>,
    /// The plane that moved B last; on a miss, the planes that prove it, as in
    /// [`Answer::planes`](super::Answer::planes).
    pub planes: [Option<Plane>; 2],
    /// `g`: signed distance from the last plane to `x`, without a bound of its rounding error.
    pub g: Real,
    /// Position of B along the path before the last step.
    pub s_before: Real,
    /// Contact; `None` until the search reaches it.
    pub contact: Option<Contact>,
    /// Answer of the last distance query of A and B; `None` before the first.
    pub distance: Option<DistanceAnswer>,
    /// Last ball inside `A − B` that was tested for the upper bound.
    pub inner: Option<InnerBall>,
    /// Plane of a flat `A − B` and the path; `None` until [`Phase::Flat`] finds one.
    pub flat: Option<Flat>,
    /// Length from `s` to the position of the next probe.
    pub ahead: Real,
    /// Gap between the bodies over the whole motion, on a miss.
    pub gap: Option<Gap>,
    /// Number of steps of the search so far.
    pub k: u32,
    /// Number of probes so far.
    probes: u32,
    /// Number of restarts of a stalled search.
    restarts: u32,
    /// Number of distance queries at the surface.
    pub(super) refinements: u32,
    /// Buffers of distance queries.
    memory: P::Memory,
    /// Outcome that ended the search; `None` if the search reached the surface or still runs.
    pub(super) ending: Option<Outcome>,
    /// Outcome of the cast; `None` while it runs.
    outcome: Option<Outcome>,
}

impl<P: Pair> CastState<P> {
    /// State at the start of a motion that lasts [`Options::t_max`] seconds.
    pub fn new(mut pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        let margins = pair.margins();
        let motion = motion.into();
        let mut sizes = pair.sizes();
        let mut start = HeadStart::NONE;
        if let Some((covered, origin)) = HeadStart::for_motion(&motion, options.t_max, &sizes) {
            start = covered;
            pair.place(origin);
            sizes = pair.sizes();
        }
        let path = Path::after(start, motion, options.t_max, sizes);
        let outcome = (!path.is_usable()).then_some(Outcome::NotFinite);
        Self {
            path,
            options,
            phase: if path.is_still() { Phase::Query } else { Phase::Search },
            s: 0.0,
            x: Vec3::ZERO,
            margin: margins[0] + margins[1],
            lower: 0.0,
            upper: Real::INFINITY,
            proof: None,
            planes: [None; 2],
            g: Real::NEG_INFINITY,
            s_before: 0.0,
            contact: None,
            distance: None,
            inner: None,
            flat: None,
            ahead: 0.0,
            gap: None,
            k: 0,
            probes: 0,
            restarts: 0,
            refinements: 0,
            memory: P::Memory::default(),
            ending: None,
            outcome,
            pair,
        }
    }

    /// Reuses the buffers of an earlier cast.
    #[must_use]
    pub fn with_memory(mut self, memory: P::Memory) -> Self {
        self.memory = memory;
        self
    }

    /// Outcome; `None` while the cast runs.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Bound of the rounding error of a supporting plane, with B at its current position.
    pub fn rounding(&self) -> Real {
        self.path.rounding(self.s)
    }

    /// Requested width of the bracket, along the path; 0 while no contact is proven.
    pub fn requested_width(&self) -> Real {
        if self.upper == Real::INFINITY {
            return 0.0;
        }
        // A head start adds nothing to the bracket: it counts only if more than the default width was requested.
        let is_wide = self.options.relative > rounding::RELATIVE_TOLERANCE;
        let covered = if is_wide { self.path.start.length as Real } else { 0.0 };
        self.options.relative * (covered + self.upper)
    }

    /// Width of a converged bracket, along the path: the requested width, or more if the rounding errors of both bounds
    /// are larger.
    pub fn allowed_width(&self) -> Real {
        let closing = self.planes[0].map_or(1.0, |plane| -plane.normal.dot(self.path.along));
        self.requested_width().max(BRACKET_ROUNDING * self.rounding() / closing.max(EPS))
    }

    /// `upper − lower` is at most the allowed width: the bracket has converged.
    pub fn by_bracket(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.lower, self.allowed_width())
    }

    /// Whether the motion is proven to end before any contact.
    pub fn by_end(&self) -> Comparison<Real> {
        self.path.ends_before(self.lower)
    }

    /// Whether the iteration limit is reached.
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }

    /// Lowers the upper bound of the first contact to the position `s`, if the bound is higher, and records its proof.
    pub(super) fn tighten_upper(&mut self, s: Real, proof: Proof) {
        if s < self.upper {
            self.upper = s.max(self.lower);
            self.proof = Some(proof);
        }
    }

    /// Applies a supporting plane of `A − B` whose signed distance to `x` is `g`, unless `g` is at most `min_gap`. If B
    /// moves towards the plane, moves B up to it, and ends the cast if the motion is proven to end before. Otherwise
    /// ends the cast as a miss, if the gap of the plane at the position `lower` exceeds `plane_error`.
    pub(super) fn clip(&mut self, plane: Plane, g: Real, min_gap: Real, plane_error: Real) -> ControlFlow<Outcome> {
        self.s_before = self.s;
        if !(g > min_gap) {
            return Continue(());
        }
        // Increase of the gap per unit of the path.
        let w = plane.normal.dot(self.path.along);
        if w < 0.0 {
            self.planes = [Some(plane), None];
            self.lower = self.lower.max(self.path.clear_until(plane.offset, w));
            self.s = (self.s + g / -w).min(self.path.length.max(self.s)); // @clip
            self.x = self.path.at(self.s);
            return if self.by_end().holds() { Break(Outcome::TooLate) } else { Continue(()) };
        }
        // The previous plane separates the bodies up to `lower`; this one does so at `lower` and from then on.
        let gap_at_lower = g - w * (self.s - self.lower).max(0.0);
        if gap_at_lower > plane_error {
            self.planes = [self.planes[0].filter(|_| self.s > 0.0), Some(plane)];
            return Break(if self.s > 0.0 { Outcome::PassesBy } else { Outcome::MovesApart }); // @miss
        }
        Continue(())
    }

    /// Chooses the phase that follows a search with this ending.
    pub(super) fn choose_next_phase(&mut self, ending: ControlFlow<Outcome>) {
        self.phase = match ending {
            Continue(()) if self.s == 0.0 && self.distance.is_none() => Phase::Query,
            Continue(()) if self.by_bracket().holds() => Phase::Conclusion,
            Continue(()) => Phase::Balls,
            Break(outcome) => {
                self.ending = Some(outcome);
                if outcome.hit() == Some(false) && self.options.measure { Phase::Gap } else { Phase::Conclusion }
            }
        };
    }

    /// Queries the signed distance at the position of B and records the contact there. If the bodies are separate,
    /// moves B forward to their separating plane; if they overlap, lowers the upper bound.
    pub(super) fn query_distance(&mut self) -> ControlFlow<Outcome> {
        let distance = self.pair.signed_distance(self.x, &mut self.memory); // @judge
        self.distance = Some(distance);
        let Some(normal) = distance.normal else { return Break(Outcome::NotFinite) };
        let witness = [distance.witness_a, distance.witness_b - self.x];
        // Decrease of the distance per unit of the path, at least EPS.
        let closing = -normal.dot(self.path.along).min(-EPS);
        let s = self.s + distance.signed_distance.unwrap_or(0.0).max(0.0) / closing;
        let distance_bound = (distance.witness_a - distance.witness_b).length() + self.rounding();
        let [margin_a, margin_b] = self.pair.margins();
        let core = [witness[0] - normal * margin_a, witness[1] + normal * margin_b];
        self.contact = Some(Contact { s, distance_bound, normal, witness, core });
        if self.path.is_still() || self.s == 0.0 && distance.lower <= 0.0 {
            self.g = Real::NEG_INFINITY;
            return self.decide_at_start(&distance, normal); // @start
        }
        if distance.upper < 0.0 {
            self.tighten_upper(self.s, Proof::Overlap);
        }
        // The support point gives the plane with a smaller rounding error than the distance does.
        let offset = self.pair.height(normal);
        self.g = normal.dot(self.x) - offset;
        self.clip(Plane { normal, offset }, self.g, 0.0, self.rounding())
    }

    /// Step of [`Phase::Query`]: a distance query at the start or for a stalled search. Returns whether the search
    /// continues, because the query has moved B forward.
    pub(super) fn step_distance_query(&mut self) -> bool {
        let s_before = self.s;
        self.s_before = s_before;
        self.k += 1;
        let ending = self.query_distance();
        let continues = ending.is_continue() && self.s > s_before && self.restarts < MAX_RESTARTS;
        self.restarts += 1;
        if continues {
            self.phase = Phase::Search;
        } else if ending.is_continue() && self.is_separate_at_start() {
            self.choose_next_phase(Break(Outcome::Stalled));
        } else {
            self.choose_next_phase(ending);
        }
        continues
    }

    /// Step of a phase after the search.
    pub(super) fn finish(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if self.phase == Phase::Query {
            self.step_distance_query();
            return Continue(());
        }
        self.s_before = self.s;
        self.k += 1;
        match self.phase {
            // The stepper runs the search; the query is above.
            Phase::Search | Phase::Query => {}
            Phase::Refine => self.refine(),
            Phase::Balls => self.bound_by_balls(),
            Phase::Flat => self.step_flat(), // @cross
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

    /// Step of [`Phase::Gap`]: one distance query. Returns whether another one may narrow the bounds of the gap.
    fn measure(&mut self) -> bool {
        let mut gap = self.gap.unwrap_or_default();
        let path = self.path;
        let Some(query) = gap.next(&path) else { return false };
        let distance = match query {
            Query::Swept => self.pair.swept_distance(path.at(path.length)), // @gap
            Query::At(s) => self.pair.signed_distance(path.at(s), &mut self.memory),
        };
        gap.update(query, &distance, &path, |n| self.pair.height(n));
        self.gap = Some(gap);
        gap.next(&path).is_some()
    }

    /// Lowers the upper bound by a ball inside `A − B`, centered on the path at `inner.s`.
    ///
    /// `A − B` contains a point `p` at most `off` away from `x`, and the convex hull of `p` and the ball. On the
    /// segments from `x` and from `p` to the center, the points at the fraction `f` are at most `(1 − f) · off` apart,
    /// and the hull contains a ball of radius `f · radius` around the second one. So the path is in the hull where
    /// `(1 − f) · off ≤ f · radius`: from `f = off / (off + radius)` on.
    fn bound_by_ball(&mut self, inner: InnerBall, proof: Proof) {
        self.inner = Some(inner);
        let off = self.contact.map_or(0.0, |contact| contact.distance_bound);
        if inner.radius > 0.0 && inner.s > self.s {
            self.tighten_upper(self.s + (inner.s - self.s) * (off / (off + inner.radius)), proof);
        }
    }

    /// Step of [`Phase::Balls`]: upper bound by balls inside the bodies, which touch at the contact.
    fn bound_by_balls(&mut self) {
        if let Some(contact) = self.contact {
            let Ball { center, radius } = self.pair.ball(contact.normal, contact.core); // @balls
            let s = center.dot(self.path.along);
            // The largest ball inside it whose center is on the path is smaller by the distance of both centers.
            let off_path = (center - self.path.at(s)).length();
            let radius_on_path = radius + self.margin - off_path - self.path.rounding(s.max(0.0));
            self.bound_by_ball(InnerBall { s, radius: radius_on_path }, Proof::Balls);
        }
        self.ahead = PROBE_FACTOR * self.pair.sizes().bounding_radius();
        self.phase = if self.by_bracket().holds() {
            Phase::Conclusion
        } else if self.may_be_flat() {
            Phase::Flat
        } else {
            Phase::Probe
        };
    }

    /// Step of [`Phase::Probe`]: upper bound by the penetration depth a little farther along the path.
    fn probe(&mut self) {
        let s = self.s + self.ahead;
        let distance = self.pair.signed_distance(self.path.at(s), &mut self.memory); // @probe
        self.distance = Some(distance);
        self.bound_by_ball(InnerBall { s, radius: -distance.upper }, Proof::Overlap);
        self.ahead *= PROBE_FACTOR;
        self.probes += 1;
        let is_done = self.by_bracket().holds() || self.probes >= MAX_PROBES;
        self.phase = if is_done { Phase::Conclusion } else { Phase::Probe };
    }

    /// Outcome that the bounds prove.
    fn conclude(&self) -> Outcome {
        // Only a finite upper bound proves a hit, also where the motion has no end.
        let is_hit = self.upper < Real::INFINITY && self.path.latest_time(self.upper) <= self.path.t_max;
        match self.ending {
            Some(Outcome::Stalled | Outcome::IterationLimit) if is_hit => Outcome::Hit,
            Some(ending) => ending,
            None if is_hit => Outcome::Hit,
            None => Outcome::Grazing,
        }
    }

    /// Whether B is at the end of the searched path.
    pub(super) fn is_at_end(&self) -> bool {
        self.s >= self.path.length
    }

    /// [`Path::dot_rounding`] at the position of B.
    pub(super) fn dot_rounding(&self) -> Real {
        self.path.dot_rounding(self.s)
    }
}
