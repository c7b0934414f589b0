//! A pane as a flat list of things to draw, in order: fills, lines, dots. Points, y down, the pane's top left is 0, 0.

mod ink;

use glam::DVec2;

pub use ink::{Stroke, Words};

use super::Role;
use super::theme::{Marker, Rgba};

/// Something to draw and the mark that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Index into the picture's marks.
    pub mark: usize,
    /// In whose ink, where it is a part of the mark with a role of its own.
    pub role: Option<Role>,
    /// How.
    pub draw: Draw,
}

/// A shape on paper.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// A filled polygon. `sharp` ones are not smoothed at their rims, so that neighbors leave no seam.
    Fill {
        /// Corners.
        points: Vec<DVec2>,
        /// With alpha.
        color: Rgba,
        /// No anti-aliasing.
        sharp: bool,
    },
    /// A chain of lines.
    Line {
        /// In order; the first again at the end when closed.
        points: Vec<DVec2>,
        /// With alpha.
        color: Rgba,
        /// Points.
        width: f64,
        /// Dashes and gaps.
        dash: &'static [f32],
        /// Where in the dashes it begins, points.
        phase: f64,
    },
    /// A dot.
    Dot {
        /// Center.
        at: DVec2,
        /// Shape.
        marker: Marker,
        /// Radius.
        radius: f64,
        /// Ink.
        color: Rgba,
        /// Around it.
        rim: Rgba,
    },
    /// Words that stand where they stand.
    Text {
        /// On the base line.
        at: DVec2,
        /// One line.
        text: String,
        /// Of the letters, points.
        size: f64,
        /// Where `at` is along the line.
        align: Align,
        /// Semi-bold.
        strong: bool,
        /// Ink.
        color: Rgba,
    },
}

/// What is shorter than this is not seen, points.
const SEEN: f64 = 0.75;

impl Draw {
    /// Whether it is large enough to be seen: a bound of 0 is a line without a length.
    pub fn is_seen(&self) -> bool {
        let Self::Line { points, .. } = self else { return true };
        !matches!(points[..], [from, to] if from.distance(to) < SEEN)
    }

    /// Whether some of it may be seen in a pane from 0 to `room`: the box around it meets that. Words are wider than their place tells.
    pub fn meets(&self, room: DVec2) -> bool {
        let (low, high) = match self {
            Self::Fill { points, .. } | Self::Line { points, .. } => points
                .iter()
                .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), point| (low.min(*point), high.max(*point))),
            Self::Dot { at, radius, .. } => (*at - *radius, *at + *radius),
            Self::Text { .. } => return true,
        };
        low.cmple(room).all() && high.cmpge(DVec2::ZERO).all()
    }
}

/// Where along a line of words its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At its first letter.
    Start,
    /// In its middle.
    Middle,
    /// At its last letter.
    End,
}

/// A pane's drawing, and what labels must know of it.
#[derive(Clone, Debug, Default)]
pub struct Flat {
    /// What belongs to no mark, below all that does.
    pub under: Vec<Draw>,
    /// In the order of drawing.
    pub items: Vec<Item>,
    /// Where labels belong: mark and place.
    pub words: Vec<(usize, DVec2)>,
    /// Dots that no label may cover: place and radius.
    pub dots: Vec<(DVec2, f64)>,
    /// Lines that labels had better leave free.
    pub lines: Vec<[DVec2; 2]>,
    /// Boxes that labels may not cover: top left and bottom right.
    pub taken: Vec<[DVec2; 2]>,
    /// Frames that the names of what is in them do not leave: top left and bottom right.
    pub frames: Vec<[DVec2; 2]>,
}

/// What lanes, spheres and plots leave free for a pane's title, points.
pub const TITLE: f64 = 38.0;

/// The triangle of an arrow head; shortens the shaft to its base. `None` when the arrow points at the viewer.
pub(super) fn arrow_head(points: &mut [DVec2], width: f64) -> Option<[DVec2; 3]> {
    let [.., before, tip] = points else { return None };
    let along = *tip - *before;
    let length = along.length();
    let size = (width * 3.6 + 4.0).min(length * 0.8);
    let (forward, tip_at) = (along.try_normalize().filter(|_| size > 1.0)?, *tip);
    let base = tip_at - forward * size;
    *tip = tip_at - forward * (size * 0.8);
    let half = forward.perp() * (size * 0.4);
    Some([tip_at, base + half, base - half])
}
