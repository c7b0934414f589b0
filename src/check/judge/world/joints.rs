//! Joints of a 2D world as the judge computes them: anchors, errors of constraint rows, the effect of the reported
//! impulses on both bodies, and the limits of these impulses.

use contact_lens_model::answer::BodyState;
use contact_lens_scene::model::{Joint, JointKind, Scene};
use glam::DVec2;

use super::mass::Mass;

/// Distance of two anchors below which their direction is undefined, meters.
const MIN_LENGTH: f64 = 1e-9;

/// Error of the impulse of a motor or mouse joint at its maximum, in roundings.
const MAXIMUM_ROUNDINGS: f64 = 256.0;

/// Anchor point of a body, or fixed in the world.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    /// Index of the body; `None` for a point of the world.
    body: Option<usize>,
    /// Point in the body's frame, or in the world, meters.
    local: DVec2,
}

/// Joint with resolved anchors, and with its length or angle at the start.
#[derive(Clone, Debug)]
pub struct ResolvedJoint<'a> {
    /// Joint as the scene states it.
    pub joint: &'a Joint,
    /// Index of body A; `None` for the world.
    pub a: Option<usize>,
    /// Index of body B.
    pub b: usize,
    /// Anchors on A and on B.
    anchors: [Anchor; 2],
    /// Value of the constrained quantity at the start, as [`ResolvedJoint::value`] defines it.
    initial_value: f64,
}

/// Total impulse on a body: linear, and angular about its center of mass.
#[derive(Clone, Copy, Debug, Default)]
pub struct TotalImpulse {
    /// Linear impulse in the world frame, N s.
    pub linear: DVec2,
    /// Angular impulse about the center of mass, N m s.
    pub angular: f64,
    /// Sum of the magnitudes of the linear impulses, for error bounds, N s.
    pub linear_size: f64,
    /// Sum of the magnitudes of the angular impulses and of the operands of their levers, for error bounds, N m s.
    pub angular_size: f64,
}

impl TotalImpulse {
    /// Adds an impulse (N s) at a lever (meters) from the center of mass; `magnitude` is the size of the lever's
    /// operands, meters.
    pub fn add(&mut self, impulse: DVec2, lever: DVec2, magnitude: f64) {
        self.linear += impulse;
        self.angular += lever.perp_dot(impulse);
        let size = impulse.x.abs() + impulse.y.abs();
        self.linear_size += size;
        self.angular_size += size * (lever.length() + magnitude);
    }

    /// Adds an angular impulse.
    pub fn add_angular(&mut self, impulse: f64) {
        self.angular += impulse;
        self.angular_size += impulse.abs();
    }
}

/// Impulse of a motor or mouse joint, and its maximum.
struct LimitedImpulse {
    /// Magnitude of the impulse, in `unit`.
    size: f64,
    /// Maximum force (N) or torque (N m) of the joint.
    maximum: f64,
    /// Option of the joint that states the maximum.
    option: &'static str,
    /// Unit of the impulse.
    unit: &'static str,
}

/// Converts a point from a body's frame to the world.
pub fn world_point(state: &BodyState, local: DVec2) -> DVec2 {
    state.position + DVec2::from_angle(state.angle).rotate(local)
}

/// Converts a point from the world to a body's frame.
fn local_point(state: &BodyState, point: DVec2) -> DVec2 {
    DVec2::from_angle(-state.angle).rotate(point - state.position)
}

impl Anchor {
    /// Position in the world, meters.
    fn at(self, states: &[BodyState]) -> DVec2 {
        self.body.map_or(self.local, |body| world_point(&states[body], self.local))
    }

    /// Vector from the body's center of mass to `point`, world frame; zero for an anchor in the world.
    fn lever(self, point: DVec2, states: &[BodyState], masses: &[Mass]) -> DVec2 {
        self.body.map_or(DVec2::ZERO, |body| point - world_point(&states[body], masses[body].center))
    }
}

