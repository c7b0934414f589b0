//! Labels and coordinates of the number lines (lanes) of small boxes far from the origin. Boxes of 1 m near x = 500 m
//! and y = 0 would be dots on a scale that all axes share, from 0 to 500 m; the lanes show them from 0 to 1 m, with the
//! axis labels `x from 500 m` and `y`.

use std::borrow::Cow;
use std::sync::Arc;

use glam::DVec3;

use super::lanes::AXES;
use super::{Corners, MovingBoxes};
use crate::answer::number;

/// Largest extent of all boxes along an axis, as a fraction of the range of the coordinates on all axes together, below
/// which the coordinates on each axis are measured from its lowest endpoint.
const SMALL_EXTENT: f64 = 0.25;

impl MovingBoxes {
    /// Boxes as the lanes show them: moved so that the lowest finite endpoint on each axis is 0, if the boxes are small
    /// compared with the range of the coordinates on all axes together; otherwise unchanged.
    pub fn on_own_scale(&self) -> Cow<'_, Self> {
        let [low, high] = self.range;
        // A planar scene has no lane for z.
        let [low_on_lanes, high_on_lanes] =
            [low, high].map(|corner| DVec3::from([0, 1, 2].map(|k| if k < self.axes { corner[k] } else { 0.0 })));
        let lowest = (0..self.axes).map(|axis| low[axis]).fold(f64::INFINITY, f64::min);
        let highest = (0..self.axes).map(|axis| high[axis]).fold(f64::NEG_INFINITY, f64::max);
        let extent = (high_on_lanes - low_on_lanes).max_element();
        if !(extent > 0.0 && extent < SMALL_EXTENT * (highest - lowest)) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            now: relative_to(&self.now, low_on_lanes),
            before: relative_to(&self.before, low_on_lanes),
            range: [low - low_on_lanes, high - low_on_lanes],
            origin: low_on_lanes,
            ..self.clone()
        })
    }

    /// Name of an axis, with the coordinate that its lane shows as 0: `x`, `x from 3.56 m`.
    pub(super) fn axis_label(&self, axis: usize) -> String {
        match self.origin[axis] {
            0.0 => AXES[axis].to_owned(),
            zero => format!("{} from {}", AXES[axis], number::length(zero).text),
        }
    }
}

/// Boxes with coordinates relative to `origin`.
fn relative_to(boxes: &[Option<Corners>], origin: DVec3) -> Arc<[Option<Corners>]> {
    boxes.iter().map(|corners| corners.map(|min_and_max| min_and_max.map(|corner| corner - origin))).collect()
}
