//! Queries of 2D bodies that begin with GJK: GJK itself, EPA (penetration depth) and the signed distance. With
//! `warm_start` a frame starts from the closest feature of the previous one.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::gjk::dim2::{FrameHistory, FrameIterations};
use contact_lens_lesson::{
    self as lesson, Ending, Lesson, PairContext, Recording, Verdict, pair_verdict, pair_verdict_in_world,
};
use contact_lens_model::snapshot::{self, Snapshots};
use contact_lens_scene::model::{Ask, DistanceOptions, EpaOptions, GjkOptions, Search};
use glam::DVec2;

use super::super::engine::dim2::distance::{self, Answer, Distance, Phase};
use super::super::engine::dim2::epa::{self, Epa};
use super::super::engine::dim2::gjk::{Feature, Gjk, Options, Outcome};
use super::super::engine::dim2::queries;
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::method::{self, Method};
use super::super::{
    Ended, LessonResult, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, Solver, States, misdirected, run,
};
use super::{Bodies, Pair};

/// Bodies and GJK options of a query.
struct GjkQuery {
    bodies: Bodies,
    options: Options,
    /// First direction in a frame without memory, world frame; `None` for the engine's own choice.
    first_direction: Option<DVec2>,
}

/// Constructor of a lesson from the states of a run, the phase of each step, the verdict, the context and the records
/// of all frames.
type MakeLesson<R> =
    fn(Box<dyn Recording<<R as Snapshots>::Snapshot>>, &[Phase], Verdict, PairContext, FrameHistory) -> Box<dyn Lesson>;

/// A query whose run begins with GJK: the stepper `R` is GJK, EPA or the signed distance.
struct FromGjk<R: Snapshots> {
    query: Arc<GjkQuery>,
    /// The run before its first step; `None` if it has nothing to do, and the lesson of GJK replaces it.
    start: fn(Gjk<Shape>) -> Option<R>,
    /// Phase of the next step; `None` for runs without phases.
    phase: fn(&R) -> Option<Phase>,
    /// Result of an ended run that began with this search.
    answer: fn(&R, R::Outcome, Gjk<Shape>) -> snapshot::answer::Answer,
    /// Ending of an outcome.
    ending: fn(R::Outcome) -> Ending,
    lesson: MakeLesson<R>,
}

/// Opens a query of GJK.
pub(in super::super) fn open_gjk(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Gjk { options, .. } = query.ask() else { return Err(misdirected()) };
    Ok(run(query, gjk_method(GjkQuery::new(query, options_of_gjk(options))?)))
}

/// Opens a query of EPA.
pub(in super::super) fn open_epa(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Epa { options, .. } = query.ask() else { return Err(misdirected()) };
    let method = FromGjk {
        query: GjkQuery::new(query, options_of_epa(options))?,
        start: epa_from_gjk,
        phase: |_| None,
        answer: |run: &Epa<Shape>, outcome, _| run.answer(Some(outcome), 0).in_space().snapshot(run.tolerance()),
        ending: lesson::epa::dim2::ending,
        lesson: |states, _, verdict, context, history| lesson::epa::dim2::lesson(states, verdict, context, history),
    };
    Ok(run(query, method))
}

/// Opens a query of the signed distance.
pub(in super::super) fn open_distance(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    use lesson::distance::dim2::{ending, lesson};
    let Ask::Distance { options, .. } = query.ask() else { return Err(misdirected()) };
    let method = FromGjk {
        query: GjkQuery::new(query, options_of_distance(options))?,
        start: |search| Some(Distance::new(search)),
        phase: |run| Some(run.phase),
        answer: |run, _, _| run.snapshot().answer,
        ending,
        lesson: |states, phases, verdict, context, history| lesson(states, phases, context, verdict, history.table()),
    };
    Ok(run(query, method))
}

