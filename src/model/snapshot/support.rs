//! One evaluation of the support mapping of `A − B`, the set of all differences of points of A and B, as plain data.
//! The support mapping returns the point of `A − B` farthest along a direction: the farthest point of A along the
//! direction minus the farthest point of B against it.

use glam::DVec3;

use super::Snapshot;

/// Ending of a support mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// No point of `A − B` lies farther along `d` than `w`.
    Farthest,
    /// `d` is zero: all points are equally far, and `w` is one of them.
    NoDirection,
}

/// A point of `A − B` with the points of A and B that it is the difference of. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = a − b`, meters.
    pub w: DVec3,
    /// Point of A, pair frame, meters.
    pub a: DVec3,
    /// Point of B, pair frame, meters.
    pub b: DVec3,
    /// Index of the vertex or surface region of A that contains `a`, and of that of B that contains `b`.
    pub features: [u32; 2],
}

/// State of one evaluation of the support mapping. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// `d`, the query direction; any length.
    pub d: DVec3,
    /// `w`, the farthest point of `A − B` along `d`, with its points of A and B.
    pub w: Vertex,
    /// `d · w`, meters times `|d|`; 0 before it is computed.
    pub value: f64,
    /// Bound of the rounding error of `d · w / |d|`, meters.
    pub rounding: f64,
}

impl Snapshot for Mapping {
    type Outcome = Outcome;
}
