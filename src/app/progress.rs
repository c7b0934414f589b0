//! How far that is which takes longer than a frame: runs, files, animations.

use std::path::PathBuf;

/// A run that takes longer than a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunProgress {
    /// Iterations so far.
    pub iterations: usize,
    /// Seconds since it began.
    pub seconds: f64,
}

impl RunProgress {
    /// Runs up to this long, in seconds, are not worth a word.
    pub(super) const SHORT: f64 = 0.3;
}

/// What is being read for longer than a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingProgress {
    /// The file, or how many.
    pub what: String,
    /// How large it is, bytes; of several together.
    pub bytes: u64,
    /// Seconds since it began.
    pub seconds: f64,
}

/// An animation that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationProgress {
    /// The file.
    pub path: PathBuf,
    /// How many figures are done, and of how many; 0 of 0 while the run is played.
    pub done: [usize; 2],
}
