//! The inks of a picture's parts as one pane sees them: by theme, and by what is under the pointer.

use glam::{DVec2, Vec4};

use crate::picture::theme::Rgba;
use crate::picture::{Batches, Camera, Ink, Key, Role, Theme};

/// How much wider a line is under the pointer, points.
pub(super) const GLOW: f32 = 2.0;

/// From where, in which inks and how large the parts are drawn.
pub(super) struct Sight<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// Of the pane, points.
    pub size: DVec2,
    /// Inks.
    pub theme: Theme,
    /// Pixels a point.
    pub scale: f32,
    /// What is under the pointer.
    pub glows: &'a dyn Fn(&Key) -> bool,
}

/// How a mark is drawn.
pub(super) struct Inked {
    /// What it means.
    pub role: Role,
    /// In this theme.
    pub ink: Ink,
    /// Whether the pointer is over it.
    pub bright: bool,
}

/// One for each mark.
pub(super) struct Inks(Vec<Inked>);

impl Inks {
    /// Of all marks of a picture.
    pub fn new(batches: &Batches, sight: &Sight<'_>) -> Self {
        let inked =
            |(role, key): &(Role, Key)| Inked { role: *role, ink: sight.theme.ink(*role), bright: (sight.glows)(key) };
        Self(batches.marks.iter().map(inked).collect())
    }

    /// That of a mark.
    pub fn of(&self, mark: u32) -> &Inked {
        &self.0[mark as usize]
    }
}

/// As the GPU takes it.
pub(super) fn color(rgba: Rgba) -> Vec4 {
    Vec4::from_array(rgba.map(|byte| f32::from(byte) / 255.0))
}
