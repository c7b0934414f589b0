//! How the window asks the engine: one function, so that tests can put a small lesson of their own behind it.

use std::sync::Arc;

use crate::lesson::Lesson;
use crate::play::{self, Precision, QueryError};
use crate::scene::model::{Query, Scene};

/// Plays a query of a scene in a frame and a precision.
pub type Player = fn(&Scene, &Query, usize, Precision) -> Result<Arc<dyn Lesson>, QueryError>;

/// The engine itself.
pub fn engine_player(
    scene: &Scene,
    query: &Query,
    frame: usize,
    precision: Precision,
) -> Result<Arc<dyn Lesson>, QueryError> {
    play::lesson(precision, scene, query, frame)
}
