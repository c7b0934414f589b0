//! The answer to a pair query as plain data.

use glam::DVec3;

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

/// Signed distance, direction and witness points of a pair, and the bracket that proves them. Pair frame, meters;
/// positive apart, negative overlapping. In the plane `z = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Best estimate, inside `[lower, upper]`. `None` where only the bracket is known.
    pub signed_distance: Option<f64>,
    /// Unit vector from A towards B. `None` where no axis was found.
    pub normal: Option<DVec3>,
    /// The closest, or deepest, point of A.
    pub witness_a: DVec3,
    /// The closest, or deepest, point of B.
    pub witness_b: DVec3,
    /// Proven: the true signed distance is not below this, rounding included.
    pub lower: f64,
    /// Proven: the true signed distance is not above this, rounding included.
    pub upper: f64,
    /// How wide the bracket may be: what was asked for, and what rounding adds.
    pub tolerance: f64,
    /// How the algorithm ended.
    pub status: Status,
    /// Iterations of the outer loop, all phases together.
    pub iterations: u32,
}

impl Answer {
    /// The lower and the upper bound, where they are known: an engine says by the largest number of its precision that
    /// it knows none.
    pub fn bounds(&self) -> [Option<f64>; 2] {
        let open = [f64::MAX, f64::from(f32::MAX)];
        [self.lower, self.upper].map(|bound| Some(bound).filter(|bound| !open.contains(&bound.abs())))
    }
}
