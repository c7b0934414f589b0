//! Joints of a running world: their anchors, their position errors, and the *rows* by which the solver enforces them,
//! scalar constraints on the velocities of two bodies ([`constraint`](super::constraint)).

use super::bodies::BodyState;
use super::constraint::{Bounds, Constraint, ConstraintSource, Jacobian};
use super::definitions::{Anchors, Joint, JointKind, Limits, Softness, ValueConstraint};
use super::ground::inverse;
use super::options::{Options, PositionMode};
use super::problem::Problem;
use crate::dim2::numbers::{length2, unit2};
use crate::dim2::pose::Pose;
use crate::dim2::prelude::*;

/// Softness of mouse joints that have none of their own. A higher frequency pulls harder when the target jumps; less
/// damping lets the body swing around the target.
const MOUSE_SOFTNESS: Softness = Softness { frequency: 5.0, damping_ratio: 0.7 };

/// Whether a joint acts in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Activity {
    /// The joint is not a mouse joint, and always acts.
    Always,
    /// The mouse joint pulls its body to this target, world, meters.
    Target(Vec2),
    /// The mouse joint has no target, and does not act.
    Inactive,
}

/// Returns the activity of a joint in the solves that lead to `frame`.
fn activity(joint: &Joint, frame: u32) -> Activity {
    match &joint.kind {
        JointKind::Mouse { target, grasp, .. } => {
            grasp.target(*target, frame).map_or(Activity::Inactive, Activity::Target)
        }
        JointKind::Distance { .. }
        | JointKind::Point { .. }
        | JointKind::Line { .. }
        | JointKind::Angle { .. }
        | JointKind::Motor { .. } => Activity::Always,
    }
}

/// Parameters of a joint. [`ValueConstraint::Initial`] is replaced by the value at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Parameters {
    /// Fixed length, if any, and limits of the length, meters.
    Distance { length: Option<Real>, limits: Limits },
    /// No parameters: the two anchors coincide.
    Point,
    /// Unit axis in a's frame, and limits along it, meters.
    Line { axis: Vec2, limits: Limits },
    /// Fixed angle, if any, and limits of the angle, radians.
    Angle { angle: Option<Real>, limits: Limits },
    /// Target speed, rad/s, and largest torque, N m.
    Motor { speed: Real, max_torque: Real },
    /// Largest force that pulls the body, N.
    Mouse { max_force: Real },
}

/// A joint of a running world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState {
    /// First body, as an index into the bodies of the world; the last one is the world itself.
    pub a: u32,
    /// Second body, with the same indices.
    pub b: u32,
    /// Anchors in the frames of a and of b, meters.
    pub anchors: [Vec2; 2],
    /// Unit vector from the anchor of a to the anchor of b of a distance joint, world axes. Coincident anchors keep the
    /// last direction, at the start the upward one.
    pub direction: Vec2,
    /// Whether the joint is active; mouse joints are inactive before they grasp and after they release.
    pub is_active: bool,
    /// Kind of the joint, with its parameters.
    parameters: Parameters,
    /// Spring in place of the rigid equality rows; `None` for rigid ones.
    soft: Option<Softness>,
}

/// A value of a joint (length, coordinate or angle) that is fixed or limited, in meters or radians.
#[derive(Clone, Copy)]
struct ConstrainedValue {
    /// Value at the current poses.
    current: Real,
    /// Value at which the joint keeps it; `None` if it is not fixed.
    fixed: Option<Real>,
    /// Limits within which the joint keeps it.
    limits: Limits,
}

/// Anchors of a joint at the current poses, world axes, meters.
struct PlacedAnchors {
    /// Anchor of a and of b.
    points: [Vec2; 2],
    /// Vector from the center of mass of each body to its anchor.
    levers: [Vec2; 2],
    /// Vector from the anchor of a to that of b.
    between: Vec2,
}

impl JointState {
    /// Returns all joints at the start.
    pub(super) fn all(problem: &Problem, bodies: &[BodyState]) -> Vec<Self> {
        let world = bodies.len() as u32 - 1;
        problem.joints().iter().map(|joint| Self::new(joint, joint.a.unwrap_or(world), bodies)).collect()
    }

