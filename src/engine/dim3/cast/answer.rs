//! The answer to a cast, with what proves it: the same for every method.

use super::super::pose::{Pose, matrix};
use super::super::prelude::*;
pub use crate::snapshot::cast::Outcome;

/// A half space that holds all of `A − B` with its balls: `normal · x ≤ offset`. The origin of the moving pair, at `r · t`,
/// is outside of `A − B` wherever it is outside of the half space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V = Vec3> {
    /// Unit vector from A towards B.
    pub normal: V,
    /// `h(normal)`: how far `A − B` reaches along it, rounding not included.
    pub offset: Real,
}

/// What a cast found. Vectors are in the frame that the function which returns it names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V = Vec3> {
    /// How it ended.
    pub outcome: Outcome,
    /// First contact, seconds: the best estimate, inside `[lower, upper]`. `None` where none is proven.
    pub t_first: Option<Real>,
    /// Proven: no contact before this moment. `t_max` on a miss.
    pub lower: Real,
    /// Proven: contact at this moment or before. `None` where there is none, or none is proven.
    pub upper: Option<Real>,
    /// Separating axes alone: last contact, at most `t_max`.
    pub t_last: Option<Real>,
    /// Unit vector from A to B at first contact; on a miss along the gap. `None` where none was found.
    pub normal: Option<V>,
    /// The points of A and of B that meet, where the bodies are at `t_first`.
    pub witness: Option<[V; 2]>,
    /// On a miss, how far the bodies stay apart: not less than this is proven, by the plane with `normal` between A and all
    /// that B sweeps seen from A. `None` of a hit, and where it was not asked for.
    pub gap: Option<Real>,
    /// The planes that prove it: the first up to `lower` of the search, the second from then on.
    pub planes: [Option<Plane<V>>; 2],
    /// Iterations: supports, queries or axes, and what came after them.
    pub iterations: u32,
}

impl<V: Copy> Answer<V> {
    /// The same with its vectors in other coordinates: directions by `turn`, points of A at time `t` by `place`.
    pub(crate) fn map<W>(&self, turn: impl Fn(V) -> W + Copy, place: impl Fn(V, Real) -> W + Copy) -> Answer<W> {
        let t = self.t_first.unwrap_or(0.0);
        Answer {
            outcome: self.outcome,
            t_first: self.t_first,
            lower: self.lower,
            upper: self.upper,
            t_last: self.t_last,
            normal: self.normal.map(turn),
            witness: self.witness.map(|points| points.map(|p| place(p, t))),
            gap: self.gap,
            planes: self.planes.map(|plane| plane.map(|p| Plane { normal: turn(p.normal), offset: p.offset })),
            iterations: self.iterations,
        }
    }
}

impl Answer {
    /// The same in the world, where A is at `pose_a` at the start and moves with `velocity_a`.
    pub fn in_world(&self, pose_a: &Pose, velocity_a: Vec3) -> Self {
        let rotation = matrix(pose_a.rotation);
        self.map(|n| rotation * n, |p, t| rotation * p + pose_a.position + velocity_a * t)
    }
}

impl Answer {
    /// The answer of a pair whose lengths were multiplied by `factor`, in the pair's own unit. Times are the same.
    #[cold]
    pub(crate) fn in_unit(mut self, factor: Real) -> Self {
        self.witness = self.witness.map(|points| points.map(|p| p / factor));
        self.gap = self.gap.map(|gap| gap / factor);
        for plane in self.planes.iter_mut().flatten() {
            plane.offset /= factor;
        }
        self
    }
}