/// The method of a GJK query. If the cores overlap, its answer takes the depth from EPA.
fn gjk_method(query: Arc<GjkQuery>) -> FromGjk<Gjk<Shape>> {
    FromGjk {
        query,
        start: Some,
        phase: |_| None,
        answer: |run, _, search| {
            let answer = signed_distance(search);
            let tolerance = run.tolerance(answer.signed_distance.unwrap_or(0.0));
            answer.in_space().snapshot(tolerance)
        },
        ending: lesson::gjk::dim2::ending,
        lesson: |states, _, verdict, context, history| lesson::gjk::dim2::lesson(states, verdict, context, history),
    }
}

/// EPA from the final simplex of GJK; `None` if GJK does not find the origin inside. The query's limit and tolerances
/// are those of EPA, and GJK runs without any.
fn epa_from_gjk(mut search: Gjk<Shape>) -> Option<Epa<Shape>> {
    let Options { relative, absolute, max_iterations, .. } = search.options;
    let max_gjk_iterations = rounding::MAX_ITERATIONS_IN_PLANE;
    search.options = Options { relative: 0.0, absolute: 0.0, max_iterations: max_gjk_iterations, ..search.options };
    if !matches!(search.run(), Outcome::Contained | Outcome::OnEdge) {
        return None;
    }
    let options = epa::Options { relative, absolute, max_iterations };
    Some(Epa::new(search.cso.clone(), &search.simplex[..search.count], options, Vec::new()))
}

/// GJK options of a GJK query.
pub(in super::super) fn options_of_gjk(requested: &GjkOptions) -> Options {
    options(
        [requested.relative_tolerance, requested.absolute_tolerance],
        requested.max_iterations,
        requested.solver,
        requested.search,
    )
}

/// GJK options of an EPA query.
pub(in super::super) fn options_of_epa(requested: &EpaOptions) -> Options {
    let tolerances = [requested.relative_tolerance, requested.absolute_tolerance];
    options(tolerances, requested.max_iterations, requested.solver, Search::default())
}

/// GJK options of a distance query.
pub(in super::super) fn options_of_distance(requested: &DistanceOptions) -> Options {
    let tolerances = [requested.relative_tolerance, requested.absolute_tolerance];
    options(tolerances, requested.max_iterations, requested.solver, Search::default())
}

/// GJK options with the engine's defaults for absent values.
fn options(
    [relative, absolute]: [Option<f64>; 2],
    max_iterations: Option<u32>,
    solver: Solver,
    search: Search,
) -> Options {
    let default = Options::default();
    Options {
        relative: relative.map_or(default.relative, |x| x as Real),
        absolute: absolute.map_or(default.absolute, |x| x as Real),
        max_iterations: max_iterations.unwrap_or(default.max_iterations),
        search,
        solver,
    }
}

impl GjkQuery {
    /// The bodies that the query names, with GJK options.
    fn new(query: &SceneQuery<'_>, options: Options) -> Result<Arc<Self>, QueryError> {
        Ok(Arc::new(Self { bodies: Bodies::new(query)?, options, first_direction: query.direction_in_plane() }))
    }

    /// GJK of a pair before its first step, started from the closest feature `from` of the previous frame, or without
    /// one along the query's first direction.
    fn gjk(&self, pair: &Pair<'_>, from: Option<Feature>) -> Gjk<Shape> {
        match (from, self.first_direction) {
            (Some(feature), _) => Gjk::resume(pair.cso(), self.options, feature),
            (None, Some(direction)) => Gjk::start(pair.cso(), self.options, pair.direction(direction)),
            (None, None) => Gjk::new(pair.cso(), self.options),
        }
    }

    /// Signed distance of a pair, without the query's limit of iterations; `from` as in [`Self::gjk`].
    fn unlimited_distance(&self, pair: &Pair<'_>, from: Option<Feature>) -> Answer {
        let mut gjk = self.gjk(pair, from);
        gjk.options.max_iterations = rounding::MAX_ITERATIONS_IN_PLANE;
        signed_distance(gjk)
    }
}

