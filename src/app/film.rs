//! What of a run an animation shows, how fast, and how large.

use std::ops::RangeInclusive;

/// A part of a run as an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Film {
    /// The first frame, or of what has one frame the first step; from 0.
    pub first: usize,
    /// The last one, which is shown too; past the end is the end.
    pub last: usize,
    /// So many times as fast as the scene says, or as people read.
    pub speed: f64,
    /// Pixels a point of the figure.
    pub scale: f32,
}

impl Film {
    /// The whole run at its own speed.
    pub const WHOLE: Self = Self { first: 0, last: usize::MAX, speed: 1.0, scale: 1.0 };

    /// The speeds to choose from.
    pub const SPEEDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

    /// The sizes to choose from, with their pixels a point.
    pub const SIZES: [(&'static str, f32); 3] = [("small", 0.6), ("medium", 1.0), ("large", 1.6)];

    /// The frames or steps that are shown of so many; at least one of what has any.
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
        assert_eq!(Film::WHOLE.range(5), 0..=4);
        assert_eq!(Film { first: 3, last: 2, ..Film::WHOLE }.range(5), 3..=3);
        assert_eq!(Film { first: 9, last: 12, ..Film::WHOLE }.range(5), 4..=4);
    }
}
