//! What a world is made of: bodies and joints, as they are at the start.

use std::sync::Arc;

use super::super::numbers::length2;
use super::super::pose::Pose;
use super::super::prelude::*;
use super::ground::{HalfPlane, Solid};
use super::trig;
use crate::ask::Motion;

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// kg/m² of the evenly filled shape, its margin included; > 0.
    Density(Real),
    /// kg, spread evenly over the shape; > 0.
    Mass(Real),
}

/// A body at the start. SI units, radians, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What it is, in its own frame.
    pub shape: Solid,
    /// Of its origin, in the world.
    pub position: Vec2,
    /// From the world's axes to its own, not wrapped.
    pub angle: Real,
    /// How it moves.
    pub motion: Motion,
    /// How heavy it is. Only dynamic bodies are asked.
    pub mass: Mass,
    /// About the center of mass, kg m², > 0; without it that of the evenly filled shape.
    pub inertia: Option<Real>,
    /// Of the center of mass; zero of a static body.
    pub velocity: Vec2,
    /// rad/s; zero of a static body.
    pub angular_velocity: Real,
    /// N, constant, in the world's axes, at the center of mass; zero of a static body.
    pub force: Vec2,
    /// N m, constant; zero of a static body.
    pub torque: Real,
    /// ≥ 0. A pair has `√(μ_a μ_b)`.
    pub friction: Real,
    /// 0 to 1. A pair has the larger one.
    pub restitution: Real,
}

impl Body {
    /// A dynamic body at rest at the world's origin, of density 1 kg/m², friction 0.6 and no restitution.
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

    /// A static half-plane: all `x` with `normal · x ≤ offset`, the normal of length 1.
    pub fn ground(normal: Vec2, offset: Real) -> Self {
        Self { motion: Motion::Static, ..Self::new(Solid::HalfPlane(HalfPlane { normal, offset })) }
    }
}

/// A spring in place of a rigid row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Hz, ≥ 0. With 0 the row does nothing.
    pub frequency: Real,
    /// 1 is critical; ≥ 0.
    pub damping_ratio: Real,
}

/// Where the two bodies of a joint hold on, each in its body's frame, or in the world where the joint has no `a`. Where only
/// one is given the other is the same point as placed; where none is, both are the origins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anchors {
    /// In a's frame.
    pub a: Option<Vec2>,
    /// In b's frame.
    pub b: Option<Vec2>,
}

/// From where to where a value may go; a side that is not there is open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Not below this.
    pub lower: Option<Real>,
    /// Not above this.
    pub upper: Option<Real>,
}

impl Limits {
    /// Whether there is any.
    pub fn any(&self) -> bool {
        self.lower.is_some() || self.upper.is_some()
    }
}

/// A value that is held, or kept within limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// At what it is at the start.
    AsPlaced,
    /// At this.
    At(Real),
    /// Within these, of which there is at least one.
    Within(Limits),
}

/// What a joint asks of its bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// `C = ‖p_b − p_a‖ − length`, or limits of `‖p_b − p_a‖`. An anchor that is not given is the origin.
    Distance {
        /// Of the two ends.
        anchors: Anchors,
        /// Meters; > 0, limits ≥ 0.
        length: Hold,
    },
    /// `C = p_b − p_a`, two rows solved together.
    Point {
        /// Of the two points.
        anchors: Anchors,
    },
    /// `C = (p_b − p_a) · perp(axis)`, and limits of `(p_b − p_a) · axis`.
    Line {
        /// Of the two points.
        anchors: Anchors,
        /// In a's frame; any length but 0.
        axis: Vec2,
        /// Meters along the axis.
        limits: Limits,
    },
    /// `C = θ_b − θ_a − angle`, or limits of `θ_b − θ_a`.
    Angle {
        /// Radians.
        angle: Hold,
    },
    /// `Ċ = ω_b − ω_a − speed`.
    Motor {
        /// rad/s.
        speed: Real,
        /// N m, ≥ 0: the impulse stays within `± max_torque · h`.
        max_torque: Real,
    },
    /// `C = p_b − target`, always soft.
    Mouse {
        /// In b's frame; the origin by default.
        anchor_b: Vec2,
        /// In the world; of the first frame, where it moves.
        target: Vec2,
        /// N, ≥ 0: the length of the impulse stays within `max_force · h`.
        max_force: Real,
        /// In which frames it holds.
        grasp: Grasp,
    },
}

/// A joint of two bodies, or of a body and the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The first body; `None` is the world.
    pub a: Option<u32>,
    /// The second body.
    pub b: u32,
    /// What it asks.
    pub kind: JointKind,
    /// Whether its equality rows are springs. A mouse without it has 5 Hz and 0.7; a motor has no spring.
    pub softness: Option<Softness>,
    /// Whether the two bodies touch each other.
    pub collide: bool,
}

impl Joint {
    /// A rigid joint whose bodies do not touch each other.
    pub fn new(a: Option<u32>, b: u32, kind: JointKind) -> Self {
        Self { a, b, kind, softness: None, collide: false }
    }
}

/// When a hand holds, and where it goes meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub struct Grasp {
    /// The first frame that it leads to, ≥ 1.
    pub from: u32,
    /// The targets of the frames after that one, world, one a frame; then it lets go. Without them it holds on, at one place.
    pub track: Option<Arc<[Vec2]>>,
}

impl Default for Grasp {
    fn default() -> Self {
        Self { from: 1, track: None }
    }
}

impl Grasp {
    /// The target of the solves that lead to `frame`, from where it took hold; `None` while it holds nothing. The start is
    /// seen as the first frame will have it.
    pub fn target(&self, first: Vec2, frame: u32) -> Option<Vec2> {
        let since = frame.max(1).checked_sub(self.from)?;
        match &self.track {
            Some(track) if since > 0 => track.get(since as usize - 1).copied(),
            _ => Some(first),
        }
    }
}

/// How far apart the anchors of a distance joint are at the start; one that is not given is its frame's origin.
pub(super) fn placed_length(anchors: Anchors, a: Option<&Body>, b: &Body) -> Real {
    let placed = |body: &Body| Pose { position: body.position, rotation: trig::rotation(body.angle) };
    let pose_a = a.map_or(Pose::IDENTITY, placed);
    length2(placed(b).point(anchors.b.unwrap_or_default()) - pose_a.point(anchors.a.unwrap_or_default()))
}
