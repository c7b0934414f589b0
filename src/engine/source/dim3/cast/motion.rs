//! Relative motion of two bodies and the sizes of the pair, from which bounds of rounding errors are computed.

use glam::DVec3;

use crate::dim3::prelude::*;
use crate::dim3::rounding::{self, CastRounding};

/// Whether the engine computes in `f32`, so that numbers in `f64` are more exact.
pub(super) const IS_SINGLE: bool = EPS > 1.0e-10;

/// Bound of the error of a sum of lengths that are so small that their rounding errors are absolute.
const SUBNORMAL_ERROR: Real = 16.0 * Real::MIN_POSITIVE;

/// Precision in which the pose of B relative to A was computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FramePrecision {
    /// The precision of the engine.
    #[default]
    Native,
    /// `f64`, rounded once to the precision of the engine.
    Double,
    /// Exact: both bodies are rotated by multiples of 180° about coordinate axes, in the plane by multiples of 90°.
    Exact,
}

/// Relative motion of two bodies in `f64`, in the pair frame: A's axes, from A's origin at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FineMotion {
    /// Origin of B at the start.
    pub translation: DVec3,
    /// Velocity of B, length units per second.
    pub r: DVec3,
}

/// Motion of B relative to A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// `r = v_B − v_A`, pair frame, length units per second.
    pub r: Vec3,
    /// Precision of `r` and of the pose of B.
    pub precision: FramePrecision,
    /// Motion before it was rounded; `None` if it was computed in the precision of the engine.
    pub fine: Option<FineMotion>,
}

impl From<Vec3> for Motion {
    fn from(r: Vec3) -> Self {
        Self { r, precision: FramePrecision::Native, fine: None }
    }
}

/// Lengths from which bounds of the rounding errors of a pair are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Bounding radii of A and of B around their own origins, margins included.
    pub radii: [Real; 2],
    /// Distance of their origins at the start.
    pub origin_distance: Real,
    /// Whether both bodies lie in the plane z = 0.
    pub planar: bool,
}

impl Sizes {
    /// Radius around the pair frame's origin that contains both bodies at the start.
    pub fn magnitude(&self) -> Real {
        let [a, b] = self.radii;
        let reach_of_b = b + self.origin_distance;
        // NaN if a length is: every comparison with NaN fails.
        if a > reach_of_b { a } else { reach_of_b }
    }

    /// Radius around the pair frame's origin that contains `A − B`.
    pub fn bounding_radius(&self) -> Real {
        self.radii[0] + self.radii[1] + self.origin_distance
    }

    /// Bound of the rounding error of a supporting plane of `A − B` at the start, a length, and its increase per unit
    /// of B's path.
    pub(super) fn rounding(&self, precision: FramePrecision) -> [Real; 2] {
        let errors: CastRounding = match (self.planar, precision) {
            (false, FramePrecision::Native) => rounding::CAST_ROUNDING,
            (false, _) => rounding::CAST_ROUNDING_FINE,
            (true, FramePrecision::Native) => rounding::CAST_ROUNDING_IN_PLANE,
            (true, _) => rounding::CAST_ROUNDING_IN_PLANE_FINE,
        };
        let start = errors[0] * self.radii[0] + errors[1] * self.radii[1] + errors[2] * self.origin_distance;
        [EPS * start + SUBNORMAL_ERROR, EPS * errors[3]]
    }
}
