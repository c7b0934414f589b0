//! Rigid poses, and the frame in which a pair is computed.
//!
//! Every pair query works in the *pair frame*: A's own axes, with the origin at A's origin. Only the difference of the
//! two positions enters, so a pair far from the world origin is computed as well as one at the origin.

use super::prelude::*;

/// A rigid motion: `world = rotation * local + position`. Lengths in meters.
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

    /// A pose from a position and a rotation that need not be normalized.
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

/// The matrix of the rotation that a quaternion of any length but 0 stands for: scaling the products by `2/|q|²` spares
/// the root of a normalization.
#[inline]
pub(super) fn matrix(q: Quat) -> Mat3 {
    let s = 2.0 / q.length_squared();
    let (x, y, z) = (q.x * s, q.y * s, q.z * s);
    let (xx, xy, xz, xw) = (q.x * x, q.x * y, q.x * z, q.w * x);
    let (yy, yz, yw) = (q.y * y, q.y * z, q.w * y);
    let (zz, zw) = (q.z * z, q.w * z);
    Mat3::from_cols(
        Vec3::new(1.0 - (yy + zz), xy + zw, xz - yw),
        Vec3::new(xy - zw, 1.0 - (xx + zz), yz + xw),
        Vec3::new(xz + yw, yz - xw, 1.0 - (xx + yy)),
    )
}
