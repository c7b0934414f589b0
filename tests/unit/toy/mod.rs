//! A toy that only tests see: the gap along the line of the two origins. It shows what a new algorithm adds above its
//! stepper: a snapshot, an option, an answer and its judge, a lesson, a method, rows in the tables of questions and
//! expectations, an entry in the registry, and a scene.

mod lesson;
mod stepper;
mod tests;
pub(super) use lesson::CARD;

use std::sync::Arc;

use glam::DVec3;

use super::convert::dim3::Bodies;
use super::engine::dim3::shape::Shape;
use super::{Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, misdirected, run};
use crate::lesson::Verdict;
use crate::scene::model::Ask;
use crate::snapshot::Snapshots as _;

struct Toy {
    bodies: Bodies,
    along: Option<DVec3>,
}

/// Opens a query.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Toy { options, .. } = query.ask() else { return Err(misdirected()) };
    Ok(run(query, Toy { bodies: Bodies::new(query)?, along: options.along.map(Into::into) }))
}

impl Method for Toy {
    type Run = stepper::Toy<Shape, Shape>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(stepper::Toy::new(pair.cso(), self.along.map(|along| pair.direction(along))))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(lesson::verdict(&ended.run.snapshot(), &self.bodies.at(ended.frame)?.context(true)))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(lesson::lesson(states, self.bodies.at(ended.frame)?.context(true), verdict))
    }
}
