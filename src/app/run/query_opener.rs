//! Type of the function through which the window opens queries in the engine. The window stores it as a field, so that
//! tests can pass a function that counts or delays the calls.

use std::sync::Arc;

use contact_lens_play::{self as play, Precision, QueryError, Run};
use contact_lens_scene::model::{Query, Scene};

/// Function that opens a query of a scene in a precision, for all frames of the scene. The error is the reason why the
/// query cannot run.
pub type QueryOpener = fn(&Scene, &Query, Precision) -> Result<Arc<dyn Run>, QueryError>;

/// Opens a query in the engine: the [`QueryOpener`] of the program.
pub fn open_in_engine(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
    play::open(precision, scene, query)
}
