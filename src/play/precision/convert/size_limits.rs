//! Check of sizes against the range of the engine's precision.

use contact_lens_scene::model::Shape;

use super::super::engine::prelude::*;
use super::shape_error::SceneShapeError;

/// Rejects a shape with a size whose square underflows. The engine uses squares of lengths throughout: below the
/// smallest normal number they have few digits or none, and an axis of that length does not distinguish directions. A
/// size of 0 is exact and accepted.
pub(in super::super) fn check(shape: &Shape) -> Result<(), SceneShapeError> {
    let Some((field, size)) = shape.sizes().into_iter().find(|(_, size)| square_underflows(*size)) else {
        return Ok(());
    };
    let message = if size as Real == 0.0 {
        format!("is {size:e}, which rounds to 0 in this precision")
    } else {
        format!("is {size:e}, too small for this precision: its square underflows; 0 is allowed")
    };
    Err(SceneShapeError::at(field, message))
}

/// Whether the square of a nonzero size is below the smallest normal number.
fn square_underflows(size: f64) -> bool {
    size != 0.0 && (size as Real) * (size as Real) < Real::MIN_POSITIVE
}
