//! Queries in the plane z = 0.

mod cast;
mod manifold;
mod pair;
mod sat;
mod scenery;

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use glam::DVec2;

use super::engine::dim2::boolean_gjk::{self, BooleanGjk};
use super::engine::dim2::distance::{self, Answer};
use super::engine::dim2::epa::{self, Epa};
use super::engine::dim2::gjk::{self, Feature, Gjk, Options};
use super::engine::dim2::shape::Shape;
use super::engine::prelude::*;
use super::engine::rounding;
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, misdirected, run};
use crate::lesson::gjk::plane::{FrameIterations, History};
use crate::lesson::{self, Lesson, PairContext, Tape, ToF64, recording};
use crate::scene::model::{Ask, DistanceOptions, EpaOptions, GjkOptions, Query, Scene, Search};
pub(super) use cast::open_cast;
pub(super) use manifold::{manifold_after, open_manifold};
use pair::Pair;
pub(super) use pair::{Bodies, margined, place, standing_in_plane};
pub(super) use sat::open_sat;

/// GJK, and with `depth` EPA where the bodies overlap.
struct Distance {
    bodies: Bodies,
    options: Options,
    first: Option<DVec2>,
    warm: bool,
    lesson: Shown,
}

/// Which lesson shows the run.
#[derive(Clone, Copy)]
enum Shown {
    Gjk,
    /// EPA goes on where GJK finds the origin. The cap and the tolerances then are its own.
    Epa,
    /// Both, and the balls.
    FullAnswer,
}

/// Opens a query of GJK.
pub(super) fn open_gjk(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Gjk { options, .. } = &query.ask else { return Err(misdirected()) };
    let bodies = Bodies::new(scene, query)?;
    Ok(run(Distance {
        bodies,
        options: of_gjk(options),
        first: flat(&query.ask),
        warm: options.warm_start,
        lesson: Shown::Gjk,
    }))
}

/// Opens a query of EPA, or of the full answer.
pub(super) fn open_distance(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let (options, lesson) = match &query.ask {
        Ask::Epa { options, .. } => (of_epa(options), Shown::Epa),
        Ask::Distance { options, .. } => (of_distance(options), Shown::FullAnswer),
        _ => return Err(misdirected()),
    };
    let bodies = Bodies::new(scene, query)?;
    Ok(run(Distance { bodies, options, first: flat(&query.ask), warm: query.ask.warm_start(), lesson }))
}

/// As the query asks.
pub(super) fn of_gjk(asked: &GjkOptions) -> Options {
    options([asked.relative_tolerance, asked.absolute_tolerance], asked.max_iterations, asked.solver, asked.search)
}

pub(super) fn of_epa(asked: &EpaOptions) -> Options {
    let tolerances = [asked.relative_tolerance, asked.absolute_tolerance];
    options(tolerances, asked.max_iterations, asked.solver, Search::default())
}

pub(super) fn of_distance(asked: &DistanceOptions) -> Options {
    let tolerances = [asked.relative_tolerance, asked.absolute_tolerance];
    options(tolerances, asked.max_iterations, asked.solver, Search::default())
}

