//! What a plot runs over, and its curves.

use crate::picture::Role;

/// What the x axis of a plot counts. A lesson tells its points step by step; its steps are what the axis names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlotAxis {
    /// Steps of a run, from 1.
    #[default]
    Step,
    /// Frames of a moving scene, from 0.
    Frame,
    /// Moments of a simulation, each a step of time; from 0.
    Time,
    /// Sizes of a problem, from 1.
    Size,
}

impl PlotAxis {
    /// Below the axis: `step`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Frame => "frame",
            Self::Time => "time",
            Self::Size => "n",
        }
    }

    /// Of many: `steps`.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Step => "steps",
            Self::Frame => "frames",
            Self::Time => "time",
            Self::Size => "n",
        }
    }

    /// The number of the first place.
    pub fn first(self) -> i64 {
        match self {
            Self::Step | Self::Size => 1,
            Self::Frame | Self::Time => 0,
        }
    }
}

/// One curve of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// As the legend names it.
    pub name: &'static str,
    /// Decides its ink.
    pub role: Role,
}

/// The curves of a lesson whose answer is held between two bounds.
pub const BRACKET: &[Series] = &[
    Series { name: "upper bound", role: Role::Upper },
    Series { name: "lower bound", role: Role::Lower },
    Series { name: "gap", role: Role::Fault },
];
