//! The state and the step: a distance query a step, and how long what it proves keeps the bodies apart.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::pair::Turns;
use super::prelude::*;
use super::rounding;
use super::{Axis, Bound, Course, Found, Outcome, Phase, Sample};

/// How a search is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How long the motion lasts, seconds.
    pub t_max: f64,
    /// The limit on distance queries of the search.
    pub max_iterations: u32,
    /// Whether the normal of a query is carried along until the gap along it closes.
    pub bilateral: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { t_max: 1.0, max_iterations: 512, bilateral: false }
    }
}

/// The state of conservative advancement with rotation.
#[derive(Clone, Debug)]
pub struct Turning<P: Turns> {
    /// The bodies.
    pub pair: P,
    /// How they move.
    pub course: Course,
    /// How they are asked.
    pub options: Options,
    /// What the next step does.
    pub phase: Phase,
    /// How it will end, once that is known.
    pub ending: Option<Outcome>,
    /// `t`: proven, no contact before.
    pub t: f64,
    /// When the bodies were asked last.
    pub asked: f64,
    /// `d` and `n`: what was found there.
    pub found: Option<Found>,
    /// `μ`: how fast the gap along `n` can close.
    pub bound: Option<Bound>,
    /// The axis that was carried along last, by bilateral advancement.
    pub axis: Option<Axis>,
    /// Proven: contact by then; infinite where it is not known.
    pub upper: f64,
    /// All moments that were asked, in the order of asking.
    pub samples: Vec<Sample>,
    /// How far ahead the next probe looks, seconds.
    pub ahead: f64,
    /// On a miss the least distance that was found, and what is proven of it.
    pub gap: Option<[f64; 2]>,
    /// Queries of the search.
    pub k: u32,
    pub(super) memory: P::Memory,
}

/// A gap of so many roundings is closed as far as numbers tell, in `EPS` times the magnitude: less than what a bracket of the distance is wide.
const CLOSED: Real = 8.0;

impl<P: Turns> Turning<P> {
    /// Before the first query.
    pub fn new(pair: P, course: Course, options: Options) -> Self {
        let finite = course.is_finite() && options.t_max >= 0.0;
        let ending = (!finite).then_some(Outcome::NotFinite);
        let phase = if finite { Phase::Search } else { Phase::Conclusion };
        let (t, asked, upper, ahead) = (0.0, 0.0, f64::INFINITY, 0.0);
        let (found, bound, samples, gap, k, memory) = (None, None, Vec::new(), None, 0, P::Memory::default());
        let axis = None;
        Self {
            pair,
            course,
            options,
            phase,
            ending,
            t,
            asked,
            found,
            bound,
            axis,
            upper,
            samples,
            ahead,
            gap,
            k,
            memory,
        }
    }

    /// How large everything is: what roundings are taken of.
    pub fn magnitude(&self) -> f64 {
        let [a, b] = self.pair.radii();
        a + b + self.course.between_at(self.asked).length()
    }

    /// `d ≤ ρ`: the proven gap is no more than rounding.
    pub fn by_gap(&self) -> Comparison<f64> {
        let lower = self.found.map_or(f64::INFINITY, |found| found.lower);
        Comparison::at_most(lower, f64::from(CLOSED * EPS) * self.magnitude())
    }

    /// `μ ≤ 0`: the gap along the normal never closes.
    pub fn by_bound(&self) -> Comparison<f64> {
        Comparison::at_most(self.bound.map_or(f64::INFINITY, |bound| bound.sum), 0.0)
    }

    /// `t > t_max`: the gap is not closed in time.
    pub fn by_end(&self) -> Comparison<f64> {
        Comparison::above(self.t, self.options.t_max)
    }

    /// `k ≥ limit`.
    pub fn by_limit(&self) -> Comparison<f64> {
        Comparison::at_least(f64::from(self.k), f64::from(self.options.max_iterations))
    }

    /// `upper < 0`: they overlap where they were asked.
    pub fn by_overlap(&self) -> Comparison<f64> {
        Comparison::below(self.found.map_or(f64::INFINITY, |found| found.upper), 0.0)
    }

