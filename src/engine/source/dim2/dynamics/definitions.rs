//! Definitions of the bodies and joints of a world: their initial state and their parameters.

use std::sync::Arc;

use super::ground::{HalfPlane, Solid};
use super::trig;
use crate::dim2::numbers::length2;
use crate::dim2::pose::Pose;
use crate::dim2::prelude::*;
use contact_lens_model::ask::Motion;

/// Mass of a body, directly or by its density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// Density of the evenly filled shape, margin included, kg/m²; > 0. The shape needs an area.
    Density(Real),
    /// Mass spread evenly over the shape, margin included, or along the length of a shape without area, kg; > 0.
    Mass(Real),
}

/// Initial state of a body. SI units, radians, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Shape, in the body's frame.
    pub shape: Solid,
    /// Position of the body's origin, world, meters.
    pub position: Vec2,
    /// Angle from the world's axes to the body's, radians, not wrapped.
    pub angle: Real,
    /// Kind of motion: static, kinematic or dynamic.
    pub motion: Motion,
    /// Mass; used for dynamic bodies only.
    pub mass: Mass,
    /// Moment of inertia about the center of mass, kg m², > 0; `None` for that of the evenly filled shape.
    pub inertia: Option<Real>,
    /// Velocity of the center of mass, m/s; zero for a static body.
    pub velocity: Vec2,
    /// Angular velocity, rad/s; zero for a static body.
    pub angular_velocity: Real,
    /// Constant force at the center of mass, in the world's axes, N; zero for a static body.
    pub force: Vec2,
    /// Constant torque, N m; zero for a static body.
    pub torque: Real,
    /// Coefficient of friction, ≥ 0. A pair has `√(μ_a μ_b)`.
    pub friction: Real,
    /// Coefficient of restitution, 0 to 1. A pair has the larger one.
    pub restitution: Real,
}

impl Body {
    /// Creates a dynamic body at rest at the world's origin, of density 1 kg/m², friction 0.6 and no restitution.
    pub fn new(shape: impl Into<Solid>) -> Self {
        Self {
            shape: shape.into(),
            position: Vec2::ZERO,
            angle: 0.0,
            motion: Motion::Dynamic,
            mass: Mass::Density(1.0),
            inertia: None,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            force: Vec2::ZERO,
            torque: 0.0,
            friction: 0.6,
            restitution: 0.0,
        }
    }

    /// Creates a static half-plane: all `x` with `normal · x ≤ offset`, meters, for a normal of length 1.
    pub fn ground(normal: Vec2, offset: Real) -> Self {
        Self { motion: Motion::Static, ..Self::new(Solid::HalfPlane(HalfPlane { normal, offset })) }
    }

    /// Returns the pose at the start.
    fn pose(&self) -> Pose {
        Pose { position: self.position, rotation: trig::rotation(self.angle) }
    }
}

/// Spring in place of a rigid row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Undamped frequency, Hz, ≥ 0. With 0 the row has no effect.
    pub frequency: Real,
    /// Damping ratio, ≥ 0; 1 is critical.
    pub damping_ratio: Real,
}

/// Anchors of a joint, each in its body's frame, or in the world where the joint has no `a`. If neither is given, both
/// are the origins. If only one is given, the other is the same point of the world at the start; for a distance joint
/// it is the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anchors {
    /// Anchor in a's frame, meters.
    pub a: Option<Vec2>,
    /// Anchor in b's frame, meters.
    pub b: Option<Vec2>,
}

/// Lower and upper limit of a value of a joint (length, coordinate or angle), in the value's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Lower limit; `None` if unbounded.
    pub lower: Option<Real>,
    /// Upper limit; `None` if unbounded.
    pub upper: Option<Real>,
}

impl Limits {
    /// Returns whether there is at least one limit.
    pub fn any(&self) -> bool {
        self.lower.is_some() || self.upper.is_some()
    }
}

/// Constraint of a value of a joint: fixed, or kept within limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueConstraint {
    /// Fixed at its initial value.
    Initial,
    /// Fixed at this value.
    Fixed(Real),
    /// Kept within these limits; at least one is given.
    Within(Limits),
}

