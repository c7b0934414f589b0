//! Lanes of boxes that are far from the origin: their coordinates are measured from the first endpoint of each axis, so
//! that the common scale of the axes shows the boxes and not their positions.

use std::borrow::Cow;
use std::sync::Arc;

use glam::DVec3;

use super::lanes::AXES;
use super::{Corners, MovingBoxes};
use crate::answer::number;

/// Extent of all boxes along their longest axis, as a fraction of the common scale, below which each axis is measured
/// from its first endpoint.
const SMALL_EXTENT: f64 = 0.25;

impl MovingBoxes {
    /// Boxes as the lanes show them: moved so that each axis begins at 0, if they are small on the common scale.
    pub fn on_own_scale(&self) -> Cow<'_, Self> {
        let [low, high] = self.range;
        let used =
            [low, high].map(|corner| DVec3::from([0, 1, 2].map(|k| if k < self.axes { corner[k] } else { 0.0 })));
        let ends = (0..self.axes).map(|axis| [low[axis], high[axis]]);
        let whole = ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], [low, high]| [a.min(low), b.max(high)]);
        let extent = (used[1] - used[0]).max_element();
        if !(extent > 0.0 && extent < SMALL_EXTENT * (whole[1] - whole[0])) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            now: moved(&self.now, used[0]),
            before: moved(&self.before, used[0]),
            range: [low - used[0], high - used[0]],
            origin: used[0],
            ..self.clone()
        })
    }

    /// Name of an axis, with the coordinate that its lane shows as 0: `x`, `x − 3.56 m`.
    pub(super) fn axis_label(&self, axis: usize) -> String {
        match self.origin[axis] {
            0.0 => AXES[axis].to_owned(),
            from if from < 0.0 => format!("{} + {}", AXES[axis], number::length(-from).text),
            from => format!("{} − {}", AXES[axis], number::length(from).text),
        }
    }
}

/// Boxes relative to an origin.
fn moved(boxes: &[Option<Corners>], origin: DVec3) -> Arc<[Option<Corners>]> {
    boxes.iter().map(|corners| corners.map(|ends| ends.map(|end| end - origin))).collect()
}
