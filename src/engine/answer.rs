//! The answer to a pair query, with its certificate.

use super::bracket::Bracket;
pub use super::bracket::{Reason, Status};
use super::pose::{Pose, matrix};
use super::prelude::*;
use crate::snapshot::{ToF64, answer};

/// Signed distance, direction and witness points of a pair, and the bracket that proves them.
///
/// Signs: positive = separation distance, negative = minus the penetration depth. All vectors are in the frame that
/// the function which returns it names (the pair frame inside the engine; [`Answer::in_world`] moves it).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Best estimate, inside `[lower, upper]`. `None` where only the bracket is known: of an intersection test, of GJK on
    /// shapes whose cores overlap, and of pairs without usable numbers.
    pub signed_distance: Option<Real>,
    /// Unit vector from A towards B. Moving B by `depth · normal` makes a penetrating pair just touch. `None` where no axis
    /// was found.
    pub normal: Option<Vec3>,
    /// The closest, or deepest, point of A; A's origin where there is no normal.
    pub witness_a: Vec3,
    /// The closest, or deepest, point of B; A's origin where there is no normal.
    pub witness_b: Vec3,
    /// Proven: the true signed distance is not below this, rounding included.
    pub lower: Real,
    /// Proven: the true signed distance is not above this, rounding included.
    pub upper: Real,
    /// How the algorithm ended.
    pub status: Status,
    /// Iterations of the outer loop, all phases together.
    pub iterations: u32,
}

impl Answer {
    /// The proven bounds.
    #[inline]
    pub fn bracket(&self) -> Bracket {
        Bracket { lower: self.lower, upper: self.upper }
    }

    /// The same as plain data; the bracket may be as wide as `wanted`.
    pub fn snapshot(&self, wanted: Real) -> answer::Answer {
        answer::Answer {
            signed_distance: self.signed_distance.map(ToF64::to_f64),
            normal: self.normal.map(ToF64::to_f64),
            witness_a: self.witness_a.to_f64(),
            witness_b: self.witness_b.to_f64(),
            lower: self.lower.to_f64(),
            upper: self.upper.to_f64(),
            tolerance: wanted.to_f64(),
            status: self.status,
            iterations: self.iterations,
        }
    }

    /// The answer of a pair whose lengths were multiplied by `factor`, a power of two, in the pair's own unit.
    #[cold]
    pub(super) fn in_unit(mut self, factor: Real) -> Self {
        let (Bracket { lower, upper }, status) = self.bracket().in_unit(self.status, factor);
        (self.witness_a, self.witness_b) = (self.witness_a / factor, self.witness_b / factor);
        let signed_distance = self.signed_distance.map(|length| length / factor);
        Self { status, lower, signed_distance, upper, ..self }
    }

    /// The same answer with its vectors moved from the pair frame to the world.
    #[inline(always)]
    pub fn in_world(self, pose_a: &Pose) -> Self {
        let rotation = matrix(pose_a.rotation);
        let point = |local: Vec3| rotation * local + pose_a.position;
        let witness_a = point(self.witness_a);
        let witness_b = point(self.witness_b);
        Self { normal: self.normal.map(|n| rotation * n), witness_a, witness_b, ..self }
    }
}