fn options(
    [relative, absolute]: [Option<f64>; 2],
    max_iterations: Option<u32>,
    solver: super::Solver,
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

/// The query's first direction in the plane; none where it stands upright.
fn flat(ask: &Ask) -> Option<DVec2> {
    let d = ask.direction().map(|[x, y, _]| DVec2::new(x, y).normalize_or_zero());
    d.filter(|d| *d != DVec2::ZERO)
}

impl Distance {
    fn started(&self, pair: &Pair<'_>, memory: Option<Feature>) -> Gjk<Shape> {
        match (memory, self.first) {
            (Some(feature), _) => Gjk::resume(pair.cso(), self.options, feature),
            (None, Some(first)) => Gjk::start(pair.cso(), self.options, pair.direction(first)),
            (None, None) => Gjk::new(pair.cso(), self.options),
        }
    }

    /// To the end, however many iterations were asked for.
    fn played(&self, pair: &Pair<'_>, memory: Option<Feature>) -> Answer {
        let mut gjk = self.started(pair, memory);
        gjk.options.max_iterations = rounding::MAX_ITERATIONS_IN_PLANE;
        full(gjk)
    }
}

/// The full answer of a search.
fn full(search: Gjk<Shape>) -> Answer {
    distance::answer(search, &mut distance::Workspace::default())
}

/// The search itself.
fn search(start: Gjk<Shape>, context: PairContext, history: History) -> Box<dyn Lesson> {
    let answer = full(start.clone());
    let tape = Tape::record(start);
    let wanted = tape.last().wanted(answer.signed_distance.unwrap_or(0.0));
    lesson::gjk::plane::lesson(recording(tape), &answer.in_space().snapshot(wanted), context, history)
}

/// EPA from where `start` finds the origin. The limit and the tolerances of `start` are EPA's, and GJK finds its start without
/// any. Where it ends with the cores apart there is nothing for EPA to do, and the search that says so is shown.
fn depth(start: Gjk<Shape>, context: PairContext, history: History) -> Box<dyn Lesson> {
    let Options { relative, absolute, max_iterations, .. } = start.options;
    let mut found = start.clone();
    let cap = rounding::MAX_ITERATIONS_IN_PLANE;
    found.options = Options { relative: 0.0, absolute: 0.0, max_iterations: cap, ..start.options };
    if !matches!(found.run(), gjk::Outcome::Contained | gjk::Outcome::OnEdge) {
        return search(start, context, history);
    }
    let options = epa::Options { relative, absolute, max_iterations };
    let tape = Tape::record(Epa::new(found.cso.clone(), &found.simplex[..found.count], options, Vec::new()));
    let answer = tape.last().answer(Some(*tape.outcome()), 0);
    let answer = answer.in_space().snapshot(tape.last().wanted());
    lesson::epa::plane::lesson(recording(tape), &answer, context, history)
}

/// GJK, EPA, and the balls.
fn full_answer(start: Gjk<Shape>, context: PairContext, history: &History) -> Box<dyn Lesson> {
    let start = distance::Distance::new(start);
    let mut phases = vec![start.phase];
    let tape = Tape::record_seeing(start, |after| phases.push(after.phase));
    // The phase after the last step is that of no step.
    phases.truncate(tape.steps());
    lesson::distance::plane::lesson(recording(tape), &phases, context, history.table())
}

/// The answer as a program gets it of a pair that stands so; pair frame.
#[inline]
fn asked(pair: &Pair<'_>, options: &Options, workspace: &mut distance::Workspace) -> Answer {
    let ([a, b], [pose_a, pose_b]) = (pair.shapes(), pair.poses());
    workspace.signed_distance(a, &pose_a, b, &pose_b, options)
}

/// The test as a program asks it of a pair that stands so; world frame.
#[inline]
fn intersect(pair: &Pair<'_>, first: Vec2) -> Answer {
    let ([a, b], [pose_a, pose_b]) = (pair.shapes(), pair.poses());
    boolean_gjk::intersect(a, &pose_a, b, &pose_b, first)
}

impl Player for Distance {
    /// What was nearest.
    type Memory = Option<Feature>;
    type Record = FrameIterations;

    const TELLS_ALL: bool = true;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<Feature>) -> Result<Option<Feature>, QueryError> {
        Ok(Some(self.played(&self.bodies.at(frame)?, *memory).feature))
    }

    fn record(&self, frame: usize, memory: &Option<Feature>) -> Result<Option<Recorded<Self>>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let pair = self.bodies.at(frame)?;
        let (warm, cold) = (self.played(&pair, *memory), self.played(&pair, None));
        let record = FrameIterations { warm: warm.iterations, cold: cold.iterations, status: warm.status };
        Ok(Some((record, Some(warm.feature))))
    }

    fn answer(&self, frame: usize, memory: &Option<Feature>) -> Result<Answered<Self>, QueryError> {
        let pair = self.bodies.at(frame)?;
        if !pair.is_written() {
            return self.told(frame, memory);
        }
        let answer = asked(&pair, &self.options, &mut distance::Workspace::default()).in_world(&pair.poses()[0]);
        let answer = answer.in_space().snapshot(Real::INFINITY);
        Ok((lesson::pair_verdict_in_world(&answer, &pair.names()), None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let (pair, workspace) = (self.bodies.at(frame)?, RefCell::default());
        let options = self.options;
        Ok(Box::new(move || _ = black_box(asked(black_box(&pair), &options, &mut workspace.borrow_mut()))))
    }

    fn lesson(
        &self,
        frame: usize,
        memory: &Option<Feature>,
        records: &[FrameIterations],
    ) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let history = History { frames: records.to_vec(), now: frame };
        let (start, context) = (self.started(&pair, *memory), pair.context());
        Ok(Arc::from(match self.lesson {
            Shown::Gjk => search(start, context, history),
            Shown::Epa => depth(start, context, history),
            Shown::FullAnswer => full_answer(start, context, &history),
        }))
    }
}

struct Boolean {
    bodies: Bodies,
    first: Option<DVec2>,
    max_iterations: Option<u32>,
}

/// Opens a query of boolean GJK.
pub(super) fn open_boolean_gjk(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::BooleanGjk { options, .. } = &query.ask else { return Err(misdirected()) };
    let bodies = Bodies::new(scene, query)?;
    Ok(run(Boolean { bodies, first: flat(&query.ask), max_iterations: options.max_iterations }))
}

impl Boolean {
    fn first(&self, pair: &Pair<'_>) -> Vec2 {
        self.first.map_or(Vec2::X, |first| pair.direction(first))
    }
}

impl Player for Boolean {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let pair = self.bodies.at(frame)?;
        if !pair.is_written() {
            return self.told(frame, &());
        }
        let answer = intersect(&pair, self.first(&pair));
        let rounding = rounding::bound_rounding2(pair.cso().magnitude());
        let answer = answer.in_space().snapshot(answer.bracket().within(rounding));
        Ok((lesson::isa_gjk::verdict_in_world(&answer, &pair.names()), None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let first = self.first(&pair);
        Ok(Box::new(move || _ = black_box(intersect(black_box(&pair), first))))
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let first = self.first(&pair);
        let mut start = BooleanGjk::new(pair.cso(), first);
        start.limit = self.max_iterations.unwrap_or(start.limit);
        let mut support_points = Vec::new();
        let seen = |state: &BooleanGjk<_>| support_points.extend(state.w.map(|corner| corner.w.to_f64()));
        let tape = Tape::record_seeing(start, seen);
        let answer = tape.last().answer(*tape.outcome()).in_space().snapshot(Real::INFINITY);
        Ok(Arc::from(lesson::boolean_gjk::plane::lesson(recording(tape), &answer, support_points, pair.context())))
    }
}
