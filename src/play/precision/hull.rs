//! Convex hulls of the points of one body, in the order of the scene and in the body frame.

mod plane;
mod quickhull;

use std::sync::Arc;

use super::convert::points::Points;
use super::hierarchy::HierarchyQuery;
use super::{QueryError, Run, SceneQuery, misdirected, run};
use crate::scene::model::Algorithm;

pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(match query.ask().algorithm() {
        Algorithm::Graham => run(query, plane::graham(Points::new(query)?)?),
        Algorithm::Jarvis => run(query, plane::jarvis(Points::new(query)?)?),
        Algorithm::Quickhull => run(query, quickhull::QuickhullQuery::new(Points::new(query)?)?),
        Algorithm::Hierarchy => run(query, HierarchyQuery::new(query, Points::new(query)?)?),
        _ => return Err(misdirected()),
    })
}
