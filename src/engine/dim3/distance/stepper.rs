//! The hybrid as a stepper: GJK's iterations, then, only if the cores overlap, EPA's.

use std::ops::ControlFlow;

use super::super::answer::{Answer, Reason, Status};
use super::super::epa::{self, Buffers};
use super::super::gjk::{self, Aim, Gjk};
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::subset::members;
use super::super::support::{Cso, Support};
use super::deep::Deep;
use super::newton::refine;
use super::over_disc::over_disc;
use super::witness::witness;

/// How a query is to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Whether margins are taken off first ([`Options::takes_margins_off`]). Read by who makes the [`Cso`]: the stepper takes
    /// the pair as it is given.
    pub method: Method,
    /// GJK's options: while the cores are apart, the bracket is made this narrow. Its absolute tolerance is that of the
    /// depth as well.
    pub gjk: gjk::Options,
    /// How narrow the bracket of the depth is to be where curved cores overlap, as a share of the depth. The depth
    /// itself is exact to rounding whatever this is; it only says how much is proven about all other directions.
    pub proof: Real,
    /// Cap on EPA's expansions.
    pub max_expansions: u32,
    /// Cap on the iterations of all phases together.
    pub max_iterations: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::default(),
            gjk: gjk::Options::default(),
            proof: 1.0e-3,
            max_expansions: 255,
            max_iterations: u32::MAX,
        }
    }
}

impl Options {
    /// Whether the balls are margins. If not they belong to the surface, which GJK may be asked to work on too
    /// ([`gjk::Options::surface`]).
    #[inline]
    pub fn takes_margins_off(&self) -> bool {
        self.method == Method::Hybrid && !self.gjk.surface
    }

    /// EPA's, for cores that are curved or not, with so many steps left. Polytopes are solved as far as rounding allows, unless
    /// less was asked for.
    #[inline]
    pub(super) fn of_epa(&self, curved: bool, left: u32) -> epa::Options {
        epa::Options {
            relative: if curved { self.proof } else { 0.0 },
            absolute: self.gjk.absolute,
            max_iterations: self.max_expansions.saturating_add(1).min(left),
            ..Default::default()
        }
    }
}

/// What is done about the balls around the cores (spec §8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// They are margins: GJK and EPA work on the cores, and an overlap of the margins alone never comes to EPA.
    #[default]
    Hybrid,
    /// They belong to the surface, as in GJK and EPA by the book: every overlap is EPA's.
    Epa,
}

/// How the distance of separate cores was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// GJK went to its end.
    Gjk(gjk::Outcome),
    /// Newton's method finished what GJK had begun: on curved cores, or where rounding had stalled it.
    Newton,
}

/// Which of the three branches the answer came from (S0, "penetration depth", spec §8), and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A separating axis: the shapes are apart, margins included.
    Separated(Apart),
    /// The cores are apart and only the margins overlap: their distance gives the depth, `μ_A + μ_B − |v|`.
    Shallow(Apart),
    /// The cores overlap: EPA.
    Deep(epa::Outcome),
}

/// GJK's iterations before Newton is tried on curved cores, and between tries.
const NEWTON_AFTER: u32 = 3;

/// The closest points of the cores, as Newton's method leaves them, or found over a flat disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// The gap along it: no less than this lies between the cores.
    pub gap: Real,
    /// The point of A's core.
    pub a: Vec3,
    /// The point of B's core.
    pub b: Vec3,
    /// Newton steps; 0 over a disc.
    pub steps: u32,
}

/// GJK, then EPA if it must be, on the cores of a pair.
#[derive(Clone, Debug)]
pub struct Distance<A, B> {
    /// Finds the distance of the cores, or that they overlap.
    pub gjk: Gjk<A, B>,
    /// How GJK ended, once it has.
    pub apart: Option<gjk::Outcome>,
    /// What Newton's method found, if it ended the query.
    pub closest: Option<Closest>,
    /// The deep branch, once it is needed.
    pub deep: Option<Deep<A, B>>,
    /// As given.
    pub options: Options,
    buffers: Option<Box<Buffers>>,
    curved: bool,
    outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Ready for GJK's first iteration on `cso`, a pair of cores.
    #[inline(always)]
    pub fn new(cso: Cso<A, B>, options: Options, buffers: impl Into<Box<Buffers>>) -> Self {
        let curved = cso.is_curved();
        let max_iterations = options.gjk.max_iterations.min(options.max_iterations);
        let gjk = Gjk::new(cso, gjk::Options { max_iterations, ..options.gjk });
        let buffers = Some(buffers.into());
        Self { gjk, apart: None, closest: None, deep: None, options, buffers, curved, outcome: None }
    }