    /// Returns a joint at the start; `a` is its first body as an index into the bodies of the world.
    fn new(joint: &Joint, a: u32, bodies: &[BodyState]) -> Self {
        let [pose_a, pose_b] = [a, joint.b].map(|body| bodies[body as usize].pose);
        let initial_angle = bodies[joint.b as usize].angle - bodies[a as usize].angle;
        let mut soft = joint.softness;
        let (anchors, parameters) = match joint.kind {
            JointKind::Distance { anchors, length } => {
                let anchors = [anchors.a.unwrap_or_default(), anchors.b.unwrap_or_default()];
                let initial_length = length2(pose_b.point(anchors[1]) - pose_a.point(anchors[0]));
                let (length, limits) = value_and_limits(length, initial_length);
                (anchors, Parameters::Distance { length, limits })
            }
            JointKind::Point { anchors } => (common_anchors(anchors, &pose_a, &pose_b), Parameters::Point),
            JointKind::Line { anchors, axis, limits } => {
                let anchors = common_anchors(anchors, &pose_a, &pose_b);
                (anchors, Parameters::Line { axis: unit2(axis).unwrap_or(Vec2::X), limits })
            }
            JointKind::Angle { angle } => {
                let (angle, limits) = value_and_limits(angle, initial_angle);
                ([Vec2::ZERO; 2], Parameters::Angle { angle, limits })
            }
            JointKind::Motor { speed, max_torque } => ([Vec2::ZERO; 2], Parameters::Motor { speed, max_torque }),
            JointKind::Mouse { anchor_b, target, max_force, .. } => {
                soft = soft.or(Some(MOUSE_SOFTNESS));
                ([target, anchor_b], Parameters::Mouse { max_force })
            }
        };
        let is_active = activity(joint, 0) != Activity::Inactive;
        Self { a, b: joint.b, anchors, direction: Vec2::Y, is_active, parameters, soft }
    }

    /// Moves a mouse joint to its target in the solves that lead to `frame`.
    pub(super) fn follow(&mut self, joint: &Joint, frame: u32) {
        let activity = activity(joint, frame);
        self.is_active = activity != Activity::Inactive;
        if let Activity::Target(target) = activity {
            self.anchors[0] = target;
        }
    }

    /// Returns the anchors at the current poses.
    fn placed(&self, bodies: &[BodyState]) -> PlacedAnchors {
        let [a, b] = [self.a, self.b].map(|body| &bodies[body as usize]);
        let points = [a.pose.point(self.anchors[0]), b.pose.point(self.anchors[1])];
        PlacedAnchors { points, levers: [points[0] - a.center, points[1] - b.center], between: points[1] - points[0] }
    }

    /// Returns the anchors in the world, meters.
    pub fn points(&self, bodies: &[BodyState]) -> [Vec2; 2] {
        self.placed(bodies).points
    }

    /// Returns the error `C` of each row at the current poses, meters or radians: the equality rows, then the lower
    /// limit, then the upper limit. For a motor the speed error `Ċ`, rad/s; 0 for an inactive mouse joint.
    pub fn errors(&self, bodies: &[BodyState]) -> Vec<Real> {
        if !self.is_active {
            return vec![0.0; 2];
        }
        let [a, b] = [self.a, self.b].map(|body| &bodies[body as usize]);
        let placed = self.placed(bodies);
        match self.parameters {
            Parameters::Distance { length, limits } => {
                ConstrainedValue { current: length2(placed.between), fixed: length, limits }.errors().collect()
            }
            Parameters::Point | Parameters::Mouse { .. } => placed.between.to_array().to_vec(),
            Parameters::Line { axis, limits } => {
                let axis = a.pose.rotation.rotate(axis);
                let mut errors = vec![placed.between.dot(axis.perp())];
                let along = ConstrainedValue { current: placed.between.dot(axis), fixed: None, limits };
                errors.extend(along.errors());
                errors
            }
            Parameters::Angle { angle, limits } => {
                ConstrainedValue { current: b.angle - a.angle, fixed: angle, limits }.errors().collect()
            }
            Parameters::Motor { speed, .. } => vec![b.angular_velocity - a.angular_velocity - speed],
        }
    }

