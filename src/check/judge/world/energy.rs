//! Judge of the energy and momentum of a simulated world, and of the impulses that change its velocities.

use contact_lens_model::answer::{BodyState, WorldFinding};
use glam::DVec2;

use super::joints::{TotalImpulse, world_point};
use super::{SUM_ERROR, World, size_of};

/// Number of roundings in the energy of a body: of its mass, its position and its velocity.
const ENERGY_ROUNDINGS: f64 = 256.0;

impl World<'_> {
    /// Checks the reported energies against those of the bodies.
    pub(super) fn check_energy(&self, now: &WorldFinding) -> Option<String> {
        let mut kinetic = 0.0;
        let mut potential = 0.0;
        // Sum of the magnitudes of the potential energies' operands, for an error bound.
        let mut potential_size = 0.0;
        // Errors of underflow, in units of the smallest normal number.
        let mut underflow = 1.0;
        let gravity = DVec2::from(self.scene.gravity);
        for (state, mass) in now.bodies.iter().zip(&self.masses) {
            let rotation = mass.inertia * state.angular_velocity * state.angular_velocity;
            kinetic += 0.5 * (mass.mass * state.velocity.length_squared() + rotation);
            let center = world_point(state, mass.center);
            potential -= mass.mass * gravity.dot(center);
            potential_size += mass.mass * size_of(gravity) * (center.length() + mass.bounding_radius);
            underflow += mass.mass * (1.0 + center.length() + state.velocity.length());
        }
        // The sum has one term per body, and a few roundings in each term.
        let terms = (ENERGY_ROUNDINGS + 2.0 * self.masses.len() as f64).min(SUM_ERROR);
        let [kinetic_error, potential_error] =
            [kinetic, potential_size].map(|size| terms * self.eps * size + SUM_ERROR * self.smallest * underflow);
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
        // Errors of underflow, in units of the smallest normal number.
        let mut underflow = 1.0;
        for (state, mass) in now.bodies.iter().zip(&self.masses) {
            let center = world_point(state, mass.center);
            let momentum = state.velocity * mass.mass;
            linear += momentum;
            angular += mass.inertia * state.angular_velocity + center.perp_dot(momentum);
            linear_size += size_of(momentum);
            angular_size += mass.inertia * state.angular_velocity.abs()
                + (center.length() + mass.bounding_radius) * size_of(momentum);
            underflow += mass.inertia + mass.mass * (1.0 + center.length());
        }
        let rounding = SUM_ERROR * self.eps;
        let least = SUM_ERROR * self.smallest * underflow;
        if (linear - now.linear).length() > rounding * linear_size + least {
            return Some(format!("the momentum is {linear} N s, reported as {} N s", now.linear));
        }
        let is_wrong = (angular - now.angular).abs() > rounding * angular_size + least;
        is_wrong.then(|| format!("the angular momentum is {angular} N m s, reported as {} N m s", now.angular))
    }

    /// Checks that in a world without contacts, joints, forces and torques the energy falls by ½ m |g|² h² per solve,
    /// the error of symplectic Euler.
    pub(super) fn check_energy_loss(&self, before: &WorldFinding, now: &WorldFinding) -> Option<String> {
        let is_forced =
            self.scene.bodies.iter().any(|body| body.dynamics.force.is_some() || body.dynamics.torque.is_some());
        if is_forced || !now.contacts.is_empty() || !now.joints.is_empty() {
            return None;
        }
        let g = DVec2::from(self.scene.gravity);
        let h = self.solve_duration();
        let mass: f64 = self.masses.iter().map(|mass| mass.mass).sum();
        let loss = 0.5 * mass * g.length_squared() * h * h;
        // Sum of mass times distance from the world's origin, kg m.
        let mass_distance: f64 =
            now.bodies.iter().zip(&self.masses).map(|(state, mass)| mass.mass * state.position.length()).sum();
        let size = before.kinetic + now.kinetic + size_of(g) * mass_distance + before.potential.abs();
        let allowed = SUM_ERROR * (self.eps * size + self.smallest * (1.0 + mass + mass_distance));
        let deviation = (before.energy() - now.energy() - loss).abs();
        (deviation > allowed)
            .then(|| format!("free motion loses {loss:e} J per solve; the reported loss differs by {deviation:e} J"))
    }

    /// Total of a frame's impulses on each body, applied at the poses of `states`; `None` when a joint reports the
    /// wrong number of rows or has no direction.
    fn total_impulses(&self, states: &[BodyState], frame: &WorldFinding) -> Option<Vec<TotalImpulse>> {
        let mut sums = vec![TotalImpulse::default(); frame.bodies.len()];
        for contact in &frame.contacts {
            for point in &contact.points {
                let impulse = contact.normal * point.normal_impulse + contact.normal.perp() * point.tangent_impulse;
                for (body, impulse) in [(contact.a as usize, -impulse), (contact.b as usize, impulse)] {
                    let lever = point.position - world_point(&states[body], self.masses[body].center);
                    sums[body].add(impulse, lever, point.position.length() + self.masses[body].bounding_radius);
                }
            }
        }
        for (joint, claimed) in self.joints.iter().zip(&frame.joints) {
            joint.add_impulses(&claimed.impulse, states, &self.masses, &mut sums)?;
        }
        Some(sums)
    }

    /// Checks that velocities follow from gravity, forces, torques and the reported impulses, and that those of static
    /// and kinematic bodies do not change.
    pub(super) fn check_velocities(&self, before: &WorldFinding, now: &WorldFinding) -> Option<String> {
        let reported = self.total_impulses(&before.bodies, now)?;
        // A warm start first applies the impulses of the previous frame; taking parts of them back adds rounding error.
        let previous = if self.options.warm_start() { self.total_impulses(&before.bodies, before) } else { None };
        reported.iter().enumerate().find_map(|(body, impulse)| {
            let change = VelocityChange {
                body,
                before: &before.bodies[body],
                now: &now.bodies[body],
                impulse: *impulse,
                warm_start: previous.as_ref().map_or_else(TotalImpulse::default, |impulses| impulses[body]),
            };
            let name = &now.names[body];
            if self.masses[body].mass == 0.0 {
                return change.is_nonzero().then(|| format!("`{name}` is not dynamic, but its velocity changes"));
            }
            if let Some(error) = self.momentum_error(&change) {
                return Some(format!("the change of momentum of `{name}` differs from its impulses by {error:e} N s"));
            }
            let error = self.angular_momentum_error(&change)?;
            Some(format!("the change of angular momentum of `{name}` differs from its impulses by {error:e} N m s"))
        })
    }

    /// Gravity and the scene's force on a body, newtons.
    fn force_on(&self, body: usize) -> DVec2 {
        let force = self.scene.bodies[body].dynamics.force.unwrap_or_default();
        DVec2::from(self.scene.gravity) * self.masses[body].mass + DVec2::from(force)
    }

    /// Error of underflow in the momenta of a body, N s and N m s.
    fn underflow_error(&self, body: usize) -> f64 {
        let mass = &self.masses[body];
        SUM_ERROR * self.smallest * (1.0 + mass.mass + mass.inertia)
    }

    /// Difference of a body's change of momentum from its impulses, N s; `None` if only rounding error.
    fn momentum_error(&self, change: &VelocityChange<'_>) -> Option<f64> {
        let VelocityChange { body, before, now, impulse, warm_start } = *change;
        let h = self.solve_duration();
        let mass = self.masses[body].mass;
        let force = self.force_on(body);
        let gained = (now.velocity - before.velocity) * mass;
        let deviation = (gained - force * h - impulse.linear).length();
        let size = impulse.linear_size
            + warm_start.linear_size
            + size_of(force) * h
            + mass * (size_of(now.velocity) + size_of(before.velocity));
        (deviation > SUM_ERROR * self.eps * size + self.underflow_error(body)).then_some(deviation)
    }

    /// Difference of a body's change of angular momentum from its impulses, N m s; `None` if only rounding error.
    fn angular_momentum_error(&self, change: &VelocityChange<'_>) -> Option<f64> {
        let VelocityChange { body, before, now, impulse, warm_start } = *change;
        let h = self.solve_duration();
        let mass = &self.masses[body];
        let torque = self.scene.bodies[body].dynamics.torque.unwrap_or(0.0);
        let gained = (now.angular_velocity - before.angular_velocity) * mass.inertia;
        let deviation = (gained - torque * h - impulse.angular).abs();
        let spin = mass.inertia * (now.angular_velocity.abs() + before.angular_velocity.abs());
        // During a solve, support forces exert torques up to the weight times its lever, even if little remains.
        let support = size_of(self.force_on(body)) * h * mass.bounding_radius;
        let size = impulse.angular_size + warm_start.angular_size + torque.abs() * h + spin + support;
        (deviation > SUM_ERROR * self.eps * size + self.underflow_error(body)).then_some(deviation)
    }
}

/// Change of a body's velocity in a solve, and the impulses that explain it.
#[derive(Clone, Copy)]
struct VelocityChange<'a> {
    /// Index of the body.
    body: usize,
    /// State before the solve.
    before: &'a BodyState,
    /// State after the solve.
    now: &'a BodyState,
    /// Total of the reported impulses.
    impulse: TotalImpulse,
    /// Total of the previous frame's impulses, which a warm start applies first; 0 without a warm start.
    warm_start: TotalImpulse,
}

impl VelocityChange<'_> {
    /// Whether the velocity or the angular velocity changes.
    fn is_nonzero(&self) -> bool {
        self.before.velocity != self.now.velocity || self.before.angular_velocity != self.now.angular_velocity
    }
}
