//! The query of a body against a half-space as a stepper: each step computes one quantity, such as the normal, the
//! deepest point or the gap. A comment `// @name` marks the line of the listings that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::placed_body::F64_EPS;
use super::prelude::*;
use super::{Corner, Deepest, DoublePose, Gap, HalfSpace, HalfSpaceBody, Moment, Outcome, Phase, Query};

/// Bound of the error of a support point along its direction, in `EPS` times the bounding radius: the rounding of the
/// direction 1, which counts twice, its rotation 3, the products that select the point 3, and a reserve.
const SUPPORT_ROUNDING: Real = 12.0;

/// Bound of the rounding error of the sum of the gap's terms, relative to the lengths that determine it: products and
/// sums of a dot product, the margin and the offset.
pub(super) const SUM_ROUNDING: f64 = 4.0 * F64_EPS;

/// Bound of the error of a gap in `f32` because the input was rounded to `f32`, in `EPS` times the lengths that
/// determine the gap: a position ½; a quaternion ½ per component, which moves a point by four times that; a normal 1;
/// sizes ½.
pub(super) const INPUT_ROUNDING: Real = 4.0;

/// State of a query of a body against a half-space. World axes, from A's origin.
#[derive(Clone, Debug)]
pub struct HalfSpaceRun<S> {
    /// The half-space, in its own frame.
    pub half_space: HalfSpace,
    /// Pose of the half-space; positions from A's origin.
    pub half_space_pose: DoublePose,
    /// The body, in its own frame.
    pub body: S,
    /// Pose of the body; positions from A's origin.
    pub body_pose: DoublePose,
    /// Whether the half-space is A.
    pub half_space_is_a: bool,
    /// Kind of the query, with its parameters.
    pub query: Query,
    /// Action of the next step.
    pub phase: Phase,
    /// `n`, the outward unit normal of the half-space, in world axes; `None` before the first step.
    pub n: Option<DVec3>,
    /// `b`, the deepest point of the body, which is farthest against `n`; `None` before it is computed.
    pub deepest: Option<Deepest>,
    /// Signed distance `d`, meters, with its bracket; `None` before it is computed, and if a number is not finite.
    pub gap: Option<Gap>,
    /// `a`, the foot of `b` on the plane; `None` before it is computed.
    pub foot: Option<DVec3>,
    /// `c`, the closing speed of the gap, meters per second; `None` before it is computed.
    pub closing: Option<f64>,
    /// `t`, the time at which the gap is closed, seconds, with its bracket; `None` before it is computed.
    pub moment: Option<Moment>,
    /// Vertices of the deepest feature, with the contact points at them; empty before they are collected.
    pub corners: Vec<Corner>,
    /// Outcome; `None` while the run goes on.
    pub outcome: Option<Outcome>,
}

/// A point of a body's core, and the deepest point of the ball around it. World axes, from A's origin.
pub(super) struct PlacedPoint {
    /// The point of the core.
    pub core: DVec3,
    /// The point of the ball that is deepest in the half-space.
    pub surface: DVec3,
}

