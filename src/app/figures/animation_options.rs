//! Options of an exported animation: the range of frames or steps, the speed, and the size of the pictures.

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

    /// Range of frames or steps out of `count`, never empty: `0..=0` for a `count` of 0.
    pub fn range(self, count: usize) -> RangeInclusive<usize> {
        let end = count.saturating_sub(1);
        let first = self.first.min(end);
        first..=self.last.clamp(first, end)
    }
}

/// Unit in which the range of an animation is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationUnit {
    /// Frame of a moving scene, counted from 0 on the screen.
    Frame,
    /// Step of a query with one frame, counted from 1 on the screen.
    Step,
}

impl AnimationUnit {
    /// Name of one unit.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Step => "step",
        }
    }

    /// Number of the first unit on the screen.
    pub fn first_number(self) -> usize {
        match self {
            Self::Frame => 0,
            Self::Step => 1,
        }
    }
}

/// Number of units from which an animation can select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationLength {
    /// Number of units of the whole run, at least 1.
    pub count: usize,
    /// Unit that `count` counts.
    pub unit: AnimationUnit,
}

impl AnimationLength {
    /// Frames of a run that has several, else its steps.
    pub fn of_run(frames: usize, steps: usize) -> Self {
        if frames > 1 {
            Self { count: frames, unit: AnimationUnit::Frame }
        } else {
            Self { count: steps, unit: AnimationUnit::Step }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_within_the_run_and_not_empty() {
        assert_eq!(AnimationOptions::WHOLE.range(5), 0..=4);
        assert_eq!(AnimationOptions { first: 3, last: 2, ..AnimationOptions::WHOLE }.range(5), 3..=3);
        assert_eq!(AnimationOptions { first: 9, last: 12, ..AnimationOptions::WHOLE }.range(5), 4..=4);
    }
}
