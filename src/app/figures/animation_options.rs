//! Choices for an animation of a run: range, speed, size.

use std::ops::RangeInclusive;

/// Range, speed and size of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationOptions {
    /// First frame, or first step of a query with one frame; from 0.
    pub first: usize,
    /// Last frame or step, inclusive; clamped to the end.
    pub last: usize,
    /// Factor on the speed of the scene's frames, or on the pace at which the steps are read.
    pub speed: f64,
    /// Pixels per point of the figure.
    pub scale: f32,
}

impl AnimationOptions {
    /// The whole run at its own speed.
    pub const WHOLE: Self = Self { first: 0, last: usize::MAX, speed: 1.0, scale: 1.0 };

    /// Selectable factors on the speed.
    pub const SPEEDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

    /// Selectable sizes, in pixels per point.
    pub const SIZES: [(&'static str, f32); 3] = [("small", 0.6), ("medium", 1.0), ("large", 1.6)];

    /// Range of frames or steps out of `count`; at least one unless `count` is 0.
    pub fn range(self, count: usize) -> RangeInclusive<usize> {
        let end = count.saturating_sub(1);
        let first = self.first.min(end);
        first..=self.last.clamp(first, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_lies_within_the_run_and_holds_at_least_one() {
        assert_eq!(AnimationOptions::WHOLE.range(5), 0..=4);
        assert_eq!(AnimationOptions { first: 3, last: 2, ..AnimationOptions::WHOLE }.range(5), 3..=3);
        assert_eq!(AnimationOptions { first: 9, last: 12, ..AnimationOptions::WHOLE }.range(5), 4..=4);
    }
}
