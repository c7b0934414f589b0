//! Axes and curves of the plots of lessons.

use contact_lens_picture::{Form, Role};

/// Quantity on the x axis of a plot. Lessons have plot points for each step; the axis names what the steps are.
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

    /// Number at the first step of a run.
    pub fn first(self) -> i64 {
        match self {
            Self::Step | Self::Size => 1,
            Self::Frame | Self::Time => 0,
        }
    }
}

/// Horizontal axis of a plot from `ends[0]` to `ends[1]`.
pub(crate) fn horizontal_axis(ends: [f64; 2], name: impl Into<String>) -> Form {
    Form::Axis { up: false, ends, decades: false, name: name.into() }
}

/// Vertical axis of a plot from `ends[0]` to `ends[1]`.
pub(crate) fn vertical_axis(ends: [f64; 2], name: impl Into<String>) -> Form {
    Form::Axis { up: true, ends, decades: false, name: name.into() }
}

/// Horizontal logarithmic axis of a plot, from `10^ends[0]` to `10^ends[1]`.
pub(crate) fn horizontal_decades(ends: [f64; 2], name: impl Into<String>) -> Form {
    Form::Axis { up: false, ends, decades: true, name: name.into() }
}

/// Vertical logarithmic axis of a plot, from `10^ends[0]` to `10^ends[1]`.
pub(crate) fn vertical_decades(ends: [f64; 2], name: impl Into<String>) -> Form {
    Form::Axis { up: true, ends, decades: true, name: name.into() }
}

/// One curve of a plot.
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
