//! What the coordinates of a picture mean, and so how a camera frames it.

use glam::{DVec2, DVec3};

use super::{Bounds, Camera, clear_of_axes};

/// What the coordinates of a picture mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// Three dimensions in meters, seen by a camera that orbits.
    #[default]
    Space,
    /// The plane z = 0 in meters, seen from above.
    Plane,
    /// The unit sphere of directions (the Gauss map), seen by a camera that orbits.
    Sphere,
    /// Number lines, one above the other: x is a value in the unit that they share, y counts lanes from the top.
    Lanes,
    /// A plot of one value over another: x and y are values on two axes. It is always shown whole.
    Chart,
    /// Small pictures of the plane side by side, each in a frame: x and y are meters, z is the number of the frame. They wrap
    /// where the pane is narrow; how many rows are scrolled is the camera's target's y.
    Tiles,
}

impl ViewKind {
    /// Whether bodies may stand in it, on a ground with a grid and axes.
    pub fn has_ground(self) -> bool {
        matches!(self, Self::Space | Self::Plane)
    }

    /// The same camera, moved so that `bounds` fill a pane of `aspect` (width over height) but for `margin`, a share of the
    /// pane on each side. A sphere is always shown whole.
    pub fn framing(self, camera: Camera, bounds: &Bounds, aspect: f64, margin: f64) -> Camera {
        match self {
            Self::Space | Self::Plane => camera.framing(bounds, aspect, margin),
            Self::Sphere => {
                let half = 1.0 / (1.0 - 2.0 * margin).max(0.1) / aspect.clamp(0.05, 1.0);
                Camera { target: DVec3::ZERO, distance: half / (camera.fov * 0.5).tan(), ..camera }
            }
            Self::Chart => camera,
            // Scrolled to the newest tile.
            Self::Tiles => Camera { target: DVec3::ZERO, ..camera },
            Self::Lanes => {
                let Some([low, high]) = bounds.corners() else { return camera };
                let half = 0.5 * (high.x - low.x);
                let half = if half > 0.0 { half } else { low.x.abs().max(1.0) };
                let target = DVec3::new(0.5 * (low.x + high.x), 0.0, 0.0);
                Camera { target, distance: half / (camera.fov * 0.5).tan(), ..camera }
            }
        }
    }

    /// The same in a pane of `size` points with axes and a scale in its lower corners: in a plane no point lies below these.
    pub fn framing_beside_axes(self, camera: Camera, bounds: &Bounds, size: DVec2, margin: f64) -> Camera {
        let framing = |margin: f64| self.framing(camera, bounds, size.x / size.y, margin);
        if self == Self::Plane { clear_of_axes(bounds, size, margin, framing) } else { framing(margin) }
    }
}
