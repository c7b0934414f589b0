//! Rigid poses, and the frame in which a pair is computed.
//!
//! Every pair query works in the *pair frame*: A's own axes, with the origin at A's origin. Only the difference of the
//! two positions enters, so a pair far from the world origin is computed as well as one at the origin.

use super::prelude::*;

/// A rigid motion: `world = rotation * local + position`. Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Of the body's origin, in the world frame.
    pub position: Vec3,
    /// Unit quaternion from the body's frame to the world frame.
    pub rotation: Quat,
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// A pose from a position and a rotation that need not be normalised.
    #[inline]
    pub fn new(position: Vec3, rotation: Quat) -> Self {
        Self { position, rotation: rotation.normalize() }
    }

    /// The world point of a point in the body's frame.
    #[inline]
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.rotation * local + self.position
    }
}