    /// Gives the buffers back for the next query.
    #[inline(always)]
    pub fn into_buffers(self) -> Option<Box<Buffers>> {
        match self.deep {
            Some(deep) => Some(deep.epa.buffers),
            None => self.buffers,
        }
    }

    /// One turn of GJK in the direction `aim`, and the direction of the next, until it or Newton's method has ended.
    #[inline(always)]
    fn search(&mut self, aim: Aim) -> ControlFlow<ControlFlow<Outcome>, Aim> {
        match self.gjk.iterate(aim) {
            ControlFlow::Continue(next) => {
                if self.curved && self.gjk.k.is_multiple_of(NEWTON_AFTER) && self.gjk.mu > 0.0 && self.try_newton(0.0) {
                    return ControlFlow::Break(self.end_apart(Apart::Newton)); // @newton
                }
                ControlFlow::Continue(next) // @gjk
            }
            ControlFlow::Break(end) => ControlFlow::Break(self.branch(end)),
        }
    }

    /// All turns of GJK. On its own, with the turn in line and all else out of line, what goes from turn to turn stays in
    /// registers, and so does a direction in line: 2 % of a query (`benches/suite`).
    #[inline(never)]
    fn search_on(&mut self) -> ControlFlow<Outcome> {
        hand_on(self.gjk.aim(), |aim| self.search(aim))
    }

    /// GJK has ended: is there a plane, beyond rounding, between the cores? Out of the way of its turns.
    #[inline(never)]
    fn branch(&mut self, end: gjk::Outcome) -> ControlFlow<Outcome> {
        self.apart = Some(end);
        let usable = end != gjk::Outcome::Degenerate || self.gjk.filled != 0;
        if self.gjk.mu > self.gjk.noise() || !usable {
            if self.curved || !self.gjk.is_closed() {
                // On polytopes it is rounding alone that stalls GJK, and a vertex is a branch like any other.
                let _ =
                    self.try_newton(0.0) || !self.gjk.is_closed() && (self.try_disc() || self.try_newton(self.kink()));
            }
            return self.end_apart(Apart::Gjk(end));
        }
        let buffers = self.buffers.take().unwrap_or_default();
        let deep = Deep::new(&self.gjk, &self.options, buffers);
        self.deep = Some(deep); // @overlap
        ControlFlow::Continue(())
    }

    fn end_apart(&mut self, how: Apart) -> ControlFlow<Outcome> {
        let gap = self.closest.map_or(self.gjk.mu, |closest| closest.gap);
        if gap < self.gjk.margin {
            return self.end(Outcome::Shallow(how)); // @shallow
        }
        self.end(Outcome::Separated(how)) // @separated
    }

    /// Newton's method from where GJK stands. Counts only when the bracket closes: the distance of the two points it
    /// names against the gap along its normal, which is the global truth for separate cores.
    ///
    /// It is closed when both differ by no more than was asked for, or than the rounding of the two numbers or `rounding`.
    fn try_newton(&mut self, rounding: Real) -> bool {
        let gjk = &self.gjk;
        let near = members(gjk.filled).map(|i| gjk.simplex[i].features());
        let Some(found) = refine(&gjk.cso, gjk.n, near, gjk.noise()) else { return false };
        let gap = -found.height;
        if gap <= gjk.noise() {
            return false;
        }
        let (mut a, mut b) = (Vec3::ZERO, Vec3::ZERO);
        for (vertex, weight) in found.carriers.iter().zip(found.weights) {
            a += vertex.a * weight;
            b += vertex.b * weight;
        }
        let apart = (a - b).length();
        let relative = gjk.options.relative * (apart - gjk.margin).abs();
        let spent = gjk.k.saturating_add(found.steps) > self.options.max_iterations;
        // Said so that what is not a number is no proof, nor a gap that is wider than its points are apart.
        let closed = (apart - gap).abs() <= relative.max(gjk.options.absolute).max(gjk.noise()).max(rounding);
        if spent || !closed {
            return false;
        }
        self.closest = Some(Closest { normal: found.normal, gap, a, b, steps: found.steps });
        true
    }

    /// The closest points over a flat disc, if that is where the cores are nearest.
    #[cold]
    fn try_disc(&mut self) -> bool {
        let gjk = &self.gjk;
        let found =
            over_disc(&gjk.cso, gjk.n).filter(|found| found.gap > gjk.noise() && found.gap >= gjk.mu - gjk.noise());
        self.closest = found.or(self.closest);
        found.is_some()
    }

