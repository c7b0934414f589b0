//! Sizes that this precision cannot compute with.

use super::engine::prelude::*;
use crate::scene::model::Shape;

/// The first size of a shape whose square is lost in this precision, as its field and why. Squares of lengths are all over the
/// engine: below the smallest normal number they have few digits or none, and an axis of that length tells no directions apart. A
/// size of 0 is none, and is exact.
pub(super) fn lost(shape: &Shape) -> Option<(String, String)> {
    let is_lost = |size: f64| size != 0.0 && (size as Real) * (size as Real) < Real::MIN_POSITIVE;
    let (field, size) = shape.sizes().into_iter().find(|(_, size)| is_lost(*size))?;
    let message = match size as Real == 0.0 {
        true => format!("is {size:e}, which rounds to 0 in this precision"),
        false => {
            format!("is {size:e}, whose square is lost in this precision; 0 is taken as it is")
        }
    };
    Some((field, message))
}
