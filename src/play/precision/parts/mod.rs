//! Distance of bodies with child shapes: the search for the closest pair of child shapes, in 3D and 2D.

mod batch;
mod contact;
mod mass;
mod member;
mod plane;
mod space;

pub use batch::bounds_of;
pub(super) use batch::{overlap, ray, ray_in_plane};
pub(super) use contact::{open as open_flight, open_contacts};
pub(super) use mass::mass_properties;
pub(super) use member::Kind;
pub(super) use plane::Plane;
pub(super) use space::Space;

use std::sync::Arc;

use super::convert::pair::Space as Frame;
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, misdirected, run};
use crate::lesson::parts::{self, PartsContext};
use crate::lesson::{Verdict, watch};
use crate::play::bodies::Bystander;
use crate::scene::model::{Ask, DistanceOptions, PoseRounding};
use crate::snapshot::parts::Outcome;
use member::{Built, Member};

/// Whether a query is about a body with child shapes.
pub(super) fn has_child_shapes(query: &SceneQuery<'_>) -> bool {
    query.pair().is_ok_and(|pair| pair.iter().any(|member| member.body.shape.has_children()))
}

/// Opens a distance query of two bodies, at least one with child shapes.
pub(super) fn open<K: Kind>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = query.ask() else { return Err(misdirected()) };
    if options.warm_start || options.direction.is_some() {
        let field = if options.warm_start { "warm_start" } else { "direction" };
        let message =
            "does nothing for a body of parts: each pair of them is asked on its own, from the line of the centers";
        return Err(query.wrong(&format!("options.{field}"), message));
    }
    Ok(run(query, Closest::<K>::new(query, options)?))
}

/// Two bodies over all frames.
pub(super) struct Closest<K: Kind> {
    members: [Member<K>; 2],
    /// Poses in the world if the scene's numbers are used as written.
    as_written: Option<[<K::Frame as Frame>::Pose; 2]>,
    options: K::Options,
    bystanders: Arc<[Bystander]>,
}

impl<K: Kind> Closest<K> {
    pub(super) fn new(query: &SceneQuery<'_>, options: &DistanceOptions) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let as_written = match &query.scene.placing {
            PoseRounding::Relative => None,
            PoseRounding::AsWritten { turns } => {
                Some(pair.each_ref().map(|member| K::Frame::as_written(member.body, turns.get(member.index).copied())))
            }
        };
        let [a, b] = pair.map(|member| Member::new(query, member));
        Ok(Self { members: [a?, b?], as_written, options: K::options(options), bystanders: query.bystanders() })
    }

    fn places(&self, frame: usize) -> Result<[<K::Frame as Frame>::Place; 2], QueryError> {
        let [a, b] = &self.members;
        Ok([K::Frame::place(&a.track, frame)?, K::Frame::place(&b.track, frame)?])
    }

    /// Poses relative to A's origin, with world axes; those in the world if the scene's numbers are used as written.
    pub(super) fn poses(&self, frame: usize) -> Result<[<K::Frame as Frame>::Pose; 2], QueryError> {
        if let Some(poses) = self.as_written {
            return Ok(poses);
        }
        let places = self.places(frame)?;
        Ok(places.map(|place| K::Frame::pose(place, places[0])))
    }

    pub(super) fn bodies(&self) -> [Arc<K::Body>; 2] {
        self.members.each_ref().map(|member| Arc::clone(&member.built.body))
    }

    pub(super) fn built(&self) -> [&Built<K::Body>; 2] {
        self.members.each_ref().map(|member| &*member.built)
    }

    /// Error if this precision cannot represent the pair in a frame.
    fn check(&self, frame: usize) -> Result<(), QueryError> {
        K::refused(&self.members, frame, self.poses(frame)?)
    }

    fn context(&self, frame: usize) -> Result<PartsContext, QueryError> {
        let places = self.places(frame)?;
        let [a, b] = [0, 1].map(|i| self.members[i].lesson_data(K::Frame::in_space(places[i])));
        let others = super::convert::pair::bystander_outlines::<K::Frame>(frame, Arc::clone(&self.bystanders));
        Ok(PartsContext::new([a, b], others, super::IS_SINGLE))
    }
}

impl<K: Kind> Method for Closest<K> {
    type Run = K::Run;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::Run, QueryError> {
        watch::tick();
        self.check(frame)?;
        Ok(K::search(self.bodies(), self.poses(frame)?, self.options))
    }

    fn excess(&self, _: &K::Run, steps: usize) -> Option<QueryError> {
        const MOST: usize = 20_000;
        (steps > MOST).then(|| {
            QueryError::new("", format!("The search takes more than {MOST} steps; it is answered without a lesson."))
        })
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let outcome: Outcome = ended.outcome.into();
        let searched = K::searched(&ended.run, outcome);
        let home = self.home(ended.frame)?;
        let named = [0, 1].map(|i| self.members[i].named());
        Ok(parts::verdict(searched, outcome, home, named))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies();
        let poses = self.poses(frame)?;
        let options = self.options;
        self.start(frame, &())?;
        Ok(K::prepared(bodies, poses, options))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(parts::lesson(K::CARD, states, self.context(ended.frame)?, verdict))
    }
}
