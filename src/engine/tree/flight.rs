//! Two bodies of parts in flight as the search asks them: which two parts meet first?
//!
//! The box of a node is carried along with its body: as long as the boxes are apart no part in one meets one in the other. What may meet is
//! ordered by the earliest moment at which the boxes do; what never meets comes after it, by the least distance of the boxes ([`key`]).
//! Boxes of bodies that do not turn meet where six lines do; those of bodies that turn are advanced: they stay apart as long as the
//! fastest point needs for their gap.

use glam::DVec3;

use super::prelude::*;
use super::{Bounds, Bracket, Found, Outcome, Pairs, Plain, Search, Tree};
use crate::ask::CastMethod;
use crate::snapshot::cast::{self, Answer};
use crate::snapshot::parts::{Bound, bound, key};

/// How two bodies fly, and how two of their parts are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// Of the origins of A and B, the world's axes, length units a second.
    pub velocities: [DVec3; 2],
    /// How they turn about their origins, radians a second.
    pub spins: [DVec3; 2],
    /// How long, seconds.
    pub t_max: f64,
    /// How two parts are asked. Bodies that turn are advanced whatever this says.
    pub method: CastMethod,
    /// The limit on the iterations of a pair of parts; the method's own if there is none.
    pub max_iterations: Option<u32>,
}

impl Throw {
    /// How B moves, seen from A.
    pub fn relative(&self) -> DVec3 {
        self.velocities[1] - self.velocities[0]
    }

    /// Whether a body turns.
    pub fn turns(&self) -> bool {
        self.spins.iter().any(|spin| *spin != DVec3::ZERO)
    }

    /// Whether two parts are asked again and again on their way.
    pub fn advances(&self) -> bool {
        self.turns() || self.is_bilateral()
    }

    /// Whether that is by bilateral advancement.
    pub fn is_bilateral(&self) -> bool {
        self.method == CastMethod::Bilateral
    }

    /// Whether a one-sided part of body A (0) or B (1) with this normal is left out: the other moves along it.
    pub fn flies_along(&self, body: usize, normal: DVec3) -> bool {
        let way = if body == 0 { self.relative() } else { -self.relative() };
        normal.dot(way) > 0.0
    }
}

/// Two bodies of parts whose parts can be cast.
pub trait Flying<const N: usize>: Pairs<N> {
    /// Which body's frame boxes are compared in, and the boxes of two nodes in it: of that body, then of the other.
    fn boxes(&self, nodes: [u32; 2]) -> (usize, [Bounds<N>; 2]);

    /// A velocity of the world, in that frame.
    fn seen(&self, velocity: DVec3) -> [Real; N];

    /// What rounding may do to a box.
    fn slack(&self) -> Real;

    /// The gap of the boxes of two nodes when both bodies have moved and turned for a while: none of their parts is nearer.
    fn gap_at(&self, nodes: [u32; 2], throw: &Throw, t: f64) -> f64;

    /// When two parts meet; the world's axes, from A's origin at the start. None of a pair that is left out.
    fn cast(&mut self, parts: [u32; 2], throw: &Throw) -> Option<Answer>;
}

/// Two bodies in flight.
#[derive(Clone, Debug)]
pub struct Flight<const N: usize, P> {
    /// Where they stand at the start.
    pub pairs: P,
    /// How they fly.
    pub throw: Throw,
    /// How the other body moves in the frame of the boxes, seen from their own.
    way: [Real; N],
}

/// How often boxes that turn are advanced.
const ADVANCES: u32 = 16;

/// How much of the time that a gap proves is gone on: what is left of the gap bounds the distance on the way.
const STRIDE: f64 = 0.75;

/// A number that bounds from below, as this precision has it.
fn rounded_down(x: f64) -> Real {
    let down = (x as Real).next_down();
    // What misses does not become what meets.
    if x >= 0.0 { down.max(0.0) } else { down }
}

fn rounded_up(x: f64) -> Real {
    (x as Real).next_up()
}

impl<const N: usize, P: Flying<N>> Flight<N, P> {
    /// Before the search.
    pub fn new(pairs: P, throw: Throw) -> Self {
        let (home, _) = pairs.boxes([0, 0]);
        let sign = if home == 0 { 1.0 } else { -1.0 };
        let way = pairs.seen(throw.relative() * sign);
        Self { pairs, throw, way }
    }

    /// How fast a point of one node moves at most, seen from one of the other.
    fn speed(&self, nodes: [u32; 2]) -> f64 {
        let trees = self.pairs.trees();
        let of =
            |body: usize| self.throw.spins[body].length() * f64::from(trees[body].node(nodes[body]).bounds.reach());
        (self.throw.relative().length() + of(0) + of(1)) * (1.0 + 16.0 * f64::EPSILON)
    }

    /// The bound of two nodes that turn.
    fn advanced(&self, nodes: [u32; 2]) -> Bound {
        let (speed, t_max) = (self.speed(nodes), self.throw.t_max);
        let (mut t, mut least) = (0.0, f64::INFINITY);
        for _ in 0..ADVANCES {
            let gap = self.pairs.gap_at(nodes, &self.throw, t);
            if !(gap > 0.0) {
                break;
            }
            let left = gap - speed * (t_max - t);
            least = least.min(left.max((1.0 - STRIDE) * gap));
            if left > 0.0 {
                return Bound::Misses(least);
            }
            t += STRIDE * gap / speed;
            if t >= t_max {
                return Bound::Misses(least);
            }
        }
        Bound::Meets(t)
    }

