//! What the benches of pairs in f64 share: random placements, and the same for parry.

use contact_lens_engine::double::Pose;
use glam::{DQuat, DVec3};
use parry3d_f64::math;

use super::random::Random;

impl Random {
    /// In [-1, 1).
    pub fn signed(&mut self) -> f64 {
        f64::from(self.real())
    }

    /// A point of the cube from -1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }

    /// A rotation.
    pub fn turn(&mut self) -> DQuat {
        DQuat::from_xyzw(self.signed(), self.signed(), self.signed(), 1.5 + self.signed()).normalize()
    }
}

/// A vector as parry has it.
pub fn their_vector(v: DVec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

/// A pose as parry has it.
pub fn their_pose(pose: &Pose) -> math::Pose {
    let q = pose.rotation();
    math::Pose::from_parts(their_vector(pose.position), math::Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}
