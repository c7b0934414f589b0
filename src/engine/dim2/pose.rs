//! Poses in the plane: a position and a rotation, stored as its cosine and sine.

use super::prelude::*;

/// The point in space with z = 0.
#[inline]
pub(super) fn lift(p: Vec2) -> Vec3 {
    Vec3::new(p.x, p.y, 0.0)
}

/// A rigid motion of the plane: `world = rotation · local + position`. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the body's origin in the world, meters.
    pub position: Vec2,
    /// Rotation from the body's frame to the world, as `(cos, sin)`: a unit vector. Constructors normalize it, so users
    /// cannot set it directly.
    pub(in super::super) rotation: Vec2,
}

impl Pose {
    /// The pose without rotation and translation.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// A pose from a position and a `(cos, sin)` that need not be normalized. A vector without a direction (zero, or
    /// not finite) means no rotation; [`Pose::try_new`] rejects it.
    #[inline]
    pub fn new(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation: rotation.normalize_or(Vec2::X) }
    }

    /// A pose with an unnormalized rotation, for rays alone: they divide by its length in extended precision, so that
    /// their brackets contain the exact contact for the numbers as given. Any other query assumes length 1.
    #[doc(hidden)]
    pub fn as_given_for_rays(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation }
    }

    /// A pose as in [`Pose::new`]; `None` if the position is not finite or the vector has no direction.
    pub fn try_new(position: Vec2, rotation: Vec2) -> Option<Self> {
        (position.is_finite() && rotation.try_normalize().is_some()).then(|| Self::new(position, rotation))
    }

    /// Rotation from the body's frame to the world, as `(cos, sin)`: a unit vector.
    #[inline]
    pub fn rotation(&self) -> Vec2 {
        self.rotation
    }

    /// Converts a point of the body's frame to the world.
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.rotation.rotate(local) + self.position
    }
}
