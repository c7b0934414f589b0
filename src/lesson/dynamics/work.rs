//! What impulses and gravity have done to the energy of a frame, added up step by step.

use crate::snapshot::dynamics::{Energy, Of, Phase, Setting, World};

/// What impulses and gravity have done to the energy of a frame so far, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// By what joints added.
    pub joints: f64,
    /// By what normal rows added.
    pub normals: f64,
    /// By what friction added.
    pub frictions: f64,
    /// By gravity and forces, to the kinetic energy.
    pub kick: f64,
    /// The same in the solve under way alone.
    pub kick_of_solve: f64,
    /// Energy when the frame began.
    pub start: Energy,
}

impl Work {
    /// At the start of a frame.
    pub fn at(start: &World, setting: &Setting) -> Self {
        Self { start: start.energy(setting), ..Self::default() }
    }

    /// After a step more, which did this phase.
    pub fn after(mut self, did: Phase, former: &World, world: &World, setting: &Setting) -> Self {
        match (did, world.iteration) {
            (Phase::Kick, _) => {
                self.kick_of_solve = world.energy(setting).kinetic - former.energy(setting).kinetic;
                self.kick += self.kick_of_solve;
            }
            (Phase::Direct, _) if world.rounds.is_none() && world.phase != Phase::Direct => {
                // All rows at once: each as if the others acted evenly meanwhile, which adds up to the change.
                for row in &world.constraints {
                    let speeds = row.speed(&former.bodies) + row.speed(&world.bodies);
                    self.add(row.of, 0.5 * row.impulse.dot(speeds));
                }
            }
            (Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Relax { .. }, Some(iteration)) => {
                let row = &world.constraints[iteration.at as usize];
                self.add(row.of, row.energy(&iteration));
            }
            _ => {}
        }
        self
    }

    fn add(&mut self, of: Of, energy: f64) {
        let work = match of {
            Of::Equality { .. } | Of::Lower { .. } | Of::Upper { .. } => &mut self.joints,
            Of::Normal { .. } => &mut self.normals,
            Of::Friction { .. } => &mut self.frictions,
        };
        *work += energy;
    }
}
