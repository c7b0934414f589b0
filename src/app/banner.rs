//! Messages over the panes, at most one per cause.

/// Time until a note closes, seconds.
pub(super) const NOTE_TIME: f64 = 4.0;

/// Severity of a banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Closes by itself.
    Note,
    /// Stays until the user closes it or its cause reports success.
    Error,
}

/// Topic of a banner. A newer banner with the same cause replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Opening a file or pasted text.
    Open,
    /// Changes of the open file on disk.
    Disk,
    Save,
    Export,
    Clipboard,
    /// Storing unsaved edits for recovery.
    Recovery,
    /// Moving along the timeline.
    Time,
    Edit,
}

/// A message at the top of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Banner {
    /// Id, for closing it.
    pub id: u64,
    pub severity: Severity,
    pub cause: Cause,
    /// Text of one or two sentences.
    pub text: String,
    /// Seconds since it opened.
    pub age: f64,
}
