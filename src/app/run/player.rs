//! Interface of the window to the engine: one function, which tests replace.

use std::sync::Arc;

use crate::play::{self, Precision, QueryError, Run};
use crate::scene::model::{Query, Scene};

/// Function that opens a query of a scene in a precision.
pub type Player = fn(&Scene, &Query, Precision) -> Result<Arc<dyn Run>, QueryError>;

/// Opens a query in the engine.
pub fn engine_player(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
    play::open(precision, scene, query)
}
