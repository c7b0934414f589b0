//! Position in a recorded run, and the state of both playbacks: that of the run's beats (sub-steps) and that of the
//! frames of a moving scene. Also the time selected on the axis of a lesson about a motion.

use contact_lens_lesson::Pictures;

/// Position in a recorded run, and playback.
///
/// A recorded run is a sequence of beats. A moving scene also has frames, each with a run of its own; both play
/// independently.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Index of the beat shown, counted over all steps from the start of the run (see
    /// [`Recording`](super::recording::Recording)).
    pub position: usize,
    /// Whether beats are playing.
    pub is_playing: bool,
    /// Speed of the beats: 1 shows each for the time to read its sentence.
    pub speed: f64,
    /// Time that the current beat has been shown, as a fraction of its duration, 0 to 1.
    pub beat_fraction: f64,
    /// Whether the frames of a moving scene are playing.
    pub plays_frames: bool,
    /// Time that the current frame has been shown, as a fraction of its duration, 0 to 1.
    pub frame_fraction: f64,
}

impl Playhead {
    /// Playhead at the first beat, paused. `speed` 1 shows each beat for the time to read its sentence.
    pub fn at_start(speed: f64) -> Self {
        Self { position: 0, is_playing: false, speed, beat_fraction: 0.0, plays_frames: false, frame_fraction: 0.0 }
    }
}

/// Time selected on the time axis of a motion, with the bodies at that time.
#[derive(Clone, Debug)]
pub(crate) struct SelectedMoment {
    /// Selected time of the motion, seconds.
    pub time: f64,
    /// Marks of the bodies at the selected time, by view.
    pub pictures: Pictures,
}
