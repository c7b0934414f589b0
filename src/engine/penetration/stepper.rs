//! The hybrid as a stepper: GJK's turns, then, only if the cores overlap, EPA's.

use std::ops::ControlFlow;

use super::super::answer::{Answer, Reason, Status};
use super::super::epa3::{self, Buffers};
use super::super::gjk::{self, Gjk};
use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::support::{Cso, Support, Vertex};
use super::super::tolerance;
use super::deep::Deep;
use super::witness::weights_near;

/// How a query is to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// GJK's options: while the cores are apart, the bracket is made this narrow.
    pub gjk: gjk::Options,
    /// How narrow the bracket of the depth is to be where curved cores overlap, as a share of the depth. The depth
    /// itself is exact to rounding whatever this is; it only says how much is proven about all other directions.
    pub proof: Real,
    /// Cap on EPA's expansions.
    pub max_expansions: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { gjk: gjk::Options::default(), proof: 1.0e-3, max_expansions: 255 }
    }
}

/// Which of the three branches the answer came from (S0, "penetration depth", spec §8), and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A separating axis: the shapes are apart, margins included.
    Separated(gjk::Outcome),
    /// The cores are apart and only the margins overlap: GJK alone knows the depth, `μ_A + μ_B − |v|`.
    Shallow(gjk::Outcome),
    /// The cores overlap: EPA.
    Deep(epa3::Outcome),
}

/// GJK, then EPA if it must be, on the cores of a pair.
#[derive(Clone, Debug)]
pub struct Penetration<A, B> {
    /// Finds the distance of the cores, or that they overlap.
    pub gjk: Gjk<A, B>,
    /// How GJK ended, once it has.
    pub apart: Option<gjk::Outcome>,
    /// The deep branch, once it is needed.
    pub deep: Option<Deep<A, B>>,
    /// As given.
    pub options: Options,
    buffers: Option<Buffers>,
    outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> Penetration<A, B> {
    /// Ready for GJK's first turn on `cso`, a pair of cores.
    pub fn new(cso: Cso<A, B>, options: Options, buffers: Buffers) -> Self {
        let gjk = Gjk::new(cso, options.gjk);
        Self { gjk, apart: None, deep: None, options, buffers: Some(buffers), outcome: None }
    }

    /// Gives the buffers back for the next query.
    pub fn take_buffers(&mut self) -> Buffers {
        match &mut self.deep {
            Some(deep) => std::mem::take(&mut deep.epa.buffers),
            None => self.buffers.take().unwrap_or_default(),
        }
    }

    /// GJK has ended: is there a plane, beyond rounding, between the cores?
    fn branch(&mut self, end: gjk::Outcome) -> ControlFlow<Outcome> {
        self.apart = Some(end);
        let usable = end != gjk::Outcome::Degenerate || self.gjk.filled != 0;
        if self.gjk.mu > self.gjk.noise() || !usable {
            let margin = self.gjk.cso.margin();
            let shallow = self.gjk.mu < margin;
            return self.end(if shallow { Outcome::Shallow(end) } else { Outcome::Separated(end) });
        }
        let mut simplex = [None; 4];
        for (slot, i) in simplex.iter_mut().zip(members(self.gjk.filled)) {
            *slot = Some(self.gjk.simplex[i]);
        }
        let buffers = self.buffers.take().unwrap_or_default();
        let (proof, cap) = (self.options.proof, self.options.max_expansions);
        let mut deep = Deep::new(self.gjk.cso.clone(), simplex, proof, cap, buffers);
        if self.gjk.k > 0 {
            // GJK's best plane is a bound already, and near contact it is a good one.
            deep.epa.probe(self.gjk.n);
        }
        self.deep = Some(deep);
        ControlFlow::Continue(())
    }

    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome)
    }

    /// What is known now, in the pair frame, margins taken off. An answer that is asked for before the end says that it
    /// has not converged.
    pub fn answer(&self) -> Answer {
        match (&self.deep, self.apart) {
            (Some(deep), _) => self.deep_answer(deep),
            (None, end) => self.gjk.answer(end.unwrap_or(gjk::Outcome::IterationLimit)),
        }
    }

    fn deep_answer(&self, deep: &Deep<A, B>) -> Answer {
        let epa = &deep.epa;
        let margin = epa.cso.margin();
        let allowance = tolerance::allowance(self.gjk.magnitude + margin);
        let height = epa.upper;
        let normal = epa.best.map_or(self.gjk.n, |best| best.normal);
        // The origin is that deep inside at least, or that far outside at most.
        let inside = if epa.lower > 0.0 { epa.lower.min(height) } else { -self.gjk.upper };
        let lower = (-height - margin - allowance).max(-Real::MAX);
        let upper = (-inside - margin + allowance).min(Real::MAX).max(lower);
        let signed_distance = (-height - margin).clamp(lower, upper);
        let relative = if deep.is_curved() { self.options.proof } else { self.options.gjk.relative };
        let wanted = (relative * signed_distance.abs()).max(self.options.gjk.absolute) + 2.0 * allowance;
        let status = if upper - lower > wanted + epa.grain() {
            Status::NotConverged(match self.outcome {
                Some(Outcome::Deep(epa3::Outcome::Stalled)) => Reason::Stalled,
                Some(Outcome::Deep(epa3::Outcome::Flat(_))) => Reason::Degenerate,
                _ => Reason::IterationLimit,
            })
        } else if lower > 0.0 {
            Status::Separated
        } else if upper < 0.0 {
            Status::Penetrating
        } else {
            Status::Touching
        };
        let (a, b) = self.deep_witness(deep, normal * height);
        Answer {
            signed_distance,
            normal,
            witness_a: a + normal * epa.cso.a.margin(),
            witness_b: b - normal * epa.cso.b.margin(),
            lower,
            upper,
            status,
            iterations: self.gjk.k + epa.iterations,
        }
    }

    /// The points of the cores whose difference is the boundary point `v`.
    fn deep_witness(&self, deep: &Deep<A, B>, v: Vec3) -> (Vec3, Vec3) {
        let Some(corners) = deep.carriers(v) else {
            return self.gjk.witness();
        };
        let weights = weights_near(&corners.map(|c| c.w), v);
        let sum = |of: fn(&Vertex) -> Vec3| {
            corners.iter().zip(weights).fold(Vec3::ZERO, |sum, (corner, weight)| sum + of(corner) * weight)
        };
        (sum(|c| c.a), sum(|c| c.b))
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for Penetration<A, B> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        if let Some(deep) = &mut self.deep {
            return match deep.step() {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(end) => self.end(Outcome::Deep(end)), // @deep
            };
        }
        match self.gjk.step() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()), // @gjk
            ControlFlow::Break(end) => self.branch(end),            // @branch
        }
    }
}
