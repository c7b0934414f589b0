//! Where in time the window is.

/// Where in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Beats from the start (see [`Recording`](super::recording::Recording)).
    pub position: usize,
    /// Whether time runs.
    pub playing: bool,
    /// Beats a second.
    pub speed: f64,
    /// Part of the next beat that has passed, 0 to 1.
    pub carry: f64,
    /// Whether the frames of a moving scene run.
    pub film: bool,
    /// Part of the next frame that has passed, 0 to 1.
    pub film_carry: f64,
}

impl Playhead {
    /// At the first beat, at rest.
    pub fn at_start(speed: f64) -> Self {
        Self { position: 0, playing: false, speed, carry: 0.0, film: false, film_carry: 0.0 }
    }
}
