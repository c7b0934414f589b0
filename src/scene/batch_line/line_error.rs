//! Error of a batch line: the field that breaks a rule, with its column.

use std::fmt;

use crate::error::{TextError, line_and_column};

/// First mistake of a batch line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Column of the mistake in the line, characters, from 1.
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

/// Converts an error in `text`, the text of one line, from a byte offset to a column.
pub(super) fn line_error(text: &str, fault: TextError) -> LineError {
    let (_, column) = line_and_column(text, fault.offset);
    LineError { column, path: fault.path, message: fault.message }
}
