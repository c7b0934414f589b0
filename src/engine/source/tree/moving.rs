//! Casts of two moving bodies made of parts: the pair of parts that touches first.
//!
//! The box of a node moves with its body: while two boxes are separate, no part in one touches a part in the other.
//! Pairs of nodes are ordered by the earliest time at which their boxes overlap. Pairs whose boxes never overlap come
//! after all others, ordered by the least distance of the boxes ([`encode_bound`]).
//!
//! - **Bodies that do not rotate.** The gap of two boxes along an axis, in each of both directions, is a linear
//!   function of time: six functions in space, four in the plane. The boxes overlap while none of them is positive.
//! - **Rotating bodies.** Boxes are advanced step by step: they stay separate for at least the time in which the
//!   fastest point closes their gap.

use glam::DVec3;

use super::prelude::*;
use super::{Bounds, Bracket, Outcome, Pairs, PartsResult, Plain, Search, Tree};
use contact_lens_model::ask::CastMethod;
use contact_lens_model::snapshot::cast::{self, Answer};
use contact_lens_model::snapshot::parts::{Bound, decode_bound, encode_bound};

/// Motion of two bodies, and options for the cast of two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastMotion {
    /// Velocities of the origins of A and B, world axes, length units per second.
    pub velocities: [DVec3; 2],
    /// Angular velocities of A and B around their origins, world axes, radians per second.
    pub spins: [DVec3; 2],
    /// Duration of the motion, seconds; may be infinite.
    pub t_max: f64,
    /// Cast method for two parts. Rotating bodies use an advancement method whatever this method is.
    pub method: CastMethod,
    /// Maximum number of iterations for a pair of parts; `None` for the method's own limit.
    pub max_iterations: Option<u32>,
}

impl CastMotion {
    /// Returns the velocity of B's origin relative to A's, world axes, length units per second.
    pub fn relative(&self) -> DVec3 {
        self.velocities[1] - self.velocities[0]
    }

    /// Returns whether a body rotates.
    pub fn rotates(&self) -> bool {
        self.spins.iter().any(|spin| *spin != DVec3::ZERO)
    }

    /// Returns whether a cast of two parts queries their distance repeatedly along the motion.
    pub fn advances(&self) -> bool {
        self.rotates() || self.is_bilateral()
    }

    /// Returns whether the method is bilateral advancement.
    pub fn is_bilateral(&self) -> bool {
        self.method == CastMethod::Bilateral
    }

    /// Returns whether a one-sided part of body A (0) or B (1) with this outward normal, world axes, is skipped: the
    /// other body moves along the normal, away from the front of the part.
    pub fn moves_along(&self, body: usize, normal: DVec3) -> bool {
        let velocity = if body == 0 { self.relative() } else { -self.relative() };
        normal.dot(velocity) > 0.0
    }
}

/// Boxes of a node of A and of a node of B at the start of the motion, both in the frame of one of the bodies, the
/// *home* body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeBoxes<const N: usize> {
    /// Home body, the same for all nodes: 0 is A, 1 is B.
    pub home: usize,
    /// Box of the node of the home body.
    pub of_home: Bounds<N>,
    /// Box around the node of the other body.
    pub of_other: Bounds<N>,
}

/// Two bodies made of parts whose parts can be cast.
pub trait CastPairs<const N: usize>: Pairs<N> {
    /// Returns the boxes of a node of A and of a node of B in the frame of the home body.
    fn boxes(&self, nodes: [u32; 2]) -> NodeBoxes<N>;

    /// Rotates a velocity from world axes to the axes of the home body.
    fn in_box_frame(&self, velocity: DVec3) -> [Real; N];

    /// Returns a bound of the rounding error of the gap of two boxes, length units.
    fn box_rounding(&self) -> Real;

