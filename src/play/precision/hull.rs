//! Convex hulls of the points of one body, in the order of the scene and in the body frame.

mod plane;
mod quickhull;

use std::sync::Arc;

use super::hierarchy::Farthest;
use super::points::Points;
use super::{Asked, QueryError, Run, misdirected, run};
use crate::scene::model::Algorithm;

/// Opens a query.
pub(super) fn open(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(match asked.ask().algorithm() {
        Algorithm::Graham => run(asked, plane::graham(Points::new(asked)?)?),
        Algorithm::Jarvis => run(asked, plane::jarvis(Points::new(asked)?)?),
        Algorithm::Quickhull => run(asked, quickhull::Growth::new(Points::new(asked)?)?),
        Algorithm::Hierarchy => run(asked, Farthest::new(asked, Points::new(asked)?)?),
        _ => return Err(misdirected()),
    })
}
