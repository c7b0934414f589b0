//! Inks of a picture's marks in one pane, by theme and highlight.

use contact_lens_picture::marks::theme::Rgba;
use contact_lens_picture::{Batches, Camera, Ink, Key, Role, Theme};
use glam::{DVec2, Vec4};

/// Extra width of a highlighted line and extra radius of a highlighted dot, points.
pub(super) const HIGHLIGHT_WIDTH: f32 = 2.0;

/// Properties of a pane that the look of its marks depends on.
pub(super) struct PaneContext<'a> {
    pub camera: &'a Camera,
    /// Size of the pane, points.
    pub size: DVec2,
    pub theme: Theme,
    pub pixels_per_point: f32,
    /// Whether the mark with this key is highlighted.
    pub is_highlighted: &'a dyn Fn(&Key) -> bool,
}

/// Ink of one mark.
pub(super) struct MarkInk {
    pub role: Role,
    /// Ink of the role in the pane's theme.
    pub ink: Ink,
    pub is_highlighted: bool,
}

/// Inks of all marks of a picture, in the order of [`Batches::marks`].
pub(super) struct Inks(Vec<MarkInk>);

impl Inks {
    /// Looks up the inks of a picture's marks in a pane.
    pub fn new(batches: &Batches, pane: &PaneContext<'_>) -> Self {
        let inks = batches.marks.iter().map(|(role, key)| MarkInk {
            role: *role,
            ink: pane.theme.ink(*role),
            is_highlighted: (pane.is_highlighted)(key),
        });
        Self(inks.collect())
    }

    /// Ink of the mark with this index in [`Batches::marks`].
    pub fn of_mark(&self, index: u32) -> &MarkInk {
        &self.0[index as usize]
    }
}

/// Color for the GPU: straight alpha, each channel in 0..=1.
pub(super) fn gpu_color(rgba: Rgba) -> Vec4 {
    Vec4::from_array(rgba.map(|byte| f32::from(byte) / 255.0))
}
