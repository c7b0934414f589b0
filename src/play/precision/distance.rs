//! Signed distance of 3D bodies: GJK on the cores, then the margins, and EPA if the cores overlap. The frames of a
//! moving scene are also run for the strip of frames, which marks each one as separated, shallow (only the margins
//! overlap) or deep.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::distance::{self, FrameCount};
use contact_lens_lesson::gjk::VertexNumbers;
use contact_lens_lesson::{FrameStrip, ToF64, Verdict, pair_verdict_in_world};
use contact_lens_model::ask::Method as DistanceMethod;
use contact_lens_scene::model::{Ask, DistanceOptions};
use glam::DVec3;

use super::convert::dim3::{Bodies, Pair};
use super::engine::answer::Answer;
use super::engine::dim3::distance::{Deep, Distance, Options, Outcome, Phase, Workspace};
use super::engine::dim3::epa::Buffers;
use super::engine::dim3::gjk;
use super::engine::dim3::queries;
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::{Cso, Recordable, Support, Whole};
use super::engine::prelude::*;
use super::gjk::first_guess;
use super::{
    Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States, misdirected, run,
};

/// Shapes that GJK and EPA work on: the cores of a pair, or the whole bodies.
trait SearchedShapes: Send + Sync + 'static {
    /// Shape of one body.
    type Shape: Recordable;
    /// Whether the shapes are the bodies without their margins.
    const ARE_CORES: bool;

    /// Configuration-space obstacle of a pair.
    fn of(pair: &Pair<'_>) -> Cso<Self::Shape, Self::Shape>;
}

/// The bodies without their margins.
struct Cores;

impl SearchedShapes for Cores {
    type Shape = Shape;
    const ARE_CORES: bool = true;

    fn of(pair: &Pair<'_>) -> Cso<Shape, Shape> {
        pair.cso()
    }
}

/// The bodies with their margins.
struct WholeBodies;

impl SearchedShapes for WholeBodies {
    type Shape = Whole<Shape>;
    const ARE_CORES: bool = false;

    fn of(pair: &Pair<'_>) -> Cso<Whole<Shape>, Whole<Shape>> {
        pair.cso().whole()
    }
}

/// A distance query over all frames.
struct DistanceQuery<P> {
    /// Bodies A and B over all frames.
    bodies: Bodies,
    /// Options of the engine, without a start direction.
    options: Options,
    /// First search direction of a frame that does not start from the previous one, from A toward B, world frame;
    /// `None` for the engine's own choice.
    first_direction: Option<DVec3>,
    /// Whether each frame starts from the contact normal of the previous one; for the caption of the strip.
    warm_start: bool,
    /// Marks `P`, the shapes that GJK and EPA work on.
    searched_shapes: std::marker::PhantomData<P>,
}

/// Opens a distance query in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = query.ask() else { return Err(misdirected()) };
    match options.method {
        DistanceMethod::Hybrid | DistanceMethod::Gjk => Ok(run(query, DistanceQuery::<Cores>::new(query, options)?)),
        DistanceMethod::Epa => Ok(run(query, DistanceQuery::<WholeBodies>::new(query, options)?)),
    }
}

/// Options of the engine as the query requests them, without a start direction.
pub(super) fn engine_options(requested: &DistanceOptions) -> Options {
    let default = Options::default();
    let gjk = gjk::Options::default();
    Options {
        method: requested.method,
        gjk: gjk::Options {
            relative: requested.relative_tolerance.map_or(gjk.relative, |x| x as Real),
            absolute: requested.absolute_tolerance.map_or(gjk.absolute, |x| x as Real),
            max_iterations: requested.max_iterations.unwrap_or(gjk.max_iterations),
            solver: requested.solver,
            ..gjk
        },
        proof: requested.relative_tolerance.map_or(default.proof, |x| x as Real),
        max_expansions: requested.max_iterations.unwrap_or(default.max_expansions),
        max_iterations: requested.max_iterations.unwrap_or(default.max_iterations),
    }
}

/// Result of the search of a pair, run to its end.
struct PairResult {
    outcome: Outcome,
    answer: Answer,
    /// Number of iterations of GJK.
    iterations: u32,
    /// Number of steps of EPA, which runs if the searched shapes overlap; 0 if they do not.
    epa_steps: u32,
}

/// Runs the distance search of a pair to its end.
fn run_to_end<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>, options: &Options) -> PairResult {
    let mut run = Distance::new(cso, *options, Buffers::default());
    let outcome = run.run();
    let epa_steps = run.deep.as_ref().map_or(0, Deep::steps);
    PairResult { outcome, answer: run.answer(), iterations: run.gjk.k, epa_steps }
}

