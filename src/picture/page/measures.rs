//! Lengths and rectangles of a page that several of its elements share, in points.

use glam::DVec2;

/// Margin around the page, points.
pub(crate) const MARGIN: f64 = 16.0;

/// Letter height of legends, cells and titles of panes, points; other small texts are larger or smaller by a point.
pub(crate) const SMALL: f64 = 13.0;

/// Width of a legend's swatch, points.
pub(crate) const SWATCH: f64 = 26.0;

/// Rectangle on the page, points; y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Corner with the least x and y, at the top left.
    pub min: DVec2,
    /// Width and height, each at least 0.
    pub size: DVec2,
}

impl Area {
    /// Width divided by height.
    pub fn aspect(&self) -> f64 {
        self.size.x / self.size.y
    }
}
