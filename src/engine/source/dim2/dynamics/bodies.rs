//! The state of the bodies of a world, and its change by gravity and forces and by their velocities.

use super::definitions::Body;
use super::mass::MassProperties;
use super::problem::Problem;
use super::trig;
use crate::dim2::pose::Pose;
use crate::dim2::prelude::*;
use contact_lens_model::ask::Motion;

/// Current state of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Center of mass, world, meters.
    pub center: Vec2,
    /// Pose of the body's origin in the world.
    pub pose: Pose,
    /// Angle, radians, not wrapped.
    pub angle: Real,
    /// `v`: velocity of the center of mass, m/s.
    pub velocity: Vec2,
    /// `ω`: angular velocity, rad/s.
    pub angular_velocity: Real,
    /// Inverse mass, 1/kg; 0 for bodies that impulses do not move.
    pub inverse_mass: Real,
    /// Inverse moment of inertia, 1/(kg m²); 0 for bodies that impulses do not rotate.
    pub inverse_inertia: Real,
    /// `u`: velocity that corrects positions in one solve, m/s.
    pub position_velocity: Vec2,
    /// `ω_u`: angular velocity that corrects positions in one solve, rad/s.
    pub angular_position_velocity: Real,
}

impl BodyState {
    /// Returns the state of a body at the start.
    pub(super) fn new(body: &Body, mass: &MassProperties) -> Self {
        let pose = Pose { position: body.position, rotation: trig::rotation(body.angle) };
        Self {
            center: pose.point(mass.center),
            pose,
            angle: body.angle,
            velocity: body.velocity,
            angular_velocity: body.angular_velocity,
            position_velocity: Vec2::ZERO,
            angular_position_velocity: 0.0,
            inverse_mass: mass.inverse_mass,
            inverse_inertia: mass.inverse_inertia,
        }
    }

    /// Returns the state of the world itself, to which joints may be attached: at rest at the origin.
    pub(super) fn world() -> Self {
        Self {
            center: Vec2::ZERO,
            pose: Pose::IDENTITY,
            angle: 0.0,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            position_velocity: Vec2::ZERO,
            angular_position_velocity: 0.0,
            inverse_mass: 0.0,
            inverse_inertia: 0.0,
        }
    }

    /// Returns the velocity of the point of the body that is at `position` in the world, m/s.
    pub fn velocity_at(&self, position: Vec2) -> Vec2 {
        self.velocity + (position - self.center).perp() * self.angular_velocity
    }
}

/// Changes the velocities of dynamic bodies by gravity `g` and their constant forces `f` and torques `τ` in one solve
/// of the duration `h`: `v += h (g + f/m)`, `ω += h τ/I`.
pub(super) fn kick(bodies: &mut [BodyState], problem: &Problem, h: Real) {
    for (state, body) in bodies.iter_mut().zip(problem.bodies()) {
        if body.motion == Motion::Dynamic {
            state.velocity += (problem.gravity() + body.force * state.inverse_mass) * h; // @kick
            state.angular_velocity += body.torque * state.inverse_inertia * h;
        }
    }
}

/// Moves all bodies but the static ones for the duration `h`, by their velocities `v`, `ω` and the position velocities
/// `u`, `ω_u`: `x += h (v + u)`, `θ += h (ω + ω_u)`. Then resets the position velocities to 0.
pub(super) fn integrate(bodies: &mut [BodyState], problem: &Problem, h: Real) {
    let moving = bodies.iter_mut().zip(problem.bodies()).zip(problem.masses());
    for ((state, body), mass) in moving {
        if body.motion == Motion::Static {
            continue;
        }
        state.center += (state.velocity + state.position_velocity) * h; // @move
        let angle = (state.angular_velocity + state.angular_position_velocity) * h;
        // A body that does not rotate keeps its rotation to the last bit.
        if angle != 0.0 {
            state.angle += angle;
            state.pose.rotation = trig::rotation(state.angle);
        }
        state.pose.position = state.center - state.pose.rotation.rotate(mass.center);
        state.position_velocity = Vec2::ZERO;
        state.angular_position_velocity = 0.0;
    }
}
