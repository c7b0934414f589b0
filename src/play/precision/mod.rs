//! Between scenes and this engine: a query of a scene, answered and played in this precision.

mod distance;
mod intersection;
mod pair;
mod plane;
mod scenery;
mod shape2;
mod shape3;
mod simplex;
#[cfg(test)]
mod tests;

use super::engine;
use super::engine::dim2;
use super::engine::dim3::simplex::{Solver, johnson, signed, voronoi};
use super::engine::dim3::{boolean_gjk, epa, gjk, isa_gjk, support};
use super::engine::prelude::*;
use crate::lesson::{Card, Lesson, Verdict};
use crate::scene::model::{self, Algorithm, Query, Scene};
use pair::Pair;

/// Every lesson, in the order in which menus list them.
pub const LESSONS: &[&Card] = &[
    &support::lesson::CARD,
    &gjk::lesson::CARD,
    &engine::dim3::distance::lesson::CARD,
    &epa::lesson::CARD,
    &isa_gjk::lesson::CARD,
    &boolean_gjk::lesson::CARD,
    &voronoi::lesson::CARD,
    &johnson::lesson::CARD,
    &signed::lesson::CARD,
    &dim2::gjk::lesson::CARD,
    &dim2::epa::lesson::CARD,
    &dim2::boolean_gjk::lesson::CARD,
];

/// Frames of a moving scene that are compared with each other, and through which a warm start is followed.
const FRAMES: usize = 500;

/// Why a query cannot be asked, with the path of the field at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// `bodies[1].shape.radius`.
    pub field: String,
    /// One sentence.
    pub message: String,
}

impl std::fmt::Display for Reject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for Reject {}

/// The production answer in frame `frame` (0 in a scene that stands still).
pub fn answer(scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, Reject> {
    match query.algorithm {
        Algorithm::Gjk => gjk_verdict(scene, query, frame),
        Algorithm::Penetration => distance::answer(scene, query, frame),
        _ => play(scene, query, frame).map(|lesson| lesson.verdict().clone()),
    }
}

/// The same query, recorded step by step.
pub fn play(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    match query.algorithm {
        Algorithm::Gjk => {
            let pair = Pair::new(scene, query, frame)?;
            let options = gjk_options(scene, query, frame)?;
            Ok(gjk::lesson::play(pair.cso().cores(), options, pair.context(true)))
        }
        Algorithm::Penetration => distance::play(scene, query, frame),
        Algorithm::Epa => play_epa(scene, query, frame),
        Algorithm::Support => {
            let pair = Pair::new(scene, query, frame)?;
            let d = query.options.direction.map_or_else(|| pair.between(), Into::into);
            Ok(support::lesson::play(pair.cso(), pair.direction(d), pair.context(false)))
        }
        Algorithm::Gjk2 | Algorithm::Epa2 | Algorithm::Direction2 => plane::play(scene, query, frame),
        Algorithm::Isa => intersection::isa(scene, query, frame),
        Algorithm::Direction => intersection::direction(scene, query, frame),
        Algorithm::Voronoi | Algorithm::Johnson | Algorithm::SignedVolumes => simplex::play(scene, query, frame),
    }
}

/// EPA from the simplex with which GJK ends; the query's cap and tolerances are EPA's.
fn play_epa(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let pair = Pair::new(scene, query, frame)?;
    let cap = gjk::Options::default().max_iterations;
    let before = gjk::Options { max_iterations: cap, absolute: 0.0, ..gjk_options(scene, query, frame)? };
    let (asked, default) = (&query.options, epa::Options::default());
    let options = epa::Options {
        relative: asked.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: asked.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        rim: match asked.rim {
            model::Rim::Flood => epa::Rim::Flood,
            model::Rim::AngleSorted => epa::Rim::AngleSorted,
        },
    };
    Ok(epa::lesson::play(pair.cso().cores(), before, options, pair.context(true)))
}

fn gjk_verdict(scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, Reject> {
    let pair = Pair::new(scene, query, frame)?;
    let mut run = gjk::Gjk::new(pair.cso().cores(), gjk_options(scene, query, frame)?);
    let outcome = run.run();
    Ok(gjk::lesson::answer(&run, outcome, &pair.context(true)))
}

/// GJK's options as the query asks, but for the start.
fn gjk_defaults(query: &Query) -> gjk::Options {
    let (asked, default) = (&query.options, gjk::Options::default());
    gjk::Options {
        relative: asked.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: asked.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        solver: solver(asked.solver),
        ..default
    }
}

/// The query's options for frame `frame`. A warm start follows the frames before, so that it depends on nothing else.
fn gjk_options(scene: &Scene, query: &Query, frame: usize) -> Result<gjk::Options, Reject> {
    let asked = &query.options;
    let mut options = gjk_defaults(query);
    let first = |pair: &Pair, d: glam::DVec3| Some(-pair.direction(d));
    if let Some(d) = asked.direction {
        options.start = first(&Pair::new(scene, query, 0)?, d.into());
    }
    if asked.warm_start {
        for past in frame.saturating_sub(FRAMES)..frame {
            let pair = Pair::new(scene, query, past)?;
            let mut run = gjk::Gjk::new(pair.cso().cores(), options);
            let outcome = run.run();
            let normal = pair.to_world(run.answer(outcome).normal);
            options.start = first(&Pair::new(scene, query, past + 1)?, normal);
        }
    }
    Ok(options)
}

/// The sub-algorithm that a scene names.
fn solver(named: model::Solver) -> Solver {
    match named {
        model::Solver::SignedVolumes => Solver::SignedVolumes,
        model::Solver::Johnson => Solver::Johnson,
        model::Solver::Voronoi => Solver::Voronoi,
    }
}
