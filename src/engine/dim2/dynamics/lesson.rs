//! What people see of a frame: each constraint solved once after the other, with its impulse within its bounds, where it is
//! in the world, and how far the velocities still are from those of the direct solve.

mod history;
mod lanes;
mod numbers;
mod rows;
mod scene;
#[cfg(test)]
mod tests;
mod told;

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::super::prelude::*;
use super::{Outcome, Phase, World};
use crate::lesson::{
    Backdrop, Beat, Card, Context, Ending, Lesson, Level, Pictures, PlotAxis, Recorded, Scenery, Series, SourceFile,
    Step, Tape, Tells, Verdict, View, WORLD, watch,
};
use crate::picture::Role;
use history::History;
use scene::Scene;

/// The impulses of all rows.
const ROWS: View = View::lanes("impulses", "impulses");

/// What each turn changed.
const TURNS: View = View::lanes("turns", "what each turn changed");

/// The row that is solved now, as large as it gets.
const ROW: View = View::lanes("row", "this row").on_demand();

/// Everything fixed.
pub const CARD: Card = Card {
    id: "world",
    title: "Worlds in the plane: sequential impulses",
    summary: "Which impulses keep joints and contacts, solve after solve, and where do the bodies go?",
    sources: &["Catto 2007, Modeling and Solving Constraints"],
    listing: include_str!("listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim2/dynamics/stepper.rs", text: include_str!("stepper.rs") },
        SourceFile { path: "src/engine/dim2/dynamics/constraint.rs", text: include_str!("constraint.rs") },
        SourceFile { path: "src/engine/dim2/dynamics/contacts.rs", text: include_str!("contacts.rs") },
        SourceFile { path: "src/engine/dim2/dynamics/bodies.rs", text: include_str!("bodies.rs") },
    ],
    views: &[View::plane(WORLD, "world"), ROWS, TURNS, ROW],
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "distance of the velocities to the direct solve", role: Role::Witness },
        Series { name: "√(2(f − f*)), what is left to gain", role: Role::Upper },
    ],
    endings: &[
        Ending::success("Completed", "All solves of the frame are done."),
        Ending::failure("Diverged", "A dynamic body is no longer finite, or faster than 1e6 m/s or rad/s."),
        Ending::no_answer("TooLarge", "The direct solver was asked for more rows than it takes."),
    ],
};

impl Outcome {
    /// As scene files name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "Completed",
            Self::Diverged { .. } => "Diverged",
            Self::TooLarge { .. } => "TooLarge",
        }
    }
}

/// A world that is run to the end of a frame.
#[derive(Clone, Debug)]
pub struct FrameRun {
    /// The world.
    pub world: World,
    until: u32,
}

impl FrameRun {
    /// From the frame before, or from any state before it; frame 0, which is the start, is over at once.
    pub fn new(world: World, frame: u32) -> Self {
        Self { world, until: frame }
    }
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

/// What people call what is in a world.
#[derive(Clone, Debug)]
pub struct Names {
    /// The bodies.
    pub bodies: Arc<[String]>,
    /// The joints.
    pub joints: Arc<[String]>,
}

/// Where a frame is played.
pub struct WorldContext {
    scene: Scene,
    history: History,
    names: Names,
    /// What else is seen.
    scenery: Scenery,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for WorldContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = || {
            let mut pictures = Pictures::world(self.scenery.pictures.of(WORLD).clone());
            self.scene.still(pictures.edit(WORLD), &self.names.bodies);
            Arc::new(Backdrop { pictures })
        };
        Arc::clone(self.backdrop.get_or_init(made))
    }
}

/// Records the frame from a world at the end of the one before. `conclude` says what a run that has ended so has come to.
pub fn play(
    start: FrameRun,
    names: Names,
    conclude: impl FnOnce(&World, Outcome) -> Verdict,
    scenery: Scenery,
) -> Box<dyn Lesson> {
    let scene = Scene::new(&start.world);
    let most_levels = if start.world.options().substeps > 1 { 3 } else { 2 };
    let mut history = History::new(&start.world, &names);
    let tape = Tape::record_seeing(start, |run| history.see(&run.world));
    let verdict = conclude(&tape.last().world, *tape.outcome());
    let levels = history.done();
    let context = WorldContext { scene, history, names, scenery, backdrop: OnceLock::new() };
    Box::new(Recorded { tape, context, verdict, teller: Teller { levels, most_levels } })
}

