//! Judge of the energy and momentum of a simulated world.

use glam::DVec2;

use super::joints::world_point;
use super::{SUM_ERROR, World, size_of};
use crate::answer::WorldFinding;

/// Number of roundings in the energy of a body: of its mass, its position and its velocity.
const ENERGY_ROUNDINGS: f64 = 256.0;

impl World<'_> {
    /// Checks the reported energies against those of the bodies.
    pub(super) fn check_energy(&self, now: &WorldFinding) -> Option<String> {
        let mut kinetic = 0.0;
        let mut potential = 0.0;
        let mut size = 0.0;
        // Factor of the smallest normal number that bounds the errors of underflow.
        let mut moment = 1.0;
        let gravity = DVec2::from(self.scene.gravity);
        for (state, mass) in now.bodies.iter().zip(&self.masses) {
            let rotation = mass.inertia * state.angular_velocity * state.angular_velocity;
            kinetic += 0.5 * (mass.mass * state.velocity.length_squared() + rotation);
            let center = world_point(state, mass.center);
            potential -= mass.mass * gravity.dot(center);
            size += mass.mass * size_of(gravity) * (center.length() + mass.bounding_radius);
            moment += mass.mass * (1.0 + center.length() + state.velocity.length());
        }
        // The sum has one term per body, and a few roundings in each term.
        let terms = (ENERGY_ROUNDINGS + 2.0 * self.masses.len() as f64).min(SUM_ERROR);
        let [kinetic_error, potential_error] =
            [kinetic, size].map(|size| terms * self.eps * size + SUM_ERROR * self.smallest * moment);
        let (name, computed, reported) = if (kinetic - now.kinetic).abs() > kinetic_error {
            ("kinetic", kinetic, now.kinetic)
        } else if (potential - now.potential).abs() > potential_error {
            ("potential", potential, now.potential)
        } else {
            return None;
        };
        Some(format!("the {name} energy is {computed} J, reported as {reported} J"))
    }

    /// Checks the reported momenta against those of the bodies.
    pub(super) fn check_momentum(&self, now: &WorldFinding) -> Option<String> {
        let mut linear = DVec2::ZERO;
        let mut angular = 0.0;
        // Sums of the magnitudes of linear and of angular momenta, for error bounds.
        let mut linear_size = 0.0;
        let mut angular_size = 0.0;
        // Factor of the smallest normal number that bounds the errors of underflow.
        let mut moment = 1.0;
        for (state, mass) in now.bodies.iter().zip(&self.masses) {
            let center = world_point(state, mass.center);
            let momentum = state.velocity * mass.mass;
            linear += momentum;
            angular += mass.inertia * state.angular_velocity + center.perp_dot(momentum);
            linear_size += size_of(momentum);
            angular_size += mass.inertia * state.angular_velocity.abs()
                + (center.length() + mass.bounding_radius) * size_of(momentum);
            moment += mass.inertia + mass.mass * (1.0 + center.length());
        }
        let rounding = SUM_ERROR * self.eps;
        let least = SUM_ERROR * self.smallest * moment;
        if (linear - now.linear).length() > rounding * linear_size + least {
            return Some(format!("the momentum is {linear} N s, reported as {} N s", now.linear));
        }
        let is_wrong = (angular - now.angular).abs() > rounding * angular_size + least;
        is_wrong.then(|| format!("the angular momentum is {angular} N m s, reported as {} N m s", now.angular))
    }

    /// Checks that in a world without contacts, joints, forces and torques the energy falls by ½ m |g|² h² per solve,
    /// the error of symplectic Euler.
    pub(super) fn check_energy_loss(&self, before: &WorldFinding, now: &WorldFinding) -> Option<String> {
        let forced =
            self.scene.bodies.iter().any(|body| body.dynamics.force.is_some() || body.dynamics.torque.is_some());
        if forced || !now.contacts.is_empty() || !now.joints.is_empty() {
            return None;
        }
        let g = DVec2::from(self.scene.gravity);
        let h = self.solve_duration();
        let mass: f64 = self.masses.iter().map(|mass| mass.mass).sum();
        let loss = 0.5 * mass * g.length_squared() * h * h;
        let moment: f64 =
            now.bodies.iter().zip(&self.masses).map(|(state, mass)| mass.mass * state.position.length()).sum();
        let size = before.kinetic + now.kinetic + size_of(g) * moment + before.potential.abs();
        let allowed = SUM_ERROR * (self.eps * size + self.smallest * (1.0 + mass + moment));
        let deviation = (before.energy() - now.energy() - loss).abs();
        (deviation > allowed)
            .then(|| format!("free motion loses {loss:e} J per solve; the reported loss differs by {deviation:e} J"))
    }
}
