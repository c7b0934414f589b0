//! [`BeatIndex`]: place of a beat (one sub-step) in a run.

/// Place of a beat (one sub-step) in a run. Places are ordered as in the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BeatIndex {
    /// Step of the run, from 0.
    pub step: usize,
    /// Beat of that step, from 0. In a request, `usize::MAX` is the last beat.
    pub beat: usize,
}
