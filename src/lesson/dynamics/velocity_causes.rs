//! Changes of the velocities of all bodies in a frame, summed up by cause over the steps of the frame: gravity, forces,
//! the push and the friction of each contact, joints. Position corrections are summed up as displacements.

use std::collections::BTreeMap;

use contact_lens_model::ask::Motion;
use contact_lens_model::snapshot::dynamics::{BodyState, Constraint, ConstraintSource, Phase, Setting, World};
use contact_lens_picture::Key;
use glam::{DVec2, DVec3};

use super::Names;
use super::notation::{ROUNDING, impulse_mark};
use crate::{VelocityCause, VelocityChanges};

/// Cause of a change of the velocity of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Gravity,
    /// Constant force and torque of the body.
    Force,
    /// Normal impulses of a contact with this body.
    Push(u32),
    /// Friction of a contact with this body.
    Friction(u32),
    /// Joint with this index.
    Joint(u32),
}

/// Sum of the changes of one cause.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    /// Change of the velocity: x and y, m/s, and angular, rad/s.
    change: DVec3,
    /// Source of the last row that changed it; `None` for gravity and forces.
    source: Option<ConstraintSource>,
}

/// Changes of the velocities since the start of a frame, by body and cause.
#[derive(Debug)]
pub(super) struct VelocityCauses {
    /// Velocities at the start of the frame.
    start: Vec<DVec3>,
    /// Sums by index of the body and cause.
    sums: BTreeMap<(u32, Cause), Sum>,
    /// Displacement of each body by position corrections: x and y, meters, and rotation, radians.
    corrections: Vec<DVec3>,
}

/// Velocities of a body: x and y, m/s, and angular, rad/s.
fn velocity(body: &BodyState) -> DVec3 {
    body.velocity.extend(body.angular_velocity)
}

impl VelocityCauses {
    /// No changes, at the start of a frame.
    pub fn at_start(world: &World) -> Self {
        let start: Vec<DVec3> = world.bodies.iter().map(velocity).collect();
        let corrections = vec![DVec3::ZERO; start.len()];
        Self { start, sums: BTreeMap::new(), corrections }
    }

    /// Adds the changes of one more step, which executed the phase `phase` and led from `before` to `world`.
    pub fn add_step(&mut self, phase: Phase, before: &World, world: &World, setting: &Setting) {
        // The last round of a direct solve applies the impulses.
        let applies_direct_solve = world.rounds.is_none() && world.phase != Phase::Direct;
        match phase {
            Phase::Kick => self.add_gravity_and_forces(before, world, setting),
            Phase::Direct if applies_direct_solve => {
                for row in &world.constraints {
                    self.add_row(row, row.impulse, setting);
                }
            }
            Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Relax { .. } => {
                if let Some(iteration) = &world.iteration {
                    let row = &world.constraints[iteration.constraint as usize];
                    self.add_row(row, iteration.to - iteration.from, setting);
                }
            }
            Phase::Move => self.add_corrections(before, setting),
            // The other phases do not change velocities, or only those that correct positions.
            Phase::Detect
            | Phase::Match
            | Phase::Approach
            | Phase::Prepare
            | Phase::Direct
            | Phase::Position { .. }
            | Phase::DirectPosition
            | Phase::Record => {}
        }
    }

    /// Adds the changes of gravity, which is the same for all dynamic bodies, and of the forces: the remainder.
    fn add_gravity_and_forces(&mut self, before: &World, world: &World, setting: &Setting) {
        let gravity = (setting.gravity * setting.h).extend(0.0);
        for (i, body) in setting.bodies.iter().enumerate().filter(|(_, body)| body.motion == Motion::Dynamic) {
            let change = velocity(&world.bodies[i]) - velocity(&before.bodies[i]);
            let force = change - gravity;
            let speed = velocity(&world.bodies[i]).abs().max_element().max(gravity.length());
            // Without a force, the difference is rounding error of the sum.
            let has_force = force.abs().max_element() > 8.0 * setting.epsilon * speed && body.inverse_mass > 0.0;
            self.add(i as u32, Cause::Gravity, if has_force { gravity } else { change }, None);
            if has_force {
                self.add(i as u32, Cause::Force, force, None);
            }
        }
    }

