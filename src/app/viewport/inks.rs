//! Inks of a picture's marks in one pane, by theme and highlight.

use glam::{DVec2, Vec4};

use crate::picture::marks::theme::Rgba;
use crate::picture::{Batches, Camera, Ink, Key, Role, Theme};

/// Extra width of a highlighted line, points.
pub(super) const GLOW: f32 = 2.0;

/// Camera, theme and scale of a pane.
pub(super) struct Sight<'a> {
    pub camera: &'a Camera,
    /// Size of the pane, points.
    pub size: DVec2,
    pub theme: Theme,
    /// Pixels per point.
    pub scale: f32,
    /// Whether the mark with this id is highlighted.
    pub glows: &'a dyn Fn(&Key) -> bool,
}

/// Ink of one mark.
pub(super) struct Inked {
    /// Role of the mark.
    pub role: Role,
    /// Ink of the role in the theme.
    pub ink: Ink,
    /// Whether the mark is highlighted.
    pub bright: bool,
}

impl Inked {
    fn new(role: Role, theme: Theme, bright: bool) -> Self {
        Self { role, ink: theme.ink(role), bright }
    }
}

/// Inks by index of the mark.
pub(super) struct Inks(Vec<Inked>);

impl Inks {
    /// Inks of all marks of a picture.
    pub fn new(batches: &Batches, sight: &Sight<'_>) -> Self {
        let marks = batches.marks.iter();
        Self(marks.map(|(role, key)| Inked::new(*role, sight.theme, (sight.glows)(key))).collect())
    }

    /// Ink of the mark with this index.
    pub fn of(&self, mark: u32) -> &Inked {
        &self.0[mark as usize]
    }
}

/// Color for the GPU, each channel in 0..=1.
pub(super) fn color(rgba: Rgba) -> Vec4 {
    Vec4::from_array(rgba.map(|byte| f32::from(byte) / 255.0))
}
