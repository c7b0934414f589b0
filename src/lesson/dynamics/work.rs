//! Work of impulses and gravity on the bodies of a frame.

use crate::snapshot::dynamics::{ConstraintSource, Energy, Phase, Setting, World};

/// Work on the bodies since the start of a frame, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Work of joints.
    pub joints: f64,
    /// Work of normal impulses.
    pub normals: f64,
    /// Work of friction.
    pub frictions: f64,
    /// Work of gravity and forces.
    pub kick: f64,
    /// Work of gravity and forces in the current solve.
    pub kick_of_solve: f64,
    /// Energy at the start of the frame, J.
    pub start: Energy,
}

impl Work {
    /// Zero work, at the start of a frame.
    pub fn at_start(start: &World, setting: &Setting) -> Self {
        Self { start: start.energy(setting), ..Self::default() }
    }

    /// Work after one more step, which executed the phase `phase` and led from `before` to `world`.
    pub fn after_step(mut self, phase: Phase, before: &World, world: &World, setting: &Setting) -> Self {
        match (phase, world.iteration) {
            (Phase::Kick, _) => {
                self.kick_of_solve = world.energy(setting).kinetic - before.energy(setting).kinetic;
                self.kick += self.kick_of_solve;
            }
            (Phase::Direct, _) if world.rounds.is_none() && world.phase != Phase::Direct => {
                // A direct solve applies all rows at once. The work of each row uses the mean of the row's velocities
                // before and after, so that the work of all rows adds up to the change of the energy.
                for row in &world.constraints {
                    let speeds = row.speed(&before.bodies) + row.speed(&world.bodies);
                    self.add(row.source, 0.5 * row.impulse.dot(speeds));
                }
            }
            (Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Relax { .. }, Some(iteration)) => {
                let row = &world.constraints[iteration.constraint as usize];
                self.add(row.source, row.energy(&iteration));
            }
            _ => {}
        }
        self
    }

    /// Adds the work of a constraint, J.
    fn add(&mut self, source: ConstraintSource, energy: f64) {
        let work = match source {
            ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
                &mut self.joints
            }
            ConstraintSource::Normal { .. } => &mut self.normals,
            ConstraintSource::Friction { .. } => &mut self.frictions,
        };
        *work += energy;
    }
}
