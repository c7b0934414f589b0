//! Record of the last solve of a frame, for a captured step of the world.

use contact_lens_lesson::watch;
use contact_lens_model::snapshot::{Snapshots as _, ToF64 as _, dynamics as plain};
use contact_lens_model::step::Stepper as _;

use super::super::engine::dim2::dynamics::{Outcome, Phase, Solid, World};
use super::{SceneWorld, run_frame, to_dvec2};
use crate::world::recorded_solve::{PlanarShape, RecordedSolve};

impl SceneWorld {
    /// Record of the last solve that leads to `frame`, from 1.
    ///
    /// # Errors
    /// The outcome of a run that breaks down before the frame ends.
    pub fn last_solve(&self, frame: u32) -> Result<RecordedSolve, Outcome> {
        let mut world = self.initial_world();
        while world.frames + 1 < frame {
            run_frame(&mut world).map_or(Ok(()), Err)?;
        }
        while world.substep + 1 < world.options().substeps {
            step(&mut world)?;
        }
        let before = world.snapshot();
        while !matches!(world.phase, Phase::WarmStart { .. } | Phase::Iterate { .. } | Phase::Direct | Phase::Move) {
            step(&mut world)?;
        }
        let warm = world.snapshot().constraints.iter().map(|row| row.impulse).collect();
        while world.phase != Phase::Move {
            step(&mut world)?;
        }
        let moving: plain::World = world.snapshot();
        while world.frames < frame {
            step(&mut world)?;
        }
        Ok(RecordedSolve {
            setting: world.setting(),
            shapes: shapes(&world),
            before,
            warm,
            moving,
            after: world.snapshot(),
        })
    }
}

/// Takes a step of the world.
///
/// # Errors
/// The outcome of a run that breaks down.
fn step(world: &mut World) -> Result<(), Outcome> {
    watch::tick();
    match world.step().break_value() {
        None | Some(Outcome::Completed) => Ok(()),
        Some(outcome) => Err(outcome),
    }
}

/// Shape of each body.
fn shapes(world: &World) -> Vec<PlanarShape> {
    let shapes = world.problem().bodies().iter().map(|body| match &body.shape {
        Solid::Convex(shape) => {
            PlanarShape { core: shape.core().iter().map(|p| to_dvec2(*p)).collect(), margin: shape.margin().to_f64() }
        }
        Solid::HalfPlane(_) => PlanarShape { core: Vec::new(), margin: 0.0 },
    });
    shapes.collect()
}
