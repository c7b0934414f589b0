//! What a query is about, looked up once: the bodies by index, and where they are over all frames.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::QueryError;
use crate::scene::model::{Body, Query, Scene};
use crate::scene::{Subject, Track, model::Dimension};

/// Bodies A and B of a query.
pub(super) fn pair<'a>(scene: &'a Scene, query: &'a Query) -> Result<[Subject<'a>; 2], QueryError> {
    <[Subject<'a>; 2]>::try_from(all(scene, query)?).map_err(|_| super::misdirected())
}

/// The body of a query that asks about one.
pub(super) fn one<'a>(scene: &'a Scene, query: &'a Query) -> Result<Subject<'a>, QueryError> {
    all(scene, query)?.into_iter().next().ok_or_else(super::misdirected)
}

/// All bodies of a query, in its order; where it is about all, in the order of the scene.
pub(super) fn all<'a>(scene: &'a Scene, query: &'a Query) -> Result<Vec<Subject<'a>>, QueryError> {
    scene.subjects(query).map_err(|(field, name)| {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        QueryError::new(format!("queries[{q}].{field}"), format!("there is no body `{name}`"))
    })
}

/// A body that the query does not ask about, which is drawn all the same.
#[derive(Clone)]
pub(super) struct Bystander {
    /// As the scene says it.
    pub body: Arc<Body>,
    /// Where it is over all frames.
    pub track: Track,
}

/// All bodies of a scene but those that a query names.
pub(super) fn bystanders(scene: &Scene, query: &Query) -> Arc<[Bystander]> {
    let named = query.ask.subjects().chosen();
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
