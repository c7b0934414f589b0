//! The answer to a distance query or an intersection test of a planar pair, with its proven bounds.

use super::bracket::Bracket;
use super::pose::{Pose, lift};
use super::prelude::*;
use crate::answer as pair;
pub use crate::answer::{Reason, Status};

/// A vertex or an edge of `A − B` by the ends of the edge, or the vertex twice. Each end is given by the indices of its
/// vertex of A's core and of its vertex of B's core.
pub type Feature = [[u32; 2]; 2];

/// Counterpart of [`Answer`](pair::Answer) in the plane, with the same signs, unit, frames and guarantees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Best estimate, inside `[lower, upper]`. `None` where only the bracket is known: for an intersection test, and
    /// for pairs without usable numbers.
    pub signed_distance: Option<Real>,
    /// Unit vector from A towards B. Moving B by `depth · normal` makes a penetrating pair just touch. `None` where no
    /// axis was found.
    pub normal: Option<Vec2>,
    /// Closest or deepest point of A.
    pub witness_a: Vec2,
    /// Closest or deepest point of B.
    pub witness_b: Vec2,
    /// Proven lower bound of the true signed distance, rounding included.
    pub lower: Real,
    /// Proven upper bound of the true signed distance, rounding included.
    pub upper: Real,
    /// Proven statement, or the reason why there is none.
    pub status: Status,
    /// Number of iterations of GJK and EPA together.
    pub iterations: u32,
    /// Nearest vertex or edge of the cores' `A − B`, by its vertices of A and of B.
    pub feature: Feature,
}

impl Answer {
    /// Returns the answer with its vectors converted from the pair frame to the world frame.
    #[inline]
    pub fn in_world(mut self, pose_a: &Pose) -> Self {
        self.normal = self.normal.map(|n| pose_a.rotation.rotate(n));
        self.witness_a = pose_a.point(self.witness_a);
        self.witness_b = pose_a.point(self.witness_b);
        self
    }

    /// Returns the answer as one about bodies in space, in the plane z = 0.
    pub fn in_space(&self) -> pair::Answer {
        pair::Answer {
            signed_distance: self.signed_distance,
            normal: self.normal.map(lift),
            witness_a: lift(self.witness_a),
            witness_b: lift(self.witness_b),
            lower: self.lower,
            upper: self.upper,
            status: self.status,
            iterations: self.iterations,
        }
    }

    /// Returns the proven bounds of the signed distance.
    #[inline]
    pub fn bracket(&self) -> Bracket {
        Bracket { lower: self.lower, upper: self.upper }
    }

    /// Converts the answer of a pair whose lengths were multiplied by `factor`, a power of two, to the pair's own unit.
    #[cold]
    pub(super) fn in_unit(mut self, factor: Real) -> Self {
        let (Bracket { lower, upper }, status) = self.bracket().in_unit(self.status, factor);
        let signed_distance = self.signed_distance.map(|length| length / factor);
        self.witness_a /= factor;
        self.witness_b /= factor;
        Self { status, lower, signed_distance, upper, ..self }
    }
}
