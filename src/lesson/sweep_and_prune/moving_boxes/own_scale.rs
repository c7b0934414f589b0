//! Labels and coordinates of the number lines (lanes) of small boxes far from the origin. Boxes of 1 m near x = 500 m
//! and y = 0 would be dots on a scale that all axes share, from 0 to 500 m; the lanes show them from 0 to 1 m, with the
//! axis labels `x from 500 m` and `y`.

use std::borrow::Cow;
use std::sync::Arc;

use contact_lens_model::answer::number;
use glam::DVec3;

use super::lanes::AXES;
use super::{Corners, MovingBoxes};

/// Largest extent of all boxes along an axis, as a fraction of the range of the coordinates on all axes together, below
/// which the coordinates on each axis are measured from its lowest endpoint.
const SMALL_EXTENT: f64 = 0.25;

impl MovingBoxes {
    /// Boxes as the lanes show them: moved so that the lowest finite endpoint on each axis is 0, if the boxes are small
    /// compared with the range of the coordinates on all axes together; otherwise unchanged.
    pub fn on_lane_scale(&self) -> Cow<'_, Self> {
        let [low, high] = self.range;
        let low_on_lanes = self.without_missing_axes(low);
        let high_on_lanes = self.without_missing_axes(high);
        let lowest = (0..self.axes).map(|axis| low[axis]).fold(f64::INFINITY, f64::min);
        let highest = (0..self.axes).map(|axis| high[axis]).fold(f64::NEG_INFINITY, f64::max);
        let extent = (high_on_lanes - low_on_lanes).max_element();
        let is_small = extent > 0.0 && extent < SMALL_EXTENT * (highest - lowest);
        if !is_small {
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

    /// Vertex of a box with 0 for axes without a lane: a planar scene has no lane for z.
    fn without_missing_axes(&self, vertex: DVec3) -> DVec3 {
        if self.axes < 3 { vertex.with_z(0.0) } else { vertex }
    }

    /// Name of an axis, with the coordinate that its lane shows as 0: `x`, `x from 3.56 m`.
    pub(super) fn axis_label(&self, axis: usize) -> String {
        let origin = self.origin[axis];
        if origin == 0.0 {
            AXES[axis].to_owned()
        } else {
            format!("{} from {}", AXES[axis], number::length(origin).text)
        }
    }
}

/// Boxes with coordinates relative to `origin`, world, meters.
fn relative_to(boxes: &[Option<Corners>], origin: DVec3) -> Arc<[Option<Corners>]> {
    boxes.iter().map(|corners| corners.map(|[min, max]| [min - origin, max - origin])).collect()
}
