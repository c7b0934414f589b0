//! Errors of shapes that are invalid in this precision or dimension.

use contact_lens_scene::model;

use super::super::QueryError;

/// Reason why a scene's shape is not valid in a query of its dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneShapeError {
    /// Path of the field within the shape, such as `shape.radii[1]`.
    pub field: String,
    /// Reason, for the user: a predicate of the field, such as `must be 0 in a 2D query`, or a clause.
    pub message: String,
}

impl SceneShapeError {
    /// Error at a field of the shape.
    pub(in super::super) fn at(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }

    /// Converts the error of a child shape to an error of its body; `path` gives the path of a field of the body.
    pub(in super::super) fn of_piece(self, piece: &model::LeafShape<'_>, path: &dyn Fn(&str) -> String) -> QueryError {
        QueryError::new(path(&format!("{}.{}", piece.field, self.field)), self.message)
    }

    /// Converts the error of an inner shape to an error of the shape that encloses it in its field `shape`.
    pub(in super::super) fn inside(mut self) -> Self {
        self.field = format!("shape.{}", self.field);
        self
    }
}

impl std::fmt::Display for SceneShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for SceneShapeError {}
