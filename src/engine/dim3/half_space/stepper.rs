//! The query of a body against a half-space as a stepper.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::placed_body::FINE;
use super::prelude::*;
use super::{Corner, Corners, Deepest, DoublePose, Gap, HalfSpace, Moment, Outcome, Phase, Query};

/// State of a query of a body against a half-space. World axes, from A's origin.
#[derive(Clone, Debug)]
pub struct Against<S> {
    /// The half-space, in its own frame.
    pub half_space: HalfSpace,
    /// Pose of the half-space.
    pub plane_at: DoublePose,
    /// The body, in its own frame.
    pub body: S,
    /// Pose of the body.
    pub body_at: DoublePose,
    /// Whether the half-space is A.
    pub first: bool,
    /// The query.
    pub query: Query,
    /// Action of the next step.
    pub phase: Phase,
    /// `n`, outward; `None` before the first step.
    pub n: Option<DVec3>,
    /// `b`, the body's deepest point.
    pub deepest: Option<Deepest>,
    /// Signed distance `d`, meters, with its bracket.
    pub gap: Option<Gap>,
    /// `a`, the foot of `b` on the plane.
    pub foot: Option<DVec3>,
    /// `c`, the closing speed of the gap, meters per second.
    pub closing: Option<f64>,
    /// `t`, the time at which the gap is closed, seconds, with its bracket.
    pub moment: Option<Moment>,
    /// The vertices of the deepest feature.
    pub corners: Vec<Corner>,
    /// Outcome, once the run has ended.
    pub outcome: Option<Outcome>,
}

/// Error of a support point along the direction, in `EPS` times the bounding radius: the direction's rounding 1, which
/// counts twice, its rotation 3, the products that select the point 3, and a reserve.
const CHOSEN: Real = 12.0;

/// Error of a gap where scenes are read in the shorter precision, in `EPS` times the lengths that determine it: a
/// position ½; a quaternion ½ per component, which moves a point by four times that; a normal 1; sizes ½.
pub(super) const READ: Real = 4.0;

impl<S: Corners> Against<S> {
    /// A distance query before its first step.
    pub fn distance(half_space: HalfSpace, plane_at: DoublePose, body: S, body_at: DoublePose, first: bool) -> Self {
        let n = None;
        let deepest = None;
        let gap = None;
        let foot = None;
        let closing = None;
        let moment = None;
        let corners = Vec::new();
        let query = Query::Distance;
        let phase = Phase::Normal;
        let outcome = None;
        Self {
            half_space,
            plane_at,
            body,
            body_at,
            first,
            query,
            phase,
            n,
            deepest,
            gap,
            foot,
            closing,
            moment,
            corners,
            outcome,
        }
    }

    /// Replaces the query, on the same pair.
    #[must_use]
    pub fn with_query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// Lengths that determine the gap's rounding: distance of the origins, radius of the body with its ball, offset.
    pub(super) fn sizes(&self) -> [f64; 3] {
        let ball = f64::from(self.body.margin());
        let radius = f64::from(self.body.bounding_radius()) + ball;
        [(self.body_at.position - self.plane_at.position).length(), radius, self.half_space.offset.abs()]
    }

    /// Rounding error of the normal, relative to its length.
    pub(super) fn normal_rounding(&self) -> f64 {
        self.plane_at.normal_rounding(&self.half_space)
    }

    /// Rounding error of `d` for the given numbers: towards smaller values, towards larger values.
    pub(super) fn own_rounding(&self) -> [f64; 2] {
        let [between, radius, offset] = self.sizes();
        let turned = self.body_at.turn_rounding();
        let sum = 4.0 * FINE * (between + radius + offset);
        let fine = self.normal_rounding() * (between + radius) + turned * radius + sum;
        let chosen = f64::from(CHOSEN * EPS) * radius + f64::from(16.0 * Real::MIN_POSITIVE);
        [fine + chosen, if self.body.has_exact_corners() { fine } else { fine + chosen }]
    }

    /// Rounding error of `d`, towards smaller and towards larger values. In the shorter precision it includes the
    /// rounding of the input to this precision.
    pub fn rounding(&self) -> [f64; 2] {
        let read = if EPS < 1.0e-10 { 0.0 } else { f64::from(READ * EPS) * self.sizes().iter().sum::<f64>() };
        self.own_rounding().map(|own| own + read)
    }

    /// Test whether the body is outside: `lower > 0`.
    pub fn apart(&self) -> Comparison<f64> {
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), 0.0)
    }

    /// Test whether a part of the body is inside: `upper < 0`.
    pub fn inside(&self) -> Comparison<f64> {
        Comparison::below(self.gap.map_or(f64::INFINITY, |gap| gap.upper), 0.0)
    }

    pub(super) fn normal(&self) -> DVec3 {
        self.n.unwrap_or(self.half_space.normal)
    }

    /// A point of the body's core in the world, without and with the ball.
    pub(super) fn placed(&self, core: Vec3) -> (DVec3, DVec3) {
        let own = DVec3::new(core.x as f64, core.y as f64, core.z as f64);
        let core = self.body_at.turn * own + self.body_at.position;
        (core, core - self.normal() * f64::from(self.body.margin()))
    }

    /// Direction into the half-space, in the body's frame.
    pub(super) fn inward(&self) -> Vec3 {
        let d = self.body_at.turn.transpose() * -self.normal();
        Vec3::new(d.x as Real, d.y as Real, d.z as Real)
    }

    pub(super) fn height(&self, core: DVec3) -> f64 {
        self.normal().dot(core - self.plane_at.position) - f64::from(self.body.margin())
    }

    fn support(&self) -> Deepest {
        let found = self.body.support(self.inward());
        let (core, point) = self.placed(found.point);
        Deepest { core, point, feature: found.feature.0, height: self.height(core) }
    }

    fn measured(&self) -> Option<Gap> {
        let d = self.deepest?.height - self.half_space.offset;
        let [less, more] = self.rounding();
        let gap = Gap { d, lower: d - less, upper: d + more };
        (gap.lower.is_finite() && gap.upper.is_finite()).then_some(gap)
    }

    fn advance(&mut self) -> Option<Outcome> {
        match self.phase {
            Phase::Normal => {
                self.n = Some((self.plane_at.turn * self.half_space.normal).normalize()); // @normal
                self.phase = Phase::Support;
            }
            Phase::Support => {
                self.deepest = Some(self.support()); // @support
                self.phase = Phase::Gap;
            }
            Phase::Gap => {
                self.gap = self.measured(); // @gap
                return if self.gap.is_none() { Some(Outcome::NotFinite) } else { self.judge() };
            }
            Phase::Foot => return Some(self.foot_of_deepest_point()),
            Phase::Closing => return self.close(),
            Phase::Time => return Some(self.time()),
            Phase::Corners => return Some(self.touch()),
        }
        None
    }

    /// Continues according to the gap and the query.
    fn judge(&mut self) -> Option<Outcome> {
        match self.query {
            Query::Distance => {
                self.phase = Phase::Foot;
                None
            }
            Query::Cast { .. } => self.start(),
            Query::Contacts { .. } => self.near(),
        }
    }
}

impl<S: Corners> Stepper for Against<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.outcome.is_none() {
            self.outcome = self.advance();
        }
        self.outcome.map_or(Continue(()), Break)
    }

    fn heap_bytes(&self) -> usize {
        self.corners.capacity() * size_of::<Corner>()
    }
}
