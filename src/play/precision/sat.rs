//! Separating axes of polyhedra, with the line that had a gap kept over frames.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::engine::dim3::sat::lesson::{self, FrameLines, Went};
use super::engine::dim3::sat::{Axis, Options, Outcome, PairsOfEdges, Sat, Solid};
use super::engine::prelude::*;
use super::pair::{Bodies, Pair};
use super::{Player, QueryError, Run, bodies, misdirected, run};
use crate::lesson::{Lesson, Verdict, watch};
use crate::scene::model::{Ask, Body, EdgePairs, Query, SatOptions, Scene, Stop};

/// Lines of a lesson: more would fill no timeline and much memory.
const MOST_LINES: u32 = 50_000;

/// Two polyhedra over all frames.
struct Separation {
    bodies: Bodies,
    solids: [Arc<Solid>; 2],
    options: Options,
    warm: bool,
    /// The field that says which pairs of edges are tried, of a query of this scene.
    field: String,
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = &query.ask else { return Err(misdirected()) };
    let [a, b] = bodies::pair(scene, query)?;
    let solid = |member: &bodies::Member<'_>| {
        without_margin(member.body, &|field| member.path(field))?;
        watch::tick(); // a hull of very many points takes its time
        Solid::try_from(&member.body.shape)
            .map(Arc::new)
            .map_err(|error| QueryError::new(member.path(&format!("shape.{}", error.field)), error.message))
    };
    let solids = [solid(&a)?, solid(&b)?];
    let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
    Ok(run(Separation {
        bodies: Bodies::new(scene, query)?,
        solids,
        options: cold(options),
        warm: options.warm_start,
        field: format!("queries[{q}].options"),
    }))
}

/// As the query asks, without a line of the frame before.
pub(super) fn cold(asked: &SatOptions) -> Options {
    let pairs = match asked.pairs {
        EdgePairs::Crossing => PairsOfEdges::Crossing,
        EdgePairs::All => PairsOfEdges::All,
    };
    Options { stop_at_first: asked.stop == Stop::First, pairs, cached: None }
}

/// Refuses a body with a ball around it: its faces and edges are not those of a polytope.
pub(super) fn without_margin(body: &Body, path: &dyn Fn(&str) -> String) -> Result<(), QueryError> {
    if body.margin == 0.0 {
        return Ok(());
    }
    let message = "must be 0: lines are tried of faces and edges, and the ball around them has none";
    Err(QueryError::new(path("margin"), message))
}

/// Runs to the end.
pub(super) fn ended<S: Stepper>(sat: &mut S) -> S::Outcome {
    loop {
        watch::tick();
        if let ControlFlow::Break(outcome) = sat.step() {
            return outcome;
        }
    }
}

impl Separation {
    fn start(&self, pair: &Pair<'_>, memory: Option<Axis>) -> Sat<Arc<Solid>> {
        let (pose_a, pose_b) = pair.poses();
        let [a, b] = &self.solids;
        Sat::new(Arc::clone(a), &pose_a, Arc::clone(b), &pose_b, Options { cached: memory, ..self.options })
    }

    fn played(&self, frame: usize, memory: Option<Axis>) -> Result<(Sat<Arc<Solid>>, Outcome), QueryError> {
        let mut sat = self.start(&self.bodies.at(frame)?, memory);
        let outcome = ended(&mut sat);
        Ok((sat, outcome))
    }
}

impl Player for Separation {
    /// The line that had a gap.
    type Memory = Option<Axis>;
    type Record = FrameLines;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<Axis>) -> Result<Option<Axis>, QueryError> {
        let (sat, outcome) = self.played(frame, *memory)?;
        let apart = matches!(outcome, Outcome::Separated | Outcome::SeparatedByCache);
        Ok(sat.best.filter(|_| apart).map(|best| best.axis))
    }

    fn record(&self, frame: usize, memory: &Option<Axis>) -> Result<Option<FrameLines>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let ((cached, outcome), (cold, _)) = (self.played(frame, *memory)?, self.played(frame, None)?);
        let went = match outcome {
            Outcome::SeparatedByCache => Went::ByCache,
            Outcome::Separated => Went::Searched,
            _ => Went::Together,
        };
        Ok(Some(FrameLines { cached: cached.tested, cold: cold.tested, went }))
    }

    fn answer(&self, frame: usize, memory: &Option<Axis>) -> Result<Verdict, QueryError> {
        let pair = self.bodies.at(frame)?;
        let mut sat = self.start(&pair, *memory);
        let outcome = ended(&mut sat);
        Ok(lesson::conclude(&sat, outcome, &pair.context(false)))
    }

    fn lesson(
        &self,
        frame: usize,
        memory: &Option<Axis>,
        records: &[FrameLines],
    ) -> Result<Arc<dyn Lesson>, QueryError> {
        let (ended, _) = self.played(frame, *memory)?;
        if ended.tested > MOST_LINES {
            let message = format!("make {} lines; a lesson has at most {MOST_LINES}", ended.tested);
            return Err(QueryError::new(self.field.clone(), message));
        }
        let pair = self.bodies.at(frame)?;
        let (start, strip) = (self.start(&pair, *memory), lesson::strip(records, frame));
        Ok(Arc::from(lesson::play(start, pair.context(false), strip)))
    }
}
