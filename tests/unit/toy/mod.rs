//! A toy that only tests see: the gap along the line of the two origins. It shows what a new algorithm adds above its
//! stepper: a snapshot, a lesson, a method, a row in the table of questions, an entry in the registry, and a scene.

mod lesson;
mod stepper;
mod tests;
pub(super) use lesson::CARD;

use std::sync::Arc;

use super::dim3::Bodies;
use super::engine::dim3::shape::Shape;
use super::{Asked, Ended, LessonResult, Method, QueryError, Run, States, run};
use crate::lesson::Verdict;
use crate::snapshot::Snapshots as _;

struct Toy(Bodies);

/// Opens a query.
pub(super) fn open(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(run(asked, Toy(Bodies::new(asked)?)))
}

impl Method for Toy {
    type Run = stepper::Toy<Shape, Shape>;
    type Seen = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        Ok(stepper::Toy::new(self.0.at(frame)?.cso()))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(lesson::verdict(&ended.run.snapshot(), &self.0.at(ended.frame)?.context(true)))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(lesson::lesson(states, self.0.at(ended.frame)?.context(true), verdict))
    }
}
