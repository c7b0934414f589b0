//! A toy that only tests see: the gap along the line of the two origins. It shows what a new algorithm adds above its
//! stepper: a snapshot, a lesson, a player, a row in the table of questions, an entry in the registry, and a scene.

mod lesson;
mod stepper;
mod tests;
pub(super) use lesson::CARD;

use std::sync::Arc;

use super::pair::Bodies;
use super::{Player, QueryError, Run, run};
use crate::lesson::Lesson;
use crate::scene::model::{Query, Scene};

struct Toy(Bodies);

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    Ok(run(Toy(Bodies::new(scene, query)?)))
}

impl Player for Toy {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.0.frames()
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.0.at(frame)?;
        Ok(Arc::from(lesson::play(stepper::Toy::new(pair.cso()), pair.context(true))))
    }
}
