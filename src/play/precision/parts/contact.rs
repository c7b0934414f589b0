//! Casts and contacts of bodies with child shapes.

use std::hint::black_box;
use std::sync::Arc;

use glam::DVec3;

use super::super::convert::pair::Space as Frame;
use super::super::engine::contact;
use super::super::engine::prelude::*;
use super::super::engine::tree::Throw;
use super::super::{
    Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, manifold, misdirected, rotating, run,
};
use super::Closest;
use super::member::{CastResult, Kind};
use crate::lesson::parts::{cast, contacts};
use crate::lesson::{Verdict, watch};
use crate::scene::model::{Ask, CastMethod, DistanceOptions};

/// Most steps of a lesson.
const MOST: usize = 20_000;

fn excess(steps: usize) -> Option<QueryError> {
    (steps > MOST).then(|| {
        QueryError::new("", format!("The search takes more than {MOST} steps; it is answered without a lesson."))
    })
}

/// Opens a cast of two bodies, at least one with child shapes.
pub(in super::super) fn open<K: Kind>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options, .. } = query.ask() else { return Err(misdirected()) };
    if options.method == CastMethod::Sat {
        let message =
            "sweeps the lines of two polytopes; bodies of parts are cast by `raycast`, `advance` or `bilateral`";
        return Err(query.wrong("options.method", message));
    }
    let pair = query.pair()?;
    if let (CastMethod::Raycast, Some(member)) =
        (options.method, pair.iter().find(|member| member.body.spin.is_some_and(|spin| spin != [0.0; 3])))
    {
        let message = "rotates the body, which only the methods `advance` and `bilateral` support";
        return Err(QueryError::new(format!("bodies[{}].spin", member.index), message));
    }
    let cast = Throw {
        velocities: pair.each_ref().map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default())),
        spins: rotating::spins(query)?,
        t_max: options.t_max(),
        method: options.method,
        max_iterations: options.max_iterations,
    };
    Ok(run(query, PartsCast { bodies: Closest::<K>::new(query, &DistanceOptions::default())?, cast }))
}

/// Casts of two moving bodies over all frames.
struct PartsCast<K: Kind> {
    bodies: Closest<K>,
    cast: Throw,
}

impl<K: Kind> Method for PartsCast<K> {
    type Run = K::MovingSearch;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::MovingSearch, QueryError> {
        watch::tick();
        self.bodies.check(frame)?;
        Ok(K::flight(self.bodies.bodies(), self.bodies.poses(frame)?, self.cast))
    }

    fn excess(&self, _: &K::MovingSearch, steps: usize) -> Option<QueryError> {
        excess(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let CastResult { answer, parts, counts } = K::cast_result(&ended.run);
        let home = self.bodies.home(ended.frame)?;
        let named = [0, 1].map(|i| self.bodies.members[i].named());
        Ok(cast::verdict(answer, parts, counts, ended.outcome.into(), home, self.cast.t_max, named))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies.bodies();
        let poses = self.bodies.poses(frame)?;
        self.start(frame, &())?;
        Ok(Box::new(move || {
            let mut run = K::flight(black_box(&bodies).clone(), poses, self.cast);
            black_box(&run.run());
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let Throw { velocities, spins, t_max, .. } = self.cast;
        let course = cast::Course { velocities, spins, t_max };
        Ok(cast::lesson(K::PLANAR, states, self.bodies.context(ended.frame)?, course, verdict))
    }
}

/// Opens a contact query of two bodies, at least one with child shapes.
pub(in super::super) fn open_contacts<K: Kind>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: chosen, .. } = query.ask() else { return Err(misdirected()) };
    if query.ask().warm_start() {
        let message = "does nothing for a body of parts: contacts of parts are not followed from frame to frame";
        return Err(query.wrong("options.warm_start", message));
    }
    let options = manifold::options(chosen, query.scene.dimension);
    let bodies = Closest::<K>::new(query, &DistanceOptions::default())?;
    for member in &bodies.members {
        K::check_contacts(&member.built.body).map_err(|message| QueryError::new(member.path("shape"), message))?;
    }
    Ok(run(query, PartsContacts { bodies, options }))
}

/// Contact searches of two bodies over all frames.
struct PartsContacts<K: Kind> {
    bodies: Closest<K>,
    options: contact::Options,
}

impl<K: Kind> Method for PartsContacts<K> {
    type Run = K::Touching;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::Touching, QueryError> {
        watch::tick();
        self.bodies.check(frame)?;
        Ok(K::touching(self.bodies.bodies(), self.bodies.poses(frame)?, self.options))
    }

    fn excess(&self, _: &K::Touching, steps: usize) -> Option<QueryError> {
        excess(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (all, counts) = K::contacts(&ended.run);
        let home = self.bodies.home(ended.frame)?;
        let named = [0, 1].map(|i| self.bodies.members[i].named());
        let names = [0, 1].map(|i| self.bodies.members[i].built.name.clone());
        Ok(contacts::verdict(all, counts, ended.outcome.into(), home, &names, named, super::super::IS_SINGLE))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies.bodies();
        let poses = self.bodies.poses(frame)?;
        self.start(frame, &())?;
        Ok(Box::new(move || {
            let mut run = K::touching(black_box(&bodies).clone(), poses, self.options);
            black_box(&run.run());
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.bodies.context(ended.frame)?;
        let margin = f64::from(self.options.margin);
        Ok(contacts::lesson(K::PLANAR, states, context, margin, verdict))
    }
}

impl<K: Kind> Closest<K> {
    /// A's origin in the world, meters.
    pub(super) fn home(&self, frame: usize) -> Result<DVec3, QueryError> {
        Ok(K::Frame::in_space(self.places(frame)?[0]).0)
    }
}