impl<'a> ResolvedJoint<'a> {
    /// Resolves a joint of a scene with these initial states; `None` when a body does not exist.
    pub fn new(joint: &'a Joint, scene: &Scene, start: &[BodyState]) -> Option<Self> {
        let (b, _) = scene.body(&joint.b)?;
        let a = match &joint.a {
            Some(name) => Some(scene.body(name)?.0),
            None => None,
        };
        let [stated_a, stated_b] = joint.kind.anchors().map(|anchor| anchor.flatten().map(DVec2::from));
        let mut anchor_a = Anchor { body: a, local: stated_a.unwrap_or_default() };
        let mut anchor_b = Anchor { body: Some(b), local: stated_b.unwrap_or_default() };
        // A missing anchor is the point that coincides with the other one at the start.
        if !matches!(joint.kind, JointKind::Distance { .. } | JointKind::Mouse { .. }) {
            match (stated_a, stated_b) {
                (Some(_), None) => anchor_b.local = local_point(&start[b], anchor_a.at(start)),
                (None, Some(_)) => {
                    let point = anchor_b.at(start);
                    anchor_a.local = a.map_or(point, |a| local_point(&start[a], point));
                }
                _ => {}
            }
        }
        let mut resolved = Self { joint, a, b, anchors: [anchor_a, anchor_b], initial_value: 0.0 };
        resolved.initial_value = resolved.value(start);
        Some(resolved)
    }

    /// Constrained or limited quantity of the joint: distance, translation along an axis, angle, or angular velocity; 0
    /// for point and mouse joints, whose quantity is a vector.
    fn value(&self, states: &[BodyState]) -> f64 {
        let state_a = self.a.map_or_else(BodyState::default, |a| states[a]);
        let state_b = states[self.b];
        match &self.joint.kind {
            JointKind::Distance { .. } => self.offset(states).length(),
            JointKind::Line { .. } => self.offset(states).dot(self.axis(states)),
            JointKind::Angle { .. } => state_b.angle - state_a.angle,
            JointKind::Motor { .. } => state_b.angular_velocity - state_a.angular_velocity,
            JointKind::Point { .. } | JointKind::Mouse { .. } => 0.0,
        }
    }

    /// Vector from the anchor on A to the anchor on B, world frame.
    fn offset(&self, states: &[BodyState]) -> DVec2 {
        let [a, b] = self.anchors.map(|anchor| anchor.at(states));
        b - a
    }

    /// Axis of a line joint, world frame.
    fn axis(&self, states: &[BodyState]) -> DVec2 {
        let JointKind::Line { axis, .. } = &self.joint.kind else { return DVec2::X };
        let axis_in_body = DVec2::from(axis.unwrap_or([1.0, 0.0])).normalize_or(DVec2::X);
        self.a.map_or(axis_in_body, |a| DVec2::from_angle(states[a].angle).rotate(axis_in_body))
    }

    /// Returns the error `C` of each row in a frame: the equalities, then the lower and the upper limit. A distance or
    /// angle joint with limits has no equality; a mouse joint without a target has the error 0.
    pub fn errors(&self, states: &[BodyState], frame: usize) -> Vec<f64> {
        let value = self.value(states);
        let [lower, upper] = self.joint.kind.limits();
        let limits = lower.map(|lower| value - lower).into_iter().chain(upper.map(|upper| upper - value));
        let limited = lower.is_some() || upper.is_some();
        match &self.joint.kind {
            JointKind::Distance { .. } | JointKind::Angle { .. } if limited => limits.collect(),
            JointKind::Distance { length, .. } => vec![value - length.unwrap_or(self.initial_value)],
            JointKind::Angle { angle, .. } => vec![value - angle.unwrap_or(self.initial_value)],
            JointKind::Line { .. } => {
                let across = self.offset(states).dot(self.axis(states).perp());
                std::iter::once(across).chain(limits).collect()
            }
            JointKind::Motor { speed, .. } => vec![value - speed],
            JointKind::Point { .. } => self.offset(states).to_array().into(),
            JointKind::Mouse { .. } => {
                let target = self.joint.kind.target(frame);
                let offset = target.map(|target| self.anchors[1].at(states) - DVec2::from(target));
                offset.unwrap_or_default().to_array().into()
            }
        }
    }

