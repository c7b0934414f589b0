//! Error of a batch line, with its column.

use std::fmt;

use crate::scene::error::{TextError, line_and_column};

/// Error of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Column of the line in characters, from 1.
    pub column: usize,
    /// Path of the field, such as `a.shape.radius`; empty for the line as a whole.
    pub path: String,
    /// The rule and the value that breaks it: `must not be negative, but is -1`.
    pub message: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "column {}: ", self.column)?;
        if !self.path.is_empty() {
            write!(out, "{}: ", self.path)?;
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for LineError {}

/// Converts an error with a byte offset to one with a column.
pub(super) fn line_error(text: &str, fault: TextError) -> LineError {
    LineError { column: line_and_column(text, fault.offset).1, path: fault.path, message: fault.message }
}
