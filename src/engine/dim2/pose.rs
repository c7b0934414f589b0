//! Where a body stands in the plane.

use super::prelude::*;

/// The point of the plane in space, z = 0.
#[inline]
pub(super) fn lift(p: Vec2) -> Vec3 {
    Vec3::new(p.x, p.y, 0.0)
}

/// A rigid motion of the plane: `world = rotation · local + position`. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Of the body's origin, in the world.
    pub position: Vec2,
    /// `(cos, sin)` of the angle from the body's axes to the world's: a unit vector.
    pub rotation: Vec2,
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// A pose from a position and a `(cos, sin)` that need not be normalized; zero or bad ones mean no turn.
    #[inline]
    pub fn new(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation: rotation.normalize_or(Vec2::X) }
    }

    /// The world point of a point in the body's frame.
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.rotation.rotate(local) + self.position
    }
}