    /// The gap along each axis, once each way, as a height and how it changes: none is below it at any moment.
    fn lines(&self, nodes: [u32; 2]) -> [[[Real; 2]; 2]; N] {
        let (_, [own, other]) = self.pairs.boxes(nodes);
        let slack = self.pairs.slack();
        std::array::from_fn(|k| {
            // Three roundings of a way, and of what is subtracted.
            let off = 4.0 * EPS * self.way[k].abs();
            let after = [other.low[k] - own.high[k] - slack, self.way[k] - off];
            let before = [own.low[k] - other.high[k] - slack, -self.way[k] - off];
            [after, before]
        })
    }
}

/// The first moment at which all lines are at 0 or below; none before the end.
fn first<const N: usize>(lines: &[[[Real; 2]; 2]; N], t_max: Real) -> Option<Real> {
    let (mut from, mut to): (Real, Real) = (0.0, t_max);
    for [height, slope] in lines.iter().flatten().copied() {
        let at = -height / slope;
        if slope < 0.0 {
            from = from.max(at - 2.0 * EPS * at.abs());
        } else if slope > 0.0 {
            to = to.min(at + 2.0 * EPS * at.abs());
        } else if height > 0.0 {
            return None;
        }
    }
    (from <= to).then_some(from)
}

/// How high the highest line is at its lowest place, or less.
fn lowest<const N: usize>(lines: &[[[Real; 2]; 2]; N], t_max: Real) -> Real {
    let all = || lines.iter().flatten().copied();
    if t_max == Real::INFINITY {
        // One that rises is never below its start.
        return all().filter(|[_, slope]| *slope >= 0.0).map(|[height, _]| height).fold(Real::NEG_INFINITY, Real::max);
    }
    let highest = |t: Real| {
        let at = |[height, slope]: [Real; 2]| height + slope * t - 4.0 * EPS * (height.abs() + (slope * t).abs());
        all().map(at).fold(Real::NEG_INFINITY, Real::max)
    };
    let mut least = highest(0.0).min(highest(t_max));
    for (i, [height, slope]) in all().enumerate() {
        for [other, steeper] in all().skip(i + 1) {
            let at = (other - height) / (slope - steeper);
            if at > 0.0 && at < t_max {
                least = least.min(highest(at));
            }
        }
    }
    least
}

/// The numbers that stand for what a pair has proven.
fn bracket(answer: &Answer) -> Bracket {
    let meets = |t: f64| key(Bound::Meets(t));
    let [lower, upper] = match answer.outcome.hit() {
        Some(true) => [meets(answer.lower), answer.upper.map_or(f64::INFINITY, meets)],
        Some(false) => {
            let gap = key(Bound::Misses(answer.gap.unwrap_or(0.0)));
            [gap, gap]
        }
        None => [meets(answer.lower), f64::INFINITY],
    };
    Bracket {
        lower: rounded_down(lower),
        upper: if upper < f64::INFINITY { rounded_up(upper) } else { Real::INFINITY },
    }
}

impl<const N: usize, P: Flying<N>> Pairs<N> for Flight<N, P> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<N>; 2] {
        self.pairs.trees()
    }

    fn bound(&self, nodes: [u32; 2]) -> Real {
        if self.throw.turns() {
            return rounded_down(key(self.advanced(nodes)));
        }
        let (lines, t_max) = (self.lines(nodes), self.throw.t_max as Real);
        let bound = match first(&lines, t_max.next_up()) {
            Some(t) => Bound::Meets(f64::from(t)),
            None => Bound::Misses(f64::from(lowest(&lines, t_max))),
        };
        rounded_down(key(bound))
    }

    fn gap(&self, _: [u32; 2]) -> Option<Real> {
        None
    }

    fn face(&mut self, _: [u32; 2], _: &Answer) {}

    fn ask(&mut self, parts: [u32; 2]) -> Option<Found<Answer>> {
        let answer = self.pairs.cast(parts, &self.throw)?;
        Some(Found { bracket: bracket(&answer), is_settled: answer.outcome.hit().is_some(), answer })
    }

    fn outcome(&self, best: Option<&Found<Answer>>, unsettled: Real) -> Outcome {
        match best.map(|best| best.answer.outcome.hit()) {
            None => Outcome::NoneMet,
            Some(Some(true)) => Outcome::FirstContact,
            Some(Some(false)) if unsettled == Real::INFINITY => Outcome::Missed,
            _ => Outcome::NotConverged,
        }
    }
}

impl<const N: usize, P: Flying<N>> Plain<N> for Flight<N, P> {
    type Plain = Answer;

    fn plain(&self, answer: &Answer) -> Answer {
        *answer
    }
}

impl<const N: usize, P: Flying<N>> Search<N, Flight<N, P>> {
    /// The answer over all pairs of parts; `None` where no pair was tested. If some pair is undecided and no contact is proven,
    /// only `lower` is known: a gap, a normal and points are those of a pair that misses, which may not decide.
    pub fn first_contact(&self) -> Option<Answer> {
        let mut answer = self.best.as_ref()?.1.answer;
        let earliest = |key: Real| match bound(f64::from(key)) {
            Bound::Meets(t) => t,
            Bound::Misses(_) => f64::INFINITY,
        };
        answer.lower = answer.lower.min(earliest(self.lower));
        answer.iterations = self.queries;
        match answer.outcome.hit() {
            Some(true) => return Some(answer),
            Some(false) if self.unsettled == Real::INFINITY => return Some(answer),
            Some(false) => answer.outcome = cast::Outcome::Grazing,
            None => {}
        }
        Some(Answer { t_first: None, upper: None, t_last: None, normal: None, witness: None, gap: None, ..answer })
    }

    /// The pair of parts that decides; `None` where no pair does.
    pub fn deciding(&self) -> Option<[u32; 2]> {
        let is_decided = self.first_contact()?.outcome.hit().is_some();
        self.best.as_ref().filter(|_| is_decided).map(|(parts, _)| *parts)
    }
}
