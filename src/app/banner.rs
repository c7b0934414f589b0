//! Messages over the panes: one for each cause, the newest.

/// How long a note stays, seconds.
pub(super) const NOTE_TIME: f64 = 4.0;

/// How bad a banner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Goes away by itself.
    Note,
    /// Stays until it is closed, or until its cause has better news.
    Error,
}

/// What a banner is about. A newer one with the same cause takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A file or a text that was to be opened.
    Open,
    /// The open file, as it is on disk.
    Disk,
    /// Saving the scene.
    Save,
    /// Writing a figure.
    Export,
    /// Copying and pasting.
    Clipboard,
    /// What is kept of edits that are not saved.
    Recovery,
    /// Jumping through time.
    Time,
    /// Changing the scene.
    Edit,
}

/// A message at the top of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Banner {
    /// To close it by.
    pub id: u64,
    /// How bad.
    pub severity: Severity,
    /// What about.
    pub cause: Cause,
    /// One or two sentences.
    pub text: String,
    /// Seconds since it came.
    pub age: f64,
}
