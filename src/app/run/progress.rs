//! Progress of runs, files and animations that take longer than a frame.

use std::path::PathBuf;

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunProgress {
    /// Iterations of all loops that have called [`watch::tick`](contact_lens_lesson::watch::tick).
    pub iterations: usize,
    /// Seconds since the start.
    pub seconds: f64,
}

impl RunProgress {
    /// Duration up to which no progress is shown, seconds, so that short runs do not flicker.
    pub(crate) const SHORT: f64 = 0.3;
}

/// Progress of reading files.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingProgress {
    /// Name of the file; of several files, a text with their number.
    pub name: String,
    /// Total size, bytes.
    pub bytes: u64,
    /// Seconds since the start.
    pub seconds: f64,
}

/// Progress of writing an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationProgress {
    /// Path of the animation.
    pub path: PathBuf,
    /// Number of finished figures.
    pub done: usize,
    /// Number of all figures; 0 while the run is played.
    pub total: usize,
}