    /// Appends the rows of this joint, whose index is `joint`, at the current poses, without impulses.
    pub(super) fn prepare(&mut self, joint: u32, bodies: &[BodyState], options: &Options, rows: &mut Vec<Constraint>) {
        if !self.is_active {
            return;
        }
        let ends = [self.a, self.b];
        let placed = self.placed(bodies);
        let h = options.h();
        let equality = ConstraintSource::Equality { joint };
        match self.parameters {
            Parameters::Distance { length, limits } => {
                self.direction = unit2(placed.between).unwrap_or(self.direction);
                let jacobian = Jacobian::along(self.direction, placed.levers[0], placed.levers[1]);
                let value = ConstrainedValue { current: length2(placed.between), fixed: length, limits };
                self.push_value_rows(joint, jacobian, value, bodies, options, rows);
            }
            Parameters::Point => {
                let row = Constraint::point_rows(equality, ends, placed.levers, Bounds::Free, bodies);
                rows.push(self.with_bias(row, placed.between, options));
            }
            Parameters::Mouse { max_force } => {
                let row = Constraint::point_rows(equality, ends, placed.levers, Bounds::Disc(max_force * h), bodies);
                rows.push(self.with_bias(row, placed.between, options));
            }
            Parameters::Line { axis, limits } => {
                // The axis rotates with a, so a's lever reaches to b's anchor.
                let levers = [placed.levers[0] + placed.between, placed.levers[1]];
                let axis = bodies[self.a as usize].pose.rotation.rotate(axis);
                let [along, across] = [axis, axis.perp()].map(|n| Jacobian::along(n, levers[0], levers[1]));
                let row = Constraint::row(equality, ends, across, Bounds::Free, bodies);
                rows.push(self.with_bias(row, Vec2::new(placed.between.dot(axis.perp()), 0.0), options));
                let value = ConstrainedValue { current: placed.between.dot(axis), fixed: None, limits };
                self.push_value_rows(joint, along, value, bodies, options, rows);
            }
            Parameters::Angle { angle, limits } => {
                let current = bodies[self.b as usize].angle - bodies[self.a as usize].angle;
                let value = ConstrainedValue { current, fixed: angle, limits };
                self.push_value_rows(joint, Jacobian::ROTATION, value, bodies, options, rows);
            }
            Parameters::Motor { speed, max_torque } => {
                let row = Constraint::row(equality, ends, Jacobian::ROTATION, Bounds::Within(max_torque * h), bodies);
                rows.push(Constraint { bias: Vec2::new(-speed, 0.0), ..row });
            }
        }
    }

    /// Appends the rows of a value whose rate of change is `J v` with the row `jacobian` of `J`: an equality row if the
    /// value is fixed, and a row for each limit.
    fn push_value_rows(
        &self,
        joint: u32,
        jacobian: Jacobian,
        value: ConstrainedValue,
        bodies: &[BodyState],
        options: &Options,
        rows: &mut Vec<Constraint>,
    ) {
        let ends = [self.a, self.b];
        if let Some(error) = value.equality_error() {
            let row = Constraint::row(ConstraintSource::Equality { joint }, ends, jacobian, Bounds::Free, bodies);
            rows.push(self.with_bias(row, Vec2::new(error, 0.0), options));
        }
        if let Some(distance) = value.distance_from_lower_limit() {
            let row = Constraint::row(ConstraintSource::Lower { joint }, ends, jacobian, Bounds::NotNegative, bodies);
            rows.push(limit_row(row, distance, options));
        }
        if let Some(distance) = value.distance_from_upper_limit() {
            let source = ConstraintSource::Upper { joint };
            let row = Constraint::row(source, ends, jacobian.reversed(), Bounds::NotNegative, bodies);
            rows.push(limit_row(row, distance, options));
        }
    }

    /// Returns an equality row with its error `C` and its bias: `ωC/(2ζ + hω)` if the row is soft ([`Spring`]), else
    /// `βC/h` for the velocity that corrects positions.
    fn with_bias(&self, row: Constraint, error: Vec2, options: &Options) -> Constraint {
        let h = options.h();
        if let Some(soft) = self.soft {
            let spring = Spring::new(soft, h);
            return Constraint { error, soft: Some(spring.a), bias: error * spring.rate, ..row };
        }
        let bias = error * (options.beta / h);
        match options.position {
            PositionMode::Baumgarte | PositionMode::Soft { .. } => Constraint { error, bias, ..row },
            PositionMode::Split => Constraint { error, position_bias: Some(bias), ..row },
            PositionMode::None => Constraint { error, ..row },
        }
    }
}

