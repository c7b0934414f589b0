//! A world that is run to the end of a frame, and its lesson.

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec2;

use super::super::engine::dim2::dynamics::{Body, Outcome, Phase, Solid as Kind, World};
use super::super::engine::prelude::*;
use crate::lesson::dynamics::{Drawn, History, Names, lesson};
use crate::lesson::{Lesson, Scenery, Tape, Verdict, recording, watch};
use crate::picture::Solid;
use crate::play::outline;
use crate::snapshot::dynamics::{self as plain, Setting};
use crate::snapshot::{Snapshots, ToF64};

/// A world that is run to the end of a frame.
#[derive(Clone, Debug)]
pub(in super::super) struct FrameRun {
    pub world: World,
    until: u32,
}

impl FrameRun {
    /// From the frame before, or from any state before it; frame 0, which is the start, is over at once.
    pub fn new(world: World, frame: u32) -> Self {
        Self { world, until: frame }
    }

    /// What is drawn of its world.
    pub fn drawn(&self, setting: Arc<Setting>) -> Drawn {
        let home = World::new(Arc::clone(self.world.problem())).snapshot().bodies;
        Drawn { setting, outlines: outlines(&self.world), home, start: None }
    }

    /// The end of a frame alone, as the last step of the whole frame's lesson draws it: from the end of the frame before, solved
    /// without a record. `None` where there is no such step, because the frame is the start or the run breaks down in it.
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
        let mut history = History::of_end(self.snapshot(), Arc::clone(&setting), names);
        let drawn = Drawn { start, ..self.drawn(setting) };
        let tape = Tape::record_seeing(self, |run| history.see(run.snapshot(), || plain::Reference::TooLarge));
        if *tape.outcome() != Outcome::Completed {
            return None;
        }
        let verdict = conclude(tape.last(), *tape.outcome());
        Some(lesson(recording(tape), history, drawn, verdict, scenery))
    }
}

/// The outline of each body, in its own frame; none of a half-plane.
fn outlines(world: &World) -> Vec<Solid> {
    let of = |core: &[Vec2], margin: Real| {
        let core: Vec<DVec2> = core.iter().map(|p| DVec2::new(p.x.to_f64(), p.y.to_f64())).collect();
        outline::flat(&core, margin.to_f64())
    };
    let bodies = world.problem().bodies().iter();
    let outline = |body: &Body| match &body.shape {
        Kind::Convex(shape) => of(shape.core(), shape.margin()),
        Kind::HalfPlane(_) => Solid::default(),
    };
    bodies.map(outline).collect()
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
