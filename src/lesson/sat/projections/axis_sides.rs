//! Choice of the side of the bodies, above or below, on which each axis is drawn, so that all axes of a run need little
//! space in a pane.

use glam::{DVec2, DVec3};

use super::{AxisDrawing, ProjectedAxis};

/// Approximate ratio of a pane's width to its height: a taller box needs a wider pane.
const ASPECT: f64 = 0.8;

/// An axis is drawn above the bodies if that needs less than this fraction of the pane that it needs below them.
const WORTHWHILE: f64 = 0.985;

impl AxisDrawing {
    /// Decides for each axis whether it is drawn above or below the bodies, so that all of them need little space. The
    /// axis with the largest separation is below.
    pub fn choose_sides(&self, axes_of_run: &mut [ProjectedAxis]) {
        let right = DVec3::Y.cross(self.toward).try_normalize().unwrap_or(DVec3::X);
        let plane = [right, self.toward.cross(right)];
        let empty = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        let mut extent = self.extended_box(empty, plane, self.vertices_of_both());
        let mut order: Vec<usize> = (0..axes_of_run.len()).collect();
        order.sort_by(|i, j| axes_of_run[*j].gap().total_cmp(&axes_of_run[*i].gap()));
        for (rank, index) in order.into_iter().enumerate() {
            let axis = &mut axes_of_run[index];
            axis.above = false;
            let with_axis_below = self.extended_box(extent, plane, self.ends(axis).into_iter());
            axis.above = true;
            let with_axis_above = self.extended_box(extent, plane, self.ends(axis).into_iter());
            axis.above = rank > 0 && pane_width(with_axis_above) < WORTHWHILE * pane_width(with_axis_below);
            extent = if axis.above { with_axis_above } else { with_axis_below };
        }
    }

    /// Extends a box in the viewing plane, which has the axes `plane`, so that it contains points of the world.
    fn extended_box(
        &self,
        [mut low, mut high]: [DVec2; 2],
        plane: [DVec3; 2],
        points: impl Iterator<Item = DVec3>,
    ) -> [DVec2; 2] {
        for p in points {
            let flat = DVec2::from(plane.map(|axis| axis.dot(p - self.origin)));
            low = low.min(flat);
            high = high.max(flat);
        }
        [low, high]
    }
}

/// Width of the smallest pane with the aspect ratio [`ASPECT`] that shows a box in the viewing plane, meters.
fn pane_width([low, high]: [DVec2; 2]) -> f64 {
    (high.x - low.x).max(ASPECT * (high.y - low.y))
}