    /// Adds the changes by the impulse of a row.
    fn add_row(&mut self, row: &Constraint, impulse: DVec2, setting: &Setting) {
        for (i, one) in row.body_impulses(impulse).into_iter().enumerate() {
            let other = if i == 0 { row.b } else { row.a };
            let cause = match row.source {
                ConstraintSource::Normal { .. } => Cause::Push(other),
                ConstraintSource::Friction { .. } => Cause::Friction(other),
                ConstraintSource::Equality { joint }
                | ConstraintSource::Lower { joint }
                | ConstraintSource::Upper { joint } => Cause::Joint(joint),
            };
            // The world's own body is not in the setting.
            let Some(body) = setting.bodies.get(one.body as usize) else { continue };
            let linear = one.linear * body.inverse_mass;
            self.add(one.body, cause, linear.extend(one.angular * body.inverse_inertia), Some(row.source));
        }
    }

    /// Adds the displacements of a solve by the velocities that correct positions.
    fn add_corrections(&mut self, before: &World, setting: &Setting) {
        for (sum, body) in self.corrections.iter_mut().zip(&before.bodies) {
            *sum += body.position_velocity.extend(body.angular_position_velocity) * setting.h;
        }
    }

    /// Adds a change to the sum of a body and cause.
    fn add(&mut self, body: u32, cause: Cause, change: DVec3, source: Option<ConstraintSource>) {
        if change == DVec3::ZERO {
            return;
        }
        let sum = self.sums.entry((body, cause)).or_default();
        sum.change += change;
        sum.source = source;
    }

    /// Changes of a dynamic body up to the state `now`, the largest first; `None` for other bodies.
    pub fn of_body(&self, body: u32, now: &World, setting: &Setting, names: &Names) -> Option<VelocityChanges> {
        let constants = setting.bodies.get(body as usize).filter(|constants| constants.motion == Motion::Dynamic)?;
        let radius = constants.radius;
        let of_body = self.sums.range((body, Cause::Gravity)..=(body, Cause::Joint(u32::MAX)));
        let mut sums: Vec<(Cause, Sum)> = of_body.map(|((_, cause), sum)| (*cause, *sum)).collect();
        sums.sort_by(|(_, a), (_, b)| size(b.change, radius).total_cmp(&size(a.change, radius)));
        // The sums of pairs whose impulses cancel are rounding error.
        let least = ROUNDING * ROUNDING * sums.first().map_or(0.0, |(_, largest)| size(largest.change, radius));
        sums.retain(|(_, sum)| size(sum.change, radius) > least);
        Some(VelocityChanges {
            before: self.start.get(body as usize)?.to_array(),
            causes: sums.into_iter().map(|(cause, sum)| named(cause, sum, names)).collect(),
            after: velocity(now.bodies.get(body as usize)?).to_array(),
            correction: self.corrections.get(body as usize)?.to_array(),
            epsilon: setting.epsilon,
        })
    }
}

/// Size of a change for sorting, m/s: the rotation counts by the speed at the given radius, meters.
fn size(change: DVec3, radius: f64) -> f64 {
    change.truncate().length() + radius * change.z.abs()
}

/// Name of a body; the last one is the world itself.
fn body_name(body: u32, names: &Names) -> &str {
    names.bodies.get(body as usize).map_or("the world", String::as_str)
}

/// Cause with its name.
fn named(cause: Cause, sum: Sum, names: &Names) -> VelocityCause {
    let name = match cause {
        Cause::Gravity => String::from("gravity"),
        Cause::Force => String::from("force"),
        Cause::Push(other) => format!("push of {}", body_name(other, names)),
        Cause::Friction(other) => format!("friction of {}", body_name(other, names)),
        Cause::Joint(joint) => format!("joint {}", names.joints.get(joint as usize).map_or("", String::as_str)),
    };
    let other_body = match cause {
        Cause::Push(other) | Cause::Friction(other) => Some(body_name(other, names).to_owned()),
        Cause::Gravity | Cause::Force | Cause::Joint(_) => None,
    };
    let key = sum.source.map(|source| Key::from(impulse_mark(source)));
    VelocityCause { name, change: sum.change.to_array(), key, other_body }
}
