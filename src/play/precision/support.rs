//! Queries for the support point of two bodies along a direction: the point of the Minkowski difference A − B (the
//! configuration-space obstacle, CSO) that is farthest along it.

use std::sync::Arc;

use contact_lens_lesson::{Verdict, support};
use contact_lens_model::snapshot::Snapshots as _;
use glam::DVec3;

use super::convert::dim3::Bodies;
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::Mapping;
use super::{Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, run};

/// A query of the support mapping over all frames.
struct SupportQuery {
    bodies: Bodies,
    /// Direction in the world frame; `None` for the direction from A's origin to B's.
    direction: Option<DVec3>,
}

/// Opens a query of the support mapping.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(run(query, SupportQuery { bodies: Bodies::new(query)?, direction: query.ask().direction().map(Into::into) }))
}

impl Method for SupportQuery {
    type Run = Mapping<Shape, Shape>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        let d = self.direction.unwrap_or_else(|| pair.offset());
        Ok(Mapping::new(pair.cso(), pair.direction(d)))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.bodies.at(ended.frame)?.context(false);
        Ok(support::verdict(&ended.run.snapshot(), ended.outcome, &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(support::lesson(states, self.bodies.at(ended.frame)?.context(false), verdict))
    }
}
