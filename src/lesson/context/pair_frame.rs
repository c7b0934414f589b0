//! Transform from the pair frame, in which the engine computes, to the world and to the view of the configuration
//! space. That view shows the difference A − B (CSO, configuration space obstacle) with world axes, around the origin
//! of the configuration space.

use contact_lens_model::snapshot::ToF64;
use contact_lens_model::snapshot::answer::Answer;
use glam::{DQuat, DVec3};

/// Pose of the pair frame in the world. The pair frame has A's axes and its origin at A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Origin of A, world, meters.
    pub position: DVec3,
    /// Rotation from A's axes to the world's.
    pub rotation: DQuat,
}

impl Space {
    /// Transforms a point from the pair frame to the world, meters.
    pub fn world(&self, point: impl ToF64<F64 = DVec3>) -> DVec3 {
        self.position + self.rotation * point.to_f64()
    }

    /// Rotates a point of the configuration space, or a direction, from the pair frame to the world's axes. Points stay
    /// relative to the origin of the configuration space.
    pub fn cso(&self, point: impl ToF64<F64 = DVec3>) -> DVec3 {
        self.rotation * point.to_f64()
    }

    /// Transforms the normal and the witness points of an answer from the pair frame to the world; its numbers remain.
    pub fn answer(&self, answer: &Answer) -> Answer {
        Answer {
            normal: answer.normal.and_then(|n| self.cso(n).try_normalize()),
            witness_a: self.world(answer.witness_a),
            witness_b: self.world(answer.witness_b),
            ..*answer
        }
    }
}
