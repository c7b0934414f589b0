//! Worlds of a batch: one run, as far as the last frame that is asked for.

use std::hint::black_box;

use super::reply::{World, WorldStatus};
use super::{Misfit, Question, Reply};
use crate::answer::WorldFinding;
use crate::check::Precision;
use crate::play::{self, Simulation};
use crate::scene::case::WorldLine;

/// A world that is ready to run.
struct Running {
    simulation: Box<dyn Simulation>,
    frames: Vec<u32>,
}

/// Builds a world, each number rounded to this precision.
pub(super) fn question(precision: Precision, asked: WorldLine) -> Result<Box<dyn Question>, Misfit> {
    let query = &asked.scene.queries[asked.query];
    let simulation = play::simulation(precision, &asked.scene, query).map_err(|error| {
        let dot = if error.field.is_empty() { "" } else { "." };
        Misfit::new(format!("scene{dot}{}", error.field), error.message)
    })?;
    Ok(Box::new(Running { simulation, frames: asked.frames }))
}

impl Question for Running {
    fn reply(&self) -> Reply {
        let mut frames = Vec::with_capacity(self.frames.len());
        let mut see = |found: WorldFinding| frames.push(Some(found));
        let broken = self.simulation.play(&self.frames, &mut see);
        let status = broken.map_or(WorldStatus::Completed, WorldStatus::Broken);
        frames.resize_with(self.frames.len(), || None);
        Reply::World(World { frames, status })
    }

    fn ask(&self) {
        let last: Vec<u32> = self.frames.last().copied().into_iter().collect();
        self.simulation.play(&last, &mut |found| _ = black_box(found));
    }
}
