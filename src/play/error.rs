//! Why a query cannot be asked.

use std::fmt;

/// The field at fault, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// `bodies[1].shape.radius`; empty for the query as a whole.
    pub field: String,
    /// One sentence.
    pub message: String,
    /// Whether it holds of this frame alone: somebody whom it is about is not there.
    pub absent: bool,
}

impl QueryError {
    /// About the field at this path.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), absent: false }
    }

    /// About a body that is not there in the frame that is asked about; the field says since when.
    pub fn absent(name: &str, field: impl Into<String>) -> Self {
        Self { absent: true, ..Self::new(field, format!("{name} is not there at this frame")) }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => out.write_str(&self.message),
            field => write!(out, "{field}: {}", self.message),
        }
    }
}

impl std::error::Error for QueryError {}

/// A query that its algorithm's method cannot have been asked: the list of lessons sends each to its own.
pub(super) fn misdirected() -> QueryError {
    QueryError::new("", "was sent to another algorithm's lesson; this is a fault of the program")
}
