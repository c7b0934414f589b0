//! Error of a query that cannot be answered: the invalid field and the reason.

use std::fmt;

/// The invalid field and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Path of the field, such as `bodies[1].shape.radius`; empty for the query as a whole.
    pub field: String,
    /// Reason, for the user: a predicate of the field, or a whole sentence if there is no field.
    pub message: String,
    /// Whether the error concerns this frame only: a subject of the query is absent.
    pub absent: bool,
}

impl QueryError {
    /// Error about the field at this path.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), absent: false }
    }

    /// Error about a body that is absent in the requested frame; `field` is the path of the entry that removes it.
    pub fn absent(name: &str, field: impl Into<String>) -> Self {
        Self { absent: true, ..Self::new(field, format!("`{name}` is absent from this frame")) }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            return out.write_str(&self.message);
        }
        write!(out, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for QueryError {}

/// Error for a query that was routed to a method of another algorithm. It is a defect of the list of lessons.
pub(super) fn misdirected() -> QueryError {
    QueryError::new("", "The program opened this query with another algorithm's lesson. This is a bug.")
}