    /// Asks the bodies at a moment.
    pub(super) fn ask(&mut self, t: f64) {
        let near = self.found.and_then(|found| found.normal);
        let turns = [0, 1].map(|body| self.course.turn(body, t));
        let found = self.pair.full(turns, self.course.between_at(t), near, &mut self.memory);
        let off = self.course.rounding(t, self.pair.radii());
        let found = Found { lower: found.lower - off, upper: found.upper + off, ..found };
        (self.asked, self.found) = (t, Some(found));
        let d = found.d.unwrap_or(found.lower);
        let normal = found.normal.unwrap_or(DVec3::ZERO);
        let bound = self.bound_along(normal);
        let [slope, turning] = [-bound.along, bound.turning[0] + bound.turning[1]];
        self.samples.push(Sample { t, d, lower: found.lower, slope, turning, normal });
    }

    /// How fast the gap along a normal can close.
    fn bound_along(&self, n: DVec3) -> Bound {
        let [v_a, v_b] = self.course.velocities;
        let radii = self.pair.radii();
        let along = n.dot(v_a - v_b);
        let turning = [0, 1].map(|body| n.cross(self.course.spins[body]).length() * radii[body]);
        let rounding = 8.0 * f64::EPSILON * ((v_a - v_b).length() + turning[0] + turning[1]);
        // Of what moves along the plane exactly nothing is rounded.
        let rounding = if along == 0.0 && turning == [0.0; 2] { 0.0 } else { rounding };
        Bound { along, turning, sum: along + turning[0] + turning[1] + rounding }
    }

    /// Whether it ends where it begins.
    fn started(&self) -> Option<Outcome> {
        let found = self.found?;
        let touching = rounding::TOUCHING * self.magnitude();
        if self.by_overlap().holds() {
            Some(Outcome::Overlapping)
        } else if found.lower > 0.0 {
            self.course.is_still().then_some(Outcome::NoRelativeMotion)
        } else if found.d.is_some_and(|d| d.abs() <= touching) {
            Some(Outcome::Touching)
        } else {
            self.course.is_still().then_some(Outcome::Grazing)
        }
    }

    fn search(&mut self) {
        self.k += 1;
        self.ask(self.t); // @judge
        if self.found.is_none_or(|found| found.normal.is_none() && found.d.is_none() || !found.lower.is_finite()) {
            return self.end(Outcome::NotFinite);
        }
        if let Some(ending) = self.started().filter(|_| self.t == 0.0) {
            return self.end(ending); // @start
        }
        if self.by_gap().holds() {
            return self.look_ahead(); // @stop-gap
        }
        self.advance();
    }

    /// How long the gap keeps them apart.
    fn advance(&mut self) {
        let (Some(found), Some(normal)) = (self.found, self.found.and_then(|found| found.normal)) else {
            return self.look_ahead();
        };
        let bound = self.bound_along(normal);
        self.bound = Some(bound); // @bound
        if self.by_bound().holds() {
            let first = self.samples.len() == 1;
            return self.end(if first { Outcome::MovesApart } else { Outcome::PassesBy }); // @miss
        }
        let before = self.t;
        match self.options.bilateral {
            true => self.carry(normal),
            false => self.go_on(found.lower, bound.sum),
        }
        if self.ending.is_some() {
            return;
        }
        if self.by_limit().holds() {
            return self.end(Outcome::IterationLimit); // @stop-limit
        }
        if !(self.t > before) {
            self.look_ahead();
        }
    }

    /// How it will end is known.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.ending = Some(outcome);
        self.phase = if outcome.hit() == Some(false) { Phase::Gap } else { Phase::Conclusion };
    }
}

impl<P: Turns> Stepper for Turning<P> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match (self.phase, self.ending) {
            (Phase::Search, _) => self.search(),
            (Phase::Probe, _) => self.probe(),
            (Phase::Gap, _) => self.measure(),
            (Phase::Conclusion, Some(outcome)) => return Break(outcome), // @end
            (Phase::Conclusion, None) => return Break(Outcome::Stalled),
        }
        Continue(())
    }

    fn heap_bytes(&self) -> usize {
        self.samples.capacity() * size_of::<Sample>()
    }
}
