//! Axes and curves of plots.

use crate::picture::{Form, Role};

/// Quantity on the x axis of a plot. Lessons emit plot points step by step; the axis names what a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlotAxis {
    /// Step of a run, from 1.
    #[default]
    Step,
    /// Frame of a moving scene, from 0.
    Frame,
    /// Time step of a simulation, from 0.
    Time,
    /// Problem size, from 1.
    Size,
}

impl PlotAxis {
    /// Caption of the axis: `step`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Frame => "frame",
            Self::Time => "time",
            Self::Size => "n",
        }
    }

    /// Plural of the caption: `steps`.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Step => "steps",
            Self::Frame => "frames",
            Self::Time => "time",
            Self::Size => "n",
        }
    }

    /// Number of the first place.
    pub fn first(self) -> i64 {
        match self {
            Self::Step | Self::Size => 1,
            Self::Frame | Self::Time => 0,
        }
    }
}

/// Axis of a plot from `ends[0]` to `ends[1]`, vertical if `up`; with `decades`, the ends are decimal logarithms.
pub(in crate::lesson) fn axis(up: bool, ends: [f64; 2], decades: bool, name: impl Into<String>) -> Form {
    Form::Axis { up, ends, decades, name: name.into() }
}

/// One curve of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: &'static str,
    /// Role that colors the curve.
    pub role: Role,
}

/// Curves of a lesson with a lower and an upper bound.
pub const BRACKET: &[Series] = &[
    Series { name: "upper bound", role: Role::Upper },
    Series { name: "lower bound", role: Role::Lower },
    Series { name: "gap", role: Role::Fault },
];
