//! Answer of a cast, with its proof; shared by all methods.

use crate::dim3::pose::{Pose, matrix};
use crate::dim3::prelude::*;
pub use contact_lens_model::snapshot::cast::Outcome;

/// Half-space that contains `A − B`, margins included, with B at the start: `normal · x ≤ offset`. With the velocity
/// `r` of B relative to A, the bodies are separate at every time `t` at which `r · t` lies outside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V = Vec3> {
    /// Unit vector from A towards B.
    pub normal: V,
    /// `h(normal)`: extent of `A − B` along `normal`, length units, without a bound of its rounding error.
    pub offset: Real,
}

/// Result of a cast. Vectors are in the frame that the returning function names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V = Vec3> {
    /// Ending of the cast.
    pub outcome: Outcome,
    /// Best estimate of the first contact, seconds, in `[lower, upper]`; `None` if no contact is proven.
    pub t_first: Option<Real>,
    /// Proven: no contact before this time, seconds. `t_max` on a miss.
    pub lower: Real,
    /// Proven: contact at this time or before, seconds. `None` if no contact is proven.
    pub upper: Option<Real>,
    /// Best estimate of the last contact, seconds, at most `t_max`; `None` without a hit, and for every method but
    /// separating axes.
    pub t_last: Option<Real>,
    /// Unit vector from A to B at first contact; on a miss, along the gap. `None` if none was found.
    pub normal: Option<V>,
    /// Contact points of A and of B at `t_first`; `None` if no contact is proven, and by separating axes if
    /// [`Options::measure`](super::Options) is off.
    pub witness: Option<[V; 2]>,
    /// Lower bound of the distance over the whole motion on a miss, length units, without a bound of its rounding
    /// error: the width of the slab with `normal` between A and the hull that B sweeps relative to A. `None` for other
    /// outcomes; may be `None` if [`Options::measure`](super::Options) is off.
    pub gap: Option<Real>,
    /// Planes that prove the bodies separate: on a miss the first one up to some time, the second one from then on; on
    /// a hit the first one up to `lower`, and by separating axes the second one after the last contact. `None` for a
    /// plane that the proof does not need.
    pub planes: [Option<Plane<V>>; 2],
    /// Number of iterations: the search's support points, distance queries or axes, and the steps after the search.
    pub iterations: u32,
}

impl<V: Copy> Answer<V> {
    /// Answer in other coordinates: `rotate` maps directions, `place` maps points at a time in seconds.
    pub(crate) fn map<W>(&self, rotate: impl Fn(V) -> W + Copy, place: impl Fn(V, Real) -> W + Copy) -> Answer<W> {
        let t = self.t_first.unwrap_or(0.0);
        Answer {
            outcome: self.outcome,
            t_first: self.t_first,
            lower: self.lower,
            upper: self.upper,
            t_last: self.t_last,
            normal: self.normal.map(rotate),
            witness: self.witness.map(|points| points.map(|p| place(p, t))),
            gap: self.gap,
            planes: self.planes.map(|plane| plane.map(|p| Plane { normal: rotate(p.normal), offset: p.offset })),
            iterations: self.iterations,
        }
    }
}

impl Answer {
    /// Answer in the world, from one in the pair frame: A starts at `pose_a` and moves with `velocity_a`.
    pub fn in_world(&self, pose_a: &Pose, velocity_a: Vec3) -> Self {
        let rotation = matrix(pose_a.rotation);
        self.map(|n| rotation * n, |p, t| rotation * p + pose_a.position + velocity_a * t)
    }

    /// Answer in the pair's own length unit, from one of a pair whose lengths were multiplied by `factor`.
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
