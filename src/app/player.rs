//! How the window asks the engine: one function, so that tests can put a small lesson of their own behind it.

use std::sync::Arc;

use crate::check::{Precision, Refusal, play};
use crate::lesson::Lesson;
use crate::scene::model::{Query, Scene};

/// Plays a query of a scene in a frame and a precision.
pub type Player = fn(&Scene, &Query, usize, Precision) -> Result<Arc<dyn Lesson>, Refusal>;

/// The engine itself.
pub fn engine_player(
    scene: &Scene,
    query: &Query,
    frame: usize,
    precision: Precision,
) -> Result<Arc<dyn Lesson>, Refusal> {
    play(precision, scene, query, frame).map(Arc::from)
}
