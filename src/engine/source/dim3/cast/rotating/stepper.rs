//! State and step of the cast with rotation: one distance query per step, and the time up to which it proves the bodies
//! separate.
//!
//! Symbols: `t` time up to which the bodies are proven separate, `d` and `n` distance and normal at `t`, `v` velocity
//! and `ω` angular velocity of a body, `c_max` bound of the speed at which the gap along `n` closes, `ρ` rounding error
//! of a distance, `k` number of queries. A comment `// @name` marks the line of `listing.txt` or `bilateral.txt` that
//! the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::pair::RotatingPair;
use super::prelude::*;
use super::rounding;
use super::{Axis, Bound, Course, DistanceAnswer, LeastDistance, Outcome, Phase, Sample};

/// Gap up to which the search has reached the surface, in `EPS` times the magnitude: less than the width of a distance
/// bracket.
const CLOSED_GAP: Real = 8.0;

/// Bound of the rounding error of a closing speed, in `f64::EPSILON` times its terms: products, lengths and sums, with
/// a margin.
const SPEED_ROUNDING: f64 = 8.0;

/// Options of a cast with rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Duration of the motion, seconds.
    pub t_max: f64,
    /// Limit on distance queries of the search.
    pub max_iterations: u32,
    /// Whether to use bilateral advancement: the gap along the normal of a query is followed until it closes.
    pub bilateral: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { t_max: 1.0, max_iterations: 512, bilateral: false }
    }
}

/// State of conservative advancement with rotation. World axes, positions from A's origin at the start.
#[derive(Clone, Debug)]
pub struct RotatingCast<P: RotatingPair> {
    /// Bodies A and B.
    pub pair: P,
    /// Motion of both bodies.
    pub course: Course,
    /// Options of the search.
    pub options: Options,
    /// Phase of the next step.
    pub phase: Phase,
    /// Outcome; `None` until it is decided.
    pub ending: Option<Outcome>,
    /// `t`: proven, no contact before this time, seconds.
    pub t: f64,
    /// Time of the last query, seconds; 0 before the first.
    pub queried_at: f64,
    /// Result of the last query, whose `lower` bound of the distance is `d` and whose normal is `n`; `None` before the
    /// first.
    pub distance: Option<DistanceAnswer>,
    /// `c_max`: bound of the speed at which the gap along `n` closes; `None` before the first step that needs it.
    pub bound: Option<Bound>,
    /// Last axis of bilateral advancement; `None` before the first, and without bilateral advancement.
    pub axis: Option<Axis>,
    /// Proven: contact at this time or before, seconds; infinite while none is proven.
    pub upper: f64,
    /// All queries, in the order in which they were made.
    pub samples: Vec<Sample>,
    /// Time from `t` to the next probe, seconds.
    pub ahead: f64,
    /// Least distance during the motion; `None` until [`Phase::Gap`], which follows a miss.
    pub gap: Option<LeastDistance>,
    /// Number of queries of the search.
    pub k: u32,
    /// Buffers of distance queries.
    pub(super) memory: P::Memory,
}

impl<P: RotatingPair> RotatingCast<P> {
    /// State before the first query.
    pub fn new(pair: P, course: Course, options: Options) -> Self {
        let is_valid = course.is_finite() && options.t_max >= 0.0;
        let ending = if is_valid { None } else { Some(Outcome::NotFinite) };
        let phase = if is_valid { Phase::Search } else { Phase::Conclusion };
        Self {
            pair,
            course,
            options,
            phase,
            ending,
            t: 0.0,
            queried_at: 0.0,
            distance: None,
            bound: None,
            axis: None,
            upper: f64::INFINITY,
            samples: Vec::new(),
            ahead: 0.0,
            gap: None,
            k: 0,
            memory: P::Memory::default(),
        }
    }

    /// Magnitude of the pair at the last query, the base of rounding errors: both radii and the distance of the
    /// origins.
    pub fn magnitude(&self) -> f64 {
        let [a, b] = self.pair.radii();
        a + b + self.course.between_at(self.queried_at).length()
    }

    /// `d ≤ ρ`: the proven gap is zero to rounding.
    pub fn by_gap(&self) -> Comparison<f64> {
        let lower = self.distance.map_or(f64::INFINITY, |distance| distance.lower);
        Comparison::at_most(lower, f64::from(CLOSED_GAP * EPS) * self.magnitude())
    }

    /// `c_max ≤ 0`: the gap along the normal never closes.
    pub fn by_bound(&self) -> Comparison<f64> {
        Comparison::at_most(self.bound.map_or(f64::INFINITY, |bound| bound.sum), 0.0)
    }

    /// `t > t_max`: the gap does not close before the end of the motion.
    pub fn by_end(&self) -> Comparison<f64> {
        Comparison::above(self.t, self.options.t_max)
    }

    /// Whether the iteration limit is reached: `k ≥ limit`.
    pub fn by_limit(&self) -> Comparison<f64> {
        Comparison::at_least(f64::from(self.k), f64::from(self.options.max_iterations))
    }

