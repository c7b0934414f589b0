//! Convex hulls of the points of one body: Quickhull in 3D, Graham's scan and Jarvis's march in 2D, and the
//! Dobkin-Kirkpatrick hierarchy on a hull.

mod plane;
mod quickhull;

use std::sync::Arc;

use contact_lens_scene::model::Algorithm;

use super::convert::points::Points;
use super::hierarchy::HierarchyQuery;
use super::{QueryError, Run, SceneQuery, misdirected, run};

/// Opens a query about the points of one body.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(match query.ask().algorithm() {
        Algorithm::Graham => run(query, plane::graham(Points::new(query)?)?),
        Algorithm::Jarvis => run(query, plane::jarvis(Points::new(query)?)?),
        Algorithm::Quickhull => run(query, quickhull::QuickhullQuery::new(Points::new(query)?)?),
        Algorithm::Hierarchy => run(query, HierarchyQuery::new(query, Points::new(query)?)?),
        _ => return Err(misdirected()),
    })
}
