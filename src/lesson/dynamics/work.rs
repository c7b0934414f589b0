//! Work of impulses and gravity on the bodies, summed up over the steps of a frame. The energy table of the lesson
//! shows that these sums account for the change of the kinetic energy.

use contact_lens_model::snapshot::dynamics::{ConstraintSource, Energy, Phase, Setting, World};

/// Work on the bodies since the start of a frame, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Work of joints.
    pub joints: f64,
    /// Work of normal impulses.
    pub normals: f64,
    /// Work of friction.
    pub frictions: f64,
    /// Work of gravity and applied forces, in all solves.
    pub kick: f64,
    /// Work of gravity and applied forces in the current or the last solve.
    pub kick_of_solve: f64,
    /// Energy at the start of the frame.
    pub start: Energy,
}

impl Work {
    /// Zero work, at the start of a frame in the state `start`.
    pub fn at_start(start: &World, setting: &Setting) -> Self {
        Self { start: start.energy(setting), ..Self::default() }
    }

    /// Work after one more step, which executed the phase `phase` and led from `before` to `world`.
    pub fn after_step(mut self, phase: Phase, before: &World, world: &World, setting: &Setting) -> Self {
        // The last round of a direct solve; with too many rows, the phase stays `Direct` and no impulse is applied.
        let applies_direct_solve = world.rounds.is_none() && world.phase != Phase::Direct;
        match phase {
            Phase::Kick => {
                self.kick_of_solve = world.energy(setting).kinetic - before.energy(setting).kinetic;
                self.kick += self.kick_of_solve;
            }
            Phase::Direct if applies_direct_solve => {
                // A direct solve applies all rows at once. The work of each row uses the mean of the row's velocities
                // before and after, so that the work of all rows adds up to the change of the energy.
                for row in &world.constraints {
                    let speeds = row.speed(&before.bodies) + row.speed(&world.bodies);
                    self.add(row.source, 0.5 * row.impulse.dot(speeds));
                }
            }
            Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Relax { .. } => {
                if let Some(iteration) = &world.iteration {
                    let row = &world.constraints[iteration.constraint as usize];
                    self.add(row.source, row.energy(iteration));
                }
            }
            // The other phases do not change velocities, or only those that correct positions.
            Phase::Detect
            | Phase::Match
            | Phase::Approach
            | Phase::Prepare
            | Phase::Direct
            | Phase::Position { .. }
            | Phase::DirectPosition
            | Phase::Move
            | Phase::Record => {}
        }
        self
    }

    /// Adds the work `energy` of a constraint, J, to the sum of its kind.
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