/// Returns the anchors in the bodies' frames; a missing one coincides with the other in the world, and two missing ones
/// are the origins.
fn common_anchors(anchors: Anchors, pose_a: &Pose, pose_b: &Pose) -> [Vec2; 2] {
    match (anchors.a, anchors.b) {
        (Some(on_a), None) => [on_a, local(pose_b, pose_a.point(on_a))],
        (None, Some(on_b)) => [local(pose_a, pose_b.point(on_b)), on_b],
        (on_a, on_b) => [on_a.unwrap_or_default(), on_b.unwrap_or_default()],
    }
}

/// Converts a point of the world to the frame of `pose`.
fn local(pose: &Pose, point: Vec2) -> Vec2 {
    inverse(pose.rotation).rotate(point - pose.position)
}

/// Returns the fixed value, if there is one, and the limits of a constrained value. `initial` is its value at the
/// start.
fn value_and_limits(constraint: ValueConstraint, initial: Real) -> (Option<Real>, Limits) {
    match constraint {
        ValueConstraint::Initial => (Some(initial), Limits::default()),
        ValueConstraint::Fixed(value) => (Some(value), Limits::default()),
        ValueConstraint::Within(limits) => (None, limits),
    }
}

impl ConstrainedValue {
    /// Returns the error of the equality row; `None` if the value is not fixed.
    fn equality_error(&self) -> Option<Real> {
        self.fixed.map(|fixed| self.current - fixed)
    }

    /// Returns the distance above the lower limit, negative below it; `None` without a lower limit.
    fn distance_from_lower_limit(&self) -> Option<Real> {
        self.limits.lower.map(|lower| self.current - lower)
    }

    /// Returns the distance below the upper limit, negative above it; `None` without an upper limit.
    fn distance_from_upper_limit(&self) -> Option<Real> {
        self.limits.upper.map(|upper| upper - self.current)
    }

    /// Returns the errors of the rows of the value: the equality row, the lower limit and the upper limit, as far as
    /// there are such rows.
    fn errors(self) -> impl Iterator<Item = Real> {
        let equality = self.equality_error().into_iter();
        equality.chain(self.distance_from_lower_limit()).chain(self.distance_from_upper_limit())
    }
}

/// Returns the row of a limit with its error `C`, the distance of the value from the limit, and its bias: `C/h` while
/// `C` is positive, otherwise that of a rigid equality row.
fn limit_row(row: Constraint, error: Real, options: &Options) -> Constraint {
    let h = options.h();
    let row = Constraint { error: Vec2::new(error, 0.0), ..row };
    if error > 0.0 {
        return Constraint { bias: Vec2::new(error / h, 0.0), ..row };
    }
    let bias = Vec2::new(options.beta * error / h, 0.0);
    match options.position {
        PositionMode::Baumgarte | PositionMode::Soft { .. } => Constraint { bias, ..row },
        PositionMode::Split => Constraint { position_bias: Some(bias), ..row },
        PositionMode::None => row,
    }
}

/// Coefficients of a soft row, for a spring of the angular frequency `ω` (rad/s) and the damping ratio `ζ` in solves of
/// the duration `h`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// Coefficient `a = hω(2ζ + hω)` ([`super::constraint`]); no unit.
    pub a: Real,
    /// Factor `ω/(2ζ + hω)` of the error in the bias, 1/s.
    pub rate: Real,
}

impl Spring {
    /// Returns the coefficients for solves of the duration `h`, seconds.
    pub(super) fn new(soft: Softness, h: Real) -> Self {
        let omega = 2.0 * std::f64::consts::PI as Real * soft.frequency;
        let divisor = 2.0 * soft.damping_ratio + h * omega;
        Self { a: h * omega * divisor, rate: if omega > 0.0 { omega / divisor } else { 0.0 } }
    }
}