    /// What the rounding of the normal may cost where the nearest feature is a kink: the gap falls off to either side of
    /// the best normal, as fast as `A − B` reaches from there. No further step can make it good, so that only the end of
    /// the search counts on it.
    fn kink(&self) -> Real {
        2.0 * rounding::allowance(self.gjk.magnitude + self.gjk.margin)
    }

    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome)
    }

    /// What is known now, in the pair frame, margins taken off. An answer that is asked for before the end says that it
    /// has not converged.
    pub fn answer(&self) -> Answer {
        match (&self.deep, &self.closest) {
            (Some(deep), _) => self.deep_answer(deep),
            (None, Some(closest)) => self.newton_answer(closest),
            (None, None) => self.gjk.answer(self.apart.unwrap_or(gjk::Outcome::IterationLimit)),
        }
    }

    /// How wide the bracket of an answer may be: what was asked for, and what rounding adds to any bracket.
    pub fn wanted(&self, signed_distance: Real) -> Real {
        if self.deep.is_none() && self.closest.is_none() {
            return self.gjk.wanted(signed_distance);
        }
        let proof = self.deep.is_some() && self.curved;
        let relative = if proof { self.options.proof } else { self.options.gjk.relative };
        let asked = (relative * signed_distance.abs()).max(self.options.gjk.absolute);
        let allowance = rounding::allowance(self.gjk.magnitude + self.gjk.margin);
        asked + 4.0 * allowance + 2.0 * self.gjk.noise()
    }

    fn newton_answer(&self, closest: &Closest) -> Answer {
        let Closest { normal, gap, a, b, steps } = *closest;
        let iterations = self.gjk.k + steps;
        self.bracketed([gap, (a - b).length()], gap, normal, [a, b], iterations)
    }

    fn deep_answer(&self, deep: &Deep<A, B>) -> Answer {
        let epa = &deep.epa;
        let height = epa.upper;
        let normal = epa.best.map_or(self.gjk.n, |best| best.normal);
        let points = witness(&self.gjk, deep, normal, normal * height);
        // The origin is that deep inside at least, or that far outside at most: two points of the cores are that far apart.
        let outside = || self.gjk.upper.min((points[0] - points[1]).length());
        let inside = if epa.lower > 0.0 { epa.lower.min(height) } else { -outside() };
        self.bracketed([-height, -inside], -height, normal, points, self.gjk.k + deep.steps())
    }

    /// The answer from what is known of the cores: a bracket of their signed distance and a value in it, the normal and
    /// the points. Margins are taken off here, and the rounding of the bounds is added.
    fn bracketed(
        &self,
        [least, most]: [Real; 2],
        distance: Real,
        normal: Vec3,
        [a, b]: [Vec3; 2],
        iterations: u32,
    ) -> Answer {
        let cso = &self.gjk.cso;
        let margin = self.gjk.margin;
        let allowance = rounding::allowance(self.gjk.magnitude + margin);
        let lower = (least - margin - allowance).max(-Real::MAX);
        let upper = (most - margin + allowance).min(Real::MAX).max(lower);
        // Adding 0 makes −0 positive.
        let signed_distance = (distance - margin).clamp(lower, upper) + 0.0;
        let closed = upper - lower <= self.wanted(signed_distance);
        let status = if !closed {
            Status::NotConverged(match self.outcome {
                Some(Outcome::Deep(epa::Outcome::Stalled)) => Reason::Stalled,
                Some(Outcome::Deep(epa::Outcome::Flat(_))) => Reason::Degenerate,
                _ => Reason::IterationLimit,
            })
        } else if lower > 0.0 {
            Status::Separated
        } else if upper < 0.0 {
            Status::Penetrating
        } else {
            Status::Touching
        };
        let (witness_a, witness_b) = (a + normal * cso.a.margin(), b - normal * cso.b.margin());
        Answer { signed_distance, normal, witness_a, witness_b, lower, upper, status, iterations }
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for Distance<A, B> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        if let Some(deep) = &mut self.deep {
            return match deep.step() {
                ControlFlow::Continue(()) if deep.epa.iterations == 0 => ControlFlow::Continue(()), // @direct-proof
                ControlFlow::Continue(()) => ControlFlow::Continue(()),                             // @expand
                ControlFlow::Break(end) => self.end(Outcome::Deep(end)),                            // @deep
            };
        }
        match self.search(self.gjk.aim()) {
            ControlFlow::Continue(_) => ControlFlow::Continue(()),
            ControlFlow::Break(flow) => flow,
        }
    }

    #[inline]
    fn run(&mut self) -> Outcome {
        if self.outcome.is_none()
            && self.deep.is_none()
            && let ControlFlow::Break(outcome) = self.search_on()
        {
            return outcome;
        }
        hand_on((), |()| self.step())
    }
}
