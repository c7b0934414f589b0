//! Measures of a page, in points.

use glam::DVec2;

/// Margin around the page.
pub(in crate::picture) const MARGIN: f64 = 16.0;

/// Letter height of everything except titles, captions and labels.
pub(in crate::picture) const SMALL: f64 = 13.0;

/// Width of a legend's swatch.
pub(in crate::picture) const SWATCH: f64 = 26.0;

/// A rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Top left corner on the page.
    pub min: DVec2,
    pub size: DVec2,
}

impl Area {
    /// Width divided by height.
    pub fn aspect(&self) -> f64 {
        self.size.x / self.size.y
    }
}