    /// Returns the gap of the boxes of two nodes after both bodies have moved and rotated for the time `t`: a lower
    /// bound of the distance of their parts.
    fn gap_at(&self, nodes: [u32; 2], motion: &CastMotion, t: f64) -> f64;

    /// Computes the first contact of two parts; world axes, positions relative to A's origin at the start. `None` for a
    /// skipped pair.
    fn cast(&mut self, parts: [u32; 2], motion: &CastMotion) -> Option<Answer>;
}

/// Two moving bodies searched for their first contact: the queries that [`Search`] needs, ordered by encoded times.
#[derive(Clone, Debug)]
pub struct MovingSearch<const N: usize, P> {
    /// The bodies at their poses at the start.
    pub pairs: P,
    /// Motion of the bodies.
    pub motion: CastMotion,
    /// Velocity of the other body relative to the home body, in the axes of the home body, length units per second.
    velocity: [Real; N],
}

/// Largest number of advancement steps for the boxes of two rotating bodies. A smaller number gives a weaker bound, not
/// a wrong one.
const MAX_ADVANCES: u32 = 16;

/// Fraction of the proven time by which boxes advance. The rest of the gap, a quarter, bounds the distance during the
/// step from below; without it a miss would have no bound of its distance.
const ADVANCED_FRACTION: f64 = 0.75;

/// Bound of the rounding error of a coordinate of the relative velocity and of the term with which it is changed, in
/// `EPS` times the coordinate: three roundings of the velocity and one of the term.
const VELOCITY_ROUNDING: Real = 4.0;

/// Bound of the rounding error of a quotient of two numbers, in `EPS` times the quotient, with a margin.
const QUOTIENT_ROUNDING: Real = 2.0;

/// Bound of the rounding error of a gap `start + slope · t`, in `EPS` times the sum of both absolute terms, with a
/// margin.
const GAP_ROUNDING: Real = 4.0;

/// Returns an encoded lower bound rounded down to `Real`.
fn rounded_down(x: f64) -> Real {
    let down = (x as Real).next_down();
    // The sign, which separates misses from contacts, is kept.
    if x >= 0.0 { down.max(0.0) } else { down }
}

/// Returns an encoded upper bound rounded up to `Real`.
fn rounded_up(x: f64) -> Real {
    (x as Real).next_up()
}

impl<const N: usize, P: CastPairs<N>> MovingSearch<N, P> {
    /// Creates the cast before its search.
    pub fn new(pairs: P, motion: CastMotion) -> Self {
        let sign = if pairs.boxes([0, 0]).home == 0 { 1.0 } else { -1.0 };
        let velocity = pairs.in_box_frame(motion.relative() * sign);
        Self { pairs, motion, velocity }
    }

    /// Returns an upper bound of the speed of a point of one node relative to a point of the other, length units per
    /// second.
    fn speed(&self, nodes: [u32; 2]) -> f64 {
        let trees = self.pairs.trees();
        let [rotation_a, rotation_b] = [0, 1].map(|body| {
            let radius = trees[body].node(nodes[body]).bounds.distance_bound_from_origin();
            self.motion.spins[body].length() * f64::from(radius)
        });
        // Covers the roundings of three lengths, two products and two sums; chosen with a margin.
        (self.motion.relative().length() + rotation_a + rotation_b) * (1.0 + 16.0 * f64::EPSILON)
    }

    /// Returns a lower bound of the time at which the boxes of two nodes of rotating bodies may overlap, or of their
    /// distance if they never do.
    fn bound_by_advancement(&self, nodes: [u32; 2]) -> Bound {
        let speed = self.speed(nodes);
        let t_max = self.motion.t_max;
        let mut t = 0.0;
        let mut least = f64::INFINITY;
        for _ in 0..MAX_ADVANCES {
            let gap = self.pairs.gap_at(nodes, &self.motion, t);
            if !(gap > 0.0) {
                break;
            }
            let gap_at_end = gap - speed * (t_max - t);
            least = least.min(gap_at_end.max((1.0 - ADVANCED_FRACTION) * gap));
            if gap_at_end > 0.0 {
                return Bound::Miss(least);
            }
            t += ADVANCED_FRACTION * gap / speed;
            if t >= t_max {
                return Bound::Miss(least);
            }
        }
        Bound::Contact(t)
    }

