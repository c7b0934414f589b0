//! Points of contact in the plane, with the reference and the names handed from frame to frame.

use std::sync::Arc;

use super::super::engine::contact::{Options, Outcome};
use super::super::engine::dim2::manifold::{Manifold, b_is_first, lesson};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::manifold::{Before, Contacts, Search, names, options};
use super::super::{QueryError, Run, misdirected, run};
use super::pair::Bodies;
use crate::lesson::{Lesson, Strip, Verdict};
use crate::scene::model::{Ask, Query, Scene};

/// Two bodies in the plane.
struct Planar {
    bodies: Bodies,
    options: Options,
}

/// A search in the plane at its end.
struct Done {
    run: Manifold<Arc<Shape>>,
    outcome: Outcome,
    setting: lesson::Setting,
}

/// Opens a query in the plane.
pub(in super::super) fn open_manifold(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let search = Planar { bodies: Bodies::new(scene, query)?, options: options(asked, 2) };
    Ok(run(Contacts { search, warm: asked.warm_start }))
}

impl Planar {
    fn start(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
        frames: Option<Strip>,
    ) -> Result<(Manifold<Arc<Shape>>, lesson::Setting), QueryError> {
        let pair = self.bodies.at(frame)?;
        let ([pose_a, pose_b], cso) = (pair.poses(), pair.cso());
        let swapped = b_is_first(&cso.a, &pose_a, &cso.b, &pose_b);
        let (a, b) = (Arc::new(cso.a), Arc::new(cso.b));
        let (run, pose) = match swapped {
            true => (Manifold::new(b, &pose_b, a, &pose_a, options.exchanged()), pose_b),
            false => (Manifold::new(a, &pose_a, b, &pose_b, options), pose_a),
        };
        Ok((run, lesson::Setting { pair: pair.context(), pose, swapped, before, frames }))
    }
}

impl Search for Planar {
    type Done = Done;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn played(&self, frame: usize, options: Options, before: Option<Vec<u64>>) -> Result<Done, QueryError> {
        let (mut run, setting) = self.start(frame, options, before, None)?;
        let outcome = run.run();
        Ok(Done { run, outcome, setting })
    }

    fn handed(done: &Done) -> Before {
        let answer = done.run.answer();
        let reference = answer.reference.map(|face| if done.setting.swapped { face.exchanged() } else { face });
        Before { reference, ids: names(&answer.points) }
    }

    fn verdict(done: &Done) -> Verdict {
        lesson::conclude(&done.run, done.outcome, &done.setting)
    }

    fn lesson(
        &self,
        frame: usize,
        options: Options,
        before: Option<Vec<u64>>,
        frames: Option<Strip>,
    ) -> Result<Box<dyn Lesson>, QueryError> {
        let (run, setting) = self.start(frame, options, before, frames)?;
        Ok(lesson::play(run, setting))
    }
}