    /// Adds the reported impulses, one per row, to `sums`, for the bodies at their poses before the solve. `None` when
    /// the number of rows is wrong, or the direction of a row is undefined because the anchors of a distance joint
    /// coincide.
    pub fn add_impulses(
        &self,
        claimed: &[f64],
        states: &[BodyState],
        masses: &[Mass],
        sums: &mut [TotalImpulse],
    ) -> Option<()> {
        let [anchor_a, anchor_b] = self.anchors;
        let [point_a, point_b] = self.anchors.map(|anchor| anchor.at(states));
        let offset = point_b - point_a;
        let mut lever_a = anchor_a.lever(point_a, states, masses);
        let lever_b = anchor_b.lever(point_b, states, masses);
        let magnitude = point_a.length() + point_b.length();
        let linear = match &self.joint.kind {
            JointKind::Angle { .. } | JointKind::Motor { .. } => {
                let impulse = self.signed_impulses(claimed).sum::<f64>();
                sums[self.b].add_angular(impulse);
                if let Some(a) = self.a {
                    sums[a].add_angular(-impulse);
                }
                return Some(());
            }
            JointKind::Point { .. } | JointKind::Mouse { .. } => DVec2::from(<[f64; 2]>::try_from(claimed).ok()?),
            JointKind::Distance { .. } if offset.length() < MIN_LENGTH => return None,
            JointKind::Distance { .. } => offset.normalize() * self.signed_impulses(claimed).sum::<f64>(),
            JointKind::Line { .. } => {
                // The impulse on A, too, acts at the anchor on B.
                lever_a += offset;
                let axis = self.axis(states);
                let along: f64 = self.signed_impulses(claimed).skip(1).sum();
                axis.perp() * claimed.first().copied()? + axis * along
            }
        };
        sums[self.b].add(linear, lever_b, magnitude);
        if let Some(a) = self.a {
            sums[a].add(-linear, lever_a, magnitude);
        }
        Some(())
    }

    /// Returns the impulses with the signs of the constrained quantity: an upper limit, the last row, reduces the
    /// quantity.
    fn signed_impulses<'b>(&'b self, claimed: &'b [f64]) -> impl Iterator<Item = f64> + 'b {
        let [_, upper] = self.joint.kind.limits();
        let last = claimed.len().wrapping_sub(1);
        let signs = claimed.iter().enumerate();
        signs.map(move |(i, impulse)| if upper.is_some() && i == last { -impulse.abs() } else { *impulse })
    }

    /// Returns a message when a limit pulls, or the impulse of a motor or mouse joint exceeds its maximum. `h` is the
    /// duration of a solve, seconds.
    pub fn check_limits(&self, claimed: &[f64], h: f64, eps: f64) -> Option<String> {
        let name = &self.joint.name;
        let limits = self.joint.kind.limits().into_iter().flatten().count();
        if let Some(pull) = claimed.iter().rev().take(limits).find(|impulse| **impulse < 0.0) {
            let unit = if matches!(self.joint.kind, JointKind::Angle { .. }) { "N m s" } else { "N s" };
            return Some(format!("a limit of joint `{name}` has the impulse {pull} {unit}; it must not be negative"));
        }
        let LimitedImpulse { size, maximum, option, unit } = match &self.joint.kind {
            JointKind::Motor { max_torque, .. } => LimitedImpulse {
                size: claimed.first()?.abs(),
                maximum: *max_torque,
                option: "max_torque",
                unit: "N m s",
            },
            JointKind::Mouse { max_force, .. } => LimitedImpulse {
                size: DVec2::from(<[f64; 2]>::try_from(claimed).ok()?).length(),
                maximum: *max_force,
                option: "max_force",
                unit: "N s",
            },
            JointKind::Distance { .. } | JointKind::Line { .. } | JointKind::Angle { .. } | JointKind::Point { .. } => {
                return None;
            }
        };
        let allowed = maximum * h * (1.0 + MAXIMUM_ROUNDINGS * eps);
        (size > allowed)
            .then(|| format!("the impulse of joint `{name}` is {size} {unit}; its `{option}` allows {allowed} {unit}"))
    }
}