    /// Returns the gaps of two boxes along each axis in both directions as functions of time; lower bounds of the exact
    /// gaps at all times, except for the rounding error of their evaluation.
    fn gap_functions(&self, nodes: [u32; 2]) -> [[LinearGap; 2]; N] {
        let NodeBoxes { of_home, of_other, .. } = self.pairs.boxes(nodes);
        let rounding = self.pairs.box_rounding();
        std::array::from_fn(|k| {
            let error = VELOCITY_ROUNDING * EPS * self.velocity[k].abs();
            let start_above = of_other.low[k] - of_home.high[k] - rounding;
            let start_below = of_home.low[k] - of_other.high[k] - rounding;
            let above = LinearGap { start: start_above, slope: self.velocity[k] - error };
            let below = LinearGap { start: start_below, slope: -self.velocity[k] - error };
            [above, below]
        })
    }
}

/// A gap `start + slope · t` of two boxes along an axis, as a function of time.
#[derive(Clone, Copy)]
struct LinearGap {
    /// Gap at the start, length units.
    start: Real,
    /// Rate of change, length units per second.
    slope: Real,
}

/// Returns the earliest time from 0 to `t_max` at which all gaps may be at most 0, so that the boxes overlap; `None` if
/// there is none.
fn first_overlap<const N: usize>(gaps: &[[LinearGap; 2]; N], t_max: Real) -> Option<Real> {
    let mut from: Real = 0.0;
    let mut to = t_max;
    for LinearGap { start, slope } in gaps.iter().flatten().copied() {
        let zero = -start / slope;
        if slope < 0.0 {
            from = from.max(zero - QUOTIENT_ROUNDING * EPS * zero.abs());
        } else if slope > 0.0 {
            to = to.min(zero + QUOTIENT_ROUNDING * EPS * zero.abs());
        } else if start > 0.0 {
            return None;
        }
    }
    (from <= to).then_some(from)
}

/// Returns a lower bound of the separation of two boxes, the largest gap, over the whole motion. The largest of linear
/// functions is least at an end of the motion or where two of them cross.
fn least_separation<const N: usize>(gaps: &[[LinearGap; 2]; N], t_max: Real) -> Real {
    let gaps = gaps.as_flattened();
    if t_max == Real::INFINITY {
        // A gap that does not shrink is never below its start.
        let not_shrinking = gaps.iter().filter(|gap| gap.slope >= 0.0);
        return not_shrinking.map(|gap| gap.start).fold(Real::NEG_INFINITY, Real::max);
    }
    let mut least = separation_at(gaps, 0.0).min(separation_at(gaps, t_max));
    for (i, first) in gaps.iter().enumerate() {
        for second in &gaps[i + 1..] {
            let crossing = (second.start - first.start) / (first.slope - second.slope);
            if crossing > 0.0 && crossing < t_max {
                least = least.min(separation_at(gaps, crossing));
            }
        }
    }
    least
}

/// Returns the largest gap at time `t`, minus the rounding error of its evaluation.
fn separation_at(gaps: &[LinearGap], t: Real) -> Real {
    let lower_bounds = gaps.iter().map(|LinearGap { start, slope }| {
        let rounding = GAP_ROUNDING * EPS * (start.abs() + (slope * t).abs());
        start + slope * t - rounding
    });
    lower_bounds.fold(Real::NEG_INFINITY, Real::max)
}

