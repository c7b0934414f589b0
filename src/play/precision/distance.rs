//! The full answer: GJK on the cores, margins, EPA. In a moving scene every frame is asked, for the strip of branches.

use super::engine::dim3::distance::{self, Distance, Method, Options, Outcome, lesson};
use super::engine::dim3::epa::Buffers;
use super::engine::dim3::gjk;
use super::engine::dim3::support::{Cso, Support};
use super::engine::prelude::*;
use super::pair::Pair;
use super::{FRAMES, Reject, gjk_defaults};
use crate::lesson::{Lesson, PairContext, Strip, ToF64, Verdict};
use crate::scene::model::{self, Query, Scene};

/// As the query asks, but for the start.
pub(super) fn options(query: &Query) -> Options {
    let default = Options::default();
    Options {
        method: match query.options.method {
            model::Method::Hybrid => Method::Hybrid,
            model::Method::Epa => Method::Epa,
        },
        gjk: gjk_defaults(query),
        proof: query.options.relative_tolerance.map_or(default.proof, |x| x as Real),
        max_expansions: query.options.max_iterations.unwrap_or(default.max_expansions),
        max_iterations: query.options.max_iterations.unwrap_or(default.max_iterations),
    }
}

/// A pair run to its end, in either method.
struct Ran {
    outcome: Outcome,
    answer: super::engine::answer::Answer,
    turns: u32,
    /// Of the deep branch.
    steps: u32,
}

fn ran(pair: &Pair, options: &Options) -> Ran {
    match options.method {
        Method::Hybrid => run(pair.cso().cores(), options),
        Method::Epa => run(pair.cso().whole(), options),
    }
}

fn run<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>, options: &Options) -> Ran {
    let mut run = Distance::new(cso, *options, Buffers::default());
    let outcome = run.run();
    let steps = run.deep.as_ref().map_or(0, distance::Deep::steps);
    Ran { outcome, answer: run.answer(), turns: run.gjk.k, steps }
}

/// The options of frame `frame`: a warm start follows the frames before it, the last [`FRAMES`] at most.
fn started(scene: &Scene, query: &Query, frame: usize) -> Result<(Pair, Options), Reject> {
    let mut options = options(query);
    let mut pair = Pair::new(scene, query, frame)?;
    options.gjk.start = query.options.direction.map(|d| -pair.direction(d.into()));
    if query.options.warm_start {
        pair = Pair::new(scene, query, frame.saturating_sub(FRAMES))?;
        for past in frame.saturating_sub(FRAMES)..frame {
            let normal = pair.to_world(ran(&pair, &options).answer.normal);
            pair = Pair::new(scene, query, past + 1)?;
            options.gjk.start = Some(-pair.direction(normal));
        }
    }
    Ok((pair, options))
}

/// The production answer.
pub(super) fn answer(scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, Reject> {
    fn conclude<A: Support + Clone, B: Support + Clone>(
        cso: Cso<A, B>,
        options: &Options,
        context: &PairContext,
    ) -> Verdict {
        let mut run = Distance::new(cso, *options, Buffers::default());
        let outcome = run.run();
        lesson::conclude(&run, outcome, context)
    }
    let (pair, options) = started(scene, query, frame)?;
    Ok(match options.method {
        Method::Hybrid => conclude(pair.cso().cores(), &options, &pair.context(true)),
        Method::Epa => conclude(pair.cso().whole(), &options, &pair.context(false)),
    })
}

/// The same, recorded step by step.
pub(super) fn play(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let strip = strip(scene, query, frame)?;
    let (pair, options) = started(scene, query, frame)?;
    Ok(match options.method {
        Method::Hybrid => lesson::play(pair.cso().cores(), options, pair.context(true), strip),
        Method::Epa => lesson::play(pair.cso().whole(), options, pair.context(false), strip),
    })
}

/// How each frame goes: as asked, cold, and with the margins left on. None for a scene that stands still.
fn strip(scene: &Scene, query: &Query, now: usize) -> Result<Option<Strip>, Reject> {
    let count = scene.frame_count().min(FRAMES);
    if count < 2 || now >= count {
        return Ok(None);
    }
    let (mut history, mut cold) = (Vec::with_capacity(count), options(query));
    let mut last = None;
    for frame in 0..count {
        let pair = Pair::new(scene, query, frame)?;
        cold.gjk.start = query.options.direction.map(|d| -pair.direction(d.into()));
        let fresh = ran(&pair, &cold);
        let start = last.filter(|_| query.options.warm_start).map(|normal| -pair.direction(normal));
        let warm = match start {
            Some(start) => {
                let gjk = gjk::Options { start: Some(start), ..cold.gjk };
                ran(&pair, &Options { gjk, ..cold })
            }
            None => ran(&pair, &cold),
        };
        last = Some(pair.to_world(warm.answer.normal));
        let whole = ran(&pair, &Options { method: Method::Epa, ..cold });
        history.push(lesson::FrameCount {
            outcome: warm.outcome,
            signed_distance: warm.answer.signed_distance.to_f64(),
            turns: [warm.turns, fresh.turns],
            deep: [warm.steps, whole.steps],
        });
    }
    Ok(Some(distance::lesson::strip(&history, now, query.options.warm_start)))
}
