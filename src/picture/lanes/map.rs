//! Where a value and a row of lanes land in a pane.

use glam::DVec2;

use super::NAME;
use crate::picture::font::{self, Weight};
use crate::picture::{Camera, Form, Mark};

/// From values and rows to points of a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneMap {
    /// Where values begin, points from the pane's left.
    pub left: f64,
    /// Where they end.
    pub right: f64,
    /// Where the first row begins, points from the pane's top.
    pub top: f64,
    /// Where the last row ends.
    pub bottom: f64,
    /// Height of a row, points.
    pub row: f64,
    /// The row that begins at the top.
    first: f64,
    /// The value in the middle, and from there to either end.
    middle: f64,
    half: f64,
}

/// No row is higher, points: three lanes in a large pane would drift apart.
const HIGHEST: f64 = 84.0;

/// Below the lanes: the numbers of the scale, points.
const SCALE: f64 = 30.0;

/// Gutters are as wide as so many whole steps, points, so that another digit does not move everything.
const STEP: f64 = 24.0;

/// Between the outermost values and the gutters, points.
const INSET: f64 = 8.0;

impl LaneMap {
    /// For the marks of one pane of `size` points, of which the first `top` are left free. The camera's target is the
    /// value in the middle, and half the height that it shows is half the width of the values.
    pub fn of(marks: &[Mark], camera: &Camera, size: DVec2, top: f64) -> Self {
        let (mut rows, mut gutters, mut scale) = ([f64::INFINITY, f64::NEG_INFINITY], [0.0f64; 2], 0.0);
        for mark in marks {
            let (low, high) = match &mark.form {
                Form::Lane { rows, name, note } => {
                    for (gutter, text) in gutters.iter_mut().zip([name, note]) {
                        *gutter = gutter.max(font::width(text, NAME, Weight::SemiBold));
                    }
                    (rows[0], rows[1])
                }
                Form::Band { rows, .. } | Form::Density { rows, .. } => (rows[0], rows[1]),
                Form::Interval { row, thickness, .. } => (row - 0.5 * thickness, row + 0.5 * thickness),
                Form::Scale { .. } => {
                    scale = SCALE;
                    continue;
                }
                _ => continue,
            };
            if low.is_finite() && high.is_finite() {
                rows = [rows[0].min(low), rows[1].max(high)];
            }
        }
        let [first, last] = if rows[0] < rows[1] { rows } else { [0.0, 1.0] };
        let [left, right] = gutters.map(|wide| ((wide + 24.0) / STEP).ceil() * STEP);
        let (left, right) = (left.min(0.4 * size.x), (size.x - right).max(0.6 * size.x));
        let room = (size.y - top - scale - 10.0).max(1.0);
        let row = (room / (last - first)).min(HIGHEST);
        let bottom = top + row * (last - first);
        let half = camera.half_height();
        let half = if half.is_finite() && half > 0.0 { half } else { 1.0 };
        Self { left, right, top, bottom, row, first, middle: camera.target.x, half }
    }

    /// Points from the pane's left.
    pub fn x(&self, value: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        0.5 * (left + right) + (value - self.middle) / self.half * 0.5 * (right - left)
    }

    /// Points from the pane's top.
    pub fn y(&self, row: f64) -> f64 {
        self.top + (row - self.first) * self.row
    }

    /// The value at so many points from the pane's left.
    pub fn value(&self, x: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        self.middle + (x - 0.5 * (left + right)) / (0.5 * (right - left)).max(1e-9) * self.half
    }

    /// Whether a value lies between the gutters.
    pub fn shows(&self, value: f64) -> bool {
        let x = self.x(value);
        x >= self.left - 0.5 && x <= self.right + 0.5
    }

    /// A value's place, brought to the nearer gutter where it lies beyond, and whether it does.
    pub fn clamped(&self, value: f64) -> (f64, bool) {
        (self.x(value).clamp(self.left, self.right.max(self.left)), !self.shows(value))
    }
}
