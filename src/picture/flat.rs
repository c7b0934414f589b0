//! A pane as a flat drawing: a list of fills, lines, dots and words in drawing order, and the obstacles for its labels.
//! Positions are in points from the pane's top left corner, x right and y down.

mod ink;

use glam::DVec2;

pub use ink::{Stroke, Words};

use super::Role;
use super::marks::theme::{Marker, Rgba};
use super::segment::distance_in_pane;

/// Length of a line between two points below which it is not visible, points.
const MIN_VISIBLE_LENGTH: f64 = 0.75;

/// Distance from a shape up to which another one below it is hidden, points.
const MAX_COVERED_DISTANCE: f64 = 1.5;

/// Least size of a shape relative to another that it hides.
const MIN_COVERING_SIZE: f64 = 0.8;

/// Average breadth of a face from which it looks like a face, not like a line, points.
const MIN_FACE_BREADTH: f64 = 3.0;

/// Length of an arrow head for a line without width, points.
const MIN_HEAD_LENGTH: f64 = 4.0;

/// Additional length of an arrow head relative to the line's width.
const HEAD_LENGTH_PER_WIDTH: f64 = 3.6;

/// Greatest length of an arrow head, as a share of the arrow's length.
const MAX_HEAD_SHARE: f64 = 0.8;

/// Length of an arrow head up to which it is not drawn, points.
const MAX_INVISIBLE_HEAD: f64 = 1.0;

/// Part of an arrow head in front of the shaft's end, which is inside the head so that no gap is visible.
const HEAD_BEYOND_SHAFT: f64 = 0.8;

/// Half the width of an arrow head, as a share of its length.
const HALF_HEAD_WIDTH: f64 = 0.4;

/// A shape to draw and the mark that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Index into the picture's marks.
    pub mark: usize,
    /// Role of a part that differs from the mark's role, for its ink; `None` if it has the mark's role.
    pub role: Option<Role>,
    pub draw: Draw,
}

/// A shape on paper.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// A filled polygon without an outline.
    Fill {
        points: Vec<DVec2>,
        /// Color with its opacity.
        color: Rgba,
        /// Whether anti-aliasing is off, so that neighbors leave no seam.
        sharp: bool,
    },
    /// A chain of lines.
    Line {
        /// Points in order; a closed chain repeats the first one at the end.
        points: Vec<DVec2>,
        color: Rgba,
        /// Width of the line, points.
        width: f64,
        /// Lengths of dashes and gaps, points; empty for a solid line.
        dash: &'static [f32],
        /// Offset into the dash pattern at the first point, points.
        phase: f64,
    },
    /// A dot in the shape of a marker.
    Dot {
        at: DVec2,
        marker: Marker,
        /// Radius of the dot, points.
        radius: f64,
        color: Rgba,
        /// Color of the rim.
        rim: Rgba,
    },
    /// Words at a fixed position.
    Text {
        /// Anchor on the base line.
        at: DVec2,
        text: String,
        /// Height of the letters, points.
        size: f64,
        /// Position of `at` along the line.
        align: Align,
        /// Whether letters are semi-bold.
        strong: bool,
        color: Rgba,
    },
}

/// Whether a point is on a chain of lines, at most [`MAX_COVERED_DISTANCE`] from it.
fn is_on(chain: &[DVec2], p: DVec2) -> bool {
    chain.windows(2).any(|line| distance_in_pane(p, [line[0], line[1]]) < MAX_COVERED_DISTANCE)
}

impl Draw {
    /// Whether the shape is large enough to be visible. Only a straight line may not be: one for a distance of 0 has no
    /// length.
    pub fn is_visible(&self) -> bool {
        let Self::Line { points, .. } = self else { return true };
        !matches!(points[..], [from, to] if from.distance(to) < MIN_VISIBLE_LENGTH)
    }

    /// Whether the shape is a filled face that is not seen edge-on.
    pub fn is_broad_face(&self) -> bool {
        let Self::Fill { points, .. } = self else { return false };
        let next = points.iter().cycle().skip(1);
        let doubled_area: f64 = points.iter().zip(next).map(|(p, q)| p.perp_dot(*q)).sum();
        // The average breadth is the area divided by the length.
        let length = points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max);
        doubled_area.abs() > 2.0 * MIN_FACE_BREADTH * length
    }

    /// Whether this shape, drawn above `other`, hides it: a dot at the place of another, or a solid line along a
    /// straight one.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Dot { at, radius, .. }, Self::Dot { at: below, radius: small, .. }) => {
                *radius >= MIN_COVERING_SIZE * small && at.distance(*below) < MAX_COVERED_DISTANCE
            }
            (Self::Line { points: above, width, dash: [], .. }, Self::Line { points, width: narrow, .. }) => {
                let ends = [points.first(), points.last()].into_iter().flatten();
                *width >= MIN_COVERING_SIZE * narrow && points.len() == 2 && ends.into_iter().all(|p| is_on(above, *p))
            }
            _ => false,
        }
    }

    /// Whether the shape's bounding box overlaps a pane from 0 to `size`. Always true for words, whose width is not
    /// known here.
    pub fn overlaps_pane(&self, size: DVec2) -> bool {
        let [low, high] = match self {
            Self::Fill { points, .. } | Self::Line { points, .. } => [
                points.iter().copied().fold(DVec2::INFINITY, DVec2::min),
                points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max),
            ],
            Self::Dot { at, radius, .. } => [*at - *radius, *at + *radius],
            Self::Text { .. } => return true,
        };
        low.cmple(size).all() && high.cmpge(DVec2::ZERO).all()
    }
}

/// Position of the anchor along a line of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// A pane's drawing, and the obstacles for its labels.
#[derive(Clone, Debug, Default)]
pub struct Flat {
    /// Shapes that belong to no mark, below all others.
    pub under: Vec<Draw>,
    /// Shapes in drawing order.
    pub items: Vec<Item>,
    /// Labels to place: index of the mark, and the point that the label names.
    pub words: Vec<(usize, DVec2)>,
    /// Dots that labels must not cover: center and radius.
    pub dots: Vec<(DVec2, f64)>,
    /// Lines that labels avoid where possible.
    pub lines: Vec<[DVec2; 2]>,
    /// Boxes that labels must not cover: top left and bottom right.
    pub taken: Vec<[DVec2; 2]>,
    /// Frames that contain the labels of their content: top left and bottom right.
    pub frames: Vec<[DVec2; 2]>,
}

/// Height at the top of a pane that lanes, spheres, tiles and plots leave free for its title, points.
pub const TITLE: f64 = 38.0;

/// Triangle of an arrow head at the last point of a line of the width `width`, points: tip first. Moves the last point
/// back into the head, where the shaft ends. `None` where the last segment is too short, as that of an arrow that
/// points at the viewer.
pub(super) fn arrow_head(points: &mut [DVec2], width: f64) -> Option<[DVec2; 3]> {
    let [.., before, end] = points else { return None };
    let along = *end - *before;
    let length = along.length();
    let size = (width * HEAD_LENGTH_PER_WIDTH + MIN_HEAD_LENGTH).min(length * MAX_HEAD_SHARE);
    if size <= MAX_INVISIBLE_HEAD {
        return None;
    }
    let forward = along.try_normalize()?;
    let tip = *end;
    let base = tip - forward * size;
    *end = tip - forward * (size * HEAD_BEYOND_SHAFT);
    let half = forward.perp() * (size * HALF_HEAD_WIDTH);
    Some([tip, base + half, base - half])
}