    /// `upper < 0`: the bodies overlap at the last query.
    pub fn by_overlap(&self) -> Comparison<f64> {
        Comparison::below(self.distance.map_or(f64::INFINITY, |distance| distance.upper), 0.0)
    }

    /// Queries the distance at time `t`, widens its bounds by the rounding error of the poses, and records a sample.
    pub(super) fn query(&mut self, t: f64) {
        let previous_normal = self.distance.and_then(|distance| distance.normal);
        let rotations = [0, 1].map(|body| self.course.rotation(body, t));
        let between = self.course.between_at(t);
        let computed = self.pair.signed_distance(rotations, between, previous_normal, &mut self.memory);
        let pose_error = self.course.rounding(t, self.pair.radii());
        let lower = computed.lower - pose_error;
        let upper = computed.upper + pose_error;
        self.queried_at = t;
        self.distance = Some(DistanceAnswer { lower, upper, ..computed });
        let normal = computed.normal.unwrap_or(DVec3::ZERO);
        let bound = self.bound_along(normal);
        self.samples.push(Sample {
            t,
            d: computed.d.unwrap_or(lower),
            lower,
            slope: -bound.along,
            rotation: bound.rotation[0] + bound.rotation[1],
            normal,
        });
    }

    /// Bound of the speed at which the gap along the unit normal `n` closes.
    fn bound_along(&self, n: DVec3) -> Bound {
        let [v_a, v_b] = self.course.velocities;
        let radii = self.pair.radii();
        let along = n.dot(v_a - v_b);
        let rotation = [0, 1].map(|body| n.cross(self.course.spins[body]).length() * radii[body]);
        // The closing speed of a motion exactly across the normal is exactly 0: the gap is proven never to close.
        let is_across = along == 0.0 && rotation == [0.0; 2];
        let speeds = (v_a - v_b).length() + rotation[0] + rotation[1];
        let rounding = if is_across { 0.0 } else { SPEED_ROUNDING * f64::EPSILON * speeds };
        Bound { along, rotation, sum: along + rotation[0] + rotation[1] + rounding }
    }

    /// Outcome of the cast if the first query, at the start of the motion, decides it; otherwise `None`.
    fn outcome_at_start(&self) -> Option<Outcome> {
        let distance = self.distance?;
        let touching = rounding::RELATIVE_TOUCHING_DISTANCE * self.magnitude();
        if self.by_overlap().holds() {
            Some(Outcome::Overlapping)
        } else if distance.lower > 0.0 {
            self.course.is_still().then_some(Outcome::NoRelativeMotion)
        } else if distance.d.is_some_and(|d| d.abs() <= touching) {
            Some(Outcome::Touching)
        } else {
            self.course.is_still().then_some(Outcome::Grazing)
        }
    }

    /// Whether the last query has a finite lower bound, and a distance or a normal.
    fn has_usable_distance(&self) -> bool {
        let Some(distance) = self.distance else { return false };
        distance.lower.is_finite() && (distance.normal.is_some() || distance.d.is_some())
    }

    /// Step of [`Phase::Search`]: one distance query at `t`.
    fn search(&mut self) {
        self.k += 1;
        self.query(self.t); // @judge
        if !self.has_usable_distance() {
            return self.end(Outcome::NotFinite);
        }
        if self.t == 0.0
            && let Some(ending) = self.outcome_at_start()
        {
            return self.end(ending); // @start
        }
        if self.by_gap().holds() {
            return self.start_probes(); // @stop-gap
        }
        self.advance();
    }

    /// Advances `t` up to the time before which the gap along the normal cannot close. Probes follow if there is no
    /// such time after `t`.
    fn advance(&mut self) {
        let Some(distance) = self.distance else { return self.start_probes() };
        let Some(normal) = distance.normal else { return self.start_probes() };
        let bound = self.bound_along(normal);
        self.bound = Some(bound); // @bound
        if self.by_bound().holds() {
            let is_first = self.samples.len() == 1;
            return self.end(if is_first { Outcome::MovesApart } else { Outcome::PassesBy }); // @miss
        }
        let t_before = self.t;
        if self.options.bilateral {
            self.advance_bilaterally(normal);
        } else {
            self.advance_by_speed_bound(distance.lower, bound.sum);
        }
        if self.ending.is_some() {
            return;
        }
        if self.by_limit().holds() {
            return self.end(Outcome::IterationLimit); // @stop-limit
        }
        if !(self.t > t_before) {
            self.start_probes();
        }
    }

    /// Sets the outcome; the least distance of a miss is measured before the end.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.ending = Some(outcome);
        self.phase = if outcome.hit() == Some(false) { Phase::Gap } else { Phase::Conclusion };
    }
}

impl<P: RotatingPair> Stepper for RotatingCast<P> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Search => self.search(),
            Phase::Probe => self.probe(),
            Phase::Gap => self.measure(),
            Phase::Conclusion => return Break(self.ending.unwrap_or(Outcome::Stalled)), // @end
        }
        Continue(())
    }

    fn heap_bytes(&self) -> usize {
        self.samples.capacity() * size_of::<Sample>()
    }
}