/// The end of a frame alone, as the last step of [`play`] draws it: from the end of the frame before, solved without a record.
/// `None` where there is no such step, because the frame is the start or the run breaks down in it.
pub fn end_of(
    mut start: FrameRun,
    names: Names,
    conclude: impl FnOnce(&World, Outcome) -> Verdict,
    scenery: Scenery,
) -> Option<Box<dyn Lesson>> {
    let substeps = start.world.options().substeps;
    let world = &mut start.world;
    if world.frames >= start.until {
        return None;
    }
    let mut turn = 0;
    while !(world.phase == Phase::Record && world.frames + 1 == start.until && world.substep + 1 == substeps) {
        watch::tick_at(turn);
        turn += 1;
        if world.step().is_break() {
            return None;
        }
    }
    let scene = Scene::new(&start.world);
    let mut history = History::of_end(&start.world, &names);
    let tape = Tape::record_seeing(start, |run| history.see(&run.world));
    if *tape.outcome() != Outcome::Completed {
        return None;
    }
    let verdict = conclude(&tape.last().world, *tape.outcome());
    let levels = history.done();
    let most_levels = if substeps > 1 { 3 } else { 2 };
    let context = WorldContext { scene, history, names, scenery, backdrop: OnceLock::new() };
    Some(Box::new(Recorded { tape, context, verdict, teller: Teller { levels, most_levels } }))
}

/// Who tells it.
struct Teller {
    levels: Vec<Level>,
    /// Those of a frame in which something is joined or touches.
    most_levels: usize,
}

impl Tells for Teller {
    type Run = FrameRun;
    type Context = WorldContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "the first body of this row"),
        (Role::ShapeB, "the second, on which the impulse acts"),
        (Role::Member, "other bodies"),
        (Role::Bystander, "bodies that do not move"),
        (Role::Incident, "joint"),
        (Role::Witness, "impulse so far, on the second body"),
        (Role::Simplex, "this row, after it was clamped"),
        (Role::Added, "point of contact that is new"),
        (Role::Ghost, "before"),
        (Role::Removed, "raw: what would solve this row alone"),
        (Role::Region, "friction cone"),
        (Role::Lower, "direct solve"),
        (Role::Interval, "bounds; what a turn changed, the darker the more"),
        (Role::Axis, "this row"),
    ];

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, number } = step;
        let (before, after) = (&before.world, &after.world);
        let did = before.phase;
        let started = end.is_some() && after.frames == before.frames && verdict.outcome == "Completed";
        let stop = end.map(|_| (verdict.say.as_str(), CARD.worth(verdict)));
        let mut beats = told::beats(context, before, after, if started { None } else { Some(did) }, stop);
        if let (Some(rounds), Some(beat)) = (context.history.gave_up(number), beats.last_mut()) {
            beat.say += &format!(
                " No direct solve stands beside it: its bounds of friction had not settled after {rounds} rounds."
            );
        }
        let count = beats.len();
        let shows = detail.full(|| context.history.shown(number, after, did));
        for (i, beat) in beats.iter_mut().enumerate() {
            beat.pictures = detail.full(|| {
                // What is told in one beat is shown whole.
                let shown = if count > 1 { i } else { WHOLE };
                let mut pictures = Pictures::world(context.scene.picture(&shows, context, shown));
                *pictures.edit(ROWS.id) = lanes::impulses(&shows, shown);
                *pictures.edit(TURNS.id) = lanes::turns(&shows);
                *pictures.edit(ROW.id) = lanes::row(&shows, shown);
                pictures
            });
            beat.values = detail.full(|| numbers::values(&shows, if count > 1 { i } else { WHOLE }));
            beat.tables = detail.full(|| numbers::tables(&shows));
            if i + 1 == count {
                beat.points = context.history.points(number);
            }
        }
        beats
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn most_levels(&self) -> usize {
        self.most_levels
    }
}

/// All of a turn: w, raw, clamped and applied.
const WHOLE: usize = 3;

/// Whether constraints of the solve under way are there after a step of this phase.
fn has_rows(did: Option<Phase>) -> bool {
    !matches!(did, None | Some(Phase::Detect | Phase::Match | Phase::Approach | Phase::Kick))
}
