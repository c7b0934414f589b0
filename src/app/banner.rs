//! Banners: messages of the window over its panes, at most one per cause.

/// Time until a note closes, seconds.
pub(super) const NOTE_TIME: f64 = 4.0;

/// Severity of a banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Message that closes by itself after `NOTE_TIME`.
    Note,
    /// Message that stays until the user closes it, its cause reports success or another message, or another scene is
    /// opened.
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

/// A message over the panes: an error at the top, a note above the timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Banner {
    /// Id of the banner, by which a command closes it.
    pub id: u64,
    pub severity: Severity,
    pub cause: Cause,
    /// Text of one or two sentences.
    pub text: String,
    /// Time since the banner opened, or since the same message was shown again, seconds.
    pub age: f64,
}
