//! Distance of bodies with child shapes: the search for the closest pair of child shapes, in 3D and 2D.

mod flight;
mod lines;
mod member;
mod plane;
mod space;
mod weighed;

pub(super) use flight::{open as open_flight, open_contacts};
pub use lines::bounds_of;
pub(super) use lines::{overlap, ray, ray_in_plane};
pub(super) use member::Kind;
pub(super) use plane::Plane;
pub(super) use space::Space;
pub(super) use weighed::weighed;

use std::sync::Arc;

use super::pair::Space as Frame;
use super::{Asked, Ended, LessonResult, Method, Prepared, QueryError, Run, States, misdirected, run};
use crate::lesson::parts::{self, PartsContext};
use crate::lesson::{Verdict, watch};
use crate::play::bodies::Bystander;
use crate::scene::model::{Ask, DistanceOptions, Placing};
use crate::snapshot::parts::Outcome;
use member::{Built, Member};

/// Whether a query is about a body with child shapes.
pub(super) fn is_about_parts(asked: &Asked<'_>) -> bool {
    asked.pair().is_ok_and(|pair| pair.iter().any(|member| member.body.shape.is_of_parts()))
}

/// Opens a distance query of two bodies, one of which has child shapes.
pub(super) fn open<K: Kind>(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = asked.ask() else { return Err(misdirected()) };
    if options.warm_start || options.direction.is_some() {
        let field = if options.warm_start { "warm_start" } else { "direction" };
        let message =
            "does nothing for a body of parts: each pair of them is asked on its own, from the line of the centers";
        return Err(asked.wrong(&format!("options.{field}"), message));
    }
    Ok(run(asked, Closest::<K>::new(asked, options)?))
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
    pub(super) fn new(asked: &Asked<'_>, options: &DistanceOptions) -> Result<Self, QueryError> {
        let pair = asked.pair()?;
        let as_written = match &asked.scene.placing {
            Placing::Relative => None,
            Placing::AsWritten { turns } => {
                Some(pair.each_ref().map(|member| K::Frame::as_written(member.body, turns.get(member.index).copied())))
            }
        };
        let [a, b] = pair.map(|member| Member::new(asked, member));
        Ok(Self { members: [a?, b?], as_written, options: K::options(options), bystanders: asked.bystanders() })
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
        let [a, b] = [0, 1].map(|i| self.members[i].told(K::Frame::in_space(places[i])));
        let others = super::pair::standing::<K::Frame>(frame, Arc::clone(&self.bystanders));
        Ok(PartsContext::new([a, b], others, super::IS_SINGLE))
    }
}

impl<K: Kind> Method for Closest<K> {
    type Run = K::Run;
    type Seen = ();
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
