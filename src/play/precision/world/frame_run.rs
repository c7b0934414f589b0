//! Steps of a 2D world up to the end of a frame. A world is a simulation of rigid bodies; a frame is one of its time
//! steps, solved in one or more substeps. [`FrameRun`] steps the engine's world to the end of a frame; it is recorded
//! as a lesson either as a whole (`method`) or only in its last step, which is faster (here).

use std::ops::ControlFlow;
use std::sync::Arc;

use contact_lens_lesson::dynamics::{DrawnWorld, History, Names, lesson};
use contact_lens_lesson::{Lesson, Scenery, Tape, Verdict, recording, watch};
use contact_lens_model::snapshot::dynamics::{self as plain, Setting};
use contact_lens_model::snapshot::{Snapshots, ToF64};
use contact_lens_picture::Solid;
use glam::DVec2;

use super::super::engine::dim2::dynamics::{Outcome, Phase, Solid as BodyShape, World};
use super::super::engine::prelude::*;
use crate::drawing::outline;

/// A world that is stepped to the end of a frame.
#[derive(Clone, Debug)]
pub(in super::super) struct FrameRun {
    /// The world in its present state.
    pub world: World,
    /// Frame at whose end the run ends: the number of frames that are then completed.
    last_frame: u32,
}

impl FrameRun {
    /// The run from `world`, the state after the previous or any earlier frame, to the end of `frame`. Frame 0 is the
    /// start of the world: a run to it takes no step of the world.
    pub fn new(world: World, frame: u32) -> Self {
        Self { world, last_frame: frame }
    }

    /// Data for the drawing of the world.
    pub fn drawn(&self, setting: Arc<Setting>) -> DrawnWorld {
        let initial_bodies = World::new(Arc::clone(self.world.problem())).snapshot().bodies;
        DrawnWorld { setting, outlines: outlines(&self.world), home: initial_bodies, start: None }
    }

    /// Lesson of the last step of the frame alone. The steps before it are taken without a record, so this is faster
    /// than the lesson of the whole frame; its last picture is the same. `conclude` gives the verdict from the final
    /// state. `None` for frame 0, or if the run breaks down in this frame.
    pub fn lesson_of_last_step(
        mut self,
        names: Names,
        conclude: impl FnOnce(&Self, Outcome) -> Verdict,
        scenery: Scenery,
    ) -> Option<Box<dyn Lesson>> {
        let substeps = self.world.options().substeps;
        let world = &mut self.world;
        if world.frames >= self.last_frame {
            return None;
        }
        let start = Some(world.snapshot().bodies);
        let mut step = 0;
        // The last step of a frame records the results of its last substep.
        loop {
            let is_last_substep = world.frames + 1 == self.last_frame && world.substep + 1 == substeps;
            if is_last_substep && world.phase == Phase::Record {
                break;
            }
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
        BodyShape::Convex(shape) => {
            let core: Vec<DVec2> = shape.core().iter().map(|p| DVec2::new(p.x.to_f64(), p.y.to_f64())).collect();
            outline::flat(&core, shape.margin().to_f64())
        }
        BodyShape::HalfPlane(_) => Solid::default(),
    });
    outlines.collect()
}

impl Stepper for FrameRun {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.world.frames >= self.last_frame {
            return ControlFlow::Break(Outcome::Completed);
        }
        match self.world.step() {
            ControlFlow::Continue(()) if self.world.frames >= self.last_frame => ControlFlow::Break(Outcome::Completed),
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