/// Returns the bracket of the encoded bound ([`encode_bound`]) that the answer of a pair proves; its upper bound is
/// infinite if the answer is undecided.
fn encoded_bracket(answer: &Answer) -> Bracket {
    let lower_of_contact = encode_bound(Bound::Contact(answer.lower));
    let [lower, upper] = match answer.outcome.hit() {
        Some(true) => {
            let upper = answer.upper.map_or(f64::INFINITY, |t| encode_bound(Bound::Contact(t)));
            [lower_of_contact, upper]
        }
        Some(false) => {
            let gap = encode_bound(Bound::Miss(answer.gap.unwrap_or(0.0)));
            [gap, gap]
        }
        None => [lower_of_contact, f64::INFINITY],
    };
    Bracket {
        lower: rounded_down(lower),
        upper: if upper < f64::INFINITY { rounded_up(upper) } else { Real::INFINITY },
    }
}

impl<const N: usize, P: CastPairs<N>> Pairs<N> for MovingSearch<N, P> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<N>; 2] {
        self.pairs.trees()
    }

    fn bound(&self, nodes: [u32; 2]) -> Real {
        if self.motion.rotates() {
            return rounded_down(encode_bound(self.bound_by_advancement(nodes)));
        }
        let gaps = self.gap_functions(nodes);
        let t_max = self.motion.t_max as Real;
        // The exact end of the motion may be above its rounded value.
        let bound = match first_overlap(&gaps, t_max.next_up()) {
            Some(t) => Bound::Contact(f64::from(t)),
            None => Bound::Miss(f64::from(least_separation(&gaps, t_max))),
        };
        rounded_down(encode_bound(bound))
    }

    fn gap_along_normal(&self, _: [u32; 2]) -> Option<Real> {
        None
    }

    fn store_normal(&mut self, _: [u32; 2], _: &Answer) {}

    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Answer>> {
        let answer = self.pairs.cast(parts, &self.motion)?;
        Some(PartsResult { bracket: encoded_bracket(&answer), is_settled: answer.outcome.hit().is_some(), answer })
    }

    fn outcome(&self, best: Option<&PartsResult<Answer>>, unsettled: Real) -> Outcome {
        match best.map(|best| best.answer.outcome.hit()) {
            None => Outcome::NoneMet,
            Some(Some(true)) => Outcome::FirstContact,
            Some(Some(false)) if unsettled == Real::INFINITY => Outcome::Missed,
            Some(Some(false) | None) => Outcome::NotConverged,
        }
    }
}

impl<const N: usize, P: CastPairs<N>> Plain<N> for MovingSearch<N, P> {
    type Plain = Answer;

    fn plain(&self, answer: &Answer) -> Answer {
        *answer
    }
}

impl<const N: usize, P: CastPairs<N>> Search<N, MovingSearch<N, P>> {
    /// Returns the answer over all pairs of parts; `None` where no pair was tested. If some pair is undecided and no
    /// contact is proven, only `lower` is known: gap, normal and points of a pair that misses may not be those of the
    /// bodies.
    pub fn first_contact(&self) -> Option<Answer> {
        let mut answer = self.best.as_ref()?.result.answer;
        let earliest = match decode_bound(f64::from(self.lower)) {
            Bound::Contact(t) => t,
            Bound::Miss(_) => f64::INFINITY,
        };
        answer.lower = answer.lower.min(earliest);
        answer.iterations = self.queries;
        match answer.outcome.hit() {
            Some(true) => return Some(answer),
            Some(false) if self.unsettled == Real::INFINITY => return Some(answer),
            Some(false) => answer.outcome = cast::Outcome::Grazing,
            None => {}
        }
        Some(Answer { t_first: None, upper: None, t_last: None, normal: None, witness: None, gap: None, ..answer })
    }

    /// Returns the deciding pair of parts; `None` where no pair decides.
    pub fn deciding_parts(&self) -> Option<[u32; 2]> {
        let is_decided = self.first_contact()?.outcome.hit().is_some();
        let best = self.best.as_ref()?;
        is_decided.then_some(best.parts)
    }
}
