//! Lesson of one frame of a world: bodies in the plane with contacts and joints, whose impulses a solver computes.
//!
//! A *constraint row* is one scalar constraint, such as that of a contact point along its normal. The lesson shows how
//! the rows are solved one by one, their impulses within bounds, and the distance of the velocities from those of the
//! direct solution, which solves all rows at once. A recorded step of the world may solve several rows; the lesson has
//! one step for each of them, a *row step*.

mod change_table;
mod choice;
mod colors;
mod convergence_chart;
mod direct_rounds;
mod far_bodies;
mod free_velocities;
mod ground;
mod history;
mod iteration;
mod iteration_beat;
mod lanes;
mod levels;
mod narration;
mod notation;
mod numbers;
mod row;
mod row_view;
mod rows;
mod rows_recorded;
mod scene;
mod shown_rows;
mod solve;
mod trace;
mod velocity_causes;
mod velocity_error;
mod work;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::number;
use contact_lens_model::snapshot::dynamics::{BodyState, Phase, Setting, World};
use contact_lens_picture::{Role, Solid};

use self::iteration_beat::IterationBeat;
use self::shown_rows::ShownRows;
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Level, Narrated, Narration, Pictures, PlotAxis, Recording,
    Scenery, Series, SourceFile, Value, VelocityChanges, Verdict, View, WORLD, say, symbol,
};
pub use history::{History, MAX_REFERENCE_ROWS};
use rows_recorded::RowsRecorded;
use scene::Scene;
pub use trace::MOST_TRACED;

/// View of the impulses of all rows and the changes of each iteration.
const ROWS: View = View::lanes("impulses", "impulses");

/// View of the current row at a large scale.
const ROW: View = View::lanes("row", "current row");

/// View of the distance of the velocities from the direct solution.
const DISTANCE: View = View::chart("distance", "velocity error against the direct solve").in_figures().below();

/// Card of worlds in the plane.
pub const CARD: Card = Card {
    id: "world",
    title: "Worlds in the plane: sequential impulses",
    summary: "Which impulses satisfy joints and contacts, and where do the bodies move?",
    sources: &["Catto 2007, Modeling and Solving Constraints"],
    listing: include_str!("../engine/dim2/dynamics/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim2/dynamics/stepper.rs",
            text: include_str!("../engine/dim2/dynamics/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/dynamics/rows.rs",
            text: include_str!("../engine/dim2/dynamics/rows.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/dynamics/block.rs",
            text: include_str!("../engine/dim2/dynamics/block.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/dynamics/contact_rows.rs",
            text: include_str!("../engine/dim2/dynamics/contact_rows.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/dynamics/contacts.rs",
            text: include_str!("../engine/dim2/dynamics/contacts.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/dynamics/bodies.rs",
            text: include_str!("../engine/dim2/dynamics/bodies.rs"),
        },
    ],
    views: &[View::plane(WORLD, "world"), ROWS, ROW, DISTANCE],
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "velocity error against the direct solve", role: Role::Witness },
        Series { name: "√(2(f − f*)/m), remaining gain", role: Role::Upper },
    ],
    endings: &[
        Ending::success("Completed", "All solves of the frame are done."),
        Ending::failure("Diverged", "A dynamic body is no longer finite, or faster than 1e6 m/s or rad/s."),
        Ending::no_answer("TooLarge", "The number of constraint rows exceeds the limit of the direct solver."),
    ],
};

/// Names of the objects of a world.
#[derive(Clone, Debug)]
pub struct Names {
    /// Names of the bodies.
    pub bodies: Arc<[String]>,
    /// Names of the joints.
    pub joints: Arc<[String]>,
}

/// Everything about a frame that does not change from step to step.
pub struct WorldContext {
    /// Constant properties of the world.
    setting: Arc<Setting>,
    /// Drawing data of the bodies.
    scene: Scene,
    /// Solves of the frame.
    history: History,
    /// Names of the bodies and joints.
    names: Names,
    /// Marks of the scene's other objects.
    scenery: Scenery,
    /// Picture of the static bodies, made when it is first needed.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl WorldContext {
    /// Rounding error of velocities, m/s or rad/s.
    fn rounding(&self, world: &World) -> f64 {
        notation::rounding(&self.setting, world)
    }

    /// Rounding error of impulses, N s or N m s.
    fn least_impulse(&self) -> f64 {
        notation::ROUNDING * self.scene.impulse()
    }
}

impl Context for WorldContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::world(self.scenery.pictures.of(WORLD).clone());
            self.scene.add_static_bodies(pictures.edit(WORLD), &self.names.bodies);
            Arc::new(Backdrop { pictures })
        }))
    }

    fn velocity_changes(&self, body: &str) -> Option<VelocityChanges> {
        self.history.velocity_changes(body)
    }
}

/// Drawing data of a world: its setting, and the outlines and states of its bodies.
pub struct DrawnWorld {
    /// Constant properties of the world.
    pub setting: Arc<Setting>,
    /// Outlines of the bodies in the scene's order, each in its own frame.
    pub outlines: Vec<Solid>,
    /// States of the bodies before the first frame.
    pub home: Vec<BodyState>,
    /// States of the bodies before the frame; `None` if the recording begins with them.
    pub start: Option<Vec<BodyState>>,
}

