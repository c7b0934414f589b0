//! What a query is about, looked up once: the bodies by index, and where they are over all frames.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::QueryError;
use crate::scene::model::{Body, Query, Scene};
use crate::scene::{Track, model::Dimension};

/// A body that a query names.
pub(super) struct Member<'a> {
    /// Its index in the scene.
    pub index: usize,
    /// As the scene says it.
    pub body: &'a Body,
    /// Where it is over all frames.
    pub track: Track,
}

impl Member<'_> {
    /// The path of a field of the body.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }
}

/// Bodies A and B of a query.
pub(super) fn pair<'a>(scene: &'a Scene, query: &Query) -> Result<[Member<'a>; 2], QueryError> {
    let mut members = query.ask.subjects().bodies().map(|(field, name)| member(scene, query, field, name));
    match (members.next(), members.next()) {
        (Some(a), Some(b)) => Ok([a?, b?]),
        _ => Err(super::misdirected()),
    }
}

/// The body of a query that asks about one.
pub(super) fn one<'a>(scene: &'a Scene, query: &Query) -> Result<Member<'a>, QueryError> {
    let first = query.ask.subjects().bodies().next();
    first.map_or_else(|| Err(super::misdirected()), |(field, name)| member(scene, query, field, name))
}

fn member<'a>(scene: &'a Scene, query: &Query, field: &str, name: &str) -> Result<Member<'a>, QueryError> {
    let found = scene.body(name).and_then(|(index, body)| Some(Member { index, body, track: scene.track(index)? }));
    found.ok_or_else(|| {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        QueryError::new(format!("queries[{q}].{field}"), format!("there is no body `{name}`"))
    })
}

/// A body that the query does not ask about, which is drawn all the same.
pub(super) struct Bystander {
    /// As the scene says it.
    pub body: Arc<Body>,
    /// Where it is over all frames.
    pub track: Track,
}

/// All bodies of a scene but those that a query names.
pub(super) fn bystanders(scene: &Scene, query: &Query) -> Arc<[Bystander]> {
    let subjects: Vec<&str> = query.ask.subjects().bodies().map(|(_, name)| name).collect();
    let named = |name: &str| subjects.contains(&name);
    if scene.bodies.iter().all(|body| named(&body.name)) {
        return Arc::default();
    }
    let bodies = (0..scene.bodies.len()).filter_map(|i| scene.bodies.shared(i)).zip(scene.tracks());
    let all = bodies.filter(|(body, _)| !named(&body.name));
    all.map(|(body, track)| Bystander { body: Arc::clone(body), track }).collect()
}

/// Where a body is in a frame: world frame, the rotation normalized.
pub(super) fn placed(track: &Track, frame: usize) -> Result<(DVec3, DQuat), QueryError> {
    let (position, rotation) = track.pose(frame);
    let (position, rotation) = (DVec3::from(position), DQuat::from_array(rotation));
    let wrong = |field: &str, message: &str| Err(QueryError::new(format!("{}.{field}", track.path(frame)), message));
    if !position.is_finite() {
        return wrong("position", "must be finite");
    }
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        return wrong("rotation", "must be a quaternion that is not zero");
    }
    Ok((position, rotation / length))
}

/// Whether shapes of the plane have to be lifted into space first.
pub(super) fn is_lifted(scene: &Scene) -> bool {
    scene.dimension == Dimension::Two
}