impl<P: SearchedShapes> DistanceQuery<P> {
    /// The bodies that the query names, with the requested options.
    fn new(query: &SceneQuery<'_>, options: &DistanceOptions) -> Result<Self, QueryError> {
        Ok(Self {
            bodies: Bodies::new(query)?,
            options: engine_options(options),
            first_direction: options.direction.map(Into::into),
            warm_start: options.warm_start,
            searched_shapes: std::marker::PhantomData,
        })
    }

    /// Options of a frame: it starts along `from`, the contact normal of the previous frame, or without one along the
    /// query's first direction.
    fn frame_options(&self, pair: &Pair<'_>, from: Option<DVec3>) -> Options {
        let start = first_guess(pair, from.or(self.first_direction));
        Options { gjk: gjk::Options { start, ..self.options.gjk }, ..self.options }
    }
}

/// Data gathered from the states of a frame.
#[derive(Default)]
struct Observed {
    /// Phase of each step.
    phases: Vec<Phase>,
    /// Phase of the next step; `None` before the first one.
    next_phase: Option<Phase>,
    /// Numbers of GJK's support points.
    numbers: VertexNumbers,
}

impl<P: SearchedShapes> Method for DistanceQuery<P> {
    type Run = Distance<P::Shape, P::Shape>;
    type Observed = Observed;
    /// Contact normal, world frame; `None` if it is not known.
    type Memory = Option<DVec3>;
    type Record = FrameCount;

    const ALWAYS_COMPARES: bool = true;

    fn start(&self, frame: usize, from: &Option<DVec3>) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(Distance::new(P::of(&pair), self.frame_options(&pair, *from), Buffers::default()))
    }

    fn observe(&self, observed: &mut Observed, start: &Self::Run, state: &Self::Run) {
        let phase = observed.next_phase.unwrap_or(start.phase);
        observed.phases.push(phase);
        if phase == Phase::Gjk {
            observed.numbers.add_iteration(state.gjk.joined, state.gjk.slot);
        }
        observed.next_phase = Some(state.phase);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = ended.run.answer();
        let context = self.bodies.at(ended.frame)?.context(P::ARE_CORES);
        Ok(distance::verdict(&answer.snapshot(ended.run.tolerance(&answer)), ended.outcome, &context))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let Some(pair) = self.bodies.pair_as_written(frame)? else { return Ok(None) };
        let [a, b] = &pair.poses();
        let options = self.frame_options(&pair, None);
        let answer = queries::signed_distance(&mut Workspace::default(), pair.shapes, [a, b], &options);
        Ok(Some(pair_verdict_in_world(&answer.snapshot(Real::INFINITY), &self.bodies.names())))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let poses = pair.poses();
        let options = self.frame_options(&pair, None);
        let workspace = RefCell::default();
        Ok(Box::new(move || {
            let shapes = black_box(pair.shapes);
            let [a, b] = &poses;
            black_box(&queries::signed_distance(&mut workspace.borrow_mut(), shapes, [a, b], &options));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let Observed { phases, numbers, .. } = ended.observed;
        let context = self.bodies.at(ended.frame)?.context(P::ARE_CORES);
        Ok(distance::lesson(states, &phases, numbers, context, verdict))
    }

    /// Contact normal after a frame. The outer `Option` is always `Some`: the run knows its memory.
    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Option<DVec3>>, QueryError> {
        let pair = self.bodies.at(ended.frame)?;
        Ok(Some(ended.run.answer().normal.map(|n| pair.to_world(n))))
    }

    /// Runs the frame with memory, without memory, and by EPA on the bodies with their margins.
    fn record(&self, frame: usize, from: &Option<DVec3>) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let cold_options = self.frame_options(&pair, None);
        let epa_options = Options { method: DistanceMethod::Epa, ..cold_options };
        let warm = run_to_end(P::of(&pair), &self.frame_options(&pair, *from));
        let cold = run_to_end(P::of(&pair), &cold_options);
        let whole_bodies = run_to_end(WholeBodies::of(&pair), &epa_options);
        let record = FrameCount {
            outcome: warm.outcome,
            signed_distance: warm.answer.signed_distance.map(ToF64::to_f64),
            warm_iterations: warm.iterations,
            cold_iterations: cold.iterations,
            deep_steps: warm.epa_steps,
            deep_steps_without_margins: whole_bodies.epa_steps,
        };
        Ok(Some((record, warm.answer.normal.map(|n| pair.to_world(n)))))
    }

    fn strip(&self, records: &[FrameCount], frame: usize) -> Option<FrameStrip> {
        (frame < records.len()).then(|| distance::strip(records, frame, self.warm_start))
    }
}
