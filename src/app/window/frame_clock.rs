//! Time that passes between frames of the window. At rest, no frames are drawn and no time passes; only a frame after
//! which a change is due, such as the next beat of a playback, starts the clock.

/// Longest delay of a frame after its due time that counts as passed time, seconds. A longer delay is a pause of the
/// system, during which playback stops.
const MAX_DELAY: f64 = 1.0;

/// Clock of the window.
#[derive(Debug, Default)]
pub(super) struct FrameClock {
    /// Times of the last frame; `None` while no change was due after it.
    last_frame: Option<FrameTimes>,
}

/// Time of a frame, and the time from the frame to the next change that time alone causes.
#[derive(Clone, Copy, Debug)]
struct FrameTimes {
    /// Time of the frame on egui's clock, seconds.
    start: f64,
    /// Delay from the frame to the next change, seconds.
    delay: f64,
}

impl FrameClock {
    /// Returns the seconds that passed since the last frame; `None` if no change was due after it. `now` is the time of
    /// this frame on egui's clock, seconds.
    pub fn take_passed_time(&mut self, now: f64) -> Option<f64> {
        let FrameTimes { start, delay } = self.last_frame.take()?;
        Some((now - start).clamp(0.0, delay + MAX_DELAY))
    }

    /// Starts the clock at the frame that was drawn at the time `now` on egui's clock, seconds. `delay` is the time to
    /// the next change, seconds; `None` if no change is due.
    pub fn start(&mut self, now: f64, delay: Option<f64>) {
        self.last_frame = delay.map(|delay| FrameTimes { start: now, delay });
    }
}
