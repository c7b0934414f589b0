//! Queries in the plane z = 0.

mod boolean_gjk;
mod cast;
mod distance;
mod epa;
mod gjk;
mod manifold;
mod sat;
mod scenery;

use std::sync::Arc;

use glam::DVec2;

use super::dim2::Dim2;
use super::engine::dim2::distance::{self as full, Answer};
use super::engine::dim2::gjk::{Feature, Gjk, Options};
use super::engine::dim2::shape::Shape;
use super::engine::prelude::*;
use super::engine::rounding;
use super::method::{self, Method};
use super::pair;
use super::{Asked, Ended, QueryError, Recorded, States, Told, misdirected};
use crate::lesson::gjk::plane::{FrameIterations, History};
use crate::lesson::{Lesson, PairContext, Verdict};
use crate::scene::model::{Ask, Search};
use crate::snapshot::Snapshots;
pub(super) use boolean_gjk::open_boolean_gjk;
pub(super) use cast::open_cast;
pub(super) use distance::open_distance;
pub(super) use epa::open_epa;
pub(super) use gjk::open_gjk;
pub(super) use manifold::open_manifold;
pub(super) use sat::open_sat;
pub(super) use scenery::scenery;
#[cfg(test)]
pub(super) use {distance::of_distance, epa::of_epa, gjk::of_gjk};

/// Bodies in the plane.
type Bodies = pair::Bodies<Dim2>;

/// The same in one frame.
type Pair<'a> = pair::Pair<'a, Dim2>;

/// What a query says of GJK.
struct Start {
    bodies: Bodies,
    options: Options,
    first: Option<DVec2>,
}

/// How a run goes on from where GJK starts: which lesson shows it.
trait Kind: Sized + Send + Sync + 'static {
    type Run: Snapshots + Clone + Send + Sync + 'static;
    type Seen: Default;

    /// Before the first step; `None` where there is nothing to do, and the search is shown that says so.
    fn start(search: Gjk<Shape>) -> Option<Self::Run>;

    fn see(_seen: &mut Self::Seen, _start: &Self::Run, _state: &Self::Run) {}

    /// The answer of an ended run that began with this search.
    fn verdict(ended: &Of<'_, Self>, search: Gjk<Shape>, context: &PairContext) -> Verdict;

    /// The run step by step, where it is played and beside these frames.
    fn lesson(ended: Of<'_, Self>, states: States<InPlane<Self>>, verdict: Verdict, at: At) -> Box<dyn Lesson>;
}

/// An ended run.
type Of<'a, K> = Ended<'a, InPlane<K>>;

/// Where a run is played, and how the first frames went.
type At = (PairContext, History);

/// GJK, and with it what goes on from it.
struct InPlane<K> {
    asked: Arc<Start>,
    kind: std::marker::PhantomData<K>,
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

impl Start {
    fn of(&self, pair: &Pair<'_>, from: Option<Feature>) -> Gjk<Shape> {
        match (from, self.first) {
            (Some(feature), _) => Gjk::resume(pair.cso(), self.options, feature),
            (None, Some(first)) => Gjk::start(pair.cso(), self.options, pair.direction(first)),
            (None, None) => Gjk::new(pair.cso(), self.options),
        }
    }

    /// To the end, however many iterations were asked for.
    fn played(&self, pair: &Pair<'_>, from: Option<Feature>) -> Answer {
        let mut gjk = self.of(pair, from);
        gjk.options.max_iterations = rounding::MAX_ITERATIONS_IN_PLANE;
        full_answer(gjk)
    }
}

/// The full answer of a search.
fn full_answer(search: Gjk<Shape>) -> Answer {
    full::answer(search, &mut full::Workspace::default())
}

impl<K: Kind> InPlane<K> {
    fn new(asked: &Asked<'_>, options: Options) -> Result<Self, QueryError> {
        Ok(Self::of(Arc::new(Start { bodies: Bodies::new(asked)?, options, first: flat(asked.ask()) })))
    }

    fn of(asked: Arc<Start>) -> Self {
        Self { asked, kind: std::marker::PhantomData }
    }
}

impl<K: Kind> Method for InPlane<K> {
    type Run = K::Run;
    type Seen = K::Seen;
    /// What was nearest.
    type Memory = Option<Feature>;
    type Record = FrameIterations;

    const TELLS_ALL: bool = true;

    fn start(&self, frame: usize, from: &Option<Feature>) -> Result<K::Run, QueryError> {
        K::start(self.asked.of(&self.asked.bodies.at(frame)?, *from)).ok_or_else(misdirected)
    }

    fn see(&self, seen: &mut K::Seen, start: &K::Run, state: &K::Run) {
        K::see(seen, start, state);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let pair = self.asked.bodies.at(ended.frame)?;
        Ok(K::verdict(ended, self.asked.of(&pair, *ended.from), &pair.context(true)))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> Told {
        let context = self.asked.bodies.at(ended.frame)?.context(true);
        let history = History { frames: ended.records.to_vec(), now: ended.frame };
        Ok(K::lesson(ended, states, verdict, (context, history)))
    }

    fn instead(
        &self,
        frame: usize,
        from: &Option<Feature>,
        records: &[FrameIterations],
    ) -> Result<Option<Arc<dyn Lesson>>, QueryError> {
        if K::start(self.asked.of(&self.asked.bodies.at(frame)?, *from)).is_some() {
            return Ok(None);
        }
        let search = InPlane::<gjk::Iterations>::of(Arc::clone(&self.asked));
        method::lesson(&search, frame, from, records, false).map(|(lesson, _)| Some(lesson))
    }

    fn pass(&self, frame: usize, from: &Option<Feature>) -> Result<Option<Feature>, QueryError> {
        Ok(Some(self.asked.played(&self.asked.bodies.at(frame)?, *from).feature))
    }

    fn record(&self, frame: usize, from: &Option<Feature>) -> Result<Option<Recorded<Self>>, QueryError> {
        let pair = self.asked.bodies.at(frame)?;
        let (warm, cold) = (self.asked.played(&pair, *from), self.asked.played(&pair, None));
        let record = FrameIterations { warm: warm.iterations, cold: cold.iterations, status: warm.status };
        Ok(Some((record, Some(warm.feature))))
    }
}