/// Bounds of the rounding error of a gap, meters: the true gap is in `[d − below, d + above]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapRounding {
    /// Largest amount by which the true gap is smaller.
    pub below: f64,
    /// Largest amount by which the true gap is larger.
    pub above: f64,
}

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// A distance query before its first step. Positions of both poses are relative to A's origin; `half_space_is_a`
    /// states which of the two is A.
    pub fn distance(
        half_space: HalfSpace,
        half_space_pose: DoublePose,
        body: S,
        body_pose: DoublePose,
        half_space_is_a: bool,
    ) -> Self {
        Self {
            half_space,
            half_space_pose,
            body,
            body_pose,
            half_space_is_a,
            query: Query::Distance,
            phase: Phase::Normal,
            n: None,
            deepest: None,
            gap: None,
            foot: None,
            closing: None,
            moment: None,
            corners: Vec::new(),
            outcome: None,
        }
    }

    /// Replaces the query of a run on the same pair.
    #[must_use]
    pub fn with_query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// Lengths that determine the rounding error of the gap, meters: the distance of the origins, the bounding radius
    /// of the body with its ball, and the absolute offset.
    pub(super) fn sizes(&self) -> [f64; 3] {
        let between = (self.body_pose.position - self.half_space_pose.position).length();
        let radius = f64::from(self.body.bounding_radius()) + f64::from(self.body.margin());
        [between, radius, self.half_space.offset.abs()]
    }

    /// Bound of the rounding error of the normal, relative to its length.
    pub(super) fn normal_rounding(&self) -> f64 {
        self.half_space_pose.normal_rounding(&self.half_space)
    }

    /// Bounds of the rounding error of `d` for exact input. The true distance may be smaller, because the computed
    /// support point may be higher than the deepest point. It may be larger, because a computed point may be outside
    /// the body.
    pub(super) fn rounding_of_exact_input(&self) -> GapRounding {
        let [between, radius, offset] = self.sizes();
        let rotation = self.body_pose.rotation_rounding();
        let sum = SUM_ROUNDING * (between + radius + offset);
        let of_point = self.normal_rounding() * (between + radius) + rotation * radius + sum;
        // The errors of numbers near the smallest are absolute: a few times that number.
        let of_support = f64::from(SUPPORT_ROUNDING * EPS) * radius + f64::from(16.0 * Real::MIN_POSITIVE);
        let above = if self.body.has_exact_vertices() { of_point } else { of_point + of_support };
        GapRounding { below: of_point + of_support, above }
    }

    /// Bounds of the rounding error of `d`. In `f32` they include the rounding of the input to this precision.
    pub fn rounding(&self) -> GapRounding {
        let is_f64 = EPS < 1.0e-10;
        let input = if is_f64 { 0.0 } else { f64::from(INPUT_ROUNDING * EPS) * self.sizes().iter().sum::<f64>() };
        let GapRounding { below, above } = self.rounding_of_exact_input();
        GapRounding { below: below + input, above: above + input }
    }

    /// Test whether the body is outside: `lower > 0`.
    pub fn apart(&self) -> Comparison<f64> {
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), 0.0)
    }

    /// Test whether a part of the body is inside: `upper < 0`.
    pub fn inside(&self) -> Comparison<f64> {
        Comparison::below(self.gap.map_or(f64::INFINITY, |gap| gap.upper), 0.0)
    }

    /// Outward unit normal of the half-space, in world axes; before the first step in the half-space's own axes.
    pub(super) fn normal(&self) -> DVec3 {
        self.n.unwrap_or(self.half_space.normal)
    }

    /// Places a point of the body's core, given in the body's frame.
    pub(super) fn place_point(&self, core: Vec3) -> PlacedPoint {
        let in_body = DVec3::new(core.x as f64, core.y as f64, core.z as f64);
        let core = self.body_pose.rotation * in_body + self.body_pose.position;
        PlacedPoint { core, surface: core - self.normal() * f64::from(self.body.margin()) }
    }

    /// Direction into the half-space, in the body's frame.
    pub(super) fn inward(&self) -> Vec3 {
        let d = self.body_pose.rotation.transpose() * -self.normal();
        Vec3::new(d.x as Real, d.y as Real, d.z as Real)
    }

    /// Height above the half-space's origin, along the normal, of the deepest point of the ball around a point of the
    /// core, meters.
    pub(super) fn height(&self, core: DVec3) -> f64 {
        self.normal().dot(core - self.half_space_pose.position) - f64::from(self.body.margin())
    }

    /// The body's deepest point, from its support mapping.
    fn deepest_point(&self) -> Deepest {
        let support = self.body.support(self.inward());
        let PlacedPoint { core, surface } = self.place_point(support.point);
        Deepest { core, point: surface, feature: support.feature.0, height: self.height(core) }
    }

    /// Signed distance of the deepest point with its bracket; `None` if a number is not finite.
    fn measure_gap(&self) -> Option<Gap> {
        let d = self.deepest?.height - self.half_space.offset;
        let GapRounding { below, above } = self.rounding();
        let gap = Gap { d, lower: d - below, upper: d + above };
        (gap.lower.is_finite() && gap.upper.is_finite()).then_some(gap)
    }

    /// Runs the current phase. Returns the outcome if the phase ends the run.
    fn advance(&mut self) -> Option<Outcome> {
        match self.phase {
            Phase::Normal => {
                self.n = Some((self.half_space_pose.rotation * self.half_space.normal).normalize()); // @normal
                self.phase = Phase::Support;
            }
            Phase::Support => {
                self.deepest = Some(self.deepest_point()); // @support
                self.phase = Phase::Gap;
            }
            Phase::Gap => {
                self.gap = self.measure_gap(); // @gap
                return if self.gap.is_none() { Some(Outcome::NotFinite) } else { self.continue_after_gap() };
            }
            Phase::Foot => return Some(self.project_deepest_point()),
            Phase::Closing => return self.compute_closing_speed(),
            Phase::Time => return Some(self.compute_time()),
            Phase::Corners => return Some(self.find_contacts()),
        }
        None
    }

    /// Selects the phase after the gap for this query. Returns the outcome if the gap ends the run.
    fn continue_after_gap(&mut self) -> Option<Outcome> {
        match self.query {
            Query::Distance => {
                self.phase = Phase::Foot;
                None
            }
            Query::Cast { .. } => self.test_start(),
            Query::Contacts { .. } => self.reject_beyond_margin(),
        }
    }
}

impl<S: HalfSpaceBody> Stepper for HalfSpaceRun<S> {
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
