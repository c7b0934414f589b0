//! Error of a capture that cannot be judged.

use std::fmt;

/// Reason why a capture is refused, with the field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureError {
    /// JSON path of the field, such as `bodies[2].mass`; empty for the whole capture.
    pub path: String,
    /// Full sentence without the path and without a final period.
    pub message: String,
}

impl CaptureError {
    /// Creates an error about the field at a path.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

impl std::error::Error for CaptureError {}
