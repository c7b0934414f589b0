//! The answer to a distance query of a pair, with its certificate.

use super::bracket::Bracket;
pub use super::bracket::{Reason, Status};
use super::pose::{Pose, matrix};
use super::prelude::*;
use contact_lens_model::snapshot::{ToF64, answer};

/// Signed distance, direction and witness points of a pair, with the bracket that proves them.
///
/// Signed distances are positive for separate shapes, and minus the penetration depth for overlapping ones. Lengths are
/// in the unit of the shapes. All vectors are in the frame named by the function that returns the answer: inside the
/// engine the pair frame (A's axes, origin at A's origin), which [`Answer::in_world`] converts to the world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Best estimate, inside `[lower, upper]`. `None` if only the bracket is known: for an intersection test, for GJK
    /// on shapes whose cores overlap, and for pairs without usable numbers.
    pub signed_distance: Option<Real>,
    /// Unit vector from A towards B. Moving B by `depth · normal` makes a penetrating pair just touch. `None` if no
    /// axis was found.
    pub normal: Option<Vec3>,
    /// Closest or deepest point of A; A's origin where `normal` is `None`.
    pub witness_a: Vec3,
    /// Closest or deepest point of B; A's origin where `normal` is `None`.
    pub witness_b: Vec3,
    /// Proven lower bound of the true signed distance, rounding included.
    pub lower: Real,
    /// Proven upper bound of the true signed distance, rounding included.
    pub upper: Real,
    /// Proven statement, or the reason why there is none.
    pub status: Status,
    /// Number of outer iterations of all phases.
    pub iterations: u32,
}

impl Answer {
    /// Returns the proven bounds.
    #[inline]
    pub fn bracket(&self) -> Bracket {
        Bracket { lower: self.lower, upper: self.upper }
    }

    /// Returns the answer as plain data; `tolerance` is the allowed width of the bracket, in the unit of the shapes.
    pub fn snapshot(&self, tolerance: Real) -> answer::Answer {
        answer::Answer {
            signed_distance: self.signed_distance.map(ToF64::to_f64),
            normal: self.normal.map(ToF64::to_f64),
            witness_a: self.witness_a.to_f64(),
            witness_b: self.witness_b.to_f64(),
            lower: self.lower.to_f64(),
            upper: self.upper.to_f64(),
            tolerance: tolerance.to_f64(),
            status: self.status,
            iterations: self.iterations,
        }
    }

    /// Converts the answer of a pair whose lengths were multiplied by `factor`, a power of two, to the pair's own unit.
    #[cold]
    pub(super) fn in_unit(mut self, factor: Real) -> Self {
        let (Bracket { lower, upper }, status) = self.bracket().in_unit(self.status, factor);
        self.witness_a /= factor;
        self.witness_b /= factor;
        let signed_distance = self.signed_distance.map(|length| length / factor);
        Self { status, lower, signed_distance, upper, ..self }
    }

    /// Returns the answer with its vectors converted from the pair frame to the world frame.
    #[inline(always)]
    pub fn in_world(self, pose_a: &Pose) -> Self {
        let rotation = matrix(pose_a.rotation);
        let witness_a = rotation * self.witness_a + pose_a.position;
        let witness_b = rotation * self.witness_b + pose_a.position;
        Self { normal: self.normal.map(|n| rotation * n), witness_a, witness_b, ..self }
    }
}
