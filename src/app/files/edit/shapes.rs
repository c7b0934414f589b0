//! Kinds of shapes that the user can choose for a body: their names, and the default shape of each kind.

use contact_lens_scene::model::{SHAPE_KINDS, Shape};

/// Names of the kinds of shapes that a body can get, in the panel's order.
pub(crate) fn shape_kinds() -> impl Iterator<Item = &'static str> {
    SHAPE_KINDS.iter().filter(|kind| kind.default.is_some()).map(|kind| kind.label)
}

/// Name of a shape's kind.
pub(crate) fn shape_kind(shape: &Shape) -> &'static str {
    shape.kind().label
}

/// Default shape of a kind of [`shape_kinds`]; `None` for any other name.
pub(crate) fn default_shape(kind: &str) -> Option<Shape> {
    let row = SHAPE_KINDS.iter().find(|row| row.label == kind)?;
    row.default.map(|default| default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_default_of_that_kind() {
        for kind in shape_kinds() {
            assert_eq!(default_shape(kind).as_ref().map(shape_kind), Some(kind));
        }
    }
}
