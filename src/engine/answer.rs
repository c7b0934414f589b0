//! The answer to a pair query, with its certificate.

#[cfg(feature = "lessons")]
pub(crate) mod verdict;

use super::pose::{Pose, matrix};
use super::prelude::*;

/// Signed distance, direction and witness points of a pair, and the bracket that proves them.
///
/// Signs: positive = separation distance, negative = minus the penetration depth. All vectors are in the frame that
/// the function which returns it names (the pair frame inside the engine; [`Answer::in_world`] moves it).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Best estimate, inside `[lower, upper]`.
    pub signed_distance: Real,
    /// Unit vector from A towards B. Moving B by `depth · normal` makes a penetrating pair just touch.
    pub normal: Vec3,
    /// The closest, or deepest, point of A.
    pub witness_a: Vec3,
    /// The closest, or deepest, point of B.
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

/// What an answer claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Proven apart; the bracket is within tolerance.
    Separated,
    /// Proven to touch within tolerance: the bracket holds 0 and is as narrow as rounding allows.
    Touching,
    /// Proven to overlap, and the depth's bracket is within tolerance.
    Penetrating,
    /// The bracket holds the truth but is wider than the tolerance; the reason says why the algorithm had to stop.
    NotConverged(Reason),
}

/// Why a bracket stayed wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The cap on outer iterations.
    IterationLimit,
    /// An iteration brought nothing more: rounding is all that is left.
    Stalled,
    /// The simplex or polytope lost its shape to rounding.
    Degenerate,
    /// GJK proved an overlap and was not asked for the depth.
    DepthNotAsked,
    /// GJK found the origin on its simplex, as far as numbers tell: the shapes touch, or they overlap, and which of the
    /// two the depth would tell, which was not asked for.
    Contact,
}

/// A status, and its bounds of a distance and the distance between them, that were found in a unit in which lengths are
/// `factor` times as many, in the pair's own. Numbers near the smallest have an absolute error, which may open the bracket.
pub(super) fn in_unit(status: Status, bounds: [Real; 3], factor: Real) -> (Status, [Real; 3]) {
    let [lower, distance, upper] = bounds.map(|length| length / factor);
    let rounding = if factor > 1.0 { 16.0 * Real::MIN_POSITIVE } else { 0.0 };
    let (lower, upper) = ((lower - rounding).max(-Real::MAX), (upper + rounding).min(Real::MAX));
    // What the bracket said, it may say no more. A proof without it, such as weights that put the origin inside, stands.
    let opened = (bounds[0] > 0.0 && !(lower > 0.0)) || (bounds[2] < 0.0 && !(upper < 0.0));
    let status = match status {
        Status::Separated | Status::Penetrating if opened => Status::Touching,
        other => other,
    };
    (status, [lower, distance, upper])
}

impl Answer {
    /// The answer of a pair whose lengths were multiplied by `factor`, a power of two, in the pair's own unit.
    #[cold]
    pub(super) fn in_unit(mut self, factor: Real) -> Self {
        let (status, [lower, signed_distance, upper]) =
            in_unit(self.status, [self.lower, self.signed_distance, self.upper], factor);
        (self.witness_a, self.witness_b) = (self.witness_a / factor, self.witness_b / factor);
        Self { status, lower, signed_distance, upper, ..self }
    }

    /// The same answer with its vectors moved from the pair frame to the world.
    #[inline(always)]
    pub fn in_world(self, pose_a: &Pose) -> Self {
        let rotation = matrix(pose_a.rotation);
        let point = |local: Vec3| rotation * local + pose_a.position;
        let (witness_a, witness_b) = (point(self.witness_a), point(self.witness_b));
        Self { normal: rotation * self.normal, witness_a, witness_b, ..self }
    }
}
