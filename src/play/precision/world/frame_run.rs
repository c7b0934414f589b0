//! Runs of a world to the end of a frame, and their lessons.

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec2;

use super::super::engine::dim2::dynamics::{Outcome, Phase, Solid as Kind, World};
use super::super::engine::prelude::*;
use crate::lesson::dynamics::{DrawnWorld, History, Names, lesson};
use crate::lesson::{Lesson, Scenery, Tape, Verdict, recording, watch};
use crate::picture::Solid;
use crate::play::drawing::outline;
use crate::snapshot::dynamics::{self as plain, Setting};
use crate::snapshot::{Snapshots, ToF64};

/// A world that runs to the end of a frame.
#[derive(Clone, Debug)]
pub(in super::super) struct FrameRun {
    pub world: World,
    /// Number of completed frames at which the run ends.
    until: u32,
}

impl FrameRun {
    /// Starts from the previous frame, or from any earlier state; frame 0, the start, ends at once.
    pub fn new(world: World, frame: u32) -> Self {
        Self { world, until: frame }
    }

    /// Data for the drawing of the world.
    pub fn drawn(&self, setting: Arc<Setting>) -> DrawnWorld {
        let initial_bodies = World::new(Arc::clone(self.world.problem())).snapshot().bodies;
        DrawnWorld { setting, outlines: outlines(&self.world), home: initial_bodies, start: None }
    }

    /// Lesson of the last step of a frame. The previous steps are solved without a record, so this is faster than the
    /// lesson of the frame; its last picture is the same. `None` for frame 0, or if the run breaks down in this frame.
    pub fn end(
        mut self,
        names: Names,
        conclude: impl FnOnce(&Self, Outcome) -> Verdict,
        scenery: Scenery,
    ) -> Option<Box<dyn Lesson>> {
        let substeps = self.world.options().substeps;
        let world = &mut self.world;
        if world.frames >= self.until {
            return None;
        }
        let start = Some(world.snapshot().bodies);
        let mut step = 0;
        while !(world.phase == Phase::Record && world.frames + 1 == self.until && world.substep + 1 == substeps) {
            watch::tick_at(step);
            step += 1;
            if world.step().is_break() {
                return None;
            }
        }
        let setting: Arc<Setting> = Arc::new(self.world.setting());
        let mut history = History::of_last_step(self.snapshot(), Arc::clone(&setting), names);
        let drawn = DrawnWorld { start, ..self.drawn(setting) };
        let tape = Tape::record_observed(self, |run| history.add_state(run.snapshot(), || None));
        if *tape.outcome() != Outcome::Completed {
            return None;
        }
        let verdict = conclude(tape.last(), *tape.outcome());
        Some(lesson(recording(tape), history, drawn, verdict, scenery))
    }
}

/// Outline of each body, body frame; empty for a half-plane.
fn outlines(world: &World) -> Vec<Solid> {
    let outlines = world.problem().bodies().iter().map(|body| match &body.shape {
        Kind::Convex(shape) => {
            let core: Vec<DVec2> = shape.core().iter().map(|p| DVec2::new(p.x.to_f64(), p.y.to_f64())).collect();
            outline::flat(&core, shape.margin().to_f64())
        }
        Kind::HalfPlane(_) => Solid::default(),
    });
    outlines.collect()
}

impl Stepper for FrameRun {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.world.frames >= self.until {
            return ControlFlow::Break(Outcome::Completed);
        }
        match self.world.step() {
            ControlFlow::Continue(()) if self.world.frames >= self.until => ControlFlow::Break(Outcome::Completed),
            flow => flow,
        }
    }

    fn heap_bytes(&self) -> usize {
        self.world.heap_bytes()
    }
}

impl Snapshots for FrameRun {
    type Snapshot = plain::World;

    fn snapshot(&self) -> plain::World {
        self.world.snapshot()
    }
}