/// Kind of a joint, with its parameters. A joint keeps its error `C` at 0, or a value within limits. `p_a` and `p_b`
/// are the anchors in the world, `θ` and `ω` angle and angular velocity of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// Distance joint: `C = ‖p_b − p_a‖ − length`, or limits of `‖p_b − p_a‖`. A missing anchor is the origin.
    Distance {
        /// Anchors of the two ends.
        anchors: Anchors,
        /// Length, meters; > 0, limits ≥ 0.
        length: ValueConstraint,
    },
    /// Point joint: `C = p_b − p_a`, two rows solved together.
    Point {
        /// Anchors of the two points.
        anchors: Anchors,
    },
    /// Line joint: `C = (p_b − p_a) · perp(axis)`, and limits of `(p_b − p_a) · axis`, with `perp(x, y) = (−y, x)`.
    Line {
        /// Anchors of the two points.
        anchors: Anchors,
        /// Axis in a's frame; any length except 0.
        axis: Vec2,
        /// Limits along the axis, meters.
        limits: Limits,
    },
    /// Angle joint: `C = θ_b − θ_a − angle`, or limits of `θ_b − θ_a`.
    Angle {
        /// Angle or its limits, radians.
        angle: ValueConstraint,
    },
    /// Motor: its speed error `Ċ = ω_b − ω_a − speed` is kept at 0.
    Motor {
        /// Target of `ω_b − ω_a`, rad/s.
        speed: Real,
        /// Largest torque, N m, ≥ 0: the impulse stays within `± max_torque · h`.
        max_torque: Real,
    },
    /// Mouse joint, which pulls a body to a target: `C = p_b − target`, always soft.
    Mouse {
        /// Anchor in b's frame, meters; the origin by default.
        anchor_b: Vec2,
        /// Target in the world, meters; if it moves, the target of the first frame.
        target: Vec2,
        /// Largest force, N, ≥ 0: the length of the impulse stays within `max_force · h`.
        max_force: Real,
        /// Frames in which the joint is active, and its targets in them.
        grasp: Grasp,
    },
}

/// A joint of two bodies, or of a body and the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// First body, by its index in the problem; `None` for the world.
    pub a: Option<u32>,
    /// Second body, by its index in the problem.
    pub b: u32,
    /// Kind of the joint, with its parameters.
    pub kind: JointKind,
    /// Springs in place of rigid equality rows; `None` for rigid ones. A mouse joint is always soft: `None` is 5 Hz
    /// with a damping ratio of 0.7. A motor cannot be soft.
    pub softness: Option<Softness>,
    /// Whether the two bodies collide with each other.
    pub collide: bool,
}

impl Joint {
    /// Creates a rigid joint whose bodies do not collide.
    pub fn new(a: Option<u32>, b: u32, kind: JointKind) -> Self {
        Self { a, b, kind, softness: None, collide: false }
    }
}

/// Frames in which a mouse joint is active, and its targets in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grasp {
    /// First frame in whose solves the joint is active, ≥ 1.
    pub from: u32,
    /// Targets of the following frames, world, meters, one per frame; after the last one the joint releases the body.
    /// `None` keeps the first target forever.
    pub track: Option<Arc<[Vec2]>>,
}

impl Default for Grasp {
    fn default() -> Self {
        Self { from: 1, track: None }
    }
}

impl Grasp {
    /// Returns the target of the solves that lead to `frame`; `None` while the joint is inactive. `first` is the target
    /// of the first active frame; frame 0, the start, has the target of frame 1.
    pub fn target(&self, first: Vec2, frame: u32) -> Option<Vec2> {
        let since = frame.max(1).checked_sub(self.from)?;
        match &self.track {
            Some(track) if since > 0 => track.get(since as usize - 1).copied(),
            _ => Some(first),
        }
    }
}

/// Returns the initial distance of the anchors of a distance joint, meters; a missing anchor is the origin of its
/// frame.
pub(super) fn placed_length(anchors: Anchors, a: Option<&Body>, b: &Body) -> Real {
    let pose_a = a.map_or(Pose::IDENTITY, Body::pose);
    length2(b.pose().point(anchors.b.unwrap_or_default()) - pose_a.point(anchors.a.unwrap_or_default()))
}
