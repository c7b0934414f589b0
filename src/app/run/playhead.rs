//! Position in time.

/// Position in time, and playback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Position in beats from the start (see [`Recording`](super::recording::Recording)).
    pub position: usize,
    /// Whether beats are playing.
    pub playing: bool,
    /// Speed, beats per second.
    pub speed: f64,
    /// Elapsed fraction of the next beat, 0 to 1.
    pub carry: f64,
    /// Whether the frames of a moving scene are playing.
    pub playing_frames: bool,
    /// Elapsed fraction of the next frame, 0 to 1.
    pub frame_carry: f64,
}

impl Playhead {
    /// Playhead at the first beat, paused.
    pub fn at_start(speed: f64) -> Self {
        Self { position: 0, playing: false, speed, carry: 0.0, playing_frames: false, frame_carry: 0.0 }
    }
}
