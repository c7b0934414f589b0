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
    /// Position of the body's origin in the world.
    pub position: Vec2,
    /// `(cos, sin)` of the angle from the body's axes to the world's: a unit vector. Constructors normalize it, so no user
    /// can set it.
    pub(in super::super) rotation: Vec2,
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// A pose from a position and a `(cos, sin)` that need not be normalized. A vector without a direction (zero, or not
    /// finite) means no rotation; [`Pose::try_new`] refuses it.
    #[inline]
    pub fn new(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation: rotation.normalize_or(Vec2::X) }
    }

    /// For rays alone: they divide by the length of the rotation in wide numbers, so their brackets hold the exact contact
    /// of the numbers as given. Any other query takes the length for 1.
    #[doc(hidden)]
    pub fn as_given_for_rays(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation }
    }

    /// As [`Pose::new`]; `None` if the position is not finite or the vector has no direction.
    pub fn try_new(position: Vec2, rotation: Vec2) -> Option<Self> {
        (position.is_finite() && rotation.try_normalize().is_some()).then(|| Self::new(position, rotation))
    }

    /// `(cos, sin)` of the angle from the body's axes to the world's: a unit vector.
    #[inline]
    pub fn rotation(&self) -> Vec2 {
        self.rotation
    }

    /// The world point of a point in the body's frame.
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.rotation.rotate(local) + self.position
    }
}
