//! Casts (time of first contact) and contact queries of two bodies, at least one with child shapes, 3D and 2D: checks
//! of the query, the search in a frame with its verdict, and its lesson.
//!
//! The searches are the engine's: they descend both trees of child shapes and test pairs of child shapes. `K` is the
//! dimension, [`super::Space`] or [`super::Plane`].

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::parts::{cast, contacts};
use contact_lens_lesson::{Verdict, watch};
use contact_lens_scene::model::{Ask, CastMethod, DistanceOptions};
use glam::DVec3;

use super::super::convert::pair::Space as _;
use super::super::engine::contact;
use super::super::engine::prelude::*;
use super::super::engine::tree::CastMotion;
use super::super::{
    Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, manifold, misdirected, rotating, run,
};
use super::PartsPair;
use super::member::{CastResult, ContactsResult, PartsDimension};

/// Maximum number of steps of a search that is recorded as a lesson: bounds the memory and the time for recording.
const MAX_LESSON_STEPS: usize = 20_000;

/// Error of a search with too many steps for a lesson; `None` if the number of steps is allowed.
pub(super) fn lesson_limit_error(steps: usize) -> Option<QueryError> {
    if steps <= MAX_LESSON_STEPS {
        return None;
    }
    let message = format!("The search takes more than {MAX_LESSON_STEPS} steps, too many for a lesson.");
    Some(QueryError::new("", message))
}

/// Opens a cast of two bodies, at least one with child shapes.
pub(in super::super) fn open_cast<K: PartsDimension>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options, .. } = query.ask() else { return Err(misdirected()) };
    if options.method == CastMethod::Sat {
        let message =
            "`sat` needs two convex bodies; for bodies with child shapes use `raycast`, `advance` or `bilateral`";
        return Err(query.error_at("options.method", message));
    }
    let pair = query.pair()?;
    let rotating_member = pair.iter().find(|member| member.body.spin.is_some_and(|spin| spin != [0.0; 3]));
    if options.method == CastMethod::Raycast
        && let Some(member) = rotating_member
    {
        let message = "rotates the body, which only the methods `advance` and `bilateral` support";
        return Err(QueryError::new(format!("bodies[{}].spin", member.index), message));
    }
    let cast = CastMotion {
        velocities: pair.each_ref().map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default())),
        spins: rotating::angular_velocities(query)?,
        t_max: options.t_max(),
        method: options.method,
        max_iterations: options.max_iterations,
    };
    let bodies = PartsPair::<K>::new(query, &DistanceOptions::default())?;
    Ok(run(query, PartsCast { bodies, cast }))
}

/// A cast of two moving bodies, which starts anew in each frame of the scene.
struct PartsCast<K: PartsDimension> {
    bodies: PartsPair<K>,
    /// Motion and options of the cast.
    cast: CastMotion,
}

impl<K: PartsDimension> Method for PartsCast<K> {
    type Run = K::CastSearch;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::CastSearch, QueryError> {
        watch::tick();
        self.bodies.check(frame)?;
        Ok(K::cast_search(self.bodies.bodies(), self.bodies.poses(frame)?, self.cast))
    }

    fn lesson_limit_error(&self, _: &K::CastSearch, steps: usize) -> Option<QueryError> {
        lesson_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let CastResult { answer, parts, counts } = K::cast_result(&ended.run);
        let origin = self.bodies.origin_of_a(ended.frame)?;
        let named = [0, 1].map(|i| self.bodies.members[i].named());
        Ok(cast::verdict(answer, parts, counts, ended.outcome.into(), origin, self.cast.t_max, named))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies.bodies();
        let poses = self.bodies.poses(frame)?;
        self.start(frame, &())?;
        Ok(Box::new(move || {
            let mut search = K::cast_search(black_box(&bodies).clone(), poses, self.cast);
            black_box(&search.run());
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let CastMotion { velocities, spins, t_max, .. } = self.cast;
        let course = cast::Course { velocities, spins, t_max };
        Ok(cast::lesson(K::PLANAR, states, self.bodies.context(ended.frame)?, course, verdict))
    }
}

/// Opens a contact query of two bodies, at least one with child shapes.
pub(in super::super) fn open_contacts<K: PartsDimension>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: requested, .. } = query.ask() else { return Err(misdirected()) };
    if query.ask().warm_start() {
        let message = "has no effect on a body with child shapes: their contacts are not tracked from frame to frame";
        return Err(query.error_at("options.warm_start", message));
    }
    let options = manifold::options(requested, query.scene.dimension);
    let bodies = PartsPair::<K>::new(query, &DistanceOptions::default())?;
    for member in &bodies.members {
        K::check_contacts(&member.built.body).map_err(|message| QueryError::new(member.path("shape"), message))?;
    }
    Ok(run(query, PartsContacts { bodies, options }))
}

/// A search for all contacts of two bodies, which starts anew in each frame of the scene.
struct PartsContacts<K: PartsDimension> {
    bodies: PartsPair<K>,
    /// Margin and limits of the contacts.
    options: contact::Options,
}

impl<K: PartsDimension> Method for PartsContacts<K> {
    type Run = K::ContactSearch;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::ContactSearch, QueryError> {
        watch::tick();
        self.bodies.check(frame)?;
        Ok(K::contact_search(self.bodies.bodies(), self.bodies.poses(frame)?, self.options))
    }

    fn lesson_limit_error(&self, _: &K::ContactSearch, steps: usize) -> Option<QueryError> {
        lesson_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let ContactsResult { contacts: all_contacts, counts } = K::contacts(&ended.run);
        let origin = self.bodies.origin_of_a(ended.frame)?;
        let named = [0, 1].map(|i| self.bodies.members[i].named());
        let names = [0, 1].map(|i| self.bodies.members[i].built.name.clone());
        let outcome = ended.outcome.into();
        Ok(contacts::verdict(all_contacts, counts, outcome, origin, &names, named, super::super::IS_SINGLE))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies.bodies();
        let poses = self.bodies.poses(frame)?;
        self.start(frame, &())?;
        Ok(Box::new(move || {
            let mut search = K::contact_search(black_box(&bodies).clone(), poses, self.options);
            black_box(&search.run());
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.bodies.context(ended.frame)?;
        let margin = f64::from(self.options.margin);
        Ok(contacts::lesson(K::PLANAR, states, context, margin, verdict))
    }
}

impl<K: PartsDimension> PartsPair<K> {
    /// Origin of the body frame of A in the frame of the scene with the index `frame`, world frame, meters.
    pub(super) fn origin_of_a(&self, frame: usize) -> Result<DVec3, QueryError> {
        let [pose_a, _] = self.world_poses(frame)?;
        let (origin, _) = K::Frame::in_space(pose_a);
        Ok(origin)
    }
}
