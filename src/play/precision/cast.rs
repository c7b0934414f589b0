//! Bodies in flight: three methods, in space and in the plane.

use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::cast::{self, Advance, Approach, Options, RayCast, Sweep};
use super::engine::dim3::sat::{self, Sat, Solid};
use super::engine::dim3::support::Cso;
use super::engine::prelude::*;
use super::pair::Bodies;
use super::sat::{plain_solids, solids};
use super::{Player, QueryError, Run, bodies, misdirected, run};
use crate::lesson::Lesson;
use crate::scene::model::{Ask, CastMethod, CastOptions, Query, Scene};

/// What a query asks of the engine.
pub(super) fn options(asked: &CastOptions) -> Options {
    let mut options = Options::default();
    options.t_max = asked.t_max() as Real;
    options.max_iterations = asked.max_iterations.unwrap_or(options.max_iterations);
    options
}

/// The velocities of A and B.
pub(super) fn velocities(scene: &Scene, query: &Query) -> Result<[DVec3; 2], QueryError> {
    Ok(bodies::pair(scene, query)?.map(|subject| DVec3::from_array(subject.body.velocity.unwrap_or_default())))
}

/// A pair in flight, over all frames.
pub(super) struct Flying<F> {
    pub frames: usize,
    /// Makes the lesson of a frame.
    pub lesson: F,
}

impl<F> Player for Flying<F>
where
    F: Fn(usize) -> Result<Box<dyn Lesson>, QueryError> + Send + Sync + 'static,
{
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.frames
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        (self.lesson)(frame).map(Arc::from)
    }
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Bodies::new(scene, query)?, scene.frame_count());
    if method == CastMethod::Sat {
        let solids = solids(scene, query)?;
        let plain = plain_solids(&solids);
        let lesson = move |frame| {
            let pair = bodies.at(frame)?;
            let ((pose_a, pose_b), [a, b]) = (pair.poses(), &solids);
            let Approach { rotation, translation, motion } = Approach::new(&pose_a, &pose_b, v[1] - v[0]);
            let sat = Sat::placed(Arc::clone(a), Arc::clone(b), rotation, translation, sat::Options::default());
            let naming: cast::sweep::lesson::Naming<Sat<Arc<Solid>>> = {
                let (names, plain) = (pair.context(false).names, plain.clone());
                Box::new(move |_, axis| crate::lesson::sat::named(axis, &plain, &names))
            };
            let start = Sweep::new(sat, motion, options);
            Ok(cast::sweep::lesson::play(start, pair.context(false), v, naming))
        };
        return Ok(run(Flying { frames, lesson }));
    }
    let lesson = move |frame| {
        let pair = bodies.at(frame)?;
        let ((pose_a, pose_b), Cso { a, b, .. }, context) = (pair.poses(), pair.cso(), pair.context(false));
        let approach = Approach::new(&pose_a, &pose_b, v[1] - v[0]);
        let (cso, motion) = (approach.cso(a, b), approach.motion);
        Ok(match method {
            CastMethod::Advance => cast::advance::lesson::play(Advance::new(cso, motion, options), context, v),
            _ => cast::ray::lesson::play(RayCast::new(cso, motion, options), context, v),
        })
    };
    Ok(run(Flying { frames, lesson }))
}
