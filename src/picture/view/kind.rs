//! Meaning of a picture's coordinates, and the framing of its camera.

use glam::{DVec2, DVec3};

use crate::{Bounds, Camera, clear_of_axes};

/// Least share of the pane that a sphere fills, however large the requested margin.
const MIN_FILLED_SHARE: f64 = 0.1;

/// Least ratio of width to height that the framing of a sphere takes into account, so that its distance stays finite.
const MIN_ASPECT: f64 = 0.05;

/// Meaning of a picture's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// Three dimensions in meters, seen by an orbit camera.
    #[default]
    Space,
    /// The plane z = 0 in meters, seen along −z.
    Plane,
    /// The unit sphere of directions (the Gauss map), seen by an orbit camera.
    Sphere,
    /// Number lines, one above the other: x is a value in their common unit, y counts lanes from the top.
    Lanes,
    /// A chart of one value over another: x and y are values on two axes. Always shown whole.
    Chart,
    /// Small planar pictures side by side, each in a frame: x and y are meters, z is the number of the frame. Frames
    /// wrap in a narrow pane; the y of the camera's target is the number of rows scrolled from the newest tile.
    Tiles,
}

impl ViewKind {
    /// Whether bodies are shown, on a ground with a grid and axes.
    pub fn has_ground(self) -> bool {
        matches!(self, Self::Space | Self::Plane)
    }

    /// Returns the camera, moved so that `bounds` fill a pane of `aspect` (width over height) except for `margin`
    /// (share of the pane on each side).
    ///
    /// - A sphere is always shown whole.
    /// - Lanes fill the width without a margin; their `fov` is the angle across the width.
    /// - Tiles are scrolled back to the newest one.
    /// - A chart's camera is unchanged.
    pub fn framing(self, camera: Camera, bounds: &Bounds, aspect: f64, margin: f64) -> Camera {
        match self {
            Self::Space | Self::Plane => camera.framing(bounds, aspect, margin),
            Self::Sphere => {
                let filled_share = (1.0 - 2.0 * margin).max(MIN_FILLED_SHARE);
                let half_height = 1.0 / filled_share / aspect.clamp(MIN_ASPECT, 1.0);
                Camera { target: DVec3::ZERO, distance: half_height / (camera.fov * 0.5).tan(), ..camera }
            }
            Self::Chart => camera,
            Self::Tiles => Camera { target: DVec3::ZERO, ..camera },
            Self::Lanes => {
                let Some([low, high]) = bounds.corners() else { return camera };
                let half_range = 0.5 * (high.x - low.x);
                // A single value is shown in a range of its magnitude, at least 1.
                let half_width = if half_range > 0.0 { half_range } else { low.x.abs().max(1.0) };
                let target = DVec3::new(0.5 * (low.x + high.x), 0.0, 0.0);
                Camera { target, distance: half_width / (camera.fov * 0.5).tan(), ..camera }
            }
        }
    }

    /// Returns the camera, moved so that `bounds` fill a pane of `size` points except for `margin`. In a view of the
    /// plane the margin is wider where a point would be behind the axes or the scale bar in the lower corners.
    pub fn framing_clear_of_axes(self, camera: Camera, bounds: &Bounds, size: DVec2, margin: f64) -> Camera {
        let aspect = size.x / size.y;
        match self {
            Self::Plane => clear_of_axes(bounds, size, margin, |margin| self.framing(camera, bounds, aspect, margin)),
            Self::Space | Self::Sphere | Self::Lanes | Self::Chart | Self::Tiles => {
                self.framing(camera, bounds, aspect, margin)
            }
        }
    }
}
