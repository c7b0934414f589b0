//! Between scenes and this engine: a query of a scene, answered and played in this precision.

use crate::lesson::{Lesson, Verdict};
use crate::scene::model::{Query, Scene};

/// Why a query cannot be asked, with the path of the field at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// `bodies[1].shape.radius`.
    pub field: String,
    /// One sentence.
    pub message: String,
}

/// The production answer in frame `frame` (0 in a scene that stands still).
pub fn answer(scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, Reject> {
    play(scene, query, frame).map(|lesson| lesson.verdict().clone())
}

/// The same query, recorded step by step.
pub fn play(_scene: &Scene, _query: &Query, _frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    Err(Reject { field: String::new(), message: String::from("not wired yet") })
}