/// Lesson of a recorded frame, with the history that was collected during the recording.
pub fn lesson(
    recording: Box<dyn Recording<World>>,
    mut history: History,
    drawn: DrawnWorld,
    verdict: Verdict,
    scenery: Scenery,
) -> Box<dyn Lesson> {
    let start = drawn.start.unwrap_or_else(|| recording.first().bodies.clone());
    let scene = Scene::new(&drawn.setting, drawn.outlines, drawn.home, start);
    // Groups of a step: phase and pair or joint, in a frame with several solves also the solve.
    let most_levels = if drawn.setting.substeps > 1 { 3 } else { 2 };
    let levels = history.finish_levels();
    let names = history.names().clone();
    let setting = drawn.setting;
    let recording = Box::new(RowsRecorded::new(recording, Arc::clone(&setting), &history));
    let context = WorldContext { setting, scene, history, names, scenery, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration: Impulses { levels, most_levels } })
}

/// Narration of the constraints and their impulses.
struct Impulses {
    /// Groups of steps on the timeline.
    levels: Vec<Level>,
    /// Largest number of nested groups of a step: solves are a level of their own if the frame has several.
    most_levels: usize,
}

impl Narration for Impulses {
    type State = World;
    type Context = WorldContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        // Bodies and current marks have their names next to them.
        (Role::ShapeA, ""),
        (Role::ShapeB, ""),
        (Role::Member, ""),
        (Role::Idle, ""),
        (Role::Simplex, ""),
        (Role::Mesh, "joint"),
        (Role::Normal, "normal n"),
        (Role::Axis, "tangent t"),
        (Role::Witness, "impulse λ"),
        (Role::Inside, "contact point"),
        (Role::Added, "new contact point"),
        (Role::Ghost, "λ before"),
        (Role::Removed, "raw λ, before clamping"),
        (Role::Lower, "λ of the direct solve"),
        (Role::Interval, "allowed λ (arrow: no bound)"),
        (Role::Fault, "diverges"),
        (Role::Group(0), "contacts of one color"),
        (Role::Group(1), "contacts of one color"),
        (Role::Group(2), "contacts of one color"),
        (Role::Group(3), "contacts of one color"),
        (Role::Group(4), "contacts of one color"),
        (Role::Group(5), "contacts of one color"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, number } = step;
        let phase = before.phase;
        // A run without any frame ends at its start, before the first phase.
        let ends_at_start = end.is_some() && after.frames == before.frames && verdict.outcome == "Completed";
        let executed_phase = if ends_at_start { None } else { Some(phase) };
        let stop = end.map(|_| narration::RunEnd { sentence: verdict.say.as_str(), kind: CARD.ending_kind(verdict) });
        let mut beats = narration::beats(context, before, after, executed_phase, stop);
        if let (Some(rounds), Some(beat)) = (context.history.abandoned_rounds(number), beats.last_mut()) {
            beat.say += say!(
                " The direct solve for comparison is missing: its friction limits had not settled after {} rounds.",
                Value::number(symbol::ROUNDS, number::count(rounds as usize)),
            );
        }
        if phase == Phase::Direct
            && let Some(view) = direct_rounds::most_changed_view(context, after, number)
            && let Some(beat) = beats.first_mut()
        {
            beat.say += narration::most_changed_sentence(&view);
        }
        let has_iteration_beats = after.iteration.is_some() && beats.len() > 1;
        let shown_rows = detail.full(|| context.history.shown_rows(number, after, phase));
        for (i, beat) in beats.iter_mut().enumerate() {
            // A step with a single beat shows all of its data at once.
            let shown_beat = if has_iteration_beats { IterationBeat::at(i) } else { IterationBeat::Apply };
            // The setup of the rows has a second beat, on their colors.
            let colored = !has_iteration_beats && i > 0;
            let shows = ShownRows { colored, before: Some(before), ..shown_rows.known_at(shown_beat) };
            beat.pictures = detail.full(|| beat_pictures(context, &shows, shown_beat, has_iteration_beats));
            beat.values = detail.full(|| beat.say.values_with(numbers::values(context, number, &shows, shown_beat)));
            beat.tables = detail.full(|| numbers::tables(context, number, &shows));
        }
        if let Some(last) = beats.last_mut() {
            last.points = context.history.plot_points(number);
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::questions_of_step(step.context, step.after, beats)
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn most_levels(&self) -> usize {
        self.most_levels
    }
}

/// Pictures of a beat in all views. `has_iteration_beats` says whether the step has the four beats of an iteration.
fn beat_pictures(
    context: &WorldContext,
    shows: &ShownRows<'_>,
    beat: IterationBeat,
    has_iteration_beats: bool,
) -> Pictures {
    let mut pictures = Pictures::world(context.scene.picture(shows, context, beat));
    *pictures.edit(ROWS.id) = lanes::picture(shows, context, beat);
    *pictures.edit(ROW.id) = row::picture(shows, context, beat);
    *pictures.edit(DISTANCE.id) = convergence_chart::picture(shows, context, beat);
    if shows.phase == Some(Phase::Move) {
        pictures = pictures.naming(Role::Ghost, "before the step");
    }
    if has_iteration_beats {
        pictures = pictures.naming(Role::Simplex, "current row");
        // The last beat is about the velocities of one row.
        if beat == IterationBeat::Apply {
            pictures.unused.push(ROWS.id);
        }
    }
    pictures.facing(context.scene.focus(context, shows))
}

/// Whether the current solve has made its constraint rows after a step of this phase. False without a step.
fn has_rows(phase: Option<Phase>) -> bool {
    !matches!(phase, None | Some(Phase::Detect | Phase::Match | Phase::Approach | Phase::Kick))
}
