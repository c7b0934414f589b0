//! World marks of the steps that solve no row: forces, closing contact points, and the displacement of a body.

use glam::DVec2;

use super::displacement::Displacement;
use super::{MAX_ARROWS, MAX_DOTS, Scene, flat};
use crate::answer::number;
use crate::lesson::dynamics::WorldContext;
use crate::lesson::dynamics::notation::{closing_speed, fastest_approach};
use crate::lesson::dynamics::shown_rows::ShownRows;
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::{Phase, World};

/// Length of the largest force's arrow, in body sizes.
const LONGEST_ARROW: f64 = 0.9;

/// Least length of an arrow, as a fraction of the longest one, so that small forces are visible.
const LEAST_FRACTION: f64 = 0.25;

impl Scene {
    /// Adds the marks that the sentence of a step without rows mentions.
    pub(super) fn add_step_marks(
        &self,
        picture: &mut Picture,
        shows: &ShownRows<'_>,
        (context, world): (&WorldContext, &World),
    ) {
        match (shows.phase, shows.before) {
            (Some(Phase::Kick), Some(before)) => self.add_forces(picture, context, [before, world]),
            (Some(Phase::Approach), _) => add_fastest_approach(picture, world, context.rounding(world)),
            (Some(Phase::Move), Some(before)) => {
                if let Some(moved) = Displacement::largest(context, before, world) {
                    moved.draw(self, picture);
                }
            }
            _ => {}
        }
    }

    /// Adds the force on each body, by which gravity and applied forces changed its velocity in this solve.
    fn add_forces(&self, picture: &mut Picture, context: &WorldContext, [before, after]: [&World; 2]) {
        let bodies = &context.setting.bodies;
        let moving = bodies.iter().filter(|body| body.inverse_mass > 0.0).count();
        if moving > MAX_ARROWS {
            return;
        }
        let mut forces = Vec::new();
        for (body, (from, to)) in before.bodies.iter().zip(&after.bodies).enumerate() {
            let Some(mass) = bodies.get(body).filter(|body| body.inverse_mass > 0.0).map(|body| body.mass) else {
                continue;
            };
            let force = (to.velocity - from.velocity) * mass / self.h;
            forces.extend((force.is_finite() && force != DVec2::ZERO).then_some((body, to.center, force)));
        }
        let Some(largest) = forces.iter().map(|(_, _, force)| force.length()).reduce(f64::max) else { return };
        let mut has_number = false;
        for (body, at, force) in forces {
            let key = format!("force/{body}");
            let fraction = (force.length() / largest).max(LEAST_FRACTION);
            let tip = flat(at + force.normalize() * (LONGEST_ARROW * self.size * fraction));
            picture.arrow(Role::Simplex, key.clone(), flat(at), tip);
            // Of many forces, a largest one shows the scale.
            let is_labelled = moving <= MAX_DOTS || !has_number && force.length() == largest;
            if is_labelled {
                has_number |= force.length() == largest;
                picture.label(Role::Simplex, key, tip, format!("F = {} N", number::brief(force.length())));
            }
        }
    }
}

/// Adds the contact point at which the bodies approach fastest, with its closing speed. `rounding` is the rounding
/// error of velocities, m/s.
fn add_fastest_approach(picture: &mut Picture, world: &World, rounding: f64) {
    let Some((point, speed)) = fastest_approach(world) else { return };
    let closing = closing_speed(speed, rounding);
    let at = flat(point.position);
    picture.point(Role::Simplex, "approach", at);
    picture.label(Role::Simplex, "approach", at, format!("c = {}", closing.text));
}
