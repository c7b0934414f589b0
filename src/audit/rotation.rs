//! Rotations of bodies over a step.

use contact_lens_engine::glam::{DQuat, DVec3};

use crate::problem::Motion;

/// Velocity and rule that move a pose.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    /// Duration of the motion, seconds.
    pub h: f64,
    /// Velocity that moves the pose.
    pub motion: Motion,
    /// Whether the rotation is updated to first order.
    pub first_order: bool,
}

impl Update {
    /// Rotation after the update.
    pub fn rotated(&self, q: DQuat) -> DQuat {
        rotated(q, self.motion.angular * self.h, self.first_order)
    }
}

/// Rotates a unit quaternion by a rotation vector, world frame.
pub fn rotated(q: DQuat, vector: DVec3, first_order: bool) -> DQuat {
    if first_order {
        let half = DQuat::from_xyzw(0.5 * vector.x, 0.5 * vector.y, 0.5 * vector.z, 0.0);
        return (q + half * q).normalize();
    }
    (exponential(vector) * q).normalize()
}

/// Unit quaternion of a rotation vector.
pub fn exponential(vector: DVec3) -> DQuat {
    let angle = vector.length();
    let half = 0.5 * angle;
    let factor = if half < 1e-4 { 0.5 - half * half / 12.0 } else { half.sin() / angle };
    let xyz = vector * factor;
    DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, half.cos())
}

/// Angle between two unit quaternions, radians, accurate for small angles.
pub fn angle_between(a: DQuat, b: DQuat) -> f64 {
    let difference = a * b.conjugate();
    2.0 * difference.xyz().length().atan2(difference.w.abs())
}
