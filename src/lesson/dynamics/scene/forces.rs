//! World marks of the steps that solve no row: forces, closing contact points, and the displacement of a body.

use contact_lens_model::answer::number;
use contact_lens_model::snapshot::dynamics::{Phase, World};
use contact_lens_picture::{Picture, Role};
use glam::DVec2;

use super::displacement::Displacement;
use super::{MAX_ARROWS, MAX_DOTS, Scene, flat};
use crate::dynamics::WorldContext;
use crate::dynamics::notation::{closing_speed, fastest_approach};
use crate::dynamics::shown_rows::ShownRows;

/// Length of the largest force's arrow, in body sizes.
const LONGEST_ARROW: f64 = 0.9;

/// Least length of an arrow, as a fraction of the longest one, so that small forces are visible.
const LEAST_FRACTION: f64 = 0.25;

impl Scene {
    /// Adds the marks that the sentence of a step without rows mentions. `world` is the state after the step.
    pub(super) fn add_step_marks(
        &self,
        picture: &mut Picture,
        shows: &ShownRows<'_>,
        context: &WorldContext,
        world: &World,
    ) {
        match (shows.phase, shows.before) {
            (Some(Phase::Kick), Some(before)) => self.add_forces(picture, context, before, world),
            (Some(Phase::Approach), _) => add_fastest_approach(picture, world, context.rounding(world)),
            (Some(Phase::Move), Some(before)) => {
                if let Some(moved) = Displacement::largest(context, before, world) {
                    moved.draw(self, picture);
                }
            }
            _ => {}
        }
    }

    /// Adds the force on each body, by which gravity and applied forces changed its velocity in this solve: none if
    /// there are more than [`MAX_ARROWS`] moving bodies.
    fn add_forces(&self, picture: &mut Picture, context: &WorldContext, before: &World, after: &World) {
        let bodies = &context.setting.bodies;
        let moving_count = bodies.iter().filter(|body| body.inverse_mass > 0.0).count();
        if moving_count > MAX_ARROWS {
            return;
        }
        let forces = self.forces(context, before, after);
        let Some(largest) = forces.iter().map(|applied| applied.force.length()).reduce(f64::max) else { return };
        let mut has_largest_number = false;
        for AppliedForce { body, center, force } in forces {
            let key = format!("force/{body}");
            let magnitude = force.length();
            let fraction = (magnitude / largest).max(LEAST_FRACTION);
            let tip = flat(center + force.normalize() * (LONGEST_ARROW * self.size * fraction));
            picture.arrow(Role::Simplex, key.clone(), flat(center), tip);
            // Of many forces, only the first of the largest ones has its number, which shows the scale.
            let is_largest = magnitude == largest;
            if moving_count <= MAX_DOTS || is_largest && !has_largest_number {
                has_largest_number |= is_largest;
                picture.label(Role::Simplex, key, tip, format!("F = {} N", number::brief(magnitude)));
            }
        }
    }

    /// Forces of gravity and applied forces on the dynamic bodies in a solve, from the change of their velocities;
    /// those that are zero or not finite are omitted.
    fn forces(&self, context: &WorldContext, before: &World, after: &World) -> Vec<AppliedForce> {
        let mut forces = Vec::new();
        let states = before.bodies.iter().zip(&after.bodies);
        for (index, (body, (from, to))) in context.setting.bodies.iter().zip(states).enumerate() {
            if body.inverse_mass > 0.0 {
                let force = (to.velocity - from.velocity) * body.mass / self.h;
                if force.is_finite() && force != DVec2::ZERO {
                    forces.push(AppliedForce { body: index, center: to.center, force });
                }
            }
        }
        forces
    }
}

/// Force on a body.
struct AppliedForce {
    /// Index of the body.
    body: usize,
    /// Center of mass of the body, world, meters.
    center: DVec2,
    /// Force, world, N.
    force: DVec2,
}

/// Adds the contact point at which the bodies approach fastest, with its closing speed. `rounding` is the rounding
/// error of velocities, m/s.
fn add_fastest_approach(picture: &mut Picture, world: &World, rounding: f64) {
    let Some(point) = fastest_approach(world) else { return };
    let closing = closing_speed(point.approach, rounding);
    let position = flat(point.position);
    picture.point(Role::Simplex, "approach", position);
    picture.label(Role::Simplex, "approach", position, format!("c = {}", closing.text));
}
