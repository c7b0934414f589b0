//! The support mapping of a difference `A − B` as plain data.

use glam::DVec3;

use super::Snapshot;

/// How a support mapping ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No point of `A − B` lies farther along `d` than `w`.
    Farthest,
    /// `d` is zero: every point is as far as any other, and `w` is one of them.
    NoDirection,
}

/// A point of `A − B` that remembers where it comes from. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = a − b`.
    pub w: DVec3,
    /// The point of A.
    pub a: DVec3,
    /// The point of B.
    pub b: DVec3,
    /// The vertices or regions of A and of B that these belong to.
    pub features: [u32; 2],
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// `d`, the direction asked for. Any length.
    pub d: DVec3,
    /// `w`, the farthest point of `A − B` along `d`, with the points that it comes from.
    pub w: Vertex,
    /// `d · w`, in units of `|d|`; 0 before it is computed.
    pub value: f64,
    /// What rounding may have done to `d · w / |d|`.
    pub rounding: f64,
}

impl Snapshot for Mapping {
    type Outcome = Outcome;
}