/// Signed distance computed from a search: runs the search to its end, and EPA if the cores overlap.
fn signed_distance(search: Gjk<Shape>) -> Answer {
    distance::answer(search, &mut distance::Workspace::default())
}

impl<R: Snapshots> FromGjk<R> {
    /// The run of a frame before its first step; `None` if it has nothing to do.
    fn start_run(&self, frame: usize, from: Option<Feature>) -> Result<Option<R>, QueryError> {
        Ok((self.start)(self.query.gjk(&self.query.bodies.at(frame)?, from)))
    }
}

impl<R: Snapshots + Clone + Send + Sync + 'static> Method for FromGjk<R> {
    type Run = R;
    /// Phase of each step, and of the one after the last.
    type Observed = Vec<Phase>;
    /// Closest feature of the cores.
    type Memory = Option<Feature>;
    type Record = FrameIterations;

    const DESCRIBES_ALL_FRAMES: bool = true;

    fn start(&self, frame: usize, from: &Option<Feature>) -> Result<R, QueryError> {
        self.start_run(frame, *from)?.ok_or_else(misdirected)
    }

    fn observe(&self, phases: &mut Vec<Phase>, start: &R, state: &R) {
        if phases.is_empty() {
            phases.extend((self.phase)(start));
        }
        phases.extend((self.phase)(state));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let pair = self.query.bodies.at(ended.frame)?;
        let answer = (self.answer)(&ended.run, ended.outcome, self.query.gjk(&pair, *ended.from));
        Ok(pair_verdict(&answer, (self.ending)(ended.outcome).name, &pair.context(true)))
    }

    /// The production call is the signed distance.
    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let GjkQuery { bodies, options, .. } = &*self.query;
        let Some(pair) = bodies.pair_as_written(frame)? else { return Ok(None) };
        let [a, b] = &pair.poses();
        let answer = queries::signed_distance(&mut distance::Workspace::default(), pair.shapes, [a, b], options);
        let answer = answer.in_world(a).in_space().snapshot(Real::INFINITY);
        Ok(Some(pair_verdict_in_world(&answer, &bodies.names())))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let GjkQuery { bodies, options, .. } = &*self.query;
        let pair = bodies.at(frame)?;
        let poses = pair.poses();
        let workspace = RefCell::default();
        Ok(Box::new(move || {
            let shapes = black_box(pair.shapes);
            let [a, b] = &poses;
            black_box(&queries::signed_distance(&mut workspace.borrow_mut(), shapes, [a, b], options));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.query.bodies.at(ended.frame)?.context(true);
        let history = FrameHistory { frames: ended.records.to_vec(), current_frame: ended.frame };
        // The phase after the last step belongs to no step.
        let phases = &ended.observed[..ended.steps.min(ended.observed.len())];
        Ok((self.lesson)(states, phases, verdict, context, history))
    }

    fn replacement(
        &self,
        frame: usize,
        from: &Option<Feature>,
        records: &[FrameIterations],
    ) -> Result<Option<Arc<dyn Lesson>>, QueryError> {
        if self.start_run(frame, *from)?.is_some() {
            return Ok(None);
        }
        let shown = method::lesson(&gjk_method(Arc::clone(&self.query)), frame, from, records, false);
        shown.map(|(lesson, _)| Some(lesson))
    }

    fn next_memory(&self, frame: usize, from: &Option<Feature>) -> Result<Option<Feature>, QueryError> {
        Ok(Some(self.query.unlimited_distance(&self.query.bodies.at(frame)?, *from).feature))
    }

    fn record(&self, frame: usize, from: &Option<Feature>) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let pair = self.query.bodies.at(frame)?;
        let warm = self.query.unlimited_distance(&pair, *from);
        let cold = self.query.unlimited_distance(&pair, None);
        let record = FrameIterations { frame, warm: warm.iterations, cold: cold.iterations, status: warm.status };
        Ok(Some((record, Some(warm.feature))))
    }
}
