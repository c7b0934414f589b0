//! Where the frame of a pair stands in the world.

use glam::{DQuat, DVec3};

use crate::snapshot::ToF64;
use crate::snapshot::answer::Answer;

/// Where the pair frame (A's axes, origin at A's origin) stands in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// A's origin in the world, meters.
    pub position: DVec3,
    /// From A's axes to the world's.
    pub rotation: DQuat,
}

impl Space {
    /// A point of the pair frame in the world pane.
    pub fn world(&self, point: impl ToF64<F64 = DVec3>) -> DVec3 {
        self.position + self.rotation * point.to_f64()
    }

    /// A point of the CSO, or a direction, in the configuration-space pane, whose axes are the world's.
    pub fn cso(&self, point: impl ToF64<F64 = DVec3>) -> DVec3 {
        self.rotation * point.to_f64()
    }

    /// An answer of the pair frame in the world.
    pub fn answer(&self, answer: &Answer) -> Answer {
        Answer {
            normal: answer.normal.and_then(|n| self.cso(n).try_normalize()),
            witness_a: self.world(answer.witness_a),
            witness_b: self.world(answer.witness_b),
            ..*answer
        }
    }
}
