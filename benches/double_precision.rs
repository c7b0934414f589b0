//! Random vectors and rotations in `f64`, and conversions to parry's types, shared by the 3D benchmarks in `f64`.

use contact_lens_engine::double::Pose;
use glam::{DQuat, DVec3};
use parry3d_f64::math;

use super::random::Random;

impl Random {
    /// Returns the next number, uniform in [−1, 1).
    pub fn signed(&mut self) -> f64 {
        f64::from(self.real())
    }

    /// Returns a point in the cube [−1, 1)³.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }

    /// Returns a rotation by at most about 150 degrees; the offset of w avoids the zero quaternion.
    pub fn rotation(&mut self) -> DQuat {
        DQuat::from_xyzw(self.signed(), self.signed(), self.signed(), 1.5 + self.signed()).normalize()
    }
}

/// Converts a vector to parry's type.
pub fn parry_vector(v: DVec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

/// Converts a pose to parry's type.
pub fn parry_pose(pose: &Pose) -> math::Pose {
    let q = pose.rotation();
    math::Pose::from_parts(parry_vector(pose.position), math::Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}
