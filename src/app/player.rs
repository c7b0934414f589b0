//! How the window asks the engine: one function, so that tests can put a small lesson of their own behind it.

use std::sync::Arc;

use crate::play::{self, Precision, QueryError, Run};
use crate::scene::model::{Query, Scene};

/// Opens a query of a scene in a precision.
pub type Player = fn(&Scene, &Query, Precision) -> Result<Arc<dyn Run>, QueryError>;

/// The engine itself.
pub fn engine_player(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
    play::open(precision, scene, query)
}
