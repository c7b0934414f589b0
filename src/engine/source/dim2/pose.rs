//! Poses in the plane: a position and a rotation, stored as its cosine and sine.

use super::prelude::*;

/// Returns the point of the plane as a point in space, with z = 0.
#[inline]
pub(super) fn lift(p: Vec2) -> Vec3 {
    Vec3::new(p.x, p.y, 0.0)
}

/// A rigid motion of the plane: `world = rotation · local + position`. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the body's origin in the world, meters.
    pub position: Vec2,
    /// Rotation from the body's axes to the world's, as `(cos, sin)`: a unit vector, normalized by all constructors but
    /// [`Pose::as_given_for_rays`]; callers cannot set it.
    pub(crate) rotation: Vec2,
}

impl Pose {
    /// The pose without rotation and translation.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// Creates a pose from a position and a `(cos, sin)` that need not be normalized. A vector without a direction
    /// (zero, or not finite), and one whose square underflows or overflows, means no rotation; [`Pose::try_new`]
    /// rejects it.
    #[inline]
    pub fn new(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation: rotation.normalize_or(Vec2::X) }
    }

    /// Creates a pose without normalization, for rays alone: they divide by the length of the rotation in extended
    /// precision, so their brackets contain the exact contact of the given numbers. Other queries assume length 1.
    #[doc(hidden)]
    pub fn as_given_for_rays(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation }
    }

    /// Creates a pose like [`Pose::new`]; `None` if the position is not finite or the vector has no direction.
    pub fn try_new(position: Vec2, rotation: Vec2) -> Option<Self> {
        (position.is_finite() && rotation.try_normalize().is_some()).then(|| Self::new(position, rotation))
    }

    /// Returns the rotation from the body's axes to the world's, as `(cos, sin)`: a unit vector.
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
